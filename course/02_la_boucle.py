# %% [markdown] key="titre" lang="fr"
# # 02 · La boucle agentique, jusqu'au bout
#
# *Leçon de 40 minutes, suivie du TP02.*
#
# Un modèle muni d'outils demande, lit le résultat, demande encore. Cette boucle, dite *agentique*, tient en dix
# lignes ; chacune peut cacher une erreur. Écrivons-la version après version.
#
# **Vous allez savoir**
#
# - suivre le modèle d'outil en outil ;
# - répondre à plusieurs demandes d'un même tour ;
# - réagir à chacun des sept motifs d'arrêt ;
# - plafonner les tours sans perdre l'historique ;
# - reprendre après une pause ;
# - répondre quand l'outil est absent ou échoue ;
# - lire une réponse finale en plusieurs blocs, ou vide.

# %% key="preparation"
import json

from anthropic import BadRequestError

from tooluse import MockClaude, ScriptedModel, reply, server_tool_use, settings, thinking, tool_use
from tooluse.data import read_json
from tooluse.mock import message
from tooluse.widgets import flow, predict, quiz

MODEL = settings().model


def ask(client, messages):
    return client.messages.create(model=MODEL, max_tokens=500, tools=TOOLS, messages=messages)


def execute(block):
    return json.dumps(REGISTRY[block.name](**block.input), ensure_ascii=False)


def run(block):
    return {"type": "tool_result", "tool_use_id": block.id, "content": execute(block)}

# %% key="outils"
REGISTRY = {  # ce qui tourne chez vous : une fonction par outil
    "search_client": lambda name: {"client_id": "CL-204", "name": name},
    "get_client_contracts": lambda client_id: {"contract_ids": ["CT-88"]},
    "summarize_contract": lambda contract_id: {"objet": "maintenance", "prix": "1 200 € par an"},
    "get_weather": lambda city: {"temps": {"Lyon": "nuages, 18 °C", "Lille": "pluie, 14 °C"}[city]},
    "convert_currency": lambda euros, to="USD": {to: round(euros * {"USD": 1.08, "GBP": 0.86}[to])},
}
TOOLS = [  # ce que le modèle voit ; le dernier est un outil serveur, qui tourne chez Anthropic
    *read_json("tools", "lecon02.json"),
    {"type": "web_search_20250305", "name": "web_search"}]
assert [tool["name"] for tool in TOOLS] == [*REGISTRY, "web_search"]

# %% [markdown] key="boucle" lang="fr"
# ## La boucle
#
# La version 0 sort de la boucle comme on le fait partout :
#
# ```python
# if response.stop_reason != "tool_use":  # le modèle a répondu
# ```
#
# Le raisonnement paraît sûr : tant que le modèle demande un outil, on continue ; sinon, c'est fini.
#
# **Prédire.** Le contrat CT-88 coûte 1 200 € par an. Le modèle l'a lu. Il écrit sa réponse, et la limite
# `max_tokens` la coupe au milieu du montant. Que rend cette boucle ?

# %% key="boucle-prediction"
# Version 0. Lisez-la, puis pariez.
def loop_0(client, question):
    messages = [{"role": "user", "content": question}]
    while True:
        response = ask(client, messages)
        if response.stop_reason != "tool_use":
            return response.content[-1].text  # le modèle a répondu
        block = next(block for block in response.content if block.type == "tool_use")
        messages.append({"role": "assistant", "content": response.content})
        messages.append({"role": "user", "content": [run(block)]})


predict("02.p1")

# %% key="boucle-panne"
# Exécuter : la version 0 devant une réponse coupée, puis une chaîne de trois outils.
CUT = [
    reply(tool_use("summarize_contract", contract_id="CT-88")),
    reply("Le contrat CT-88 coûte 1", stop_reason="max_tokens"),
]
CHAIN = [
    reply("Je cherche le client.", tool_use("search_client", name="Moreau")),
    reply(tool_use("get_client_contracts", client_id="CL-204")),
    reply(tool_use("summarize_contract", contract_id="CT-88")),
    reply("Moreau a un contrat de maintenance : 1 200 € par an."),
]
text = loop_0(MockClaude(ScriptedModel(CUT)), "Combien coûte le contrat CT-88 ?")
print(text)
print(loop_0(MockClaude(ScriptedModel(CHAIN)), "Que nous rapporte le client Moreau ?"))
assert text == "Le contrat CT-88 coûte 1"  # un texte, et rien d'autre

