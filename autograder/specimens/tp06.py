# Specimens of TP06.

# %% task="q1" alternative="références, enum de nombres"
TICKET_TOOL = {
    "name": "record_ticket_analysis",
    "description": "Note l'analyse d'un ticket reçu d'un client d'Ardoise.",
    "strict": True,
    "input_schema": {
        "type": "object",
        "$defs": {"topic": {"type": "string", "enum": ["facturation", "panne", "contrat", "autre"]}},
        "properties": {
            "sentiment": {"enum": ["positif", "neutre", "négatif"]},
            "urgency": {"type": "integer", "enum": [1, 2, 3, 4, 5]},
            "topics": {"type": "array", "items": {"$ref": "#/$defs/topic"}, "minItems": 1},
            "summary": {"type": "string", "pattern": "."},
            "quote": {"type": "string", "pattern": "[\\s\\S]"},
        },
        "required": ["quote", "summary", "topics", "urgency", "sentiment"],
        "additionalProperties": False,
    },
}

# %% task="q1" alternative="construite par une fonction"
def described(text, **schema):
    return {"description": text, **schema}


def definition(name, description, fields):
    schema = {"type": "object", "additionalProperties": False, "properties": {}, "required": []}
    for field, one in fields.items():
        schema["properties"][field] = one
        schema["required"].append(field)
    return dict(name=name, description=description, input_schema=schema)


TICKET_TOOL = definition(
    "record_ticket_analysis",
    "À appeler pour chaque ticket lu : enregistre son analyse. Ne répond pas au client.",
    {
        "sentiment": described("Humeur", anyOf=[{"const": one} for one in ("négatif", "neutre", "positif")]),
        "urgency": described("Urgence", type="integer", exclusiveMinimum=0, exclusiveMaximum=6),
        "topics": described("Thèmes", type="array", minItems=1, uniqueItems=True, maxItems=4,
                            items={"enum": ["facturation", "panne", "contrat", "autre"]}),
        "summary": described("Résumé", type="string", minLength=1),
        "quote": described("Citation", type="string", minLength=1),
    },
)

# %% task="q1" mutant="enum en prose" code="DECOR" fails=["sentiment fermé"]
TICKET_TOOL = {
    "name": "record_ticket_analysis",
    "description": "Enregistre l'analyse d'un ticket de support d'Ardoise.",
    "input_schema": {
        "type": "object",
        "properties": {
            "sentiment": {"type": "string", "description": "négatif, neutre ou positif, rien d'autre."},
            "urgency": {"type": "integer", "minimum": 1, "maximum": 5},
            "topics": {"type": "array", "minItems": 1,
                       "items": {"type": "string", "enum": ["facturation", "panne", "contrat", "autre"]}},
            "summary": {"type": "string", "minLength": 1},
            "quote": {"type": "string", "minLength": 1},
        },
        "required": ["sentiment", "urgency", "topics", "summary", "quote"],
        "additionalProperties": False,
    },
}

# %% task="q1" mutant="thèmes en prose" code="DECOR" fails=["thèmes fermés"]
TICKET_TOOL = {
    "name": "record_ticket_analysis",
    "description": "Enregistre l'analyse d'un ticket de support d'Ardoise.",
    "input_schema": {
        "type": "object",
        "properties": {
            "sentiment": {"type": "string", "enum": ["négatif", "neutre", "positif"]},
            "urgency": {"type": "integer", "minimum": 1, "maximum": 5},
            "topics": {"type": "array", "items": {"type": "string"}, "minItems": 1,
                       "description": "Parmi facturation, panne, contrat, autre."},
            "summary": {"type": "string", "minLength": 1},
            "quote": {"type": "string", "minLength": 1},
        },
        "required": ["sentiment", "urgency", "topics", "summary", "quote"],
        "additionalProperties": False,
    },
}

# %% task="q1" mutant="urgence 0 admise" code="LACHE" fails=["urgence bornée"]
TICKET_TOOL = {
    "name": "record_ticket_analysis",
    "description": "Enregistre l'analyse d'un ticket de support d'Ardoise.",
    "input_schema": {
        "type": "object",
        "properties": {
            "sentiment": {"type": "string", "enum": ["négatif", "neutre", "positif"]},
            "urgency": {"type": "integer", "minimum": 0, "maximum": 5},
            "topics": {"type": "array", "minItems": 1,
                       "items": {"type": "string", "enum": ["facturation", "panne", "contrat", "autre"]}},
            "summary": {"type": "string", "minLength": 1},
            "quote": {"type": "string", "minLength": 1},
        },
        "required": ["sentiment", "urgency", "topics", "summary", "quote"],
        "additionalProperties": False,
    },
}

# %% task="q1" mutant="nombre au lieu d'entier" code="LACHE" fails=["urgence entière"]
TICKET_TOOL = {
    "name": "record_ticket_analysis",
    "description": "Enregistre l'analyse d'un ticket de support d'Ardoise.",
    "input_schema": {
        "type": "object",
        "properties": {
            "sentiment": {"type": "string", "enum": ["négatif", "neutre", "positif"]},
            "urgency": {"type": "number", "minimum": 1, "maximum": 5},
            "topics": {"type": "array", "minItems": 1,
                       "items": {"type": "string", "enum": ["facturation", "panne", "contrat", "autre"]}},
            "summary": {"type": "string", "minLength": 1},
            "quote": {"type": "string", "minLength": 1},
        },
        "required": ["sentiment", "urgency", "topics", "summary", "quote"],
        "additionalProperties": False,
    },
}

# %% task="q1" mutant="champ en trop accepté" code="LACHE" fails=["aucun autre champ"]
TICKET_TOOL = {
    "name": "record_ticket_analysis",
    "description": "Enregistre l'analyse d'un ticket de support d'Ardoise.",
    "input_schema": {
        "type": "object",
        "properties": {
            "sentiment": {"type": "string", "enum": ["négatif", "neutre", "positif"]},
            "urgency": {"type": "integer", "minimum": 1, "maximum": 5},
            "topics": {"type": "array", "minItems": 1,
                       "items": {"type": "string", "enum": ["facturation", "panne", "contrat", "autre"]}},
            "summary": {"type": "string", "minLength": 1},
            "quote": {"type": "string", "minLength": 1},
        },
        "required": ["sentiment", "urgency", "topics", "summary", "quote"],
    },
}

# %% task="q1" mutant="textes vides admis" code="LACHE" fails=["rien de vide"]
TICKET_TOOL = {
    "name": "record_ticket_analysis",
    "description": "Enregistre l'analyse d'un ticket de support d'Ardoise.",
    "input_schema": {
        "type": "object",
        "properties": {
            "sentiment": {"type": "string", "enum": ["négatif", "neutre", "positif"]},
            "urgency": {"type": "integer", "minimum": 1, "maximum": 5},
            "topics": {"type": "array",
                       "items": {"type": "string", "enum": ["facturation", "panne", "contrat", "autre"]}},
            "summary": {"type": "string"},
            "quote": {"type": "string"},
        },
        "required": ["sentiment", "urgency", "topics", "summary", "quote"],
        "additionalProperties": False,
    },
}

# %% task="q1" mutant="citation facultative" code="REQUIS" fails=["tout est requis"]
TICKET_TOOL = {
    "name": "record_ticket_analysis",
    "description": "Enregistre l'analyse d'un ticket de support d'Ardoise.",
    "input_schema": {
        "type": "object",
        "properties": {
            "sentiment": {"type": "string", "enum": ["négatif", "neutre", "positif"]},
            "urgency": {"type": "integer", "minimum": 1, "maximum": 5},
            "topics": {"type": "array", "minItems": 1,
                       "items": {"type": "string", "enum": ["facturation", "panne", "contrat", "autre"]}},
            "summary": {"type": "string", "minLength": 1},
            "quote": {"type": "string", "minLength": 1},
        },
        "required": ["sentiment", "urgency", "summary"],
        "additionalProperties": False,
    },
}

