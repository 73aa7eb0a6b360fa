# Specimens of TP03. Descriptions are texts: the honest ones are many, in both languages and in several styles.

# %% task="q1" alternative="un dictionnaire de questions"
def is_refused(schema):
    return not Draft202012Validator(Draft202012Validator.META_SCHEMA).is_valid(schema)


def each(definition):
    return list((definition["input_schema"].get("properties") or {}).values())


def words_in(definition):
    return [[v for v in one.get("enum", ()) if type(v) is str] for one in each(definition)]


def starts(values, verbs):
    return any(value.startswith(verb) for value in values for verb in verbs)


QUESTIONS = {
    "name": lambda d: not re.match(r"^[a-zA-Z0-9_-]{1,128}$", d["name"]),
    "schema": lambda d: is_refused(d["input_schema"]),
    "keyword": lambda d: any(key not in KEYWORDS for one in each(d) for key in one),
    "required": lambda d: any(
        name not in d["input_schema"].get("properties", {}) for name in d["input_schema"].get("required", [])
    ),
    "mute": lambda d: any(not (one.get("description") or "").strip() for one in each(d)),
    "catch-all": lambda d: any(starts(v, READS) and starts(v, WRITES) for v in words_in(d)),
    "case": lambda d: any(len(set(map(str.casefold, v))) < len(v) for v in words_in(d)),
    "pattern": lambda d: any(
        "pattern" in one and not re.match(r"^\^.*\$$", one["pattern"]) for one in each(d)
    ),
    "empty": lambda d: any(word in d["name"].split("_") for word in SEARCHES)
    and all(word not in d["description"].lower() for word in EMPTY_WORDS),
}


def defects(definition):
    return [code for code, has in QUESTIONS.items() if has(definition)]

# %% task="q1" alternative="le catalogue de tooluse lint"
from tooluse.rules.lint_catalogue import check_and_advise

CODES = {
    "string-pattern": "name", "string-too-long": "name", "input-schema-invalid": "schema", "unknown-schema-keyword": "keyword",
    "required-without-property": "required", "parameter-undescribed": "mute", "catch-all-parameter": "catch-all",
    "enum-case": "case", "pattern-unanchored": "pattern", "empty-case-missing": "empty",
}


def defects(definition):
    request = {
        "model": "any", "max_tokens": 10, "tools": [definition],
        "messages": [{"role": "user", "content": "Bonjour."}],
    }
    return sorted({CODES[found.rule] for found in check_and_advise(request) if found.rule in CODES})

# %% task="q1" mutant="un nom sans point ni espace" code="LACHE" fails=["nom permis"]
def defects(definition):
    name, schema = definition["name"], definition["input_schema"]
    properties = schema.get("properties", {})
    found = set()
    if "." in name or " " in name:
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

# %% task="q1" mutant="check_schema seulement" code="ACCEPTE" fails=["mot-clé inconnu", "requis sans propriété", "lire et écrire", "casse d'un enum", "motif ancré", "cas vide"]
def defects(definition):
    found = []
    if not re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", definition["name"]):
        found.append("name")
    try:
        Draft202012Validator.check_schema(definition["input_schema"])
    except Exception:
        found.append("schema")
    for one in definition["input_schema"]["properties"].values():
        if not one.get("description", "").strip():
            found.append("mute")
    return found

# %% task="q1" mutant="le méta-schéma verra les mots-clés" code="ACCEPTE" fails=["mot-clé inconnu"]
def defects(definition):
    schema, found = definition["input_schema"], []
    if re.fullmatch(r"[\w-]{1,128}", definition["name"], re.ASCII) is None:
        found.append("name")
    try:
        Draft202012Validator.check_schema(schema)
    except Exception:
        found += ["schema", "keyword"]
    if any(name not in schema["properties"] for name in schema["required"]):
        found.append("required")
    if set(definition["name"].split("_")) & set(SEARCHES):
        if not any(word in definition["description"].lower() for word in EMPTY_WORDS):
            found.append("empty")
    for one in schema["properties"].values():
        if not one.get("description", "").strip():
            found.append("mute")
        values = [str(value) for value in one.get("enum", [])]
        firsts = [value.split("_")[0] for value in values]
        if any(word in READS for word in firsts) and any(word in WRITES for word in firsts):
            found.append("catch-all")
        if len({value.lower() for value in values}) != len(values):
            found.append("case")
        if "pattern" in one and not (one["pattern"][0] == "^" and one["pattern"][-1] == "$"):
            found.append("pattern")
    return found

# %% task="q1" mutant="tout paramètre action est fautif" code="RISQUE" fails=["lire et écrire"]
def defects(definition):
    schema, found = definition["input_schema"], set()
    properties = schema.get("properties", {})
    if not re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", definition["name"]):
        found.add("name")
    try:
        Draft202012Validator.check_schema(schema)
    except Exception:
        found.add("schema")
    if not set(schema.get("required", [])) <= set(properties):
        found.add("required")
    told = definition["description"].lower()
    if set(SEARCHES) & set(definition["name"].split("_")) and not any(word in told for word in EMPTY_WORDS):
        found.add("empty")
    for name, one in properties.items():
        if not set(one) <= set(KEYWORDS):
            found.add("keyword")
        if not one.get("description", "").strip():
            found.add("mute")
        if name in ("action", "operation") and "enum" in one:
            found.add("catch-all")
        values = [value for value in one.get("enum", []) if isinstance(value, str)]
        if len({value.lower() for value in values}) < len(values):
            found.add("case")
        pattern = one.get("pattern")
        if pattern and not (pattern.startswith("^") and pattern.endswith("$")):
            found.add("pattern")
    return list(found)

