# Specimens of TP01: for each task, other correct solutions and plausible wrong ones.

# %% [markdown]
# q1: closed, so mutants only.

# %% task="q1" mutant="résultat en rôle tool" code="ROLE" fails=["public", "rôle du résultat"]
PATH = [
    ("D", "code", "user", "request"),
    ("A", "model", "assistant", "response"),
    ("F", "code", "none", "local"),
    ("C", "code", "none", "local"),
    ("G", "code", "tool", "request"),
    ("B", "model", "assistant", "response"),
    ("E", "code", "none", "local"),
]

# %% task="q1" mutant="résultat en rôle assistant" code="ROLE" fails=["rôle du résultat"]
PATH = [
    ("D", "code", "user", "request"),
    ("A", "model", "assistant", "response"),
    ("F", "code", "none", "local"),
    ("C", "code", "none", "local"),
    ("G", "code", "assistant", "request"),
    ("B", "model", "assistant", "response"),
    ("E", "code", "none", "local"),
]

# %% task="q1" mutant="le modèle appelle le service" code="EXEC" fails=["qui produit"]
PATH = [
    ("D", "code", "user", "request"),
    ("A", "model", "assistant", "response"),
    ("F", "code", "none", "local"),
    ("C", "model", "none", "local"),
    ("G", "code", "user", "request"),
    ("B", "model", "assistant", "response"),
    ("E", "code", "none", "local"),
]

# %% task="q1" mutant="tout se passe chez Anthropic" code="EXEC" fails=["qui produit", "rôle du résultat", "autres rôles", "sens"]
PATH = [
    ("D", "code", "user", "request"),
    ("A", "model", "assistant", "response"),
    ("F", "model", "assistant", "response"),
    ("C", "model", "assistant", "response"),
    ("G", "model", "assistant", "response"),
    ("B", "model", "assistant", "response"),
    ("E", "code", "none", "local"),
]

# %% task="q1" mutant="la réponse d'abord, l'outil pour vérifier" code="EXEC" fails=["ordre"]
PATH = [
    ("D", "code", "user", "request"),
    ("A", "model", "assistant", "response"),
    ("B", "model", "assistant", "response"),
    ("F", "code", "none", "local"),
    ("C", "code", "none", "local"),
    ("G", "code", "user", "request"),
    ("E", "code", "none", "local"),
]

# %% task="q2" alternative="une boucle, des listes à trois places"
def requests_in(response):
    found = []
    for block in response.content:
        if block.type != "tool_use":
            continue
        found.append([block.id, block.name, dict(block.input)])
    return found

# %% task="q2" alternative="par la classe du SDK"
from anthropic.types import ToolUseBlock
from operator import attrgetter

def requests_in(response):
    mine = filter(lambda block: isinstance(block, ToolUseBlock), response.content)
    return list(map(attrgetter("id", "name", "input"), mine))

# %% task="q2" alternative="sur le JSON de la réponse, récursive"
def requests_in(response):
    def walk(blocks):
        if not blocks:
            return []
        first, *rest = blocks
        own = [(first["id"], first["name"], first["input"])] if first["type"] == "tool_use" else []
        return own + walk(rest)

    return walk(response.model_dump()["content"])

# %% task="q2" mutant="content[0]" code="POS" fails=["public", "outil serveur au milieu", "bloc de réflexion en tête", "plusieurs demandes", "deux fois le même outil"]
def requests_in(response):
    blocks = response.content
    if not blocks or blocks[0].type != "tool_use":
        return []
    return [(blocks[0].id, blocks[0].name, blocks[0].input)]

# %% task="q2" mutant="content[-1]" code="POS" fails=["texte après la demande", "plusieurs demandes", "deux fois le même outil"]
def requests_in(response):
    last = response.content[-1] if response.content else None
    if last is not None and last.type == "tool_use":
        return [(last.id, last.name, last.input)]
    return []

