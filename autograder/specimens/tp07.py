# Specimens of TP07.

# %% task="q1" mutant="un 400 orphelin dit syntaxique" code="TRI" fails=["la bonne classe"]
TRIAGE = {
    1: ("form", "fix_code"), 2: ("stop", "more_tokens"), 3: ("transport", "wait"),
    4: ("form", "return_error"), 5: ("knowledge", "give_knowledge"), 6: ("form", "fix_code"),
    7: ("execution", "return_error"), 8: ("stop", "tell_user"), 9: ("form", "constrain"),
    10: ("stop", "resume"), 11: ("transport", "wait"), 12: ("knowledge", "give_knowledge"),
}

# %% task="q1" mutant="une connexion rompue dite exécution" code="TRI" fails=["la bonne classe"]
TRIAGE = {
    1: ("protocol", "fix_code"), 2: ("stop", "more_tokens"), 3: ("transport", "wait"),
    4: ("form", "return_error"), 5: ("knowledge", "give_knowledge"), 6: ("protocol", "fix_code"),
    7: ("execution", "return_error"), 8: ("stop", "tell_user"), 9: ("form", "constrain"),
    10: ("stop", "resume"), 11: ("execution", "return_error"), 12: ("knowledge", "give_knowledge"),
}

# %% task="q1" mutant="contraindre au lieu de répondre" code="TRI" fails=["le bon remède"]
TRIAGE = {
    "1": ("protocol", "fix_code"), "2": ("stop", "more_tokens"), "3": ("transport", "wait"),
    "4": ("form", "constrain"), "5": ("knowledge", "give_knowledge"), "6": ("protocol", "fix_code"),
    "7": ("execution", "tell_user"), "8": ("stop", "tell_user"), "9": ("form", "rewrite_description"),
    "10": ("stop", "resume"), "11": ("transport", "wait"), "12": ("knowledge", "give_knowledge"),
}

# %% task="q1" mutant="la troncature dite sémantique" code="FIN" fails=["pourquoi il s'est arrêté"]
TRIAGE = {
    1: ("protocol", "fix_code"), 2: ("knowledge", "rewrite_description"), 3: ("transport", "wait"),
    4: ("form", "return_error"), 5: ("knowledge", "give_knowledge"), 6: ("protocol", "fix_code"),
    7: ("execution", "return_error"), 8: ("stop", "tell_user"), 9: ("form", "constrain"),
    10: ("stop", "resume"), 11: ("transport", "wait"), 12: ("knowledge", "give_knowledge"),
}

# %% task="q1" mutant="un champ perdu dit forme, un refus dit protocole" code="FIN" fails=["pourquoi il s'est arrêté"]
TRIAGE = {
    1: ("protocol", "fix_code"), 2: ("form", "constrain"), 3: ("transport", "wait"),
    4: ("form", "return_error"), 5: ("knowledge", "give_knowledge"), 6: ("protocol", "fix_code"),
    7: ("execution", "return_error"), 8: ("protocol", "fix_code"), 9: ("form", "constrain"),
    10: ("stop", "tell_user"), 11: ("transport", "wait"), 12: ("knowledge", "give_knowledge"),
}

# %% task="q1" mutant="ça a raté, relançons" code="RETRY" fails=["relancer à bon escient"]
TRIAGE = {
    1: ("protocol", "fix_code"), 2: ("stop", "retry_same"), 3: ("transport", "wait"),
    4: ("form", "retry_same"), 5: ("knowledge", "retry_same"), 6: ("protocol", "fix_code"),
    7: ("execution", "wait"), 8: ("stop", "tell_user"), 9: ("form", "constrain"),
    10: ("stop", "resume"), 11: ("transport", "retry_same"), 12: ("knowledge", "give_knowledge"),
}

# %% task="q1" mutant="attendre, puis renvoyer le 400" code="RETRY" fails=["relancer à bon escient"]
TRIAGE = {
    1: ("protocol", "wait"), 2: ("stop", "more_tokens"), 3: ("transport", "wait"),
    4: ("form", "return_error"), 5: ("knowledge", "give_knowledge"), 6: ("protocol", "retry_same"),
    7: ("execution", "return_error"), 8: ("stop", "tell_user"), 9: ("form", "constrain"),
    10: ("stop", "wait"), 11: ("transport", "wait"), 12: ("knowledge", "give_knowledge"),
}

# %% task="q1" mutant="strict pour une valeur fausse" code="FORME=VRAI" fails=["forme et vérité"]
TRIAGE = {
    1: ("protocol", "fix_code"), 2: ("stop", "more_tokens"), 3: ("transport", "wait"),
    4: ("form", "return_error"), 5: ("form", "constrain"), 6: ("protocol", "fix_code"),
    7: ("execution", "return_error"), 8: ("stop", "tell_user"), 9: ("form", "constrain"),
    10: ("stop", "resume"), 11: ("transport", "wait"), 12: ("knowledge", "constrain"),
}

# %% task="q1" mutant="un lecteur plus tolérant" code="COERC" fails=["rien de caché, rien de trop"]
TRIAGE = {
    1: ("protocol", "fix_code"), 2: ("stop", "more_tokens"), 3: ("transport", "wait"),
    4: ("form", "repair_json"), 5: ("knowledge", "give_knowledge"), 6: ("protocol", "fix_code"),
    7: ("execution", "return_error"), 8: ("stop", "tell_user"), 9: ("form", "repair_json"),
    10: ("stop", "resume"), 11: ("transport", "wait"), 12: ("knowledge", "give_knowledge"),
}

# %% task="q1" mutant="la trace au modèle" code="FUITE" fails=["rien de caché, rien de trop"]
TRIAGE = {
    1: ("protocol", "fix_code"), 2: ("stop", "more_tokens"), 3: ("transport", "wait"),
    4: ("form", "return_error"), 5: ("knowledge", "give_knowledge"), 6: ("protocol", "fix_code"),
    7: ("execution", "send_trace"), 8: ("stop", "tell_user"), 9: ("form", "constrain"),
    10: ("stop", "resume"), 11: ("transport", "wait"), 12: ("knowledge", "give_knowledge"),
}


# %% task="q2" alternative="récursion"
def ask_whole(client, request, ceiling):
    response = client.messages.create(**request)
    if response.stop_reason != "max_tokens":
        return response
    if request["max_tokens"] >= ceiling:
        raise ValueError("réponse toujours coupée")
    wider = dict(request)
    wider["max_tokens"] = min(ceiling, request["max_tokens"] * 4)
    return ask_whole(client, wider, ceiling)


# %% task="q2" alternative="en flux, budgets préparés"
class CutShort(ValueError):
    pass


def budgets_up_to(start, ceiling):
    sizes = [start]
    while sizes[-1] < ceiling:
        sizes.append(min(ceiling, 2 * sizes[-1] + 1))
    return sizes


def ask_whole(client, request, ceiling):
    rest = {key: value for key, value in request.items() if key != "max_tokens"}
    for size in budgets_up_to(request["max_tokens"], ceiling):
        with client.messages.stream(max_tokens=size, **rest) as stream:
            response = stream.get_final_message()
        if response.stop_reason == "max_tokens":
            continue
        return response
    raise CutShort(f"coupée à {ceiling}")


# %% task="q2" alternative="droit au plafond"
def ask_whole(client, request, ceiling):
    response = client.messages.create(**request)
    if response.stop_reason == "max_tokens" and request["max_tokens"] < ceiling:
        response = client.messages.create(**(request | {"max_tokens": ceiling}))
    if response.stop_reason == "max_tokens":
        raise ValueError("max_tokens")
    return response


