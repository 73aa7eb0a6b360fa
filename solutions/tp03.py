# %% [markdown] key="intro"
# # TP03 · La description est un prompt
#
# Durée : 60 minutes. Sept tâches, 25 points. Tout se passe hors ligne.
#
# 1. Lisez la consigne, puis la docstring : à elles deux, elles disent tout ce qui est noté.
# 2. Remplacez la ligne `raise NotImplementedError(…)` par votre code.
# 3. Lancez `verify`. Si vous n'avancez plus, demandez un indice avec `hint`.
#
# Les tâches q2, q3 et q5 passent par le **modèle simulé**. La note mesure une grille et un simulateur, pas Claude : un
# vrai modèle lit mieux, et autrement.

# %% key="setup"
import re

from jsonschema import Draft202012Validator

from tooluse.data import read_json
from tooluse.practice import hint, verify
from tooluse.practice.simulation import called, hear

# %% [markdown] key="defects-intro"
# ## Neuf défauts
#
# La tâche q1 cherche neuf défauts. Une *propriété* est ici une entrée de `input_schema["properties"]`.
#
# | code | le défaut |
# | --- | --- |
# | `name` | le nom ne suit pas `^[a-zA-Z0-9_-]{1,128}$` |
# | `schema` | le méta-schéma refuse `input_schema` |
# | `keyword` | une propriété a une clé absente de `KEYWORDS` |
# | `required` | un nom de `required` n'est pas une propriété |
# | `mute` | une propriété n'a pas de `description`, ou la sienne n'est faite que d'espaces |
#
# La cellule suivante donne les quatre autres.

# %% [markdown] key="defects-more"
# | code | le défaut |
# | --- | --- |
# | `catch-all` | un `enum` mêle lecture et écriture : des valeurs commencent par un mot de `READS`, d'autres par un mot de `WRITES` |
# | `case` | deux valeurs d'un `enum` ne diffèrent que par la casse |
# | `pattern` | un `pattern` ne commence pas par `^`, ou ne finit pas par `$` |
# | `empty` | le nom contient un mot de `SEARCHES`, mais la description ne contient aucune expression de `EMPTY_WORDS`, majuscules ou non |
#
# Les mots d'un nom sont séparés par `_` : `get_card` commence par `get`.

# %% key="defects-data"
TABLES = read_json("tp", "tp03_specimens.json")
KEYWORDS, READS, WRITES = TABLES["keywords"], TABLES["reads"], TABLES["writes"]
SEARCHES, EMPTY_WORDS = TABLES["searches"], TABLES["empty_words"]
for specimen in TABLES["specimens"]:
    print(specimen["definition"]["name"], specimen["codes"])


# %% [markdown] task="q1" title="Les défauts d'une définition" points=5
# Écrivez `defects`, un petit contrôleur de définitions.
#
# 1. Rendez la liste des codes trouvés, dans n'importe quel ordre ; `[]` s'il n'y en a pas.
# 2. Essayez-la sur `TABLES["specimens"]` : chaque définition y est donnée avec ses codes.
# 3. Méfiez-vous de `check_schema` : il ne voit qu'un défaut sur neuf.
#
# Les tests cachés essaient douze autres définitions, avec leur défaut puis corrigées : une fausse alerte compte aussi.