# %% task="q2" mutant="tout ce qui suit le premier bloc" code="POS" fails=["texte après la demande", "plusieurs demandes", "deux fois le même outil", "entrée vide, identifiants inhabituels"]
def requests_in(response):
    return [(b.id, b.name, b.input) for b in response.content[1:] if b.type == "tool_use"]

# %% task="q2" mutant="hasattr name" code="SERVEUR" fails=["outil serveur au milieu"]
def requests_in(response):
    return [(b.id, b.name, b.input) for b in response.content if hasattr(b, "name")]

# %% task="q2" mutant="type qui contient tool_use" code="SERVEUR" fails=["outil serveur au milieu"]
def requests_in(response):
    requests = []
    for block in response.content:
        if "tool_use" in block.type:
            requests.append((block.id, block.name, block.input))
    return requests

# %% task="q2" mutant="next" code="UN-SEUL" fails=["plusieurs demandes", "deux fois le même outil"]
def requests_in(response):
    call = next((b for b in response.content if b.type == "tool_use"), None)
    return [] if call is None else [(call.id, call.name, call.input)]

# %% task="q2" mutant="return dans la boucle" code="UN-SEUL" fails=["plusieurs demandes", "deux fois le même outil"]
def requests_in(response):
    result = []
    for block in response.content:
        if block.type == "tool_use":
            result.append((block.id, block.name, block.input))
            return result
    return result

# %% task="q2" mutant="dictionnaire par nom" code="UN-SEUL" fails=["deux fois le même outil"]
def requests_in(response):
    by_name = {b.name: (b.id, b.name, b.input) for b in response.content if b.type == "tool_use"}
    return list(by_name.values())

# %% task="q3" alternative="blocs de texte, is_error explicite"
import json

def as_text(value):
    if type(value) is str:
        return value
    return json.dumps(value, indent=2)

def tool_result(block, output):
    return dict(
        type="tool_result",
        tool_use_id=block.id,
        content=[{"type": "text", "text": as_text(output)}],
        is_error=False,
    )

# %% task="q3" alternative="match"
from json import JSONEncoder

ENCODER = JSONEncoder(ensure_ascii=False, separators=(",", ":"))

def tool_result(block, output):
    result = {"type": "tool_result"}
    match output:
        case str():
            result["content"] = output
        case _:
            result["content"] = ENCODER.encode(output)
    return result | {"tool_use_id": block.id}

# %% task="q3" mutant="id refabriqué d'après le nom" code="CORR" fails=["public", "identifiant de la demande", "valeurs en JSON", "texte tel quel", "sorties vides"]
import json

def tool_result(block, output):
    content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return {"type": "tool_result", "tool_use_id": "toolu_" + block.name, "content": content}

# %% task="q3" mutant="id de la demande sous la mauvaise clé" code="CORR" fails=["public", "identifiant de la demande", "valeurs en JSON", "texte tel quel", "sorties vides"]
import json

def tool_result(block, output):
    if not isinstance(output, str):
        output = json.dumps(output, ensure_ascii=False)
    return {"type": "tool_result", "id": block.id, "content": output}

# %% task="q3" mutant="id recousu avec le préfixe toolu_" code="CORR" fails=["identifiant de la demande"]
import json

def tool_result(block, output):
    id = "toolu_" + block.id.split("_")[-1]
    content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return {"type": "tool_result", "tool_use_id": id, "content": content}

# %% task="q3" mutant="str" code="JSON" fails=["valeurs en JSON"]
def tool_result(block, output):
    return {"type": "tool_result", "tool_use_id": block.id, "content": str(output)}

# %% task="q3" mutant="guillemets remplacés" code="JSON" fails=["valeurs en JSON"]
def tool_result(block, output):
    text = output if isinstance(output, str) else f"{output}".replace("'", '"')
    return {"type": "tool_result", "tool_use_id": block.id, "content": text}

