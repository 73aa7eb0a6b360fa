# Specimens of TP04.

# %% task="q1" alternative="sans motif : strptime, puis retour au texte"
def is_iata(text):
    return type(text) is str and len(text) == 3 and all("A" <= letter <= "Z" for letter in text)


def is_iso(text):
    try:
        return datetime.strptime(text, "%Y-%m-%d").strftime("%Y-%m-%d") == text
    except (TypeError, ValueError):
        return False


def grade(call, expected):
    scores = dict.fromkeys(
        ("tool", "form", "airports_format", "airports_right", "date_format", "date_right"), False)
    scores["tool"] = call.get("name") == expected["name"]
    given, right = call.get("input"), expected["input"]
    if type(given) is not dict:
        return scores
    scores["form"] = sorted(given) == ["date", "from", "to"] and {type(v) for v in given.values()} == {str}
    start, end, day = (given.get(key) for key in ("from", "to", "date"))
    scores["airports_format"] = is_iata(start) and is_iata(end)
    scores["airports_right"] = (start, end) == (right["from"], right["to"])
    scores["date_format"] = is_iso(day)
    scores["date_right"] = day == right["date"]
    return scores


# %% task="q1" alternative="schéma JSON et vérificateur de format"
import jsonschema

CODE = {"type": "string", "pattern": "^[A-Z]{3}$", "maxLength": 3}
DAY = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "maxLength": 10, "format": "date"}


def valid(value, schema):
    checker = jsonschema.FormatChecker(formats=["date"])
    return jsonschema.Draft202012Validator(schema, format_checker=checker).is_valid(value)


def grade(call, expected):
    text = {"type": "string"}
    form = {"type": "object", "properties": {"from": text, "to": text, "date": text},
            "required": ["from", "to", "date"], "additionalProperties": False}
    given = call["input"]
    get = given.get if isinstance(given, dict) else (lambda key: None)
    return {
        "tool": int(call["name"] == expected["name"]),
        "form": int(valid(given, form)),
        "airports_format": valid([get("from"), get("to")], {"items": CODE}),
        "airports_right": all(get(k) == expected["input"][k] for k in ("from", "to")),
        "date_format": valid(get("date"), DAY),
        "date_right": get("date") == expected["input"]["date"],
    }


# %% task="q1" mutant="une seule note" code="FORME=VRAI" fails=["public", "bien écrit, mais faux", "notes indépendantes", "jours qui n'existent pas", "dates à la lettre", "codes à la lettre", "formes incomplètes"]
def grade(call, expected):
    good = call["name"] == expected["name"] and call["input"] == expected["input"]
    names = "tool", "form", "airports_format", "airports_right", "date_format", "date_right"
    return {name: good for name in names}


# %% task="q1" mutant="bien écrit, donc juste" code="FORME=VRAI" fails=["bien écrit, mais faux"]
def grade(call, expected):
    given = call["input"] if isinstance(call["input"], dict) else {}
    airports = all(
        isinstance(given.get(key), str) and re.fullmatch("[A-Z]{3}", given[key]) for key in ("from", "to"))
    day = given.get("date")
    try:
        iso = isinstance(day, str) and len(day) == 10 and day == date.fromisoformat(day).isoformat()
    except ValueError:
        iso = False
    form = set(given) == {"from", "to", "date"} and all(isinstance(v, str) for v in given.values())
    return {"tool": call["name"] == expected["name"], "form": form, "airports_format": airports,
            "airports_right": airports, "date_format": iso, "date_right": iso}


