# %% [markdown] key="titre" lang="fr"
# # 07 · Quand ça casse : cinq questions
#
# *Leçon de 50 minutes, suivie du TP07.*
#
# Une requête refusée, une réponse coupée, un mauvais type, une valeur fausse, un outil en panne : à chaque panne son
# geste. Relancer n'en soigne presque aucune.
#
# **Vous allez savoir**
#
# - ranger une panne avec cinq questions ;
# - relancer à bon escient ;
# - valider avant d'exécuter, et rendre une erreur utile ;
# - réparer un historique interrompu.

# %% key="preparation"
import difflib
import json
import traceback

import anthropic
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tooluse import MockClaude, ScriptedModel, failures, message, reply, settings, tool_use
from tooluse.data import read_json
from tooluse.incidents import classes, play, remedies
from tooluse.widgets import faults, flow, incidents, predict, quiz

MODEL = settings().model
HELLO = {"role": "user", "content": "Quel temps fait-il à Lyon ?"}
USE = {"type": "tool_use", "id": "toolu_01", "name": "get_weather", "input": {}}
ASKED = {"role": "assistant", "content": [USE]}
DONE = {"type": "tool_result", "tool_use_id": "toolu_01", "content": "18 °C"}


# %% [markdown] key="recit" lang="fr"
# ## Quatre essais, puis un mensonge
#
# Un agent rend la cause d'une panne par un appel d'outil. Il cite des motifs de recherche, pleins de `\|` : le JSON de
# l'appel est mal échappé. Le programme sauve ce qu'il peut, perd le champ, et répond : « champ requis absent ».
#
# L'agent l'avait écrit. Il recommence, à l'aveugle ; quatre appels échouent. Le cinquième contient `"test root cause"` :
# le schéma est content, et la suite travaille sur du vide (fait daté : 2026-07, *claude-code*, *issue* 79019).
#
# Rejouons-le avec un script.
#
# **Prédire.** Qu'apprend le modèle, à chaque « champ requis absent » ?


# %% key="recit-prediction"
(CAUSE,) = read_json("tools", "lecon07.json")  # l'outil : un champ requis, cause


def ask(client, *messages, **more):
    return client.messages.create(model=MODEL, **{"max_tokens": 500, **more}, messages=messages)


def conversation(client, tell):
    messages = [{"role": "user", "content": "Note la cause de la panne du ticket T-88."}]
    while (response := ask(client, *messages, tools=[CAUSE])).stop_reason == "tool_use":
        result = {"type": "tool_result", "tool_use_id": response.content[0].id}
        try:
            result["content"] = record_cause(**response.content[0].input)
        except TypeError as error:
            result.update(content=tell(error), is_error=True)
        messages += [{"role": "assistant", "content": response.content}]
        messages += [{"role": "user", "content": [result]}]
    return messages[-1]["content"][0]["content"]


predict("07.p1")


# %% key="recit-execution"
# Exécuter : deux façons de dire le même échec. De l'appel mal échappé, il n'arrive que {}.
def record_cause(cause):
    return f"noté : {cause}"


salvaged = reply(tool_use("record_cause"))
texts = "test root cause", r"le motif a\|b ne trouve rien"
lie, right = (reply(tool_use("record_cause", cause=text)) for text in texts)
blind = MockClaude(ScriptedModel([salvaged] * 4 + [lie, reply("C'est noté.")]))
assert conversation(blind, str) == "noté : test root cause"
assert Draft202012Validator(CAUSE["input_schema"]).is_valid({"cause": "test root cause"})
truth = r"cause : JSON mal échappé. Écrivez \\ pour \, et renvoyez le texte."  # Modifier
told = MockClaude(ScriptedModel([salvaged, right, reply("C'est noté.")]))
print("Avec un message vrai,", conversation(told, lambda error: truth), len(told.calls), "requêtes")
assert (len(blind.calls), len(told.calls)) == (6, 3)
flow(blind)