# %% task="q1" mutant="motifs et noms cherchés, non ancrés" code="LACHE" fails=["public", "nom permis", "casse d'un enum", "motif ancré"]
def defects(definition):
    schema, found = definition["input_schema"], set()
    properties = schema.get("properties", {})
    if not re.match(r"[a-zA-Z0-9_-]{1,128}", definition["name"]):
        found.add("name")
    try:
        Draft202012Validator.check_schema(schema)
    except Exception:
        found.add("schema")
    if not set(schema.get("required", [])) <= set(properties):
        found.add("required")
    told = definition["description"].lower()
    if set(SEARCHES) & set(definition["name"].split("_")) and not any(word in told for word in EMPTY_WORDS):
        found.add("empty")
    for one in properties.values():
        if not set(one) <= set(KEYWORDS):
            found.add("keyword")
        if not one.get("description", "").strip():
            found.add("mute")
        values = [value for value in one.get("enum", []) if isinstance(value, str)]
        verbs = {value.split("_")[0] for value in values}
        if verbs & set(READS) and verbs & set(WRITES):
            found.add("catch-all")
        if len(set(values)) < len(values):
            found.add("case")
        if "pattern" in one and not one["pattern"].startswith("^"):
            found.add("pattern")
    return list(found)

# %% task="q2" alternative="phrases courtes"
DESCRIPTION = (
    "Cherche dans le texte des contrats signés. À utiliser pour les questions de clause, d'engagement, de préavis, de "
    "résiliation, de reconduction ou de pénalités, et quand on demande ce qu'un client a signé. Ne couvre ni factures "
    "ni devis : voir search_invoices et search_quotes. Retourne au plus 10 contrats, montants en euros, ou une liste "
    "vide."
)

# %% task="q2" alternative="en anglais"
DESCRIPTION = """Full-text search in the contracts that clients have signed: clauses, commitment, notice period,
termination, renewal, penalties. Use it when the user asks about a contract or about what a client signed, even if
the word "contract" is not there ("what did Roc agree to?"). Do not use it for invoices (use search_invoices) or
quotes (use search_quotes). Returns at most 10 contracts, with their yearly amount in euros; an empty list when
nothing matches."""

# %% task="q2" alternative="en anglais, autre ordre"
DESCRIPTION = (
    "Search the text of signed client contracts: clauses, duration, notice, termination, renewal, penalties. Call this "
    "when someone asks what a client agreed to or signed. It does not cover invoices or quotes; use search_invoices and "
    "search_quotes for these. The result is a list of up to ten contracts, amounts in EUR per year. If no contract "
    "matches, the list is empty."
)

# %% task="q2" alternative="titres et puces"
DESCRIPTION = """Recherche plein texte dans les contrats signés des clients.
Quand l'utiliser : questions sur les clauses, la durée d'engagement, le préavis, la résiliation, la reconduction ou les
pénalités ; « qu'a signé Roc ? ».
Quand ne pas l'utiliser : factures (search_invoices), devis (search_quotes).
Retour : liste d'au plus 10 contrats {contract_id, client, title, amount_eur (euros par an), excerpt} ; [] si aucun
résultat."""

# %% task="q2" alternative="tutoiement"
DESCRIPTION = (
    "Permet de retrouver des contrats clients signés par leur texte. Utilise cet outil si l'utilisateur parle "
    "d'engagement, de préavis, de résiliation, de reconduction tacite, de pénalités, d'une clause, ou de ce qui a été "
    "signé. N'utilise pas cet outil pour un devis : appelle search_quotes. Pour une facture : appelle search_invoices. "
    "Tu reçois une liste de contrats (10 maximum) avec le montant annuel en euros. Si rien n'est trouvé, la liste est "
    "vide."
)

# %% task="q2" alternative="exemples de demandes"
DESCRIPTION = (
    "Trouve les contrats signés qui contiennent les mots de la demande. Quand un utilisateur demande « quel préavis "
    "avec Roc ? », « peut-on résilier ? », « qu'a signé Marais ? », « quelles pénalités ? », « jusqu'à quand dure "
    "l'engagement ? », c'est cet outil. Les factures relèvent de search_invoices et les devis de search_quotes, pas de "
    "cet outil. Rend jusqu'à 10 contrats avec leur montant en EUR par an ; rend une liste vide quand aucun contrat ne "
    "correspond."
)

# %% task="q2" alternative="toute question sur le sujet"
DESCRIPTION = (
    "Recherche dans les contrats signés. À appeler pour toute question sur une clause, un préavis, un engagement, une "
    "résiliation, une pénalité, une reconduction, ou sur ce qu'un client a signé. Pas pour les devis (search_quotes) ni "
    "pour les factures (search_invoices). Renvoie 10 contrats au plus, montants en euros ; liste vide si rien."
)

# %% task="q2" mutant="docstring de la fonction" code="DOC" fails=["demandes du sujet", "déclencheur"]
DESCRIPTION = """search_client_contracts(query: str) -> list[dict]

Voir aussi search_invoices et search_quotes, même module.

Args:
    query: la chaîne passée au moteur.
Returns:
    Une liste de lignes, montants en euros ; liste vide si aucune ligne."""

