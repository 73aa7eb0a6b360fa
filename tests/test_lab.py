"""`tooluse lab`: which notebook it opens, and with what."""

import json
import os
import sysconfig
from pathlib import Path

import pytest

from tooluse import cli, lab


@pytest.fixture
def course(tmp_path, monkeypatch) -> Path:
    root = tmp_path / "mon cours"
    for path in ("course/00_prise_en_main.ipynb", "course/01_une_demande.ipynb", "exercises/tp91/tp91.ipynb"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("{}")
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def started(monkeypatch) -> list:
    seen = []
    monkeypatch.setattr(lab, "launch", lambda words, env: seen.append((words, env)) or 0)
    return seen


@pytest.mark.parametrize("place", [".", "course", "exercises/tp91"])
def test_the_first_lesson_opens_from_anywhere_in_the_course(course, started, monkeypatch, place):
    monkeypatch.chdir(course / place)
    assert cli.main(["lab", "--", "--no-browser", "--port", "9999"]) == 0
    [(words, _)] = started
    assert words[1:] == [
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={course}",
        "--LabApp.default_url=/lab/tree/course/00_prise_en_main.ipynb",
        "--no-browser",
        "--port",
        "9999",
    ]


@pytest.mark.parametrize(
    ("name", "opened"),
    [
        ("TP91", "exercises/tp91/tp91.ipynb"),
        ("01", "course/01_une_demande.ipynb"),
        ("course/01_une_demande.ipynb", "course/01_une_demande.ipynb"),
    ],
)
def test_a_notebook_is_named_by_number_name_or_file(course, started, name, opened):
    assert cli.main(["lab", name]) == 0
    assert started[0][0][-1] == f"--LabApp.default_url=/lab/tree/{opened}"


def test_an_unknown_notebook_says_what_exists(course, started, capsys):
    assert cli.main(["lab", "tp77"]) == 2
    assert "00_prise_en_main, 01_une_demande, tp91" in capsys.readouterr().err
    assert not started


def test_without_a_course_the_error_says_so(tmp_path, started, monkeypatch, capsys):
    monkeypatch.setattr(lab, "course_root", lambda start: None)
    assert cli.main(["lab"]) == 2
    assert "aucun carnet trouvé" in capsys.readouterr().err


def test_the_environment_is_ours_and_french(course, started):
    cli.main(["lab"])
    env = started[0][1]
    assert env["PATH"].split(os.pathsep)[0] == sysconfig.get_path("scripts")
    settings = Path(
        env["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0], "labconfig", "default_setting_overrides.json"
    )
    values = json.loads(settings.read_text(encoding="utf-8"))
    assert values["@jupyterlab/translation-extension:plugin"] == {"locale": "fr_FR"}
    assert values["@jupyterlab/apputils-extension:notification"] == {
        "fetchNews": "false",
        "checkForUpdates": False,
    }
