# %% [markdown] key="titre" lang="fr"
# # 06 · Mouler la sortie : faux outil, strict, format
#
# *Leçon de 50 minutes, suivie du TP06.*
#
# Un programme attend toujours les mêmes clés, toujours les mêmes types. Comment les obtenir d'un modèle qui écrit du texte ?
# Et que reste-t-il à vérifier ensuite ?
#
# **Vous allez savoir**
#
# - choisir entre un faux outil, `strict` et un format de sortie ;
# - dire ce que chaque voie garantit, et ce qui la casse ;
# - expliquer un masque, et pourquoi −∞ plutôt que −5 ;
# - vérifier le sens, et prévoir l'information qui manque.

# %% key="preparation"
import json
import math
from typing import Literal

import anthropic
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field, ValidationError

from tooluse import MockClaude, ScriptedModel, failures, reply, settings
from tooluse.decoding import END, Masks
from tooluse.mock import ScriptError
from tooluse.mock.models import SimulatedModel
from tooluse.rules import profile
from tooluse.rules.profiles import model_ids
from tooluse.widgets import flow, masks, predict, quiz

MODEL = settings().model
MAIL = "Bonjour, un devis pour la paie, 12 postes, avant la fin du mois ? Claire, Menuiserie Roux"

# %% [markdown] key="voies" lang="fr"
# ## Trois voies
#
# Ardoise reçoit des demandes de devis par courriel. Un programme veut le produit, le nombre de postes, un résumé.
#
# L'idée la plus simple : l'écrire dans le prompt. « Réponds en JSON, avec les clés… »
#
# **Prédire.** La réponse ci-dessous est écrite d'avance, mais plausible. L'API signalera-t-elle un problème ? Et
# `json.loads` ?


# %% key="voies-execution"
# Exécuter.
def ask(client, content=MAIL, **options):
    sent = {"model": MODEL, "max_tokens": 500, **options}
    return client.messages.create(messages=[{"role": "user", "content": content}], **sent)


def text_of(response):
    return "".join(block.text for block in response.content if block.type == "text")


polite = 'Voici :\n```json\n{"product": "La paie", "seats": "douze"}\n```'
client = MockClaude(ScriptedModel([reply(polite)]))
response = ask(client, f"Réponds en JSON, avec les clés product, seats et summary.\n{MAIL}")
assert response.stop_reason == "end_turn"  # pour l'API, tout va bien
try:
    json.loads(text_of(response))
except json.JSONDecodeError as error:
    print("json.loads :", error)
flow(client)

# %% [markdown] key="voies-explication" lang="fr"
# **Expliquer.** Du texte autour, une clé absente, un nombre en lettres : rien n'était promis. « Réponds en JSON » demande ;
# cela ne garantit rien.
#
# Trois voies vont plus loin :
#
# 1. le **faux outil** : un outil que personne n'exécute, pour que ses arguments soient la réponse ;
# 2. `strict: true`, dans la définition d'un outil : ses arguments suivent le schéma ;
# 3. `output_config.format` : c'est le texte de la réponse qui suit un schéma.
#
# « Mode JSON », chez d'autres fournisseurs, promet du JSON, mais pas *votre* schéma. Claude n'a pas ce mode : son
# seul format est `json_schema`.

# %% [markdown] key="faux" lang="fr"
# ## Le faux outil
#
# Le schéma sert de **moule** : des types, un `enum`, des bornes, des champs requis, `additionalProperties: false`. Ce qui doit tenir
# s'écrit en mots-clés, pas en prose. Un faux outil garde une vraie description : le modèle la lit.
#
# On force l'outil (leçon 05), et on lit `block.input`. C'est un appel à **sens unique** : aucun `tool_result` à renvoyer,
# l'échange s'arrête là.
#
# **Prédire.** Que garantit le schéma ci-dessous ?

# %% key="faux-prediction"
PROPERTIES = {
    "product": {"type": "string", "enum": ["facturation", "paie", "support"]},
    "seats": {"type": "integer", "minimum": 1, "maximum": 500, "description": "Nombre de postes."},
    "summary": {"type": "string", "description": "La demande, en 25 mots au plus."},
}
SCHEMA = {"type": "object", "properties": PROPERTIES, "required": list(PROPERTIES)}
QUOTE_TOOL = {
    "name": "record_quote_request",
    "description": "Enregistre une demande de devis. À appeler une fois pour chaque courriel reçu.",
    "input_schema": {**SCHEMA, "additionalProperties": False},
}


