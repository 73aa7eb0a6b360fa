"""`autograder lint`: each rule of the house style is met by a slip, and what is right raises no alarm."""

import json

import authoring
import pytest
from authoring import LESSON, TP, autograder

from autograder.style import prose, table
from autograder.style.document import Json


@pytest.fixture
def course(tmp_path):
    course = authoring.course(tmp_path)
    authoring.lesson(course)
    return course


def rules(course, *names: str) -> list[str]:
    fresh = authoring.Course(course.root)
    return [finding.rule for unit in fresh.select(names) for finding in table.lint_unit(fresh, unit)]


def test_what_is_right_raises_no_alarm(course, capsys):
    autograder(course, "build")
    assert autograder(course, "lint", "--strict") == 0, capsys.readouterr()


LONG = " ".join(["mot"] * 91)
LESSON_SLIPS = [
    ("title-first", "# # 97 · Un jouet", "# 97"),
    ("markdown-length", "On explique l'addition.", LONG),
    ("french-signs", "On exécute…", "On exécute..."),
    ("french-signs", "« oui »", '"oui"'),
    ("french-signs", "« oui »", "“oui”"),
    ("french-spaces", "Vraiment ?", "Vraiment?"),
    ("one-apostrophe", "On exécute…", "On l’exécute…"),
    ("plain-python", "total * 1", "!ls"),
    ("code-width", "total * 1", "total * 1  # " + "x" * 90),
    ("absolute-path", "total * 1", 'open("/home/ada/x.json")'),
    ("absolute-path", "total * 1", 'open(r"C:\\ada\\x.json")'),
    ("model-written", "total * 1", 'modele = "claude-haiku-5-5"'),
    ("temperature", "total * 1", "client.messages.create(model=MODEL, temperature=0)"),
    ("temperature", "total * 1", 'demande = {"model": MODEL, "temperature": 0}'),
    ("cell-count", '# %% key="s1-modifier"\ntotal * 1\n', ""),
    ("code-length", "total * 1", "\n".join(["total * 1"] * 16)),
    ("code-length", "total * 1", "\n".join(["total * 1"] * 31)),
    ("frame", "**Vous allez savoir**", "Vous saurez"),
    ("frame", "## Vous savez maintenant", "## Fin"),
    ("frame", "maintenant\n#\n# - lire une réponse ;", "maintenant\n#\n# - lire une demande ;"),
    ("frame", "- lire une réponse ;\n# - compter les blocs.", "Rien."),
    ("trap", "## Le piège du jour", "## Piège"),
    ("predictions", 'predict("97.p1")', 'predict("97.p9")'),
    ("predictions", 'predict("97.p1")', 'predict("96.p1")'),
    ("predictions", "total = 1 + 1\nassert total == 2", 'quiz("97")'),
    ("quiz", 'quiz("97")', "total"),
    ("quiz", 'quiz("97")', 'quiz("96")'),
    ("assertions", "assert total == 2", "total"),
]


@pytest.mark.parametrize("rule, old, new", LESSON_SLIPS)
def test_a_slip_in_a_lesson(course, rule, old, new):
    authoring.edit(course.root / "course" / f"{LESSON}_jouet.py", old, new)
    assert rule in rules(course, LESSON)


TP_SLIPS = [
    ("title-first", "# # TP99 · Un jouet", "# TP99"),
    ("task-numbers", 'task="q1"', 'task="q2"'),
    ("announced", "# Faites les tâches", "# Une tâche, 9 points. Faites les tâches"),
    ("consigne", "# 3. Sans demande", f"# {LONG} Sans demande"),
    ("consigne", "# 1. Écrivez", "# Écrivez"),
    ("solution-region", "    ### BEGIN SOLUTION\n", ""),
    ("solution-region", "def tool_names(response):\n    ### BEGIN", "    ### BEGIN"),
    ("setup", "import hint, verify", "import verify"),
    ("hints", 'task="q1"', 'task="q2"'),
    ("taught", "return [block.name", "return [block.caller"),
    ("taught", 'block.type == "tool_use"', 'block.type == "server_tool_use"'),
    ("taught", "2. Gardez l'ordre", "2. Voyez `stop_reason`, gardez l'ordre"),
]