# %% [markdown] key="recit-explication" lang="fr"
# **Expliquer.** Le message dénonçait une autre faute. Le modèle a « corrigé » ce qui allait bien, puis appris à **plaire au
# schéma**. Un lecteur de JSON tolérant avait caché la cause. Un message vrai règle l'affaire au deuxième essai. (Script : un
# mécanisme montré, pas une preuve.)
#
# Le réflexe habituel, « syntaxique : relancer ; sémantique : réécrire », ne suffit pas. Un appel coupé veut plus de place ; un
# mauvais type, un message ; une valeur fausse, une connaissance.

# %% [markdown] key="questions" lang="fr"
# ## Cinq questions
#
# Posez-les dans l'ordre. La première qui trouve un défaut donne la classe.
#
# 1. La requête est-elle refusée ? 4xx : **protocole**. 429, 5xx, connexion rompue : **transport**.
# 2. Pourquoi le modèle s'est-il arrêté ? Coupé, refusé, en pause : **arrêt**.
# 3. L'`input` a-t-il la bonne forme ? Sinon : **forme**.
# 4. Ses valeurs sont-elles vraies ? Sinon : **connaissance**.
# 5. L'outil a-t-il échoué ? **Exécution**.
#
# **Prédire.** Un `input` a perdu une clé facultative, car la réponse est coupée. Quelle classe ?

# %% key="questions-prediction"
predict("07.p2")

# %% key="questions-execution"
# Exécuter : les classes, les mots de l'examen (deux classes n'en ont aucun), les remèdes.
for word in classes().values():
    print(f"{word.id:<10} {word.name:<13} {word.exam or '—'}")
for word in remedies().values():
    print(f"{word.id:<20}{word.name}")
lost = play("cut-call")  # un incident du kit, vraiment joué
first = lost.calls[0].response
print(first["stop_reason"], first["content"][-1]["input"])
assert first["stop_reason"] == "max_tokens" and "note" not in str(first["content"][-1])
assert [word.id for word in classes().values() if not word.exam] == ["transport", "execution"]
# Modifier : que dit play("wrong-id").ended ? Et play("wrong-type").ended ? Quelle classe ?

# %% [markdown] key="questions-explication" lang="fr"
# **Expliquer.** La deuxième question répond avant la troisième : un appel coupé est un **arrêt**, même si son `input` se lit
# bien.
#
# | À l'examen | Ici | Remède |
# | --- | --- | --- |
# | syntaxique | forme ; appel coupé | contraindre, ou `is_error` ; plus de place |
# | sémantique | connaissance | apporter la connaissance, réécrire |
# | protocolaire | protocole | corriger votre code |
#
# Une réponse entière est toujours du JSON valide : l'image d'un `{"city": "Ly` coupé n'existe qu'en flux avancé,
# `eager_input_streaming` (fait daté : 2026-08, documentation).

# %% [markdown] key="refus" lang="fr"
# ## La requête est refusée
#
# Deux sortes de refus lèvent une exception. Un 400 accuse votre code, et sa phrase dit où : la cellule en montre quatre, dans
# les mots de l'API. Un 429 ou un 529 dit « pas maintenant ».
#
# **Prédire.** L'API répond 429 deux fois, puis accepte. Combien de requêtes partent, avec `create` tout seul ?

# %% key="refus-prediction"
faulty = {  # le message qui suit la demande, ASKED
    "oublié": ("user", "Alors ?"),
    "derrière un texte": ("user", [{"type": "text", "text": "Voici."}, DONE]),
    "orphelin": ("user", [DONE, {**DONE, "tool_use_id": "toolu_02"}]),
    "au mauvais rôle": ("tool", [DONE]),
}
client = MockClaude(ScriptedModel([reply("Il fait 18 °C.")]))
for name, (role, content) in faulty.items():
    try:
        ask(client, HELLO, ASKED, {"role": role, "content": content})
    except anthropic.BadRequestError as error:
        print(f"résultat {name} : {error.status_code}", error.body["error"]["message"])
said = [call.response["error"]["message"] for call in client.calls]
assert len(said) == 4 and "were found without `tool_result` blocks" in said[0]
predict("07.p3")


