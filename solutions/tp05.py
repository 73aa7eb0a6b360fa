# %% [markdown] key="intro"
# # TP05 · Quatre modes, et les modèles qui en refusent
#
# Durée : 40 minutes. Six tâches, 20 points. Tout se passe hors ligne : un modèle scripté remplace Claude.
#
# 1. Lisez la consigne, puis la docstring : à elles deux, elles disent tout ce qui est noté.
# 2. Remplacez la ligne `raise NotImplementedError(…)` par votre code.
# 3. Lancez `verify`. Si vous n'avancez plus, demandez un indice avec `hint`.
#
# Les tests cachés essaient d'autres outils, d'autres modèles, d'autres réponses. Sauf mention contraire, le modèle accepte
# les quatre modes.

# %% key="setup"
import json
from dataclasses import asdict

from tooluse import ScriptedModel, connect, reply, settings, tool_use
from tooluse.data import read_json
from tooluse.french import typeset
from tooluse.practice import hint, verify
from tooluse.rules import profile
from tooluse.rules.profiles import model_ids

MODEL = settings().model

# %% [markdown] key="cases-intro"
# ## Dix situations
#
# Pour chacune, choisissez le mode, c'est-à-dire le `type` de `tool_choice`. Dites ensuite pourquoi.

# %% key="cases"
for number, line in read_json("tp", "tp05_cases.json").items():
    print(typeset(f"Cas {number}. {line}"))

# %% [markdown] task="q1" title="Quel mode, et pourquoi ?" points=3 closed=true
# Rangez dans `MODES`, pour chaque cas, un couple `(mode, raison)`.
#
# 1. Mode : `"auto"`, `"any"`, `"tool"` ou `"none"`.
# 2. Raison, une seule :
#    - `"free"` : il arrive qu'aucun outil ne convienne ;
#    - `"steps"` : l'outil suivant dépend du résultat précédent ;
#    - `"must_act"` : il faut un appel, et l'un des outils convient toujours ;
#    - `"one_tool"` : l'outil à appeler est connu d'avance ;
#    - `"no_call"` : il faut un texte, sans appel ;
#    - `"refused"` : il faudrait forcer, mais le modèle le refuse.

# %% task="q1"
# MODES : un dictionnaire de dix couples, numéro du cas → (mode, raison).
# MODES = {1: ("…", "…"), 2: ("…", "…"), …}
### BEGIN SOLUTION
MODES = {
    1: ("auto", "free"),
    2: ("any", "must_act"),
    3: ("auto", "free"),
    4: ("tool", "one_tool"),
    5: ("auto", "refused"),
    6: ("auto", "steps"),
    7: ("none", "no_call"),
    8: ("tool", "one_tool"),
    9: ("any", "must_act"),
    10: ("none", "no_call"),
}
### END SOLUTION

# %% [markdown] key="profiles-intro"
# ## Deux profils
#
# Un profil dit ce qu'un modèle accepte ; ici, c'est un dictionnaire. Voici celui du modèle du cours, et celui d'un modèle
# qui refuse d'être forcé. Les deux outils sont ceux d'Ardoise ; leurs schémas sont déjà prêts pour `strict`.
#
# Une fois q2 écrite, essayez `parameters({"mode": "any", "tools": OFFICE}, ACCEPTS)`, puis le même besoin avec `REFUSES`.
# Comparez.

# %% key="profiles"
OFFICE = read_json("tp", "tp05_tools.json")["office"]
ACCEPTS = asdict(profile(MODEL))
REFUSES = asdict(next(profile(id) for id in model_ids() if not profile(id).forced_tool_choice))
for one in (ACCEPTS, REFUSES):
    print(one["id"], one["forced_tool_choice"])

# %% [markdown] task="q2" title="Un code pour tous les profils" points=4
# Écrivez `parameters`, qui traduit un besoin en paramètres acceptés par le modèle.
#
# 1. On peut forcer si `profile["forced_tool_choice"]` est vrai, et si `thinking` n'est pas du type `enabled`.
# 2. Si oui, ou avec `auto` et `none`, gardez le mode demandé.
# 3. Sinon, repliez-vous : mode `auto` ; à la fin de `system`, la consigne d'appeler un outil (lequel, pour `tool`) ;
#    `"strict": True` au moins dans la définition de l'outil visé (de tous, pour `any`).
# 4. Gardez tous les outils. Ne modifiez pas `need`.