# %% task="q1"
def defects(definition):
    """Les codes des défauts d'une définition : name, schema, keyword, required, mute,
    catch-all, case, pattern, empty. Seul le premier niveau de properties est examiné.

    name, description et input_schema sont toujours là ; properties et required peuvent manquer.
    Un enum peut contenir des nombres. Draft202012Validator.check_schema lève une exception
    quand le méta-schéma refuse.
    """
    ### BEGIN SOLUTION
    name, schema = definition["name"], definition["input_schema"]
    properties = schema.get("properties", {})
    found = set()
    if not re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", name):
        found.add("name")
    try:
        Draft202012Validator.check_schema(schema)
    except Exception:
        found.add("schema")
    if set(schema.get("required", [])) - set(properties):
        found.add("required")
    searches = set(name.split("_")) & set(SEARCHES)
    told = definition["description"].lower()
    if searches and not any(word in told for word in EMPTY_WORDS):
        found.add("empty")
    for one in properties.values():
        if set(one) - set(KEYWORDS):
            found.add("keyword")
        if not one.get("description", "").strip():
            found.add("mute")
        values = [value for value in one.get("enum", []) if isinstance(value, str)]
        verbs = {value.split("_")[0] for value in values}
        if verbs & set(READS) and verbs & set(WRITES):
            found.add("catch-all")
        if len({value.lower() for value in values}) < len(set(values)):
            found.add("case")
        pattern = one.get("pattern", "^$")
        if not (pattern.startswith("^") and pattern.endswith("$")):
            found.add("pattern")
    return sorted(found)
    ### END SOLUTION


# %% [markdown] key="describe-intro"
# ## Une description, un simulateur
#
# L'outil `search_client_contracts` cherche dans le texte des contrats **signés** : clauses, engagement, préavis, résiliation,
# reconduction, pénalités. On le demande souvent sans le mot « contrat » : « qu'a signé Roc ? ». Les factures sont pour
# `search_invoices`, les devis pour `search_quotes`. Il rend au plus 10 contrats, avec leur montant annuel en euros, et une
# liste vide si rien ne correspond.
#
# Cette cellule prépare le catalogue. Une fois q2 écrite, essayez `called(catalogue(DESCRIPTION), "Qu'a signé Roc ?")`.

# %% key="describe-data"
TOOLS = read_json("tp", "tp03_tools.json")


def catalogue(description):
    """Les trois outils d'Ardoise, celui des contrats avec cette description."""
    contracts = {**TOOLS["search_client_contracts"], "description": description}
    return [contracts, *TOOLS["neighbours"]]


# %% [markdown] task="q2" title="Décrire la recherche de contrats" points=4
# Écrivez `DESCRIPTION`, en français ou en anglais.
#
# 1. Dites quatre choses : ce que fait l'outil, quand l'utiliser, quand ne pas l'utiliser, ce qu'il rend.
# 2. Citez ses sujets, et une demande indirecte.
# 3. Nommez `search_invoices` et `search_quotes`.
# 4. Dites l'unité des montants et le cas vide.
#
# La grille : le modèle simulé appelle l'outil pour 7 demandes sur 10 au moins, et pour une demande hors sujet sur 10 au plus.
# Elle ne mesure pas Claude.

# %% task="q2"
# DESCRIPTION = "…" : le texte que lira le modèle
### BEGIN SOLUTION
DESCRIPTION = (
    "Cherche dans le texte des contrats signés par les clients d'Ardoise : clauses, "
    "engagement, préavis, "
    "résiliation, reconduction, pénalités. À utiliser quand la demande porte sur un "
    "contrat, ou sur ce qu'un "
    "client a signé, même sans le mot contrat : « Qu'a signé Roc ? ». Ne couvre ni les "
    "factures (utiliser "
    "search_invoices) ni les devis (utiliser search_quotes). Renvoie au plus 10 contrats, "
    "avec leur montant en "
    "euros par an ; liste vide si aucun ne correspond."
)
### END SOLUTION

# %% [markdown] key="frontier-intro"
# ## Deux voisins
#
# Ardoise a deux outils presque pareils. `search_contracts` cherche dans les **contrats**, c'est-à-dire dans ce qui est signé :
# clauses, engagement, préavis. `search_quotes` cherche dans les **devis** : offres, propositions chiffrées, prix proposés, tant que
# le client n'a pas signé. Les descriptions actuelles se confondent.

# %% key="frontier-data"
BLURRED = dict.fromkeys(
    ["search_contracts", "search_quotes"],
    "Cherche dans les documents d'un client. À utiliser pour un accord ou un montant.",
)


