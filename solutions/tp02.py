# %% [markdown] key="intro"
# # TP02 · La boucle agentique, jusqu'au bout
#
# Durée : 60 minutes. Sept tâches, 24 points. Tout se passe hors ligne : un modèle scripté remplace Claude.
#
# 1. Lisez la consigne, puis la docstring : à elles deux, elles disent tout ce qui est noté.
# 2. Remplacez la ligne `raise NotImplementedError(…)` par votre code.
# 3. Lancez `verify`. Si vous n'avancez plus, demandez un indice avec `hint`.
#
# Les tests publics sont peu nombreux. Les tests cachés essaient d'autres outils et d'autres motifs d'arrêt.

# %% key="setup"
import json

from tooluse import ScriptedModel, connect, reply, settings, tool_use
from tooluse.data import read_json
from tooluse.practice import hint, verify

MODEL = settings().model

# %% [markdown] key="rehearsal-intro"
# ## Pour essayer
#
# La cellule suivante n'est pas notée. Elle vous prête des outils, un registre et une répétition : un client neuf, dont le
# modèle demande deux outils à la suite, puis répond. Une fois la tâche q1 écrite, essayez
# `conversation(rehearsal(), "Des tickets chez Roc ?", TOOLS, REGISTRY, MODEL)`.
#
# Le registre associe un nom d'outil à une fonction : `REGISTRY["find_client"](name="Roc")`.

# %% key="rehearsal"
TOOLS = read_json("tp", "tp02_tools.json")
CLIENTS = {"Roc": {"client": "C-12", "nom": "Roc", "actif": True}}
TICKETS = {"C-12": ["T-901", "T-902"]}
REGISTRY = {
    "find_client": lambda name: CLIENTS.get(name),
    "list_tickets": lambda client: TICKETS.get(client, []),
    "get_weather": lambda city: f"{city} : 18 °C, ensoleillé",
}


def rehearsal():
    """Un client neuf : deux outils à la suite, puis la réponse. Ensuite, voyez client.calls."""
    script = [
        reply("Je cherche le client.", tool_use("find_client", name="Roc")),
        reply(tool_use("list_tickets", client="C-12")),
        reply("Deux tickets sont ouverts chez Roc."),
    ]
    return connect(ScriptedModel(script), quiet=True)


# %% [markdown] task="q1" title="La boucle complète" points=8
# Écrivez `conversation`, la boucle entière.
#
# 1. Posez `question` au modèle `model`, avec les outils `tools`.
# 2. Tant que le motif d'arrêt est `tool_use` : exécutez **toutes** les demandes, puis renvoyez tous les résultats dans
#    **un seul** message `user`, sans rien devant.
# 3. Renvoyez un résultat aussi quand l'outil est absent ou lève une exception, sans arrêter la boucle.
# 4. Envoyez au plus `max_turns` requêtes.
# 5. Rendez le dictionnaire décrit par la docstring.

# %% task="q1"
def conversation(client, question, tools, registry, model, max_turns=8):
    """Mène la conversation jusqu'au bout et rend {"status": …, "text": …, "messages": …}.

    registry   nom d'outil -> fonction, appelée une fois par demande, avec **input
    résultat   un str repart tel quel, toute autre valeur repart en JSON
    erreur     outil absent du registre, ou exception : un tool_result avec "is_error": True
               et un message court, jamais vide, sans trace Python

    "status"   "done"       end_turn, stop_sequence
               "truncated"  max_tokens, model_context_window_exceeded (rien n'est exécuté)
               "refused"    refusal
               "paused"     pause_turn (la reprise est pour la tâche q4)
               "max_turns"  max_turns requêtes envoyées, et le modèle demande encore un outil
    "text"     le texte de la dernière réponse, "" si elle n'en a pas
    "messages" tout l'échange : question, tours de l'assistant tels quels, résultats, réponse finale
    """
    ### BEGIN SOLUTION
    statuses = {
        "end_turn": "done", "stop_sequence": "done", "refusal": "refused", "pause_turn": "paused",
        "max_tokens": "truncated", "model_context_window_exceeded": "truncated",
    }

    def run(block):
        result = {"type": "tool_result", "tool_use_id": block.id}
        if block.name not in registry:
            return {**result, "content": f"Outil inconnu : {block.name}.", "is_error": True}
        try:
            output = registry[block.name](**block.input)
        except Exception as error:
            return {**result, "content": f"{block.name} a échoué : {error}", "is_error": True}
        if not isinstance(output, str):
            output = json.dumps(output, ensure_ascii=False)
        return {**result, "content": output}

    messages = [{"role": "user", "content": question}]
    status = "max_turns"
    for _ in range(max_turns):
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, messages=messages
        )
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            status = statuses[response.stop_reason]
            break
        results = [run(block) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"status": status, "text": said, "messages": messages}
    ### END SOLUTION


