# %% [markdown] key="titre" lang="fr"
# # 01 · Un appel d'outil est une demande
#
# *Leçon de 35 minutes, suivie du TP01.*
#
# Une phrase évite bien des erreurs : le modèle **demande**, votre code **dispose**, c'est-à-dire décide et exécute.
# Cette leçon en tire les conséquences.
#
# **Vous allez savoir**
#
# - dire qui exécute un outil, et où ;
# - dérouler les cinq étapes d'un appel ;
# - lire une réponse par type de bloc ;
# - écrire un `tool_result` exact ;
# - garder l'historique entier ;
# - reconnaître les refus 400 les plus fréquents.

# %% key="preparation"
import json

import anthropic

from tooluse import MockClaude, ScriptedModel, reply, server_tool_use, settings, thinking, tool_use
from tooluse.data import read_json
from tooluse.mock import message
from tooluse.widgets import flow, predict, quiz

MODEL = settings().model

# %% [markdown] key="qui-execute" lang="fr"
# ## Qui exécute ?
#
# Le programme suivant ne déclare aucun outil : il invite le modèle à écrire l'action voulue. On faisait ainsi avant
# que l'API propose des outils. Voici ce que le modèle écrit (notre script imite un défaut bien réel) :
#
# ```
# Action : get_weather(Lyon)
# Observation : 31 °C, grand soleil.
# Réponse : il fait 31 °C à Lyon.
# ```
#
# **Prédire.** Votre code contient bien une fonction `get_weather`. D'où viennent ces 31 °C ?

# %% key="qui-execute-prediction"
predict("01.p1")

# %% key="qui-execute-execution"
# Exécuter : la fonction note dans `executed` chacune de ses exécutions.
executed = []


def get_weather(city):
    executed.append(city)
    return "18 °C, nuageux avec éclaircies"


invented = """Action : get_weather(Lyon)
Observation : 31 °C, grand soleil.
Réponse : il fait 31 °C à Lyon."""
client = MockClaude(ScriptedModel([reply(invented)]))
question = [{"role": "user", "content": "Il fait combien à Lyon ? Écrivez « Action : » pour agir."}]
response = client.messages.create(model=MODEL, max_tokens=500, messages=question)
[block] = response.content  # un seul bloc, du texte
assert "31 °C" in block.text and response.stop_reason == "end_turn"
assert executed == []  # personne n'a rien exécuté
print(block.text)

# %% [markdown] key="qui-execute-explication" lang="fr"
# **Expliquer.** `executed` est vide : les 31 °C sont inventés. Un modèle écrit la suite la plus plausible ; après une
# « Action », c'est une « Observation ». Rien ne l'a arrêté.
#
# Déclarer l'outil change cela. La réponse finit **sur la demande**, et le motif d'arrêt, `stop_reason`, le dit :
# `tool_use`. La parole est à votre code.
#
# Le modèle a appris à demander pendant son entraînement. Il sait donc demander un outil nouveau pour lui, avec une
# fiabilité qui varie d'un modèle à l'autre.
#
# Changeons une seule chose : l'outil est déclaré.


# %% key="qui-execute-modification"
# Modifier : remplacez Lyon par Brest dans le script. `executed` change-t-il ?
TOOLS = read_json("tools", "lecon01.json")  # deux définitions : get_weather et get_contract
print(json.dumps(TOOLS[0], ensure_ascii=False, indent=1))


def ask(client, messages):
    return client.messages.create(model=MODEL, max_tokens=500, tools=TOOLS, messages=messages)


executed.clear()
client = MockClaude(ScriptedModel([reply("Je vérifie.", tool_use("get_weather", city="Lyon"))]))
response = ask(client, question)
assert response.stop_reason == "tool_use" and executed == []
print(response.stop_reason, response.content[-1].input, "· exécutions :", executed)

# %% [markdown] key="cinq-etapes" lang="fr"
# ## Les cinq étapes
#
# Un outil a deux faces. La **définition** : un nom, une description, le **schéma** de ses paramètres ; le modèle ne voit
# rien d'autre. La **fonction** : elle est dans votre code, et le modèle ne la voit jamais.
#
# L'utilisateur pose une question. Le modèle demande l'outil, votre code l'exécute, le modèle conclut.
#
# **Prédire.** Combien de requêtes votre programme envoie-t-il à l'API ?

# %% key="cinq-etapes-prediction"
predict("01.p2")