def pair(descriptions):
    """Les deux outils, chacun avec sa description."""
    schema = TOOLS["search_client_contracts"]["input_schema"]
    return [
        {"name": name, "description": text, "input_schema": schema}
        for name, text in descriptions.items()
    ]


for request in ("Qu'a signé Boréal ?", "Combien avons-nous proposé à Delta ?"):
    print(request, called(pair(BLURRED), request))

# %% [markdown] task="q3" title="Une frontière, deux côtés" points=3
# Écrivez `PAIR`, les deux descriptions qui remplacent `BLURRED`.
#
# 1. Chaque description dit le sujet de son outil, avec les mots de l'énoncé.
# 2. Chacune dit aussi où elle s'arrête, et **nomme l'autre outil**.
# 3. Essayez `called(pair(PAIR), "…")` sur des demandes proches de la limite.
#
# La grille : 8 demandes sur 12 au moins vont au bon outil, et à lui seul, avec le modèle simulé. Elle ne mesure pas Claude.

# %% task="q3"
# PAIR = {"search_contracts": "…", "search_quotes": "…"}
### BEGIN SOLUTION
PAIR = {
    "search_contracts": (
        "Cherche dans les contrats signés par les clients : clauses, engagement, préavis. "
        "À utiliser quand la "
        "demande porte sur ce qu'un client a signé. Ne couvre pas les devis : utiliser "
        "search_quotes. Renvoie au "
        "plus 10 contrats, montants en euros ; liste vide si aucun."
    ),
    "search_quotes": (
        "Cherche dans les devis : offres, propositions chiffrées et prix proposés, tant "
        "que le client n'a pas "
        "accepté. À utiliser quand la demande porte sur ce qu'Ardoise a proposé. Ne couvre "
        "pas les contrats : "
        "utiliser search_contracts. Renvoie au plus 10 devis, montants en euros ; liste "
        "vide si aucun."
    ),
}
### END SOLUTION

# %% [markdown] key="split-intro"
# ## Un outil à tout faire
#
# `TOOLS["manage_client"]` fait six choses. Son paramètre `action` choisit, et ses quatre paramètres sont requis, même ceux qui ne
# servent pas.
#
# | opération | il faut | risque |
# | --- | --- | --- |
# | `get_card`, `list_contracts`, `list_invoices`, `list_tickets` | `client_id` | aucun : lecture |
# | `update_address` | `client_id`, `address` | réversible |
# | `delete_client` | `client_id`, `reason` | irréversible |

# %% key="split-data"
MANAGE = TOOLS["manage_client"]
print(MANAGE["description"], MANAGE["input_schema"]["required"])

# %% [markdown] task="q4" title="Séparer selon le risque" points=3
# Écrivez `CLIENT_TOOLS`, les outils qui remplacent `manage_client`, et `COVERS`.
#
# 1. Même ressource et même risque : un seul outil. Risques différents : des outils différents.
# 2. L'outil de lecture choisit par `view`, un `enum` des quatre opérations de lecture.
# 3. Chaque outil requiert ce qu'il lui faut, et n'a aucun paramètre d'une autre opération.
# 4. Décrivez chaque outil, en six mots au moins.
# 5. `COVERS` associe les six opérations au nom de leur outil.

# %% task="q4"
# CLIENT_TOOLS = [{"name": …, "description": …, "input_schema": …}, …]
# COVERS = {"get_card": "nom de l'outil", …}
### BEGIN SOLUTION
VIEWS = ["get_card", "list_contracts", "list_invoices", "list_tickets"]
CLIENT = {"type": "string", "description": "Identifiant du client, par exemple CL-204."}


def client_tool(name, description, **more):
    properties = {"client_id": CLIENT, **more}
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"name": name, "description": description, "input_schema": schema}


