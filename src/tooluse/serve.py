"""`tooluse serve`: the offline API on a socket, for any SDK, any language, curl."""

import argparse
import errno
import os
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tooluse.french import typeset
from tooluse.places import CommandError

HOST, PORT = "127.0.0.1", 8765
SIMULATED = "simulated"
KEY = "hors-ligne"  # any will do; without one the SDK does not start


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "serve",
        help="lancer l'API hors ligne sur un port, pour tout SDK et pour curl",
        description=typeset(
            "Lance l'API hors ligne sur cette machine. Un programme s'en sert par la variable "
            "ANTHROPIC_BASE_URL, dans n'importe quel langage. Pour l'arrêter : Ctrl+C."
        ),
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=PORT,
        metavar="N",
        help=f"le port ({PORT} ; 0 pour un port libre)",
    )
    parser.add_argument(
        "--host",
        default=HOST,
        metavar="ADRESSE",
        help=f"l'adresse d'écoute ({HOST} : cette machine)",
    )
    parser.add_argument(
        "--model",
        default=SIMULATED,
        metavar="MODÈLE",
        help=f"qui répond : {SIMULATED}, ou un fichier JSON de répliques",
    )
    parser.add_argument("--repeat", action="store_true", help="à la fin du fichier, reprendre au début")
    parser.set_defaults(run=run)


def run(args) -> int:
    from tooluse.mock import sockets
    from tooluse.mock.server import Server

    model = _model(args.model, args.repeat)
    server = Server(model, clock=lambda: datetime.now(UTC), keep=1)
    listening = _listen(args.host, args.port)
    address = sockets.address(listening)
    finished = sockets.serve(server, listening, ready=lambda: _announce(address, model, args.host))
    if not finished:  # a function of the model never ends: Python would wait for it
        sys.stdout.flush()
        os._exit(1)
    return 0


def _announce(address: str, model: Any, host: str) -> None:
    """One line with the address, for who waits for it; then how to use it, for who reads."""
    name = getattr(model, "name", type(model).__name__)
    lines = [
        f"Claude {name}, hors ligne, écoute sur {address}",
        "Donnez à votre programme ces deux variables (la clé peut être n'importe quel mot) :",
        f"  ANTHROPIC_BASE_URL={address}",
        f"  ANTHROPIC_API_KEY={KEY}",
        "Pour arrêter : Ctrl+C.",
    ]
    if not _only_this_machine(host):
        lines.append("Attention : toute machine du réseau peut s'en servir.")
    print(typeset("\n".join(lines)), flush=True)


def _only_this_machine(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def _listen(host: str, port: int) -> socket.socket:
    from tooluse.mock import sockets

    try:
        return sockets.listen(host, port)
    except (socket.gaierror, UnicodeError):
        raise CommandError(f"l'adresse « {host} » n'existe pas. Essayez --host {HOST}.") from None
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            taken = error.errno == errno.EADDRINUSE
            why = "est déjà pris : un autre programme l'utilise" if taken else "est réservé au système"
            raise CommandError(f"le port {port} {why}. Choisissez-en un autre, ou --port 0.") from None
        raise CommandError(f"impossible d'écouter sur {host}, port {port} ({error.strerror}).") from None


def _model(name: str, repeat: bool) -> Any:
    """Raises CommandError when the file is no script."""
    from tooluse.mock.models import ScriptFault

    if name == SIMULATED:
        from tooluse.mock.models import SimulatedModel

        return SimulatedModel()
    from tooluse.mock.models.script_file import read_script

    try:
        return read_script(Path(name), repeat=repeat)
    except (ScriptFault, TypeError) as error:
        raise CommandError(
            f"{error} (`--model` prend {SIMULATED}, ou un fichier JSON de répliques.)"
        ) from None


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 6 and int(text) < 2**16:
        return int(text)
    raise argparse.ArgumentTypeError(typeset(f"« {text} » n'est pas un port. Donnez un nombre de 0 à 65535."))