# %% task="q3" mutant="JSON pour les dictionnaires seulement" code="JSON" fails=["valeurs en JSON"]
import json

def tool_result(block, output):
    if isinstance(output, dict):
        output = json.dumps(output, ensure_ascii=False)
    return {"type": "tool_result", "tool_use_id": block.id, "content": str(output)}

# %% task="q3" mutant="sortie brute" code="JSON" fails=["valeurs en JSON", "sorties vides"]
def tool_result(block, output):
    return {"type": "tool_result", "tool_use_id": block.id, "content": output}

# %% task="q3" mutant="json.dumps, chaînes comprises" code="JSON" fails=["public", "identifiant de la demande", "texte tel quel", "sorties vides"]
import json

def tool_result(block, output):
    return {
        "type": "tool_result",
        "tool_use_id": block.id,
        "content": json.dumps(output, ensure_ascii=False),
    }

# %% task="q3" mutant="phrase quand c'est vide" code="VIDE" fails=["sorties vides"]
import json

def tool_result(block, output):
    if output in ("", [], {}):
        content = "Aucun résultat."
    else:
        content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return {"type": "tool_result", "tool_use_id": block.id, "content": content}

# %% task="q3" mutant="content seulement si la sortie est vraie" code="VIDE" fails=["valeurs en JSON", "sorties vides"]
import json

def tool_result(block, output):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if output:
        result["content"] = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return result

# %% task="q3" mutant="message de rôle tool" code="ROLE" fails=["public", "identifiant de la demande", "valeurs en JSON", "texte tel quel", "sorties vides"]
import json

def tool_result(block, output):
    text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return {"role": "tool", "tool_call_id": block.id, "content": text}

# %% task="q4" alternative="copie, puis ajouts"
def next_messages(messages, response, results):
    following = list(messages)
    following.append({"role": response.role, "content": response.content})
    following.append({"role": "user", "content": list(results)})
    return following

# %% task="q4" alternative="tout en dictionnaires"
import copy

def as_dicts(blocks):
    return [block.model_dump() if hasattr(block, "model_dump") else dict(block) for block in blocks]

def next_messages(messages, response, results):
    turn = dict(role="assistant", content=as_dicts(response.content))
    answer = dict(role="user", content=tuple(as_dicts(results)))
    return copy.deepcopy(messages) + [turn, answer]

# %% task="q4" mutant="seulement les tool_use" code="INTACT" fails=["tour de l'assistant entier", "texte après la demande"]
def next_messages(messages, response, results):
    calls = [block for block in response.content if block.type == "tool_use"]
    return messages + [{"role": "assistant", "content": calls}, {"role": "user", "content": results}]

# %% task="q4" mutant="sans la réflexion" code="INTACT" fails=["tour de l'assistant entier", "texte après la demande"]
def next_messages(messages, response, results):
    visible = [block for block in response.content if "thinking" not in block.type]
    turn = {"role": "assistant", "content": visible}
    return [*messages, turn, {"role": "user", "content": results}]

# %% task="q4" mutant="historique reconstruit de trois messages" code="INTACT" fails=["historique long"]
def next_messages(messages, response, results):
    return [
        messages[0],
        {"role": "assistant", "content": response.content},
        {"role": "user", "content": results},
    ]

# %% task="q4" mutant="le tour de l'assistant oublié" code="INTACT" fails=["public", "tour de l'assistant entier", "historique long", "plusieurs résultats", "texte après la demande"]
def next_messages(messages, response, results):
    return messages + [{"role": "user", "content": results}]

# %% task="q4" mutant="texte devant" code="ORDRE" fails=["public", "tour de l'assistant entier", "historique long", "plusieurs résultats", "texte après la demande"]
def next_messages(messages, response, results):
    intro = {"type": "text", "text": "Voici les résultats :"}
    return messages + [
        {"role": "assistant", "content": response.content},
        {"role": "user", "content": [intro] + results},
    ]