# %% task="q1" mutant="strict et bornes" code="STRICT" fails=["public", "les bonnes analyses", "sentiment fermé", "thèmes fermés", "urgence bornée", "urgence entière", "rien de vide", "tout est requis", "aucun autre champ"]
TICKET_TOOL = {
    "name": "record_ticket_analysis",
    "description": "Enregistre l'analyse d'un ticket de support d'Ardoise.",
    "strict": True,
    "input_schema": {
        "type": "object",
        "properties": {
            "sentiment": {"type": "string", "enum": ["négatif", "neutre", "positif"]},
            "urgency": {"type": "integer", "minimum": 1, "maximum": 5},
            "topics": {"type": "array", "minItems": 1,
                       "items": {"type": "string", "enum": ["facturation", "panne", "contrat", "autre"]}},
            "summary": {"type": "string", "minLength": 1},
            "quote": {"type": "string", "minLength": 1},
        },
        "required": ["sentiment", "urgency", "topics", "summary", "quote"],
        "additionalProperties": False,
    },
}

# %% task="q2" alternative="match, puis deux lecteurs"
def parsed(response):
    text = "".join(b.text for b in response.content if hasattr(b, "text") and b.type == "text")
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if type(value) is dict else None


def called(response, name):
    found = [b.input for b in response.content if b.type == "tool_use" and b.name == name]
    return found[0] if found else None


def extract(response, name=None):
    match response.stop_reason:
        case "max_tokens" | "model_context_window_exceeded":
            raise Truncated(response.stop_reason)
        case "refusal":
            raise Refused()
    value = parsed(response) if name is None else called(response, name)
    if value is None:
        raise Missing(name or "texte")
    return value

# %% task="q2" alternative="boucle, table des motifs"
ENDINGS = {"max_tokens": Truncated, "model_context_window_exceeded": Truncated, "refusal": Refused}


def extract(response, name=None):
    if response.stop_reason in ENDINGS:
        raise ENDINGS[response.stop_reason](f"arrêt : {response.stop_reason}")
    texts = ""
    for block in response.model_dump()["content"]:
        if block["type"] == "text":
            texts += block["text"]
        if name and block["type"] == "tool_use" and block["name"] == name:
            return dict(block["input"])
    if name or not texts.lstrip().startswith("{"):
        raise Missing(name)
    try:
        return json.loads(texts)
    except Exception:
        raise Missing("JSON illisible") from None

# %% task="q2" mutant="next nu" code="FIN" fails=["appel coupé", "texte coupé", "refus", "le bon outil", "rien à extraire", "texte qui n'est pas un objet"]
def extract(response, name=None):
    if name is None:
        return json.loads("".join(b.text for b in response.content if b.type == "text"))
    return next(b for b in response.content if b.type == "tool_use" and b.name == name).input

# %% task="q2" mutant="la fenêtre pleine oubliée" code="FIN" fails=["appel coupé", "texte coupé"]
def extract(response, name=None):
    if response.stop_reason == "max_tokens":
        raise Truncated()
    if response.stop_reason == "refusal":
        raise Refused()
    if name is not None:
        for block in response.content:
            if block.type == "tool_use" and block.name == name:
                return block.input
        raise Missing()
    try:
        value = json.loads("".join(block.text for block in response.content if block.type == "text"))
    except ValueError:
        raise Missing() from None
    if not isinstance(value, dict):
        raise Missing()
    return value

# %% task="q2" mutant="tronqué seulement si rien n'est lisible" code="FIN" fails=["appel coupé", "texte coupé"]
def extract(response, name=None):
    if response.stop_reason == "refusal":
        raise Refused()
    value = None
    if name is not None:
        for block in response.content:
            if block.type == "tool_use" and block.name == name:
                value = block.input
    else:
        try:
            value = json.loads("".join(block.text for block in response.content if block.type == "text"))
        except ValueError:
            value = None
    if isinstance(value, dict):
        return value
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise Truncated()
    raise Missing()

# %% task="q2" mutant="ignore le nom" code="UN-SEUL" fails=["le bon outil"]
def extract(response, name=None):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise Truncated()
    if response.stop_reason == "refusal":
        raise Refused()
    if name is not None:
        for block in response.content:
            if block.type == "tool_use":
                return block.input
        raise Missing()
    try:
        value = json.loads("".join(block.text for block in response.content if block.type == "text"))
    except ValueError:
        raise Missing() from None
    if not isinstance(value, dict):
        raise Missing()
    return value

# %% task="q2" mutant="content[0]" code="POS" fails=["appel derrière d'autres blocs", "texte derrière d'autres blocs", "le bon outil"]
def extract(response, name=None):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise Truncated()
    if response.stop_reason == "refusal":
        raise Refused()
    if not response.content:
        raise Missing()
    block = response.content[0]
    if name is not None:
        if block.type == "tool_use" and block.name == name:
            return block.input
        raise Missing()
    if block.type != "text":
        raise Missing()
    try:
        value = json.loads(block.text)
    except ValueError:
        raise Missing() from None
    if not isinstance(value, dict):
        raise Missing()
    return value

# %% task="q2" mutant="dernier bloc seulement" code="POS" fails=["texte derrière d'autres blocs", "le bon outil"]
def extract(response, name=None):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise Truncated()
    if response.stop_reason == "refusal":
        raise Refused()
    if not response.content:
        raise Missing()
    block = response.content[-1]
    if name is not None:
        if block.type != "tool_use" or block.name != name:
            raise Missing()
        return block.input
    if block.type != "text":
        raise Missing()
    try:
        value = json.loads(block.text)
    except ValueError:
        raise Missing() from None
    if not isinstance(value, dict):
        raise Missing()
    return value

# %% task="q2" mutant="StopIteration au lieu de Missing" code="FORME" fails=["le bon outil", "rien à extraire"]
def extract(response, name=None):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise Truncated()
    if response.stop_reason == "refusal":
        raise Refused()
    if name is not None:
        return next(b for b in response.content if b.type == "tool_use" and b.name == name).input
    try:
        value = json.loads("".join(block.text for block in response.content if block.type == "text"))
    except ValueError:
        raise Missing() from None
    if not isinstance(value, dict):
        raise Missing()
    return value

# %% task="q2" mutant="entrée vide prise pour rien" code="VIDE" fails=["entrée vide"]
def extract(response, name=None):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise Truncated()
    if response.stop_reason == "refusal":
        raise Refused()
    value = None
    if name is not None:
        inputs = [b.input for b in response.content if b.type == "tool_use" and b.name == name]
        value = inputs[0] if inputs else None
    else:
        try:
            value = json.loads("".join(block.text for block in response.content if block.type == "text"))
        except ValueError:
            pass
    if not value or not isinstance(value, dict):
        raise Missing()
    return value

# %% task="q2" mutant="tout JSON convient" code="FORME" fails=["texte qui n'est pas un objet"]
def extract(response, name=None):
    if response.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise Truncated()
    if response.stop_reason == "refusal":
        raise Refused()
    if name is not None:
        for block in response.content:
            if block.type == "tool_use" and block.name == name:
                return block.input
        raise Missing()
    try:
        return json.loads("".join(block.text for block in response.content if block.type == "text"))
    except ValueError:
        raise Missing() from None

