"""Hidden tests of TP06 q5: rules of sense, tried on their edges."""

from typing import Any

from tooluse.practice import Suite
from tooluse.practice.checks.tp06 import check_violated

suite = Suite("tp06")

LONG = "anticonstitutionnellement"
LINES = "Bonjour,\nla facture F-12 est fausse :\n\n  elle compte   deux fois\nle même écran.\nMerci d'avance."


@suite.test("q5", "bien formée, mais fausse")
def well_formed_but_false(student: Any) -> None:
    check_violated(student, {"summary"}, "FORME=VRAI", summary=" ".join(["mot"] * 60))
    check_violated(student, {"coherence"}, "FORME=VRAI", sentiment="positif", urgency=5)
    check_violated(student, {"coherence"}, "FORME=VRAI", sentiment="négatif", urgency=1)
    check_violated(student, {"quote"}, "FORME=VRAI", quote="Je veux être remboursé immédiatement !")
    every = {"summary", "coherence", "quote"}
    wrong = {"summary": "mot " * 40, "sentiment": "positif", "urgency": 4, "quote": "Remboursez-moi."}
    check_violated(student, every, "FORME=VRAI", **wrong)


@suite.test("q5", "vingt-cinq mots")
def twenty_five(student: Any) -> None:
    for count, wanted in ((25, set()), (26, {"summary"}), (24, set())):
        for word in ("a", LONG, "l'écran,"):
            check_violated(student, wanted, "REGLE", summary=" ".join([word] * count))
    check_violated(student, set(), "REGLE", summary="  " + "  \n ".join(["mot"] * 25) + " ")
    check_violated(student, {"summary"}, "REGLE", summary="\n".join(["mot"] * 26))


@suite.test("q5", "humeur et urgence")
def mood_and_urgency(student: Any) -> None:
    wrong = {("positif", 4), ("positif", 5), ("négatif", 1)}
    for sentiment in ("négatif", "neutre", "positif"):
        for urgency in range(1, 6):
            wanted = {"coherence"} if (sentiment, urgency) in wrong else set()
            check_violated(student, wanted, "REGLE", sentiment=sentiment, urgency=urgency)


@suite.test("q5", "passage du ticket")
def passages(student: Any) -> None:
    def check(quote: str, held: bool) -> None:
        check_violated(student, set() if held else {"quote"}, "REGLE", LINES, quote=quote)

    for quote in ("la facture F-12 est fausse", "Bonjour,", "le même écran.", LINES, "Merci d'avance."):
        check(quote, True)
    for quote in ("la facture F-12 est fausse : elle compte deux fois", "deux\nfois", "  fausse :  elle "):
        check(quote, True)
    for quote in (
        "fausse est la facture",
        "la facture est fausse",
        "La facture F-12",
        "le meme écran",
        "deuxfois",
    ):
        check(quote, False)
    for quote in (
        "la facture F-12 est fausse.",
        "facture F-12 est réglée",
        "« le même écran. »",
        "Bonjour, le même",
    ):
        check(quote, False)


@suite.test("q5", "citation sans mot")
def no_quote(student: Any) -> None:
    for quote in ("", " ", "\n\n", "   "):
        check_violated(student, {"quote"}, "REGLE", LINES, quote=quote)
