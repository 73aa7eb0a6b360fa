"""`tooluse submit TP`: the student's notebook, checked and put where the grader looks for it."""

import json
import os
import re
import sys
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

from tooluse.french import typeset
from tooluse.places import CommandError, course_root, exercises, upwards

STUDENT = "TOOLUSE_STUDENT"
NOT_THE_STUDENTS = {"submitted", "autograded", "feedback", "solutions"}
TASK_CALL = re.compile(r"""\b(?:verify|hint)\(\s*["'](tp\w+)\.q\d+["']""", re.IGNORECASE)
STUB = re.compile(r"^\s*raise NotImplementedError\b", re.MULTILINE)
FORBIDDEN = re.compile(r'[/\\:*?"<>|\x00-\x1f\x7f]')


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "submit",
        help="préparer la copie d'un TP à remettre",
        description=typeset(
            "Vérifie votre carnet et le copie dans submitted/<nom>/<tp>/<tp>.ipynb : le fichier à remettre. "
            "La commande trouve le carnet d'où que vous soyez dans le dossier du cours."
        ),
    )
    parser.add_argument("tp", metavar="TP", help="tp01, en majuscules ou en minuscules")
    parser.add_argument("--student", metavar="NOM", help=f"votre nom ou numéro (sinon la variable {STUDENT})")
    parser.add_argument(
        "--to", type=Path, metavar="DOSSIER", help="où créer submitted/ (sinon le dossier du cours)"
    )
    parser.add_argument("--notebook", type=Path, metavar="FICHIER", help="le carnet, s'il porte un autre nom")
    parser.set_defaults(run=run)


def run(args) -> int:
    root = course_root()
    tp = known_tp(args.tp, root)
    source = find(tp, args.notebook, root)
    data, cells = checked(source, tp)
    home = args.to or root or Path.cwd()
    student = valid_name(args.student or _name(home, remembered=args.to is None))
    target = home / "submitted" / student / tp / f"{tp}.ipynb"
    replaced = target.exists()
    _write(target, data)
    _say(f"{tp} de {student} : copie {'remplacée' if replaced else 'prête'}, à partir de {_short(source)}")
    _say(f"  {_short(target)}")
    _say(
        f"À remettre : le dossier {_short(home / 'submitted' / student)}, ou seulement ce fichier {tp}.ipynb."
    )
    empty = unanswered(cells)
    if empty:
        _say(
            f"Attention, sans réponse : {', '.join(empty)}. Répondez, enregistrez, puis relancez la commande."
        )
    return 0


def known_tp(name: str, root: Path | None) -> str:
    from tooluse.practice.tasks import known_tps

    known = {tp.lower(): tp for tp in [*known_tps(), *exercises(root)]}
    key = Path(name).name.lower().removesuffix(".ipynb")
    if key not in known:
        raise CommandError(
            f"le TP « {name} » n'existe pas. TP : {', '.join(sorted(known.values())) or 'aucun'}."
        )
    return known[key]


def find(tp: str, given: Path | None, root: Path | None) -> Path:
    """The notebook given, else the nearest one: here, in a folder above, in exercises/."""
    if given is not None:
        if not given.is_file():
            raise CommandError(f"« {given} » n'existe pas ou n'est pas un fichier : vérifiez --notebook.")
        return given
    places = (Path(f"{tp}.ipynb"), Path(tp, f"{tp}.ipynb"), Path("exercises", tp, f"{tp}.ipynb"))
    folders = [*upwards(Path.cwd()), *([root] if root else [])]
    for path in (folder / place for folder in folders for place in places):
        if path.is_file() and not NOT_THE_STUDENTS & set(path.parts):
            return path
    near = ", ".join(sorted(p.name for p in Path.cwd().glob("*.ipynb"))[:5])
    hint = f" Carnets d'ici : {near}." if near else ""
    raise CommandError(
        f"{tp}.ipynb introuvable ici, plus haut et dans exercises/{tp}/. Donnez --notebook FICHIER.{hint}"
    )


def checked(path: Path, tp: str) -> tuple[bytes, list[dict]]:
    """The file's bytes and the notebook's cells. Raises CommandError when it is no notebook of that TP."""
    try:
        data = path.read_bytes()
        notebook = json.loads(data.decode("utf-8-sig"))
        cells = [cell for cell in notebook["cells"] if isinstance(cell, dict)]
    except OSError as error:
        raise CommandError(f"{_short(path)} ne peut pas être lu ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CommandError(
            f"{_short(path)} n'est pas un carnet lisible. Ouvrez-le dans JupyterLab et enregistrez-le."
        ) from None
    named = {name.lower() for cell in cells for name in TASK_CALL.findall(source_of(cell))}
    if named and tp.lower() not in named:
        raise CommandError(f"{_short(path)} est le carnet de {', '.join(sorted(named))}, pas celui de {tp}.")
    if not any(_nbgrader(cell).get("solution") for cell in cells) and not named:
        raise CommandError(f"{_short(path)} n'est pas le carnet de {tp} : il n'a aucune cellule de réponse.")
    return data, cells


def source_of(cell: dict) -> str:
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _nbgrader(cell: dict) -> dict:
    metadata = cell.get("metadata")
    found = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return found if isinstance(found, dict) else {}


def unanswered(cells: list[dict]) -> list[str]:
    """The tasks whose answer still holds the stub, or nothing."""
    answers = [cell for cell in cells if _nbgrader(cell).get("solution")]
    empty = [cell for cell in answers if STUB.search(source_of(cell)) or not source_of(cell).strip()]
    return [str(_nbgrader(cell).get("grade_id")) for cell in empty]


def _name(home: Path, remembered: bool) -> str:
    """From the environment, from the last time in this folder, or asked for."""
    if os.environ.get(STUDENT, "").strip():
        return os.environ[STUDENT]
    before = [p.name for p in (home / "submitted").glob("*") if p.is_dir()] if remembered else []
    if len(before) == 1:
        return before[0]
    if sys.stdin is not None and sys.stdin.isatty():
        try:
            return input(typeset("Votre nom (ou votre numéro d'étudiant) : "))
        except EOFError:
            pass
    raise CommandError(f"à quel nom ? Ajoutez --student NOM, ou donnez-le dans la variable {STUDENT}.")


def valid_name(name: str) -> str:
    """A name that can be a folder on any system. Raises CommandError."""
    name = unicodedata.normalize("NFC", name).strip()
    if not name or len(name) > 100 or FORBIDDEN.search(name) or name[0] in "._" or name.endswith("."):
        raise CommandError(
            f'« {name[:100]} » ne peut pas servir de nom de dossier : pas de / \\ : * ? " < > |, '
            "pas de point ni de _ au début. Exemple : --student marie.dupont"
        )
    return name


def _write(target: Path, data: bytes) -> None:
    """The notebook, and beside it when it was handed in, in the form that nbgrader reads."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_suffix(".partial")
        partial.write_bytes(data)
        partial.replace(target)
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        (target.parent / "timestamp.txt").write_text(now, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"impossible d'écrire {target} ({error.strerror}).", exit_code=1) from None


def _short(path: Path) -> str:
    path, here = path.resolve(), Path.cwd().resolve()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _say(text: str) -> None:
    print(typeset(text))