# %% key="cinq-etapes-execution"
# Exécuter : chaque ligne numérotée est une étape.
executed.clear()
demand = reply("Je vérifie la météo à Lyon.", tool_use("get_weather", city="Lyon"))
conclusion = reply("Il fait 18 °C à Lyon, avec des éclaircies.")
client = MockClaude(ScriptedModel([demand, conclusion]))
messages = [{"role": "user", "content": "Il fait combien à Lyon ?"}]
response = ask(client, messages)  # 1. la requête, avec les outils
[request] = [block for block in response.content if block.type == "tool_use"]  # 2. la demande
output = get_weather(**request.input)  # 3. l'exécution, chez vous
result = {"type": "tool_result", "tool_use_id": request.id, "content": output}
messages.append({"role": "assistant", "content": response.content})
messages.append({"role": "user", "content": [result]})
final = ask(client, messages)  # 4. le résultat part ; 5. la réponse finale revient
assert len(client.calls) == 2 and executed == ["Lyon"] and final.stop_reason == "end_turn"
flow(client)

# %% [markdown] key="cinq-etapes-explication" lang="fr"
# **Expliquer.** Deux requêtes, deux réponses ; entre les deux, votre code travaille seul.
#
# | Étape | Qui | Sens | Ce qui passe |
# | --- | --- | --- | --- |
# | 1 | votre code | requête | la question, les définitions d'outils |
# | 2 | le modèle | réponse | `tool_use`, motif d'arrêt `tool_use` |
# | 3 | votre code | local | l'exécution |
# | 4 | votre code | requête | tout l'historique, plus le `tool_result` |
# | 5 | le modèle | réponse | le texte, motif d'arrêt `end_turn` |
#
# Les étapes 2 à 4 peuvent se répéter : ce sera la boucle de la leçon 02.


# %% key="cinq-etapes-modification"
# Modifier : voici `messages` à présent. Ajoutez-y la réponse finale, et affichez encore.
def outline(messages):
    for position, turn in enumerate(messages):
        content = turn["content"]
        blocks = [{"type": "text"}] if isinstance(content, str) else content
        kinds = [block["type"] if isinstance(block, dict) else block.type for block in blocks]
        print(f"messages.{position}  {turn['role']:<10} {', '.join(kinds)}")


outline(messages)
assert [turn["role"] for turn in messages][:3] == ["user", "assistant", "user"]

# %% [markdown] key="par-type" lang="fr"
# ## Lire par type
#
# Ce que le modèle écrit dans une réponse forme un tour, le **tour de l'assistant** : c'est une **liste de blocs**. Un
# texte y précède parfois les demandes. Les modèles 5.5 le mettent dans un bloc de réflexion, `thinking`. Ce bloc peut
# ouvrir la liste, parfois sans texte (faits datés : 2026-08, documentation). Enfin, les **outils serveur** tournent
# chez Anthropic.
#
# Cette réponse contient, dans l'ordre : `thinking`, `text`, `server_tool_use`, `tool_use`, `tool_use`.
#
# **Prédire.** Combien de demandes attendent votre code ?

# %% key="par-type-prediction"
predict("01.p3")

# %% key="par-type-execution"
# Exécuter : trois mauvaises lectures, puis la bonne.
demand_17 = tool_use("get_contract", contract_id="CT-17")
demand_42 = tool_use("get_contract", contract_id="CT-42")
search = server_tool_use("web_search", query="indice Syntec")
said = reply(thinking(""), "Je regarde les deux contrats.", search, demand_17, demand_42)
content = message(said).content  # une réponse du SDK, fabriquée sans requête

assert content[0].type == "thinking"  # le premier bloc : pas une demande
assert content[-1].input == {"contract_id": "CT-42"}  # le dernier : une demande sur deux
named = [block for block in content if hasattr(block, "name")]
assert len(named) == 3  # les blocs qui ont un nom : un de trop
requests = [block for block in content if block.type == "tool_use"]
assert len(requests) == 2  # les blocs de type `tool_use` : le compte est bon
for block in content:
    print(f"{block.type:<16} {getattr(block, 'id', '')}")

# %% [markdown] key="par-type-explication" lang="fr"
# **Expliquer.** On ne lit ni par position, ni par présence d'un champ : on filtre sur `type`.
#
# | `type` | Pour votre code |
# | --- | --- |
# | `text` | à montrer |
# | `thinking` | à renvoyer tel quel |
# | `tool_use` | **à exécuter**, un résultat par demande |
# | `server_tool_use` | rien : l'outil tourne chez Anthropic |
#
# Voilà la nuance : « votre code exécute » vaut pour **vos** outils. La recherche web, outil serveur, s'exécute chez
# Anthropic. Les `id` sont opaques : comparez-les, n'en déduisez jamais rien.

