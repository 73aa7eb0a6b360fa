# %% [markdown] key="intro"
# # TP06 · Mouler la sortie
#
# Durée : 60 minutes. Sept tâches, 26 points. Tout se passe hors ligne : un modèle scripté remplace Claude.
#
# 1. Lisez la consigne, puis la docstring : à elles deux, elles disent tout ce qui est noté.
# 2. Remplacez la ligne `raise NotImplementedError(…)` par votre code.
# 3. Lancez `verify`. Si vous n'avancez plus, demandez un indice avec `hint`.
#
# Les tests cachés essaient d'autres schémas, d'autres réponses, d'autres modèles. La tâche q7 passe par le **modèle
# simulé** : ce qu'il montre n'est pas une preuve de ce que fait Claude.

# %% key="setup"
import copy
import json
import math
from dataclasses import asdict

from jsonschema import Draft202012Validator

from tooluse import ScriptedModel, connect, reply, settings, tool_use
from tooluse.data import read_json
from tooluse.practice import hint, verify
from tooluse.practice.simulation import hear
from tooluse.rules import profile
from tooluse.rules.profiles import model_ids

MODEL = settings().model

# %% [markdown] key="tickets-intro"
# ## Des tickets à analyser
#
# Ardoise reçoit des tickets en texte libre. Un programme attend une analyse : toujours les mêmes clés, toujours les mêmes
# types. Voici deux tickets, et l'analyse que l'on voudrait du premier.

# %% key="tickets"
TICKETS = read_json("tp", "tp06_tickets.json")
for ticket in TICKETS["texts"]:
    print(ticket, end="\n\n")
ANALYSIS = TICKETS["analysis"]
print(ANALYSIS)

# %% [markdown] task="q1" title="Le moule" points=3
# Écrivez `TICKET_TOOL`, la définition complète du faux outil `record_ticket_analysis`, sans `strict`.
#
# 1. Décrivez-le, en six mots au moins.
# 2. `sentiment` : `négatif`, `neutre` ou `positif`.
# 3. `urgency` : un entier de 1 à 5.
# 4. `topics` : une liste d'au moins un élément, pris parmi `facturation`, `panne`, `contrat`, `autre`.
# 5. `summary`, `quote` : deux textes, jamais vides.
# 6. Tout est requis ; aucun autre champ.
#
# Les tests soumettent à votre schéma, avec `jsonschema`, de bonnes et de mauvaises analyses.

# %% task="q1"
# TICKET_TOOL = {"name": "record_ticket_analysis", …}
# Pour « au moins un élément » : minItems ; pour « jamais vide » : minLength.
### BEGIN SOLUTION
TEXT = {"type": "string", "minLength": 1}
PROPERTIES = {
    "sentiment": {
        "type": "string", "enum": ["négatif", "neutre", "positif"],
        "description": "Humeur du client dans le ticket.",
    },
    "urgency": {
        "type": "integer", "minimum": 1, "maximum": 5,
        "description": "De 1 (peut attendre) à 5 (le client est bloqué).",
    },
    "topics": {
        "type": "array", "minItems": 1,
        "items": {"type": "string", "enum": ["facturation", "panne", "contrat", "autre"]},
        "description": "De quoi parle le ticket.",
    },
    "summary": {**TEXT, "description": "Résumé, en 25 mots au plus."},
    "quote": {**TEXT, "description": "Passage du ticket, recopié mot pour mot."},
}
TICKET_TOOL = {
    "name": "record_ticket_analysis",
    "description": "Enregistre l'analyse d'un ticket. À appeler une fois pour chaque ticket reçu.",
    "input_schema": {
        "type": "object",
        "properties": PROPERTIES,
        "required": list(PROPERTIES),
        "additionalProperties": False,
    },
}
### END SOLUTION

# %% [markdown] key="errors-intro"
# ## Quatre classes d'erreur
#
# La fonction suivante rend un dictionnaire, ou lève l'une de ces erreurs. Celui qui l'appelle peut les attraper toutes
# avec `ExtractionError`, ou une seule.

# %% key="errors"
class ExtractionError(Exception):
    """Rien à lire dans cette réponse."""


class Truncated(ExtractionError):
    """Coupée : ce qui est arrivé n'est pas entier."""


class Refused(ExtractionError):
    """Refusée par le modèle."""


class Missing(ExtractionError):
    """Entière, mais sans ce que l'on attend."""