# %% [markdown] key="boucle-remede" lang="fr"
# **Expliquer.** « Le contrat CT-88 coûte 1 » : c'est faux, et rien ne le montre. Aucune exception, statut 200.
# La boucle a jeté le seul indice, `stop_reason`.
#
# Elle confondait deux questions : *dois-je continuer ?* et *la réponse est-elle complète ?* La version 1 ne
# répond qu'à la première. Elle rend la réponse entière, motif d'arrêt compris, et l'historique. À l'appelant
# de lire le motif avant le texte.
#
# **Modifier.** Dans `CUT`, remplacez `"max_tokens"` par `"end_turn"`. La version 0 y voit-elle une différence ?
# Remettez `"max_tokens"`.


# %% key="boucle-v1"
def loop_1(client, question):  # Version 1 : elle rend la réponse entière et l'historique.
    messages = [{"role": "user", "content": question}]
    while True:
        response = ask(client, messages)
        if response.stop_reason != "tool_use":
            return response, messages
        block = next(block for block in response.content if block.type == "tool_use")
        messages.append({"role": "assistant", "content": response.content})
        messages.append({"role": "user", "content": [run(block)]})


cut, _ = loop_1(MockClaude(ScriptedModel(CUT)), "Combien coûte le contrat CT-88 ?")
assert cut.stop_reason == "max_tokens", 'Dans CUT, remettez "max_tokens" et réexécutez la cellule.'
client = MockClaude(ScriptedModel(CHAIN))
response, messages = loop_1(client, "Que nous rapporte le client Moreau ?")
assert (len(client.calls), len(messages)) == (4, 7), "Script changé ? Corrigez ces deux nombres."
flow(client)

# %% [markdown] key="boucle-expliquer" lang="fr"
# **Expliquer.** La coupure se voit : `cut.stop_reason` vaut `max_tokens`. Et la chaîne ? Trois outils, quatre requêtes,
# un historique qui grandit de deux messages par tour : la demande du modèle, vos résultats. Ni `CL-204` ni `CT-88`
# n'étaient dans la question : chaque résultat fournit l'argument suivant. C'est le modèle qui choisit cet ordre.
#
# Un repère : `messages` doit toujours être un historique que l'API accepte.
#
# **Modifier.** Ci-dessus, donnez au client `CHAIN[:2] + CHAIN[3:]`, la chaîne sans sa troisième réplique. Combien
# de requêtes, de messages ? Pariez, puis corrigez l'assertion.

# %% [markdown] key="plusieurs" lang="fr"
# ## Plusieurs demandes dans un tour
#
# « La météo à Lyon, et 1 200 € en livres ? » Les deux questions sont indépendantes : le modèle peut les
# traiter ensemble, dans une même réponse. Notre version 1, avec `next`, ne traite que la première demande.
#
# **Prédire.** La réponse contient deux blocs `tool_use`. Parmi quatre façons d'y répondre, l'API en refuse une.
# Laquelle ?

# %% key="plusieurs-prediction"
# La réponse du modèle, et les deux résultats que votre code a préparés.
TWO = reply(
    tool_use("get_weather", city="Lyon"),
    tool_use("convert_currency", euros=1200, to="GBP"),
)
history = [{"role": "user", "content": "La météo à Lyon, et 1 200 € en livres ?"}]
response = ask(MockClaude(ScriptedModel([TWO])), history)
history.append({"role": "assistant", "content": response.content})
first, second = [run(block) for block in response.content if block.type == "tool_use"]
note = {"type": "text", "text": "Répondez en une phrase."}
predict("02.p2")

# %% key="plusieurs-essais"
ways = {  # Exécuter : chaque façon est une liste de messages, chaque message une liste de blocs.
    "premier seul": [[first]],  # la version 1
    "texte devant": [[note, first, second]],
    "ordre inverse": [[second, first]],
    "texte derrière": [[first, second, note]],
    "deux messages": [[first], [second]],
}
client = MockClaude(ScriptedModel([reply("Entendu.")] * 5))
for name, contents in ways.items():
    added = [{"role": "user", "content": content} for content in contents]
    try:
        print(name, ": accepté,", ask(client, history + added).stop_reason)
    except BadRequestError as error:
        print(name, ":", error.status_code, error.api_message)
assert [call.status for call in client.calls] == [400, 400, 200, 200, 200]

# %% key="plusieurs-v2"
# Version 2 : toutes les demandes du tour, et leurs résultats dans un seul message.
def loop_2(client, question):
    messages = [{"role": "user", "content": question}]
    while True:
        response = ask(client, messages)
        if response.stop_reason != "tool_use":
            return response, messages
        results = [run(block) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "assistant", "content": response.content})
        messages.append({"role": "user", "content": results})