# %% task="q2" mutant="le schéma est valide, donc entière" code="FIN" fails=["public", "coupée, puis entière", "toutes les coupures", "le plafond", "d'autres requêtes"]
def ask_whole(client, request, ceiling):
    required = {tool["name"]: tool["input_schema"].get("required", []) for tool in request.get("tools", [])}
    budget = request["max_tokens"]
    while True:
        response = client.messages.create(**{**request, "max_tokens": budget})
        calls = [block for block in response.content if block.type == "tool_use"]
        if calls and all(set(required[block.name]) <= set(block.input) for block in calls):
            return response
        if response.stop_reason != "max_tokens":
            return response
        if budget >= ceiling:
            raise ValueError("coupée")
        budget = min(2 * budget, ceiling)


# %% task="q2" mutant="au plafond, rend ce qu'il a" code="FIN" fails=["le plafond"]
def ask_whole(client, request, ceiling):
    budget = request["max_tokens"]
    response = client.messages.create(**request)
    while response.stop_reason == "max_tokens" and budget < ceiling:
        budget = min(budget * 2, ceiling)
        response = client.messages.create(**{**request, "max_tokens": budget})
    return response


# %% task="q2" mutant="garde le tour coupé et fait continuer" code="FIN" fails=["public", "le tour coupé n'est pas gardé", "d'autres requêtes", "coupée, puis entière", "toutes les coupures", "le plafond"]
def ask_whole(client, request, ceiling):
    messages, budget = list(request["messages"]), request["max_tokens"]
    while True:
        response = client.messages.create(**{**request, "messages": messages, "max_tokens": budget})
        if response.stop_reason != "max_tokens":
            return response
        if budget >= ceiling:
            raise ValueError("coupée")
        budget = min(2 * budget, ceiling)
        messages.append({"role": "assistant", "content": response.content})
        messages.append({"role": "user", "content": "Continuez."})


# %% task="q2" mutant="un outil coupé n'est pas relancé" code="FIN" fails=["public", "coupée, puis entière", "toutes les coupures", "le plafond"]
def ask_whole(client, request, ceiling):
    budget = request["max_tokens"]
    while budget <= ceiling:
        response = client.messages.create(**{**request, "max_tokens": budget})
        has_call = any(block.type == "tool_use" for block in response.content)
        if has_call or response.stop_reason != "max_tokens":
            return response
        if budget == ceiling:
            break
        budget = min(2 * budget, ceiling)
    raise ValueError("coupée")


# %% task="q2" mutant="double sans borne" code="SANS-FIN" fails=["le plafond", "coupée, puis entière", "d'autres requêtes"]
def ask_whole(client, request, ceiling):
    budget = request["max_tokens"]
    while True:
        response = client.messages.create(**{**request, "max_tokens": budget})
        if response.stop_reason != "max_tokens":
            return response
        budget *= 2


# %% task="q2" mutant="le double dépasse le plafond" code="SANS-FIN" fails=["le plafond", "coupée, puis entière", "d'autres requêtes"]
def ask_whole(client, request, ceiling):
    budget = request["max_tokens"]
    response = client.messages.create(**request)
    while response.stop_reason == "max_tokens":
        if budget >= ceiling:
            raise ValueError("plafond atteint")
        budget = budget * 2
        response = client.messages.create(**dict(request, max_tokens=budget))
    return response


# %% task="q2" mutant="relance à l'identique" code="RETRY" fails=["public", "coupée, puis entière", "toutes les coupures", "le plafond", "d'autres requêtes"]
def ask_whole(client, request, ceiling):
    for _ in range(5):
        response = client.messages.create(**request)
        if response.stop_reason != "max_tokens":
            return response
    raise ValueError("toujours coupée")


# %% task="q2" mutant="le plafond essayé sans fin" code="SANS-FIN" fails=["le plafond"]
def ask_whole(client, request, ceiling):
    budget = request["max_tokens"]
    while True:
        response = client.messages.create(**{**request, "max_tokens": budget})
        if response.stop_reason != "max_tokens":
            return response
        budget = min(2 * budget, ceiling)


# %% task="q2" mutant="relance aussi refus et pauses" code="RETRY" fails=["les autres motifs"]
def ask_whole(client, request, ceiling):
    budget = request["max_tokens"]
    while True:
        response = client.messages.create(**{**request, "max_tokens": budget})
        if response.stop_reason in ("end_turn", "tool_use"):
            return response
        if budget >= ceiling:
            raise ValueError(response.stop_reason)
        budget = min(2 * budget, ceiling)


# %% task="q2" mutant="la fenêtre pleine prise pour max_tokens" code="RETRY" fails=["les autres motifs"]
def ask_whole(client, request, ceiling):
    cut = ("max_tokens", "model_context_window_exceeded")
    budget = request["max_tokens"]
    while (response := client.messages.create(**{**request, "max_tokens": budget})).stop_reason in cut:
        if budget == ceiling:
            raise ValueError("coupée")
        budget = min(2 * budget, ceiling)
    return response


# %% task="q2" mutant="écrit dans la requête reçue" code="ALIAS" fails=["requête intacte"]
def ask_whole(client, request, ceiling):
    while True:
        response = client.messages.create(**request)
        if response.stop_reason != "max_tokens":
            return response
        if request["max_tokens"] >= ceiling:
            raise ValueError("coupée")
        request["max_tokens"] = min(2 * request["max_tokens"], ceiling)


# %% task="q3" alternative="fonctions d'aide, else"
def told(block, content, failed=False):
    result = {"type": "tool_result", "tool_use_id": block.id, "content": content}
    if failed:
        result["is_error"] = True
    return result


def execute(block, registry):
    function = registry.get(block.name)
    if function is None:
        names = " / ".join(sorted(registry))
        return told(block, f"« {block.name} » n'est pas un outil d'Ardoise. Essayez : {names}", True)
    try:
        output = function(**block.input)
    except ValueError as error:
        return told(block, f"Refusé. {error}", failed=True)
    except Exception:
        return told(block, f"Panne de {block.name}, sans rapport avec votre demande.", failed=True)
    else:
        text = output if isinstance(output, str) else json.dumps(output, default=str)
        return told(block, text)


# %% task="q3" alternative="un seul except, blocs de texte, is_error toujours là"
def execute(block, registry):
    failed = True
    try:
        output = registry[block.name](**block.input)
        words = output if type(output) is str else json.dumps(output, ensure_ascii=False, indent=1)
        failed = False
    except Exception as error:
        if block.name not in registry:
            words = f"Pas d'outil {block.name}. Il y a : " + ", ".join(list(registry))
        elif isinstance(error, ValueError):
            words = error.args[0]
        else:
            words = "L'outil " + block.name + " ne répond pas."
    content = [{"type": "text", "text": words}] if words else ""
    return dict(type="tool_result", tool_use_id=block.id, content=content, is_error=failed)


# %% task="q3" mutant="except: pass" code="PAIRE" fails=["public", "outil absent", "un message pour le modèle", "une exception imprévue", "arguments qui ne vont pas", "une valeur que JSON refuse", "Ctrl+C"]
def execute(block, registry):
    try:
        output = registry[block.name](**block.input)
        if not isinstance(output, str):
            output = json.dumps(output, ensure_ascii=False)
        return {"type": "tool_result", "tool_use_id": block.id, "content": output}
    except:  # noqa: E722
        pass


# %% task="q3" mutant="seule ValueError est attrapée" code="PAIRE" fails=["une exception imprévue", "arguments qui ne vont pas", "une valeur que JSON refuse"]
def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        present = ", ".join(registry)
        return {**result, "content": f"{block.name} est inconnu. Présents : {present}.", "is_error": True}
    try:
        output = registry[block.name](**block.input)
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    return {**result, "content": output if isinstance(output, str) else json.dumps(output)}


# %% task="q3" mutant="json.dumps hors du try" code="PAIRE" fails=["une valeur que JSON refuse"]
def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        present = ", ".join(registry)
        return {**result, "content": f"{block.name} est inconnu. Présents : {present}.", "is_error": True}
    try:
        output = registry[block.name](**block.input)
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    except Exception:
        return {**result, "content": f"{block.name} est en panne, réessayez.", "is_error": True}
    return {**result, "content": output if isinstance(output, str) else json.dumps(output)}