def forced(tool):
    return {"tools": [tool], "tool_choice": {"type": "tool", "name": tool["name"]}}


predict("06.p1")


# %% key="faux-execution"
# Exécuter : l'appel sans incident (None), puis avec quatre incidents que rien n'empêche.
def replay(tool, incident=None):
    client = MockClaude(SimulatedModel())
    if incident:
        client.inject(incident)
    response = ask(client, **forced(tool))
    uses = [block for block in response.content if block.type == "tool_use"]
    found = [block.input for block in uses if block.name == tool["name"]]
    valid = [Draft202012Validator(tool["input_schema"]).is_valid(one) for one in found]
    print(incident and incident.name, response.stop_reason, found, valid, sep=" · ")
    return response.stop_reason, found, valid


mistakes = failures.wrong_type("seats"), failures.missing_field("summary")
assert [replay(QUOTE_TOOL, one)[2] for one in (None, *mistakes)] == [[True], [False], [False]]
assert replay(QUOTE_TOOL, failures.max_tokens())[:2] == ("max_tokens", [{"product": "paie"}])
assert replay(QUOTE_TOOL, failures.refusal())[:2] == ("refusal", [])

# %% [markdown] key="faux-explication" lang="fr"
# **Expliquer.** Sans `strict`, un faux outil ne garantit **ni les types, ni les champs requis** (fait daté : 2026-08,
# guide « Strict tool use ») : `"12"` peut arriver pour 12.
#
# Coupé par `max_tokens`, l'appel n'est pas du JSON tronqué : le SDK rend un dictionnaire où des clés manquent, parfois
# `{}`. Si ces clés sont facultatives, il suit même le schéma : seul `stop_reason` dit la coupure. (Un `{}` est parfois
# entier.)
#
# Refusée, une réponse n'a aucun appel : `next(…)` seul lèverait `StopIteration`.
#
# Donc, dans l'ordre : `stop_reason`, le type, le nom, puis `input`.
#
# **Modifier.** Essayez `replay(QUOTE_TOOL, failures.wrong_enum("product"))`.

# %% [markdown] key="strict" lang="fr"
# ## strict : la forme garantie
#
# `"strict": True` se met **dans la définition de l'outil**, à côté de `name` ; pas dans `tool_choice`. L'API tire alors du
# schéma une **grammaire**, les règles de ce qui peut s'écrire ; le modèle ne peut plus écrire autre chose.
#
# L'API lit donc le schéma de plus près. En mode libre, c'est-à-dire sans `strict`, elle laisse passer un mot inconnu,
# comme `types`, ou un champ requis qui n'existe pas.
#
# **Prédire.** On ajoute `"strict": True` à notre faux outil, sans rien changer d'autre. Que se passe-t-il ?


# %% key="strict-prediction"
# refused rend la phrase de l'API quand elle refuse, sinon None.
def refused(**options):
    try:
        ask(MockClaude(SimulatedModel()), **options)
    except anthropic.BadRequestError as error:
        return error.body["error"]["message"]


closed = {"type": "object", "additionalProperties": False}
deep = {**closed, "properties": {"contact": {"type": "object", "properties": {}}}}
typo = {**closed, "properties": {"note": {"types": "string"}}, "required": ["absent"]}
for schema in (deep, typo):
    tool = {"name": "record_note", "description": "Enregistre une note.", "input_schema": schema}
    assert refused(tools=[tool]) is None  # en mode libre, l'API accepte
    print("avec strict :", refused(tools=[{**tool, "strict": True}]))
print("sans input_schema :", refused(tools=[{"name": "record_note", "parameters": closed}]))
predict("06.p2")