# %% task="q2" mutant="notes pour les développeurs" code="DOC" fails=["demandes du sujet", "déclencheur"]
DESCRIPTION = (
    "Exécute une requête SQL plein texte sur la base, avec un index GIN, et pagine les lignes. Même code que "
    "search_invoices et search_quotes. Écrit par l'équipe données en 2024. Renvoie une liste de dictionnaires, montants "
    "en euros, vide si aucune ligne ne convient."
)

# %% task="q2" mutant="tous les mots du domaine" code="BOURRAGE" fails=["demandes hors sujet", "déclencheur"]
DESCRIPTION = (
    "contrat, contrats, client, clients, clause, préavis, résiliation, reconduction, pénalités, engagement, signature, "
    "facture, devis, paiement, règlement, montant, adresse, livraison, commande, ticket, tickets, support, stock, "
    "produit, téléphone, réunion. Voir search_invoices et search_quotes. Renvoie au plus 10 contrats, montants en "
    "euros ; liste vide si aucun."
)

# %% task="q2" mutant="pour toute demande" code="BOURRAGE" fails=["demandes hors sujet", "rien de plus"]
DESCRIPTION = (
    "Cherche tout ce qu'un client a signé avec nous : contrats, clauses, préavis, résiliation, engagement, pénalités, "
    "reconduction. À utiliser pour toute demande, même quand search_invoices ou search_quotes semblent convenir. "
    "Renvoie au plus 10 contrats, montants en euros ; liste vide si rien ne correspond."
)

# %% task="q2" mutant="ni retour ni cas vide" code="DOC" fails=["retour et unité", "cas vide"]
DESCRIPTION = (
    "Cherche dans le texte des contrats signés : clauses, engagement, préavis, résiliation, reconduction, pénalités. À "
    "utiliser quand la demande porte sur ce qu'un client a signé. Ne couvre ni les factures (utiliser search_invoices) "
    "ni les devis (utiliser search_quotes)."
)

# %% task="q2" mutant="cas vide oublié" code="VIDE" fails=["cas vide"]
DESCRIPTION = (
    "Cherche dans le texte des contrats signés : clauses, engagement, préavis, résiliation, reconduction, pénalités. À "
    "utiliser quand la demande porte sur ce qu'un client a signé. Ne couvre ni les factures (utiliser search_invoices) "
    "ni les devis (utiliser search_quotes). Renvoie au plus 10 contrats, avec leur montant en euros par an."
)

# %% task="q2" mutant="frontière sans adresse" code="FRONTIERE" fails=["voisins nommés"]
DESCRIPTION = (
    "Cherche dans le texte des contrats signés : clauses, engagement, préavis, résiliation, reconduction, pénalités. À "
    "utiliser quand la demande porte sur ce qu'un client a signé. Ne couvre ni les factures ni les devis. Renvoie au "
    "plus 10 contrats, avec leur montant en euros par an ; liste vide si aucun ne correspond."
)

# %% task="q3" alternative="sans le mot couvrir"
PAIR = {
    "search_contracts": (
        "Recherche plein texte dans les contrats, c'est-à-dire les accords signés. Quand on parle de clause, "
        "d'engagement, de préavis, de résiliation, ou de ce qu'un client a signé. Tant que rien n'est signé, c'est un "
        "devis : utiliser search_quotes. Rend une liste de contrats, vide si aucun."
    ),
    "search_quotes": (
        "Recherche plein texte dans les devis : propositions, offres, prix proposés, chiffrages. Quand on parle de ce "
        "qu'Ardoise a proposé. Une fois signé, c'est un contrat : utiliser search_contracts. Rend une liste de devis, "
        "vide si aucun."
    ),
}

# %% task="q3" alternative="en anglais"
PAIR = dict(
    search_contracts=(
        "Search signed client contracts: clauses, commitment, notice period, termination. Use when the user asks what "
        "a client has signed. Do not use for quotes or proposals: use search_quotes. Returns up to 10 contracts, "
        "amounts in euros; an empty list if none."
    ),
    search_quotes=(
        "Search quotes: proposals and offers sent to a client, proposed prices. Use when the user asks what we "
        "offered or proposed. Do not use for signed contracts: use search_contracts. Returns up to 10 quotes, amounts "
        "in euros; an empty list if none."
    ),
)

# %% task="q3" alternative="très court"
PAIR = {
    "search_contracts": "Contrats signés : clauses, engagement, préavis. Pas les devis (search_quotes).",
    "search_quotes": "Devis : offres, propositions chiffrées, prix proposés. Pas les contrats (search_contracts).",
}

# %% task="q3" mutant="frontière du seul côté des contrats" code="FRONTIERE" fails=["frontière des devis"]
PAIR = {
    "search_contracts": (
        "Cherche dans les contrats signés par les clients : clauses, engagement, préavis. À utiliser quand la demande "
        "porte sur ce qu'un client a signé. Ne couvre pas les devis : utiliser search_quotes. Renvoie au plus 10 "
        "contrats ; liste vide si aucun."
    ),
    "search_quotes": (
        "Cherche dans les devis : offres, propositions chiffrées, prix proposés. À utiliser quand la demande porte sur "
        "ce qu'Ardoise a proposé. Renvoie au plus 10 devis ; liste vide si aucun."
    ),
}

# %% task="q3" mutant="frontière du seul côté des devis" code="FRONTIERE" fails=["frontière des contrats"]
PAIR = {
    "search_contracts": (
        "Recherche des contrats signés. À utiliser pour une clause, un engagement, un préavis, une signature."
    ),
    "search_quotes": (
        "Recherche des devis. À utiliser pour une offre, une proposition chiffrée, un prix proposé. Ne pas utiliser "
        "pour un contrat : search_contracts."
    ),
}