# %% key="par-type-modification"
# Modifier : ici, la demande ouvre la liste. Ajoutez-en une, puis retirez-les toutes.
# Que devient le motif d'arrêt ?
response = message(reply(tool_use("get_contract", contract_id="CT-17"), "Je lis le contrat."))
requests = [block for block in response.content if block.type == "tool_use"]
print("demandes :", [block.input for block in requests], "· motif d'arrêt :", response.stop_reason)

# %% [markdown] key="resultat" lang="fr"
# ## Écrire le résultat
#
# Un `tool_result` tient en trois champs : son `type`, le `tool_use_id` de la demande, et un `content` que le modèle
# lira. Il voyage dans un message de rôle `user` : l'API ne connaît pas de rôle `tool`.
#
# Le modèle demande deux contrats, `CT-17` puis `CT-42`. Votre code rend les résultats **dans l'ordre inverse**.
#
# **Prédire.** Que fait l'API ?

# %% key="resultat-prediction"
# Voici les deux contrats, tels que votre code les connaît.
CONTRACTS = {
    "CT-17": {"client": "Boréal", "échéance": "2027-03-31", "résilié": False, "avenant": None},
    "CT-42": {"client": "Marais", "échéance": "2026-12-31", "résilié": True, "avenant": "A-2"},
}
predict("01.p4")

# %% key="resultat-execution"
# Exécuter : deux demandes, deux résultats, à l'envers.
script = [reply(demand_17, demand_42), reply("CT-17 court encore ; CT-42 est résilié.")]
client = MockClaude(ScriptedModel(script))
contracts_question = [{"role": "user", "content": "Où en sont CT-17 et CT-42 ?"}]
response = ask(client, contracts_question)
requests = [block for block in response.content if block.type == "tool_use"]
results = []
for block in reversed(requests):
    output = json.dumps(CONTRACTS[block.input["contract_id"]], ensure_ascii=False)
    results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
    print(block.id, "→", output)
turn = {"role": "assistant", "content": response.content}
answered = [*contracts_question, turn, {"role": "user", "content": results}]
assert ask(client, answered).stop_reason == "end_turn"  # accepté

# %% [markdown] key="resultat-explication" lang="fr"
# **Expliquer.** Accepté. L'ordre ne compte pas : l'`id`, **recopié** de la demande, relie chaque résultat à la sienne.
# Deux appels du même outil ne se distinguent que par lui.
#
# Le contenu est le plus souvent du texte. Une chaîne part telle quelle ; pour le reste, donnez du JSON, avec
# `json.dumps`. La fonction `str()` écrirait du Python : apostrophes, `None`, `False`. Un modèle comprendrait
# peut-être ; un lecteur de JSON, jamais. `ensure_ascii=False` garde les accents lisibles.

# %% key="resultat-modification"
# Modifier : retirez `ensure_ascii=False`.
# Le texte change ; l'assertion tient-elle encore ? Pourquoi ?
record = CONTRACTS["CT-17"]
as_python, as_json = str(record), json.dumps(record, ensure_ascii=False)
assert json.loads(as_json) == record
try:
    json.loads(as_python)
except json.JSONDecodeError as error:
    print("str()       :", as_python, "→ illisible :", error.msg)
print("json.dumps():", as_json)

# %% [markdown] key="historique" lang="fr"
# ## Garder l'historique
#
# Le résultat est prêt. Il reste à l'envoyer.
#
# **Prédire.** Vous envoyez la question et les résultats, sans le tour de l'assistant : après tout, l'API vient de
# l'écrire. Que se passe-t-il ?

# %% key="historique-prediction"
predict("01.p5")

# %% key="historique-execution"
# Exécuter : le SDK lève une vraie `BadRequestError`. Sa phrase est celle de l'API.
client = MockClaude(ScriptedModel([reply("Bien reçu.")]))
without_turn = [*contracts_question, {"role": "user", "content": results}]
try:
    ask(client, without_turn)
except anthropic.BadRequestError as error:
    print(error.status_code, error.api_message)
    assert error.api_message.startswith("messages.1.content.0: unexpected `tool_use_id` found")
assert client.calls[-1].status == 400
flow(client, predict=False)  # sans question : vous venez de lire la réponse

# %% [markdown] key="historique-explication" lang="fr"
# **Expliquer.** L'API n'a pas de mémoire. Le modèle ne sait que ce que contient la liste envoyée ; un résultat que sa
# demande ne précède pas ne répond à rien.
#
# Le tour de l'assistant repart donc **entier** : texte, demandes, réflexion. Un bloc `thinking` est signé ; pour les
# comptes ouverts depuis le 31 août 2026, l'API refuse qu'on le retouche (fait daté : 2026-09, synthèse de la
# documentation).
#
# `[*messages, …]` fabrique une liste nouvelle. `append` change celle qu'on vous a prêtée.


