# %% [markdown] key="titre" lang="fr"
# # 05 · `tool_choice` : quatre modes, et les modèles qui en refusent
#
# *Leçon de 35 minutes, suivie du TP05.*
#
# Jusqu'ici, le modèle décidait seul d'appeler un outil, ou non. Avec `tool_choice`, c'est vous qui décidez. Cela a un
# prix, et certains modèles le refusent.
#
# **Vous allez savoir**
#
# - choisir entre `auto`, `any`, `tool` et `none` ;
# - écrire un code qui passe d'un modèle à l'autre ;
# - prévoir un outil de secours pour un modèle forcé ;
# - lire une réponse forcée, et compter ce qu'elle coûte.

# %% key="preparation"
from dataclasses import asdict

import anthropic

from tooluse import MockClaude, ScriptedModel, reply, settings, thinking, tool_use
from tooluse.data import read_json
from tooluse.mock import failures
from tooluse.mock.models import SimulatedModel
from tooluse.rules import profile
from tooluse.rules.profiles import model_ids
from tooluse.widgets import flow, modes, predict, quiz

MODEL = settings().model

# %% [markdown] key="modes" lang="fr"
# ## Quatre modes
#
# `tool_choice` est un paramètre de la requête : `{"type": "auto"}`, `{"type": "any"}`, `{"type": "none"}`, ou
# `{"type": "tool", "name": "calculator"}`, qui nomme l'outil.
#
# Notre assistant a deux outils, la météo et une calculatrice. Le modèle est **simulé** : il suit le texte des
# définitions, et ne prouve rien sur Claude.
#
# **Prédire.** « Quelle est la capitale de la France ? » Que donne le mode `any` ?

# %% key="modes-prediction"
EXAMPLE = read_json("views", "modes.json")
TOOLS, ESCAPE = EXAMPLE["tools"], EXAMPLE["escape"]
for tool in TOOLS:
    print(f"{tool['name']:<12}", tool["description"])
predict("05.p1")


# %% key="modes-execution"
# Exécuter : la même question, dans les quatre modes.
def ask(question, choice, tools=TOOLS, client=None, **more):
    client = client or MockClaude(SimulatedModel())
    messages = [{"role": "user", "content": question}]
    sent = {"model": MODEL, "max_tokens": 2000, "tools": tools, "tool_choice": choice, **more}
    return client.messages.create(messages=messages, **sent)


def calls(response):
    return [(block.name, block.input) for block in response.content if block.type == "tool_use"]


IMPOSED = {"type": "tool", "name": "calculator"}
seen = {}
for choice in ({"type": "auto"}, {"type": "any"}, IMPOSED, {"type": "none"}):
    response = ask("Quelle est la capitale de la France ?", choice)
    seen[choice["type"]] = calls(response)
    print(f"{choice['type']:<5}", response.stop_reason, calls(response))
assert seen["auto"] == seen["none"] == [] and seen["any"] == [("get_weather", {"city": "France"})]

# %% [markdown] key="modes-explication" lang="fr"
# **Expliquer.** À chaque mode son usage :
#
# | Mode | Le modèle… | Pour… |
# | --- | --- | --- |
# | `auto` | décide seul ; c'est le défaut | le cas général, une tâche en étapes |
# | `any` | appelle au moins un outil, choisit lequel | un routeur (tout va à un outil), un agent qui doit agir |
# | `tool` | appelle l'outil nommé | un outil connu d'avance : un calcul, une fiche à remplir |
# | `none` | lit les définitions, n'appelle rien | le dernier tour, une synthèse |
#
# Écrire `auto` ne change rien, mais dit votre intention. Sous `any`, il ne reste ici qu'un appel
# absurde ; `tool` aussi.

# %% [markdown] key="refus" lang="fr"
# ## Les modèles qui refusent
#
# Un modèle vieillit. Sonnet 4.5 : fin de vie le 30 novembre 2026. Sonnet 5, celui du cours, marche encore, mais il a un
# successeur, Sonnet 5.5 (fait daté : 2026-10, documentation). Vous changez l'identifiant du modèle, rien d'autre.
#
# **Prédire.** Que devient une requête en mode `any` ?

# %% key="refus-prediction"
predict("05.p2")


# %% key="refus-execution"
# Exécuter : chaque refus, dans les mots de l'API.
def refusal(choice, **more):
    try:
        ask("Combien font 245 * 873 ?", choice, **more)
    except anthropic.BadRequestError as error:
        return error.body["error"]["message"]


