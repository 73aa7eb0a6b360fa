# %% [markdown] key="intro"
# # TP04 · Le contrat qui tient
#
# Durée : 50 minutes. Sept tâches, 24 points. Tout se passe hors ligne, et aucun modèle ne tourne : vous jugez des appels,
# puis vous écrivez ce qui rend leurs valeurs justes.
#
# 1. Lisez la consigne, puis la docstring : à elles deux, elles disent tout ce qui est noté.
# 2. Remplacez la ligne `raise NotImplementedError(…)` par votre code.
# 3. Lancez `verify`. Si vous n'avancez plus, demandez un indice avec `hint`.
#
# Les tests cachés essaient d'autres dates, d'autres villes, d'autres données.

# %% key="setup"
import copy
import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from tooluse.data import read_json
from tooluse.experiments.intervals import clopper_pearson as interval
from tooluse.french import typeset
from tooluse.practice import hint, verify

DAYS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
MONTHS = ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
          "octobre", "novembre", "décembre"]

# %% [markdown] key="calls-intro"
# ## Des appels à noter
#
# L'outil est celui de la leçon : `search_flights`, avec `from`, `to` et `date`. Voici deux appels, et ce que l'on
# attendait. Servez-vous-en pour essayer votre première fonction.

# %% key="calls"
expected = {"name": "search_flights", "input": {"from": "MAD", "to": "ATH", "date": "2026-09-11"}}
thin_call = {
    "name": "search_flights", "input": {"from": "Madrid", "to": "ATH", "date": "next Friday"},
}
rich_call = {
    "name": "search_flights", "input": {"from": "MAD", "to": "ATH", "date": "2026-09-04"},
}

# %% [markdown] task="q1" title="Six notes, pas une" points=4
# Un appel peut réussir sur un point et échouer sur un autre. Écrivez `grade`.
#
# 1. Rendez les six notes décrites par la docstring.
# 2. Chaque note ne regarde que ce qui la concerne : un mauvais outil ne change rien aux cinq autres.
# 3. Une note sur les aéroports vaut pour **les deux**.
# 4. `input` vient d'un modèle : une clé peut manquer, une autre être de trop, et ce n'est pas toujours un dictionnaire.
#    Ne levez jamais d'exception.

# %% task="q1"
def grade(call, expected):
    """Note un appel. Rend {"tool": …, "form": …, "airports_format": …, …} : True ou False.

    call, expected   {"name": …, "input": …} ; expected["input"] porte toujours from, to et date

    "tool"             le nom est celui attendu
    "form"             input est un dict, dont les clés sont from, to, date, ni plus ni moins ;
                       les trois valeurs sont des textes
    "airports_format"  from et to : trois lettres majuscules de A à Z, rien d'autre
    "airports_right"   from et to : les textes attendus
    "date_format"      AAAA-MM-JJ, exactement, et ce jour existe au calendrier
    "date_right"       le texte attendu
    Un argument absent, ou qui n'est pas un texte, n'a ni le format ni la valeur.
    """
    ### BEGIN SOLUTION
    given = call["input"] if isinstance(call["input"], dict) else {}
    wanted = expected["input"]

    def is_code(value):
        return isinstance(value, str) and re.fullmatch("[A-Z]{3}", value) is not None

    def is_day(value):
        if not isinstance(value, str) or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            return False
        try:
            date.fromisoformat(value)
        except ValueError:
            return False
        return True

    airports = ("from", "to")
    return {
        "tool": call["name"] == expected["name"],
        "form": given.keys() == wanted.keys() and all(isinstance(v, str) for v in given.values()),
        "airports_format": all(is_code(given.get(side)) for side in airports),
        "airports_right": all(given.get(side) == wanted[side] for side in airports),
        "date_format": is_day(given.get("date")),
        "date_right": given.get("date") == wanted["date"],
    }
    ### END SOLUTION


# %% [markdown] key="records-intro"
# ## Les 24 demandes
#
# Voici l'expérience de la leçon : 24 demandes, posées avec le schéma mince puis avec le schéma riche, donc 48 relevés.
# Chaque argument est déjà noté.
#
# C'est une **reconstitution** : seuls les totaux sont publiés ; les appels ont été refaits pour les retrouver. Le nombre de
# jours justes du schéma mince, lui, n'a pas été publié.
#
# `interval(4, 24)` donne les bornes de l'intervalle de confiance à 95 % pour 4 succès sur 24 : deux nombres entre 0 et 1.

# %% key="records"
RECORDS = read_json("tp", "tp04_records.json")
for record in RECORDS[8:11]:
    print(record)
print(interval(4, 24))

# %% [markdown] task="q2" title="Le bon dénominateur" points=3
# Écrivez `measure`, qui retrouve les chiffres publiés.
#
# 1. Ne gardez que les relevés du schéma demandé.
# 2. Comptez les **demandes** réussies, pour chacune des quatre notes. Pour les aéroports, une demande réussit si `from`
#    **et** `to` réussissent.
# 3. Divisez toujours par le nombre de demandes du schéma, y compris celles où le modèle n'a rien appelé (`marks` vaut
#    alors `None`).
# 4. Joignez l'intervalle que donne `interval`.