# %% task="q4" mutant="un titre devant chaque résultat quand il y en a plusieurs" code="ORDRE" fails=["plusieurs résultats"]
def next_messages(messages, response, results):
    content = results
    if len(results) > 1:
        content = []
        for number, result in enumerate(results, 1):
            content += [{"type": "text", "text": f"Résultat {number} :"}, result]
    return messages + [
        {"role": "assistant", "content": response.content},
        {"role": "user", "content": content},
    ]

# %% task="q4" mutant="append sur la liste reçue" code="ALIAS" fails=["arguments inchangés"]
def next_messages(messages, response, results):
    messages.append({"role": "assistant", "content": response.content})
    messages.append({"role": "user", "content": results})
    return messages

# %% task="q4" mutant="une autre étiquette, la même liste" code="ALIAS" fails=["arguments inchangés"]
def next_messages(messages, response, results):
    new = messages
    new += [{"role": "assistant", "content": response.content}]
    new += [{"role": "user", "content": results}]
    return new

# %% task="q4" mutant="un message par résultat" code="GROUPE" fails=["plusieurs résultats"]
def next_messages(messages, response, results):
    turn = {"role": "assistant", "content": response.content}
    return messages + [turn] + [{"role": "user", "content": [result]} for result in results]

# %% task="q4" mutant="chaque demande avec son résultat" code="GROUPE" fails=["plusieurs résultats", "texte après la demande"]
def next_messages(messages, response, results):
    new = list(messages)
    pending = []
    answers = iter(results)
    for block in response.content:
        pending.append(block)
        if block.type == "tool_use":
            new.append({"role": "assistant", "content": pending})
            new.append({"role": "user", "content": [next(answers)]})
            pending = []
    return new

# %% task="q4" mutant="le premier résultat seulement" code="UN-SEUL" fails=["plusieurs résultats"]
def next_messages(messages, response, results):
    return messages + [
        {"role": "assistant", "content": response.content},
        {"role": "user", "content": [results[0]]},
    ]

# %% task="q4" mutant="rôle tool" code="ROLE" fails=["public", "tour de l'assistant entier", "historique long", "plusieurs résultats", "texte après la demande"]
def next_messages(messages, response, results):
    return messages + [
        {"role": "assistant", "content": response.content},
        {"role": "tool", "content": results},
    ]

# %% task="q4" mutant="textes rangés devant les demandes" code="INTACT" fails=["texte après la demande"]
def next_messages(messages, response, results):
    turn = sorted(response.content, key=lambda block: block.type == "tool_use")
    return [*messages, {"role": "assistant", "content": turn}, {"role": "user", "content": results}]


# %% task="q4" mutant="les résultats avant le tour qui les demande" code="PAIRE" fails=["public", "tour de l'assistant entier", "historique long", "plusieurs résultats", "texte après la demande"]
def next_messages(messages, response, results):
    return messages + [{"role": "user", "content": results}, {"role": "assistant", "content": response.content}]


# %% task="q5" alternative="itertools.groupby, ensembles"
from itertools import groupby

def ids(turn, kind, key):
    lists = [m["content"] for m in turn if not isinstance(m["content"], str)]
    return {block[key] for content in lists for block in content if block.get("type") == kind}

def violations(messages):
    turns = [(role, list(turn)) for role, turn in groupby(messages, key=lambda m: m["role"])]
    found = set()
    for i, (role, turn) in enumerate(turns):
        if role == "assistant":
            after = turns[i + 1][1] if i + 1 < len(turns) else []
            found |= {("missing", id) for id in ids(turn, "tool_use", "id") - ids(after, "tool_result", "tool_use_id")}
        else:
            before = turns[i - 1][1] if i else []
            found |= {("orphan", id) for id in ids(turn, "tool_result", "tool_use_id") - ids(before, "tool_use", "id")}
    return sorted(found)

