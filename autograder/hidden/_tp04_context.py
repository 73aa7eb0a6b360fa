"""Hidden tests of TP04 q4 and q7: the day, told to the model or worked out by code."""

import re
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

from tooluse.practice import Suite
from tooluse.practice.checks.tp04 import INSTRUCTIONS, check_date, check_day, dated, remedy_fails

suite = Suite("tp04")

# q4


@suite.test("q4", "instructions en tête")
def instructions_first(student: Any) -> None:
    noon = datetime(2026, 9, 8, 10, tzinfo=UTC)
    for instructions in (
        INSTRUCTIONS,
        "Répondez en {langue}.\nSoyez bref, à 100 %.\n",
        "  Vous êtes Ardoise. ",
    ):
        text = dated(student, noon, "Europe/Paris", instructions)
        if not text.startswith(instructions):
            remedy_fails(
                "PREFIXE", f"Instructions : « {instructions} » Votre texte commence autrement : « {text} »"
            )


@suite.test("q4", "instant reçu")
def given_instant(student: Any) -> None:
    check_day(student, datetime(2031, 2, 3, 12, tzinfo=UTC), "Europe/Paris", "2031-02-03", "lundi")
    check_day(student, datetime(2024, 2, 29, 12, tzinfo=UTC), "Europe/Paris", "2024-02-29", "jeudi")
    check_day(student, datetime(2027, 12, 5, 12, tzinfo=UTC), "UTC", "2027-12-05", "dimanche")


@suite.test("q4", "jour du fuseau")
def day_of_the_zone(student: Any) -> None:
    summer, winter = datetime(2026, 9, 10, 22, 30, tzinfo=UTC), datetime(2026, 12, 10, 22, 30, tzinfo=UTC)
    check_day(student, summer, "Europe/Paris", "2026-09-11", "vendredi")
    check_day(student, winter, "Europe/Paris", "2026-12-10", "jeudi")
    check_day(student, datetime(2026, 12, 31, 23, 30, tzinfo=UTC), "Europe/Paris", "2027-01-01", "vendredi")
    check_day(student, datetime(2026, 9, 8, 3, tzinfo=UTC), "America/New_York", "2026-09-07", "lundi")
    check_day(student, datetime(2026, 9, 8, 16, tzinfo=UTC), "Asia/Tokyo", "2026-09-09", "mercredi")


@suite.test("q4", "stable toute la journée")
def same_all_day(student: Any) -> None:
    day = datetime(2027, 1, 12, tzinfo=timezone(timedelta(hours=1)))  # a whole day of Paris, seen from UTC
    hours = (0.1, 6.5, 12, 17.25, 23.9)
    instants = [(day + timedelta(hours=each)).astimezone(UTC) for each in hours]
    texts = [dated(student, instant, "Europe/Paris") for instant in instants]
    for instant, text in zip(instants, texts, strict=True):
        told = f"À {instant.isoformat()}, votre texte est « {text} »"
        if text != texts[2]:
            days = [re.findall(r"\d{4}-\d\d-\d\d", said) for said in (text, texts[2])]
            code = "PREFIXE" if days[0] == days[1] else "HORLOGE"  # another day, or another hour of this one
            remedy_fails(code, f"{told} À midi : « {texts[2]} »")


# q7

TUESDAY, FRIDAY = date(2026, 9, 8), date(2026, 9, 11)


@suite.test("q7", "le même jour de la semaine")
def same_weekday(student: Any) -> None:
    check_date(student, "vendredi prochain", FRIDAY, "2026-09-18", "CALENDRIER")
    check_date(student, "lundi prochain", date(2029, 1, 1), "2029-01-08", "CALENDRIER")


@suite.test("q7", "tous les jours de la semaine")
def every_weekday(student: Any) -> None:
    days = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
    for number, day in enumerate(days):
        for today in (date(2026, 9, 7) + timedelta(days=each) for each in range(7) if each != number):
            ahead = (number - today.weekday()) % 7
            expected = (today + timedelta(days=ahead)).isoformat()
            check_date(student, f"{day} prochain", today, expected, "CALENDRIER")


@suite.test("q7", "demain, en fin de mois")
def tomorrow(student: Any) -> None:
    for today, expected in (
        (date(2026, 9, 30), "2026-10-01"),
        (date(2028, 2, 28), "2028-02-29"),
        (date(2026, 12, 31), "2027-01-01"),
    ):
        check_date(student, "demain", today, expected, "CALENDRIER")


@suite.test("q7", "de décembre à janvier")
def into_january(student: Any) -> None:
    check_date(student, "le 3 du mois prochain", date(2026, 12, 8), "2027-01-03", "CALENDRIER")
    check_date(student, "le 31 du mois prochain", date(2030, 12, 31), "2031-01-31", "CALENDRIER")
    check_date(student, "le 1er du mois prochain", date(2026, 11, 30), "2026-12-01", "CALENDRIER")


@suite.test("q7", "le mois prochain est plus court")
def shorter_month(student: Any) -> None:
    check_date(student, "le 3 du mois prochain", date(2027, 1, 31), "2027-02-03", "CALENDRIER")
    check_date(student, "le 30 du mois prochain", date(2026, 10, 31), "2026-11-30", "CALENDRIER")
    check_date(student, "le 29 du mois prochain", date(2028, 1, 30), "2028-02-29", "CALENDRIER")


@suite.test("q7", "un jour qui n'existe pas")
def no_such_day(student: Any) -> None:
    check_date(student, "le 31 du mois prochain", TUESDAY.replace(month=10), None, "CALENDRIER")
    check_date(student, "le 30 du mois prochain", date(2027, 1, 15), None, "CALENDRIER")
    check_date(student, "31 novembre", TUESDAY, None, "CALENDRIER")
    check_date(student, "0 mars", TUESDAY, None, "CALENDRIER")


@suite.test("q7", "un jour déjà passé cette année")
def already_past(student: Any) -> None:
    check_date(student, "15 décembre", date(2026, 12, 16), "2027-12-15", "CALENDRIER")
    check_date(student, "1er janvier", TUESDAY, "2027-01-01", "CALENDRIER")
    check_date(student, "3 mars", date(2030, 3, 4), "2031-03-03", "CALENDRIER")
    check_date(student, "8 août", date(2026, 12, 1), "2027-08-08", "CALENDRIER")


@suite.test("q7", "aujourd'hui compris")
def today_counts(student: Any) -> None:
    check_date(student, "15 décembre", date(2026, 12, 15), "2026-12-15", "CALENDRIER")
    check_date(student, "1er janvier", date(2031, 1, 1), "2031-01-01", "CALENDRIER")


@suite.test("q7", "today, et non la machine")
def given_today(student: Any) -> None:
    day = date(2041, 5, 6)
    check_date(student, "demain", day, "2041-05-07", "CALENDRIER")
    check_date(student, "samedi prochain", day, "2041-05-11", "CALENDRIER")
    check_date(student, "le 12 du mois prochain", day, "2041-06-12", "CALENDRIER")
    check_date(student, "7 juin", day, "2041-06-07", "CALENDRIER")


@suite.test("q7", "phrase inconnue")
def unknown_phrase(student: Any) -> None:
    unknown = ("bientôt", "", "jour prochain", "le 3 du mois dernier", "15 frimaire", "hier")
    for phrase in (*unknown, "le mois prochain", "demain ou vendredi prochain"):
        check_date(student, phrase, TUESDAY, None, "VIDE")