# %% task="q3" mutant="un texte vide en cas d'échec" code="VIDE" fails=["public", "un message pour le modèle", "une exception imprévue", "arguments qui ne vont pas", "une valeur que JSON refuse"]
def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        return {**result, "content": f"{block.name} ? Outils : {list(registry)}", "is_error": True}
    try:
        output = registry[block.name](**block.input)
        return {**result, "content": output if isinstance(output, str) else json.dumps(output)}
    except Exception:
        return {**result, "content": ""}


# %% task="q3" mutant="l'échec sans is_error" code="VIDE" fails=["public", "un message pour le modèle", "une exception imprévue", "arguments qui ne vont pas"]
def execute(block, registry):
    if block.name not in registry:
        told = f"L'outil {block.name} n'existe pas. Outils présents : {', '.join(registry)}."
        return {"type": "tool_result", "tool_use_id": block.id, "content": told, "is_error": True}
    try:
        output = registry[block.name](**block.input)
        output = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    except ValueError as error:
        output = f"Erreur : {error}"
    except Exception:
        output = f"Erreur : l'outil {block.name} a échoué."
    return {"type": "tool_result", "tool_use_id": block.id, "content": output}


# %% task="q3" mutant="une liste vide dite en échec" code="VIDE" fails=["réussites"]
def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        return {**result, "content": f"{block.name} ? Outils : {list(registry)}", "is_error": True}
    try:
        output = registry[block.name](**block.input)
        if not output:
            return {**result, "content": "Aucun résultat.", "is_error": True}
        return {**result, "content": output if isinstance(output, str) else json.dumps(output)}
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    except Exception:
        return {**result, "content": f"{block.name} : panne.", "is_error": True}


# %% task="q3" mutant="la trace complète" code="FUITE" fails=["public", "un message pour le modèle", "une exception imprévue", "arguments qui ne vont pas", "une valeur que JSON refuse"]
import traceback


def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        return {**result, "content": f"{block.name} ? Outils : {list(registry)}", "is_error": True}
    try:
        output = registry[block.name](**block.input)
        return {**result, "content": output if isinstance(output, str) else json.dumps(output)}
    except Exception:
        return {**result, "content": f"{block.name} : {traceback.format_exc()}", "is_error": True}


# %% task="q3" mutant="str(error) pour toute exception" code="FUITE" fails=["une exception imprévue"]
def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        return {**result, "content": f"{block.name} ? Outils : {list(registry)}", "is_error": True}
    try:
        output = registry[block.name](**block.input)
        return {**result, "content": output if isinstance(output, str) else json.dumps(output)}
    except Exception as error:
        return {**result, "content": f"L'outil {block.name} a échoué : {error}", "is_error": True}


# %% task="q3" mutant="attrape BaseException" code="ATTRAPE" fails=["Ctrl+C"]
def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        return {**result, "content": f"{block.name} ? Outils : {list(registry)}", "is_error": True}
    try:
        output = registry[block.name](**block.input)
        return {**result, "content": output if isinstance(output, str) else json.dumps(output)}
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    except BaseException:
        return {**result, "content": f"L'outil {block.name} a échoué.", "is_error": True}


# %% task="q3" mutant="except nu en dernier" code="ATTRAPE" fails=["Ctrl+C"]
def execute(block, registry):
    failed, content = True, f"L'outil {block.name} a échoué, sans autre détail."
    try:
        if block.name in registry:
            content = registry[block.name](**block.input)
            content = content if isinstance(content, str) else json.dumps(content, default=repr)
            failed = False
        else:
            content = f"Outil {block.name} absent. Présents : {sorted(registry)}."
    except ValueError as error:
        content = f"{error}"
    except:  # noqa: E722
        pass
    return {"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": failed}


# %% task="q3" mutant="« Erreur. » pour tout" code="MESSAGE" fails=["public", "un message pour le modèle", "une exception imprévue", "arguments qui ne vont pas", "une valeur que JSON refuse"]
def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        return {**result, "content": f"{block.name} ? Outils : {list(registry)}", "is_error": True}
    try:
        output = registry[block.name](**block.input)
        return {**result, "content": output if isinstance(output, str) else json.dumps(output)}
    except Exception:
        return {**result, "content": "Erreur.", "is_error": True}


# %% task="q3" mutant="le message pour le modèle est perdu" code="MESSAGE" fails=["un message pour le modèle"]
def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        return {**result, "content": f"{block.name} ? Outils : {list(registry)}", "is_error": True}
    try:
        output = registry[block.name](**block.input)
        return {**result, "content": output if isinstance(output, str) else json.dumps(output)}
    except Exception:
        return {**result, "content": f"L'outil {block.name} a échoué.", "is_error": True}


# %% task="q3" mutant="outil absent : « introuvable »" code="INCONNU" fails=["outil absent"]
def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        output = registry[block.name](**block.input)
        return {**result, "content": output if isinstance(output, str) else json.dumps(output)}
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    except Exception:
        return {**result, "content": f"L'outil {block.name} est introuvable ou en panne.", "is_error": True}


# %% task="q3" mutant="str() au lieu de JSON" code="JSON" fails=["public", "réussites"]
def execute(block, registry):
    result = {"type": "tool_result", "tool_use_id": block.id}
    if block.name not in registry:
        return {**result, "content": f"{block.name} ? Outils : {list(registry)}", "is_error": True}
    try:
        return {**result, "content": str(registry[block.name](**block.input))}
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    except Exception:
        return {**result, "content": f"L'outil {block.name} a échoué.", "is_error": True}


# %% task="q4" alternative="distance d'édition, à la main"
def distance(one, other):
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        previous, row[0] = row[0], i
        for j, right in enumerate(other, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (left != right))
    return row[-1]