client = MockClaude(ScriptedModel([TWO, reply("18 °C à Lyon ; 1 200 € font 1 032 £.")]))
response, messages = loop_2(client, "La météo à Lyon, et 1 200 € en livres ?")
assert len(messages[-1]["content"]) == 2, "Un résultat par demande : corrigez ce nombre."
flow(client)

# %% [markdown] key="plusieurs-expliquer" lang="fr"
# **Expliquer.** Chaque demande attend son résultat dans le message qui suit, et les résultats passent devant. Leur
# ordre est libre : l'identifiant fait le lien. Un texte peut suivre.
#
# Deux messages, un résultat dans chacun ? L'API les fusionne et accepte. Mais la forme est déconseillée : elle
# apprend au modèle à ne plus demander deux choses à la fois (fait daté : 2026-08, documentation, *parallel tool
# use*).
#
# **Modifier.** Dans la cellule précédente, remplacez `TWO` par un `reply(…)` à trois demandes, dont la météo à
# Lille. Faut-il toucher à la boucle ? À l'assertion ?

# %% [markdown] key="motifs" lang="fr"
# ## Chaque motif d'arrêt
#
# | Valeur | Ce qui s'est passé | Votre code doit |
# |---|---|---|
# | `end_turn` | le modèle a fini | rendre la réponse |
# | `stop_sequence` | il a écrit votre séquence d'arrêt | rendre le texte, coupé avant elle |
# | `tool_use` | il demande des outils | exécuter, renvoyer, continuer |
# | `pause_turn` | le tour est suspendu | renvoyer tel quel, continuer |
# | `max_tokens` | la réponse est coupée | ne rien exécuter, annoncer la coupure |
# | `model_context_window_exceeded` | la longueur permise est atteinte | de même, puis raccourcir l'historique |
# | `refusal` | le modèle refuse | le dire, sans insister |
#
# **Prédire.** La coupure tombe dans une demande d'outil. Qu'en reste-t-il ?

# %% key="motifs-prediction"
predict("02.p3")

# %% key="motifs-coupure"
# Exécuter : le modèle écrivait convert_currency(euros=1200, to="GBP"). `half` est coupé.
from typing import get_args

from anthropic.types import StopReason
from jiter import from_json  # un lecteur de JSON du SDK, qui sait lire un texte coupé

half = b'{"euros": 1200, "to": "GB'
demand = tool_use("convert_currency", from_json(half, partial_mode=True))
client = MockClaude(ScriptedModel([reply(demand, stop_reason="max_tokens")]))
response, messages = loop_2(client, "1 200 € en livres ?")
block = next(block for block in response.content if block.type == "tool_use")
print(response.stop_reason, block.input, "→ si on l'exécutait :", execute(block))
assert block.input == {"euros": 1200}, "Coupure déplacée ? Corrigez ce dictionnaire."
for reason in set(get_args(StopReason)) - {"tool_use", "pause_turn"}:
    client = MockClaude(ScriptedModel([reply("…", stop_reason=reason)]))
    assert loop_2(client, "Bonjour")[0].stop_reason == reason  # le motif arrive intact
assert len(get_args(StopReason)) == 7

# %% [markdown] key="motifs-expliquer" lang="fr"
# **Expliquer.** Le dictionnaire est bien formé, et le schéma l'accepte puisque `to` est facultatif. Exécutée, la
# demande donnerait des dollars au lieu de livres. Par défaut, l'API livre chaque argument entier ou pas du
# tout ; une demande coupée perd des clés (fait daté : 2026-08, mainteneur du SDK Python, *issue* 794). Seul
# `stop_reason` le dit.
#
# Ce tour coupé ne rejoint pas `messages` : son `tool_use` resterait sans résultat.
#
# **Modifier.** Coupez plus tôt : `half = b'{"eu'`. Cette fois l'exécution échoue. Pourquoi est-ce le cas le moins
# dangereux ?

# %% [markdown] key="plafond" lang="fr"
# ## Le plafond
#
# `while True` suppose que le modèle finira. S'il redemande toujours le même outil, rien ne l'arrête, et chaque
# requête se paie. La version 3 compte ses requêtes.
#
# Son argument change aussi : elle reçoit un historique au lieu d'une question. On pourra donc lui redonner
# l'historique qu'elle a rendu.
#
# **Prédire.** Le plafond est de trois requêtes. Le modèle demande la météo de Lyon, encore et encore. Que rend la
# version 3 ?