# %% key="historique-modification"
# Modifier : l'historique entier passe, même avec deux messages `user` d'affilée.
# Retirez `turn` et relancez.
def refusal(messages):
    """La phrase du refus 400, ou None si l'API accepte."""
    try:
        ask(MockClaude(ScriptedModel([reply("Bien reçu.")])), messages)
    except anthropic.BadRequestError as error:
        return error.api_message
    return None


whole = [*contracts_question, turn, {"role": "user", "content": results}]
whole.append({"role": "user", "content": "Soyez bref."})
outline(whole)
print("refus :", refusal(whole))
assert len(contracts_question) == 1  # la liste de départ est intacte

# %% [markdown] key="refus" lang="fr"
# ## Ce que l'API refuse
#
# Un refus 400 est votre meilleur professeur : il indique l'endroit (`messages.2`, en comptant depuis zéro) et la règle.
# Corrigez le code : relancer à l'identique ne sert à rien. Si rien ne rattrape l'exception, le carnet ajoute à la phrase
# de l'API son sens et un remède.
#
# Par politesse, vous écrivez « Voici les résultats : » dans le message, **devant** les deux résultats.
#
# **Prédire.** Que répond l'API ?

# %% key="refus-prediction"
# Voici le contenu du message sur lequel vous pariez.
polite = {"type": "text", "text": "Voici les résultats :"}
one, two = results
introduced = [polite, one, two]
predict("01.p6")


# %% key="refus-execution"
# Exécuter : cinq refus, dans les termes de l'API.
def then(*blocks, role="user"):
    return [*contracts_question, turn, {"role": role, "content": list(blocks)}]


cases = {
    "texte devant": then(*introduced),
    "résultat oublié": then(one),
    "résultat en double": then(one, two, two),
    "rôle tool": then(one, two, role="tool"),
    "id inconnu": then(one, two, {**two, "tool_use_id": "toolu_2"}),
}
for name, wrong in cases.items():
    print(f"{name}\n    {refusal(wrong)}\n")
same = "messages.2: `tool_use` ids were found without `tool_result` blocks"
assert refusal(cases["texte devant"]).startswith(same)
assert refusal(cases["résultat oublié"]).startswith(same)

# %% [markdown] key="refus-explication" lang="fr"
# **Expliquer.** La même phrase signale deux fautes : le résultat oublié et le résultat mal placé. Corrigeons aussi trois
# idées courantes :
#
# | On lit | En fait |
# | --- | --- |
# | « résultats groupés, sinon 400 » | un résultat **manquant** entraîne un refus ; des résultats éparpillés sont fusionnés, mais le modèle en désapprend les appels parallèles (fait daté : 2026-08, documentation) |
# | « le texte va où l'on veut » | les résultats **d'abord**, le texte ensuite |
# | « `user` et `assistant` alternent » | deux messages du même rôle sont fusionnés (fait daté : 2024-10, notes de version) |

# %% key="refus-modification"
# Modifier : tout passe ici. Remettez `polite` devant, puis oubliez `two` : les refus reviennent.
# Enfin, ajoutez la ligne `ask(client, after)`, et lisez ce que le carnet affiche.
client = MockClaude(ScriptedModel([reply("Bien reçu.")]))
after = then(one, two, polite)
scattered = [*then(one), {"role": "user", "content": [two]}]  # accepté, mais à éviter
print("texte après :", refusal(after))
print("éparpillés  :", refusal(scattered))

# %% [markdown] key="piege" lang="fr"
# ## Le piège du jour
#
# **« Claude a appelé l'API météo. »**
#
# Non : Claude a *demandé*, votre code a appelé. La phrase paraît anodine, l'erreur ne l'est pas. Qui croit que le
# modèle agit ne valide pas les entrées, ne vérifie pas les droits, ne demande pas confirmation avant l'irréversible.
# Tout cela se fait chez vous, entre l'étape 2 et l'étape 4.

# %% key="questions"
quiz("01")

# %% [markdown] key="fin" lang="fr"
# ## Vous savez maintenant
#
# - dire qui exécute un outil, et où ;
# - dérouler les cinq étapes d'un appel ;
# - lire une réponse par type de bloc ;
# - écrire un `tool_result` exact ;
# - garder l'historique entier ;
# - reconnaître les refus 400 les plus fréquents.
#
# La suite : le **TP01**, six tâches sur ces six points. Puis la leçon **02 · La boucle agentique, jusqu'au bout**, où les
# étapes 2 à 4 se répètent autant qu'il faut.