# %% task="q5" alternative="une passe, avec les demandes en attente"
def violations(messages):
    faults, waiting, answered, last = [], [], set(), None
    for message in messages:
        role, content = message["role"], message["content"]
        if role == "assistant" and last == "user":
            faults += [["missing", id] for id in waiting if id not in answered]
            waiting, answered = [], set()
        for block in [] if isinstance(content, str) else content:
            if role == "assistant" and block["type"] == "tool_use":
                waiting.append(block["id"])
            elif role == "user" and block["type"] == "tool_result":
                answered.add(block["tool_use_id"])
                if block["tool_use_id"] not in waiting:
                    faults.append(["orphan", block["tool_use_id"]])
        last = role
    return faults + [["missing", id] for id in waiting if id not in answered]

# %% task="q5" mutant="compte les blocs" code="CORR" fails=["identifiants comparés", "résultat orphelin"]
def turns_of(messages):
    turns = []
    for message in messages:
        content = message["content"] if isinstance(message["content"], list) else []
        if turns and turns[-1][0] == message["role"]:
            turns[-1][1].extend(content)
        else:
            turns.append([message["role"], list(content)])
    return turns

def violations(messages):
    turns = turns_of(messages) + [["user", []]]
    found = []
    for (role, blocks), (_, after) in zip(turns, turns[1:]):
        calls = [b["id"] for b in blocks if b["type"] == "tool_use"]
        results = [b["tool_use_id"] for b in after if b["type"] == "tool_result"]
        if len(calls) > len(results):
            found += [("missing", id) for id in calls if id not in results]
        if len(results) > len(calls):
            found += [("orphan", id) for id in results if id not in calls]
    return found

# %% task="q5" mutant="oublie l'orphelin" code="CORR" fails=["identifiants comparés", "résultat orphelin", "deux tours plus tard"]
def blocks_of(message):
    return message["content"] if isinstance(message["content"], list) else []

def violations(messages):
    found = []
    for i, message in enumerate(messages):
        if message["role"] != "assistant":
            continue
        j = i + 1
        while j < len(messages) and messages[j]["role"] == "assistant":
            j += 1
        answered = set()
        while j < len(messages) and messages[j]["role"] == "user":
            answered |= {b.get("tool_use_id") for b in blocks_of(messages[j])}
            j += 1
        for block in blocks_of(message):
            if block["type"] == "tool_use" and block["id"] not in answered:
                found.append(("missing", block["id"]))
    return found

# %% task="q5" mutant="toute la conversation d'un coup" code="PAIRE" fails=["deux tours plus tard"]
def violations(messages):
    blocks = [b for m in messages if isinstance(m["content"], list) for b in m["content"]]
    asked = {b["id"] for b in blocks if b["type"] == "tool_use"}
    given = {b["tool_use_id"] for b in blocks if b["type"] == "tool_result"}
    return [("missing", id) for id in asked - given] + [("orphan", id) for id in given - asked]

# %% task="q5" mutant="un résultat qui viendra" code="PAIRE" fails=["deux tours plus tard"]
def violations(messages):
    open_calls, seen, faults = [], set(), []
    for message in messages:
        if isinstance(message["content"], str):
            continue
        for block in message["content"]:
            if block["type"] == "tool_use":
                open_calls.append(block["id"])
                seen.add(block["id"])
            if block["type"] == "tool_result":
                id = block["tool_use_id"]
                if id in open_calls:
                    open_calls.remove(id)
                elif id not in seen:
                    faults.append(("orphan", id))
    return faults + [("missing", id) for id in open_calls]

# %% task="q5" mutant="la dernière demande peut attendre" code="PAIRE" fails=["demande en fin de liste"]
from itertools import groupby