def test_a_tp_needs_what_a_lesson_teaches(course):
    """A name of the API must be taught in a lesson; other names may be explained by the TP itself."""
    authoring.edit(authoring.source(course), "block.name for", "helper(block) for")
    assert rules(course, TP) == ["taught"]
    authoring.edit(authoring.source(course), "# 2. Gardez", "# 2. Appelez `helper`. Gardez")
    assert rules(course, TP) == []


@pytest.mark.parametrize("rule, old, new", TP_SLIPS)
def test_a_slip_in_a_tp(course, rule, old, new):
    path = authoring.source(course)
    text = path.read_text(encoding="utf-8")
    if rule == "consigne" and "# Écrivez" in new:
        text = text.replace("# 2. Gardez", "# Gardez").replace("# 3. Sans", "# Sans")
    if old.startswith("    ### BEGIN"):
        text = text.replace("    ### END SOLUTION\n", "")
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert rule in rules(course, TP)


@pytest.mark.parametrize("steps", [None, [], ["a", "b"], ["a", "b", " "], "abc", {"1": "a"}])
def test_a_task_without_its_three_hints(course, steps):
    course.hints(TP).write_text(json.dumps({} if steps is None else {"q1": steps}))
    assert rules(course, TP) == ["hints"]


def test_hints_of_no_task(course):
    hints = json.loads(course.hints(TP).read_text(encoding="utf-8"))
    course.hints(TP).write_text(json.dumps(hints | {"q9": ["a", "b", "c"]}))
    assert rules(course, TP) == ["hints"]


def test_a_file_beside_the_solution(course):
    (course.solution(TP).parent / "mutants.txt").write_text("")
    assert rules(course, TP) == ["only-notebooks"]


@pytest.mark.parametrize("change", [{"outputs": [{"output_type": "stream"}]}, {"execution_count": 3}])
def test_outputs(course, change):
    notebook = json.loads(course.exercise(TP).read_text(encoding="utf-8"))
    notebook["cells"][1] |= change
    course.exercise(TP).write_text(json.dumps(notebook))
    assert rules(course, TP) == ["no-outputs"]
    course.exercise(TP).write_text("{")
    assert rules(course, TP) == ["no-outputs"]


@pytest.mark.parametrize(
    "path, value",
    [
        (["quiz"], []),
        (["predictions"], []),
        (["quiz", 0], "Et après ?"),
        (["quiz", 0, "prompt"], ""),
        (["quiz", 0, "choices"], []),
        (["quiz", 0, "choices", 0, "right"], False),
        (["quiz", 0, "choices", 1, "right"], True),
        (["predictions", "p1", "choices", 1, "explanation"], None),
        (["predictions", "p1", "choices", 1, "text"], ""),
    ],
)
def test_the_form_of_questions(course, path, value):
    data = json.loads(json.dumps(authoring.QUESTIONS))
    holder = data
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    course.questions(LESSON).write_text(json.dumps(data))
    assert "questions-form" in rules(course, LESSON)


def test_a_prediction_that_nobody_asks(course):
    data = json.loads(json.dumps(authoring.QUESTIONS))
    data["predictions"]["p4"] = data["predictions"]["p1"]
    course.questions(LESSON).write_text(json.dumps(data))
    assert rules(course, LESSON) == ["predictions"]


@pytest.mark.parametrize("content", ["{", "[]", b"\xff"])
def test_data_that_cannot_be_read(course, content):
    course.questions(LESSON).write_bytes(content if isinstance(content, bytes) else content.encode())
    assert "readable" in rules(course, LESSON)


