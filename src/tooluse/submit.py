"""`tooluse submit TP`: the student's notebook, checked and put where the grader looks for it."""

import ast
import json
import os
import re
import sys
import unicodedata
import warnings
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tooluse.french import typeset
from tooluse.places import CommandError, course_root, known_tp, reason, short, students_notebook

STUDENT = "TOOLUSE_STUDENT"
CHECK = re.compile(r"""^\s*(?:verify|judge|hint)\(\s*["'](tp\w+)\.(q\d+)["']""", re.IGNORECASE | re.MULTILINE)
STUB = re.compile(r"""^\s*raise NotImplementedError\(\s*["']Tâche à faire""", re.MULTILINE)
NOTEBOOK_WORDS = re.compile(r"^(\s*)(?:[%!?]|[\w, ]+=\s*[%!]).*", re.MULTILINE)
FORBIDDEN = re.compile(r'[/\\:*?"<>|\x00-\x1f\x7f]')


@dataclass(frozen=True)
class Cell:
    """`grade_id` is nbgrader's name of a cell; `name` also the cell's id, the same in the built notebooks."""

    kind: str
    source: str
    grade_id: str
    name: str

    def checks(self) -> list[tuple[str, str]]:
        """The tasks that it checks: `("tp01", "q2")`. A lesson's text may quote such a call: no matter."""
        found = CHECK.findall(self.source) if self.kind == "code" else []
        return [(tp.lower(), task.lower()) for tp, task in found]


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "submit",
        help="préparer la copie d'un TP à remettre",
        description=typeset(
            "Vérifie votre carnet et le copie dans submitted/<nom>/<tp>/<tp>.ipynb : le fichier à remettre. "
            "La commande trouve le carnet d'où que vous soyez dans le dossier du cours."
        ),
    )
    parser.add_argument("tp", metavar="TP", help="tp01, TP01 ou 1")
    parser.add_argument("--student", metavar="NOM", help=f"votre nom ou numéro (sinon la variable {STUDENT})")
    parser.add_argument(
        "--to", type=Path, metavar="DOSSIER", help="où créer submitted/ (sinon le dossier du cours)"
    )
    parser.add_argument("--notebook", type=Path, metavar="FICHIER", help="le carnet, s'il porte un autre nom")
    parser.set_defaults(run=run)


def run(args) -> int:
    if "NBGRADER_EXECUTION" in os.environ:  # a cell of the notebook that is being graded
        _say("Carnet en cours de notation : rien n'est remis.")
        return 0
    root = course_root()
    tp = known_tp(args.tp, root)
    source = students_notebook(tp, args.notebook, root)
    data, cells = read(source)
    tasks = tasks_of(tp, cells)
    check_tp(cells, tp, tasks, source)
    home = args.to or root or Path.cwd()
    student = valid_name(args.student or _name(home, remembered=args.to is None))
    target = home / "submitted" / student / tp / f"{tp}.ipynb"
    replaced = target.exists()
    _write(target, data)
    _say(f"{tp} de {student} : copie {'remplacée' if replaced else 'prête'}, à partir de {short(source)}")
    _say(f"  {short(target)}")
    folder = short(home / "submitted" / student)
    _say(f"À remettre : le dossier {folder}, ou seulement ce fichier {tp}.ipynb.")
    _say(saved(source))
    for doubt in doubts(cells, tp, tasks):
        _say(f"Attention : {doubt}")
    return 0


def read(path: Path) -> tuple[bytes, list[Cell]]:
    """The file's bytes and the notebook's cells. Raises CommandError when it is no notebook."""
    try:
        data = path.read_bytes()
        notebook = json.loads(data.decode("utf-8-sig"))
        return data, [_cell(raw) for raw in notebook["cells"] if isinstance(raw, dict)]
    except OSError as error:
        raise CommandError(f"{short(path)} ne peut pas être lu : {reason(error)}.") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CommandError(
            f"{short(path)} n'est pas un carnet lisible. Ouvrez-le dans JupyterLab et enregistrez-le."
        ) from None


def _cell(raw: dict) -> Cell:
    source = raw.get("source", "")
    source = "".join(map(str, source)) if isinstance(source, list) else str(source)
    metadata = raw.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    grade_id = str(nbgrader.get("grade_id") or "") if isinstance(nbgrader, dict) else ""
    return Cell(str(raw.get("cell_type")), source, grade_id, grade_id or str(raw.get("id", "")))