REFUSING, MANUAL = (EXAMPLE["columns"][at]["model"] for at in (1, 3))
BUDGET = {"type": "enabled", "budget_tokens": 1024}
print(REFUSING, ":", newer := refusal({"type": "any"}, model=REFUSING))
print(MANUAL, ":", older := refusal(IMPOSED, model=MANUAL, thinking=BUDGET))
print("tool sans name :", nameless := refusal({"type": "tool"}))
assert newer == 'tool_choice: type "tool" and "any" are not supported for this model.'
assert older == "Thinking may not be enabled when tool_choice forces tool use."
assert nameless == "tool_choice.tool.name: Field required"
assert refusal({"type": "none"}, model=REFUSING) is None  # auto et none passent partout

# %% [markdown] key="refus-explication" lang="fr"
# **Expliquer.** Deux refus, deux raisons :
#
# - Fable 5.1, Mythos 5.1, Opus 5.5 et Sonnet 5.5 refusent `any` et `tool` : ils réfléchissent toujours, et les forcer
#   supprimerait cette réflexion. Haiku 5.5 les accepte (fait daté : 2026-10, documentation) ;
# - la réflexion manuelle (`thinking` de type `enabled`, budget fixé) interdit de forcer. La réflexion adaptative, que
#   Sonnet 5 ou Opus 5 dose seul, le permet (fait daté : 2026-10, documentation ; des rapports de terrain disent le
#   contraire).
#
# Ne devinez donc jamais d'après le nom. Lisez le **profil** : la fiche de ce que le modèle accepte.

# %% key="matrice"
# Modifier : prédisez au moins une case par ligne. Changez ensuite de question.
modes()

# %% [markdown] key="portable" lang="fr"
# ## Un code pour tous les profils
#
# Quand forcer est refusé, trois gestes s'en approchent :
#
# 1. le mode `auto` ;
# 2. une consigne à la fin de `system` : « Appelez toujours l'outil `calculator`. » ;
# 3. `"strict": True` : si l'outil est appelé, ses arguments suivront le schéma. La leçon 06 en dira plus.
#
# **Prédire.** Où se place `strict` ?

# %% key="portable-prediction"
for name in model_ids():
    facts = asdict(profile(name))
    print(
        f"{name:<22} forcer : {facts['forced_tool_choice']!s:<6}",
        *facts["thinking"],
        facts["end_of_life"] or "",
    )
assert asdict(profile(MODEL))["forced_tool_choice"]
predict("05.p3")

# %% key="portable-execution"
# Exécuter : strict au mauvais endroit, puis au bon.
print(misplaced := refusal({"type": "auto", "strict": True}, model=REFUSING))
assert misplaced == "tool_choice.auto.strict: Extra inputs are not permitted"

strict = [{**tool, "strict": True} if tool["name"] == "calculator" else tool for tool in TOOLS]
order = "Vous êtes l'assistant d'Ardoise.\n\nAppelez toujours l'outil calculator."
response = ask("Combien font 245 * 873 ?", {"type": "auto"}, strict, model=REFUSING, system=order)
print(response.stop_reason, calls(response))
assert "strict" not in TOOLS[1]  # une copie : d'autres requêtes se servent de l'original
assert calls(response) == [("calculator", {"expression": "245 * 873"})]

# %% [markdown] key="portable-explication" lang="fr"
# **Expliquer.** `strict` décrit **un outil** : il va dans sa définition. Aucun de ces gestes ne garantit l'appel :
# votre code doit savoir lire une réponse en texte. `strict` exige `"additionalProperties": False`, et refuse certains
# mots-clés.
#
# Et la qualité ? « Forcer ne baisse pas les performances » (fait daté : 2025, documentation) ; puis « forcer baisse la qualité
# des arguments » des modèles qui réfléchissent toujours (fait daté : 2026-10, documentation). Pour une tâche complexe,
# `auto` et une consigne claire peuvent faire mieux. Mesurez.
#
# **Modifier.** Retirez `system=order` : l'appel reste-t-il ?

# %% [markdown] key="sortie" lang="fr"
# ## Aucun outil ne convient
#
# Un **routeur** confie chaque message à un outil : il doit toujours en appeler un. Vous choisissez `any`. Un
# utilisateur écrit « J'ai besoin d'aide ».
#
# Vous ajoutez à `system` : « Si aucun outil ne convient, répondez sans outil. »
#
# **Prédire.** Que fait le modèle ?

# %% key="sortie-prediction"
predict("05.p4")