# %% key="strict-execution"
# Exécuter : les mots de l'API, le schéma traduit par le SDK, puis les mêmes incidents.
said = refused(**forced({**QUOTE_TOOL, "strict": True}))
print(said)
assert "properties maximum, minimum are not supported" in said
schema = anthropic.transform_schema(QUOTE_TOOL["input_schema"])
print(schema["properties"]["seats"])
STRICT_TOOL = {**QUOTE_TOOL, "strict": True, "input_schema": schema}
for mistake in mistakes:
    try:
        raise AssertionError(replay(STRICT_TOOL, mistake))  # replay lève avant
    except ScriptError as error:
        print(error)
assert replay(STRICT_TOOL, failures.wrong_enum("product"))[1][0]["product"] == "Paie"
assert replay(STRICT_TOOL, failures.max_tokens())[2] == [False]
assert replay(STRICT_TOOL, failures.refusal())[1] == []

# %% [markdown] key="strict-explication" lang="fr"
# **Expliquer.** Garantis : types, champs requis, valeurs d'`enum`, rien en trop. Trois failles : `max_tokens`,
# `refusal`, et la **casse** d'un `enum`. Chaque objet, **à toute profondeur**, doit porter `additionalProperties: false`.
#
# `minimum`, `maximum`, `minLength`, `maxLength`, `maxItems` : 400. `anthropic.transform_schema` les déplace dans la
# description : ce n'est plus qu'une consigne. **Gardez le schéma d'origine** pour vérifier.
#
# Limites : 20 outils `strict`, 24 champs facultatifs, 16 à plusieurs types. « Peu de requis » (leçon 03) s'inverse donc :
# rendez tout requis. Première compilation lente, puis gardée 24 heures (fait daté : 2026-08, guide
# « Structured outputs »). Chaque fournisseur a ses mots-clés.

# %% [markdown] key="format" lang="fr"
# ## Le format de sortie
#
# Plus d'outil du tout : `output_config={"format": {"type": "json_schema", "schema": …}}`. La réponse est un **texte** qui suit
# le schéma ; `stop_reason` vaut `end_turn`. On lit les blocs de texte (une réflexion peut les précéder), puis on
# appelle `json.loads`.
#
# Mêmes limites que `strict` : même grammaire, mêmes mots-clés refusés. L'un moule un *appel*, l'autre le *texte* de la réponse.
#
# **Prédire.** Coupée par `max_tokens`, que devient une telle réponse ?

# %% key="format-prediction"
predict("06.p3")

# %% key="format-execution"
# Exécuter : entière, coupée, refusée ; puis ce que l'API n'accepte pas.
FORM = {"format": {"type": "json_schema", "schema": STRICT_TOOL["input_schema"]}}
client = MockClaude(SimulatedModel())
client.inject(failures.max_tokens(), call=2)
client.inject(failures.refusal(), call=3)
whole, cut, empty = (ask(client, output_config=FORM) for _ in range(3))
print(*((one.stop_reason, text_of(one)) for one in (whole, cut, empty)), sep="\n")
assert whole.stop_reason == "end_turn" and json.loads(text_of(whole))["seats"] == 12
source = {"type": "text", "media_type": "text/plain", "data": MAIL}
cited = [{"type": "document", "source": source, "citations": {"enabled": True}}]
said = refused(content=cited, output_config=FORM)
print(said, "/ forcé :", refused(content=cited, **forced(STRICT_TOOL)) or "acceptée")
assert "citations cannot be enabled together with a format" in said
json_mode = {"format": {**FORM["format"], "type": "json_object"}}
assert "Input should be 'json_schema'" in refused(output_config=json_mode)


# %% key="format-parse"
# Exécuter : messages.parse tire le schéma d'une classe Pydantic, qui contrôle ensuite la réponse.
class QuoteRequest(BaseModel):
    product: Literal["facturation", "paie", "support"]
    seats: int = Field(ge=1, le=500)


def parse(answer):
    client = MockClaude(ScriptedModel([answer]))
    sent = {"model": MODEL, "max_tokens": 500, "messages": [{"role": "user", "content": MAIL}]}
    try:
        return client.messages.parse(**sent, output_format=QuoteRequest).parsed_output
    except ValidationError as error:
        return error.errors()[0]["msg"]


for pair in ('"paie", "seats": 12', '"paie", "seats": 0', '"Paie", "seats": 12'):
    print(parse(reply(f'{{"product": {pair}}}')))