def tasks_of(tp: str, cells: list[Cell]) -> list[str]:
    """The tasks of a TP; of one without public checks, those that the notebook names."""
    from tooluse.practice.tasks import known_tps, public_suite

    if tp in known_tps():
        return sorted(public_suite(tp).tasks(), key=lambda task: int(task[1:]))
    return list(dict.fromkeys(cell.name for cell in cells if re.fullmatch(r"q\d+", cell.name)))


def check_tp(cells: list[Cell], tp: str, tasks: list[str], path: Path) -> None:
    """Raises CommandError when this is a lesson, or the notebook of another TP."""
    named = {name for cell in cells for name, _ in cell.checks()}
    what_to_do = f"Donnez le bon fichier : tooluse submit {tp} --notebook FICHIER"
    if named and tp.lower() not in named:
        others = ", ".join(sorted(named))
        raise CommandError(f"{short(path)} est le carnet de {others}, pas celui de {tp}. {what_to_do}")
    if not named and not any(cell.name in tasks for cell in cells):
        raise CommandError(
            f"{short(path)} n'est pas le carnet de {tp} : il n'a aucune de ses cellules notées. {what_to_do}"
        )


def saved(path: Path) -> str:
    """When the notebook was last saved. What stands in the browser only is not handed in."""
    moment = path.stat().st_mtime
    checkpoint = path.parent / ".ipynb_checkpoints" / f"{path.stem}-checkpoint.ipynb"
    text = f"Carnet enregistré le {datetime.fromtimestamp(moment):%d/%m/%Y à %H:%M}."
    again = "Enregistrez (Ctrl+S), puis relancez la commande."
    if checkpoint.is_file() and checkpoint.stat().st_mtime > moment + 1:
        return f"Attention : {text} JupyterLab en garde une version plus récente. {again}"
    return f"{text} Modifié depuis ? {again}"


def doubts(cells: list[Cell], tp: str, tasks: list[str]) -> list[str]:
    """What may cost points, one sentence each: the copy is handed in all the same."""
    stripped = not any(cell.grade_id for cell in cells)
    answers = {task: _answers(cells, tp, task, stripped) for task in tasks}
    names = {cell.name for cell in cells}
    expected = tasks if stripped else [name for task in tasks for name in (task, f"{task}-test")]
    absent = [name for name in expected if name not in names and not answers.get(name)]
    empty = [task for task in tasks if answers[task] and all(map(_unanswered, answers[task]))]
    said = []
    if stripped:
        lost = "un autre éditeur a retiré les repères de nbgrader ; réponses cherchées d'après leur place."
        said.append(f"{lost} Prévenez votre enseignant.")
    if absent:
        said.append(f"cellules introuvables : {', '.join(absent)}. Remettez-les d'après le carnet d'origine.")
    said += [f"{task}, {wrong}" for task in tasks for wrong in map(_unreadable, answers[task]) if wrong]
    if empty:
        said.append(f"sans réponse : {', '.join(empty)}. Répondez, enregistrez, puis relancez la commande.")
    return said


def _answers(cells: list[Cell], tp: str, task: str, stripped: bool) -> list[str]:
    """The answer to a task, in all its copies: by name; where names are gone, the cell before the check."""
    named = [cell.source for cell in cells if cell.name == task]
    if named or not stripped:
        return named
    before: list[str] = []
    for cell in cells:
        if (tp.lower(), task) in cell.checks():
            break
        before = [] if cell.checks() else [*before, *([cell.source] if cell.kind == "code" else [])]
    else:
        return []
    return [source for source in before if STUB.search(source)] or before[-1:]


def _unanswered(source: str) -> bool:
    """The stub is still there, or there is no code at all."""
    lines = (line.strip() for line in source.splitlines())
    return bool(STUB.search(source)) or all(not line or line[0] == "#" for line in lines)


def _unreadable(source: str) -> str:
    """Where Python stops reading, if it does. `%time` and `!ls` are the notebook's own words."""
    lines, wrong = source.splitlines() or [""], 1
    for text in (source, NOTEBOOK_WORDS.sub(r"\1pass", source)):
        try:
            with warnings.catch_warnings(action="ignore"):
                compile(text, "q", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        except SyntaxError as error:
            wrong = min(error.lineno or 1, len(lines))
        except (ValueError, RecursionError, MemoryError):
            wrong = 1
        else:
            return ""
    line = lines[wrong - 1].strip().replace("`", "'")
    return f"ligne {wrong} : Python ne peut pas lire ce code (`{line[:60]}`)."


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
        raise CommandError(f"impossible d'écrire {target} : {reason(error)}.", exit_code=1) from None


def _say(text: str) -> None:
    print(typeset(text))
