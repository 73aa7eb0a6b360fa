# Specimens of TP05.

# %% task="q1" mutant="le trieur sans issue est forcé" code="FORCE" fails=["là où forcer nuit"]
MODES = {
    1: ("auto", "free"), 2: ("any", "must_act"), 3: ("any", "must_act"), 4: ("tool", "one_tool"),
    5: ("auto", "refused"), 6: ("auto", "steps"), 7: ("none", "no_call"), 8: ("tool", "one_tool"),
    9: ("any", "must_act"), 10: ("none", "no_call"),
}

# %% task="q1" mutant="la chaîne forcée sur son premier outil" code="FORCE" fails=["là où forcer nuit"]
MODES = {
    1: ("auto", "free"), 2: ("any", "must_act"), 3: ("auto", "free"), 4: ("tool", "one_tool"),
    5: ("auto", "refused"), 6: ("tool", "one_tool"), 7: ("none", "no_call"), 8: ("tool", "one_tool"),
    9: ("any", "must_act"), 10: ("none", "no_call"),
}

# %% task="q1" mutant="force malgré le profil" code="FORCE" fails=["là où forcer nuit"]
MODES = {
    1: ("auto", "free"), 2: ("any", "must_act"), 3: ("auto", "free"), 4: ("tool", "one_tool"),
    5: ("tool", "one_tool"), 6: ("auto", "steps"), 7: ("none", "no_call"), 8: ("tool", "one_tool"),
    9: ("any", "must_act"), 10: ("none", "no_call"),
}

# %% task="q1" mutant="auto partout où une consigne suffirait" code="DECOR" fails=["là où il faut une contrainte"]
MODES = {
    1: ("auto", "free"), 2: ("any", "must_act"), 3: ("auto", "free"), 4: ("tool", "one_tool"),
    5: ("auto", "refused"), 6: ("auto", "steps"), 7: ("auto", "no_call"), 8: ("auto", "one_tool"),
    9: ("any", "must_act"), 10: ("auto", "no_call"),
}

# %% task="q1" mutant="any et tool confondus" code="MODE" fails=["le bon mode"]
MODES = {
    1: ("auto", "free"), 2: ("any", "must_act"), 3: ("auto", "free"), 4: ("any", "must_act"),
    5: ("auto", "refused"), 6: ("auto", "steps"), 7: ("none", "no_call"), 8: ("any", "must_act"),
    9: ("any", "must_act"), 10: ("none", "no_call"),
}

# %% task="q1" mutant="refus et étapes pris pour de la liberté" code="MODE" fails=["la bonne raison"]
MODES = {
    "1": ("auto", "free"), "2": ("any", "must_act"), "3": ("auto", "free"), "4": ("tool", "one_tool"),
    "5": ("auto", "free"), "6": ("auto", "free"), "7": ("none", "no_call"), "8": ("tool", "one_tool"),
    "9": ("any", "must_act"), "10": ("none", "no_call"),
}


# %% task="q2" alternative="copie profonde, puis retouches"
import copy


def forcing_is_refused(need, profile):
    thinking = need.get("thinking") or {}
    return not profile["forced_tool_choice"] or thinking.get("type") == "enabled"


def parameters(need, profile):
    request = copy.deepcopy(need)
    mode, name = request.pop("mode"), request.pop("name", None)
    if mode == "auto":
        return request
    if mode == "none" or not forcing_is_refused(need, profile):
        request["tool_choice"] = {"type": mode}
        if mode == "tool":
            request["tool_choice"]["name"] = name
        return request
    for tool in request["tools"]:
        if name in (None, tool["name"]):
            tool["strict"] = True
    order = f"You must call the tool {name}." if name else "You must call one of your tools."
    request["system"] = request.get("system", "") + "\n" + order
    request["tool_choice"] = {"type": "auto", "disable_parallel_tool_use": False}
    return request


# %% task="q2" alternative="system en blocs, strict partout"
def parameters(need, profile):
    match need:
        case {"mode": "tool", "name": name}:
            choice, order = {"type": "tool", "name": name}, f"Appelle toujours {name}, sans écrire de texte."
        case {"mode": mode}:
            choice, order = {"type": mode}, "Ne réponds jamais sans appeler l'un de tes outils."
    result = {"tools": [dict(tool) for tool in need["tools"]], "tool_choice": choice}
    texts = [need["system"]] if "system" in need else []
    if "thinking" in need:
        result["thinking"] = need["thinking"]
    can_force = profile["forced_tool_choice"] and result.get("thinking", {"type": ""})["type"] != "enabled"
    if choice["type"] in ("any", "tool") and not can_force:
        result["tool_choice"] = {"type": "auto"}
        for tool in result["tools"]:
            tool["strict"] = True
        texts.append(order)
    if texts:
        result["system"] = [{"type": "text", "text": text} for text in texts]
    return result


# %% task="q2" mutant="force sans lire le profil" code="FORCE" fails=["public", "modèles qui refusent", "réflexion manuelle", "consigne de repli", "strict sur l'outil"]
def parameters(need, profile):
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    request = {"tools": need["tools"], "tool_choice": choice}
    for key in ("system", "thinking"):
        if key in need:
            request[key] = need[key]
    return request


