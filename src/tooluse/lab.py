"""`tooluse lab`: JupyterLab in French, on the first lesson, with this environment's programs and kernel."""

import importlib.util
import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from urllib.parse import quote

from tooluse.french import typeset
from tooluse.places import CommandError, course_root, exercises, lessons, spellings

SETTINGS = Path(__file__).parent / "jupyter"  # holds labconfig/: the language, and no news or update prompts


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "lab",
        help="ouvrir JupyterLab sur la première leçon, en français",
        description=typeset("Ouvre JupyterLab, en français, sur la première leçon ou sur le carnet demandé."),
        usage="tooluse lab [-h] [CARNET] [OPTIONS DE JUPYTERLAB]",
        epilog=typeset("Les autres options vont à JupyterLab : tooluse lab tp01 --no-browser --port 9999"),
    )
    parser.add_argument(
        "notebook", nargs="?", metavar="CARNET", help="un fichier, un TP (tp01) ou une leçon (01)"
    )
    parser.set_defaults(run=run)


def run(args) -> int:
    if importlib.util.find_spec("jupyterlab") is None:
        raise CommandError(
            "JupyterLab n'est pas installé dans cet environnement Python : refaites l'installation."
        )
    notebook = find(args.notebook)
    print(
        typeset(f"Démarrage de JupyterLab sur {notebook.name}… Pour l'arrêter : Ctrl+C ici, deux fois."),
        flush=True,  # this process may become JupyterLab
    )
    return launch(command(notebook, args.extra), environment())


def find(name: str | None, start: Path | None = None) -> Path:
    """The notebook to open. Raises CommandError, which says what exists."""
    start = start or Path.cwd()
    root = course_root(start)
    if name is None:
        found = lessons(root)[:1]
    elif (start / name).is_file():
        found = [start / name]
    else:
        found = _named(name, root)
    if found:
        return found[0].resolve()
    if root is None:
        raise CommandError(
            "aucun carnet trouvé : ni course/ ni exercises/ ici ou plus haut. Allez dans le dossier du cours."
        )
    exist = [path.stem for path in lessons(root)] + list(exercises(root))
    what = f"le carnet « {name} » n'existe pas" if name else f"pas de leçon dans {root / 'course'}"
    raise CommandError(f"{what}. Carnets : {', '.join(exist)}.")


def _named(name: str, root: Path | None) -> list[Path]:
    """By short name: `tp01`, `TP1`, `01`, `1`, `01_une_demande`. A bare number is a lesson's."""
    key, *as_tp = spellings(name)
    found = [path for path in lessons(root) if {key, key.zfill(2)} & _names(path)]
    return found or [path for tp, path in exercises(root).items() if tp.lower() in as_tp]


def _names(lesson: Path) -> set[str]:
    stem = lesson.stem.lower()
    return {stem, stem.split("_")[0]}


def command(notebook: Path, extra: list[str]) -> list[str]:
    root = course_root(notebook.parent)
    if root is None or not notebook.is_relative_to(root):
        root = notebook.parent
    page = f"/lab/tree/{quote(notebook.relative_to(root).as_posix())}"
    options = [f"--ServerApp.root_dir={root}", f"--LabApp.default_url={page}", *_terminal()]
    return [sys.executable, "-m", "jupyterlab", *options, *extra]


def _terminal() -> list[str]:
    """The user's shell, but no login shell, as Jupyter may start: /etc/profile resets PATH on Debian."""
    if os.name != "posix":
        return []
    shell = shlex.quote(os.environ.get("SHELL") or "sh")
    return [f"--ServerApp.terminado_settings=shell_command={shell}"]


def environment() -> dict[str, str]:
    """This environment's programs and kernel first; our settings are defaults: a user's own win."""
    here = dict(os.environ)
    return here | {
        "PATH": os.pathsep.join([sysconfig.get_path("scripts"), here.get("PATH", os.defpath)]),
        "JUPYTER_CONFIG_PATH": os.pathsep.join(
            filter(None, [str(SETTINGS), here.get("JUPYTER_CONFIG_PATH")])
        ),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


def launch(words: list[str], env: dict[str, str]) -> int:
    """JupyterLab takes the place of this process where the system can do that, so that signals reach it."""
    if os.name == "posix":
        os.execve(words[0], words, env)
    server = subprocess.Popen(words, env=env)
    while True:
        try:
            return server.wait()
        except KeyboardInterrupt:  # the server has heard it too, and asks whether to stop
            continue