# %% task="q3" mutant="les noms, sans les sujets" code="FRONTIERE" fails=["demandes proches"]
PAIR = {
    "search_contracts": (
        "Cherche dans les documents d'un client. À utiliser pour un accord ou un montant. Autre outil : search_quotes."
    ),
    "search_quotes": (
        "Cherche dans les documents d'un client. À utiliser pour un accord ou un montant. Autre outil : "
        "search_contracts."
    ),
}

# %% task="q3" mutant="la même description pour les deux" code="FRONTIERE" fails=["demandes proches"]
BOTH = (
    "Cherche dans les contrats signés et dans les devis : clauses, engagement, préavis, offres, propositions, prix. "
    "search_contracts ne couvre pas les devis, search_quotes ne couvre pas les contrats."
)
PAIR = {"search_contracts": BOTH, "search_quotes": BOTH}

# %% task="q4" alternative="autres noms, écrits à la main"
CLIENT_ID = {"type": "string", "pattern": "^CL-[0-9]+$", "description": "Identifiant du client."}
CLIENT_TOOLS = [
    {
        "name": "read_client_record",
        "description": "Reads one view of a client's record. Use it for any question about a client. Returns null "
        "when the client is unknown.",
        "input_schema": {
            "type": "object",
            "properties": {
                "client_id": CLIENT_ID,
                "view": {
                    "type": "string",
                    "enum": ["list_tickets", "list_invoices", "list_contracts", "get_card"],
                    "default": "get_card",
                },
                "limit": {"type": "integer", "description": "At most so many entries."},
            },
            "required": ["client_id"],
            "additionalProperties": False,
        },
    },
    {
        "name": "erase_client",
        "description": "Erases a client for ever, only when it is asked for.",
        "input_schema": {
            "type": "object",
            "properties": {"reason": {"type": "string"}, "client_id": CLIENT_ID},
            "required": ["reason", "client_id"],
        },
    },
    {
        "name": "move_client",
        "description": "Changes the address of a client who has moved.",
        "input_schema": {
            "type": "object",
            "properties": {"client_id": CLIENT_ID, "address": {"type": "string"}, "since": {"type": "string"}},
            "required": ["client_id", "address"],
        },
    },
]
COVERS = {value: "read_client_record" for value in CLIENT_TOOLS[0]["input_schema"]["properties"]["view"]["enum"]}
COVERS.update(update_address="move_client", delete_client="erase_client")

# %% task="q4" mutant="tout séparer" code="RISQUE" fails=["lectures groupées"]
def one_tool(name, description, *names):
    told = {"client_id": "Identifiant du client.", "address": "Nouvelle adresse.", "reason": "Motif."}
    properties = {key: {"type": "string", "description": told[key]} for key in names}
    schema = {"type": "object", "properties": properties, "required": list(names)}
    return {"name": name, "description": description, "input_schema": schema}


CLIENT_TOOLS = [
    one_tool("get_card", "Lit la fiche d'un client, par son identifiant.", "client_id"),
    one_tool("list_contracts", "Liste les contrats d'un client ; liste vide si aucun.", "client_id"),
    one_tool("list_invoices", "Liste les factures d'un client ; liste vide si aucune.", "client_id"),
    one_tool("list_tickets", "Liste les tickets d'un client ; liste vide si aucun.", "client_id"),
    one_tool("update_address", "Change l'adresse d'un client qui a déménagé.", "client_id", "address"),
    one_tool("delete_client", "Supprime un client pour toujours, sur demande.", "client_id", "reason"),
]
COVERS = {tool["name"]: tool["name"] for tool in CLIENT_TOOLS}

# %% task="q4" mutant="tout garder" code="RISQUE" fails=["un outil par risque", "paramètres utiles", "requis utiles"]
ENTRIES = ["get_card", "list_contracts", "list_invoices", "list_tickets", "update_address", "delete_client"]
CLIENT_TOOLS = [
    {
        "name": "manage_client",
        "description": "Lit, modifie ou supprime un client. À utiliser pour toute opération sur un client.",
        "input_schema": {
            "type": "object",
            "properties": {
                "client_id": {"type": "string", "description": "Identifiant du client."},
                "view": {"type": "string", "enum": ENTRIES, "description": "L'opération."},
                "address": {"type": "string", "description": "Nouvelle adresse."},
                "reason": {"type": "string", "description": "Motif de suppression."},
            },
            "required": ["client_id", "view"],
        },
    }
]
COVERS = dict.fromkeys(ENTRIES, "manage_client")

# %% task="q4" mutant="lecture et écriture : modifier avec supprimer" code="RISQUE" fails=["un outil par risque", "paramètres utiles", "requis utiles"]
LOOK_UP = ["get_card", "list_contracts", "list_invoices", "list_tickets"]
WHO = {"type": "string", "description": "Identifiant du client."}
CLIENT_TOOLS = [
    {
        "name": "get_client",
        "description": "Lit ce qu'Ardoise sait d'un client : fiche, contrats, factures, tickets.",
        "input_schema": {
            "type": "object",
            "properties": {"client_id": WHO, "view": {"type": "string", "enum": LOOK_UP}},
            "required": ["client_id", "view"],
        },
    },
    {
        "name": "write_client",
        "description": "Change l'adresse d'un client, ou le supprime pour toujours.",
        "input_schema": {
            "type": "object",
            "properties": {
                "client_id": WHO,
                "change": {"type": "string", "enum": ["update_address", "delete_client"]},
                "address": {"type": "string", "description": "Nouvelle adresse."},
                "reason": {"type": "string", "description": "Motif."},
            },
            "required": ["client_id", "change"],
        },
    },
]
COVERS = {**dict.fromkeys(LOOK_UP, "get_client"), "update_address": "write_client", "delete_client": "write_client"}