# %% task="q2" mutant="oublie la réflexion manuelle" code="FORCE" fails=["réflexion manuelle", "consigne de repli"]
def parameters(need, profile):
    request = {key: need[key] for key in need if key in ("tools", "system", "thinking")}
    if need["mode"] in ("auto", "none"):
        request["tool_choice"] = {"type": need["mode"]}
    elif profile["forced_tool_choice"]:
        named = {"name": need["name"]} if need["mode"] == "tool" else {}
        request["tool_choice"] = {"type": need["mode"], **named}
    else:
        request["tool_choice"] = {"type": "auto"}
        wanted = need.get("name", "l'un de vos outils")
        request["system"] = need.get("system", "") + f"\n\nVous devez appeler {wanted}."
        request["tools"] = [
            {**tool, "strict": True} if need.get("name", tool["name"]) == tool["name"] else tool
            for tool in need["tools"]
        ]
    return request


# %% task="q2" mutant="retire la réflexion pour forcer" code="FORCE" fails=["réflexion manuelle", "consigne de repli", "besoin intact"]
def parameters(need, profile):
    request = {"tools": need["tools"]}
    if "system" in need:
        request["system"] = need["system"]
    if need.get("thinking") and need["thinking"]["type"] != "enabled":
        request["thinking"] = need["thinking"]
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    if need["mode"] in ("any", "tool") and not profile["forced_tool_choice"]:
        target = need.get("name")
        request["tools"] = [
            tool | {"strict": True} if target in (None, tool["name"]) else tool for tool in need["tools"]]
        request["system"] = f"{need.get('system', '')}\nAppelez l'outil {target or 'qui convient'}."
        choice = {"type": "auto"}
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="devine d'après le nom du modèle" code="FORCE" fails=["modèles qui refusent", "modèles qui acceptent"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    refuses = profile["id"].endswith(("5-5", "5-1", "5-2"))
    if need.get("thinking", {}).get("type") == "enabled":
        refuses = True
    if refuses and need["mode"] in ("any", "tool"):
        names = [need["name"]] if "name" in need else [tool["name"] for tool in need["tools"]]
        request["tools"] = [{**t, "strict": True} if t["name"] in names else t for t in need["tools"]]
        request["system"] = "\n".join([need.get("system", ""), "Appelez un outil : " + ", ".join(names)])
        return request | {"tool_choice": {"type": "auto"}}
    if need["mode"] == "tool":
        return request | {"tool_choice": {"type": "tool", "name": need["name"]}}
    return request | {"tool_choice": {"type": need["mode"]}}


# %% task="q2" mutant="name oublié" code="OPTION" fails=["modèles qui acceptent"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    request["tool_choice"] = {"type": need["mode"]}
    manual = "thinking" in need and need["thinking"]["type"] == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        names = [need["name"]] if "name" in need else [tool["name"] for tool in need["tools"]]
        request["tool_choice"]["type"] = "auto"
        request["tools"] = [{**t, "strict": t["name"] in names} for t in need["tools"]]
        request["system"] = f"{need.get('system', '')}\n\nOutils à appeler : {names}."
    return request


# %% task="q2" mutant="strict dans tool_choice" code="OPTION" fails=["public", "modèles qui refusent", "réflexion manuelle", "strict sur l'outil"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        choice = {"type": "auto", "strict": True}
        request["system"] = f"{need.get('system', '')}\nAppelez l'outil {need.get('name', 'voulu')}."
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="strict dans le schéma" code="OPTION" fails=["strict sur l'outil", "besoin intact"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        choice = {"type": "auto"}
        request["system"] = f"{need.get('system', '')}\nAppelez l'outil {need.get('name', 'voulu')}."
        request["tools"] = [
            {**tool, "input_schema": {**tool["input_schema"], "strict": True}} for tool in need["tools"]]
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="une consigne partout, aucun mode" code="DECOR" fails=["public", "modèles qui acceptent", "auto et none", "consigne de repli"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    orders = {"any": "Appelez toujours un outil.", "none": "N'appelez aucun outil."}
    order = orders.get(need["mode"], f"Appelez l'outil {need.get('name')}.")
    if need["mode"] != "auto":
        request["system"] = f"{need.get('system', '')}\n\n{order}"
    names = [need["name"]] if "name" in need else [tool["name"] for tool in need["tools"]]
    request["tools"] = [{**t, "strict": True} if t["name"] in names else t for t in need["tools"]]
    return {**request, "tool_choice": {"type": "auto"}}


# %% task="q2" mutant="la consigne suffit, sans strict" code="DECOR" fails=["strict sur l'outil"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"], "name": need.get("name")}
    if choice["name"] is None:
        del choice["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        choice = {"type": "auto"}
        request["system"] = f"{need.get('system', '')}\n\nVous DEVEZ appeler l'outil {need.get('name', '')}."
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="repli muet" code="MODE" fails=["consigne de repli"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        choice = {"type": "auto"}
        request["tools"] = [{**tool, "strict": True} for tool in need["tools"]]
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="consigne sans le nom de l'outil" code="MODE" fails=["consigne de repli"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        choice = {"type": "auto"}
        request["tools"] = [{**tool, "strict": True} for tool in need["tools"]]
        request["system"] = f"{need.get('system', '')}\n\nAppelez toujours un outil avant de répondre."
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="none retire les outils" code="MODE" fails=["tous les outils", "besoin intact"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    if need["mode"] == "none":
        return {**request, "tools": [], "tool_choice": {"type": "none"}}
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] == "auto":
        return {**request, "tool_choice": {"type": "auto"}}
    names = [need["name"]] if need["mode"] == "tool" else [tool["name"] for tool in need["tools"]]
    if profile["forced_tool_choice"] and not manual:
        choice = {"type": "tool", "name": names[0]} if need["mode"] == "tool" else {"type": "any"}
        return {**request, "tool_choice": choice}
    request["tools"] = [{**t, "strict": True} if t["name"] in names else t for t in need["tools"]]
    request["system"] = need.get("system", "") + " Appelez " + " ou ".join(names) + "."
    return {**request, "tool_choice": {"type": "auto"}}


# %% task="q2" mutant="strict écrit dans la définition reçue" code="ALIAS" fails=["besoin intact"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        choice = {"type": "auto"}
        for tool in request["tools"]:
            if need.get("name", tool["name"]) == tool["name"]:
                tool["strict"] = True
        request["system"] = f"{need.get('system', '')}\n\nAppelez l'outil {need.get('name', '')}."
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="system lu sans vérifier" code="FORME" fails=["public", "modèles qui refusent", "réflexion manuelle", "modèles qui acceptent", "auto et none", "consigne de repli"]
def parameters(need, profile):
    request = {"tools": need["tools"], "system": need.get("system"), "tool_choice": {"type": need["mode"]}}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    if need["mode"] == "tool":
        request["tool_choice"]["name"] = need["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        request["tool_choice"] = {"type": "auto"}
        request["tools"] = [{**tool, "strict": True} for tool in need["tools"]]
        if need.get("system"):
            request["system"] += f"\n\nAppelez l'outil {need.get('name', 'qui convient')}."
    return request


# %% task="q2" mutant="la consigne passe devant" code="PREFIXE" fails=["consigne de repli"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        choice = {"type": "auto"}
        request["tools"] = [{**tool, "strict": True} for tool in need["tools"]]
        request["system"] = f"Appelez l'outil {need.get('name', 'qui convient')}.\n\n{need.get('system', '')}"
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="la consigne dit le contraire" code="MODE" fails=["consigne de repli"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        choice = {"type": "auto"}
        request["tools"] = [{**tool, "strict": True} for tool in need["tools"]]
        order = f"N'appelez pas l'outil {need['name']}." if "name" in need else "N'appelez aucun outil."
        request["system"] = f"{need.get('system', '')}\n\n{order}"
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="l'ordre d'appeler, en négatif et en anglais" code="MODE" fails=["consigne de repli"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        choice = {"type": "auto"}
        request["tools"] = [{**tool, "strict": True} for tool in need["tools"]]
        target = f"the tool {need['name']}" if need["mode"] == "tool" else "any of your tools"
        request["system"] = (need.get("system", "") + f" You must never call {target}.").strip()
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="la consigne même quand le modèle est forcé" code="DECOR" fails=["consigne de repli"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] in ("auto", "none"):
        return {**request, "tool_choice": choice}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    request["system"] = f"{need.get('system', '')}\n\nAppelez l'outil {need.get('name', 'qui convient')}."
    manual = need.get("thinking", {}).get("type") == "enabled"
    if manual or not profile["forced_tool_choice"]:
        request["tools"] = [{**tool, "strict": True} for tool in need["tools"]]
        choice = {"type": "auto"}
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="toute réflexion empêche de forcer" code="MODE" fails=["modèles qui acceptent"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system", "thinking") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    if need["mode"] in ("any", "tool") and ("thinking" in need or not profile["forced_tool_choice"]):
        choice = {"type": "auto"}
        request["tools"] = [{**tool, "strict": True} for tool in need["tools"]]
        request["system"] = f"{need.get('system', '')}\n\nAppelez l'outil {need.get('name', 'qui convient')}."
    return {**request, "tool_choice": choice}


# %% task="q2" mutant="thinking oublié" code="INTACT" fails=["besoin intact"]
def parameters(need, profile):
    request = {key: need[key] for key in ("tools", "system") if key in need}
    choice = {"type": need["mode"]}
    if need["mode"] == "tool":
        choice["name"] = need["name"]
    manual = need.get("thinking", {}).get("type") == "enabled"
    if need["mode"] in ("any", "tool") and (manual or not profile["forced_tool_choice"]):
        choice = {"type": "auto"}
        request["tools"] = [{**tool, "strict": True} for tool in need["tools"]]
        request["system"] = f"{need.get('system', '')}\n\nAppelez l'outil {need.get('name', 'qui convient')}."
    return {**request, "tool_choice": choice}


# %% task="q3" alternative="fonction d'aide, dispatch par nom"
def escape():
    schema = {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"],
              "additionalProperties": False}
    return dict(name="ask_clarification", input_schema=schema,
                description="À utiliser si la demande est hors sujet ou floue : demande une précision au client.")


def route(client, question, services, model):
    tools = [escape()]
    for name in services:
        tools.append(services[name]["tool"])
    choice = {"type": "any", "disable_parallel_tool_use": True}
    said = client.messages.create(
        model=model, max_tokens=1024, tools=tools, tool_choice=choice,
        messages=[{"role": "user", "content": [{"type": "text", "text": question}]}])
    if said.stop_reason == "tool_use":
        for block in said.content:
            if block.type == "tool_use" and block.name in services:
                result = services[block.name]["run"](**block.input)
                return dict(action="routed", service=block.name, output=result)
            if block.type == "tool_use":
                return dict(action="clarify", **block.input)
    return dict(action="stopped", stop_reason=said.stop_reason)


# %% task="q3" mutant="aucune issue" code="FORME=VRAI" fails=["public", "demande hors sujet", "définition de l'issue"]
def route(client, question, services, model):
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"},
        tools=[service["tool"] for service in services.values()],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    if block.name not in services:
        return {"action": "clarify", "question": block.input["question"]}
    output = services[block.name]["run"](**block.input)
    return {"action": "routed", "service": block.name, "output": output}


# %% task="q3" mutant="à défaut, le premier service" code="FORME=VRAI" fails=["public", "demande hors sujet"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"},
        tools=[*[service["tool"] for service in services.values()], ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    name = block.name if block.name in services else next(iter(services))
    given = block.input if block.name in services else {"request": question}
    return {"action": "routed", "service": name, "output": services[name]["run"](**given)}


# %% task="q3" mutant="« si aucun ne convient », dans system seulement" code="DECOR" fails=["public", "demande hors sujet", "définition de l'issue"]
def route(client, question, services, model):
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"},
        system="Si aucun outil ne convient, n'appelez rien et posez une question.",
        tools=[service["tool"] for service in services.values()],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    for block in response.content:
        if block.type == "tool_use":
            output = services[block.name]["run"](**block.input)
            return {"action": "routed", "service": block.name, "output": output}
    text = "".join(block.text for block in response.content if block.type == "text")
    return {"action": "clarify", "question": text}


# %% task="q3" mutant="« si aucun ne convient », collé à la question" code="DECOR" fails=["public", "demande hors sujet", "définition de l'issue"]
def route(client, question, services, model):
    prompt = f"{question}\n\nSi aucun outil ne correspond, demande une précision au client."
    said = client.messages.create(
        model=model, max_tokens=800, tools=[s["tool"] for s in services.values()], tool_choice={"type": "any"},
        messages=[{"role": "user", "content": prompt}],
    )
    calls = [block for block in said.content if block.type == "tool_use"]
    if said.stop_reason != "tool_use" or not calls:
        return {"action": "stopped", "stop_reason": said.stop_reason}
    output = services[calls[0].name]["run"](**calls[0].input)
    return {"action": "routed", "service": calls[0].name, "output": output}


# %% task="q3" mutant="l'issue, mais en auto" code="MODE" fails=["public", "mode any"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "auto"},
        tools=[*[service["tool"] for service in services.values()], ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    if block.name == ask["name"]:
        return {"action": "clarify", "question": block.input["question"]}
    return {"action": "routed", "service": block.name, "output": services[block.name]["run"](**block.input)}


# %% task="q3" mutant="une issue qui ne dit pas quand" code="DOC" fails=["définition de l'issue"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "Demande une précision.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"},
        tools=[*[service["tool"] for service in services.values()], ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    if block.name == ask["name"]:
        return {"action": "clarify", "question": block.input["question"]}
    return {"action": "routed", "service": block.name, "output": services[block.name]["run"](**block.input)}


# %% task="q3" mutant="question facultative" code="REQUIS" fails=["définition de l'issue"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient à la demande.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}},
    }
    tools = [service["tool"] for service in services.values()]
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=tools + [ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    if block.name == "ask_clarification":
        return {"action": "clarify", "question": block.input.get("question", "")}
    return {"action": "routed", "service": block.name, "output": services[block.name]["run"](**block.input)}


# %% task="q3" mutant="ne lit pas le motif d'arrêt" code="FIN" fails=["coupée, ou refusée"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient à la demande.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    tools = [service["tool"] for service in services.values()]
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=tools + [ask],
        messages=[{"role": "user", "content": question}],
    )
    for block in response.content:
        if block.type != "tool_use":
            continue
        if block.name == "ask_clarification":
            return {"action": "clarify", "question": block.input["question"]}
        return {"action": "routed", "service": block.name, "output": services[block.name]["run"](**block.input)}
    return {"action": "stopped", "stop_reason": response.stop_reason}


# %% task="q3" mutant="premier bloc" code="POS" fails=["réflexion d'abord", "outil serveur"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient à la demande.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    tools = [service["tool"] for service in services.values()]
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=tools + [ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = response.content[0]
    if block.name == "ask_clarification":
        return {"action": "clarify", "question": block.input["question"]}
    return {"action": "routed", "service": block.name, "output": services[block.name]["run"](**block.input)}


# %% task="q3" mutant="l'issue ajoutée aux services" code="ALIAS" fails=["services intacts"]
def route(client, question, services, model):
    schema = {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]}
    services["ask_clarification"] = {
        "tool": {
            "name": "ask_clarification",
            "description": "Demande une précision quand aucun service ne convient.",
            "input_schema": schema,
        },
        "run": lambda question: {"action": "clarify", "question": question},
    }
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"},
        tools=[service["tool"] for service in services.values()],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    output = services[block.name]["run"](**block.input)
    if block.name == "ask_clarification":
        return output
    return {"action": "routed", "service": block.name, "output": output}


# %% task="q3" mutant="une liste d'outils qui grossit" code="ALIAS" fails=["public", "demande hors sujet", "définition de l'issue", "service exécuté", "réflexion d'abord", "coupée, ou refusée", "texte après l'appel", "outil serveur"]
ROUTES = []


def route(client, question, services, model):
    for service in services.values():
        ROUTES.append(service["tool"])
    ROUTES.append({
        "name": "ask_clarification",
        "description": "Demande une précision quand aucun service ne convient.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    })
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=ROUTES,
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    if block.name == "ask_clarification":
        return {"action": "clarify", "question": block.input["question"]}
    return {"action": "routed", "service": block.name, "output": services[block.name]["run"](**block.input)}


# %% task="q3" mutant="un résultat vide pris pour une absence" code="VIDE" fails=["service exécuté"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient à la demande.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    tools = [service["tool"] for service in services.values()]
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=tools + [ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    if block.name == "ask_clarification":
        return {"action": "clarify", "question": block.input["question"]}
    output = services[block.name]["run"](**block.input) or "Aucun résultat."
    return {"action": "routed", "service": block.name, "output": output}


# %% task="q3" mutant="l'issue lue avant le motif d'arrêt" code="FIN" fails=["coupée, ou refusée"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient à la demande.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    tools = [service["tool"] for service in services.values()]
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=tools + [ask],
        messages=[{"role": "user", "content": question}],
    )
    calls = [block for block in response.content if block.type == "tool_use"]
    for block in calls:
        if block.name == "ask_clarification":
            return {"action": "clarify", "question": block.input["question"]}
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = calls[0]
    return {"action": "routed", "service": block.name, "output": services[block.name]["run"](**block.input)}


# %% task="q3" mutant="dernier bloc" code="POS" fails=["texte après l'appel"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient à la demande.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    tools = [service["tool"] for service in services.values()]
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=tools + [ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = response.content[-1]
    if block.name == "ask_clarification":
        return {"action": "clarify", "question": block.input["question"]}
    return {"action": "routed", "service": block.name, "output": services[block.name]["run"](**block.input)}


# %% task="q3" mutant="tout bloc qui a un nom" code="SERVEUR" fails=["outil serveur"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient à la demande.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    tools = [service["tool"] for service in services.values()]
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=tools + [ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if hasattr(block, "name"))
    if block.name == "ask_clarification":
        return {"action": "clarify", "question": block.input["question"]}
    return {"action": "routed", "service": block.name, "output": services[block.name]["run"](**block.input)}


# %% task="q3" mutant="les services du carnet" code="FIGE" fails=["public", "demande hors sujet", "définition de l'issue", "service exécuté", "réflexion d'abord", "texte après l'appel", "outil serveur"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient à la demande.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=[BILLING, SUPPORT, ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    if block.name == "ask_clarification":
        return {"action": "clarify", "question": block.input["question"]}
    return {"action": "routed", "service": block.name, "output": SERVICES[block.name]["run"](**block.input)}


# %% task="q3" mutant="les fonctions du carnet" code="FIGE" fails=["public", "service exécuté", "réflexion d'abord", "texte après l'appel", "outil serveur"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient à la demande.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    tools = [service["tool"] for service in services.values()]
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=tools + [ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    if block.name == "ask_clarification":
        return {"action": "clarify", "question": block.input["question"]}
    return {"action": "routed", "service": block.name, "output": SERVICES[block.name]["run"](**block.input)}


# %% task="q3" mutant="le résultat repart au modèle" code="SENS" fails=["public", "mode any", "service exécuté", "réflexion d'abord", "texte après l'appel", "outil serveur"]
def route(client, question, services, model):
    ask = {
        "name": "ask_clarification",
        "description": "À appeler quand aucun autre outil ne convient à la demande.",
        "input_schema": {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    }
    tools = [service["tool"] for service in services.values()]
    response = client.messages.create(
        model=model, max_tokens=500, tool_choice={"type": "any"}, tools=tools + [ask],
        messages=[{"role": "user", "content": question}],
    )
    if response.stop_reason != "tool_use":
        return {"action": "stopped", "stop_reason": response.stop_reason}
    block = next(block for block in response.content if block.type == "tool_use")
    if block.name == "ask_clarification":
        return {"action": "clarify", "question": block.input["question"]}
    output = services[block.name]["run"](**block.input)
    result = {"type": "tool_result", "tool_use_id": block.id, "content": json.dumps(output)}
    client.messages.create(
        model=model, max_tokens=500, tools=tools + [ask],
        messages=[
            {"role": "user", "content": question},
            {"role": "assistant", "content": response.content},
            {"role": "user", "content": [result]},
        ],
    )
    return {"action": "routed", "service": block.name, "output": output}


# %% task="q4" alternative="récursive"
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    def step(history, left, **choice):
        said = client.messages.create(model=model, max_tokens=800, tools=tools, messages=history, **choice)
        history = history + [{"role": "assistant", "content": said.content}]
        if said.stop_reason != "tool_use" or left == 1:
            texts = [block.text for block in said.content if block.type == "text"]
            return {"stop_reason": said.stop_reason, "text": "".join(texts), "messages": history}
        answers = [run(block, registry) for block in said.content if block.type == "tool_use"]
        return step(history + [{"role": "user", "content": answers}], left - 1)

    start = [{"role": "user", "content": question}]
    return step(start, max_turns, tool_choice={"type": "tool", "name": first_tool})


# %% task="q4" alternative="le mode déduit de l'historique"
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages, sent = [{"role": "user", "content": question}], 0
    while True:
        forced = len(messages) == 1
        choice = {"type": "tool", "name": first_tool} if forced else {"type": "auto"}
        response = client.messages.create(
            model=model, max_tokens=1000, messages=messages, tools=tools, tool_choice=choice)
        sent += 1
        messages.append({"role": response.role, "content": response.content})
        outputs = []
        for block in response.content:
            if block.type == "tool_use" and response.stop_reason == "tool_use":
                outputs.append(run(block, registry))
        if outputs:
            messages.append({"role": "user", "content": outputs})
        if not outputs or sent >= max_turns:
            break
    text = ""
    for block in response.content:
        text += block.text if block.type == "text" else ""
    return dict(stop_reason=response.stop_reason, text=text, messages=messages)


# %% task="q4" mutant="force à chaque tour" code="FORCE" fails=["libre ensuite", "chaîne d'outils"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    for _ in range(max_turns):
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, messages=messages,
            tool_choice={"type": "tool", "name": first_tool},
        )
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            break
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="any après le premier" code="FORCE" fails=["libre ensuite", "chaîne d'outils"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    for turn in range(max_turns):
        choice = {"type": "any"} if turn else {"type": "tool", "name": first_tool}
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, tool_choice=choice, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            break
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="none après le premier" code="MODE" fails=["libre ensuite", "chaîne d'outils", "plafond"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    choice = {"type": "tool", "name": first_tool}
    for _ in range(max_turns):
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, tool_choice=choice, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            break
        choice = {"type": "none"}
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="plus d'outils après le premier" code="MODE" fails=["libre ensuite", "chaîne d'outils", "tours composés", "plafond"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    options = {"tools": tools, "tool_choice": {"type": "tool", "name": first_tool}}
    for _ in range(max_turns):
        response = client.messages.create(model=model, max_tokens=1000, messages=messages, **options)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            break
        options = {}
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="demande gentiment le premier outil" code="DECOR" fails=["première requête forcée"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    for _ in range(max_turns):
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, messages=messages,
            system=f"Commencez toujours par appeler {first_tool}.",
        )
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            break
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="any au premier tour" code="MODE" fails=["première requête forcée"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    choice = {"type": "any"}
    for _ in range(max_turns):
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, tool_choice=choice, messages=messages)
        choice = {"type": "auto"}
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            break
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="un seul outil dans la première requête" code="MODE" fails=["libre ensuite", "chaîne d'outils", "tours composés", "plafond"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    for turn in range(max_turns):
        if turn == 0:
            only = [tool for tool in tools if tool["name"] == first_tool]
            options = {"tools": only, "tool_choice": {"type": "tool", "name": first_tool}}
        else:
            options = {"tools": tools}
        response = client.messages.create(model=model, max_tokens=1000, messages=messages, **options)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            break
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="le premier appel hors du plafond" code="SANS-FIN" fails=["plafond"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    response = client.messages.create(
        model=model, max_tokens=1000, tools=tools, messages=messages,
        tool_choice={"type": "tool", "name": first_tool},
    )
    turns = 0
    while response.stop_reason == "tool_use" and turns < max_turns:
        turns += 1
        messages.append({"role": "assistant", "content": response.content})
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
        response = client.messages.create(model=model, max_tokens=1000, tools=tools, messages=messages)
    messages.append({"role": "assistant", "content": response.content})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="forcé, donc appelé" code="FIN" fails=["premier appel manqué"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    choice = {"type": "tool", "name": first_tool}
    for _ in range(max_turns):
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, tool_choice=choice, messages=messages)
        choice = {"type": "auto"}
        messages.append({"role": "assistant", "content": response.content})
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        if not results:
            break
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="un résultat par tour" code="UN-SEUL" fails=["tours composés"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    choice = {"type": "tool", "name": first_tool}
    for _ in range(max_turns):
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, tool_choice=choice, messages=messages)
        choice = {"type": "auto"}
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            break
        block = next(block for block in response.content if block.type == "tool_use")
        messages.append({"role": "user", "content": [run(block, registry)]})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="none à la dernière requête permise" code="MODE" fails=["plafond"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    for left in reversed(range(max_turns)):
        if len(messages) == 1:
            choice = {"type": "tool", "name": first_tool}
        else:
            choice = {"type": "auto"} if left else {"type": "none"}
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, tool_choice=choice, messages=messages)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            break
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    return {"stop_reason": response.stop_reason, "text": said, "messages": messages}


# %% task="q4" mutant="un motif d'arrêt inventé au plafond" code="FIN" fails=["plafond"]
def conversation(client, question, tools, registry, model, first_tool, max_turns):
    messages = [{"role": "user", "content": question}]
    choice = {"type": "tool", "name": first_tool}
    for _ in range(max_turns):
        response = client.messages.create(
            model=model, max_tokens=1000, tools=tools, tool_choice=choice, messages=messages)
        choice = {"type": "auto"}
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            said = "".join(block.text for block in response.content if block.type == "text")
            return {"stop_reason": response.stop_reason, "text": said, "messages": messages}
        results = [run(block, registry) for block in response.content if block.type == "tool_use"]
        messages.append({"role": "user", "content": results})
    return {"stop_reason": "max_turns", "text": "", "messages": messages}


# %% task="q5" alternative="dictionnaire de motifs, puis filtre"
def read_forced(response, name):
    outcomes = dict.fromkeys(("max_tokens", "model_context_window_exceeded"), "truncated")
    outcomes |= {"refusal": "refused"}
    calls = [b.input for b in response.content if (b.type, getattr(b, "name", None)) == ("tool_use", name)]
    if response.stop_reason == "tool_use" and calls:
        return ["call", calls[0]]
    return [outcomes.get(response.stop_reason, "absent"), None]


# %% task="q5" alternative="match"
def read_forced(response, name):
    match response.stop_reason:
        case "refusal":
            return ("refused", None)
        case "max_tokens" | "model_context_window_exceeded":
            return ("truncated", None)
        case "tool_use":
            asked = {block.name: block.input for block in response.content if block.type == "tool_use"}
            return ("call", asked[name]) if name in asked else ("absent", None)
        case _:
            return ("absent", None)


# %% task="q5" mutant="suppose un tool_use" code="FIN" fails=["coupée", "refusée", "sans appel", "le bon outil", "outil serveur"]
def read_forced(response, name):
    block = next(block for block in response.content if block.type == "tool_use" and block.name == name)
    return "call", block.input


# %% task="q5" mutant="un appel présent est un appel entier" code="FIN" fails=["coupée", "sans appel"]
def read_forced(response, name):
    for block in response.content:
        if block.type == "tool_use" and block.name == name:
            return "call", block.input
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    if response.stop_reason == "refusal":
        return "refused", None
    return "absent", None


# %% task="q5" mutant="refus confondu avec absence" code="FIN" fails=["refusée"]
def read_forced(response, name):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    for block in response.content:
        if response.stop_reason == "tool_use" and block.type == "tool_use" and block.name == name:
            return "call", block.input
    return "absent", None


# %% task="q5" mutant="premier bloc" code="POS" fails=["appel parmi d'autres blocs", "le bon outil", "outil serveur"]
def read_forced(response, name):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    if response.stop_reason == "refusal":
        return "refused", None
    if response.stop_reason != "tool_use":
        return "absent", None
    first = response.content[0]
    if first.type == "tool_use" and first.name == name:
        return "call", first.input
    return "absent", None


# %% task="q5" mutant="le nom n'est pas lu" code="FORME" fails=["le bon outil", "outil serveur"]
def read_forced(response, name):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    if response.stop_reason == "refusal":
        return "refused", None
    if response.stop_reason == "tool_use":
        block = next(block for block in response.content if block.type == "tool_use")
        return "call", block.input
    return "absent", None


# %% task="q5" mutant="input vide pris pour absent" code="VIDE" fails=["input vide"]
def read_forced(response, name):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    if response.stop_reason == "refusal":
        return "refused", None
    given = None
    if response.stop_reason == "tool_use":
        for block in response.content:
            if block.type == "tool_use" and block.name == name:
                given = block.input
    return ("call", given) if given else ("absent", None)


# %% task="q5" mutant="tout bloc qui porte ce nom" code="SERVEUR" fails=["outil serveur"]
def read_forced(response, name):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    if response.stop_reason == "refusal":
        return "refused", None
    if response.stop_reason == "tool_use":
        for block in response.content:
            if getattr(block, "name", None) == name:
                return "call", block.input
    return "absent", None


# %% task="q5" mutant="un appel, quel que soit le motif d'arrêt" code="FIN" fails=["sans appel"]
def read_forced(response, name):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    if response.stop_reason == "refusal":
        return "refused", None
    for block in response.content:
        if block.type == "tool_use" and block.name == name:
            return "call", block.input
    return "absent", None


# %% task="q5" mutant="dernier bloc" code="POS" fails=["appel parmi d'autres blocs", "le bon outil"]
def read_forced(response, name):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    if response.stop_reason == "refusal":
        return "refused", None
    if response.stop_reason == "tool_use":
        last = response.content[-1]
        if last.type == "tool_use" and last.name == name:
            return "call", last.input
    return "absent", None


# %% task="q5" mutant="premier appel seulement" code="UN-SEUL" fails=["le bon outil"]
def read_forced(response, name):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    if response.stop_reason == "refusal":
        return "refused", None
    calls = [block for block in response.content if block.type == "tool_use"]
    if response.stop_reason == "tool_use" and calls[0].name == name:
        return "call", calls[0].input
    return "absent", None


# %% task="q5" mutant="un nom qui commence pareil" code="FORME" fails=["le bon outil"]
def read_forced(response, name):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", None
    if response.stop_reason == "refusal":
        return "refused", None
    for block in response.content:
        if response.stop_reason == "tool_use" and block.type == "tool_use" and block.name.startswith(name):
            return "call", block.input
    return "absent", None


# %% task="q6" alternative="une aide commune"
def limited(request, modes):
    asked = dict(request.get("tool_choice") or {"type": "auto"})
    if asked["type"] in modes:
        asked = {"type": modes[asked["type"]]}
    if asked["type"] != "none":
        asked["disable_parallel_tool_use"] = True
    copy = dict(request)
    copy["tool_choice"] = asked
    return copy


def at_most_one(request):
    return limited(request, {})


def exactly_one(request):
    if request.get("tool_choice", {}).get("type") == "none":
        raise ValueError("none n'appelle jamais")
    return limited(request, {"auto": "any"})


# %% task="q6" alternative="copie profonde"
import copy


def at_most_one(request):
    mine = copy.deepcopy(request)
    choice = mine.setdefault("tool_choice", {"type": "auto"})
    if choice["type"] in ("auto", "any", "tool"):
        choice["disable_parallel_tool_use"] = True
    return mine


def exactly_one(request):
    mine = at_most_one(request)
    match mine["tool_choice"]:
        case {"type": "none"}:
            raise ValueError("aucun appel possible")
        case {"type": "auto"}:
            mine["tool_choice"]["type"] = "any"
    return mine


# %% task="q6" mutant="à côté de tool_choice" code="OPTION" fails=["public", "option à sa place"]
def at_most_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        return {**request}
    return {**request, "tool_choice": choice, "disable_parallel_tool_use": True}


def exactly_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        raise ValueError("none")
    choice = choice if choice["type"] == "tool" else {"type": "any"}
    return {**request, "tool_choice": choice, "disable_parallel_tool_use": True}


# %% task="q6" mutant="dans chaque outil" code="OPTION" fails=["public", "option à sa place", "chaîne possible"]
def at_most_one(request):
    tools = [{**tool, "disable_parallel_tool_use": True} for tool in request["tools"]]
    choice = request.get("tool_choice", {"type": "auto"})
    return {**request, "tools": tools, "tool_choice": choice}


def exactly_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        raise ValueError("none")
    choice = choice if choice["type"] == "tool" else {"type": "any"}
    return {**at_most_one(request), "tool_choice": choice}


# %% task="q6" mutant="option sur none" code="OPTION" fails=["mode none"]
def at_most_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    return {**request, "tool_choice": {**choice, "disable_parallel_tool_use": True}}


def exactly_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        raise ValueError("none")
    choice = choice if choice["type"] == "tool" else {"type": "any"}
    return {**request, "tool_choice": {**choice, "disable_parallel_tool_use": True}}


# %% task="q6" mutant="une phrase dans system" code="DECOR" fails=["public", "option à sa place", "requête intacte"]
def at_most_one(request):
    system = request.get("system", "") + "\nN'appelez jamais plus d'un outil à la fois."
    return {**request, "system": system, "tool_choice": request.get("tool_choice", {"type": "auto"})}


def exactly_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        raise ValueError("none")
    choice = choice if choice["type"] == "tool" else {"type": "any"}
    system = request.get("system", "") + "\nAppelez exactement un outil."
    return {**request, "system": system, "tool_choice": choice}


# %% task="q6" mutant="none après le premier résultat" code="CHAINE" fails=["chaîne possible"]
def has_result(messages):
    blocks = [b for m in messages if isinstance(m["content"], list) for b in m["content"]]
    return any(block["type"] == "tool_result" for block in blocks)


def at_most_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none" or has_result(request["messages"]):
        return {**request, "tool_choice": {"type": "none"}}
    return {**request, "tool_choice": {**choice, "disable_parallel_tool_use": True}}


def exactly_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        raise ValueError("none")
    if has_result(request["messages"]):
        return {**request, "tool_choice": {"type": "none"}}
    choice = choice if choice["type"] == "tool" else {"type": "any"}
    return {**request, "tool_choice": {**choice, "disable_parallel_tool_use": True}}


# %% task="q6" mutant="retire l'outil déjà appelé" code="CHAINE" fails=["chaîne possible"]
def without_used(request):
    used = {
        block["name"]
        for message in request["messages"] if message["role"] == "assistant"
        for block in message["content"] if block["type"] == "tool_use"
    }
    return [tool for tool in request["tools"] if tool["name"] not in used]


def at_most_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        return dict(request)
    choice = {**choice, "disable_parallel_tool_use": True}
    return {**request, "tools": without_used(request), "tool_choice": choice}


def exactly_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        raise ValueError("none")
    choice = choice if choice["type"] == "tool" else {"type": "any"}
    choice = {**choice, "disable_parallel_tool_use": True}
    return {**request, "tools": without_used(request), "tool_choice": choice}


# %% task="q6" mutant="auto suffit pour exactement un" code="MODE" fails=["mode gardé", "chaîne possible"]
def at_most_one(request):
    choice = request.get("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        return dict(request)
    return {**request, "tool_choice": {**choice, "disable_parallel_tool_use": True}}


def exactly_one(request):
    if request.get("tool_choice", {}).get("type") == "none":
        raise ValueError("none")
    return at_most_one(request)


# %% task="q6" mutant="any pour au plus un" code="FORCE" fails=["public", "mode gardé", "chaîne possible"]
def at_most_one(request):
    choice = request.get("tool_choice", {"type": "any"})
    if choice["type"] == "none":
        return dict(request)
    return {**request, "tool_choice": {**choice, "disable_parallel_tool_use": True}}


def exactly_one(request):
    choice = request.get("tool_choice", {"type": "any"})
    if choice["type"] == "none":
        raise ValueError("none")
    if choice["type"] == "auto":
        choice = {"type": "any"}
    return {**request, "tool_choice": {**choice, "disable_parallel_tool_use": True}}


# %% task="q6" mutant="tool_choice modifié sur place" code="ALIAS" fails=["requête intacte"]
def at_most_one(request):
    mine = dict(request)
    mine.setdefault("tool_choice", {"type": "auto"})
    if mine["tool_choice"]["type"] != "none":
        mine["tool_choice"]["disable_parallel_tool_use"] = True
    return mine


def exactly_one(request):
    mine = dict(request)
    choice = mine.setdefault("tool_choice", {"type": "auto"})
    if choice["type"] == "none":
        raise ValueError("none")
    if choice["type"] == "auto":
        choice["type"] = "any"
    choice["disable_parallel_tool_use"] = True
    return mine