# %% [markdown] task="q2" title="Extraire, ou dire pourquoi non" points=4
# Écrivez `extract`, qui lit les deux sortes de réponses : un appel au faux outil, ou un texte au format demandé.
#
# 1. Coupée par `max_tokens` ou par `model_context_window_exceeded` : levez `Truncated`, même si tout semble entier.
# 2. `refusal` : levez `Refused`, quel que soit le contenu.
# 3. Avec `name` : rendez l'`input` de l'appel à cet outil. D'autres blocs, d'autres appels peuvent l'entourer.
# 4. Sans `name` : rendez l'objet JSON que portent les blocs de texte.
# 5. Rien de tel : levez `Missing`.

# %% task="q2"
def extract(response, name=None):
    """Le dictionnaire que porte la réponse ; sinon Truncated, Refused ou Missing.

    name   le faux outil, appelé une fois au plus ; son input peut être vide
           None : la réponse vient de output_config.format. Son JSON est dans les blocs de
           texte, mis bout à bout ; un texte qui n'est pas un objet JSON est Missing
    """
    ### BEGIN SOLUTION
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise Truncated(f"réponse coupée : {response.stop_reason}")
    if response.stop_reason == "refusal":
        raise Refused("le modèle a refusé")
    if name is not None:
        for block in response.content:
            if block.type == "tool_use" and block.name == name:
                return block.input
        raise Missing(f"aucun appel à {name}")
    whole = "".join(block.text for block in response.content if block.type == "text")
    try:
        value = json.loads(whole)
    except json.JSONDecodeError as error:
        raise Missing("le texte n'est pas du JSON") from error
    if not isinstance(value, dict):
        raise Missing("le texte n'est pas un objet JSON")
    return value
    ### END SOLUTION


# %% [markdown] key="needs-intro"
# ## Un besoin, deux profils
#
# Un besoin donne l'outil, le contenu du message, et dit s'il faut des citations. L'API refuse les citations avec
# `output_config.format`. Le schéma de `MOOD` est déjà prêt pour `strict`.
#
# Une fois q3 écrite, essayez `analyse(rehearsal(), REFUSES, {**NEED, "citations": True})`.

# %% key="needs"
MOOD = TICKETS["mood_tool"]
NEED = {"tool": MOOD, "content": TICKETS["texts"][0], "citations": False}
ACCEPTS = asdict(profile(MODEL))
REFUSES = asdict(next(profile(id) for id in model_ids() if not profile(id).forced_tool_choice))
for one in (ACCEPTS, REFUSES):
    print(one["id"], one["forced_tool_choice"], one["structured_outputs"])


def rehearsal():
    """Un client neuf, pour une requête : il rend toujours le même appel."""
    return connect(ScriptedModel([reply(tool_use("record_mood", mood="négatif"))]), quiet=True)


# %% [markdown] task="q3" title="La bonne voie pour ce modèle" points=4
# Écrivez `request_for` : la première voie possible, et sa requête.
#
# 1. `"format"` : si `profile["structured_outputs"]` est vrai, sans citations. Pas d'outil.
# 2. `"forced"` : sinon, si l'on peut forcer (leçon 05). L'outil, forcé.
# 3. `"asked"` : sinon. L'outil, en mode `auto`, et un `system` qui le nomme.
# 4. Pour 2 et 3, si `structured_outputs` est vrai : `"strict": True` dans une copie de l'outil.
#
# Puis `analyse` : **une seule** requête. L'appel est à sens unique, il n'attend pas de résultat.

