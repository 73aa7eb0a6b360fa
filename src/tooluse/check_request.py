"""`tooluse check-request FILE`: what the API would say of a request, of many, of a recorded conversation."""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tooluse.french import typeset
from tooluse.request_files import MAX_TOKENS, Found, Item, read
from tooluse.rules import Violation, check, profile
from tooluse.rules.catalogue import API_VERSION

SHOWN = 20  # violations of one request in the text; JSON gives all
WIDTH = 100
VERSIONS = ("2023-06-01", API_VERSION)
NOT_FOUND = "model-not-found"
NOT_FOUND_SAYS = {
    "meaning": "Aucun modèle ne porte ce nom, ou il est retiré : l'API ne fait pas la différence.",
    "why": "Un modèle vit un temps, puis il est retiré. Un nom mal tapé reçoit la même réponse.",
    "remedy": "Prenez un modèle de la liste : `client.models.list()`, ou `tooluse models`.",
    "lesson": "00",
}
NOT_JUDGED = (
    "continue une conversation que l'API garde (thread) et qui n'est pas dans ce fichier : rien n'en est dit."
)


@dataclass
class Judged:
    """One request and what the API would say of it."""

    number: int
    model: Any
    told: list[dict[str, str]] = field(default_factory=list)
    unknown: bool = False  # rests on what the API keeps: nobody can tell

    def count(self, severity: str) -> int:
        return sum(entry["severity"] == severity for entry in self.told)


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "check-request",
        help="dire ce que l'API répondrait à une requête",
        description=typeset(
            "Dit ce que l'API répondrait à une requête, sans l'envoyer : chaque défaut, où il est, pourquoi, "
            "comment le corriger. Le fichier contient le corps JSON d'une requête, plusieurs (en liste ou "
            "une par ligne), une liste de messages, ou un enregistrement d'échanges."
        ),
        epilog=typeset(
            "Code de sortie : 0 si tout est accepté, 1 si l'API refuse, 2 si le fichier est illisible."
        ),
    )
    parser.add_argument("file", metavar="FICHIER", help="le fichier, ou - pour l'entrée standard")
    parser.add_argument("--model", metavar="ID", help="juger pour ce modèle, quel que soit celui du fichier")
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        metavar="FORME",
        help="text, ou json pour un programme",
    )
    parser.add_argument(
        "--api-version",
        choices=VERSIONS,
        metavar="DATE",
        help=f"version de l'API : {' ou '.join(VERSIONS)} ({API_VERSION}, celle du SDK)",
    )
    parser.add_argument("--beta", action="store_true", help="la requête a un en-tête anthropic-beta")
    parser.set_defaults(run=run)


def run(args) -> int:
    found = read(args.file)
    judged = list(_judge(found, args))
    with suppress(AttributeError, ValueError):  # a terminal of another alphabet, half a surrogate pair
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        (_print_json if args.format == "json" else _print_text)(judged, found, args)
        sys.stdout.flush()
    except BrokenPipeError:  # `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1 if any(one.count("error") for one in judged) else 0


# ---------------------------------------------------------------- judging


def _judge(found: Found, args) -> Iterator[Judged]:
    threads = None
    for number, item in enumerate(found.items, 1):
        request = item.request
        if args.model and isinstance(request, dict):
            request = {**request, "model": args.model}
        if isinstance(request, dict) and isinstance(request.get("thread"), dict):
            threads = threads or _threads()
            request = threads(request, item.response)
        model = request.get("model") if isinstance(request, dict) else None
        if request is None and item.request is not None:
            yield Judged(number, model, unknown=True)
            continue
        told = list(_told(request, item, args))
        if found.kind == "conversation":  # finished: its last answer is nobody's prefill
            told = [entry for entry in told if entry["rule"] != "prefill-unsupported"]
        yield Judged(number, model, told)


def _threads():
    """A function that gives a request of a thread its whole conversation, or None where that is lost."""
    from tooluse.mock.fault import Fault
    from tooluse.mock.threads import Threads

    known = Threads()

    def whole(request: dict[str, Any], response: Any) -> Any:
        try:
            resolved = known.resolve(request)
        except Fault:
            return None
        if isinstance(response, dict) and response.get("type") == "message":
            with suppress(KeyError, TypeError, AttributeError):  # a recording that someone has edited
                known.remember(request, resolved, response)
        return resolved

    return whole