CLIENT_TOOLS = [
    client_tool(
        "get_client",
        "Lit ce qu'Ardoise sait d'un client. À utiliser pour toute question sur sa fiche, "
        "ses contrats, ses "
        "factures ou ses tickets. Ne modifie rien. Renvoie la vue demandée, montants en "
        "euros ; null si le client "
        "est inconnu.",
        view={"type": "string", "enum": VIEWS, "description": "La vue voulue."},
    ),
    client_tool(
        "update_client_address",
        "Change l'adresse d'un client. À utiliser quand on donne une nouvelle adresse. Ne "
        "supprime rien. Renvoie "
        "l'ancienne adresse, pour revenir en arrière.",
        address={"type": "string", "description": "La nouvelle adresse, complète."},
    ),
    client_tool(
        "delete_client",
        "Supprime un client pour toujours. À utiliser seulement quand on demande sa "
        "suppression. Ne sert pas à "
        "fermer un contrat. Renvoie la date de suppression.",
        reason={"type": "string", "description": "Le motif, tel que le donne la demande."},
    ),
]
COVERS = {
    **dict.fromkeys(VIEWS, "get_client"),
    "update_address": "update_client_address",
    "delete_client": "delete_client",
}
### END SOLUTION

# %% [markdown] key="required-intro"
# ## Requis, facultatif, défaut
#
# Un champ se déclare par un `need` :
#
# | `need` | la demande le donne | mode libre | mode strict |
# | --- | --- | --- | --- |
# | `always` | toujours | requis | requis |
# | `sometimes` | parfois | facultatif | requis, et `null` accepté |
# | `default` | rarement, une valeur s'impose | facultatif | requis |
#
# En mode strict, ne laissez aucun champ facultatif : chacun alourdit la grammaire que l'API compile, et elle en refuse plus de 24
# (fait daté : 2026-10, documentation).

# %% key="required-data"
FIELDS = TOOLS["fields"]
TICKET = "Ouvre un ticket. À utiliser quand on signale une panne. Renvoie le numéro du ticket."


def ticket_tool(schema, **more):
    return {"name": "create_ticket", "description": TICKET, "input_schema": schema, **more}


for one in FIELDS:
    print(one)

# %% [markdown] task="q5" title="Requis, nullable, défaut" points=4
# Écrivez `object_schema`, qui suit le tableau.
#
# 1. Recopiez chaque `schema` : description, motif et défaut restent.
# 2. En mode strict, fermez l'objet avec `additionalProperties`.
# 3. Un `enum` accepte `null` seulement s'il le contient. Retirez alors `type` : l'API le refuse à côté.
# 4. Ne modifiez pas `fields`.
# 5. Essayez `hear([ticket_tool(object_schema(FIELDS))], "Ouvre un ticket : l'écran est noir.").calls`.
#
# Un test regarde si le modèle simulé invente une date que rien ne donne. Il ne mesure pas Claude.

# %% task="q5"
def object_schema(fields, strict=False):
    """Le schéma de l'objet qui a ces champs.

    fields   liste de {"name": …, "need": "always" | "sometimes" | "default", "schema": {…}} ;
             le "type" d'un schema est une chaîne, et "enum" peut y figurer
    strict   False : mode libre ; True : le schéma d'un outil "strict": True
    """
    ### BEGIN SOLUTION
    properties, required = {}, []
    for one in fields:
        schema = dict(one["schema"])
        if strict and one["need"] == "sometimes":
            schema["type"] = [schema["type"], "null"]
            if "enum" in schema:  # l'API refuse un type double à côté d'un enum
                del schema["type"]
                schema["enum"] = [*schema["enum"], None]
        properties[one["name"]] = schema
        if strict or one["need"] == "always":
            required.append(one["name"])
    whole = {"type": "object", "properties": properties, "required": required}
    return {**whole, "additionalProperties": False} if strict else whole
    ### END SOLUTION