assert "Invalid JSON" in parse(reply('{"product": "pa', stop_reason="max_tokens"))
assert parse(failures.refusal()) is None

# %% [markdown] key="format-explication" lang="fr"
# **Expliquer.** `messages.parse` vérifie aussi les bornes, mais **chez vous**, après coup : `ValidationError`. Coupée, la
# réponse lève la même erreur ; refusée, elle donne `parsed_output` à `None`.
#
# | | faux outil seul | avec `strict` | `format` |
# | --- | --- | --- | --- |
# | types, requis | non | oui | oui |
# | casse d'un `enum` | non | non | non |
# | `minimum`, `maximum` | indicatifs | 400 | 400 |
# | `max_tokens` | clés absentes | clés absentes | JSON coupé |
# | `refusal` | vide | vide | vide |
# | citations | oui | oui | 400 |
# | valeur juste | non | non | non |

# %% [markdown] key="profils" lang="fr"
# ## Un code pour tous les profils
#
# Le faux outil forcé n'existe plus partout : des modèles récents refusent d'être forcés (leçon 05). Lisez le **profil**,
# jamais le nom du modèle :
#
# 1. `structured_outputs` vrai, sans citations : `output_config.format` ;
# 2. sinon, `forced_tool_choice` vrai, sans réflexion de type `enabled` : l'outil forcé ;
# 3. sinon : `auto`, et une phrase de `system` qui nomme l'outil.
#
# Dans les deux derniers cas, ajoutez `strict` si `structured_outputs` est vrai. Le troisième n'oblige pas à appeler :
# vérifiez.
#
# **Prédire.** Sur un modèle qui refuse d'être forcé, quelle voie échoue ?

# %% key="profils-execution"
# Exécuter, puis modifier : prenez d'autres profils dans model_ids().
system = f"Répondez toujours par un appel à {QUOTE_TOOL['name']}."
asked = {"tools": [STRICT_TOOL], "tool_choice": {"type": "auto"}, "system": system}
ways = {"format": {"output_config": FORM}, "forcé": forced(STRICT_TOOL), "demandé": asked}
refusing = [profile(one) for one in model_ids() if not profile(one).forced_tool_choice]
newest = next(one.id for one in refusing if "forced_tool_choice" not in one.assumed)
for model in (MODEL, newest):
    print(model, "· structured_outputs :", profile(model).structured_outputs)
    for way, options in ways.items():
        print(f"  {way:<9}", refused(model=model, **options) or "acceptée")
kinds = [block.type for block in ask(MockClaude(SimulatedModel()), **asked).content]
print("demandé :", kinds)  # en auto, du texte peut précéder l'appel
assert refused(model=MODEL, **ways["forcé"]) is None
assert "not supported for this model" in refused(model=newest, **ways["forcé"])
assert refused(model=newest, **asked) is refused(model=newest, **ways["format"]) is None

# %% [markdown] key="masque" lang="fr"
# ## Le masque
#
# À chaque pas, le modèle note chaque token : c'est son **logit**. La fonction *softmax* en fait des probabilités
# (`exp`, puis division par la somme) ; on tire un token.
#
# Le **décodage contraint** s'intercale. De la grammaire, il déduit les tokens permis. Il met à −∞ le logit des autres,
# **avant** le tirage : c'est le **masque**.
#
# Anthropic ne publie pas son moteur ; voici le principe. Exemple inventé : le schéma attend un produit, le modèle
# voulait dire « je ne sais pas ».
#
# **Prédire.** Et si l'on retirait 5 à chaque logit interdit ?

# %% key="masque-prediction"
TOKENS = ['"facturation"', '"paie"', '"support"', "je ne sais pas", "{"]
LOGITS = [1.0, 2.0, 0.5, 6.0, 0.0]
allowed = [0, 1, 2]


def softmax(logits):
    top = max(logits)  # retranché : math.exp(1000) serait trop grand
    weights = [math.exp(logit - top) for logit in logits]
    return [weight / sum(weights) for weight in weights]


predict("06.p4")