# %% task="q3"
def request_for(profile, need):
    """Rend (voie, requête) ; requête : les arguments de create, sauf model et max_tokens.

    profile   asdict(tooluse.rules.profile(…))
    need      {"tool": définition, "content": contenu du message user, "citations": bool},
              et parfois "thinking" : à transmettre tel quel ; du type "enabled", il interdit
              de forcer. need reste intact.
    """
    ### BEGIN SOLUTION
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool, structured = need["tool"], profile["structured_outputs"]
    if structured and not need["citations"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    request["tools"] = [{**tool, "strict": True} if structured else tool]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if profile["forced_tool_choice"] and not manual:
        return "forced", {**request, "tool_choice": {"type": "tool", "name": tool["name"]}}
    system = f"Répondez toujours par un appel à l'outil {tool['name']}."
    return "asked", {**request, "tool_choice": {"type": "auto"}, "system": system}
    ### END SOLUTION


def analyse(client, profile, need):
    """Envoie la requête de ce besoin à profile["id"], avec max_tokens=2000. Rend la réponse."""
    ### BEGIN SOLUTION
    _, request = request_for(profile, need)
    return client.messages.create(model=profile["id"], max_tokens=2000, **request)
    ### END SOLUTION


# %% [markdown] key="lost-intro"
# ## Ce que strict refuse
#
# Parmi les mots-clés des schémas de la tâche suivante, `strict` refuse les cinq que voici. Attention : une *propriété*
# peut s'appeler `minimum` ; ce n'est alors pas un mot-clé.

# %% key="lost"
LOST = ("minimum", "maximum", "minLength", "maxLength", "maxItems")
URGENCY = {
    "type": "object",
    "properties": {"urgency": {"type": "integer", "minimum": 1, "maximum": 5}},
    "required": ["urgency"],
}

# %% [markdown] task="q4" title="Préparer pour strict, et garder le contrôle" points=5
# `prepare_strict` rend un **nouveau** schéma, que `strict` accepte.
#
# 1. À toute profondeur (`properties`, `items`, `anyOf`), retirez les mots-clés de `LOST`.
# 2. Dites chaque contrainte retirée, valeur en chiffres, à la fin de la `description` du même schéma ; créez-la au besoin.
# 3. Fermez chaque objet (`additionalProperties`).
# 4. Rien d'autre ne change.
#
# `settle` contrôle ensuite ce qui arrive, avec le schéma **d'origine**. `strict` ne garantit pas la casse d'un `enum` :
# rétablissez-la d'abord.

# %% task="q4"
def prepare_strict(schema):
    """Une copie de schema, pour strict. Un objet a pour type "object" ou ["object", "null"].

    transform_schema ne suffit pas ici : il déplace aussi pattern, que strict accepte.
    """
    ### BEGIN SOLUTION
    new = {word: value for word, value in schema.items() if word not in LOST}
    lost = ", ".join(f"{word} : {schema[word]}" for word in LOST if word in schema)
    if lost:
        new["description"] = f"{schema.get('description', '')} ({lost})".strip()
    if "properties" in schema:
        old = schema["properties"]
        new["properties"] = {name: prepare_strict(one) for name, one in old.items()}
    if "items" in schema:
        new["items"] = prepare_strict(schema["items"])
    if "anyOf" in schema:
        new["anyOf"] = [prepare_strict(one) for one in schema["anyOf"]]
    if "object" in (schema.get("type"), *schema.get("type", ())):
        new["additionalProperties"] = False
    return new
    ### END SOLUTION


def settle(schema, value):
    """Une copie de value, où chaque texte d'un enum s'écrit comme dans schema ("Négatif"
    donne "négatif") ; ValueError si elle ne respecte pas schema, bornes comprises.

    schema   le schéma d'origine ; ses enum, sous properties et items, à toute profondeur,
             peuvent contenir des nombres et None
    """
    ### BEGIN SOLUTION
    def respelled(schema, value):
        if "enum" in schema and isinstance(value, str):
            texts = [one for one in schema["enum"] if isinstance(one, str)]
            same = (one for one in texts if one.casefold() == value.casefold())
            return next(same, value)
        if isinstance(value, dict):
            known = schema.get("properties", {})
            return {key: respelled(known.get(key, {}), one) for key, one in value.items()}
        if isinstance(value, list):
            return [respelled(schema.get("items", {}), one) for one in value]
        return value

    settled = respelled(schema, value)
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("cette valeur ne respecte pas le schéma")
    return settled
    ### END SOLUTION


# %% [markdown] task="q5" title="Bien formée, et vraie ?" points=3
# `violated` rend la liste des règles de sens non tenues, vide si toutes sont tenues.
#
# 1. `"summary"` : plus de 25 mots. `split()` sépare les mots.
# 2. `"coherence"` : `positif` avec une urgence de 4 ou 5, ou `négatif` avec une urgence de 1.
# 3. `"quote"` : la citation n'est pas un passage du ticket, à la lettre. Une suite de blancs (espaces, retours à la ligne)
#    vaut un espace. Une citation sans mot n'est pas un passage.

# %% task="q5"
def violated(analysis, ticket):
    """Les règles de sens que l'analyse ne tient pas : "summary", "coherence", "quote".

    analysis   dictionnaire conforme au schéma : sentiment, urgency, topics, summary, quote
    ticket     le texte du client, parfois sur plusieurs lignes
    """
    ### BEGIN SOLUTION
    broken = []
    if len(analysis["summary"].split()) > 25:
        broken.append("summary")
    sentiment, urgency = analysis["sentiment"], analysis["urgency"]
    if (sentiment == "positif" and urgency >= 4) or (sentiment == "négatif" and urgency == 1):
        broken.append("coherence")
    quote, whole = " ".join(analysis["quote"].split()), " ".join(ticket.split())
    if not quote or quote not in whole:
        broken.append("quote")
    return broken
    ### END SOLUTION


# %% [markdown] task="q6" title="Masquer, puis tirer" points=4
# Un logit par token ; chaque probabilité est proportionnelle à l'exponentielle du logit. N'utilisez que des listes.
#
# 1. `mask` rend une nouvelle liste, avec `-math.inf` où l'indice n'est pas permis.
# 2. `sample` masque, calcule les probabilités, puis appelle `draw()` **une fois**. Additionnez les probabilités dans l'ordre
#    des indices : rendez le premier indice dont le cumul dépasse le nombre tiré.
# 3. `math.exp(1000)` échoue : retranchez d'abord le plus grand logit permis.
# 4. Rien de permis : levez `ValueError`.

# %% task="q6"
def mask(logits, allowed):
    """Une nouvelle liste : seuls les indices de allowed (une liste, sans ordre) gardent leur logit.
    Les autres valent -math.inf."""
    ### BEGIN SOLUTION
    return [logit if index in allowed else -math.inf for index, logit in enumerate(logits)]
    ### END SOLUTION


def sample(logits, allowed, draw):
    """L'indice tiré parmi allowed. draw() rend un nombre de [0, 1[ ; un appel, pas plus."""
    ### BEGIN SOLUTION
    if not allowed:
        raise ValueError("aucun token n'est permis")
    masked = mask(logits, allowed)
    top = max(masked)
    weights = [math.exp(logit - top) for logit in masked]
    threshold, seen = draw() * sum(weights), 0.0
    for index, weight in enumerate(weights):
        seen += weight
        if seen > threshold:
            return index
    return weights.index(max(weights))  # un arrondi : jamais un token interdit
    ### END SOLUTION


# %% [markdown] key="escape-intro"
# ## Un champ que rien ne donne
#
# `TICKET` ne donne ni contrat, ni formule. Le modèle simulé doit pourtant remplir `contract_id` : regardez ce qu'il y met.

# %% key="escape"
FILE_TOOL = TICKETS["file_tool"]
TICKET = "Ouvre un ticket : l'écran de l'accueil est noir."
print(hear([FILE_TOOL], TICKET).calls)

# %% [markdown] task="q7" title="Une échappée pour l'information absente" points=3
# `with_escape` rend une copie de l'outil. Chaque champ de `names` :
#
# 1. reste requis, ou le devient ;
# 2. accepte `null` en plus, et garde ses autres contraintes ;
# 3. dit à la fin de sa description quand écrire `null`.
#
# Le schéma d'un champ qui accepte déjà `null` ne change pas. À côté d'un `enum` qui contient `null`, retirez `type` : l'API le
# refuse. L'outil est strict, et doit le rester. Ensuite, `absent` dit ce qui manque.

# %% task="q7"
def with_escape(tool, names):
    """Une copie de tool (définition "strict": True), où les champs names ont une échappée.

    names   champs qui ont chacun une description, et un "type" en texte, avec ou sans "enum"
            (ou une liste de deux types dont "null" : le champ accepte déjà null)
    """
    ### BEGIN SOLUTION
    new = copy.deepcopy(tool)
    schema = new["input_schema"]
    for name in names:
        field = schema["properties"][name]
        if name not in schema["required"]:
            schema["required"].append(name)
        if not isinstance(field["type"], str):
            continue
        if "enum" in field:
            del field["type"]
            field["enum"].append(None)
        else:
            field["type"] = [field["type"], "null"]
        field["description"] += " Écrire null si le texte ne le dit pas."
    return new
    ### END SOLUTION


def absent(analysis, names):
    """Les champs de names, dans leur ordre, qui valent None ou qui manquent.
    0, False et "" sont des valeurs : on les a."""
    ### BEGIN SOLUTION
    return [name for name in names if analysis.get(name) is None]
    ### END SOLUTION


# %% [markdown] key="end"
# ## Avant de rendre
#
# 1. Redémarrez le noyau et exécutez tout : chaque `verify` doit annoncer ses tests publics réussis.
# 2. Relisez votre code : que garantit le schéma, et que reste-t-il à vérifier chez vous ?
# 3. Rendez le carnet : `tooluse submit tp06 --student prenom.nom`, dans un terminal de JupyterLab.