def violations(messages):
    turns = [(role, [b for m in turn if isinstance(m["content"], list) for b in m["content"]])
             for role, turn in groupby(messages, key=lambda m: m["role"])]
    found, before = [], []
    for role, blocks in turns:
        if role == "user":
            given = [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"]
            found += [("missing", id) for id in before if id not in given]
            found += [("orphan", id) for id in given if id not in before]
            before = []
        else:
            before = [b["id"] for b in blocks if b["type"] == "tool_use"]
    return found

# %% task="q5" mutant="le message suivant, pas le tour" code="FUSION" fails=["messages fusionnés"]
def ids(messages, i, kind, key):
    if not 0 <= i < len(messages) or isinstance(messages[i]["content"], str):
        return []
    return [b[key] for b in messages[i]["content"] if b["type"] == kind]

def violations(messages):
    found = []
    for i in range(len(messages)):
        results = ids(messages, i + 1, "tool_result", "tool_use_id")
        found += [("missing", id) for id in ids(messages, i, "tool_use", "id") if id not in results]
        calls = ids(messages, i - 1, "tool_use", "id")
        found += [("orphan", id) for id in ids(messages, i, "tool_result", "tool_use_id") if id not in calls]
    return found

# %% task="q5" mutant="alternance exigée" code="FUSION" fails=["messages fusionnés"]
def violations(messages):
    found, asked, last = [], [], None
    for message in [*messages, {"role": "user", "content": []}]:
        blocks = message["content"] if isinstance(message["content"], list) else []
        if message["role"] == "user" and last == "user":
            found += [("orphan", b["tool_use_id"]) for b in blocks if b["type"] == "tool_result"]
        elif message["role"] == "user":
            given = [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"]
            found += [("missing", id) for id in asked if id not in given]
            found += [("orphan", id) for id in given if id not in asked]
            asked = []
        else:
            found += [("missing", id) for id in asked]
            asked = [b["id"] for b in blocks if b["type"] == "tool_use"]
        last = message["role"]
    return found

# %% task="q5" mutant="une faute par tour" code="UN-SEUL" fails=["plusieurs demandes", "demande en fin de liste"]
from itertools import groupby

def violations(messages):
    turns = [[b for m in turn if isinstance(m["content"], list) for b in m["content"]]
             for _, turn in groupby(messages, key=lambda m: m["role"])]
    found = []
    for before, blocks, after in zip([[], *turns], turns, [*turns[1:], []]):
        asked = [b["id"] for b in before if b["type"] == "tool_use"]
        given = [b["tool_use_id"] for b in after if b["type"] == "tool_result"]
        for block in blocks:
            if block["type"] == "tool_use" and block["id"] not in given:
                found.append(("missing", block["id"]))
                break
            if block["type"] == "tool_result" and block["tool_use_id"] not in asked:
                found.append(("orphan", block["tool_use_id"]))
    return found

# %% task="q5" mutant="tout bloc qui a un id" code="SERVEUR" fails=["outil serveur"]
from itertools import groupby

def violations(messages):
    turns = [[b for m in turn if isinstance(m["content"], list) for b in m["content"]]
             for _, turn in groupby(messages, key=lambda m: m["role"])]
    asked = [{b["id"] for b in turn if "id" in b} for turn in turns]
    given = [{b["tool_use_id"] for b in turn if "tool_use_id" in b} for turn in turns]
    missing = [("missing", id) for calls, after in zip(asked, [*given[1:], set()]) for id in calls - after]
    orphans = [("orphan", id) for before, results in zip([set(), *asked], given) for id in results - before]
    return missing + orphans

# %% task="q5" mutant="tout bloc qui porte un tool_use_id" code="SERVEUR" fails=["outil serveur"]
from itertools import groupby, pairwise


def violations(messages):
    turns = [[]]
    for _, group in groupby(messages, key=lambda message: message["role"]):
        turns.append([b for m in group for b in (m["content"] if isinstance(m["content"], list) else [])])
    faults = []
    for before, after in pairwise([*turns, []]):
        asked = [block["id"] for block in before if block["type"] == "tool_use"]
        given = [block["tool_use_id"] for block in after if "tool_use_id" in block]
        faults += [("missing", id) for id in asked if id not in given]
        faults += [("orphan", id) for id in given if id not in asked]
    return faults


# %% task="q5" mutant="fusionne dans les messages reçus" code="ALIAS" fails=["messages inchangés"]
def violations(messages):
    turns = []
    for message in messages:
        if isinstance(message["content"], str):
            message = {"role": message["role"], "content": []}
        if turns and turns[-1]["role"] == message["role"]:
            turns[-1]["content"].extend(message["content"])
        else:
            turns.append(message)
    found = []
    for before, turn, after in zip([{"content": []}, *turns], turns, [*turns[1:], {"content": []}]):
        asked = [b.get("id") for b in before["content"]]
        given = [b.get("tool_use_id") for b in after["content"]]
        for b in turn["content"]:
            if b["type"] == "tool_use" and b["id"] not in given:
                found.append(("missing", b["id"]))
            if b["type"] == "tool_result" and b["tool_use_id"] not in asked:
                found.append(("orphan", b["tool_use_id"]))
    return found

# %% task="q6" mutant="toujours mon code" code="SERVEUR" fails=["outil serveur", "rien ne s'exécute"]
WHO = {1: "code", 2: "code", 3: "code", 4: "code", 5: "code", 6: "code"}

# %% task="q6" mutant="une recherche demandée, puis abandonnée" code="SERVEUR" fails=["outil serveur"]
WHO = {1: "code", 2: "nobody", 3: "nobody", 4: "code", 5: "nobody", 6: "code"}

# %% task="q6" mutant="toute recherche tourne chez Anthropic" code="SERVEUR" fails=["votre programme"]
WHO = {1: "code", 2: "anthropic", 3: "nobody", 4: "anthropic", 5: "nobody", 6: "code"}


# %% task="q6" mutant="Claude appelle l'API météo" code="EXEC" fails=["votre programme"]
WHO = {1: "anthropic", 2: "anthropic", 3: "nobody", 4: "anthropic", 5: "nobody", 6: "code"}

# %% task="q6" mutant="demander, c'est faire" code="EXEC" fails=["rien ne s'exécute"]
WHO = {1: "code", 2: "anthropic", 3: "nobody", 4: "code", 5: "code", 6: "code"}

# %% task="q6" mutant="le dire, c'est l'avoir fait" code="EXEC" fails=["rien ne s'exécute"]
WHO = {1: "code", 2: "anthropic", 3: "anthropic", 4: "code", 5: "nobody", 6: "code"}

# %% task="q4" mutant="la réponse entière comme contenu" code="INTACT" fails=["historique long", "plusieurs résultats", "texte après la demande", "tour de l'assistant entier"]
def next_messages(messages, response, results):
    return [*messages, {"role": "assistant", "content": response}, {"role": "user", "content": results}]

# %% task="q5" mutant="une liste gardée d'un appel à l'autre" code="ALIAS" fails=["demande en fin de liste", "deux tours plus tard", "identifiants comparés", "messages fusionnés", "outil serveur", "plusieurs demandes", "résultat orphelin"]
def violations(messages, found=[]):
    turns = []
    for message in messages:
        blocks = message["content"] if isinstance(message["content"], list) else []
        if turns and turns[-1][0] == message["role"]:
            turns[-1][1].extend(blocks)
        else:
            turns.append((message["role"], list(blocks)))
    asked, given = [], []
    for role, blocks in turns:
        asked.append([b["id"] for b in blocks if b["type"] == "tool_use"])
        given.append([b["tool_use_id"] for b in blocks if b["type"] == "tool_result"])
    for number, results in enumerate(given):
        before = asked[number - 1] if number else []
        found += [("orphan", id) for id in results if id not in before]
    for number, calls in enumerate(asked):
        after = given[number + 1] if number + 1 < len(given) else []
        found += [("missing", id) for id in calls if id not in after]
    return found