# %% task="q2"
def measure(records, schema):
    """Les quatre notes d'un schéma, "thin" ou "rich".

    record   {"schema": …, "request": …, "call": …, "marks": …}
    marks    {"from": {"format": bool, "right": bool}, "to": …, "date": …}, ou None sans appel

    Rend {"airports_format": (n, total, low, high), "airports_right": …,
          "date_format": …, "date_right": …}, où low et high viennent de interval(n, total).
    """
    ### BEGIN SOLUTION
    asked = [record["marks"] for record in records if record["schema"] == schema]

    def count(arguments, layer):
        return sum(
            marks is not None and all(marks[name][layer] for name in arguments) for marks in asked
        )

    measured = {}
    for score, arguments in (("airports", ("from", "to")), ("date", ("date",))):
        for layer in ("format", "right"):
            n = count(arguments, layer)
            measured[f"{score}_{layer}"] = (n, len(asked), *interval(n, len(asked)))
    return measured
    ### END SOLUTION


# %% [markdown] key="failures-intro"
# ## Dix échecs
#
# Sauf mention contraire, nous sommes le lundi 7 septembre 2026, et le modèle n'en sait rien.

# %% key="failures"
for number, line in read_json("tp", "tp04_failures.json").items():
    print(typeset(f"Cas {number}. {line}"))

# %% [markdown] task="q3" title="Quel échec, quel remède ?" points=3 closed=true
# Rangez dans `TRIAGE`, pour chaque cas, un couple `(échec, remède)`.
#
# 1. Échec : `"format"` (la valeur est mal écrite), `"knowledge"` (elle est bien écrite, mais fausse), `"outage"` (l'API n'a
#    pas répondu).
# 2. Remède, un seul :
#    - `"describe"` : préciser le format dans la description et le schéma ;
#    - `"today"` : donner la date du jour ;
#    - `"enum"` : énumérer un petit ensemble ;
#    - `"lookup"` : un outil de recherche, pour un grand ensemble ;
#    - `"retry"` : relancer la même requête.

# %% task="q3"
# TRIAGE : un dictionnaire de dix couples, numéro du cas → (échec, remède).
# TRIAGE = {1: ("…", "…"), 2: ("…", "…"), …}
### BEGIN SOLUTION
TRIAGE = {
    1: ("format", "describe"),
    2: ("knowledge", "today"),
    3: ("format", "describe"),
    4: ("knowledge", "lookup"),
    5: ("knowledge", "enum"),
    6: ("outage", "retry"),
    7: ("knowledge", "today"),
    8: ("format", "describe"),
    9: ("knowledge", "lookup"),
    10: ("knowledge", "enum"),
}
### END SOLUTION

# %% [markdown] task="q4" title="Un contexte daté" points=4
# Écrivez `dated_system`, qui fabrique le texte de `system` : vos instructions, puis le jour.
#
# 1. L'instant vient de `clock()`, jamais de la machine. Le jour est celui du fuseau `zone`.
# 2. Commencez par `instructions`, sans y toucher : ce début ne change jamais.
# 3. Ajoutez une phrase avec la date (`2026-09-08`) et le jour de la semaine en français (`mardi`).
# 4. Ne donnez ni heure, ni rien qui change dans la journée : le texte doit rester le même jusqu'à minuit.

# %% task="q4"
def dated_system(instructions, clock, zone):
    """Le texte de system : instructions, puis la date du jour dans ce fuseau.

    clock   fonction sans argument ; rend un datetime muni d'un fuseau (UTC)
    zone    nom de fuseau : "Europe/Paris", "America/New_York", "Asia/Tokyo"…
    """
    ### BEGIN SOLUTION
    today = clock().astimezone(ZoneInfo(zone)).date()
    return f"{instructions}\n\nAujourd'hui : {DAYS[today.weekday()]} {today.isoformat()}."
    ### END SOLUTION


# %% [markdown] key="airports-intro"
# ## Des aéroports et des équipes
#
# Voici les deux tables des tâches suivantes. Paris a trois aéroports ; Nogent n'en a aucun.

# %% key="airports"
AIRPORTS = read_json("tp", "tp04_airports.json")
TEAMS = read_json("tp", "tp04_teams.json")
for row in [*AIRPORTS[:4], *TEAMS]:
    print(row)

# %% [markdown] task="q5" title="Chercher un aéroport, et dire le doute" points=3
# Écrivez `find_airport`, la fonction d'un outil que le modèle appelle **avant** `search_flights`.
#
# 1. Comparez la ville entière, sans tenir compte des majuscules ni des espaces autour.
# 2. Un aéroport : `"found"`. Plusieurs : `"ambiguous"`, et vous les rendez **tous**. Aucun : `"not_found"`.
# 3. Donnez à chaque fois le code et le nom.
# 4. Ne choisissez pas à la place du modèle, n'inventez rien, ne levez pas d'exception.

