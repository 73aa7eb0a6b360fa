# Specimens of TP02. The mutants of q1 are the rows of the matrix of misconceptions.

# %% task="q1" alternative="récursion et fonctions à part"
def called(block, registry):
    answer = dict(type="tool_result", tool_use_id=block.id)
    tool = registry.get(block.name)
    if tool is None:
        return answer | dict(is_error=True, content=[dict(type="text", text=f"Pas d'outil {block.name} ici.")])
    try:
        output = tool(**block.input)
    except Exception as problem:
        return answer | dict(is_error=True, content=f"{type(problem).__name__} : {problem}")
    return answer | dict(is_error=False, content=output if type(output) is str else json.dumps(output))


def turn(client, messages, tools, registry, model, left):
    said = client.messages.create(model=model, messages=messages, tools=tools, max_tokens=2048)
    messages = [*messages, dict(role=said.role, content=[block.to_dict() for block in said.content])]
    words = "".join(getattr(block, "text", "") for block in said.content)
    match said.stop_reason:
        case "tool_use":
            answers = [called(block, registry) for block in said.content if block.type == "tool_use"]
            messages += [dict(role="user", content=answers)]
            if left == 1:
                return dict(status="max_turns", text=words, messages=messages)
            return turn(client, messages, tools, registry, model, left - 1)
        case "end_turn" | "stop_sequence":
            status = "done"
        case "refusal":
            status = "refused"
        case "pause_turn":
            status = "paused"
        case _:
            status = "truncated"
    return dict(status=status, text=words, messages=messages)


def conversation(client, question, tools, registry, model, max_turns=8):
    opening = dict(role="user", content=[dict(type="text", text=question)])
    return turn(client, [opening], tools, registry, model, max_turns)


# %% task="q1" alternative="compteur, flux et résultats en ordre inverse"
def conversation(client, question, tools, registry, model, max_turns=8):
    history = []
    pending = [{"role": "user", "content": question}]
    turns = 0
    while turns < max_turns:
        history.extend(pending)
        with client.messages.stream(model=model, max_tokens=800, tools=tools, messages=history) as stream:
            answer = stream.get_final_message()
        turns += 1
        history.append({"role": "assistant", "content": answer.model_dump()["content"]})
        reason = answer.stop_reason
        if reason in ("end_turn", "stop_sequence"):
            outcome = "done"
        elif reason in ("max_tokens", "model_context_window_exceeded"):
            outcome = "truncated"
        elif reason == "refusal":
            outcome = "refused"
        elif reason == "pause_turn":
            outcome = "paused"
        else:
            outcome = None
        if outcome:
            break
        results = []
        for block in reversed(answer.content):
            if block.type != "tool_use":
                continue
            error = False
            try:
                value = registry[block.name](**block.input)
                value = value if isinstance(value, str) else json.dumps(value, indent=1)
            except Exception as exc:
                value, error = f"erreur : {exc!r}", True
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": value, "is_error": error})
        pending = [{"role": "user", "content": results + [{"type": "text", "text": "Voilà."}]}]
    else:
        outcome = "max_turns"
        history.extend(pending)
    text = ""
    for block in answer.content:
        if block.type == "text":
            text += block.text
    return {"status": outcome, "text": text, "messages": history, "turns": turns}


# %% task="q1" mutant="deux appels, pas de boucle" code="FIN" fails=["chaîne", "plafond"]
STATUSES = {"end_turn": "done", "stop_sequence": "done", "max_tokens": "truncated", "refusal": "refused",
            "model_context_window_exceeded": "truncated", "pause_turn": "paused"}