# %% task="q4" mutant="champs conditionnels restés" code="REQUIS" fails=["paramètres utiles", "requis utiles"]
READING = ["get_card", "list_contracts", "list_invoices", "list_tickets"]
COMMON = {
    "client_id": {"type": "string", "description": "Identifiant du client."},
    "address": {"type": "string", "description": "Nouvelle adresse, sinon une chaîne vide."},
    "reason": {"type": "string", "description": "Motif, sinon une chaîne vide."},
}


def cut(name, description, **more):
    properties = {**COMMON, **more}
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"name": name, "description": description, "input_schema": schema}


CLIENT_TOOLS = [
    cut("get_client", "Lit une vue d'un client : fiche, contrats, factures, tickets.",
        view={"type": "string", "enum": READING, "description": "La vue voulue."}),
    cut("update_client", "Change l'adresse d'un client qui a déménagé."),
    cut("delete_client", "Supprime un client pour toujours, sur demande."),
]
COVERS = dict.fromkeys(READING, "get_client") | {"update_address": "update_client", "delete_client": "delete_client"}

# %% task="q4" mutant="rien de requis" code="REQUIS" fails=["requis utiles"]
READING = ["get_card", "list_contracts", "list_invoices", "list_tickets"]


def loose(name, description, **properties):
    properties["client_id"] = {"type": "string", "description": "Identifiant du client."}
    return {"name": name, "description": description, "input_schema": {"type": "object", "properties": properties}}


CLIENT_TOOLS = [
    loose("get_client", "Lit une vue d'un client : fiche, contrats, factures, tickets.",
          view={"type": "string", "enum": READING}),
    loose("update_client", "Change l'adresse d'un client qui a déménagé.", address={"type": "string"}),
    loose("delete_client", "Supprime un client pour toujours, sur demande.", reason={"type": "string"}),
]
COVERS = dict.fromkeys(READING, "get_client") | {"update_address": "update_client", "delete_client": "delete_client"}

# %% task="q4" mutant="vues en prose, outils sans description" code="DECOR" fails=["lectures groupées", "outils décrits"]
def bare(name, *names):
    properties = {key: {"type": "string"} for key in names}
    return {"name": name, "description": name, "input_schema": {
        "type": "object", "properties": properties, "required": list(names)}}


CLIENT_TOOLS = [
    bare("get_client", "client_id", "view"),
    bare("update_client", "client_id", "address"),
    bare("delete_client", "client_id", "reason"),
]
CLIENT_TOOLS[0]["description"] = "view : get_card, list_contracts, list_invoices ou list_tickets, rien d'autre."
COVERS = dict.fromkeys(["get_card", "list_contracts", "list_invoices", "list_tickets"], "get_client")
COVERS |= {"update_address": "update_client", "delete_client": "delete_client"}

# %% task="q4" mutant="noms en guise de descriptions" code="DOC" fails=["outils décrits"]
WHO = {"type": "string", "description": "Identifiant du client."}
READING = ["get_card", "list_contracts", "list_invoices", "list_tickets"]


def named(name, **more):
    properties = {"client_id": WHO, **more}
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"name": name, "description": name.replace("_", " "), "input_schema": schema}


CLIENT_TOOLS = [
    named("get_client", view={"type": "string", "enum": READING}),
    named("update_address", address={"type": "string"}),
    named("delete_client", reason={"type": "string"}),
]
COVERS = {**{one: "get_client" for one in READING}, "update_address": "update_address", "delete_client": "delete_client"}

# %% task="q5" alternative="anyOf et compréhensions"
def object_schema(fields, strict=False):
    def own(field):
        if strict and field["need"] == "sometimes":
            return {"anyOf": [field["schema"], {"type": "null"}]}
        return {**field["schema"]}

    schema = dict(
        type="object",
        properties={field["name"]: own(field) for field in fields},
        required=[field["name"] for field in fields if strict or field["need"] == "always"],
    )
    if strict:
        schema["additionalProperties"] = False
    return schema

# %% task="q5" alternative="copie profonde, objet toujours fermé"
import copy


def object_schema(fields, strict=False):
    result = {"type": "object", "additionalProperties": False, "required": [], "properties": {}}
    for field in copy.deepcopy(fields):
        name, need, inner = field["name"], field["need"], field["schema"]
        if strict:
            result["required"].append(name)
            if need == "sometimes":
                inner["type"] = ["null", inner["type"]]
                if inner.get("enum"):
                    inner["enum"].append(None)
                    del inner["type"]
        elif need == "always":
            result["required"].append(name)
        result["properties"][name] = inner
    return result

# %% task="q5" mutant="tout requis dans les deux modes" code="REQUIS" fails=["public", "libre : requis", "libre : rien d'inventé"]
def object_schema(fields, strict=False):
    properties = {}
    for field in fields:
        schema = dict(field["schema"])
        if strict and field["need"] == "sometimes":
            schema["type"] = [schema["type"], "null"]
            if "enum" in schema:
                schema["enum"] = schema["enum"] + [None]
                del schema["type"]
        properties[field["name"]] = schema
    whole = {"type": "object", "properties": properties, "required": list(properties)}
    if strict:
        whole["additionalProperties"] = False
    return whole