# %% key="masque-execution"
# Exécuter : avant, avec −5, avec −∞. Modifier : essayez −50. Est-ce zéro ?
penalised = [logit if i in allowed else logit - 5 for i, logit in enumerate(LOGITS)]
masked = [logit if i in allowed else -math.inf for i, logit in enumerate(LOGITS)]
columns = [softmax(logits) for logits in (LOGITS, penalised, masked)]
print(f"{'':<16}{'avant':>8}{'−5':>8}{'−∞':>8}")
for token, *chances in zip(TOKENS, *columns, strict=True):
    print(f"{token:<16}" + "".join(f"{chance:>8.3f}" for chance in chances))
before, soft, hard = columns
removed = sum(chance for i, chance in enumerate(before) if i not in allowed)
print(f"Probabilité retirée par le masque : {removed:.3f}")
assert soft[3] > 0.1 and hard[3] == hard[4] == 0  # improbable n'est pas impossible
assert math.isclose(sum(hard), 1)


# %% key="masque-tirage"
# Exécuter : le tirage. Le premier token dont la probabilité cumulée dépasse le nombre tiré.
def draw(probabilities, number):
    total = 0.0
    for index, probability in enumerate(probabilities):
        total += probability
        if total > number:
            return index
    return probabilities.index(max(probabilities))  # un arrondi, à la fin de la somme


numbers = [step / 1000 for step in range(1000)]  # de 0 à 1, également répartis
for name, chances in (("sans masque", before), ("−5", soft), ("−∞", hard)):
    outside = sum(draw(chances, number) not in allowed for number in numbers)
    print(f"{name:<12} tirages interdits, sur 1000 : {outside}")
    assert (outside == 0) == (chances is hard)
nothing = softmax([-math.inf] * 5)  # rien de permis : la grammaire est fautive
assert all(math.isnan(chance) for chance in nothing)  # à signaler par une erreur, avant de tirer

# %% key="masque-vue"
# Exécuter : de vrais masques, calculés par la bibliothèque llguidance ; ici, un token par octet.
# Modifier : dans la vue, avancez, changez le masque, coupez. Et s'il voulait dire autre chose ?
written = '{"product":"paie","seats":1'
grammar, steps = Masks(STRICT_TOOL["input_schema"]), []
for number, byte in enumerate(written.encode()):
    steps.append({chr(token) for token in grammar.allowed()})
    if number == 0 or len(steps[-1]) > 1:
        print(f"{written[:number]:<28}permis :", *sorted(steps[-1]))
    grammar.advance(byte)  # lève ValueError si cet octet est interdit
assert steps[0] == {"{"} and steps[12] == set("fps")  # tout autre token : probabilité zéro
assert "-" in steps[-1]  # -1 est permis : `minimum`, que strict refuse, n'est plus dans ce schéma
assert END not in grammar.allowed()  # coupé ici, ce n'est pas encore du JSON
masks()

# %% [markdown] key="masque-explication" lang="fr"
# **Expliquer.** Avec −5, l'interdit garde une probabilité ; avec −∞, **zéro**. Vérifier après le tirage
# ferait tirer de nouveau, longtemps.
#
# C'est le principe des « sorties structurées » et de la « génération guidée ». Il garantit une forme (un motif de date), pas
# une vérité (le bon jour). Détourné de son token préféré, un modèle peut écrire un contenu **moins bon**.
#
# - Forme simple, nouvel essai possible : demander en prose et valider suffit souvent.
# - Forme complexe, lecteur exigeant : contraindre vaut son coût, surtout la première compilation ; un masque par
#   pas est rapide (sources secondaires, 2026).

# %% [markdown] key="sens" lang="fr"
# ## Le sens reste à vérifier
#
# Une analyse bien formée peut être fausse. Ce qu'aucun schéma ne dit s'écrit en **règles de sens**, dans votre code : des mots
# comptés, deux champs cohérents, un nombre que l'on retrouve dans le courriel.
#
# Deux pièges. Rétablissez la casse d'un `enum` (`casefold`) *avant* de valider. Et `"" in texte` vaut `True` : un extrait vide se
# « trouve » partout.
#
# **Prédire.** Douze postes deviennent 120, et le résumé compte trente mots. Que dit le schéma d'origine ?