def run(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        output = registry[block.name](**block.input)
    except Exception as error:
        return {**result, "content": f"erreur : {error}", "is_error": True}
    return {**result, "content": output if isinstance(output, str) else json.dumps(output)}


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
    messages.append({"role": "assistant", "content": response.content})
    if response.stop_reason == "tool_use":
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
    text = "".join(block.text for block in response.content if block.type == "text")
    return {"status": STATUSES.get(response.stop_reason, "done"), "text": text, "messages": messages}


# %% task="q1" mutant="dernier bloc seulement" code="UN-SEUL" fails=["parallèle", "échec parmi d'autres"]
STATUSES = {"end_turn": "done", "stop_sequence": "done", "max_tokens": "truncated", "refusal": "refused",
            "model_context_window_exceeded": "truncated", "pause_turn": "paused"}


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        text = "".join(block.text for block in response.content if block.type == "text")
        if response.stop_reason != "tool_use":
            return {"status": STATUSES[response.stop_reason], "text": text, "messages": messages}
        block = response.content[-1]
        result = {"type": "tool_result", "tool_use_id": block.id}
        try:
            output = registry[block.name](**block.input)
            result["content"] = output if isinstance(output, str) else json.dumps(output)
        except Exception as error:
            result |= {"content": f"erreur : {error}", "is_error": True}
        messages.append({"role": "user", "content": [result]})
    return {"status": "max_turns", "text": text, "messages": messages}


# %% task="q1" mutant="content[0]" code="POS" fails=["public", "parallèle", "réflexion", "outil serveur", "échec parmi d'autres"]
STATUSES = {"end_turn": "done", "stop_sequence": "done", "max_tokens": "truncated", "refusal": "refused",
            "model_context_window_exceeded": "truncated", "pause_turn": "paused"}


def execute(registry, name, arguments):
    if name not in registry:
        return f"outil inconnu : {name}", True
    try:
        output = registry[name](**arguments)
    except Exception as error:
        return f"{name} : {error}", True
    return output if isinstance(output, str) else json.dumps(output, ensure_ascii=False), False


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            text = "".join(block.text for block in response.content if block.type == "text")
            return {"status": STATUSES[response.stop_reason], "text": text, "messages": messages}
        block = response.content[0]
        content, failed = execute(registry, block.name, block.input)
        result = {"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": failed}
        messages.append({"role": "user", "content": [result]})
    return {"status": "max_turns", "text": "", "messages": messages}


# %% task="q1" mutant="un message par résultat" code="GROUPE" fails=["parallèle", "échec parmi d'autres"]
STATUSES = {"end_turn": "done", "stop_sequence": "done", "max_tokens": "truncated", "refusal": "refused",
            "model_context_window_exceeded": "truncated", "pause_turn": "paused"}


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        text = "".join(block.text for block in response.content if block.type == "text")
        if response.stop_reason != "tool_use":
            return {"status": STATUSES[response.stop_reason], "text": text, "messages": messages}
        for block in response.content:
            if block.type == "tool_use":
                result = {"type": "tool_result", "tool_use_id": block.id}
                try:
                    output = registry[block.name](**block.input)
                    result["content"] = output if isinstance(output, str) else json.dumps(output)
                except Exception as error:
                    result |= {"content": f"erreur : {error}", "is_error": True}
                messages.append({"role": "user", "content": [result]})
    return {"status": "max_turns", "text": text, "messages": messages}


# %% task="q1" mutant="texte avant résultat" code="ORDRE" fails=["public", "chaîne", "parallèle", "inconnu", "exception", "plafond", "réflexion", "outil serveur", "échec parmi d'autres"]
STATUSES = {"end_turn": "done", "stop_sequence": "done", "max_tokens": "truncated", "refusal": "refused",
            "model_context_window_exceeded": "truncated", "pause_turn": "paused"}


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        text = "".join(block.text for block in response.content if block.type == "text")
        if response.stop_reason != "tool_use":
            return {"status": STATUSES[response.stop_reason], "text": text, "messages": messages}
        content = [{"type": "text", "text": "Voici les résultats :"}]
        for block in response.content:
            if block.type == "tool_use":
                result = {"type": "tool_result", "tool_use_id": block.id}
                try:
                    output = registry[block.name](**block.input)
                    result["content"] = output if isinstance(output, str) else json.dumps(output)
                except Exception as error:
                    result |= {"content": f"erreur : {error}", "is_error": True}
                content.append(result)
        messages.append({"role": "user", "content": content})
    return {"status": "max_turns", "text": text, "messages": messages}


# %% task="q1" mutant="ne garde que tool_use" code="INTACT" fails=["public", "parallèle", "réflexion", "outil serveur"]
STATUSES = {"end_turn": "done", "stop_sequence": "done", "max_tokens": "truncated", "refusal": "refused",
            "model_context_window_exceeded": "truncated", "pause_turn": "paused"}


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        if response.stop_reason != "tool_use":
            text = "".join(block.text for block in response.content if block.type == "text")
            messages.append({"role": "assistant", "content": response.content})
            return {"status": STATUSES[response.stop_reason], "text": text, "messages": messages}
        calls = [block for block in response.content if block.type == "tool_use"]
        results = []
        for call in calls:
            try:
                output = registry[call.name](**call.input)
                content, failed = output if isinstance(output, str) else json.dumps(output), False
            except Exception as error:
                content, failed = f"erreur : {error}", True
            results.append(
                {"type": "tool_result", "tool_use_id": call.id, "content": content, "is_error": failed})
        messages.append({"role": "assistant", "content": calls})
        messages.append({"role": "user", "content": results})
    return {"status": "max_turns", "text": "", "messages": messages}


# %% task="q1" mutant="tronqué = fini" code="FIN" fails=["tronqué", "refus"]
def answer(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        output = registry[block.name](**block.input)
    except Exception as error:
        return {**result, "content": f"erreur : {error}", "is_error": True}
    return {**result, "content": output if isinstance(output, str) else json.dumps(output)}


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    status = "max_turns"
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            status = "done"
            break
        results = [answer(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    text = "".join(block.text for block in response.content if block.type == "text")
    return {"status": status, "text": text, "messages": messages}


# %% task="q1" mutant="seul end_turn arrête" code="FIN" fails=["tronqué", "refus"]
def answer(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        output = registry[block.name](**block.input)
    except Exception as error:
        return {**result, "content": f"erreur : {error}", "is_error": True}
    return {**result, "content": output if isinstance(output, str) else json.dumps(output)}


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    turns = 0
    while turns < max_turns:
        turns += 1
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        text = "".join(block.text for block in response.content if block.type == "text")
        if response.stop_reason in ("end_turn", "stop_sequence"):
            return {"status": "done", "text": text, "messages": messages}
        results = [answer(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results or "Continuez."})
    return {"status": "max_turns", "text": text, "messages": messages}


# %% task="q1" mutant="les échecs dans un message à part" code="GROUPE" fails=["échec parmi d'autres"]
def conversation(client, question, tools, registry, model, max_turns=8):
    ends = {"end_turn": "done", "stop_sequence": "done", "refusal": "refused", "pause_turn": "paused"}
    messages, status = [{"role": "user", "content": question}], "max_turns"
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            status = ends.get(response.stop_reason, "truncated")
            break
        good, bad = [], []
        for block in response.content:
            if block.type == "tool_use":
                result = {"type": "tool_result", "tool_use_id": block.id}
                try:
                    value = registry[block.name](**block.input)
                    result["content"] = value if isinstance(value, str) else json.dumps(value)
                    good.append(result)
                except Exception as error:
                    bad.append({**result, "content": f"échec : {error}", "is_error": True})
        messages += [{"role": "user", "content": results} for results in (good, bad) if results]
    text = "".join(block.text for block in response.content if block.type == "text")
    return {"status": status, "text": text, "messages": messages}


# %% task="q1" mutant="exécute aussi l'outil serveur" code="SERVEUR" fails=["outil serveur"]
def conversation(client, question, tools, registry, model, max_turns=8):
    ends = {"end_turn": "done", "stop_sequence": "done", "refusal": "refused", "pause_turn": "paused"}
    messages, status = [{"role": "user", "content": question}], "max_turns"
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            status = ends.get(response.stop_reason, "truncated")
            break
        good, bad = [], []
        for block in response.content:
            if hasattr(block, "input"):
                result = {"type": "tool_result", "tool_use_id": block.id}
                try:
                    value = registry[block.name](**block.input)
                    result["content"] = value if isinstance(value, str) else json.dumps(value)
                    good.append(result)
                except Exception as error:
                    good.append({**result, "content": f"échec : {error}", "is_error": True})
        messages += [{"role": "user", "content": results} for results in (good, bad) if results]
    text = "".join(block.text for block in response.content if block.type == "text")
    return {"status": status, "text": text, "messages": messages}


# %% task="q1" mutant="outil inconnu lève" code="INCONNU" fails=["inconnu", "exception", "échec parmi d'autres"]
STATUSES = {"end_turn": "done", "stop_sequence": "done", "max_tokens": "truncated", "refusal": "refused",
            "model_context_window_exceeded": "truncated", "pause_turn": "paused"}


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        text = "".join(block.text for block in response.content if block.type == "text")
        if response.stop_reason != "tool_use":
            return {"status": STATUSES[response.stop_reason], "text": text, "messages": messages}
        results = []
        for block in response.content:
            if block.type == "tool_use":
                output = registry[block.name](**block.input)
                content = output if isinstance(output, str) else json.dumps(output)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": content})
        messages.append({"role": "user", "content": results})
    return {"status": "max_turns", "text": text, "messages": messages}


# %% task="q1" mutant="exception avalée" code="VIDE" fails=["exception", "échec parmi d'autres"]
STATUSES = {"end_turn": "done", "stop_sequence": "done", "max_tokens": "truncated", "refusal": "refused",
            "model_context_window_exceeded": "truncated", "pause_turn": "paused"}


def run(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        return {**result, "content": f"L'outil {block.name} n'existe pas.", "is_error": True}
    try:
        output = registry[block.name](**block.input)
    except Exception:
        output = ""
    return {**result, "content": output if isinstance(output, str) else json.dumps(output)}


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        text = "".join(block.text for block in response.content if block.type == "text")
        if response.stop_reason != "tool_use":
            return {"status": STATUSES[response.stop_reason], "text": text, "messages": messages}
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    return {"status": "max_turns", "text": text, "messages": messages}


# %% task="q1" mutant="while True" code="SANS-FIN" fails=["plafond"]
STATUSES = {"end_turn": "done", "stop_sequence": "done", "max_tokens": "truncated", "refusal": "refused",
            "model_context_window_exceeded": "truncated", "pause_turn": "paused"}


def run(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        output = registry[block.name](**block.input)
    except Exception as error:
        return {**result, "content": f"erreur : {error}", "is_error": True}
    return {**result, "content": output if isinstance(output, str) else json.dumps(output)}


def conversation(client, question, tools, registry, model, max_turns=8):
    messages = [{"role": "user", "content": question}]
    while True:
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason in STATUSES:
            text = "".join(block.text for block in response.content if block.type == "text")
            return {"status": STATUSES[response.stop_reason], "text": text, "messages": messages}
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})


# %% task="q2" alternative="match"
def status(stop_reason):
    match stop_reason:
        case "end_turn" | "stop_sequence":
            return "done"
        case "tool_use":
            return "run_tools"
        case "max_tokens":
            return "truncated"
        case "model_context_window_exceeded":
            return "window_full"
        case "refusal":
            return "refused"
        case "pause_turn":
            return "resume"
    raise ValueError(stop_reason)


# %% task="q2" alternative="table inversée, exception à soi"
class UnknownReason(ValueError):
    pass


REASONS = {
    "done": {"end_turn", "stop_sequence"},
    "run_tools": {"tool_use"},
    "truncated": {"max_tokens"},
    "window_full": {"model_context_window_exceeded"},
    "refused": {"refusal"},
    "resume": {"pause_turn"},
}


def status(stop_reason):
    found = [name for name, reasons in REASONS.items() if stop_reason in reasons]
    if not found:
        raise UnknownReason(f"{stop_reason} ?")
    return found[0]


# %% task="q2" mutant="tout sauf tool_use est fini" code="FIN" fails=["coupé", "refus", "pause", "motif inconnu"]
def status(stop_reason):
    if stop_reason != "tool_use":
        return "done"
    return "run_tools"


# %% task="q2" mutant="tout sauf end_turn continue" code="FIN" fails=["fini", "coupé", "refus", "pause", "motif inconnu"]
def status(stop_reason):
    return "done" if stop_reason == "end_turn" else "run_tools"


# %% task="q2" mutant="motif inconnu pris pour une fin" code="FIN" fails=["motif inconnu"]
def status(stop_reason):
    return {
        "tool_use": "run_tools",
        "end_turn": "done",
        "stop_sequence": "done",
        "max_tokens": "truncated",
        "refusal": "refused",
        "pause_turn": "resume",
        "model_context_window_exceeded": "window_full",
    }.get(stop_reason, "done")


# %% task="q2" mutant="pause prise pour une demande d'outil" code="PAUSE" fails=["pause"]
def status(stop_reason):
    if stop_reason in ("tool_use", "pause_turn"):
        return "run_tools"
    if stop_reason in ("end_turn", "stop_sequence"):
        return "done"
    known = {"max_tokens": "truncated", "refusal": "refused", "model_context_window_exceeded": "window_full"}
    if stop_reason in known:
        return known[stop_reason]
    raise ValueError(f"motif inconnu : {stop_reason}")


# %% task="q3" alternative="while et helper, max_turns descend"
def answers(message, registry):
    found = []
    for block in message.content:
        if block.type == "tool_use":
            value = registry[block.name](**block.input)
            value = value if isinstance(value, str) else json.dumps(value)
            found.append({"type": "tool_result", "tool_use_id": block.id, "content": [text_block(value)]})
    return {"role": "user", "content": found}


def text_block(value):
    return {"type": "text", "text": value}


def capped(client, question, tools, registry, model, max_turns):
    history, turns = [{"role": "user", "content": [text_block(question)]}], 0
    while True:
        said = client.messages.create(max_tokens=300, model=model, tools=tools, messages=list(history))
        turns += 1
        history += [{"role": "assistant", "content": [block.model_dump() for block in said.content]}]
        waiting = said.stop_reason == "tool_use"
        if waiting:
            history += [answers(said, registry)]
        if not waiting or turns == max_turns:
            return dict(messages=tuple(history), turns=turns, status="max_turns" if waiting else "done")


# %% task="q3" mutant="compte les outils" code="SANS-FIN" fails=["des tours, pas des outils"]
def capped(client, question, tools, registry, model, max_turns):
    messages = [{"role": "user", "content": question}]
    turns = used = 0
    while used < max_turns:
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        turns += 1
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            return {"status": "done", "turns": turns, "messages": messages}
        results = []
        for block in response.content:
            if block.type == "tool_use":
                used += 1
                output = registry[block.name](**block.input)
                content = output if isinstance(output, str) else json.dumps(output)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": content})
        messages.append({"role": "user", "content": results})
    return {"status": "max_turns", "turns": turns, "messages": messages}


# %% task="q3" mutant="lève au plafond" code="SANS-FIN" fails=["plafond exact", "historique rendu"]
def capped(client, question, tools, registry, model, max_turns):
    messages = [{"role": "user", "content": question}]
    for turn in range(max_turns):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            return {"status": "done", "turns": turn + 1, "messages": messages}
        results = []
        for block in response.content:
            if block.type == "tool_use":
                output = registry[block.name](**block.input)
                content = output if isinstance(output, str) else json.dumps(output)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": content})
        messages.append({"role": "user", "content": results})
    raise RuntimeError(f"plafond de {max_turns} tours atteint")


# %% task="q3" mutant="un tour de trop" code="SANS-FIN" fails=["plafond exact", "historique rendu"]
def capped(client, question, tools, registry, model, max_turns):
    messages = [{"role": "user", "content": question}]
    turns = 0
    while turns <= max_turns:
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        turns += 1
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            return {"status": "done", "turns": turns, "messages": messages}
        results = []
        for block in response.content:
            if block.type == "tool_use":
                output = registry[block.name](**block.input)
                content = output if isinstance(output, str) else json.dumps(output)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": content})
        messages.append({"role": "user", "content": results})
    return {"status": "max_turns", "turns": turns, "messages": messages}


# %% task="q3" mutant="sort avant d'exécuter" code="PAIRE" fails=["historique rendu"]
def capped(client, question, tools, registry, model, max_turns):
    messages = [{"role": "user", "content": question}]
    for turn in range(1, max_turns + 1):
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            return {"status": "done", "turns": turn, "messages": messages}
        if turn == max_turns:
            return {"status": "max_turns", "turns": turn, "messages": messages}
        results = []
        for block in response.content:
            if block.type == "tool_use":
                output = registry[block.name](**block.input)
                content = output if isinstance(output, str) else json.dumps(output)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": content})
        messages.append({"role": "user", "content": results})


# %% task="q3" mutant="au plafond, répond sans exécuter" code="VIDE" fails=["historique rendu"]
def capped(client, question, tools, registry, model, max_turns):
    messages, turns = [{"role": "user", "content": question}], 0
    while turns < max_turns:
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
        turns += 1
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason == "end_turn":
            return {"status": "done", "turns": turns, "messages": messages}
        results = []
        for block in response.content:
            if block.type == "tool_use":
                result = {"type": "tool_result", "tool_use_id": block.id}
                if turns == max_turns:
                    results.append({**result, "content": "Plafond atteint.", "is_error": True})
                else:
                    output = registry[block.name](**block.input)
                    results.append({**result, "content": output if isinstance(output, str) else json.dumps(output)})
        messages.append({"role": "user", "content": results})
    return {"status": "max_turns", "turns": turns, "messages": messages}


# %% task="q4" alternative="copie puis ajout, blocs en dictionnaires"
def after(response, messages):
    if response.stop_reason == "pause_turn":
        following = list(messages)
        following.append({"role": "assistant", "content": [block.model_dump() for block in response.content]})
        return following


# %% task="q4" mutant="ajoute « Continue »" code="PAUSE" fails=["rien d'ajouté"]
def after(response, messages):
    if response.stop_reason != "pause_turn":
        return None
    return messages + [
        {"role": "assistant", "content": response.content},
        {"role": "user", "content": "Continue."},
    ]


# %% task="q4" mutant="répond à l'outil serveur" code="SERVEUR" fails=["rien d'ajouté"]
def after(response, messages):
    if response.stop_reason != "pause_turn":
        return None
    results = [
        {"type": "tool_result", "tool_use_id": block.id, "content": "ok"}
        for block in response.content
        if block.type == "server_tool_use"
    ]
    return messages + [
        {"role": "assistant", "content": response.content},
        {"role": "user", "content": results},
    ]


# %% task="q4" mutant="ne garde que le texte" code="INTACT" fails=["tour intact"]
def after(response, messages):
    if response.stop_reason != "pause_turn":
        return None
    said = [block for block in response.content if block.type == "text"]
    return messages + [{"role": "assistant", "content": said}]


# %% task="q4" mutant="append sur la liste reçue" code="ALIAS" fails=["liste reçue"]
def after(response, messages):
    if response.stop_reason != "pause_turn":
        return None
    messages.append({"role": "assistant", "content": response.content})
    return messages


# %% task="q4" mutant="reprend toujours" code="FIN" fails=["autre motif"]
def after(response, messages):
    return [*messages, {"role": "assistant", "content": response.content}]


# %% task="q4" mutant="reprend dès qu'un outil serveur est là" code="FIN" fails=["autre motif"]
def after(response, messages):
    if not any(block.type == "server_tool_use" for block in response.content):
        return None
    return [*messages, {"role": "assistant", "content": response.content}]


# %% task="q5" alternative="map et registre de secours"
def absent(name, present):
    def refuse(**_):
        raise LookupError(f"{name} : outil absent ; essayez {' ou '.join(sorted(present)) or 'sans outil'}")
    return refuse


def outcome(block, registry):
    run = registry.get(block.name) or absent(block.name, registry)
    try:
        value, failed = run(**dict(block.input)), False
    except Exception as problem:
        value, failed = str(problem) or type(problem).__name__, True
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return dict(type="tool_result", tool_use_id=block.id, is_error=failed, content=[dict(type="text", text=words)])


def run_requests(response, registry):
    asked = filter(lambda block: block.type == "tool_use", response.content)
    return list(map(lambda block: outcome(block, registry), asked))


# %% task="q5" mutant="KeyError" code="INCONNU" fails=["outil absent", "liste des outils"]
def run_requests(response, registry):
    results = []
    for block in response.content:
        if block.type == "tool_use":
            tool = registry[block.name]
            result = {"type": "tool_result", "tool_use_id": block.id}
            try:
                output = tool(**block.input)
                result["content"] = output if isinstance(output, str) else json.dumps(output)
            except Exception as error:
                result |= {"content": f"Erreur : {error}", "is_error": True}
            results.append(result)
    return results


# %% task="q5" mutant="ignore l'outil absent" code="INCONNU" fails=["outil absent", "liste des outils"]
def run_requests(response, registry):
    results = []
    for block in response.content:
        if block.type != "tool_use" or block.name not in registry:
            continue
        try:
            output, failed = registry[block.name](**block.input), False
        except Exception as error:
            output, failed = f"{block.name} a échoué : {error}", True
        content = output if isinstance(output, str) else json.dumps(output)
        results.append({"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": failed})
    return results


# %% task="q5" mutant="sans la liste des outils" code="INCONNU" fails=["liste des outils"]
def run_requests(response, registry):
    results = []
    for block in response.content:
        if block.type == "tool_use":
            result = {"type": "tool_result", "tool_use_id": block.id}
            try:
                if block.name not in registry:
                    raise KeyError(f"outil inconnu : {block.name}")
                output = registry[block.name](**block.input)
                result["content"] = output if isinstance(output, str) else json.dumps(output)
            except Exception as error:
                result |= {"content": f"Erreur : {error}", "is_error": True}
            results.append(result)
    return results


# %% task="q5" mutant="str au lieu de JSON" code="JSON" fails=["un résultat par demande", "outil absent"]
def run_requests(response, registry):
    results = []
    for block in response.content:
        if block.type == "tool_use":
            failed = True
            if block.name not in registry:
                content = f"{block.name} est inconnu. Outils : {list(registry)}"
            else:
                try:
                    content, failed = str(registry[block.name](**block.input)), False
                except Exception as error:
                    content = f"Erreur : {error}"
            results.append(
                {"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": failed})
    return results


# %% task="q5" mutant="un résultat par nom d'outil" code="UN-SEUL" fails=["un résultat par demande"]
def run_requests(response, registry):
    by_name = {}
    for block in response.content:
        if block.type == "tool_use":
            failed, content = False, f"{block.name} n'existe pas. Outils : {', '.join(registry)}."
            try:
                output = registry[block.name](**block.input) if block.name in registry else None
                if block.name in registry:
                    content = output if isinstance(output, str) else json.dumps(output)
            except Exception as error:
                failed, content = True, f"{block.name} a échoué : {error}"
            result = {"type": "tool_result", "tool_use_id": block.id, "content": content}
            by_name[block.name] = {**result, "is_error": failed or block.name not in registry}
    return list(by_name.values())


# %% task="q5" mutant="str(error), vide quand l'exception n'a pas de message" code="VIDE" fails=["exception"]
def run_requests(response, registry):
    results = []
    for block in response.content:
        if block.type != "tool_use":
            continue
        result = {"type": "tool_result", "tool_use_id": block.id}
        try:
            if block.name not in registry:
                raise LookupError(f"{block.name} absent, présents : {', '.join(registry)}")
            output = registry[block.name](**block.input)
            result["content"] = output if isinstance(output, str) else json.dumps(output)
        except Exception as error:
            result |= {"content": str(error), "is_error": True}
        results.append(result)
    return results


# %% task="q5" mutant="hasattr name" code="SERVEUR" fails=["outil serveur"]
def run_requests(response, registry):
    results = []
    for block in response.content:
        if hasattr(block, "name"):
            result = {"type": "tool_result", "tool_use_id": block.id}
            if block.name in registry:
                try:
                    output = registry[block.name](**block.input)
                    result["content"] = output if isinstance(output, str) else json.dumps(output)
                except Exception as error:
                    result |= {"content": f"Erreur : {error}", "is_error": True}
            else:
                present = ", ".join(registry)
                result |= {"content": f"{block.name} n'existe pas ; présents : {present}", "is_error": True}
            results.append(result)
    return results


# %% task="q5" mutant="trace entière" code="FUITE" fails=["exception"]
import traceback


def run_requests(response, registry):
    results = []
    for block in response.content:
        if block.type == "tool_use":
            result = {"type": "tool_result", "tool_use_id": block.id}
            if block.name not in registry:
                present = ", ".join(registry)
                result |= {"content": f"{block.name} n'existe pas ; présents : {present}", "is_error": True}
            else:
                try:
                    output = registry[block.name](**block.input)
                    result["content"] = output if isinstance(output, str) else json.dumps(output)
                except Exception:
                    result |= {"content": traceback.format_exc(), "is_error": True}
            results.append(result)
    return results


# %% task="q5" mutant="pile d'appels" code="FUITE" fails=["exception"]
import traceback


def report(name, error):
    frames = traceback.format_tb(error.__traceback__)
    return f"{name} a échoué : {error}\n{''.join(frames)}"


def run_requests(response, registry):
    results = []
    for block in response.content:
        if block.type != "tool_use":
            continue
        failed, tool = True, registry.get(block.name)
        try:
            if tool:
                output = tool(**block.input)
                content, failed = output if isinstance(output, str) else json.dumps(output), False
            else:
                content = f"{block.name} est inconnu, choisissez parmi : {', '.join(registry)}."
        except Exception as error:
            content = report(block.name, error)
        results.append(
            {"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": failed})
    return results


# %% task="q5" mutant="l'exception sort" code="PAIRE" fails=["exception"]
def run_requests(response, registry):
    results = []
    for block in response.content:
        if block.type == "tool_use":
            result = {"type": "tool_result", "tool_use_id": block.id}
            if block.name in registry:
                output = registry[block.name](**block.input)
                result["content"] = output if isinstance(output, str) else json.dumps(output)
            else:
                present = ", ".join(registry)
                result |= {"content": f"{block.name} n'existe pas ; présents : {present}", "is_error": True}
            results.append(result)
    return results


# %% task="q6" alternative="fonction réutilisée de q5, boucle bornée"
def results_for(content, registry):
    for block in content:
        if block.type == "tool_use":
            value = registry[block.name](**block.input)
            yield {
                "type": "tool_result",
                "tool_use_id": block.id,
                "content": value if isinstance(value, str) else json.dumps(value),
            }


def support(client, question, tools, registry, model):
    history = [{"role": "user", "content": question}]
    for _ in range(20):
        said = client.messages.create(model=model, max_tokens=500, tools=tools, messages=history)
        answers = list(results_for(said.content, registry))
        if said.stop_reason != "tool_use":
            break
        history = history + [
            {"role": "assistant", "content": said.content},
            {"role": "user", "content": answers},
        ]
    return "".join(getattr(block, "text", "") for block in said.content)


# %% task="q6" mutant="reconstruit toujours l'historique" code="INTACT" fails=["chaîne de trois", "tour complet"]
def support(client, question, tools, registry, model):
    ask = {"role": "user", "content": question}
    response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=[ask])
    while response.stop_reason == "tool_use":
        results = []
        for block in response.content:
            if block.type == "tool_use":
                output = registry[block.name](**block.input)
                content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": content})
        messages = [ask, {"role": "assistant", "content": response.content}, {"role": "user", "content": results}]
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
    return "".join(block.text for block in response.content if block.type == "text")


# %% task="q6" mutant="fenêtre des deux derniers outils" code="INTACT" fails=["chaîne de trois"]
def support(client, question, tools, registry, model):
    messages = [{"role": "user", "content": question}]
    response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
    while response.stop_reason == "tool_use":
        results = []
        for block in response.content:
            if block.type == "tool_use":
                output = registry[block.name](**block.input)
                content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": content})
        messages.append({"role": "assistant", "content": response.content})
        messages.append({"role": "user", "content": results})
        recent = [messages[0], *messages[1:][-4:]]
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=recent)
    return "".join(block.text for block in response.content if block.type == "text")


# %% task="q6" mutant="ne répond qu'à la première demande" code="UN-SEUL" fails=["deux demandes"]
def support(client, question, tools, registry, model):
    messages = [{"role": "user", "content": question}]
    response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
    while response.stop_reason == "tool_use":
        block = next(block for block in response.content if block.type == "tool_use")
        output = registry[block.name](**block.input)
        content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
        result = {"type": "tool_result", "tool_use_id": block.id, "content": content}
        messages.append({"role": "assistant", "content": response.content})
        messages.append({"role": "user", "content": [result]})
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
    return "".join(block.text for block in response.content if block.type == "text")


# %% task="q6" mutant="un message user par résultat" code="GROUPE" fails=["deux demandes"]
def support(client, question, tools, registry, model):
    messages = [{"role": "user", "content": question}]
    response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
    while response.stop_reason == "tool_use":
        messages.append({"role": "assistant", "content": response.content})
        for block in response.content:
            if block.type == "tool_use":
                output = registry[block.name](**block.input)
                content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
                result = {"type": "tool_result", "tool_use_id": block.id, "content": content}
                messages += [{"role": "user", "content": [result]}]
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
    return "".join(block.text for block in response.content if block.type == "text")


# %% task="q6" mutant="commentaire devant les résultats" code="ORDRE" fails=["public", "chaîne de trois", "deux demandes", "tour complet"]
def support(client, question, tools, registry, model):
    messages = [{"role": "user", "content": question}]
    response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
    while response.stop_reason == "tool_use":
        results, names = [], []
        for block in response.content:
            if block.type == "tool_use":
                names.append(block.name)
                output = registry[block.name](**block.input)
                content = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": content})
        messages.append({"role": "assistant", "content": response.content})
        messages.append({"role": "user", "content": f"J'ai exécuté {', '.join(names)}."})
        messages.append({"role": "user", "content": results})
        response = client.messages.create(model=model, max_tokens=500, tools=tools, messages=messages)
    return "".join(block.text for block in response.content if block.type == "text")


# %% task="q7" alternative="accumulation"
def final_text(response):
    said = ""
    for block in response.content:
        match block.type:
            case "text":
                said += block.text
            case _:
                pass
    return said


# %% task="q7" mutant="content[0].text" code="POS" fails=["texte derrière", "plusieurs textes", "aucun texte"]
def final_text(response):
    if not response.content:
        return ""
    return response.content[0].text


# %% task="q7" mutant="premier texte seulement" code="POS" fails=["plusieurs textes"]
def final_text(response):
    return next((block.text for block in response.content if block.type == "text"), "")


# %% task="q7" mutant="dernier texte seulement" code="POS" fails=["plusieurs textes"]
def final_text(response):
    said = ""
    for block in response.content:
        if block.type == "text":
            said = block.text
    return said


# %% task="q7" mutant="invente une réponse" code="VIDE" fails=["aucun texte"]
def final_text(response):
    said = "".join(block.text for block in response.content if block.type == "text")
    return said or "Je n'ai pas trouvé de réponse."


# %% task="q7" mutant="None quand il n'y a rien" code="VIDE" fails=["aucun texte"]
def final_text(response):
    pieces = [block.text for block in response.content if block.type == "text"]
    if pieces:
        return "".join(pieces)


# %% task="q7" mutant="se tait si la réponse n'est pas finie" code="FIN" fails=["texte derrière"]
def final_text(response):
    if response.stop_reason != "end_turn":
        return ""
    return "".join(block.text for block in response.content if block.type == "text")

# %% task="q2" mutant="une virgule oubliée" code="FIN" fails=["motif inconnu"]
def status(stop_reason):
    if stop_reason in ("tool_use"):
        return "run_tools"
    if stop_reason in ("end_turn", "stop_sequence"):
        return "done"
    others = {
        "max_tokens": "truncated",
        "refusal": "refused",
        "pause_turn": "resume",
        "model_context_window_exceeded": "window_full",
    }
    if stop_reason not in others:
        raise ValueError(stop_reason)
    return others[stop_reason]