# %% task="q5" mutant="rien de requis en mode libre" code="REQUIS" fails=["libre : requis"]
def object_schema(fields, strict=False):
    properties = {field["name"]: dict(field["schema"]) for field in fields}
    if not strict:
        return {"type": "object", "properties": properties}
    for field in fields:
        if field["need"] == "sometimes":
            own = properties[field["name"]]
            own["type"] = [own["type"], "null"]
            if "enum" in own:
                own["enum"] = [*own["enum"], None]
                del own["type"]
    return {
        "type": "object", "properties": properties, "required": list(properties), "additionalProperties": False,
    }

# %% task="q5" mutant="facultatifs gardés en mode strict" code="REQUIS" fails=["strict : tout requis", "strict : null", "strict : 25 champs"]
def object_schema(fields, strict=False):
    whole = {
        "type": "object",
        "properties": {field["name"]: dict(field["schema"]) for field in fields},
        "required": [field["name"] for field in fields if field["need"] == "always"],
    }
    if strict:
        whole["additionalProperties"] = False
    return whole

# %% task="q5" mutant="enum sans null" code="REQUIS" fails=["strict : null", "strict : 25 champs"]
def object_schema(fields, strict=False):
    properties, required = {}, []
    for field in fields:
        own = dict(field["schema"])
        if strict and field["need"] == "sometimes":
            own["type"] = [own["type"], "null"]
        if strict or field["need"] == "always":
            required.append(field["name"])
        properties[field["name"]] = own
    whole = {"type": "object", "properties": properties, "required": required}
    return {**whole, "additionalProperties": False} if strict else whole

# %% task="q5" mutant="type double à côté de l'enum" code="ACCEPTE" fails=["strict : 25 champs"]
def object_schema(fields, strict=False):
    properties, required = {}, []
    for field in fields:
        own = dict(field["schema"])
        if strict and field["need"] == "sometimes":
            own["type"] = [own["type"], "null"]
            if "enum" in own:
                own["enum"] = [*own["enum"], None]
        if strict or field["need"] == "always":
            required.append(field["name"])
        properties[field["name"]] = own
    whole = {"type": "object", "properties": properties, "required": required}
    return {**whole, "additionalProperties": False} if strict else whole

# %% task="q5" mutant="tout nullable en mode strict" code="REQUIS" fails=["strict : null"]
def object_schema(fields, strict=False):
    properties = {}
    for field in fields:
        own = dict(field["schema"])
        if strict:
            own["type"] = [own["type"], "null"]
            if "enum" in own:
                own["enum"] = [*own["enum"], None]
                del own["type"]
        properties[field["name"]] = own
    required = [field["name"] for field in fields if strict or field["need"] == "always"]
    whole = {"type": "object", "properties": properties, "required": required}
    return whole | {"additionalProperties": False} if strict else whole

# %% task="q5" mutant="objet strict resté ouvert" code="LACHE" fails=["strict : objet fermé", "strict : 25 champs"]
def object_schema(fields, strict=False):
    properties, required = {}, []
    for field in fields:
        own = dict(field["schema"])
        if strict and field["need"] == "sometimes":
            own["type"] = [own["type"], "null"]
            if "enum" in own:
                own["enum"] = own["enum"] + [None]
                del own["type"]
        if strict or field["need"] == "always":
            required += [field["name"]]
        properties[field["name"]] = own
    return {"type": "object", "properties": properties, "required": required}

# %% task="q5" mutant="schémas reçus modifiés" code="ALIAS" fails=["champs reçus"]
def object_schema(fields, strict=False):
    properties, required = {}, []
    for field in fields:
        own = field["schema"]
        if strict and field["need"] == "sometimes":
            own["type"] = [own["type"], "null"]
            if "enum" in own:
                own["enum"].append(None)
                del own["type"]
        if strict or field["need"] == "always":
            required.append(field["name"])
        properties[field["name"]] = own
    whole = {"type": "object", "properties": properties, "required": required}
    if strict:
        whole["additionalProperties"] = False
    return whole

# %% task="q5" mutant="types seuls recopiés" code="LACHE" fails=["schémas recopiés"]
def object_schema(fields, strict=False):
    properties, required = {}, []
    for field in fields:
        told = field["schema"]
        own = {key: told[key] for key in ("type", "description", "default") if key in told}
        if strict and field["need"] == "sometimes":
            own["type"] = [own["type"], "null"]
        if strict or field["need"] == "always":
            required.append(field["name"])
        properties[field["name"]] = own
    whole = {"type": "object", "properties": properties, "required": required}
    return {**whole, "additionalProperties": False} if strict else whole

# %% task="q6" alternative="références et autres motifs"
FLIGHT = {
    "$defs": {"airport": {"type": "string", "pattern": r"^[A-Z][A-Z][A-Z]$"}},
    "type": "object",
    "required": ["date", "destination", "origin"],
    "additionalProperties": False,
    "properties": {
        "origin": {"$ref": "#/$defs/airport"},
        "destination": {"$ref": "#/$defs/airport"},
        "date": {"type": "string", "format": "date", "pattern": r"^\d{4}-\d\d-\d\d$"},
        "passengers": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10},
        "cabin": {"enum": ["business", "economy", "premium"]},
    },
}