# %% task="q3" alternative="trois constructeurs"
def instruction(content, **more):
    return {"messages": [{"role": "user", "content": content}], **more}


def as_format(tool):
    return {"output_config": {"format": {"type": "json_schema", "schema": copy.deepcopy(tool["input_schema"])}}}


def as_tool(tool, strict, choice):
    new = copy.deepcopy(tool)
    if strict:
        new["strict"] = True
    return {"tools": [new], "tool_choice": choice}


def request_for(profile, need):
    tool, strict = need["tool"], profile["structured_outputs"]
    more = {"thinking": dict(need["thinking"])} if "thinking" in need else {}
    forbidden = more.get("thinking", {"type": ""})["type"] == "enabled" or not profile["forced_tool_choice"]
    if strict and not need["citations"]:
        way, extra = "format", as_format(tool)
    elif not forbidden:
        choice = {"type": "tool", "name": tool["name"], "disable_parallel_tool_use": True}
        way, extra = "forced", as_tool(tool, strict, choice)
    else:
        way, extra = "asked", as_tool(tool, strict, {"type": "auto"})
        extra["system"] = [{"type": "text", "text": f"Appelez {tool['name']}, toujours."}]
    return way, instruction(need["content"], **more, **extra)


def analyse(client, profile, need):
    request = request_for(profile, need)[1]
    request.update(model=profile["id"], max_tokens=2000)
    return client.messages.create(**request)

# %% task="q3" alternative="une liste, sans tool_choice en auto"
def request_for(profile, need):
    request = dict(messages=[dict(role="user", content=need["content"])])
    request |= {key: need[key] for key in ["thinking"] if key in need}
    if profile["structured_outputs"] and not need["citations"]:
        request["output_config"] = dict(format=dict(type="json_schema", schema=need["tool"]["input_schema"]))
        request["system"] = "Répondez par un objet JSON."
        return ["format", request]
    request["tools"] = [dict(need["tool"], strict=bool(profile["structured_outputs"]))]
    can_force = profile["forced_tool_choice"]
    if "thinking" in need and need["thinking"]["type"] == "enabled":
        can_force = False
    name = need["tool"]["name"]
    if can_force:
        request["tool_choice"] = dict(type="tool", name=name)
    else:
        request["system"] = "Lisez le message, puis appelez l'outil " + name
    return ["forced" if can_force else "asked", request]


def analyse(client, profile, need):
    way, request = request_for(profile, need)
    response = client.messages.create(model=profile["id"], max_tokens=2000, **request)
    return response