# %% [markdown] task="q6" title="Contraindre par le schéma" points=3
# Écrivez `FLIGHT`, le schéma d'entrée de `search_flights`, en mode libre.
#
# 1. `origin`, `destination` : trois capitales, sans accent, comme `LYS`. Requis.
# 2. `date` : quatre chiffres, tiret, deux, tiret, deux. Requis.
# 3. `passengers` : entier de 1 à 9. Facultatif.
# 4. `cabin` : `economy`, `premium` ou `business`. Facultatif.
# 5. Aucun autre champ.
#
# Un validateur `jsonschema` juge, sans contrôle de `format` : vingt entrées, huit à accepter, douze à refuser.

# %% task="q6"
# FLIGHT = {"type": "object", …}
### BEGIN SOLUTION
AIRPORT = {"type": "string", "pattern": "^[A-Z]{3}$", "description": "Code IATA, par exemple LYS."}
FLIGHT = {
    "type": "object",
    "properties": {
        "origin": AIRPORT,
        "destination": AIRPORT,
        "date": {
            "type": "string",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            "description": "Jour du départ, au format AAAA-MM-JJ.",
        },
        "passengers": {
            "type": "integer", "minimum": 1, "maximum": 9, "default": 1,
            "description": "Nombre de passagers.",
        },
        "cabin": {
            "type": "string", "enum": ["economy", "premium", "business"],
            "description": "Classe de voyage.",
        },
    },
    "required": ["origin", "destination", "date"],
    "additionalProperties": False,
}
### END SOLUTION

# %% [markdown] key="returns-intro"
# ## Ce que l'outil rend
#
# La base d'Ardoise a deux identifiants pour un contrat : `id`, interne, et `number`, que tous les autres outils attendent sous le
# nom de `contract_id`. La tâche q7 écrit la fonction derrière l'outil : le modèle lira ce qu'elle rend.

# %% key="returns-data"
BASE = read_json("tp", "tp03_contracts.json")
ROWS, CLIENTS = BASE["rows"], BASE["clients"]
for row in ROWS:
    print(row)

# %% [markdown] task="q7" title="Rendre : trouvé, vide, trop, erreur" points=3
# Écrivez `find_contracts`, qui cherche `word` dans les titres des contrats du client, majuscules ou non.
#
# 1. Rendez `{"total": …, "contracts": […]}`, dans l'ordre de `rows`.
# 2. Au plus `limit` contrats. `total` les compte **tous** ; s'il en manque, ajoutez `"note"`, une phrase qui le dit.
# 3. Rien trouvé : la même forme, vide.
# 4. Client inconnu : `{"error": "…"}` seul, une phrase qui cite l'identifiant reçu. Ne levez rien.

# %% task="q7"
def find_contracts(rows, clients, client_id, word, limit=3):
    """Ce que l'outil rend au modèle : un dictionnaire.

    rows       liste de {"id", "number", "client_id", "title", "amount_eur"}
    clients    {identifiant: nom}
    contracts  liste de {"contract_id", "title", "amount_eur"} : contract_id est le number,
               et id ne sort pas
    """
    ### BEGIN SOLUTION
    if client_id not in clients:
        return {"error": f"Le client {client_id} n'existe pas. Cherchez-le d'abord par son nom."}
    mine = [row for row in rows if row["client_id"] == client_id]
    matching = [row for row in mine if word.lower() in row["title"].lower()]
    shown = [
        {"contract_id": row["number"], "title": row["title"], "amount_eur": row["amount_eur"]}
        for row in matching[:limit]
    ]
    result = {"total": len(matching), "contracts": shown}
    if len(matching) > limit:
        result["note"] = f"{len(shown)} contrats sur {len(matching)} sont ici : précisez le mot."
    return result
    ### END SOLUTION


# %% [markdown] key="end"
# ## Avant de rendre
#
# 1. Redémarrez le noyau et exécutez tout : chaque `verify` doit annoncer ses tests publics réussis.
# 2. Relisez vos descriptions à voix haute : un collègue qui ne connaît pas Ardoise saurait-il quand appeler l'outil ?
# 3. Rendez le carnet : `tooluse submit tp03 --student prenom.nom`, dans un terminal de JupyterLab.