# %% task="q5"
def find_airport(city, airports):
    """Les aéroports d'une ville : {"status": …, "airports": [{"code": …, "name": …}, …]}.

    airports   lignes {"code": "ORY", "name": "Orly", "city": "Paris"}
    "status"   "found" (une ligne), "ambiguous" (plusieurs), "not_found" (aucune : liste vide)
    """
    ### BEGIN SOLUTION
    wanted = city.strip().casefold()
    found = [
        {"code": row["code"], "name": row["name"]}
        for row in airports
        if row["city"].casefold() == wanted
    ]
    statuses = {0: "not_found", 1: "found"}
    return {"status": statuses.get(len(found), "ambiguous"), "airports": found}
    ### END SOLUTION


# %% [markdown] task="q6" title="Un enum tiré des données" points=3
# Écrivez `with_enum`, qui enferme un paramètre dans les valeurs des données.
#
# 1. Rendez une **nouvelle** définition : celle reçue reste intacte.
# 2. Dans le schéma du paramètre, mettez `enum` : les codes, chacun une fois, triés. Le reste du schéma ne change pas.
# 3. À la fin de la description du paramètre, ajoutez chaque code avec son libellé : le modèle doit savoir ce qu'il choisit.
# 4. Levez `ValueError` si `rows` est vide, ou si deux codes ne diffèrent que par la casse.

# %% task="q6"
def with_enum(tool, parameter, rows):
    """Une copie de tool, où input_schema.properties[parameter] n'admet que les codes de rows.

    tool   définition d'outil ; le paramètre a une description, qui doit rester au début
    rows   lignes {"code": "FACT", "label": "Facturation"}, dans n'importe quel ordre ;
           une même ligne peut revenir
    """
    ### BEGIN SOLUTION
    labels = {row["code"]: row["label"] for row in rows}
    if not labels:
        raise ValueError("aucune valeur : l'enum serait vide")
    if len({code.casefold() for code in labels}) < len(labels):
        raise ValueError("deux codes ne diffèrent que par la casse")
    codes = sorted(labels)
    schema = tool["input_schema"]
    old = schema["properties"][parameter]
    meanings = ", ".join(f"{code} = {labels[code]}" for code in codes)
    new = {**old, "enum": codes, "description": f"{old['description']} {meanings}."}
    properties = {**schema["properties"], parameter: new}
    return {**tool, "input_schema": {**schema, "properties": properties}}
    ### END SOLUTION


# %% [markdown] task="q7" title="Le calcul sort du modèle" points=4
# Écrivez `resolve_date` : le modèle recopie ce qu'a dit l'utilisateur, votre code fait le calcul.
#
# 1. Traitez les quatre formes de la docstring ; le jour s'écrit en chiffres, ou `1er`.
# 2. Rendez le jour en texte, `AAAA-MM-JJ`.
# 3. Partez de `today`, jamais de l'horloge de la machine.
# 4. Levez `ValueError` si la phrase a une autre forme, ou si le jour n'existe pas (le 31 d'un mois de 30 jours) : n'en
#    choisissez pas un autre.

# %% task="q7"
def resolve_date(phrase, today):
    """Le jour que désigne phrase, pour qui parle le jour today (datetime.date). Rend "AAAA-MM-JJ".

    "demain"                   le lendemain
    "vendredi prochain"        le premier vendredi après today ; jamais today lui-même
                               (de même pour les six autres jours)
    "le 3 du mois prochain"    le 3 du mois qui suit celui de today
    "15 décembre"              le premier 15 décembre à partir de today, today compris
    """
    ### BEGIN SOLUTION
    def number(text):
        return 1 if text == "1er" else int(text)

    if phrase == "demain":
        return (today + timedelta(days=1)).isoformat()
    if match := re.fullmatch(r"(\w+) prochain", phrase):
        if match[1] not in DAYS:
            raise ValueError(f"jour inconnu : {phrase}")
        ahead = (DAYS.index(match[1]) - today.weekday() - 1) % 7 + 1
        return (today + timedelta(days=ahead)).isoformat()
    if match := re.fullmatch(r"le ([0-9]+|1er) du mois prochain", phrase):
        year, month = (today.year + 1, 1) if today.month == 12 else (today.year, today.month + 1)
        return date(year, month, number(match[1])).isoformat()
    match = re.fullmatch(r"([0-9]+|1er) (\w+)", phrase)
    if not match or match[2] not in MONTHS:
        raise ValueError(f"date inconnue : {phrase}")
    found = date(today.year, MONTHS.index(match[2]) + 1, number(match[1]))
    return (found if found >= today else found.replace(year=today.year + 1)).isoformat()
    ### END SOLUTION


# %% [markdown] key="end"
# ## Avant de rendre
#
# 1. Redémarrez le noyau et exécutez tout : chaque `verify` doit annoncer ses tests publics réussis.
# 2. Relisez vos fonctions : de quoi dépendent-elles, en dehors de leurs arguments ?
# 3. Rendez le carnet : `tooluse submit tp04 --student prenom.nom`, dans un terminal de JupyterLab.