# %% key="refus-execution"
# Exécuter : ce que le SDK relance, compté dans client.calls. Modifier : times=1, puis 3.
def statuses(failure, **more):
    client = MockClaude(ScriptedModel([reply("Il fait 18 °C.")]))
    client.inject(failure)
    try:
        list(ask(client, HELLO, **more))  # list lit un flux jusqu'au bout
    except anthropic.APIStatusError as error:
        print(type(error).__name__, "· retry-after :", error.response.headers.get("retry-after"))
    seen = [call.status for call in client.calls]
    print(failure.name, seen)
    return seen


assert statuses(failures.rate_limit(retry_after=0.01, times=2)) == [429, 429, 200]
assert statuses(failures.overloaded(times=2)) == [529, 529, 200]
assert statuses(failures.rate_limit(retry_after=0.01, times=9)) == [429] * 3  # il renonce
assert statuses(failures.stream_error(), stream=True) == [200]  # dans un flux : un seul essai

# %% [markdown] key="refus-explication" lang="fr"
# **Expliquer.** Un 400 est **protocolaire** : la même requête sera refusée demain. Lisez la phrase, corrigez votre code.
#
# Pour 429, 5xx et une connexion rompue, le SDK attend (`retry-after`, s'il est donné) et fait déjà **deux** nouveaux essais
# (`max_retries=2`). Trois essais à vous autour de `create` en font donc neuf : réglez `max_retries`, ou comptez les siens.
#
# Une erreur arrivée **dans** un flux, statut 200, n'est pas relancée.
#
# ## Pourquoi s'est-il arrêté ?
#
# **Prédire.** `max_tokens` a coupé une demande. On relance : que met-on dans `messages` ?

# %% key="arret-prediction"
predict("07.p4")

# %% key="arret-execution"
# Exécuter : quatre gestes devant la même coupure, et ce que votre code a vraiment exécuté.
for cure in (None, "retry_same", "constrain", "more_tokens"):
    played = play("cut-call", cure)
    print(f"{cure or 'exécuter quand même':<20}{played.verdict:<10}", *played.executed)
cut, whole = play("cut-call", "more_tokens").calls[:2]
schema, lost = cut.request["tools"][0]["input_schema"], cut.response["content"][-1]["input"]
assert cut.response["stop_reason"] == "max_tokens"
assert Draft202012Validator(schema).is_valid(lost)  # le schéma n'y voit rien
assert whole.request["messages"] == cut.request["messages"]  # le tour coupé n'est pas gardé
assert whole.request["max_tokens"] == 4 * cut.request["max_tokens"]
assert play("cut-call", "retry_same").verdict == "worse"  # deux réservations
assert play("pause", "resume").verdict == play("refusal", "tell_user").verdict == "repaired"
# Modifier : affichez play("pause").ended et play("pause", "more_tokens").verdict.
print("refus :", play("refusal").ended)  # le contenu est vide

# %% [markdown] key="arret-explication" lang="fr"
# **Expliquer.** `note` est facultative : l'appel coupé passait le schéma. Relancez avec plus de place, **sans** le tour coupé,
# jusqu'à un plafond ; puis dites l'échec. Contexte plein : raccourcissez.
#
# Une pause se renvoie telle quelle, un refus s'annonce. « Pas `tool_use`, donc fini » prendrait les trois pour une réponse ;
# même si l'outil est forcé, `next(…)` peut ne rien trouver. Lisez `stop_reason` d'abord.
#
# ## La forme
#
# Sans `strict`, un argument peut avoir le mauvais type. Pydantic valide **avant** d'exécuter.
#
# **Prédire.** `max_results: int` reçoit `"2"`, puis `True`. Que fait Pydantic, réglé par défaut ?

# %% key="forme-prediction"
predict("07.p5")


# %% key="forme-execution"
# Exécuter : indulgent, puis strict. Un seul modèle donne le schéma et la garde.
class Lenient(BaseModel):
    max_results: int = Field(ge=1, le=10)


class Search(Lenient):
    model_config = ConfigDict(strict=True, extra="forbid")
    query: str = Field(description="Mots à chercher.")