# %% task="q1" mutant="le mauvais outil annule tout" code="FORME=VRAI" fails=["notes indépendantes"]
def grade(call, expected):
    given = call["input"] if isinstance(call["input"], dict) else {}
    wanted = expected["input"]
    tool = call["name"] == expected["name"]
    day = given.get("date")
    iso = False
    if isinstance(day, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        try:
            iso = bool(date.fromisoformat(day))
        except ValueError:
            iso = False
    codes = [given.get("from"), given.get("to")]
    return {
        "tool": tool,
        "form": tool and set(given) == set(wanted) and all(isinstance(v, str) for v in given.values()),
        "airports_format": tool and all(isinstance(c, str) and re.fullmatch("[A-Z]{3}", c) for c in codes),
        "airports_right": tool and codes == [wanted["from"], wanted["to"]],
        "date_format": tool and iso,
        "date_right": tool and day == wanted["date"],
    }


# %% task="q1" mutant="le 31 février passe" code="FORME=VRAI" fails=["jours qui n'existent pas"]
def grade(call, expected):
    given = call["input"] if isinstance(call["input"], dict) else {}
    wanted = expected["input"]

    def matches(pattern, key):
        return isinstance(given.get(key), str) and bool(re.fullmatch(pattern, given[key]))

    return {
        "tool": call["name"] == expected["name"],
        "form": set(given) == set(wanted) and all(isinstance(v, str) for v in given.values()),
        "airports_format": matches("[A-Z]{3}", "from") and matches("[A-Z]{3}", "to"),
        "airports_right": [given.get("from"), given.get("to")] == [wanted["from"], wanted["to"]],
        "date_format": matches(r"\d{4}-\d{2}-\d{2}", "date"),
        "date_right": given.get("date") == wanted["date"],
    }


# %% task="q1" mutant="strptime permissif" code="FORME" fails=["dates à la lettre"]
def grade(call, expected):
    given = call["input"] if isinstance(call["input"], dict) else {}
    wanted = expected["input"]
    try:
        datetime.strptime(given["date"], "%Y-%m-%d")
        iso = True
    except (KeyError, TypeError, ValueError):
        iso = False
    codes = [given.get("from"), given.get("to")]
    return {
        "tool": call["name"] == expected["name"],
        "form": set(given) == set(wanted) and all(isinstance(v, str) for v in given.values()),
        "airports_format": all(isinstance(c, str) and re.fullmatch("[A-Z]{3}", c) for c in codes),
        "airports_right": codes == [wanted["from"], wanted["to"]],
        "date_format": iso,
        "date_right": given.get("date") == wanted["date"],
    }


# %% task="q1" mutant="fromisoformat seul" code="FORME" fails=["dates à la lettre"]
def grade(call, expected):
    given = call["input"] if isinstance(call["input"], dict) else {}
    wanted = expected["input"]
    try:
        iso = bool(date.fromisoformat(given.get("date")))
    except (TypeError, ValueError):
        iso = False
    codes = [given.get("from"), given.get("to")]
    return {
        "tool": call["name"] == expected["name"],
        "form": set(given) == set(wanted) and all(isinstance(v, str) for v in given.values()),
        "airports_format": all(isinstance(c, str) and re.fullmatch("[A-Z]{3}", c) for c in codes),
        "airports_right": codes == [wanted["from"], wanted["to"]],
        "date_format": iso,
        "date_right": given.get("date") == wanted["date"],
    }


# %% task="q1" mutant="motif non ancré" code="FORME" fails=["codes à la lettre"]
def grade(call, expected):
    given = call["input"] if isinstance(call["input"], dict) else {}
    wanted = expected["input"]
    day = given.get("date")
    iso = isinstance(day, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", day) is not None
    if iso:
        try:
            date.fromisoformat(day)
        except ValueError:
            iso = False
    codes = [given.get("from"), given.get("to")]
    return {
        "tool": call["name"] == expected["name"],
        "form": set(given) == set(wanted) and all(isinstance(v, str) for v in given.values()),
        "airports_format": all(isinstance(c, str) and re.match("[A-Z]{3}", c) for c in codes),
        "airports_right": codes == [wanted["from"], wanted["to"]],
        "date_format": iso,
        "date_right": day == wanted["date"],
    }


# %% task="q1" mutant="clés crues présentes" code="FORME" fails=["notes indépendantes", "formes incomplètes"]
def grade(call, expected):
    given, wanted = call["input"], expected["input"]
    start, end, day = given["from"], given["to"], given["date"]
    try:
        iso = re.fullmatch(r"\d{4}-\d{2}-\d{2}", day) is not None and bool(date.fromisoformat(day))
    except ValueError:
        iso = False
    return {
        "tool": call["name"] == expected["name"],
        "form": len(given) == 3,
        "airports_format": all(re.fullmatch("[A-Z]{3}", code) for code in (start, end)),
        "airports_right": (start, end) == (wanted["from"], wanted["to"]),
        "date_format": iso,
        "date_right": day == wanted["date"],
    }


# %% task="q2" alternative="une passe, des compteurs"
from collections import Counter


def measure(records, schema):
    total, counts = 0, Counter()
    for record in records:
        if record["schema"] != schema:
            continue
        total += 1
        marks = record["marks"] or {}
        for layer in "format", "right":
            start, end, day = (marks.get(name, {}).get(layer, False) for name in ("from", "to", "date"))
            counts[f"airports_{layer}"] += start and end
            counts[f"date_{layer}"] += day
    names = ("airports_format", "airports_right", "date_format", "date_right")
    return {name: [counts[name], total, *interval(counts[name], total)] for name in names}


# %% task="q2" mutant="seulement les demandes suivies d'un appel" code="TAUX" fails=["demandes sans appel"]
def measure(records, schema):
    kept = [r["marks"] for r in records if r["schema"] == schema and r["marks"]]
    result = {}
    for layer in ("format", "right"):
        both = sum(m["from"][layer] and m["to"][layer] for m in kept)
        days = sum(m["date"][layer] for m in kept)
        result[f"airports_{layer}"] = (both, len(kept), *interval(both, len(kept)))
        result[f"date_{layer}"] = (days, len(kept), *interval(days, len(kept)))
    return result


# %% task="q2" mutant="48 aéroports" code="TAUX" fails=["public", "demandes sans appel", "les deux aéroports", "valeur sur toutes les demandes", "schémas mêlés", "intervalles"]
def measure(records, schema):
    marks = [r["marks"] for r in records if r["schema"] == schema]
    result = {}
    for layer in ("format", "right"):
        airports = [m[side][layer] if m else False for m in marks for side in ("from", "to")]
        days = [m["date"][layer] if m else False for m in marks]
        result[f"airports_{layer}"] = (sum(airports), len(airports), *interval(sum(airports), len(airports)))
        result[f"date_{layer}"] = (sum(days), len(days), *interval(sum(days), len(days)))
    return result


# %% task="q2" mutant="justes parmi les bien écrits" code="TAUX" fails=["public", "demandes sans appel", "les deux aéroports", "valeur sur toutes les demandes", "schémas mêlés", "intervalles"]
def measure(records, schema):
    marks = [r["marks"] for r in records if r["schema"] == schema]
    result = {}
    for score, names in (("airports", ("from", "to")), ("date", ("date",))):
        formed = [m for m in marks if m and all(m[n]["format"] for n in names)]
        right = [m for m in formed if all(m[n]["right"] for n in names)]
        result[f"{score}_format"] = (len(formed), len(marks), *interval(len(formed), len(marks)))
        low, high = interval(len(right), len(formed)) if formed else (0, 1)
        result[f"{score}_right"] = (len(right), len(formed), low, high)
    return result


# %% task="q2" mutant="un aéroport suffit" code="TAUX" fails=["public", "les deux aéroports"]
def measure(records, schema):
    marks = [r["marks"] for r in records if r["schema"] == schema]
    result = {}
    for layer in ("format", "right"):
        flights = sum(1 for m in marks if m and (m["from"][layer] or m["to"][layer]))
        days = sum(1 for m in marks if m and m["date"][layer])
        result[f"airports_{layer}"] = (flights, len(marks), *interval(flights, len(marks)))
        result[f"date_{layer}"] = (days, len(marks), *interval(days, len(marks)))
    return result


# %% task="q2" mutant="toujours 24, les deux schémas ensemble" code="TAUX" fails=["public", "demandes sans appel", "les deux aéroports", "valeur sur toutes les demandes", "schémas mêlés", "intervalles"]
def measure(records, schema):
    marks = [r["marks"] for r in records if r["marks"]]
    result = {}
    for layer in ("format", "right"):
        both = sum(m["from"][layer] and m["to"][layer] for m in marks)
        days = sum(m["date"][layer] for m in marks)
        result[f"airports_{layer}"] = (both, 24, *interval(min(both, 24), 24))
        result[f"date_{layer}"] = (days, 24, *interval(min(days, 24), 24))
    return result


# %% task="q2" mutant="plus ou moins deux points" code="TAUX" fails=["intervalles"]
def measure(records, schema):
    marks = [r["marks"] for r in records if r["schema"] == schema]
    result = {}
    for layer in ("format", "right"):
        both = sum(bool(m) and m["from"][layer] and m["to"][layer] for m in marks)
        days = sum(bool(m) and m["date"][layer] for m in marks)
        for name, n in ((f"airports_{layer}", both), (f"date_{layer}", days)):
            share = n / len(marks)
            result[name] = (n, len(marks), max(0, share - 0.02), min(1, share + 0.02))
    return result


# %% task="q3" mutant="relancer le mauvais vendredi" code="RETRY" fails=["relancer à bon escient", "la bonne source"]
TRIAGE = {
    1: ("format", "describe"), 2: ("knowledge", "retry"), 3: ("format", "describe"),
    4: ("knowledge", "lookup"), 5: ("knowledge", "enum"), 6: ("outage", "retry"),
    7: ("knowledge", "retry"), 8: ("format", "describe"), 9: ("knowledge", "lookup"),
    10: ("knowledge", "enum"),
}


# %% task="q3" mutant="relancer ce qui est mal écrit" code="RETRY" fails=["relancer à bon escient", "format ou connaissance", "la bonne source"]
TRIAGE = {
    1: ("format", "retry"), 2: ("knowledge", "today"), 3: ("format", "retry"),
    4: ("knowledge", "lookup"), 5: ("knowledge", "enum"), 6: ("outage", "retry"),
    7: ("knowledge", "today"), 8: ("format", "retry"), 9: ("knowledge", "lookup"),
    10: ("knowledge", "enum"),
}


# %% task="q3" mutant="un schéma plus strict pour le vendredi" code="FORME=VRAI" fails=["format ou connaissance", "la bonne source"]
TRIAGE = {
    1: ("format", "describe"), 2: ("format", "describe"), 3: ("format", "describe"),
    4: ("format", "describe"), 5: ("knowledge", "enum"), 6: ("outage", "retry"),
    7: ("format", "describe"), 8: ("format", "describe"), 9: ("knowledge", "lookup"),
    10: ("knowledge", "enum"),
}


# %% task="q3" mutant="un enum pour tout" code="SOURCE" fails=["la bonne source"]
TRIAGE = {
    1: ("format", "describe"), 2: ("knowledge", "today"), 3: ("format", "describe"),
    4: ("knowledge", "enum"), 5: ("knowledge", "enum"), 6: ("outage", "retry"),
    7: ("knowledge", "today"), 8: ("format", "describe"), 9: ("knowledge", "enum"),
    10: ("knowledge", "enum"),
}


# %% task="q3" mutant="chercher la date" code="SOURCE" fails=["la bonne source"]
TRIAGE = {
    1: ("format", "describe"), 2: ("knowledge", "lookup"), 3: ("format", "describe"),
    4: ("knowledge", "lookup"), 5: ("knowledge", "lookup"), 6: ("outage", "retry"),
    7: ("knowledge", "lookup"), 8: ("format", "describe"), 9: ("knowledge", "lookup"),
    10: ("knowledge", "lookup"),
}


# %% task="q4" alternative="date longue, jour lu dans le calendrier ISO"
def dated_system(instructions, clock, zone):
    local = datetime.fromtimestamp(clock().timestamp(), tz=ZoneInfo(zone))
    _, _, number = local.isocalendar()
    day = f"{DAYS[number - 1].capitalize()} {local.day} {MONTHS[local.month - 1]} {local.year}"
    return "\n".join([instructions, "", f"Nous sommes le {day}, soit {local:%Y-%m-%d}."])


# %% task="q4" mutant="l'horloge de la machine" code="HORLOGE" fails=["public", "instant reçu", "jour du fuseau"]
def dated_system(instructions, clock, zone):
    today = datetime.now(ZoneInfo(zone))
    return instructions + f"\nNous sommes {DAYS[today.weekday()]} {today:%Y-%m-%d}."


# %% task="q4" mutant="le jour d'UTC" code="HORLOGE" fails=["stable toute la journée", "jour du fuseau"]
def dated_system(instructions, clock, zone):
    today = clock().date()
    return f"{instructions}\nDate du jour : {DAYS[today.weekday()]} {today}."


# %% task="q4" mutant="toujours Paris" code="HORLOGE" fails=["jour du fuseau"]
def dated_system(instructions, clock, zone):
    today = clock().astimezone(ZoneInfo("Europe/Paris")).date()
    return f"{instructions}\nDate du jour : {DAYS[today.weekday()]} {today}."


# %% task="q4" mutant="le jour dans la langue de la machine" code="HORLOGE" fails=["public", "instant reçu", "jour du fuseau"]
def dated_system(instructions, clock, zone):
    today = clock().astimezone(ZoneInfo(zone))
    return f"{instructions}\nNous sommes le {today.strftime('%A %Y-%m-%d')}."


# %% task="q4" mutant="l'heure avec la date" code="PREFIXE" fails=["stable toute la journée"]
def dated_system(instructions, clock, zone):
    now = clock().astimezone(ZoneInfo(zone))
    return f"{instructions}\nNous sommes {DAYS[now.weekday()]} {now:%Y-%m-%d}, il est {now:%H:%M}."


# %% task="q4" mutant="la date devant" code="PREFIXE" fails=["instructions en tête"]
def dated_system(instructions, clock, zone):
    today = clock().astimezone(ZoneInfo(zone)).date()
    return f"Nous sommes {DAYS[today.weekday()]} {today}.\n\n{instructions}"


# %% task="q5" alternative="villes regroupées"
def find_airport(city, airports):
    by_city = {}
    for row in airports:
        by_city.setdefault(row["city"].lower(), {})[row["code"]] = row["name"]
    here = by_city.get(city.strip().lower(), {})
    rows = [dict(name=name, code=code, city=city) for code, name in sorted(here.items())]
    if not rows:
        return {"status": "not_found", "airports": [], "message": f"Aucun aéroport connu à {city}."}
    if len(rows) > 1:
        return {"status": "ambiguous", "airports": rows, "message": "Demandez lequel."}
    return {"status": "found", "airports": rows}


# %% task="q5" mutant="le premier, sans le dire" code="VIDE" fails=["Paris en a trois", "majuscules et espaces", "la table reçue"]
def find_airport(city, airports):
    for row in airports:
        if row["city"].casefold() == city.strip().casefold():
            return {"status": "found", "airports": [{"code": row["code"], "name": row["name"]}]}
    return {"status": "not_found", "airports": []}


# %% task="q5" mutant="le code tout court" code="VIDE" fails=["public", "Paris en a trois", "aucun aéroport", "la ville entière", "majuscules et espaces", "la table reçue"]
def find_airport(city, airports):
    codes = {row["city"].casefold(): row["code"] for row in airports}
    return codes.get(city.strip().casefold())


# %% task="q5" mutant="ville inconnue : une exception" code="VIDE" fails=["aucun aéroport", "la ville entière", "la table reçue"]
def find_airport(city, airports):
    wanted = city.strip().casefold()
    rows = [row for row in airports if row["city"].casefold() == wanted]
    if not rows:
        raise LookupError(f"aucun aéroport à {city}")
    found = [{"code": row["code"], "name": row["name"]} for row in rows]
    return {"status": "found" if len(found) == 1 else "ambiguous", "airports": found}


# %% task="q5" mutant="la ville la plus proche" code="VIDE" fails=["aucun aéroport", "la ville entière", "la table reçue"]
import difflib


def find_airport(city, airports):
    cities = {row["city"].casefold() for row in airports}
    close = difflib.get_close_matches(city.strip().casefold(), sorted(cities), n=1, cutoff=0.1)
    rows = [{"code": r["code"], "name": r["name"]} for r in airports if r["city"].casefold() in close]
    status = "not_found" if not rows else "found" if len(rows) == 1 else "ambiguous"
    return {"status": status, "airports": rows}


# %% task="q5" mutant="les noms au lieu des codes" code="LIBELLE" fails=["public", "Paris en a trois", "la ville entière", "majuscules et espaces", "la table reçue"]
def find_airport(city, airports):
    wanted = city.strip().casefold()
    names = [row["name"] for row in airports if row["city"].casefold() == wanted]
    status = ["not_found", "found"][len(names)] if len(names) < 2 else "ambiguous"
    return {"status": status, "airports": names}


# %% task="q5" mutant="la table du carnet" code="FIGE" fails=["aucun aéroport", "la ville entière", "majuscules et espaces", "la table reçue"]
BY_CITY = {}
for row in AIRPORTS:
    BY_CITY.setdefault(row["city"].casefold(), []).append({"code": row["code"], "name": row["name"]})


def find_airport(city, airports):
    rows = BY_CITY.get(city.strip().casefold(), [])
    status = "not_found" if not rows else "found" if len(rows) == 1 else "ambiguous"
    return {"status": status, "airports": rows}


# %% task="q6" alternative="copie profonde, tableau dans la description"
def with_enum(tool, parameter, rows):
    if not rows:
        raise ValueError("pas de données")
    made = copy.deepcopy(tool)
    field = made["input_schema"]["properties"][parameter]
    seen = {}
    for row in sorted(rows, key=lambda row: row["code"]):
        code = row["code"]
        if seen.setdefault(code.lower(), row)["code"] != code:
            raise ValueError(f"{code} et {seen[code.lower()]['code']} : même code à la casse près")
    field["enum"] = [row["code"] for row in seen.values()]
    field["enum"].sort()
    field["description"] += "".join(f"\n- {row['label']} : `{row['code']}`" for row in seen.values())
    return made


# %% task="q6" mutant="liste recopiée à la main" code="FIGE" fails=["d'autres données", "un autre paramètre", "chacun une fois, triés", "codes et libellés expliqués", "à la casse près", "aucune donnée"]
def with_enum(tool, parameter, rows):
    made = copy.deepcopy(tool)
    field = made["input_schema"]["properties"][parameter]
    field["enum"] = ["FACT", "JURI", "SUPP", "VENT"]
    field["description"] += " FACT = Facturation, JURI = Juridique, SUPP = Assistance, VENT = Ventes."
    return made


# %% task="q6" mutant="les équipes du carnet" code="FIGE" fails=["d'autres données", "un autre paramètre", "chacun une fois, triés", "codes et libellés expliqués"]
LABELS = {row["code"]: row["label"] for row in TEAMS}


def with_enum(tool, parameter, rows):
    if not rows or len({row["code"].lower() for row in rows}) < len({row["code"] for row in rows}):
        raise ValueError("données inutilisables")
    made = copy.deepcopy(tool)
    field = made["input_schema"]["properties"][parameter]
    field["enum"] = sorted(LABELS)
    field["description"] += " " + " ; ".join(f"{code} : {LABELS[code]}" for code in field["enum"])
    return made


# %% task="q6" mutant="les libellés dans l'enum" code="LIBELLE" fails=["public", "d'autres données", "un autre paramètre", "chacun une fois, triés"]
def with_enum(tool, parameter, rows):
    if not rows or len({row["code"].lower() for row in rows}) < len({row["code"] for row in rows}):
        raise ValueError("données inutilisables")
    made = copy.deepcopy(tool)
    field = made["input_schema"]["properties"][parameter]
    field["enum"] = sorted({row["label"] for row in rows})
    field["description"] += " " + " ; ".join(f"{row['label']} ({row['code']})" for row in rows)
    return made


# %% task="q6" mutant="deux casses gardées" code="CASSE" fails=["à la casse près"]
def with_enum(tool, parameter, rows):
    labels = {row["code"]: row["label"] for row in rows}
    if not labels:
        raise ValueError("aucune donnée")
    made = copy.deepcopy(tool)
    field = made["input_schema"]["properties"][parameter]
    field["enum"] = sorted(labels)
    field["description"] += " " + ", ".join(f"{code} = {label}" for code, label in labels.items())
    return made


# %% task="q6" mutant="la seconde casse perdue en silence" code="CASSE" fails=["à la casse près"]
def with_enum(tool, parameter, rows):
    if not rows:
        raise ValueError("aucune donnée")
    by_key = {}
    for row in rows:
        by_key.setdefault(row["code"].casefold(), row)
    kept = sorted(by_key.values(), key=lambda row: row["code"])
    made = copy.deepcopy(tool)
    field = made["input_schema"]["properties"][parameter]
    field["enum"] = [row["code"] for row in kept]
    field["description"] += " " + ", ".join(f"{row['code']} = {row['label']}" for row in kept)
    return made


# %% task="q6" mutant="définition modifiée sur place" code="ALIAS" fails=["définition reçue intacte"]
def with_enum(tool, parameter, rows):
    labels = {row["code"]: row["label"] for row in rows}
    if not labels or len({code.lower() for code in labels}) < len(labels):
        raise ValueError("données inutilisables")
    made = dict(tool)
    field = made["input_schema"]["properties"][parameter]
    field["enum"] = sorted(labels)
    field["description"] += " " + ", ".join(f"{code} = {label}" for code, label in labels.items())
    return made


# %% task="q6" mutant="ordre des données" code="PREFIXE" fails=["public", "d'autres données", "un autre paramètre", "chacun une fois, triés"]
def with_enum(tool, parameter, rows):
    labels = {row["code"]: row["label"] for row in rows}
    if not labels or len({code.lower() for code in labels}) < len(labels):
        raise ValueError("données inutilisables")
    made = copy.deepcopy(tool)
    field = made["input_schema"]["properties"][parameter]
    field["enum"] = list(labels)
    field["description"] += " " + ", ".join(f"{code} = {label}" for code, label in labels.items())
    return made


# %% task="q6" mutant="codes d'un côté, libellés de l'autre" code="SOURCE" fails=["codes et libellés expliqués"]
def with_enum(tool, parameter, rows):
    codes = sorted({row["code"] for row in rows})
    if not codes or len({code.lower() for code in codes}) < len(codes):
        raise ValueError("codes vides ou confondus")
    made = copy.deepcopy(tool)
    field = made["input_schema"]["properties"][parameter]
    field["enum"] = codes
    labels = sorted({row["label"] for row in rows})
    field["description"] += f" Codes : {', '.join(codes)}. Libellés : {', '.join(labels)}."
    return made

# %% task="q6" mutant="les codes sans leur sens" code="SOURCE" fails=["codes et libellés expliqués"]
def with_enum(tool, parameter, rows):
    codes = sorted({row["code"] for row in rows})
    if not codes or len({code.lower() for code in codes}) < len(codes):
        raise ValueError("données inutilisables")
    made = copy.deepcopy(tool)
    field = made["input_schema"]["properties"][parameter]
    field.update(enum=codes, description=f"{field['description']} Valeurs : {', '.join(codes)}.")
    return made


# %% task="q7" alternative="jour après jour"
def resolve_date(phrase, today):
    words = phrase.split()

    def first(holds, start=1, days=3000):
        for ahead in range(start, days):
            if holds(today + timedelta(days=ahead)):
                return str(today + timedelta(days=ahead))
        raise ValueError(f"aucun jour ne convient à « {phrase} »")

    match words:
        case ["demain"]:
            return first(lambda day: True)
        case [name, "prochain"] if name in DAYS:
            return first(lambda day: DAYS[day.weekday()] == name)
        case ["le", number, "du", "mois", "prochain"]:
            number = int(number.removesuffix("er"))
            month = today.month % 12 + 1
            return first(lambda day: day.month == month and day.day == number, days=63)
        case [number, name] if name in MONTHS:
            number = int(number.removesuffix("er"))
            return first(lambda day: (day.month, day.day) == (MONTHS.index(name) + 1, number), start=0)
    raise ValueError(f"je ne sais pas lire « {phrase} »")


# %% task="q7" mutant="vendredi prochain, un vendredi" code="CALENDRIER" fails=["le même jour de la semaine"]
def resolve_date(phrase, today):
    words = phrase.replace("1er", "1").split()
    if words == ["demain"]:
        return str(today + timedelta(1))
    if len(words) == 2 and words[1] == "prochain" and words[0] in DAYS:
        return str(today + timedelta((DAYS.index(words[0]) - today.weekday()) % 7))
    if len(words) == 5 and words[0] == "le" and words[2:] == ["du", "mois", "prochain"]:
        year, month = divmod(today.year * 12 + today.month, 12)
        return str(date(year, month + 1, int(words[1])))
    if len(words) == 2 and words[1] in MONTHS:
        day = date(today.year, MONTHS.index(words[1]) + 1, int(words[0]))
        return str(day if day >= today else day.replace(year=today.year + 1))
    raise ValueError(phrase)


# %% task="q7" mutant="vendredi de la semaine suivante" code="CALENDRIER" fails=["public", "tous les jours de la semaine", "today, et non la machine"]
def resolve_date(phrase, today):
    words = phrase.replace("1er", "1").split()
    if words == ["demain"]:
        return str(today + timedelta(1))
    if len(words) == 2 and words[1] == "prochain" and words[0] in DAYS:
        monday = today - timedelta(today.weekday())
        return str(monday + timedelta(7 + DAYS.index(words[0])))
    if len(words) == 5 and words[0] == "le" and words[2:] == ["du", "mois", "prochain"]:
        year, month = divmod(today.year * 12 + today.month, 12)
        return str(date(year, month + 1, int(words[1])))
    if len(words) == 2 and words[1] in MONTHS:
        day = date(today.year, MONTHS.index(words[1]) + 1, int(words[0]))
        return str(day if day >= today else day.replace(year=today.year + 1))
    raise ValueError(phrase)


# %% task="q7" mutant="un treizième mois" code="CALENDRIER" fails=["de décembre à janvier"]
def resolve_date(phrase, today):
    words = phrase.replace("1er", "1").split()
    if words == ["demain"]:
        return str(today + timedelta(1))
    if len(words) == 2 and words[1] == "prochain" and words[0] in DAYS:
        return str(today + timedelta((DAYS.index(words[0]) - today.weekday() - 1) % 7 + 1))
    if len(words) == 5 and words[0] == "le" and words[2:] == ["du", "mois", "prochain"]:
        return str(date(today.year, today.month + 1, int(words[1])))
    if len(words) == 2 and words[1] in MONTHS:
        day = date(today.year, MONTHS.index(words[1]) + 1, int(words[0]))
        return str(day if day >= today else day.replace(year=today.year + 1))
    raise ValueError(phrase)


# %% task="q7" mutant="janvier de la même année" code="CALENDRIER" fails=["de décembre à janvier"]
def resolve_date(phrase, today):
    words = phrase.replace("1er", "1").split()
    if words == ["demain"]:
        return str(today + timedelta(1))
    if len(words) == 2 and words[1] == "prochain" and words[0] in DAYS:
        return str(today + timedelta((DAYS.index(words[0]) - today.weekday() - 1) % 7 + 1))
    if len(words) == 5 and words[0] == "le" and words[2:] == ["du", "mois", "prochain"]:
        return str(date(today.year, today.month % 12 + 1, int(words[1])))
    if len(words) == 2 and words[1] in MONTHS:
        day = date(today.year, MONTHS.index(words[1]) + 1, int(words[0]))
        return str(day if day >= today else day.replace(year=today.year + 1))
    raise ValueError(phrase)


# %% task="q7" mutant="le 31 ramené au 30" code="CALENDRIER" fails=["un jour qui n'existe pas"]
import calendar


def resolve_date(phrase, today):
    words = phrase.replace("1er", "1").split()
    if words == ["demain"]:
        return str(today + timedelta(1))
    if len(words) == 2 and words[1] == "prochain" and words[0] in DAYS:
        return str(today + timedelta((DAYS.index(words[0]) - today.weekday() - 1) % 7 + 1))
    if len(words) == 5 and words[0] == "le" and words[2:] == ["du", "mois", "prochain"]:
        year, month = divmod(today.year * 12 + today.month, 12)
        last = calendar.monthrange(year, month + 1)[1]
        return str(date(year, month + 1, min(int(words[1]), last)))
    if len(words) == 2 and words[1] in MONTHS:
        day = date(today.year, MONTHS.index(words[1]) + 1, int(words[0]))
        return str(day if day >= today else day.replace(year=today.year + 1))
    raise ValueError(phrase)


# %% task="q7" mutant="un 15 décembre déjà passé" code="CALENDRIER" fails=["un jour déjà passé cette année"]
def resolve_date(phrase, today):
    words = phrase.replace("1er", "1").split()
    if words == ["demain"]:
        return str(today + timedelta(1))
    if len(words) == 2 and words[1] == "prochain" and words[0] in DAYS:
        return str(today + timedelta((DAYS.index(words[0]) - today.weekday() - 1) % 7 + 1))
    if len(words) == 5 and words[0] == "le" and words[2:] == ["du", "mois", "prochain"]:
        year, month = divmod(today.year * 12 + today.month, 12)
        return str(date(year, month + 1, int(words[1])))
    if len(words) == 2 and words[1] in MONTHS:
        return str(date(today.year, MONTHS.index(words[1]) + 1, int(words[0])))
    raise ValueError(phrase)


# %% task="q7" mutant="demain d'après la machine" code="HORLOGE" fails=["public", "demain, en fin de mois", "today, et non la machine"]
def resolve_date(phrase, today):
    words = phrase.replace("1er", "1").split()
    if words == ["demain"]:
        return str(date.today() + timedelta(1))
    if len(words) == 2 and words[1] == "prochain" and words[0] in DAYS:
        return str(today + timedelta((DAYS.index(words[0]) - today.weekday() - 1) % 7 + 1))
    if len(words) == 5 and words[0] == "le" and words[2:] == ["du", "mois", "prochain"]:
        year, month = divmod(today.year * 12 + today.month, 12)
        return str(date(year, month + 1, int(words[1])))
    if len(words) == 2 and words[1] in MONTHS:
        day = date(today.year, MONTHS.index(words[1]) + 1, int(words[0]))
        return str(day if day >= today else day.replace(year=today.year + 1))
    raise ValueError(phrase)


# %% task="q7" mutant="phrase inconnue : demain" code="VIDE" fails=["phrase inconnue"]
def resolve_date(phrase, today):
    words = phrase.replace("1er", "1").split()
    if len(words) == 2 and words[1] == "prochain" and words[0] in DAYS:
        return str(today + timedelta((DAYS.index(words[0]) - today.weekday() - 1) % 7 + 1))
    if len(words) == 5 and words[0] == "le" and words[2:] == ["du", "mois", "prochain"]:
        year, month = divmod(today.year * 12 + today.month, 12)
        return str(date(year, month + 1, int(words[1])))
    if len(words) == 2 and words[1] in MONTHS:
        day = date(today.year, MONTHS.index(words[1]) + 1, int(words[0]))
        return str(day if day >= today else day.replace(year=today.year + 1))
    return str(today + timedelta(1))