# %% [markdown] task="q2" title="Que faire de chaque motif d'arrêt" points=2
# Écrivez `status`, qui dit ce que votre boucle doit faire.
#
# 1. `tool_use` → `"run_tools"`.
# 2. `end_turn` et `stop_sequence` → `"done"`.
# 3. `max_tokens` → `"truncated"`.
# 4. `refusal` → `"refused"`.
# 5. `pause_turn` → `"resume"`.
# 6. `model_context_window_exceeded` → `"window_full"`.
# 7. Toute autre valeur, `None` compris : levez `ValueError`. Un motif que votre code ne connaît pas ne doit jamais passer
#    pour une fin.

# %% task="q2"
def status(stop_reason):
    """Ce que la boucle doit faire après ce motif d'arrêt. Lève ValueError s'il est inconnu."""
    ### BEGIN SOLUTION
    actions = {
        "tool_use": "run_tools", "end_turn": "done", "stop_sequence": "done",
        "max_tokens": "truncated", "model_context_window_exceeded": "window_full",
        "refusal": "refused", "pause_turn": "resume",
    }
    if stop_reason not in actions:
        raise ValueError(f"motif d'arrêt inconnu : {stop_reason!r}")
    return actions[stop_reason]
    ### END SOLUTION


# %% [markdown] task="q3" title="Le plafond, sans rien perdre" points=4
# Écrivez `capped`, une boucle que l'on peut reprendre plus tard.
#
# 1. Un tour est **une requête**, quel que soit le nombre d'outils demandés.
# 2. Envoyez au plus `max_turns` requêtes, jamais une de plus.
# 3. Au plafond, ne levez pas d'exception : exécutez les dernières demandes, ajoutez leurs résultats à l'historique et
#    rendez-le.
# 4. Une réponse finale reçue au dernier tour permis est une fin normale.

# %% task="q3"
def capped(client, question, tools, registry, model, max_turns):
    """Rend {"status": …, "turns": …, "messages": …}.

    "status"   "done" si la dernière réponse finit par end_turn,
               "max_turns" si elle demande encore un outil
    "turns"    le nombre de requêtes envoyées
    "messages" tout l'échange. Avec "done", il finit par la réponse ; avec "max_turns", par le
               message des derniers résultats : on peut le renvoyer tel quel.
    Les résultats s'écrivent comme en q1. Les outils absents ou en échec ne sont pas demandés ici.
    """
    ### BEGIN SOLUTION
    def results(response):
        for block in response.content:
            if block.type == "tool_use":
                output = registry[block.name](**block.input)
                if not isinstance(output, str):
                    output = json.dumps(output, ensure_ascii=False)
                yield {"type": "tool_result", "tool_use_id": block.id, "content": output}

    messages = [{"role": "user", "content": question}]
    for turn in range(1, max_turns + 1):
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, messages=messages
        )
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            return {"status": "done", "turns": turn, "messages": messages}
        messages.append({"role": "user", "content": list(results(response))})
    return {"status": "max_turns", "turns": max_turns, "messages": messages}
    ### END SOLUTION


# %% [markdown] task="q4" title="Reprendre après une pause" points=2
# Un outil serveur, comme la recherche web, peut rendre la main avant d'avoir fini : le motif d'arrêt est `pause_turn`.
# Écrivez `after`, qui prépare la requête suivante.
#
# 1. Pour une réponse en pause, rendez une **nouvelle** liste : l'historique reçu, puis le tour de l'assistant tel quel.
# 2. N'ajoutez rien d'autre.
# 3. Pour tout autre motif d'arrêt, rendez `None`.
# 4. Ne modifiez pas la liste reçue.

# %% task="q4"
def after(response, messages):
    """Les messages à renvoyer après une pause ; None s'il n'y a pas de pause à reprendre."""
    ### BEGIN SOLUTION
    if response.stop_reason != "pause_turn":
        return None
    return [*messages, {"role": "assistant", "content": response.content}]
    ### END SOLUTION


# %% [markdown] task="q5" title="Un outil absent, un outil qui échoue" points=3
# Écrivez `run_requests`, qui exécute les demandes d'une réponse.
#
# 1. Rendez une liste de `tool_result`, un par `tool_use`, dans l'ordre des demandes.
# 2. Outil absent de `registry` : résultat en erreur, dont le message nomme l'outil demandé **et** tous les outils présents.
# 3. Exception : résultat en erreur, avec un message court.
# 4. Les autres demandes s'exécutent quand même.
# 5. Un `server_tool_use` n'attend rien de vous.