print(Lenient.model_validate({"max_results": "2"}), Lenient.model_validate({"max_results": True}))
for given in ({"max_results": "2"}, {"max_results": True}, {"max_results": 50, "sort": "date"}):
    try:
        Search.model_validate({"query": "préavis", **given})
    except ValidationError as error:
        print(*[(one["loc"], one["msg"], one["input"]) for one in error.errors()])
schema = Search.model_json_schema()
assert schema["additionalProperties"] is False and Lenient(max_results=True).max_results == 1


# %% key="forme-garde"
# Exécuter : la garde devant la fonction. L'erreur repart au modèle.
def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        given = model.model_validate(block.input)
    except ValidationError as error:
        told = " ; ".join(f"{one['loc'][0]} : {one['msg']}" for one in error.errors())
        return result | {"content": told, "is_error": True}
    return result | {"content": json.dumps(function(**given.model_dump()))}


ran = []
for many in ("cinq", 5):
    block = message(reply(tool_use("search", query="préavis", max_results=many))).content[0]
    result = guarded(block, Search, lambda **given: ran.append(given) or [])
    print(result["content"], "en erreur" if result.get("is_error") else "")
assert ran == [{"max_results": 5, "query": "préavis"}]  # « cinq » n'a rien exécuté

# %% [markdown] key="forme-explication" lang="fr"
# **Expliquer.** Par défaut, Pydantic convertit : `"2"` devient 2, `True` devient 1. Un appel faux s'exécute sans bruit. Avec
# `strict=True` et `extra="forbid"`, il refuse, et `model_json_schema()` donne le schéma de l'outil : une seule source.
#
# Validez **avant** d'exécuter : après, l'action est faite.
#
# ## La vérité
#
# Un client furieux, et `sentiment: "positif"`. L'`enum` est respecté.
#
# **Prédire.** Lequel change quelque chose : relancer, `strict`, ou dire ce que chaque valeur signifie ?

# %% key="verite-prediction"
predict("07.p6")

# %% key="verite-execution"
# Exécuter. Modifier : essayez "wrong-friday", et ses remèdes.
for cure in (None, "retry_same", "constrain", "rewrite_description", "give_knowledge"):
    played = play("false-sentiment", cure)
    requests = len(played.calls)
    print(f"{cure or 'sans remède':<21}{played.verdict:<11}{requests} requêtes", *played.executed)
assert play("false-sentiment", "constrain").verdict == "unchanged"
assert play("false-sentiment", "retry_same").verdict == "worse"
assert play("false-sentiment", "give_knowledge").verdict == "repaired"

# %% [markdown] key="verite-explication" lang="fr"
# **Expliquer.** Le modèle ne sait rien de plus la deuxième fois. Il lui faut **lire** autre chose : une description, une
# date, l'objection d'une règle métier. Sinon, un humain.
#
# ## L'outil a échoué
#
# Votre fonction lève une exception : l'échec repart en `is_error`, et la boucle continue.
#
# | À faire | À éviter |
# | --- | --- |
# | court, actionnable, avec une suggestion vraie | « Erreur. » |
# | un résultat par demande | une demande sans résultat : 400 |
# | ce qui se corrige | la trace, un chemin, un jeton, du SQL |
#
# **Prédire.** « Lyno » n'existe pas. Que faut-il répondre ?

# %% key="outil-prediction"
predict("07.p7")

# %% key="outil-execution"
# Exécuter : une trace, puis un message.
CITIES = ["Lyon", "Lens", "Lille", "Nantes", "Brest"]


def explain_city(name):
    near = difflib.get_close_matches(name, CITIES, n=2, cutoff=0.4)
    return f"Ville « {name} » inconnue. " + (f"Villes proches : {', '.join(near)}." if near else "")


try:
    {"Lyon": "18 °C", "Lens": "12 °C"}["Lyno"]
except KeyError:
    trace, short = traceback.format_exc(), explain_city("Lyno")
print(len(trace), "caractères de trace ;", short)
assert "File" in trace and "File" not in short and "Lyon" in short
for cure in ("send_trace", "return_error"):
    played = play("unknown-city", cure)
    print(f"{cure:<13}{played.verdict:<10}", played.said)