# %% key="plafond-prediction"
# Version 3, avec un plafond. Lisez-la, puis pariez.
def loop_3(client, messages, max_turns=8):
    for _ in range(max_turns):
        response = ask(client, messages)
        if response.stop_reason != "tool_use":
            return response, messages
        results = [run(block) for block in response.content if block.type == "tool_use"]
        messages = [*messages, {"role": "assistant", "content": response.content}]
        messages = [*messages, {"role": "user", "content": results}]
    return None, messages


predict("02.p4")

# %% key="plafond-v3"
# Exécuter : trois requêtes au plus, puis la reprise.
script = [reply(tool_use("get_weather", city="Lyon"))] * 3 + [reply("18 °C.")]
client = MockClaude(ScriptedModel(script))
question = [{"role": "user", "content": "La météo à Lyon ?"}]
response, messages = loop_3(client, question, max_turns=3)
print("au plafond :", response, [sent["role"] for sent in messages])
assert response is None and len(messages) == 7, "Plafond changé ? Corrigez le nombre de messages."

response, messages = loop_3(client, messages)  # on reprend, avec l'historique rendu
print("repris     :", response.stop_reason, "après", len(client.calls), "requêtes en tout")
assert response.stop_reason == "end_turn" and len(client.calls) == 4
assert len(question) == 1  # la liste prêtée n'a pas changé

# %% [markdown] key="plafond-expliquer" lang="fr"
# **Expliquer.** Trois requêtes, trois exécutions, trois résultats : l'historique rendu finit sur un message
# `user`, donc l'API l'accepte tel quel. S'arrêter avant d'exécuter laisserait une demande sans résultat ; lever
# une exception perdrait le travail déjà payé.
#
# La version 3 bâtit de nouvelles listes au lieu d'allonger celle qu'on lui prête : votre historique ne change
# pas à votre insu.
#
# **Modifier.** Passez `max_turns` de 3 à 2. La première assertion échoue : corrigez-la. La seconde tient-elle ?
# Pourquoi ?

# %% [markdown] key="pause" lang="fr"
# ## La pause
#
# `web_search` tourne chez Anthropic : vous voyez passer ses blocs, comme `server_tool_use`, sans rien avoir à
# exécuter. Quand ces recherches s'enchaînent trop longtemps (fait daté : 2026-08, documentation, dix itérations
# par défaut), l'API s'interrompt et vous rend la main : `pause_turn`. Le tour du modèle n'est pas fini.
#
# **Prédire.** La version 3 rendrait cette pause comme une réponse. Que faut-il envoyer à la place ?

# %% key="pause-prediction"
# La réponse sur laquelle vous pariez.
search = server_tool_use("web_search", query="boulangerie Moreau Lille")
pause = reply(search, stop_reason="pause_turn")
predict("02.p5")

# %% key="pause-v4"
# Exécuter : version 4, la pause repart telle quelle. L'argument `run` écrit un résultat.
def loop_4(client, messages, max_turns=8, run=run):
    for _ in range(max_turns):
        response = ask(client, messages)
        if response.stop_reason not in ("tool_use", "pause_turn"):
            return response, messages
        messages = [*messages, {"role": "assistant", "content": response.content}]
        if response.stop_reason == "tool_use":
            results = [run(block) for block in response.content if block.type == "tool_use"]
            messages = [*messages, {"role": "user", "content": results}]
    return None, messages


client = MockClaude(ScriptedModel([pause, reply("Moreau ouvre à Lille.")]))
response, messages = loop_4(client, [{"role": "user", "content": "Quoi de neuf chez Moreau ?"}])
assert [sent["role"] for sent in client.calls[1].request["messages"]] == ["user", "assistant"]
flow(client)

# %% [markdown] key="pause-expliquer" lang="fr"
# **Expliquer.** Deux requêtes, et aucun mot de vous entre les deux. La seconde finit sur le message `assistant`,
# exactement comme il est arrivé : le modèle reprend où il en était. La reprise compte dans le plafond, comme
# toute requête.
#
# Ne confondez pas : `tool_use` attend vos résultats, `pause_turn` attend seulement que vous renvoyiez le tour.
#
# **Modifier.** Mettez deux `pause` de suite dans le script. Combien de messages `assistant` porte la troisième
# requête ?

# %% [markdown] key="echec" lang="fr"
# ## Un outil absent, un outil qui échoue
#
# Le modèle peut nommer un outil qui n'existe pas, ou envoyer « Lyno » pour « Lyon ». Dans nos versions, l'appel
# lève alors `KeyError` : la conversation s'arrête, et l'historique est perdu.
#
# La boucle n'est pas en cause ; gardons la version 4. C'est `run` qu'il faut remplacer. Avec `run_safely`, une demande
# qui échoue reçoit aussi un résultat, marqué `is_error`.
#
# **Prédire.** Deux demandes fautives, puis une juste. Combien de `tool_result` le modèle aura-t-il reçus ?