# %% key="sortie-execution"
# Exécuter : une phrase de plus, puis un outil de plus.
HELP, ANY = "J'ai besoin d'aide", {"type": "any"}
rule = "Si aucun outil ne convient, répondez sans outil."
told = calls(ask(HELP, ANY, system=rule))
print("avec la phrase :", told)
freed = calls(ask(HELP, ANY, [*TOOLS, ESCAPE]))
print("avec l'outil :", freed)
print(ESCAPE["description"])
assert told == [("get_weather", {"city": "Lyon"})]  # personne n'a parlé de Lyon
assert freed[0][0] == "ask_clarification"

# %% [markdown] key="sortie-explication" lang="fr"
# **Expliquer.** `any` interdit la réponse en texte : la phrase demande l'impossible. Le modèle prend l'outil le plus proche
# et remplit ses paramètres comme il peut. « Lyon » est l'exemple donné pour le paramètre `city`. (« Le plus proche » décrit
# notre modèle simulé ; la documentation n'en dit rien.)
#
# Deux remèdes : revenir à `auto` ; ou ajouter un **outil de secours**, dont la description dit quand l'appeler. Votre
# code le reconnaît à son nom, n'exécute rien, et pose la question.
#
# **Modifier.** Essayez `calls(ask(HELP, {"type": "auto"}, [*TOOLS, ESCAPE]))`.

# %% [markdown] key="boucle" lang="fr"
# ## Forcer une fois, pas toujours
#
# Pour que le calcul passe par la calculatrice, vous imposez le mode `tool` à **chaque** requête de la boucle de la
# leçon 02.
#
# **Prédire.** Votre code a rendu le résultat. Que fait le modèle ?


# %% key="boucle-prediction"
# first : le mode de la première requête ; then : celui des suivantes. Quatre requêtes au plus.
def conversation(first, then, question="Combien font 245 * 873 ?"):
    client, messages = MockClaude(SimulatedModel()), [{"role": "user", "content": question}]
    for turn in range(4):
        sent = {"tools": TOOLS, "tool_choice": then if turn else first, "messages": messages}
        response = client.messages.create(model=MODEL, max_tokens=500, **sent)
        messages.append({"role": "assistant", "content": response.content})
        uses = [block.id for block in response.content if block.type == "tool_use"]
        if not uses:
            break
        done = [{"type": "tool_result", "tool_use_id": id, "content": "213885"} for id in uses]
        messages.append({"role": "user", "content": done})
    return client, response.stop_reason


predict("05.p5")

# %% key="boucle-execution"
# Exécuter : forcer toujours, puis une seule fois. La vue montre la seconde conversation.
always, stuck = conversation(IMPOSED, IMPOSED)
once, ended = conversation(IMPOSED, {"type": "auto"})
print("toujours :", len(always.calls), "requêtes,", stuck)
print("une fois :", len(once.calls), "requêtes,", ended)
assert (stuck, len(always.calls)) == ("tool_use", 4)
assert (ended, len(once.calls)) == ("end_turn", 2)
flow(once)

# %% [markdown] key="boucle-explication" lang="fr"
# **Expliquer.** Un modèle forcé ne peut pas conclure. Forcez la **première** requête, puis passez en `auto` ; pas en `none`,
# car la suite peut exiger un autre outil. Si toutes les requêtes ont le même mode, une tâche en étapes reste en `auto`.
#
# Au dernier tour permis, `none` oblige à conclure. Laissez `tools` dans la requête.
#
# ## Lire une réponse forcée
#
# « Avec `any` ou `tool`, `stop_reason` vaut toujours `tool_use` », lit-on parfois.
#
# **Prédire.** Est-ce vrai ?

# %% key="lecture-prediction"
predict("05.p6")

# %% key="lecture-execution"
# Exécuter : quatre fins d'une même requête forcée ; les trois dernières sont provoquées.
call = reply(tool_use("calculator", expression="245 * 873"))
script = [call, call, reply(thinking("Je réfléchis…"))]
client = MockClaude(ScriptedModel(script))
client.inject(failures.max_tokens(), call=2)
client.inject(failures.refusal(), call=3)
stops = []
for _ in range(4):
    response = ask("Combien font 245 * 873 ?", IMPOSED, client=client)
    stops.append(response.stop_reason)
    print(f"{stops[-1]:<11}", [block.type for block in response.content], calls(response))
assert stops == ["tool_use", "max_tokens", "refusal", "end_turn"]