# %% task="q6" alternative="passagers énumérés"
CODE = {"type": "string", "minLength": 3, "maxLength": 3, "pattern": "^[A-Z]+$"}
DAY = {"type": "string", "pattern": "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"}
FLIGHT = {
    "type": "object",
    "properties": {"origin": CODE, "destination": CODE, "date": DAY},
    "required": ["origin", "destination", "date"],
    "additionalProperties": False,
}
FLIGHT["properties"]["passengers"] = {"enum": list(range(1, 10))}
FLIGHT["properties"]["cabin"] = {"anyOf": [{"const": "economy"}, {"const": "premium"}, {"const": "business"}]}

# %% task="q6" mutant="contraintes en prose" code="DECOR" fails=["aéroports", "date", "bornes", "cabine"]
FLIGHT = {
    "type": "object",
    "properties": {
        "origin": {"type": "string", "description": "Code IATA : trois capitales, par exemple LYS."},
        "destination": {"type": "string", "description": "Code IATA : trois capitales, par exemple MAD."},
        "date": {"type": "string", "description": "Date au format AAAA-MM-JJ, impérativement."},
        "passengers": {"type": "integer", "description": "Entre 1 et 9."},
        "cabin": {"type": "string", "description": "economy, premium ou business, rien d'autre."},
    },
    "required": ["origin", "destination", "date"],
    "additionalProperties": False,
}

# %% task="q6" mutant="format pour seule contrainte" code="DECOR" fails=["date"]
FLIGHT = {
    "type": "object",
    "properties": {
        "origin": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "destination": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "date": {"type": "string", "format": "date"},
        "passengers": {"type": "integer", "minimum": 1, "maximum": 9},
        "cabin": {"type": "string", "enum": ["economy", "premium", "business"]},
    },
    "required": ["origin", "destination", "date"],
    "additionalProperties": False,
}

# %% task="q6" mutant="motifs non ancrés" code="LACHE" fails=["aéroports", "date"]
FLIGHT = {
    "type": "object",
    "properties": {
        "origin": {"type": "string", "pattern": "[A-Z]{3}"},
        "destination": {"type": "string", "pattern": "[A-Z]{3}"},
        "date": {"type": "string", "pattern": r"\d{4}-\d{2}-\d{2}"},
        "passengers": {"type": "integer", "minimum": 1, "maximum": 9},
        "cabin": {"type": "string", "enum": ["economy", "premium", "business"]},
    },
    "required": ["origin", "destination", "date"],
    "additionalProperties": False,
}

# %% task="q6" mutant="motif sans type" code="LACHE" fails=["aéroports"]
FLIGHT = {
    "type": "object",
    "properties": {
        "origin": {"pattern": "^[A-Z]{3}$"},
        "destination": {"pattern": "^[A-Z]{3}$"},
        "date": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
        "passengers": {"type": "integer", "minimum": 1, "maximum": 9},
        "cabin": {"enum": ["economy", "premium", "business"]},
    },
    "required": ["origin", "destination", "date"],
    "additionalProperties": False,
}

# %% task="q6" mutant="number pour integer" code="LACHE" fails=["entier"]
AIRPORT = {"type": "string", "pattern": "^[A-Z]{3}$"}
FLIGHT = {
    "type": "object",
    "properties": {
        "origin": AIRPORT, "destination": AIRPORT,
        "date": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
        "passengers": {"type": "number", "minimum": 1, "maximum": 9},
        "cabin": {"type": "string", "enum": ["economy", "premium", "business"]},
    },
    "required": ["origin", "destination", "date"],
    "additionalProperties": False,
}

# %% task="q6" mutant="champs en trop acceptés" code="LACHE" fails=["champs"]
AIRPORT = {"type": "string", "pattern": "^[A-Z]{3}$"}
FLIGHT = {
    "type": "object",
    "properties": {
        "origin": AIRPORT, "destination": AIRPORT,
        "date": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
        "passengers": {"type": "integer", "minimum": 1, "maximum": 9},
        "cabin": {"type": "string", "enum": ["economy", "premium", "business"]},
    },
    "required": ["origin", "destination", "date"],
}

# %% task="q6" mutant="tout requis" code="REQUIS" fails=["public", "entrées justes"]
AIRPORT = {"type": "string", "pattern": "^[A-Z]{3}$"}
FLIGHT = {
    "type": "object",
    "properties": {
        "origin": AIRPORT, "destination": AIRPORT,
        "date": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
        "passengers": {"type": "integer", "minimum": 1, "maximum": 9},
        "cabin": {"type": "string", "enum": ["economy", "premium", "business"]},
    },
    "additionalProperties": False,
}
FLIGHT["required"] = list(FLIGHT["properties"])

# %% task="q7" alternative="compréhensions et sortie unique"
def find_contracts(rows, clients, client_id, word, limit=3):
    if clients.get(client_id) is None:
        return dict(error=f"No client {client_id!r}; known: {', '.join(clients)}.")
    hits = [
        {"contract_id": row["number"], **{key: row[key] for key in ("title", "amount_eur")}}
        for row in rows
        if row["client_id"] == client_id and row["title"].casefold().find(word.casefold()) >= 0
    ]
    cut = {"note": f"{len(hits) - limit} autres contrats ne sont pas montrés."} if len(hits) > limit else {}
    return {**cut, "contracts": hits[:limit], "total": len(hits)}