# %% task="q2"
def parameters(need, profile):
    """Les paramètres à joindre à model, max_tokens et messages dans client.messages.create(…).

    need      {"mode": "auto" | "any" | "tool" | "none", "tools": […]}, et parfois
              "name" (l'outil à forcer, avec le mode "tool"), "system" (un texte),
              "thinking" ({"type": …}, à transmettre tel quel)
    profile   asdict(tooluse.rules.profile(…))

    Rend {"tools": …, "tool_choice": …}, plus "thinking" si need le donne, plus "system" si need
    le donne ou si le repli en a besoin : le texte de need d'abord, sans changement.
    """
    ### BEGIN SOLUTION
    mode, tools = need["mode"], need["tools"]
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": mode, "name": need["name"]} if mode == "tool" else {"type": mode}
    manual = need.get("thinking", {}).get("type") == "enabled"
    if mode in ("auto", "none") or (profile["forced_tool_choice"] and not manual):
        return {**request, "tool_choice": choice}
    wanted = [need["name"]] if mode == "tool" else [tool["name"] for tool in tools]
    order = f"Répondez toujours par un appel d'outil : {' ou '.join(wanted)}."
    return {
        **request,
        "tools": [{**tool, "strict": True} if tool["name"] in wanted else tool for tool in tools],
        "tool_choice": {"type": "auto"},
        "system": f"{need['system']}\n\n{order}" if need.get("system") else order,
    }
    ### END SOLUTION


# %% [markdown] key="services-intro"
# ## Un outil de secours
#
# Voici deux services, et de quoi répéter. `rehearsal()` rend un client. Son modèle imite un modèle forcé, devant une
# demande qu'aucun service ne traite : il appelle `ask_clarification` s'il le peut, le premier service sinon.
#
# Une fois q3 écrite, essayez `route(rehearsal(), "Où se garer ?", SERVICES, MODEL)`.

# %% key="services"
BILLING, SUPPORT = read_json("tp", "tp05_tools.json")["services"]
SERVICES = {
    "send_to_billing": {"tool": BILLING, "run": lambda request: {"dossier": "F-311"}},
    "send_to_support": {"tool": SUPPORT, "run": lambda request: {"dossier": "S-95"}},
}


def cornered(request):
    names = [tool["name"] for tool in request["tools"]]
    if "ask_clarification" in names:
        return reply(tool_use("ask_clarification", question="Quel service cherchez-vous ?"))
    return reply(tool_use(names[0], request="Où se garer ?"))


def rehearsal():
    """Un client neuf, pour une requête."""
    return connect(ScriptedModel([cornered]), quiet=True)


# %% [markdown] task="q3" title="Quand aucun service ne convient" points=4
# Écrivez `route`, qui confie une question à un service.
#
# 1. Envoyez une seule requête, en mode `any`, avec les outils de `services` et un de plus, `ask_clarification`.
# 2. Définissez cet outil : un paramètre requis, `question`, de type `string` ; une description qui dit quand l'appeler.
# 3. Si le modèle l'appelle, n'exécutez rien : rendez la question.
# 4. S'il appelle un service, exécutez-le une fois, avec son `input`.
# 5. Si le motif d'arrêt n'est pas `tool_use`, n'exécutez rien.
# 6. Ne modifiez pas `services`.

# %% task="q3"
def route(client, question, services, model):
    """Confie la question à un service, ou dit ce qu'il faut demander au client.

    services   nom d'outil -> {"tool": sa définition, "run": sa fonction, appelée avec **input}

    Rend {"action": "routed", "service": nom, "output": la valeur rendue par la fonction}
      ou {"action": "clarify", "question": l'argument question de l'appel}
      ou {"action": "stopped", "stop_reason": le motif d'arrêt}

    La réponse contient un appel au plus, parfois entouré d'autres blocs.
    """
    ### BEGIN SOLUTION
    ask = {
        "name": "ask_clarification",
        "description": "Pose une question au client. À appeler quand la demande ne relève d'aucun "
        "autre outil, ou quand elle est trop vague pour choisir.",
        "input_schema": {
            "type": "object",
            "properties": {"question": {"type": "string", "description": "La question à poser."}},
            "required": ["question"],
        },
    }
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"},
        tools=[*(service["tool"] for service in services.values()), ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    if block.name == "ask_clarification":
        return {"action": "clarify", "question": block.input["question"]}
    output = services[block.name]["run"](**block.input)
    return {"action": "routed", "service": block.name, "output": output}
    ### END SOLUTION


# %% [markdown] key="run-intro"
# ## Un exécuteur prêt à servir
#
# `run` fait ce que vous avez écrit au TP02 : un bloc `tool_use` donne un `tool_result`, même en cas d'échec. Servez-vous-en
# dans la tâche suivante.

# %% key="run"
def run(block, registry):
    """Le tool_result de cette demande ; en erreur si l'outil manque ou échoue."""
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        output = registry[block.name](**block.input)
    except Exception:
        return {**result, "content": f"L'outil {block.name} a échoué.", "is_error": True}
    content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return {**result, "content": content}


# %% [markdown] task="q4" title="Forcer une fois, pas toujours" points=4
# Écrivez `conversation`, une boucle dont seule la première requête est forcée.
#
# 1. À la **première** requête, forcez l'outil `first_tool`.
# 2. Aux suivantes, même à la dernière permise, le modèle choisit : le même outil, un autre, ou une réponse.
# 3. Chaque requête emporte tous les outils.
# 4. Continuez tant que le motif d'arrêt est `tool_use`, sans dépasser `max_turns` requêtes.
# 5. Tous les résultats d'un tour repartent dans un seul message `user`.

# %% task="q4"
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    """Mène la conversation et rend {"stop_reason": …, "text": …, "messages": …}.

    registry       nom d'outil -> fonction : voyez run(block, registry)
    "stop_reason"  celui de la dernière réponse ("tool_use" si le plafond est atteint)
    "text"         tous les textes de la dernière réponse, bout à bout ; "" si elle n'en a pas
    "messages"     tout l'échange : question, tours de l'assistant tels quels, résultats
    """
    ### BEGIN SOLUTION
    messages = [{"role": "user", "content": question}]
    choice = {"type": "tool", "name": first_tool}
    for _ in range(max_turns):
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, tool_choice=choice, messages=messages
        )
        choice = {"type": "auto"}
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            break
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}
    ### END SOLUTION