assert play("unknown-city", "return_error").verdict == "repaired"

# %% [markdown] key="outil-explication" lang="fr"
# **Expliquer.** La trace coûte des tokens, montre vos chemins, et n'aide pas : le modèle abandonne. Avec deux noms qui
# existent, il corrige. Ne suggérez que ce qui est dans votre base, et peu.
#
# Attrapez `Exception`, jamais `BaseException` : Ctrl+C doit rester à l'utilisateur. Un échec inattendu repart en une phrase, sans
# détail ; le détail va dans **votre** journal.
#
# ## Un historique interrompu
#
# Le programme s'est arrêté après une demande de deux outils. L'historique finit par elle.
#
# **Prédire.** Au redémarrage, l'utilisateur écrit « Alors ? ». Que faut-il ajouter ?

# %% key="historique-prediction"
predict("07.p8")

# %% key="historique-execution"
# Exécuter : le refus, puis la réparation. Un résultat par demande, avant le texte.
uses = [{**USE, "id": one} for one in ("toolu_01", "toolu_02")]
history = [HELLO, {"role": "assistant", "content": uses}]
client = MockClaude(ScriptedModel([reply("L'échange a été interrompu. Je reprends.")]))
try:
    ask(client, *history, {"role": "user", "content": "Alors ?"})
except anthropic.BadRequestError as error:
    print(error.body["error"]["message"])

stopped = "Interrompu avant la fin : rien n'a été exécuté. Redemandez l'outil au besoin."
failed = {"type": "tool_result", "content": stopped, "is_error": True}
results = [{**failed, "tool_use_id": use["id"]} for use in uses]
then = {"role": "user", "content": [*results, {"type": "text", "text": "Alors ?"}]}
print(ask(client, *history, then).content[0].text)
assert [call.status for call in client.calls] == [400, 200]

# %% [markdown] key="historique-explication" lang="fr"
# **Expliquer.** On ne supprime pas le tour du modèle : on lui **répond**. Un `tool_result` par demande, dans le message qui
# suit, devant le texte. (Répartis sur deux messages, ils passent, mais c'est une mauvaise habitude : leçon 02.) Le message
# dit ce qui s'est passé : si vous ignorez si l'action a eu lieu, dites-le (leçon 10).
#
# ## Vide n'est pas erreur
#
# Aucun ticket ouvert : l'outil a bien fonctionné. Rendez `[]`, sans `is_error`, et par `json.dumps` : `str` écrirait du
# Python.

# %% key="vide-execution"
# Exécuter : prédisez d'abord le nombre de requêtes. Modifier : essayez "return_error".
for cure in (None, "fix_code"):
    played = play("empty-as-error", cure)
    print(f"{cure or 'en erreur':<11}{len(played.calls)} requêtes", played.said or played.ended)
assert [len(play("empty-as-error", cure).calls) for cure in (None, "fix_code")] == [4, 2]
assert json.dumps([None, True]) == "[null, true]" and str([None, True]) == "[None, True]"
# Modifier : injectez une autre erreur, rangez-la, choisissez un remède, suivez l'échange.
faults("empty-as-error")

# %% key="trieur"
# Quatorze incidents : classez-les, soignez-les. Tout est vraiment rejoué.
incidents()

# %% [markdown] key="piege" lang="fr"
# ## Le piège du jour
#
# *« Ça a raté, relançons. »* Relancer à l'identique ne soigne que le transport, et le SDK le fait déjà. Partout ailleurs, il faut
# changer quelque chose : le code, la place, le message, ou ce que le modèle lit.

# %% key="quiz"
quiz("07")

# %% [markdown] key="bilan" lang="fr"
# ## Vous savez maintenant
#
# - ranger une panne avec cinq questions ;
# - relancer à bon escient ;
# - valider avant d'exécuter, et rendre une erreur utile ;
# - réparer un historique interrompu.
#
# Dans le TP07, vous rangerez d'autres incidents, puis vous écrirez les gestes : relancer, exécuter sans casser, réparer. La
# leçon 08 enchaîne plusieurs outils.