# %% task="q5"
def run_requests(response, registry):
    """Les tool_result d'une réponse : [] si elle ne demande rien.

    registry   nom d'outil -> fonction, appelée avec **input
    résultat   un str repart tel quel, toute autre valeur repart en JSON
    erreur     "is_error": True et un message, jamais vide, sans trace Python
    """
    ### BEGIN SOLUTION
    def answer(block):
        if block.name not in registry:
            present = ", ".join(registry)
            raise LookupError(f"l'outil {block.name} n'existe pas. Outils présents : {present}.")
        output = registry[block.name](**block.input)
        return output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)

    results = []
    for block in response.content:
        if block.type != "tool_use":
            continue
        result = {"type": "tool_result", "tool_use_id": block.id}
        try:
            result["content"] = answer(block)
        except Exception as error:
            result.update(content=f"Échec : {error}", is_error=True)
        results.append(result)
    return results
    ### END SOLUTION


# %% [markdown] key="support-intro"
# ## Une boucle à réparer
#
# Voici `support_v1`, la boucle du service client d'Ardoise. Avec une question qui demande un seul outil, elle répond bien.
# Dès qu'il en faut plusieurs, elle répond à côté ou elle échoue. La tâche q6 vous demande de la réparer.

# %% key="support-v1"
def support_v1(client, question, tools, registry, model):
    ask = {"role": "user", "content": question}
    response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=[ask])
    while response.stop_reason == "tool_use":
        block = next(block for block in response.content if block.type == "tool_use")
        output = registry[block.name](**block.input)
        content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
        result = {"type": "tool_result", "tool_use_id": block.id, "content": content}
        turn = {"role": "assistant", "content": response.content}
        messages = [ask, turn, {"role": "user", "content": [result]}]
        response = client.messages.create(
            model=model, max_tokens=500, tools=tools, messages=messages
        )
    return "".join(block.text for block in response.content if block.type == "text")


# %% [markdown] task="q6" title="Réparer la boucle du service client" points=3
# `support_v1` a deux défauts.
#
# 1. Essayez-la avec `rehearsal()` : gardez le client dans une variable, puis lisez le `request` de chaque échange de
#    `client.calls`.
# 2. Que sait encore le modèle à la troisième requête ? Que devient une seconde demande dans le même tour ?
# 3. Écrivez `support`, la boucle réparée : mêmes arguments, même valeur rendue.
#
# Le plafond et les outils en échec ne sont pas demandés ici.

# %% task="q6"
def support(client, question, tools, registry, model):
    """Comme support_v1, sans ses deux défauts. Rend le texte de la réponse finale."""
    ### BEGIN SOLUTION
    messages = [{"role": "user", "content": question}]
    response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
    while response.stop_reason == "tool_use":
        results = []
        for block in response.content:
            if block.type == "tool_use":
                output = registry[block.name](**block.input)
                if not isinstance(output, str):
                    output = json.dumps(output, ensure_ascii=False)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
        messages.append({"role": "assistant", "content": response.content})
        messages.append({"role": "user", "content": results})
        response = client.messages.create(
            model=model, max_tokens=500, tools=tools, messages=messages
        )
    return "".join(block.text for block in response.content if block.type == "text")
    ### END SOLUTION


# %% [markdown] task="q7" title="La réponse finale, sans rien inventer" points=2
# Écrivez `final_text`, qui lit le texte d'une réponse.
#
# 1. Mettez bout à bout tous les blocs `text`, dans l'ordre, sans rien ajouter ni retirer.
# 2. Laissez de côté les autres blocs : réflexion, demandes d'outil, résultats d'outils serveur.
# 3. S'il n'y a aucun bloc `text`, ou aucun bloc du tout, rendez `""`.

# %% task="q7"
def final_text(response):
    """Le texte d'une réponse, "" si elle n'en a pas."""
    ### BEGIN SOLUTION
    return "".join(block.text for block in response.content if block.type == "text")
    ### END SOLUTION


# %% [markdown] key="end"
# ## Avant de rendre
#
# 1. Redémarrez le noyau et exécutez tout : chaque `verify` doit annoncer ses tests publics réussis.
# 2. Relisez vos boucles : que font-elles si le modèle demande deux outils, un outil absent, des outils sans fin ?
# 3. Rendez le carnet comme le TP01 : `tooluse submit tp02 --student prenom.nom`, dans un terminal de JupyterLab.