# %% [markdown] task="q5" title="Lire une réponse forcée" points=3
# Vous avez forcé l'outil `name`. Écrivez `read_forced`, qui dit ce que la réponse apporte vraiment.
#
# 1. Lisez d'abord le motif d'arrêt. Réponse coupée par `max_tokens` ou par `model_context_window_exceeded` : `"truncated"`, même
#    si un appel semble entier. `refusal` : `"refused"`.
# 2. Avec `tool_use` et un appel à `name` : `"call"`, et son `input`. D'autres blocs peuvent se trouver devant ou derrière.
# 3. Dans tous les autres cas : `"absent"`.
# 4. Ne levez jamais d'exception.

# %% task="q5"
def read_forced(response, name):
    """Un couple (état, valeur) : ("call", input), ("truncated", None), ("refused", None)
    ou ("absent", None). Un seul appel à name au plus ; son input peut être vide."""
    ### BEGIN SOLUTION
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    if response.stop_reason == "refusal":
        return "refused", None
    if response.stop_reason == "tool_use":
        for block in response.content:
            if block.type == "tool_use" and block.name == name:
                return "call", block.input
    return "absent", None
    ### END SOLUTION


# %% [markdown] task="q6" title="Un appel au plus, un appel exactement" points=2
# Écrivez deux fonctions qui rendent une **copie** d'une requête, avec l'option `disable_parallel_tool_use` à sa place.
#
# 1. `at_most_one` : au plus un appel par réponse. Sans `tool_choice`, prenez `auto`. Un mode déjà choisi reste le même ;
#    `none`, qui n'accepte pas l'option, reste intact.
# 2. `exactly_one` : un appel, ni plus ni moins. `none` : levez `ValueError`. `tool` garde son outil. Dans tous les autres
#    cas, prenez `any`.
# 3. Rien d'autre ne change : après un résultat, le modèle doit pouvoir appeler encore.

# %% task="q6"
def at_most_one(request):
    """Une copie de request où chaque réponse fait au plus un appel.

    request   les arguments de create : model, max_tokens, tools, messages, parfois tool_choice ;
              messages peut déjà contenir des appels et leurs résultats. Elle reste intacte.

    Avec le mode none, la copie est identique à request.
    """
    ### BEGIN SOLUTION
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] != "none":
        choice = {**choice, "disable_parallel_tool_use": True}
    return {**request, "tool_choice": choice}
    ### END SOLUTION


def exactly_one(request):
    """Une copie de request où chaque réponse fait exactement un appel ; ValueError avec none."""
    ### BEGIN SOLUTION
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        raise ValueError("le mode none interdit tout appel")
    if choice["type"] != "tool":
        choice = {"type": "any"}
    return {**request, "tool_choice": {**choice, "disable_parallel_tool_use": True}}
    ### END SOLUTION


# %% [markdown] key="end"
# ## Avant de rendre
#
# 1. Redémarrez le noyau et exécutez tout : chaque `verify` doit annoncer ses tests publics réussis.
# 2. Relisez votre code : que fait-il avec un modèle qui refuse d'être forcé, avec une réponse coupée, avec une demande
#    qu'aucun service ne traite ?
# 3. Rendez le carnet : `tooluse submit tp05 --student prenom.nom`, dans un terminal de JupyterLab.