# %% task="q3" mutant="force partout" code="FORCE" fails=["public", "citations, modèles qui refusent", "sans sorties structurées", "réflexion manuelle", "une seule requête"]
def request_for(profile, need):
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool = need["tool"]
    if profile["structured_outputs"] and not need["citations"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    strict = {"strict": True} if profile["structured_outputs"] else {}
    choice = {"type": "tool", "name": tool["name"]}
    return "forced", {**request, "tools": [{**tool, **strict}], "tool_choice": choice}


def analyse(client, profile, need):
    return client.messages.create(model=profile["id"], max_tokens=2000, **request_for(profile, need)[1])

# %% task="q3" mutant="force malgré la réflexion manuelle" code="FORCE" fails=["réflexion manuelle"]
def request_for(profile, need):
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool = need["tool"]
    if profile["structured_outputs"] and not need["citations"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    request["tools"] = [{**tool, "strict": True} if profile["structured_outputs"] else tool]
    if profile["forced_tool_choice"]:
        return "forced", {**request, "tool_choice": {"type": "tool", "name": tool["name"]}}
    return "asked", {**request, "system": f"Appelez {tool['name']}."}


def analyse(client, profile, need):
    return client.messages.create(model=profile["id"], max_tokens=2000, **request_for(profile, need)[1])

# %% task="q3" mutant="format malgré les citations" code="OPTION" fails=["public", "citations, modèles qui refusent", "citations, modèles qui acceptent", "réflexion manuelle", "une seule requête"]
def request_for(profile, need):
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool = need["tool"]
    if profile["structured_outputs"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    request["tools"] = [tool]
    if profile["forced_tool_choice"] and need.get("thinking", {}).get("type") != "enabled":
        return "forced", {**request, "tool_choice": {"type": "tool", "name": tool["name"]}}
    return "asked", {**request, "system": f"Appelez {tool['name']}."}


def analyse(client, profile, need):
    return client.messages.create(model=profile["id"], max_tokens=2000, **request_for(profile, need)[1])

# %% task="q3" mutant="strict dans tool_choice" code="OPTION" fails=["citations, modèles qui acceptent", "une seule requête", "réflexion manuelle", "strict, et le reste intact"]
def request_for(profile, need):
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool, strict = need["tool"], profile["structured_outputs"]
    if strict and not need["citations"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    request["tools"] = [tool]
    if profile["forced_tool_choice"] and need.get("thinking", {}).get("type") != "enabled":
        choice = {"type": "tool", "name": tool["name"]}
        return "forced", {**request, "tool_choice": {**choice, "strict": True} if strict else choice}
    request["tools"] = [{**tool, "strict": True} if strict else tool]
    return "asked", {**request, "system": f"Appelez {tool['name']}."}


def analyse(client, profile, need):
    return client.messages.create(model=profile["id"], max_tokens=2000, **request_for(profile, need)[1])

# %% task="q3" mutant="strict partout" code="OPTION" fails=["sans sorties structurées", "réflexion manuelle", "strict, et le reste intact"]
def request_for(profile, need):
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool = need["tool"]
    if profile["structured_outputs"] and not need["citations"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    request["tools"] = [{**tool, "strict": True}]
    if profile["forced_tool_choice"] and need.get("thinking", {}).get("type") != "enabled":
        return "forced", {**request, "tool_choice": {"type": "tool", "name": tool["name"]}}
    return "asked", {**request, "system": f"Appelez {tool['name']}."}


def analyse(client, profile, need):
    return client.messages.create(model=profile["id"], max_tokens=2000, **request_for(profile, need)[1])

# %% task="q3" mutant="répond à l'appel" code="SENS" fails=["une seule requête"]
def request_for(profile, need):
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool, strict = need["tool"], profile["structured_outputs"]
    if strict and not need["citations"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    request["tools"] = [{**tool, "strict": True} if strict else tool]
    if profile["forced_tool_choice"] and need.get("thinking", {}).get("type") != "enabled":
        return "forced", {**request, "tool_choice": {"type": "tool", "name": tool["name"]}}
    return "asked", {**request, "system": f"Appelez {tool['name']}."}


def analyse(client, profile, need):
    _, request = request_for(profile, need)
    response = client.messages.create(model=profile["id"], max_tokens=2000, **request)
    calls = [block for block in response.content if block.type == "tool_use"]
    if calls:
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": "ok"} for call in calls]
        request["messages"] += [{"role": "assistant", "content": response.content},
                                {"role": "user", "content": results}]
        client.messages.create(model=profile["id"], max_tokens=2000, **request)
    return response

# %% task="q3" mutant="boucle jusqu'à end_turn" code="SENS" fails=["une seule requête"]
def request_for(profile, need):
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool, strict = need["tool"], profile["structured_outputs"]
    if strict and not need["citations"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    request["tools"] = [{**tool, "strict": True} if strict else tool]
    if profile["forced_tool_choice"] and need.get("thinking", {}).get("type") != "enabled":
        return "forced", {**request, "tool_choice": {"type": "tool", "name": tool["name"]}}
    return "asked", {**request, "system": f"Appelez {tool['name']}."}


def analyse(client, profile, need):
    request = request_for(profile, need)[1]
    while True:
        response = client.messages.create(model=profile["id"], max_tokens=2000, **request)
        if response.stop_reason != "tool_use":
            return response
        request["messages"].append({"role": "assistant", "content": response.content})
        done = [{"type": "tool_result", "tool_use_id": block.id, "content": "Analyse enregistrée."}
                for block in response.content if block.type == "tool_use"]
        request["messages"].append({"role": "user", "content": done})

# %% task="q3" mutant="relance tant qu'il n'y a pas d'appel" code="RETRY" fails=["une seule requête"]
def request_for(profile, need):
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool, strict = need["tool"], profile["structured_outputs"]
    if strict and not need["citations"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    request["tools"] = [{**tool, "strict": True} if strict else tool]
    if profile["forced_tool_choice"] and need.get("thinking", {}).get("type") != "enabled":
        return "forced", {**request, "tool_choice": {"type": "tool", "name": tool["name"]}}
    return "asked", {**request, "system": f"Appelez {tool['name']}."}


def analyse(client, profile, need):
    way, request = request_for(profile, need)
    response = client.messages.create(model=profile["id"], max_tokens=2000, **request)
    if way != "format" and response.stop_reason != "tool_use":
        response = client.messages.create(model=profile["id"], max_tokens=2000, **request)
    return response

# %% task="q3" mutant="strict écrit dans l'outil reçu" code="ALIAS" fails=["strict, et le reste intact"]
def request_for(profile, need):
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool, strict = need["tool"], profile["structured_outputs"]
    if strict and not need["citations"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    if strict:
        tool["strict"] = True
    request["tools"] = [tool]
    if profile["forced_tool_choice"] and need.get("thinking", {}).get("type") != "enabled":
        return "forced", {**request, "tool_choice": {"type": "tool", "name": tool["name"]}}
    return "asked", {**request, "system": f"Appelez {tool['name']}."}


def analyse(client, profile, need):
    return client.messages.create(model=profile["id"], max_tokens=2000, **request_for(profile, need)[1])

# %% task="q3" mutant="faux outil sans strict" code="DECOR" fails=["strict, et le reste intact"]
def request_for(profile, need):
    request = {"messages": [{"role": "user", "content": need["content"]}]}
    if "thinking" in need:
        request["thinking"] = need["thinking"]
    tool = need["tool"]
    if profile["structured_outputs"] and not need["citations"]:
        form = {"type": "json_schema", "schema": tool["input_schema"]}
        return "format", {**request, "output_config": {"format": form}}
    request["tools"] = [tool]
    if profile["forced_tool_choice"] and need.get("thinking", {}).get("type") != "enabled":
        return "forced", {**request, "tool_choice": {"type": "tool", "name": tool["name"]}}
    return "asked", {**request, "system": f"Appelez {tool['name']}."}


def analyse(client, profile, need):
    return client.messages.create(model=profile["id"], max_tokens=2000, **request_for(profile, need)[1])

# %% task="q4" alternative="copie profonde, puis une promenade"
def walk(schema):
    yield schema
    for one in schema.get("properties", {}).values():
        yield from walk(one)
    for one in [*schema.get("anyOf", []), *([schema["items"]] if "items" in schema else [])]:
        yield from walk(one)


def prepare_strict(schema):
    new = copy.deepcopy(schema)
    for one in list(walk(new)):
        removed = [(word, one.pop(word)) for word in LOST if word in one]
        if removed:
            notes = "".join("{%s: %s}" % pair for pair in removed)
            one["description"] = one.get("description", "") + notes
        if one.get("type") == "object" or isinstance(one.get("type"), list) and "object" in one["type"]:
            one["additionalProperties"] = False
    return new


def respell(schema, value):
    if isinstance(value, str):
        for one in schema.get("enum", []):
            if isinstance(one, str) and one.lower() == value.lower():
                return one
    elif isinstance(value, list) and "items" in schema:
        return [respell(schema["items"], one) for one in value]
    elif isinstance(value, dict):
        new = dict(value)
        for name, one in schema.get("properties", {}).items():
            if name in new:
                new[name] = respell(one, new[name])
        return new
    return value


def settle(schema, value):
    value = respell(schema, value)
    for error in Draft202012Validator(schema).iter_errors(value):
        raise ValueError(error.message)
    return value

# %% task="q4" alternative="phrases, et erreurs dont le chemin guide la casse"
PHRASES = {"minimum": "au moins {}", "maximum": "au plus {}", "minLength": "{} caractères au moins",
           "maxLength": "{} caractères au plus", "maxItems": "{} éléments au plus"}


def prepare_strict(schema):
    new, notes = {}, []
    for word, value in schema.items():
        if word in LOST:
            notes.append(PHRASES[word].format(value))
        elif word == "properties":
            new[word] = {name: prepare_strict(one) for name, one in value.items()}
        elif word == "items":
            new[word] = prepare_strict(value)
        elif word == "anyOf":
            new[word] = list(map(prepare_strict, value))
        else:
            new[word] = copy.deepcopy(value)
    if notes:
        new["description"] = " ".join([new.get("description", ""), "Contraintes :", ", ".join(notes) + "."]).lstrip()
    types = schema.get("type", [])
    if "object" in ([types] if isinstance(types, str) else types):
        new["additionalProperties"] = False
    return new


def settle(schema, value):
    whole = {"value": copy.deepcopy(value)}
    validator = Draft202012Validator({"type": "object", "properties": {"value": schema}})
    for error in list(validator.iter_errors(whole)):
        if error.validator != "enum" or not isinstance(error.instance, str):
            continue
        same = [v for v in error.validator_value
                if isinstance(v, str) and v.casefold() == error.instance.casefold()]
        *path, last = error.absolute_path
        place = whole
        for step in path:
            place = place[step]
        if same:
            place[last] = same[0]
    if next(validator.iter_errors(whole), None) is not None:
        raise ValueError("hors schéma")
    return whole["value"]

# %% task="q4" mutant="contrôle avec le schéma préparé" code="STRICT" fails=["bornes d'origine"]
def prepare_strict(schema):
    new = {word: value for word, value in schema.items() if word not in LOST}
    lost = ", ".join(f"{word} : {schema[word]}" for word in LOST if word in schema)
    if lost:
        new["description"] = f"{schema.get('description', '')} ({lost})".strip()
    if "properties" in schema:
        new["properties"] = {name: prepare_strict(one) for name, one in schema["properties"].items()}
    if "items" in schema:
        new["items"] = prepare_strict(schema["items"])
    if "anyOf" in schema:
        new["anyOf"] = [prepare_strict(one) for one in schema["anyOf"]]
    if schema.get("type") in ("object", ["object", "null"]):
        new["additionalProperties"] = False
    return new


def respelled(schema, value):
    if "enum" in schema and isinstance(value, str):
        return next((v for v in schema["enum"] if isinstance(v, str) and v.lower() == value.lower()), value)
    if isinstance(value, dict):
        return {k: respelled(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [respelled(schema.get("items", {}), v) for v in value]
    return value


def settle(schema, value):
    settled = respelled(schema, value)
    if not Draft202012Validator(prepare_strict(schema)).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q4" mutant="casse changée, rien de contrôlé" code="STRICT" fails=["bornes d'origine", "enum mêlé", "valeurs de mauvaise forme"]
def prepare_strict(schema):
    new = {word: value for word, value in schema.items() if word not in LOST}
    lost = ", ".join(f"{word} : {schema[word]}" for word in LOST if word in schema)
    if lost:
        new["description"] = f"{schema.get('description', '')} ({lost})".strip()
    if "properties" in schema:
        new["properties"] = {name: prepare_strict(one) for name, one in schema["properties"].items()}
    if "items" in schema:
        new["items"] = prepare_strict(schema["items"])
    if "anyOf" in schema:
        new["anyOf"] = [prepare_strict(one) for one in schema["anyOf"]]
    if schema.get("type") in ("object", ["object", "null"]):
        new["additionalProperties"] = False
    return new


def settle(schema, value):
    if "enum" in schema and isinstance(value, str):
        return next((v for v in schema["enum"] if isinstance(v, str) and v.lower() == value.lower()), value)
    if isinstance(value, dict):
        return {k: settle(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [settle(schema.get("items", {}), v) for v in value]
    return value

# %% task="q4" mutant="enum à la casse près" code="CASSE" fails=["casse rétablie", "casse en profondeur", "enum mêlé"]
def prepare_strict(schema):
    new = {word: value for word, value in schema.items() if word not in LOST}
    lost = ", ".join(f"{word} : {schema[word]}" for word in LOST if word in schema)
    if lost:
        new["description"] = f"{schema.get('description', '')} ({lost})".strip()
    if "properties" in schema:
        new["properties"] = {name: prepare_strict(one) for name, one in schema["properties"].items()}
    if "items" in schema:
        new["items"] = prepare_strict(schema["items"])
    if "anyOf" in schema:
        new["anyOf"] = [prepare_strict(one) for one in schema["anyOf"]]
    if schema.get("type") in ("object", ["object", "null"]):
        new["additionalProperties"] = False
    return new


def settle(schema, value):
    if not Draft202012Validator(schema).is_valid(value):
        raise ValueError("hors schéma")
    return value

# %% task="q4" mutant="tout en minuscules" code="CASSE" fails=["casse rétablie", "casse en profondeur", "enum mêlé"]
def prepare_strict(schema):
    new = {word: value for word, value in schema.items() if word not in LOST}
    lost = ", ".join(f"{word} : {schema[word]}" for word in LOST if word in schema)
    if lost:
        new["description"] = f"{schema.get('description', '')} ({lost})".strip()
    if "properties" in schema:
        new["properties"] = {name: prepare_strict(one) for name, one in schema["properties"].items()}
    if "items" in schema:
        new["items"] = prepare_strict(schema["items"])
    if "anyOf" in schema:
        new["anyOf"] = [prepare_strict(one) for one in schema["anyOf"]]
    if schema.get("type") in ("object", ["object", "null"]):
        new["additionalProperties"] = False
    return new


def lowered(schema, value):
    if "enum" in schema and isinstance(value, str):
        return value.lower()
    if isinstance(value, dict):
        return {k: lowered(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [lowered(schema.get("items", {}), v) for v in value]
    return value


def settle(schema, value):
    settled = lowered(schema, value)
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q4" mutant="casse du premier niveau" code="CASSE" fails=["casse en profondeur"]
def prepare_strict(schema):
    new = {word: value for word, value in schema.items() if word not in LOST}
    lost = ", ".join(f"{word} : {schema[word]}" for word in LOST if word in schema)
    if lost:
        new["description"] = f"{schema.get('description', '')} ({lost})".strip()
    if "properties" in schema:
        new["properties"] = {name: prepare_strict(one) for name, one in schema["properties"].items()}
    if "items" in schema:
        new["items"] = prepare_strict(schema["items"])
    if "anyOf" in schema:
        new["anyOf"] = [prepare_strict(one) for one in schema["anyOf"]]
    if schema.get("type") in ("object", ["object", "null"]):
        new["additionalProperties"] = False
    return new


def settle(schema, value):
    settled = copy.deepcopy(value)
    if isinstance(settled, dict):
        for name, one in schema["properties"].items():
            for known in one.get("enum", []):
                given = settled.get(name)
                if isinstance(known, str) and isinstance(given, str) and known.lower() == given.lower():
                    settled[name] = known
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q4" mutant="objets fermés en surface" code="LACHE" fails=["objets fermés en profondeur", "rien d'autre ne change"]
def prepare_strict(schema):
    def cleaned(one):
        new = {word: value for word, value in one.items() if word not in LOST}
        lost = ", ".join(f"{word} : {one[word]}" for word in LOST if word in one)
        if lost:
            new["description"] = f"{one.get('description', '')} ({lost})".strip()
        if "properties" in one:
            new["properties"] = {name: cleaned(inner) for name, inner in one["properties"].items()}
        if "items" in one:
            new["items"] = cleaned(one["items"])
        if "anyOf" in one:
            new["anyOf"] = [cleaned(inner) for inner in one["anyOf"]]
        return new

    return {**cleaned(schema), "additionalProperties": False}


def respelled(schema, value):
    if "enum" in schema and isinstance(value, str):
        return next((v for v in schema["enum"] if isinstance(v, str) and v.lower() == value.lower()), value)
    if isinstance(value, dict):
        return {k: respelled(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [respelled(schema.get("items", {}), v) for v in value]
    return value


def settle(schema, value):
    settled = respelled(schema, value)
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q4" mutant="mots retirés en surface" code="STRICT" fails=["public", "mots refusés", "objets fermés en profondeur", "rien d'autre ne change", "contraintes dites"]
def prepare_strict(schema):
    new = {word: value for word, value in schema.items() if word not in LOST}
    new["additionalProperties"] = False
    for inner in new.get("properties", {}).values():
        if inner.get("type") == "object":
            inner = prepare_strict(inner)
    return new


def respelled(schema, value):
    if "enum" in schema and isinstance(value, str):
        return next((v for v in schema["enum"] if isinstance(v, str) and v.lower() == value.lower()), value)
    if isinstance(value, dict):
        return {k: respelled(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [respelled(schema.get("items", {}), v) for v in value]
    return value


def settle(schema, value):
    settled = respelled(schema, value)
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q4" mutant="contraintes perdues en silence" code="STRICT" fails=["contraintes dites"]
def prepare_strict(schema):
    new = {word: value for word, value in schema.items() if word not in LOST}
    if "properties" in schema:
        new["properties"] = {name: prepare_strict(one) for name, one in schema["properties"].items()}
    if "items" in schema:
        new["items"] = prepare_strict(schema["items"])
    if "anyOf" in schema:
        new["anyOf"] = [prepare_strict(one) for one in schema["anyOf"]]
    if schema.get("type") in ("object", ["object", "null"]):
        new["additionalProperties"] = False
    return new


def respelled(schema, value):
    if "enum" in schema and isinstance(value, str):
        return next((v for v in schema["enum"] if isinstance(v, str) and v.lower() == value.lower()), value)
    if isinstance(value, dict):
        return {k: respelled(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [respelled(schema.get("items", {}), v) for v in value]
    return value


def settle(schema, value):
    settled = respelled(schema, value)
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q4" mutant="propriété prise pour un mot-clé" code="FORME" fails=["rien d'autre ne change"]
def prepare_strict(schema):
    if isinstance(schema, list):
        return [prepare_strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    new = {word: prepare_strict(value) for word, value in schema.items() if word not in LOST}
    lost = ", ".join(f"{word} : {schema[word]}" for word in LOST if isinstance(schema.get(word), int))
    if lost:
        new["description"] = f"{schema.get('description', '')} ({lost})".strip()
    if schema.get("type") in ("object", ["object", "null"]):
        new["additionalProperties"] = False
    return new


def respelled(schema, value):
    if "enum" in schema and isinstance(value, str):
        return next((v for v in schema["enum"] if isinstance(v, str) and v.lower() == value.lower()), value)
    if isinstance(value, dict):
        return {k: respelled(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [respelled(schema.get("items", {}), v) for v in value]
    return value


def settle(schema, value):
    settled = respelled(schema, value)
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q4" mutant="None lu comme un texte" code="COERC" fails=["enum mêlé", "valeurs de mauvaise forme"]
def prepare_strict(schema):
    new = {word: value for word, value in schema.items() if word not in LOST}
    lost = ", ".join(f"{word} : {schema[word]}" for word in LOST if word in schema)
    if lost:
        new["description"] = f"{schema.get('description', '')} ({lost})".strip()
    if "properties" in schema:
        new["properties"] = {name: prepare_strict(one) for name, one in schema["properties"].items()}
    if "items" in schema:
        new["items"] = prepare_strict(schema["items"])
    if "anyOf" in schema:
        new["anyOf"] = [prepare_strict(one) for one in schema["anyOf"]]
    if schema.get("type") in ("object", ["object", "null"]):
        new["additionalProperties"] = False
    return new


def respelled(schema, value):
    if "enum" in schema:
        return next((one for one in schema["enum"] if str(one).lower() == str(value).lower()), value)
    if isinstance(value, dict):
        return {k: respelled(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [respelled(schema.get("items", {}), v) for v in value]
    return value


def settle(schema, value):
    settled = respelled(schema, value)
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q4" mutant="transform_schema du SDK" code="LACHE" fails=["objets fermés en profondeur", "rien d'autre ne change", "contraintes dites", "schéma reçu"]
import anthropic


def prepare_strict(schema):
    return anthropic.transform_schema(schema)


def respelled(schema, value):
    if "enum" in schema and isinstance(value, str):
        return next((v for v in schema["enum"] if isinstance(v, str) and v.lower() == value.lower()), value)
    if isinstance(value, dict):
        return {k: respelled(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [respelled(schema.get("items", {}), v) for v in value]
    return value


def settle(schema, value):
    settled = respelled(schema, value)
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q4" mutant="nombres convertis" code="COERC" fails=["valeurs de mauvaise forme"]
def prepare_strict(schema):
    new = {word: value for word, value in schema.items() if word not in LOST}
    lost = ", ".join(f"{word} : {schema[word]}" for word in LOST if word in schema)
    if lost:
        new["description"] = f"{schema.get('description', '')} ({lost})".strip()
    if "properties" in schema:
        new["properties"] = {name: prepare_strict(one) for name, one in schema["properties"].items()}
    if "items" in schema:
        new["items"] = prepare_strict(schema["items"])
    if "anyOf" in schema:
        new["anyOf"] = [prepare_strict(one) for one in schema["anyOf"]]
    if schema.get("type") in ("object", ["object", "null"]):
        new["additionalProperties"] = False
    return new


def respelled(schema, value):
    if "enum" in schema and isinstance(value, str):
        return next((v for v in schema["enum"] if isinstance(v, str) and v.lower() == value.lower()), value)
    if schema.get("type") in ("integer", "number") and isinstance(value, str) and value.isdigit():
        return int(value)
    if isinstance(value, dict):
        return {k: respelled(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [respelled(schema.get("items", {}), v) for v in value]
    return value


def settle(schema, value):
    settled = respelled(schema, value)
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q4" mutant="schéma reçu modifié" code="ALIAS" fails=["schéma reçu"]
def prepare_strict(schema):
    lost = ", ".join(f"{word} : {schema.pop(word)}" for word in LOST if word in schema)
    if lost:
        schema["description"] = f"{schema.get('description', '')} ({lost})".strip()
    for one in [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]:
        prepare_strict(one)
    if "items" in schema:
        prepare_strict(schema["items"])
    if schema.get("type") in ("object", ["object", "null"]):
        schema["additionalProperties"] = False
    return schema


def respelled(schema, value):
    if "enum" in schema and isinstance(value, str):
        return next((v for v in schema["enum"] if isinstance(v, str) and v.lower() == value.lower()), value)
    if isinstance(value, dict):
        return {k: respelled(schema.get("properties", {}).get(k, {}), v) for k, v in value.items()}
    if isinstance(value, list):
        return [respelled(schema.get("items", {}), v) for v in value]
    return value


def settle(schema, value):
    settled = respelled(schema, value)
    if not Draft202012Validator(schema).is_valid(settled):
        raise ValueError("hors schéma")
    return settled

# %% task="q5" alternative="une table de règles"
def squeezed(text):
    return " ".join(text.split())


RULES = {
    "summary": lambda a, t: len(a["summary"].split()) <= 25,
    "coherence": lambda a, t: a["urgency"] in {"positif": (1, 2, 3), "négatif": (2, 3, 4, 5)}.get(
        a["sentiment"], range(1, 6)),
    "quote": lambda a, t: bool(a["quote"].strip()) and squeezed(a["quote"]) in squeezed(t),
}


def violated(analysis, ticket):
    return [name for name, holds in RULES.items() if not holds(analysis, ticket)]

# %% task="q5" alternative="suites de mots, mot à mot"
import re


def violated(analysis, ticket):
    found = set()
    if sum(1 for _ in re.finditer(r"\S+", analysis["summary"])) > 25:
        found.add("summary")
    if (analysis["sentiment"], analysis["urgency"]) in [("positif", 4), ("positif", 5), ("négatif", 1)]:
        found.add("coherence")
    pieces = [re.escape(piece) for piece in analysis["quote"].split()]
    if not pieces or not re.search(r"\s+".join(pieces), ticket):
        found.add("quote")
    return sorted(found)

# %% task="q5" mutant="schéma valide, donc accepté" code="FORME=VRAI" fails=["public", "bien formée, mais fausse", "vingt-cinq mots", "humeur et urgence", "passage du ticket", "citation sans mot"]
def violated(analysis, ticket):
    broken = []
    if analysis["sentiment"] not in ("négatif", "neutre", "positif") or not 1 <= analysis["urgency"] <= 5:
        broken.append("coherence")
    if not isinstance(analysis["summary"], str):
        broken.append("summary")
    if not isinstance(analysis["quote"], str):
        broken.append("quote")
    return broken

# %% task="q5" mutant="citation crue" code="FORME=VRAI" fails=["bien formée, mais fausse", "passage du ticket"]
def violated(analysis, ticket):
    broken = []
    if len(analysis["summary"].split()) > 25:
        broken.append("summary")
    if analysis["sentiment"] == "positif" and analysis["urgency"] >= 4:
        broken.append("coherence")
    if analysis["sentiment"] == "négatif" and analysis["urgency"] == 1:
        broken.append("coherence")
    if not analysis["quote"].strip():
        broken.append("quote")
    return broken

# %% task="q5" mutant="compte les caractères" code="REGLE" fails=["public", "bien formée, mais fausse", "vingt-cinq mots", "humeur et urgence", "passage du ticket", "citation sans mot"]
def violated(analysis, ticket):
    broken = []
    if len(analysis["summary"]) > 25:
        broken.append("summary")
    sentiment, urgency = analysis["sentiment"], analysis["urgency"]
    if (sentiment == "positif" and urgency >= 4) or (sentiment == "négatif" and urgency == 1):
        broken.append("coherence")
    quote = " ".join(analysis["quote"].split())
    if not quote or quote not in " ".join(ticket.split()):
        broken.append("quote")
    return broken

# %% task="q5" mutant="vingt-cinq mots, c'est déjà trop" code="REGLE" fails=["vingt-cinq mots"]
def violated(analysis, ticket):
    broken = []
    if len(analysis["summary"].split()) >= 25:
        broken.append("summary")
    sentiment, urgency = analysis["sentiment"], analysis["urgency"]
    if (sentiment == "positif" and urgency >= 4) or (sentiment == "négatif" and urgency == 1):
        broken.append("coherence")
    quote = " ".join(analysis["quote"].split())
    if not quote or quote not in " ".join(ticket.split()):
        broken.append("quote")
    return broken

# %% task="q5" mutant="mots de la citation, dans n'importe quel ordre" code="REGLE" fails=["passage du ticket"]
import re


def violated(analysis, ticket):
    broken = []
    if len(analysis["summary"].split()) > 25:
        broken.append("summary")
    sentiment, urgency = analysis["sentiment"], analysis["urgency"]
    if (sentiment == "positif" and urgency >= 4) or (sentiment == "négatif" and urgency == 1):
        broken.append("coherence")
    words = set(re.findall(r"[\w'-]+", analysis["quote"]))
    if not words <= set(re.findall(r"[\w'-]+", ticket)) or not words:
        broken.append("quote")
    return broken

# %% task="q5" mutant="citation vide acceptée" code="REGLE" fails=["citation sans mot"]
def violated(analysis, ticket):
    broken = []
    if len(analysis["summary"].split()) > 25:
        broken.append("summary")
    sentiment, urgency = analysis["sentiment"], analysis["urgency"]
    if (sentiment == "positif" and urgency >= 4) or (sentiment == "négatif" and urgency == 1):
        broken.append("coherence")
    if " ".join(analysis["quote"].split()) not in " ".join(ticket.split()):
        broken.append("quote")
    return broken

# %% task="q5" mutant="blancs comparés tels quels" code="REGLE" fails=["passage du ticket"]
def violated(analysis, ticket):
    broken = []
    if len(analysis["summary"].split()) > 25:
        broken.append("summary")
    sentiment, urgency = analysis["sentiment"], analysis["urgency"]
    if (sentiment == "positif" and urgency >= 4) or (sentiment == "négatif" and urgency == 1):
        broken.append("coherence")
    if not analysis["quote"].strip() or analysis["quote"] not in ticket:
        broken.append("quote")
    return broken

# %% task="q6" alternative="boucles, et accumulate"
from itertools import accumulate


def mask(logits, allowed):
    masked = [float("-inf")] * len(logits)
    for index in allowed:
        masked[index] = logits[index]
    return masked


def softmax(logits):
    top = max(logits)
    weights = [math.exp(logit - top) for logit in logits]
    return [weight / sum(weights) for weight in weights]


def sample(logits, allowed, draw):
    if len(allowed) == 0:
        raise ValueError("rien de permis")
    drawn = draw()
    sums = list(accumulate(softmax(mask(logits, allowed))))
    return next((i for i, total in enumerate(sums) if total > drawn), max(allowed))

# %% task="q6" alternative="sur les seuls permis"
def mask(logits, allowed):
    keep = set(allowed)
    return list(map(lambda pair: pair[1] if pair[0] in keep else -math.inf, enumerate(logits)))


def sample(logits, allowed, draw):
    order = sorted(set(allowed))
    try:
        top = max(logits[i] for i in order)
    except ValueError as error:
        raise ValueError("grammaire sans issue") from error
    total = math.fsum(math.exp(logits[i] - top) for i in order)
    left = draw()
    for i in order:
        left -= math.exp(logits[i] - top) / total
        if left < 0:
            return i
    return order[-1]

# %% task="q6" mutant="moins cinq" code="MASQUE" fails=["public", "impossible, pas rare", "jamais l'interdit", "un seul tirage", "l'interdit plus grand de loin"]
def mask(logits, allowed):
    return [logit if index in allowed else logit - 5 for index, logit in enumerate(logits)]


def sample(logits, allowed, draw):
    if not allowed:
        raise ValueError("rien de permis")
    masked = mask(logits, allowed)
    top = max(masked[index] for index in allowed)
    weights = [math.exp(logit - top) for logit in masked]
    drawn, seen = draw() * sum(weights), 0
    for index, weight in enumerate(weights):
        seen += weight
        if seen > drawn:
            return index

# %% task="q6" mutant="moins un milliard" code="MASQUE" fails=["public", "impossible, pas rare"]
def mask(logits, allowed):
    return [logit if index in allowed else -1e9 for index, logit in enumerate(logits)]


def sample(logits, allowed, draw):
    if not allowed:
        raise ValueError("rien de permis")
    masked = mask(logits, allowed)
    top = max(masked)
    weights = [math.exp(logit - top) for logit in masked]
    drawn, seen = draw() * sum(weights), 0
    for index, weight in enumerate(weights):
        seen += weight
        if seen > drawn:
            return index

# %% task="q6" mutant="tire, puis recommence" code="MASQUE" fails=["public", "jamais l'interdit", "un seul tirage", "probabilités du reste", "l'interdit plus grand de loin"]
def mask(logits, allowed):
    return [logit if index in allowed else -math.inf for index, logit in enumerate(logits)]


def sample(logits, allowed, draw):
    if not allowed:
        raise ValueError("rien de permis")
    top = max(logits)
    weights = [math.exp(logit - top) for logit in logits]
    for _ in range(50):
        drawn, seen = draw() * sum(weights), 0
        for index, weight in enumerate(weights):
            seen += weight
            if seen > drawn:
                break
        if index in allowed:
            return index
    return index

# %% task="q6" mutant="tire, puis rabat sur le meilleur permis" code="MASQUE" fails=["public", "probabilités du reste", "l'interdit plus grand de loin"]
def mask(logits, allowed):
    return [logit if index in allowed else -math.inf for index, logit in enumerate(logits)]


def sample(logits, allowed, draw):
    if not allowed:
        raise ValueError("rien de permis")
    top = max(logits)
    weights = [math.exp(logit - top) for logit in logits]
    drawn, seen = draw() * sum(weights), 0
    for index, weight in enumerate(weights):
        seen += weight
        if seen > drawn:
            break
    masked = mask(logits, allowed)
    return index if index in allowed else masked.index(max(masked))

# %% task="q6" mutant="masque après softmax" code="MASQUE" fails=["public", "probabilités du reste", "l'interdit plus grand de loin"]
def mask(logits, allowed):
    return [logit if index in allowed else -math.inf for index, logit in enumerate(logits)]


def sample(logits, allowed, draw):
    if not allowed:
        raise ValueError("rien de permis")
    top = max(logits)
    total = sum(math.exp(logit - top) for logit in logits)
    drawn, seen = draw(), 0
    for index in sorted(allowed):
        seen += math.exp(logits[index] - top) / total
        if seen > drawn:
            return index
    return max(allowed)

# %% task="q6" mutant="toujours le meilleur" code="TAUX" fails=["public", "probabilités du reste", "logits énormes", "l'interdit plus grand de loin"]
def mask(logits, allowed):
    return [logit if index in allowed else -math.inf for index, logit in enumerate(logits)]


def sample(logits, allowed, draw):
    if not allowed:
        raise ValueError("rien de permis")
    draw()
    masked = mask(logits, allowed)
    return masked.index(max(masked))

# %% task="q6" mutant="tous les permis à égalité" code="TAUX" fails=["probabilités du reste", "logits énormes"]
def mask(logits, allowed):
    return [logit if index in allowed else -math.inf for index, logit in enumerate(logits)]


def sample(logits, allowed, draw):
    if not allowed:
        raise ValueError("rien de permis")
    return sorted(allowed)[int(draw() * len(allowed))]

# %% task="q6" mutant="division par zéro" code="VIDE" fails=["rien de permis"]
def mask(logits, allowed):
    return [logit if index in allowed else -math.inf for index, logit in enumerate(logits)]


def sample(logits, allowed, draw):
    top = max((logits[index] for index in allowed), default=0)
    weights = [math.exp(logit - top) for logit in mask(logits, allowed)]
    chances = [weight / sum(weights) for weight in weights]
    drawn, seen = draw(), 0
    for index, chance in enumerate(chances):
        seen += chance
        if seen > drawn:
            return index

# %% task="q6" mutant="rien de permis, donc le premier" code="VIDE" fails=["rien de permis"]
def mask(logits, allowed):
    return [logit if index in allowed else -math.inf for index, logit in enumerate(logits)]


def sample(logits, allowed, draw):
    if not allowed:
        return 0
    masked = mask(logits, allowed)
    top = max(masked)
    weights = [math.exp(logit - top) for logit in masked]
    drawn, seen = draw() * sum(weights), 0
    for index, weight in enumerate(weights):
        seen += weight
        if seen > drawn:
            return index

# %% task="q6" mutant="exp sans retrancher" code="FORME" fails=["logits énormes"]
def mask(logits, allowed):
    return [logit if index in allowed else -math.inf for index, logit in enumerate(logits)]


def sample(logits, allowed, draw):
    if not allowed:
        raise ValueError("rien de permis")
    weights = [math.exp(logit) for logit in mask(logits, allowed)]
    drawn, seen = draw() * sum(weights), 0
    for index, weight in enumerate(weights):
        seen += weight
        if seen > drawn:
            return index

# %% task="q7" alternative="anyOf, dictionnaires refaits"
def with_escape(tool, names):
    schema = tool["input_schema"]
    properties = {}
    for name, one in schema["properties"].items():
        if name not in names or isinstance(one["type"], list):
            properties[name] = one
            continue
        told = f"{one['description']} null quand le client n'en dit rien."
        properties[name] = {"anyOf": [one, {"type": "null"}], "description": told}
    required = schema["required"] + [name for name in names if name not in schema["required"]]
    return {**tool, "input_schema": {**schema, "properties": properties, "required": required}}


def absent(analysis, names):
    found = []
    for name in names:
        if name not in analysis or analysis[name] is None:
            found.append(name)
    return found

# %% task="q7" alternative="une fonction par champ"
def nullable(field):
    if isinstance(field["type"], list):
        return field
    rest = {key: one for key, one in field.items() if key not in ("type", "enum", "description")}
    rest["description"] = field["description"] + "\nSans indice : null."
    if "enum" in field:
        return {**rest, "enum": field["enum"] + [None]}
    return {**rest, "type": ["null", field["type"]]}


def with_escape(tool, names):
    new = json.loads(json.dumps(tool))
    old = new["input_schema"]["properties"]
    new["input_schema"]["properties"] = {k: nullable(v) if k in names else v for k, v in old.items()}
    new["input_schema"]["required"] = sorted({*new["input_schema"]["required"], *names})
    return new


def absent(analysis, names):
    return list(filter(lambda name: analysis.get(name, None) is None, names))

# %% task="q7" mutant="requis, sans null" code="REQUIS" fails=["public", "requis et nullable", "rien d'inventé"]
def with_escape(tool, names):
    new = copy.deepcopy(tool)
    schema = new["input_schema"]
    for name in names:
        if name not in schema["required"]:
            schema["required"].append(name)
        if "null" not in schema["properties"][name]["type"]:
            schema["properties"][name]["description"] += " Écrire null si on ne sait pas."
    return new


def absent(analysis, names):
    return [name for name in names if analysis.get(name) is None]

# %% task="q7" mutant="rendu facultatif" code="REQUIS" fails=["public", "requis et nullable", "déjà nullable"]
def with_escape(tool, names):
    new = copy.deepcopy(tool)
    schema = new["input_schema"]
    for name in names:
        field = schema["properties"][name]
        if name in schema["required"]:
            schema["required"].remove(name)
        if isinstance(field["type"], list):
            continue
        if "enum" in field:
            del field["type"]
            field["enum"].append(None)
        else:
            field["type"] = [field["type"], "null"]
        field["description"] += " Écrire null si on ne sait pas."
    return new


def absent(analysis, names):
    return [name for name in names if analysis.get(name) is None]

# %% task="q7" mutant="nullable: true" code="ACCEPTE" fails=["public", "requis et nullable"]
def with_escape(tool, names):
    new = copy.deepcopy(tool)
    schema = new["input_schema"]
    for name in names:
        field = schema["properties"][name]
        if not isinstance(field["type"], list):
            field["nullable"] = True
            field["description"] += " Écrire null si on ne sait pas."
        if name not in schema["required"]:
            schema["required"].append(name)
    return new


def absent(analysis, names):
    return [name for name in names if analysis.get(name) is None]

# %% task="q7" mutant="null à côté de type et enum" code="ACCEPTE" fails=["requis et nullable"]
def with_escape(tool, names):
    new = copy.deepcopy(tool)
    schema = new["input_schema"]
    for name in names:
        field = schema["properties"][name]
        if not isinstance(field["type"], list):
            field["type"] = [field["type"], "null"]
            if "enum" in field:
                field["enum"].append(None)
            field["description"] += " Écrire null si on ne sait pas."
        if name not in schema["required"]:
            schema["required"].append(name)
    return new


def absent(analysis, names):
    return [name for name in names if analysis.get(name) is None]

# %% task="q7" mutant="contraintes oubliées" code="LACHE" fails=["contraintes gardées"]
def with_escape(tool, names):
    new = copy.deepcopy(tool)
    schema = new["input_schema"]
    for name in names:
        field = schema["properties"][name]
        if not isinstance(field["type"], list):
            told = field["description"] + " Écrire null si on ne sait pas."
            schema["properties"][name] = {"type": [field["type"], "null"], "description": told}
        if name not in schema["required"]:
            schema["required"].append(name)
    return new


def absent(analysis, names):
    return [name for name in names if analysis.get(name) is None]

# %% task="q7" mutant="zéro pris pour absent" code="VIDE" fails=["absent, nul et vide"]
def with_escape(tool, names):
    new = copy.deepcopy(tool)
    schema = new["input_schema"]
    for name in names:
        field = schema["properties"][name]
        if not isinstance(field["type"], list):
            if "enum" in field:
                del field["type"]
                field["enum"].append(None)
            else:
                field["type"] = [field["type"], "null"]
            field["description"] += " Écrire null si on ne sait pas."
        if name not in schema["required"]:
            schema["required"].append(name)
    return new


def absent(analysis, names):
    return [name for name in names if not analysis.get(name)]

# %% task="q7" mutant="copie en surface" code="ALIAS" fails=["définition reçue"]
def with_escape(tool, names):
    new = {**tool, "input_schema": dict(tool["input_schema"])}
    schema = new["input_schema"]
    for name in names:
        field = schema["properties"][name]
        if not isinstance(field["type"], list):
            if "enum" in field:
                del field["type"]
                field["enum"].append(None)
            else:
                field["type"] = [field["type"], "null"]
            field["description"] += " Écrire null si on ne sait pas."
        if name not in schema["required"]:
            schema["required"].append(name)
    return new


def absent(analysis, names):
    return [name for name in names if analysis.get(name) is None]