# %% task="q7" alternative="compter en passant"
def find_contracts(rows, clients, client_id, word, limit=3):
    known = list(clients)
    if client_id not in known:
        return {"error": "client inconnu : " + client_id}
    result = {"total": 0, "contracts": [], "note": None}
    for row in rows:
        if row["client_id"] != client_id or word.upper() not in row["title"].upper():
            continue
        result["total"] += 1
        if len(result["contracts"]) < limit:
            result["contracts"].append(
                {"contract_id": row["number"], "title": row["title"], "amount_eur": row["amount_eur"]}
            )
        else:
            result["note"] = "Liste incomplète : utilisez un mot plus précis."
    return result

# %% task="q7" mutant="chaîne vide quand rien ne convient" code="VIDE" fails=["vide"]
def find_contracts(rows, clients, client_id, word, limit=3):
    if client_id not in clients:
        return {"error": f"client inconnu : {client_id}"}
    found = [row for row in rows if row["client_id"] == client_id and word.lower() in row["title"].lower()]
    if not found:
        return ""
    shown = [
        {"contract_id": row["number"], "title": row["title"], "amount_eur": row["amount_eur"]}
        for row in found[:limit]
    ]
    result = {"total": len(found), "contracts": shown}
    if len(found) > limit:
        result["note"] = f"{len(found)} contrats : précisez."
    return result

# %% task="q7" mutant="exceptions" code="VIDE" fails=["vide", "client inconnu"]
def find_contracts(rows, clients, client_id, word, limit=3):
    if client_id not in clients:
        raise KeyError(client_id)
    found = [row for row in rows if row["client_id"] == client_id and word.lower() in row["title"].lower()]
    if not found:
        raise ValueError("aucun contrat")
    shown = [
        {"contract_id": row["number"], "title": row["title"], "amount_eur": row["amount_eur"]}
        for row in found[:limit]
    ]
    if len(found) > limit:
        return {"total": len(found), "contracts": shown, "note": "La liste est coupée."}
    return {"total": len(found), "contracts": shown}

# %% task="q7" mutant="défaut inventé" code="VIDE" fails=["vide"]
def find_contracts(rows, clients, client_id, word, limit=3):
    if client_id not in clients:
        return {"error": f"client inconnu : {client_id}"}
    mine = [row for row in rows if row["client_id"] == client_id]
    found = [row for row in mine if word.lower() in row["title"].lower()] or mine[:1]
    found = found or [{"number": "CT-0000", "title": "Contrat standard", "amount_eur": 0}]
    shown = [
        {"contract_id": row["number"], "title": row["title"], "amount_eur": row["amount_eur"]}
        for row in found[:limit]
    ]
    result = {"total": len(found), "contracts": shown}
    return {**result, "note": "Liste coupée."} if len(found) > limit else result

# %% task="q7" mutant="client inconnu rendu comme vide" code="VIDE" fails=["client inconnu"]
def find_contracts(rows, clients, client_id, word, limit=3):
    found = [row for row in rows if row["client_id"] == client_id and word.lower() in row["title"].lower()]
    shown = [
        {"contract_id": row["number"], "title": row["title"], "amount_eur": row["amount_eur"]}
        for row in found[:limit]
    ]
    result = {"total": len(found), "contracts": shown}
    if len(found) > limit:
        result["note"] = f"{limit} contrats sur {len(found)}."
    return result

# %% task="q7" mutant="clé interne" code="IDENT" fails=["identifiant attendu"]
def find_contracts(rows, clients, client_id, word, limit=3):
    if client_id not in clients:
        return {"error": f"client inconnu : {client_id}"}
    found = [row for row in rows if row["client_id"] == client_id and word.lower() in row["title"].lower()]
    shown = [
        {"contract_id": row["id"], "title": row["title"], "amount_eur": row["amount_eur"]} for row in found[:limit]
    ]
    result = {"total": len(found), "contracts": shown}
    if len(found) > limit:
        result["note"] = f"{limit} contrats sur {len(found)}."
    return result

# %% task="q7" mutant="lignes de la base telles quelles" code="IDENT" fails=["identifiant attendu"]
def find_contracts(rows, clients, client_id, word, limit=3):
    if client_id not in clients:
        return {"error": f"Aucun client ne porte l'identifiant {client_id}."}
    found = [
        {**row, "contract_id": row["number"]}
        for row in rows
        if row["client_id"] == client_id and word.lower() in row["title"].lower()
    ]
    result = {"total": len(found), "contracts": found[:limit]}
    if len(found) > limit:
        result["note"] = "Il y en a d'autres."
    return result

# %% task="q7" mutant="coupé sans note" code="TROP" fails=["trop"]
def find_contracts(rows, clients, client_id, word, limit=3):
    if client_id not in clients:
        return {"error": f"client inconnu : {client_id}"}
    found = [row for row in rows if row["client_id"] == client_id and word.lower() in row["title"].lower()]
    shown = [
        {"contract_id": row["number"], "title": row["title"], "amount_eur": row["amount_eur"]}
        for row in found[:limit]
    ]
    return {"total": len(found), "contracts": shown}

# %% task="q7" mutant="total des contrats montrés" code="TROP" fails=["trop"]
def find_contracts(rows, clients, client_id, word, limit=3):
    if client_id not in clients:
        return {"error": f"client inconnu : {client_id}"}
    shown, more = [], False
    for row in rows:
        if row["client_id"] == client_id and word.lower() in row["title"].lower():
            if len(shown) == limit:
                more = True
                break
            shown.append({"contract_id": row["number"], "title": row["title"], "amount_eur": row["amount_eur"]})
    result = {"total": len(shown), "contracts": shown}
    return {**result, "note": "Il y en a d'autres."} if more else result