# %% key="echec-prediction"
# Un résultat, quoi qu'il arrive. Lisez, puis pariez.
def run_safely(block):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in REGISTRY:
        unknown = f"Outil inconnu : {block.name}. Présents : {', '.join(REGISTRY)}."
        return result | {"content": unknown, "is_error": True}
    try:
        return result | {"content": execute(block)}
    except Exception:
        failed = f"{block.name} a échoué : vérifiez ses arguments."
        return result | {"content": failed, "is_error": True}


predict("02.p6")

# %% key="echec-execution"
# Exécuter : un outil absent, une ville inconnue, puis une demande juste.
script = [
    reply(tool_use("forecast", city="Lyon")),
    reply(tool_use("get_weather", city="Lyno")),
    reply(tool_use("get_weather", city="Lyon")),
    reply("Il fait 18 °C."),
]
question = [{"role": "user", "content": "La météo ?"}]
response, messages = loop_4(MockClaude(ScriptedModel(script)), question, run=run_safely)
results = [block for sent in messages[2::2] for block in sent["content"]]
for result in results:
    print(result["content"])
flags = ["is_error" in result for result in results]
assert flags == [True, True, False], f"Script changé ? Vous avez obtenu {flags}."

# %% [markdown] key="echec-expliquer" lang="fr"
# **Expliquer.** Trois résultats pour trois demandes : l'échec reste dans la conversation, et le modèle peut se
# corriger. Un outil inconnu ? On répète le nom demandé, on donne la liste de ce qui existe. Un outil qui
# échoue ? Une phrase courte : ni trace, ni chemin, ni secret. L'exception complète va dans votre journal. La
# leçon 07 reviendra sur ces messages.
#
# **Modifier.** Placez en tête de `script` une réplique qui demande la météo de Lyno *et* celle de Lille. Quels
# résultats repartent ? Corrigez l'assertion.

# %% [markdown] key="finale" lang="fr"
# ## La réponse finale
#
# `end_turn` : cette fois, c'est fini. Il reste à lire. La version 0 prenait `content[-1].text`, la lecture par
# position.
#
# Une réponse finale peut s'ouvrir sur une réflexion, tenir en plusieurs blocs de texte, ou n'avoir aucun bloc :
# l'API rend parfois `content: []` (fait daté : 2026-08, documentation, *handling stop reasons*). Une réponse
# vide n'est pas une panne : dites qu'il n'y a pas de texte, n'inventez rien.
#
# Cette courte section n'a pas de pari à cocher : avant d'exécuter, comptez les réponses que la lecture par position
# rend en entier.

# %% key="finale-textes"
# Exécuter. Modifier ensuite : ajoutez `reply("Il pleut.", thinking())`. Que se passe-t-il ?
answers = [
    reply("Il fait 18 °C à Lyon."),
    reply(thinking(), "Il fait 18 °C à Lyon.", "Prenez une veste."),
    reply(),
]
complete = 0
for answer in answers:
    content = message(answer).content
    by_position = [content[-1].text] if content else "IndexError"
    by_type = [block.text for block in content if block.type == "text"]
    print("par position :", by_position, "| par type :", by_type)
    if by_position == by_type:
        complete += 1
assert complete == 1  # une sur trois

# %% [markdown] key="piege" lang="fr"
# ## Le piège du jour
#
# *« Ce n'est pas `tool_use`, donc c'est fini. »* Non : sur sept motifs, deux seulement annoncent une réponse
# complète, `end_turn` et `stop_sequence`. Un texte coupé se lit sans erreur, une demande coupée s'exécute parfois
# sans erreur. Lisez `stop_reason` d'abord, le contenu ensuite.

# %% key="quiz"
quiz("02")

# %% [markdown] key="bilan" lang="fr"
# ## Vous savez maintenant
#
# - suivre le modèle d'outil en outil ;
# - répondre à plusieurs demandes d'un même tour ;
# - réagir à chacun des sept motifs d'arrêt ;
# - plafonner les tours sans perdre l'historique ;
# - reprendre après une pause ;
# - répondre quand l'outil est absent ou échoue ;
# - lire une réponse finale en plusieurs blocs, ou vide.
#
# Ici, la boucle rend un motif d'arrêt, et l'appelant décide. Dans le TP02, vous réunirez les deux : votre fonction
# `conversation` dira elle-même comment l'échange a fini. La leçon 03 passera aux définitions que le modèle lit.