# %% [markdown] key="lecture-explication" lang="fr"
# **Expliquer.** Forcer n'empêche ni la coupure (`max_tokens`, `model_context_window_exceeded`), ni le refus (fait daté :
# 2026-10, documentation, qui ne fait pas d'exception). Des rapports de terrain montrent aussi une réflexion seule, avec
# `end_turn` (fait daté : 2026-10, *adk-anthropic-go*, n° 23).
#
# Lisez donc dans l'ordre : le motif d'arrêt ; puis le **type** du bloc ; puis son **nom**. Une demande coupée arrive avec
# les seuls champs déjà écrits. Si les autres sont facultatifs, elle paraît entière : seul le motif dit la coupure.
#
# **Modifier.** Remplacez `IMPOSED` par `ANY` : les fins changent-elles ?

# %% [markdown] key="seul" lang="fr"
# ## Un seul appel
#
# « Quel temps fait-il à Lyon, et combien font 245 * 873 ? » : deux besoins, deux appels dans une même réponse. Chacun attend
# son résultat, et tous les résultats repartent dans un seul message.
#
# L'option `"disable_parallel_tool_use": True` n'en laisse qu'un. Elle se place **dans** `tool_choice`.
#
# **Prédire.** La conversation peut-elle encore enchaîner deux outils ?

# %% key="seul-prediction"
predict("05.p7")

# %% key="seul-execution"
# Exécuter : avec et sans l'option, puis une conversation entière, puis deux mauvais endroits.
BOTH = "Quel temps fait-il à Lyon, et combien font 245 * 873 ?"
CAPITAL = "Quelle est la capitale de la France ?"
ALONE = {"disable_parallel_tool_use": True}
AUTO, FORCED = {"type": "auto", **ALONE}, {"type": "any", **ALONE}
tried = [(BOTH, {"type": "auto"}), (BOTH, AUTO), (CAPITAL, AUTO), (CAPITAL, FORCED)]
print(counts := [len(calls(ask(question, choice))) for question, choice in tried])
assert counts == [2, 1, 0, 1]
chained, ended = conversation(AUTO, AUTO, BOTH)
assert (ended, len(chained.calls)) == ("end_turn", 3)  # un appel, l'autre, la réponse
print(on_none := refusal({"type": "none", **ALONE}))
print(outside := refusal({"type": "auto"}, extra_body=ALONE))
assert on_none == "tool_choice.none.disable_parallel_tool_use: Extra inputs are not permitted"
assert outside == "disable_parallel_tool_use: Extra inputs are not permitted"

# %% [markdown] key="seul-explication" lang="fr"
# **Expliquer.** Sous `auto`, **au plus** un appel ; sous `any` ou `tool`, **exactement** un. `none` n'accepte pas
# l'option. Elle borne **une réponse**, pas la conversation : enchaîner reste possible, au prix d'une requête de plus.
#
# ## Ce que coûte un mode
#
# Dès qu'il y a des outils, l'API ajoute à la requête un texte de son cru, que vous payez. Sa longueur dépend du mode.
#
# **Prédire.** Que coûte `none`, qui n'appelle rien ?

# %% key="cout-prediction"
predict("05.p8")

# %% key="cout-execution"
# Exécuter : les tokens d'entrée de la même question, et la part que l'API ajoute. Estimations.
counted = {}
for choice in ({"type": "auto"}, {"type": "none"}, {"type": "any"}, IMPOSED):
    mode = choice["type"]
    counted[mode] = ask("Combien font 245 * 873 ?", choice).usage.input_tokens
    print(f"{mode:<5}", counted[mode], "dont", profile(MODEL).tool_tokens[mode])
assert counted["auto"] == counted["none"] < counted["any"] == counted["tool"]

# %% [markdown] key="cout-explication" lang="fr"
# **Expliquer.** `none` coûte autant qu'`auto` : les définitions sont lues de même. Forcer ajoute ici 120 tokens ; rien
# n'est publié pour les modèles les plus récents. Changer de mode en route fait perdre le cache des
# **messages**, pas celui des outils (fait daté : 2026-10, documentation ; leçon 09).
#
# ## Le piège du jour
#
# *« J'ai forcé, donc l'appel est bon. »* Forcer décide **qu'il y aura** un appel, si la réponse n'est ni coupée ni refusée.
# Cela ne dit ni que l'appel convient, ni que ses valeurs sont justes.

# %% key="quiz"
quiz("05")

# %% [markdown] key="bilan" lang="fr"
# ## Vous savez maintenant
#
# - choisir entre `auto`, `any`, `tool` et `none` ;
# - écrire un code qui passe d'un modèle à l'autre ;
# - prévoir un outil de secours pour un modèle forcé ;
# - lire une réponse forcée, et compter ce qu'elle coûte.
#
# Dans le TP05, vous choisirez un mode pour dix situations, puis vous écrirez un routeur et des requêtes portables. La
# leçon 06 se sert du mode `tool` pour mouler la sortie.