def unknown_city(name, known):
    short = name if len(name) <= 45 else name[:44] + "…"
    scored = sorted((distance(name[:60].lower(), city.lower()), city) for city in known)
    close = [city for gap, city in scored if gap <= max(2, len(city) // 3) and gap < len(city) - 1][:2]
    advice = f"Vouliez-vous dire {' ou '.join(close)} ?" if close else "Demandez la ville au client."
    return f"La ville {short!s} n'a pas de relevés. {advice}"


# %% task="q4" alternative="SequenceMatcher et un score"
from difflib import SequenceMatcher


def unknown_city(name, known):
    def likeness(city):
        return SequenceMatcher(None, name[:80].upper(), city.upper()).ratio()

    best = [city for city in sorted(known, key=likeness, reverse=True) if likeness(city) > 0.6]
    lines = [f"« {name[:50]} » n'est pas dans la base."]
    if best:
        lines.append("Essayez : " + ", ".join(best[:1]))
    return " ".join(lines)


# %% task="q4" mutant="« Erreur »" code="MESSAGE" fails=["public", "le plus ressemblant", "la base reçue", "majuscules", "rien de proche", "le nom reçu", "court, quoi qu'il arrive"]
def unknown_city(name, known):
    return "Erreur"


# %% task="q4" mutant="ville inconnue, sans suggestion" code="MESSAGE" fails=["public", "le plus ressemblant", "la base reçue", "majuscules"]
def unknown_city(name, known):
    return f"Ville inconnue : {name[:50]}. Vérifiez l'orthographe, puis recommencez."


# %% task="q4" mutant="toute la base" code="MESSAGE" fails=["rien de proche", "court, quoi qu'il arrive"]
def unknown_city(name, known):
    return f"Ville « {name} » inconnue. Villes possibles : {', '.join(known)}."


# %% task="q4" mutant="le nom reçu en entier" code="MESSAGE" fails=["court, quoi qu'il arrive"]
def unknown_city(name, known):
    spelled = {city.lower(): city for city in known}
    near = difflib.get_close_matches(name.lower(), spelled, n=3)
    proposed = " ou ".join(spelled[one] for one in near)
    return f"« {name} » est inconnue." + (f" Essayez {proposed}." if near else "")


# %% task="q4" mutant="les majuscules comptent" code="MESSAGE" fails=["majuscules"]
def unknown_city(name, known):
    near = difflib.get_close_matches(name, known, n=2, cutoff=0.5)
    told = f"Ville « {name[:40]} » inconnue."
    return f"{told} Villes proches : {', '.join(near)}." if near else told


# %% task="q4" mutant="propose un chemin" code="FUITE" fails=["rien d'interne"]
def unknown_city(name, known):
    spelled = {city.lower(): city for city in known}
    near = difflib.get_close_matches(name.lower(), spelled, n=1, cutoff=0.5)
    told = f"Ville « {name[:40]} » inconnue."
    for one in near:
        told += f" Voulez-vous {spelled[one]} ({known[spelled[one]]}) ?"
    return told


# %% task="q4" mutant="la trace avec le dossier" code="FUITE" fails=["rien d'interne"]
def unknown_city(name, known):
    folder = next(iter(known.values()), "/srv/releves/").rpartition("/")[0]
    spelled = {city.casefold(): city for city in known}
    near = difflib.get_close_matches(name.casefold(), spelled, n=2, cutoff=0.5)
    told = f"KeyError: '{name[:40]}' absent de {folder}."
    return told + "".join(f" Essayez {spelled[one]}." for one in near)


# %% task="q4" mutant="liste recopiée" code="FIGE" fails=["la base reçue", "rien de proche", "majuscules"]
CITIES = {"lyon": "Lyon", "lens": "Lens", "lons-le-saunier": "Lons-le-Saunier", "brest": "Brest"}


def unknown_city(name, known):
    near = difflib.get_close_matches(name.lower(), CITIES, n=3, cutoff=0.3)
    told = f"Ville « {name[:40]} » inconnue."
    return told + (f" Villes proches : {', '.join(CITIES[one] for one in near)}." if near else "")


# %% task="q4" mutant="les mêmes exemples pour toutes les fautes" code="FIGE" fails=["la base reçue", "majuscules", "rien de proche", "court, quoi qu'il arrive"]
def unknown_city(name, known):
    return f"Ville « {name[:40]} » inconnue. Exemples : Lyon, Brest, Lens, Lons-le-Saunier."


# %% task="q4" mutant="trois noms, même sans ressemblance" code="VIDE" fails=["rien de proche"]
def unknown_city(name, known):
    spelled = {city.casefold(): city for city in known}
    near = difflib.get_close_matches(name.casefold()[:60], spelled, n=3, cutoff=0.0)
    return f"« {name[:40]} » : inconnue. Plus proches : {', '.join(spelled[one] for one in near)}."


# %% task="q4" mutant="des noms en minuscules" code="VIDE" fails=["public", "le plus ressemblant", "la base reçue", "majuscules"]
def unknown_city(name, known):
    near = difflib.get_close_matches(name.lower(), [city.lower() for city in known], n=3, cutoff=0.5)
    told = f"Ville « {name[:40]} » inconnue."
    return told + (f" Proches : {', '.join(near)}." if near else "")


# %% task="q5" alternative="Annotated, validate_json, récapitulatif"
from typing import Annotated


class Booking(BaseModel, strict=True, extra="forbid"):
    """Une réservation de salle chez Ardoise."""

    room: Annotated[Literal["Ocre", "Schiste", "Lauze"], Field(description="Nom de la salle")]
    seats: Annotated[int, Field(gt=0, lt=13, description="Places, de 1 à 12")]
    day: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", description="Jour, par exemple 2026-09-08")]
    projector: Annotated[bool, Field(description="Avec projecteur")] = False


def tool_from(model, name, description):
    return dict(input_schema=model.model_json_schema(), name=name, description=description)


def guarded(block, model, function):
    answer = {"type": "tool_result", "tool_use_id": block.id, "is_error": False}
    try:
        checked = model.model_validate_json(json.dumps(block.input))
    except ValidationError as error:
        lines = [f"{one['loc'][0]} ({one['type']})" for one in error.errors()]
        return answer | {"is_error": True, "content": "Champs à corriger : " + ", ".join(lines)}
    fields = {field: getattr(checked, field) for field in type(checked).model_fields}
    answer["content"] = json.dumps(function(**fields))
    return answer


# %% task="q5" alternative="constructeur, str(error)"
class StrictModel(BaseModel):
    model_config = {"strict": True, "extra": "forbid"}


class Booking(StrictModel):
    room: str = Field(pattern="^(Ocre|Schiste|Lauze)$", description="La salle : Ocre, Schiste ou Lauze.")
    seats: int = Field(ge=1, le=12, description="De 1 à 12.")
    day: str = Field(pattern="^[0-9]{4}(-[0-9]{2}){2}$", description="AAAA-MM-JJ")
    projector: bool = Field(False, description="Projecteur : oui ou non.")


def tool_from(model, name, description):
    schema = dict(model.model_json_schema())
    schema.pop("title", None)
    return {"name": name, "description": description, "input_schema": schema}


def guarded(block, model, function):
    given, told = None, ""
    try:
        given = model(**block.input)
    except ValidationError as error:
        told = ", ".join(f"{'/'.join(str(step) for step in one['loc'])}: {one['msg']}" for one in error.errors())
    if given is None:
        content = [{"type": "text", "text": told}]
        return {"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": True}
    output = function(**dict(given))
    text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return {"type": "tool_result", "tool_use_id": block.id, "content": text}


# %% task="q5" mutant="modèle indulgent" code="COERC" fails=["aucune conversion"]
class Booking(BaseModel):
    model_config = ConfigDict(extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    return {"name": name, "description": description, "input_schema": model.model_json_schema()}


def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        given = model.model_validate(block.input)
    except ValidationError as error:
        told = " ; ".join(f"{one['loc'][0]} : {one['msg']}" for one in error.errors())
        return {**result, "content": told, "is_error": True}
    return {**result, "content": json.dumps(function(**given.model_dump()))}


# %% task="q5" mutant="convertit avant de valider" code="COERC" fails=["aucune conversion", "valeurs permises", "chaque champ fautif est nommé"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    return {"name": name, "description": description, "input_schema": model.model_json_schema()}


def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    given = dict(block.input)
    for name, field in model.model_fields.items():
        if name in given and field.annotation in (int, bool):
            try:
                given[name] = field.annotation(given[name])
            except (TypeError, ValueError):
                pass
    try:
        checked = model.model_validate(given)
    except ValidationError as error:
        told = " ; ".join(f"{one['loc'][0]} : {one['msg']}" for one in error.errors())
        return {**result, "content": told, "is_error": True}
    return {**result, "content": json.dumps(function(**checked.model_dump()))}


# %% task="q5" mutant="strict=False pour le modèle reçu" code="COERC" fails=["aucune conversion"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    return {"name": name, "description": description, "input_schema": model.model_json_schema()}


def guarded(block, model, function):
    try:
        given = model.model_validate(block.input, strict=False)
    except ValidationError as error:
        told = ", ".join(f"{one['loc']} {one['msg']}" for one in error.errors())
        return {"type": "tool_result", "tool_use_id": block.id, "content": told, "is_error": True}
    output = json.dumps(function(**given.model_dump()))
    return {"type": "tool_result", "tool_use_id": block.id, "content": output}


# %% task="q5" mutant="champ inconnu ignoré" code="LACHE" fails=["champ inconnu", "chaque champ fautif est nommé"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True)

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    return {"name": name, "description": description, "input_schema": model.model_json_schema()}


def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        given = model.model_validate(block.input)
    except ValidationError as error:
        told = " ; ".join(f"{one['loc'][0]} : {one['msg']}" for one in error.errors())
        return {**result, "content": told, "is_error": True}
    return {**result, "content": json.dumps(function(**given.model_dump()))}


# %% task="q5" mutant="bornes et motif en prose" code="LACHE" fails=["public", "valeurs permises", "chaque champ fautif est nommé"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    room: str = Field(description="La salle : Ocre, Schiste ou Lauze.")
    seats: int = Field(description="Un entier de 1 à 12.")
    day: str = Field(description="Le jour, sous la forme AAAA-MM-JJ.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    return {"name": name, "description": description, "input_schema": model.model_json_schema()}


def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        given = model.model_validate(block.input)
    except ValidationError as error:
        told = " ; ".join(f"{one['loc'][0]} : {one['msg']}" for one in error.errors())
        return {**result, "content": told, "is_error": True}
    return {**result, "content": json.dumps(function(**given.model_dump()))}


# %% task="q5" mutant="motif sans ^ ni $" code="LACHE" fails=["valeurs permises"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern=r"\d{4}-\d{2}-\d{2}", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    return {"name": name, "description": description, "input_schema": model.model_json_schema()}


def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        given = model.model_validate(block.input)
    except ValidationError as error:
        told = " ; ".join(f"{one['loc'][0]} : {one['msg']}" for one in error.errors())
        return {**result, "content": told, "is_error": True}
    return {**result, "content": json.dumps(function(**given.model_dump()))}


# %% task="q5" mutant="valide après avoir exécuté" code="FORME" fails=["public", "aucune conversion", "valeurs permises", "champ inconnu", "champ manquant", "champ facultatif"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    return {"name": name, "description": description, "input_schema": model.model_json_schema()}


def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    output = function(**block.input)
    try:
        model.model_validate(block.input)
    except ValidationError as error:
        told = " ; ".join(f"{one['loc'][0]} : {one['msg']}" for one in error.errors())
        return {**result, "content": told, "is_error": True}
    return {**result, "content": json.dumps(output)}


# %% task="q5" mutant="construit, exécute, puis regarde" code="FORME" fails=["public", "aucune conversion", "valeurs permises", "champ inconnu", "champ manquant"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    return {"name": name, "description": description, "input_schema": model.model_json_schema()}


def guarded(block, model, function):
    given = model.model_construct(**block.input)
    output = function(**given.__dict__)
    try:
        model.model_validate(block.input)
    except ValidationError as error:
        told = "; ".join(f"{one['loc'][0]}: {one['msg']}" for one in error.errors())
        return {"type": "tool_result", "tool_use_id": block.id, "content": told, "is_error": True}
    return {"type": "tool_result", "tool_use_id": block.id, "content": json.dumps(output)}


# %% task="q5" mutant="schéma recopié à la main" code="COPIE" fails=["schéma tiré du modèle"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    schema = {
        "type": "object",
        "properties": {
            "room": {"type": "string", "enum": ["Ocre", "Schiste", "Lauze"], "description": "La salle."},
            "seats": {"type": "integer", "minimum": 1, "maximum": 12, "description": "Places."},
            "day": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "description": "Jour."},
            "projector": {"type": "boolean", "description": "Projecteur ?"},
        },
        "required": ["room", "seats", "day"],
        "additionalProperties": False,
    }
    return {"name": name, "description": description, "input_schema": schema}


def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        given = model.model_validate(block.input)
    except ValidationError as error:
        told = " ; ".join(f"{one['loc'][0]} : {one['msg']}" for one in error.errors())
        return {**result, "content": told, "is_error": True}
    return {**result, "content": json.dumps(function(**given.model_dump()))}


# %% task="q5" mutant="schéma refait d'après les annotations" code="COPIE" fails=["schéma tiré du modèle"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    types = {int: "integer", bool: "boolean", str: "string"}
    fields = model.model_fields
    properties = {
        key: {"type": types.get(one.annotation, "string"), "description": one.description}
        for key, one in fields.items()
    }
    required = [key for key, one in fields.items() if one.is_required()]
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return {"name": name, "description": description, "input_schema": schema}


def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        given = model.model_validate(block.input)
    except ValidationError as error:
        told = " ; ".join(f"{one['loc'][0]} : {one['msg']}" for one in error.errors())
        return {**result, "content": told, "is_error": True}
    return {**result, "content": json.dumps(function(**given.model_dump()))}


# %% task="q5" mutant="« Arguments invalides. »" code="MESSAGE" fails=["chaque champ fautif est nommé"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    return {"name": name, "description": description, "input_schema": model.model_json_schema()}


def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        given = model.model_validate(block.input)
    except ValidationError:
        return {**result, "content": "Arguments invalides.", "is_error": True}
    return {**result, "content": json.dumps(function(**given.model_dump()))}


# %% task="q5" mutant="seule la première erreur est dite" code="MESSAGE" fails=["chaque champ fautif est nommé"]
class Booking(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    room: Literal["Ocre", "Schiste", "Lauze"] = Field(description="La salle.")
    seats: int = Field(ge=1, le=12, description="Places.")
    day: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Le jour.")
    projector: bool = Field(default=False, description="Projecteur ?")


def tool_from(model, name, description):
    return {"name": name, "description": description, "input_schema": model.model_json_schema()}


def guarded(block, model, function):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        given = model.model_validate(block.input)
    except ValidationError as error:
        first = error.errors()[0]
        return {**result, "content": f"{first['loc'][0]} : {first['msg']}", "is_error": True}
    return {**result, "content": json.dumps(function(**given.model_dump()))}


# %% task="q6" alternative="par exceptions, ensemble de statuts"
PASSING = (anthropic.RateLimitError, anthropic.InternalServerError, anthropic.APIConnectionError)


def patience(error, attempt):
    headers = getattr(getattr(error, "response", None), "headers", {})
    if "retry-after" in headers:
        return float(headers["retry-after"])
    return 1 << (attempt - 1)


def policy(error, attempt, max_retries=2):
    if not isinstance(error, PASSING) and getattr(error, "status_code", 0) // 100 != 5:
        return None
    sent_by_then = sum(1 + max_retries for _ in range(attempt + 1))
    seconds = patience(error, attempt)
    return None if sent_by_then > 6 or seconds > 60 else seconds


# %% task="q6" alternative="match"
def policy(error, attempt, max_retries=2):
    per_create = 1 + max_retries
    left = 6 - attempt * per_create
    match error:
        case anthropic.APIStatusError(status_code=code) if code == 429 or 500 <= code <= 599:
            wait = error.response.headers.get("Retry-After")
        case anthropic.APIConnectionError():
            wait = None
        case _:
            return None
    seconds = 2.0 ** attempt / 2 if wait is None else float(wait)
    if left >= per_create and seconds <= 60:
        return seconds


# %% task="q6" mutant="relance un 400" code="RETRY" fails=["public", "erreurs de la requête"]
def policy(error, attempt, max_retries=2):
    if not isinstance(error, anthropic.APIError):
        return None
    if (attempt + 1) * (max_retries + 1) > 6:
        return None
    seconds = 2 ** (attempt - 1)
    if isinstance(error, anthropic.APIStatusError):
        seconds = float(error.response.headers.get("retry-after", seconds))
    return seconds if seconds <= 60 else None


# %% task="q6" mutant="relance une erreur de sens" code="RETRY" fails=["erreur de sens"]
def policy(error, attempt, max_retries=2):
    if isinstance(error, anthropic.APIStatusError):
        if error.status_code != 429 and error.status_code < 500:
            return None
    if (attempt + 1) * (max_retries + 1) > 6:
        return None
    told = None
    if isinstance(error, anthropic.APIStatusError):
        told = error.response.headers.get("retry-after")
    seconds = float(told) if told else 2 ** (attempt - 1)
    return seconds if seconds <= 60 else None


# %% task="q6" mutant="tout se relance, sauf 400" code="RETRY" fails=["erreurs de la requête", "erreur de sens"]
def policy(error, attempt, max_retries=2):
    if isinstance(error, anthropic.BadRequestError) or (attempt + 1) * (max_retries + 1) > 6:
        return None
    response = getattr(error, "response", None)
    told = response.headers.get("retry-after") if response is not None else None
    seconds = float(told) if told else 2 ** (attempt - 1)
    return seconds if seconds <= 60 else None


# %% task="q6" mutant="ses essais s'ajoutent à ceux du SDK" code="ESSAIS" fails=["six requêtes au plus"]
def policy(error, attempt, max_retries=2):
    status = getattr(error, "status_code", None)
    if not isinstance(error, anthropic.APIConnectionError) and (status is None or 400 <= status < 500 != status):
        if status != 429:
            return None
    if attempt >= 6:
        return None
    told = error.response.headers.get("retry-after") if status else None
    seconds = float(told) if told else 2 ** (attempt - 1)
    return seconds if seconds <= 60 else None


# %% task="q6" mutant="oublie le create suivant" code="ESSAIS" fails=["six requêtes au plus"]
def policy(error, attempt, max_retries=2):
    if isinstance(error, anthropic.APIStatusError):
        if error.status_code != 429 and error.status_code < 500:
            return None
        told = error.response.headers.get("retry-after")
    elif isinstance(error, anthropic.APIConnectionError):
        told = None
    else:
        return None
    if attempt * (max_retries + 1) > 6:
        return None
    seconds = float(told) if told else 2 ** (attempt - 1)
    return seconds if seconds <= 60 else None


# %% task="q6" mutant="deux essais du SDK, toujours" code="ESSAIS" fails=["six requêtes au plus", "retry-after"]
def policy(error, attempt, max_retries=2):
    if isinstance(error, anthropic.APIStatusError):
        if error.status_code != 429 and error.status_code < 500:
            return None
        told = error.response.headers.get("retry-after")
    elif isinstance(error, anthropic.APIConnectionError):
        told = None
    else:
        return None
    if attempt >= 2:
        return None
    seconds = float(told) if told else 2 ** (attempt - 1)
    return seconds if seconds <= 60 else None


# %% task="q6" mutant="ignore retry-after" code="ATTENTE" fails=["public", "retry-after", "trop longtemps"]
def policy(error, attempt, max_retries=2):
    if isinstance(error, anthropic.APIStatusError):
        passing = error.status_code == 429 or error.status_code >= 500
    else:
        passing = isinstance(error, anthropic.APIConnectionError)
    if not passing or (attempt + 1) * (max_retries + 1) > 6:
        return None
    return 2 ** (attempt - 1)


# %% task="q6" mutant="retry-after lu comme un entier" code="ATTENTE" fails=["retry-after"]
def policy(error, attempt, max_retries=2):
    if isinstance(error, anthropic.APIStatusError):
        if error.status_code != 429 and error.status_code < 500:
            return None
        told = error.response.headers.get("retry-after", "")
    elif isinstance(error, anthropic.APIConnectionError):
        told = ""
    else:
        return None
    if (attempt + 1) * (max_retries + 1) > 6:
        return None
    seconds = int(told.split(".")[0]) if told else 2 ** (attempt - 1)
    return seconds if seconds <= 60 else None


# %% task="q6" mutant="attente constante" code="ATTENTE" fails=["attente doublée"]
def policy(error, attempt, max_retries=2):
    if isinstance(error, anthropic.APIStatusError):
        if error.status_code != 429 and error.status_code < 500:
            return None
        told = error.response.headers.get("retry-after", "1")
    elif isinstance(error, anthropic.APIConnectionError):
        told = "1"
    else:
        return None
    if (attempt + 1) * (max_retries + 1) > 6 or float(told) > 60:
        return None
    return float(told)


# %% task="q6" mutant="attend une heure" code="ATTENTE" fails=["trop longtemps"]
def policy(error, attempt, max_retries=2):
    if isinstance(error, anthropic.APIStatusError):
        if error.status_code != 429 and error.status_code < 500:
            return None
        told = error.response.headers.get("retry-after")
    elif isinstance(error, anthropic.APIConnectionError):
        told = None
    else:
        return None
    if (attempt + 1) * (max_retries + 1) > 6:
        return None
    return float(told) if told else 2 ** (attempt - 1)


# %% task="q6" mutant="seul le 429 attend" code="TRI" fails=["pannes passagères", "attente doublée"]
def policy(error, attempt, max_retries=2):
    if not isinstance(error, anthropic.RateLimitError) or (attempt + 1) * (max_retries + 1) > 6:
        return None
    seconds = float(error.response.headers.get("retry-after", 2 ** (attempt - 1)))
    return seconds if seconds <= 60 else None


# %% task="q6" mutant="une connexion rompue n'a pas de statut : abandon" code="TRI" fails=["pannes passagères", "attente doublée"]
def policy(error, attempt, max_retries=2):
    if not isinstance(error, anthropic.APIStatusError):
        return None
    if error.status_code != 429 and error.status_code < 500:
        return None
    if (attempt + 1) * (max_retries + 1) > 6:
        return None
    seconds = float(error.response.headers.get("retry-after", 2 ** (attempt - 1)))
    return seconds if seconds <= 60 else None


# %% task="q7" alternative="un message de résultats inséré devant le texte"
import copy


def repair(messages):
    history, index = copy.deepcopy(messages), 0
    while index < len(history):
        end = index
        while end < len(history) and history[end]["role"] == history[index]["role"]:
            end += 1
        if history[index]["role"] == "assistant":
            patch(history, index, end)
        index = end
    return history


def list_of(content):
    return content if isinstance(content, list) else [{"type": "text", "text": content}]


def patch(history, start, end):
    uses = [b["id"] for one in history[start:end] for b in list_of(one["content"]) if b["type"] == "tool_use"]
    first, given, stop = None, set(), end
    while stop < len(history) and history[stop]["role"] == "user":
        here = {b["tool_use_id"] for b in list_of(history[stop]["content"]) if b["type"] == "tool_result"}
        first = stop if here and first is None else first
        given, stop = given | here, stop + 1
    lost = [
        {"type": "tool_result", "tool_use_id": use, "is_error": True,
         "content": [{"type": "text", "text": "Arrêt du programme avant la réponse."}]}
        for use in uses if use not in given
    ]
    if lost and first is None:
        history.insert(end, {"role": "user", "content": lost})
    elif lost:
        history[first]["content"] = lost + list_of(history[first]["content"])


# %% task="q7" alternative="groupby, puis un générateur"
from itertools import groupby


def as_blocks(content):
    return [dict(type="text", text=content)] if isinstance(content, str) else list(content)


def repair(messages):
    return list(walk([
        {"role": role, "content": [block for one in group for block in as_blocks(one["content"])]}
        for role, group in groupby(messages, key=lambda one: one["role"])
    ]))


def walk(turns):
    debts = []
    for turn in turns:
        if turn["role"] == "user":
            paid = {block["tool_use_id"] for block in turn["content"] if "tool_use_id" in block}
            turn = {"role": "user", "content": excuses(debts, paid) + turn["content"]}
        debts = [block["id"] for block in turn["content"] if block["type"] == "tool_use"]
        yield turn
    if debts:
        yield {"role": "user", "content": excuses(debts, set())}


def excuses(debts, paid):
    return [
        dict(type="tool_result", tool_use_id=id, content="Programme arrêté, résultat inconnu.", is_error=True)
        for id in debts if id not in paid
    ]


# %% task="q7" mutant="supprime le tour de l'assistant" code="INTACT" fails=["public", "deux demandes en fin d'historique", "l'utilisateur a continué", "un résultat sur deux", "au milieu", "outil serveur", "messages du même rôle"]
def repair(messages):
    def uses(message):
        content = message["content"]
        return [b["id"] for b in content if b["type"] == "tool_use"] if isinstance(content, list) else []

    given = {
        block["tool_use_id"]
        for message in messages if isinstance(message["content"], list)
        for block in message["content"] if block["type"] == "tool_result"
    }
    return [message for message in messages if all(id in given for id in uses(message))]


# %% task="q7" mutant="retire la demande, garde le texte" code="INTACT" fails=["public", "deux demandes en fin d'historique", "l'utilisateur a continué", "un résultat sur deux", "au milieu", "outil serveur", "messages du même rôle"]
def repair(messages):
    given = {
        block["tool_use_id"]
        for message in messages if isinstance(message["content"], list)
        for block in message["content"] if block["type"] == "tool_result"
    }
    repaired = []
    for message in messages:
        content = message["content"]
        if isinstance(content, list):
            content = [b for b in content if b["type"] != "tool_use" or b["id"] in given]
        repaired.append({**message, "content": content})
    return repaired


# %% task="q7" mutant="tous les résultats à la fin" code="PAIRE" fails=["l'utilisateur a continué", "un résultat sur deux", "au milieu", "messages du même rôle"]
def repair(messages):
    asked, given = [], set()
    for message in messages:
        for block in message["content"] if isinstance(message["content"], list) else []:
            if block["type"] == "tool_use":
                asked.append(block["id"])
            elif block["type"] == "tool_result":
                given.add(block["tool_use_id"])
    lost = [
        {"type": "tool_result", "tool_use_id": id, "content": "Interrompu.", "is_error": True}
        for id in asked if id not in given
    ]
    return [*messages, {"role": "user", "content": lost}] if lost else list(messages)


# %% task="q7" mutant="seul le dernier tour est réparé" code="PAIRE" fails=["l'utilisateur a continué", "un résultat sur deux", "au milieu", "messages du même rôle"]
def repair(messages):
    if not messages or messages[-1]["role"] != "assistant" or isinstance(messages[-1]["content"], str):
        return list(messages)
    results = [
        {"type": "tool_result", "tool_use_id": b["id"], "content": "Interrompu.", "is_error": True}
        for b in messages[-1]["content"] if b["type"] == "tool_use"
    ]
    return [*messages, {"role": "user", "content": results}] if results else list(messages)


# %% task="q7" mutant="résultats ajoutés derrière le texte" code="ORDRE" fails=["l'utilisateur a continué", "un résultat sur deux", "au milieu"]
def repair(messages):
    turns = []
    for one in messages:
        content = one["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
        if turns and turns[-1]["role"] == one["role"]:
            turns[-1]["content"] += blocks
        else:
            turns.append({"role": one["role"], "content": blocks})
    if turns and turns[-1]["role"] == "assistant":
        turns.append({"role": "user", "content": []})
    for turn, after in zip(turns, turns[1:]):
        given = [b.get("tool_use_id") for b in after["content"]]
        for block in turn["content"]:
            if block["type"] == "tool_use" and block["id"] not in given:
                told = "Interrompu avant la fin."
                after["content"].append(
                    {"type": "tool_result", "tool_use_id": block["id"], "content": told, "is_error": True})
    return [turn for turn in turns if turn["content"]]


# %% task="q7" mutant="un texte devant les résultats" code="ORDRE" fails=["l'utilisateur a continué", "un résultat sur deux", "au milieu"]
def repair(messages):
    turns = []
    for one in messages:
        content = one["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
        if turns and turns[-1]["role"] == one["role"]:
            turns[-1]["content"] += blocks
        else:
            turns.append({"role": one["role"], "content": blocks})
    repaired = []
    for place, turn in enumerate(turns):
        after = turns[place + 1] if place + 1 < len(turns) else None
        repaired.append(turn)
        given = [b.get("tool_use_id") for b in (after or {"content": []})["content"]]
        lost = [
            {"type": "tool_result", "tool_use_id": b["id"], "content": "Interrompu.", "is_error": True}
            for b in turn["content"] if b["type"] == "tool_use" and b["id"] not in given
        ]
        if after is None and lost:
            repaired.append({"role": "user", "content": lost})
        elif lost:
            words = [b for b in after["content"] if b["type"] == "text"]
            after["content"] = words + [b for b in after["content"] if b["type"] != "text"] + lost
    return repaired


# %% task="q7" mutant="un seul identifiant pour toutes" code="UN-SEUL" fails=["deux demandes en fin d'historique", "l'utilisateur a continué", "au milieu", "messages du même rôle", "un résultat sur deux"]
def repair(messages):
    repaired = []
    for place, one in enumerate(messages):
        repaired.append(one)
        blocks = one["content"] if isinstance(one["content"], list) else []
        use = next((b for b in blocks if b["type"] == "tool_use"), None)
        given = [
            block.get("tool_use_id")
            for later in messages[place + 1 :] if isinstance(later["content"], list)
            for block in later["content"]
        ]
        if use and use["id"] not in given:
            repaired.append({"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": use["id"], "content": "Interrompu.", "is_error": True}]})
    return repaired


# %% task="q7" mutant="l'identifiant du message" code="CORR" fails=["public", "deux demandes en fin d'historique", "l'utilisateur a continué", "un résultat sur deux", "au milieu", "messages du même rôle", "outil serveur"]
def repair(messages):
    repaired, number = [], 0
    for place, one in enumerate(messages):
        repaired.append(one)
        asked = [b for b in one["content"] if isinstance(b, dict) and b["type"] == "tool_use"]
        after = messages[place + 1]["content"] if place + 1 < len(messages) else []
        given = [b.get("tool_use_id") for b in after if isinstance(b, dict)]
        lost = []
        for use in asked:
            if use["id"] not in given:
                number += 1
                lost.append({"type": "tool_result", "tool_use_id": f"toolu_repair_{number}",
                             "content": "Interrompu.", "is_error": True})
        if lost:
            repaired.append({"role": "user", "content": lost})
    return repaired


# %% task="q7" mutant="répond aussi à ce qui l'était" code="CORR" fails=["un résultat sur deux", "au milieu", "messages du même rôle", "rien à réparer", "deux demandes en fin d'historique"]
def repair(messages):
    repaired = []
    for one in messages:
        content = one["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
        if repaired and repaired[-1]["role"] == one["role"]:
            repaired[-1]["content"] += blocks
        else:
            repaired.append({"role": one["role"], "content": blocks})
    if repaired and repaired[-1]["role"] == "assistant":
        repaired.append({"role": "user", "content": []})
    for turn, after in zip(repaired, repaired[1:]):
        lost = [
            {"type": "tool_result", "tool_use_id": b["id"], "content": "Échange interrompu.", "is_error": True}
            for b in turn["content"] if b["type"] == "tool_use"
        ]
        after["content"] = lost + after["content"]
    return [turn for turn in repaired if turn["content"]]


# %% task="q7" mutant="un message de plus par demande" code="GROUPE" fails=["deux demandes en fin d'historique", "l'utilisateur a continué", "un résultat sur deux", "au milieu", "messages du même rôle"]
def repair(messages):
    given = {
        block["tool_use_id"]
        for message in messages if isinstance(message["content"], list)
        for block in message["content"] if block["type"] == "tool_result"
    }
    repaired, waiting = [], []
    for message in messages:
        if message["role"] == "user" and waiting:
            repaired += waiting
            waiting = []
        repaired.append(message)
        for block in message["content"] if isinstance(message["content"], list) else []:
            if block["type"] == "tool_use" and block["id"] not in given:
                result = {"type": "tool_result", "tool_use_id": block["id"],
                          "content": "Interrompu.", "is_error": True}
                waiting.append({"role": "user", "content": [result]})
    return repaired + waiting


# %% task="q7" mutant="un message à part pour les manquants" code="GROUPE" fails=["un résultat sur deux", "au milieu", "messages du même rôle"]
def repair(messages):
    def ids(message, kind, key):
        content = message["content"]
        return [b[key] for b in content if b["type"] == kind] if isinstance(content, list) else []

    given = {id for message in messages for id in ids(message, "tool_result", "tool_use_id")}
    repaired, lost = [], []
    for message in messages:
        if message["role"] == "user" and lost:
            repaired.append({"role": "user", "content": lost})
            lost = []
        repaired.append(message)
        lost = lost + [
            {"type": "tool_result", "tool_use_id": id, "content": "Interrompu.", "is_error": True}
            for id in ids(message, "tool_use", "id") if id not in given
        ]
    return repaired + ([{"role": "user", "content": lost}] if lost else [])


# %% task="q7" mutant="répond à l'outil serveur" code="SERVEUR" fails=["outil serveur"]
def repair(messages):
    turns = []
    for one in messages:
        content = one["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
        if turns and turns[-1]["role"] == one["role"]:
            turns[-1]["content"] += blocks
        else:
            turns.append({"role": one["role"], "content": blocks})
    if turns and turns[-1]["role"] == "assistant":
        turns.append({"role": "user", "content": []})
    for turn, after in zip(turns, turns[1:]):
        given = [b.get("tool_use_id") for b in after["content"]]
        asked = [b["id"] for b in turn["content"] if b["type"].endswith("tool_use")]
        after["content"] = [
            {"type": "tool_result", "tool_use_id": id, "content": "Interrompu.", "is_error": True}
            for id in asked if id not in given
        ] + after["content"]
    return [turn for turn in turns if turn["content"]]


# %% task="q7" mutant="écrit dans l'historique reçu" code="ALIAS" fails=["historique intact"]
def repair(messages):
    for place in range(len(messages) - 1, -1, -1):
        turn = messages[place]
        if turn["role"] != "assistant" or isinstance(turn["content"], str):
            continue
        end = place + 1
        if end < len(messages) and messages[end]["role"] == "assistant":
            messages[place : end + 1] = [{"role": "assistant", "content": turn["content"] + messages[end]["content"]}]
            turn = messages[place]
        given, home = [], None
        for later in messages[end:]:
            if later["role"] == "assistant":
                break
            found = [b["tool_use_id"] for b in later["content"] if isinstance(b, dict) and "tool_use_id" in b]
            home = later if found and home is None else home
            given += found
        if place and messages[place - 1]["role"] == "assistant":
            continue
        lost = [
            {"type": "tool_result", "tool_use_id": b["id"], "content": "Interrompu.", "is_error": True}
            for b in turn["content"] if b["type"] == "tool_use" and b["id"] not in given
        ]
        if lost and home is not None:
            home["content"] = lost + home["content"]
        elif lost:
            messages.insert(end, {"role": "user", "content": lost})
    return messages


# %% task="q7" mutant="« OK », sans is_error" code="VIDE" fails=["public", "deux demandes en fin d'historique", "l'utilisateur a continué", "un résultat sur deux", "au milieu", "outil serveur", "messages du même rôle"]
def repair(messages):
    turns = []
    for one in messages:
        content = one["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
        if turns and turns[-1]["role"] == one["role"]:
            turns[-1]["content"] += blocks
        else:
            turns.append({"role": one["role"], "content": blocks})
    if turns and turns[-1]["role"] == "assistant":
        turns.append({"role": "user", "content": []})
    for turn, after in zip(turns, turns[1:]):
        given = [b.get("tool_use_id") for b in after["content"]]
        asked = [b["id"] for b in turn["content"] if b["type"] == "tool_use"]
        after["content"] = [
            {"type": "tool_result", "tool_use_id": id, "content": "OK"} for id in asked if id not in given
        ] + after["content"]
    return [turn for turn in turns if turn["content"]]


# %% task="q8" alternative="un drapeau, content en blocs"
def answer(block, search):
    failed = False
    try:
        rows = list(search(**block.input))
        body = json.dumps(dict(total=len(rows), contracts=[row for row in rows[0:10]]))
    except Exception as error:
        failed = True
        body = str(error) if isinstance(error, ValueError) else "Base indisponible, rien n'a été cherché."
    content = [{"type": "text", "text": body}]
    return {"type": "tool_result", "tool_use_id": block.id, "content": content, "is_error": failed}


# %% task="q8" alternative="par execute"
def answer(block, search):
    def counted(**given):
        rows = search(**given)
        return {"contracts": rows[:10], "total": len(rows)}

    return execute(block, {block.name: counted})


# %% task="q8" mutant="une liste vide est une erreur" code="VIDE" fails=["rien trouvé"]
def answer(block, search):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        found = search(**block.input)
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    except Exception:
        return {**result, "content": "La base ne répond pas.", "is_error": True}
    if not found:
        return {**result, "content": "Aucun contrat trouvé.", "is_error": True}
    told = {"total": len(found), "contracts": found[:10]}
    return {**result, "content": json.dumps(told, ensure_ascii=False)}


# %% task="q8" mutant="un échec rendu comme vide" code="VIDE" fails=["client inconnu", "base en panne"]
def answer(block, search):
    try:
        found = search(**block.input)
    except Exception:
        found = []
    told = json.dumps({"total": len(found), "contracts": found[:10]}, ensure_ascii=False)
    return {"type": "tool_result", "tool_use_id": block.id, "content": told}


# %% task="q8" mutant="client inconnu rendu comme vide" code="VIDE" fails=["client inconnu"]
def answer(block, search):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        found = search(**block.input)
    except ValueError:
        found = []
    except Exception:
        return {**result, "content": "La base ne répond pas.", "is_error": True}
    told = {"total": len(found), "contracts": found[:10]}
    return {**result, "content": json.dumps(told, ensure_ascii=False)}


# %% task="q8" mutant="une phrase à la place de la liste vide" code="VIDE" fails=["rien trouvé"]
def answer(block, search):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        found = search(**block.input)
        if found:
            told = json.dumps({"total": len(found), "contracts": found[:10]}, ensure_ascii=False)
        else:
            told = "Ce client n'a aucun contrat."
        return result | {"content": told}
    except ValueError as error:
        return result | {"content": f"{error}", "is_error": True}
    except Exception:
        return result | {"content": "La base ne répond pas.", "is_error": True}


# %% task="q8" mutant="total compté après la coupe" code="TROP" fails=["plus de dix"]
def answer(block, search):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        rows = search(**block.input)[:10]
        return {**result, "content": json.dumps({"total": len(rows), "contracts": rows})}
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    except Exception:
        return {**result, "content": "La recherche n'a pas abouti.", "is_error": True}


# %% task="q8" mutant="les dix premiers, sans dire combien" code="TROP" fails=["plus de dix"]
def answer(block, search):
    rows, contracts, result = [], [], {"type": "tool_result", "tool_use_id": block.id}
    try:
        rows = search(**block.input)
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    except Exception:
        return {**result, "content": "La recherche n'a pas abouti.", "is_error": True}
    for row in rows:
        if len(contracts) < 10:
            contracts.append(row)
    return {**result, "content": json.dumps({"contracts": contracts, "total": len(contracts)})}


# %% task="q8" mutant="l'exception telle quelle" code="FUITE" fails=["base en panne"]
def answer(block, search):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        found = search(**block.input)
    except Exception as error:
        return {**result, "content": f"La recherche a échoué : {error!r}", "is_error": True}
    told = {"total": len(found), "contracts": found[:10]}
    return {**result, "content": json.dumps(told, ensure_ascii=False)}


# %% task="q8" mutant="une panne arrête la boucle" code="PAIRE" fails=["base en panne"]
def answer(block, search):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        found = search(**block.input)
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    told = {"total": len(found), "contracts": found[:10]}
    return {**result, "content": json.dumps(told, ensure_ascii=False)}


# %% task="q8" mutant="du Python au lieu de JSON" code="JSON" fails=["public", "trouvé", "plus de dix", "rien trouvé"]
def answer(block, search):
    result = {"type": "tool_result", "tool_use_id": block.id}
    try:
        found = search(**block.input)
    except ValueError as error:
        return {**result, "content": str(error), "is_error": True}
    except Exception:
        return {**result, "content": "La recherche n'a pas abouti.", "is_error": True}
    return {**result, "content": str({"total": len(found), "contracts": found[:10]})}