def test_misconceptions(course, capsys):
    course.misconceptions.write_text('{"POS": {"name": "Lire..."}}')
    assert autograder(course, "lint") == 1
    said = capsys.readouterr().out
    assert "data/misconceptions.json [POS] misconceptions-form: the misconception has no explanation" in said
    assert "data/misconceptions.json [POS.name] french: three dots" in said


def test_every_rule_is_met_by_a_slip():
    met = {rule for rule, *_ in (*LESSON_SLIPS, *TP_SLIPS)}
    elsewhere = {
        "only-notebooks",
        "no-outputs",
        "questions-form",
        "readable",
        "misconceptions-form",
        "french",
    }
    assert met | elsewhere == set(table.rules())


def test_a_finding_says_where_and_what_to_do(course, capsys):
    authoring.edit(authoring.source(course), "# 2. Gardez l'ordre", '# 2. Gardez "cet" ordre')
    assert autograder(course, "lint", "tp99") == 1
    said = capsys.readouterr()
    start = "solutions/tp99.py:16 [q1-consigne] french-signs: straight double quotes in "
    assert said.out.startswith(start) and said.out.strip().endswith("; write « … », or `…` for code")
    assert said.err == "checked tp99: 1 errors, 0 warnings\n"


def test_a_warning_is_no_error_unless_strict(course, capsys):
    authoring.edit(course.root / "course" / f"{LESSON}_jouet.py", "total * 1", "\n".join(["total * 1"] * 16))
    assert autograder(course, "lint", LESSON) == 0
    assert "warning code-length: 16 lines of code" in capsys.readouterr().out
    assert autograder(course, "lint", LESSON, "--strict") == 1


def test_a_cell_waives_a_rule(course):
    path = course.root / "course" / f"{LESSON}_jouet.py"
    authoring.edit(path, "total * 1", 'vieux = "claude-2.1"')
    authoring.edit(path, 'key="s1-modifier"', 'key="s1-modifier" waive=["model-written"]')
    assert rules(course, LESSON) == []


@pytest.mark.parametrize(
    "text",
    [
        'Du code : `print("...")`, puis ``a ` "b"``.',
        '```python\nx = "a"  # ...\n```\nFin.',
        'Un lien [ici](https://example.org/a?b="c") et <a href="x">un</a>.',
        "| a | b |\n| :-- | --: |\n| 1 | 2 |",
        "À 10:30, le ratio 3:1 ; `a`, `b` : deux.",
        "![une image](x.png) et **gras** : vrai ! Vraiment ?!",
        "- item ;\n- **autre :** fin",
        "> ici&nbsp;: rien",
        "« `tool_use` » : une demande.",
    ],
)
def test_no_false_alarm_in_prose(text):
    from tooluse.french import typeset

    assert [*prose.wrong_signs(text), *prose.missing_spaces(typeset(text))] == []


@pytest.mark.parametrize(
    "source", ['meteo = {"temperature": 18, "ville": "Lyon"}', "afficher(temperature=18)", "temperature = 18"]
)
def test_the_weather_is_no_parameter(course, source):
    authoring.edit(course.root / "course" / f"{LESSON}_jouet.py", "total * 1", source)
    assert rules(course, LESSON) == []


@pytest.mark.parametrize(
    "source", ['chemin = "/v1/messages"', 'url = "http://127.0.0.1/tmp/x"', 'p = "tmp/x"']
)
def test_a_path_of_the_api_is_no_path_of_a_machine(course, source):
    authoring.edit(course.root / "course" / f"{LESSON}_jouet.py", "total * 1", source)
    assert rules(course, LESSON) == []


def test_words_are_counted_as_a_reader_does():
    assert prose.words("L'API dit `tool_use`, puis :\n\n```\nlong code here\n```\n") == 4


def test_texts_of_a_data_file_have_paths():
    assert dict(Json("x", {"a": [{"b": "c"}], "d": 1}).strings()) == {"a.0.b": "c"}