def _told(request: Any, item: Item, args) -> Iterator[dict[str, str]]:
    # A recording keeps no headers: what it holds may have been sent with a beta one.
    beta = args.beta or "anthropic-beta" in item.headers or item.recorded and not item.headers
    version = args.api_version or item.headers.get("anthropic-version", API_VERSION)
    refused = False
    warnings = []
    for violation in check(request, api_version=version, beta=beta, counting=item.counting):
        entry = _entry(violation)
        refused |= violation.severity == "error"
        if violation.severity == "warning":
            warnings.append(entry)
        else:
            yield entry
    if not refused and not _exists(request["model"]):  # looked up when all else is right
        message = f"model: {request['model']}"
        texts = {key: typeset(text) for key, text in NOT_FOUND_SAYS.items()}
        yield {"rule": NOT_FOUND, "path": "model", "message": message, "severity": "error", **texts}
    yield from warnings


def _entry(violation: Violation) -> dict[str, str]:
    keys = ("rule", "path", "message", "severity", "meaning", "why", "remedy", "lesson")
    return {key: getattr(violation, key) for key in keys}


def _exists(model: str) -> bool:
    try:
        return bool(profile(model))
    except LookupError:
        return False


# ---------------------------------------------------------------- telling


def _print_json(judged: list[Judged], _found: Found, _args) -> None:
    entries = [{"request": one.number, **entry} for one in judged for entry in one.told]
    print(json.dumps(entries, ensure_ascii=False, indent=1))


def _print_text(judged: list[Judged], found: Found, args) -> None:
    several = len(judged) > 1
    if found.kind == "conversation":
        model = args.model or judged[0].model
        _say(f"Messages seuls : jugés comme une requête à {model}, max_tokens {MAX_TOKENS}, sans outils.")
    if not judged:
        _say("Aucune requête dans ce fichier.")
    for one in judged:
        _print_one(one, several)
    if several:
        refused = sum(one.count("error") > 0 for one in judged)
        unknown = sum(one.unknown for one in judged)
        left = f", {_counted(unknown, 'non jugée')}" if unknown else ""
        _say(f"{len(judged)} requêtes : {_counted(refused, 'refusée')}{left}.")


def _print_one(one: Judged, several: bool) -> None:
    name = f"Requête {one.number}" if several else "Requête"
    if one.unknown:
        _say(f"{name} : {NOT_JUDGED}\n")
        return
    errors, warnings = one.count("error"), one.count("warning")
    counts = [_counted(n, word) for n, word in ((errors, "erreur"), (warnings, "avertissement")) if n]
    verdict = "refusée" if errors else "acceptée"
    _say(f"{name} : {', '.join([verdict, *counts])}")
    if errors > 1:
        _say("L'API ne dirait que la première erreur.")
    for entry in one.told[:SHOWN]:
        _print_entry(entry)
    if len(one.told) > SHOWN:
        _say(f"… et {len(one.told) - SHOWN} de plus : --format json les donne toutes.")
    print()


def _print_entry(entry: dict[str, str]) -> None:
    status = "404" if entry["rule"] == NOT_FOUND else "400"
    mark = status if entry["severity"] == "error" else "avertissement"
    who = "API" if entry["severity"] == "error" else "Constat"
    print(f"\n  {mark} · {entry['path'] or 'requête entière'}")
    print(typeset(f"    {who} : ") + entry["message"])
    lesson = f" (leçon {entry['lesson']})"
    for label, key, after in (("Sens", "meaning", ""), ("Pourquoi", "why", ""), ("Remède", "remedy", lesson)):
        _wrapped(f"{label} : {entry[key]}{after}")


def _wrapped(text: str) -> None:
    width = min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns)
    lines = textwrap.wrap(
        typeset(text),
        max(width, 40),
        initial_indent="    ",
        subsequent_indent="      ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    print("\n".join(lines))


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' if number > 1 else ''}" if number else f"aucune {word}"


def _say(text: str) -> None:
    print(typeset(text))