# %% key="sens-execution"
# Exécuter, puis modifier : ajoutez une règle.
def doubts(analysis, mail):
    if len(analysis["summary"].split()) > 25:
        yield "résumé trop long"
    if str(analysis["seats"]) not in mail.split():
        yield "ce nombre de postes n'est pas dans le courriel"


right = {"product": "paie", "seats": 12, "summary": "Devis de paie, 12 postes."}
false = {**right, "seats": 120, "summary": "très " * 30}
for analysis in (right, false):
    assert Draft202012Validator(QUOTE_TOOL["input_schema"]).is_valid(analysis)  # les deux
    print(analysis["seats"], list(doubts(analysis, MAIL)))
assert not list(doubts(right, MAIL)) and len(list(doubts(false, MAIL))) == 2
assert "" in MAIL

# %% [markdown] key="manque" lang="fr"
# ## Quand l'information manque
#
# Un courriel ne dit pas toujours tout : « Bonjour, un devis pour la paie, s'il vous plaît. » Le nombre de postes n'y est
# pas. Or `seats` est requis, et `strict` impose un entier.
#
# **Prédire.** Que va écrire le modèle ?

# %% key="manque-prediction"
SHORT_MAIL = "Bonjour, un devis pour la paie, s'il vous plaît."
print(STRICT_TOOL["input_schema"]["properties"]["seats"], STRICT_TOOL["input_schema"]["required"])
predict("06.p5")


# %% key="manque-execution"
# Exécuter : le champ requis, puis le même avec une échappée. Modèle simulé.
def seats(tool):
    response = ask(MockClaude(SimulatedModel()), SHORT_MAIL, **forced(tool))
    return next(b.input["seats"] for b in response.content if b.type == "tool_use")


def with_seats(schema):
    old = STRICT_TOOL["input_schema"]
    properties = {**old["properties"], "seats": schema}
    return {**STRICT_TOOL, "input_schema": {**old, "properties": properties}}


told = "Nombre de postes. Écrire null si le courriel ne le dit pas."
escape = with_seats({"type": ["integer", "null"], "description": told})
print("requis :", seats(STRICT_TOOL), "· avec null :", seats(escape))
assert seats(STRICT_TOOL) == 1 and seats(escape) is None
both = with_seats({"type": ["integer", "null"], "enum": [5, 10, None]})
print(refused(**forced(both)))
assert refused(**forced(with_seats({"enum": [5, 10, None]}))) is None

# %% [markdown] key="manque-explication" lang="fr"
# **Expliquer.** Il fallait un entier : notre modèle simulé l'a **inventé**. Une contrainte sans échappée transforme « je ne sais pas » en
# valeur plausible.
#
# L'échappée : le champ reste requis, mais accepte `null`, et la description dit quand l'écrire. Avec un `enum`, ajoutez la
# valeur `null` et retirez `type`. Chaque champ à plusieurs types compte dans une limite : 16 par requête
# (fait daté : 2026-08, guide « Structured outputs »).
#
# À la lecture, `None` veut dire « absent ». `0`, `False` et `""` sont des valeurs : testez `is None`.

# %% [markdown] key="piege" lang="fr"
# ## Le piège du jour
#
# *« Avec strict, plus rien à vérifier. »* Il reste quatre choses : `stop_reason`, d'abord ; la casse des `enum` ; ce que la
# grammaire ne compte pas, bornes et longueurs ; et la vérité, toujours.
#
# Une forme garantie ne rend pas les erreurs de sens plus rares. Elle les rend plus discrètes : rien ne casse quand la
# valeur est fausse.

# %% key="quiz"
quiz("06")

# %% [markdown] key="bilan" lang="fr"
# ## Vous savez maintenant
#
# - choisir entre un faux outil, `strict` et un format de sortie ;
# - dire ce que chaque voie garantit, et ce qui la casse ;
# - expliquer un masque, et pourquoi −∞ plutôt que −5 ;
# - vérifier le sens, et prévoir l'information qui manque.
#
# Dans le TP06, vous écrirez le moule, la lecture, les règles et le masque. La leçon 07 traitera tout le reste : ce qui
# casse, et comment le réparer.
