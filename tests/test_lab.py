"""`tooluse lab`: which notebook it opens, and with what."""

import json
import os
import shlex
import subprocess
import sys
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
    monkeypatch.setenv("SHELL", "/bin/my shell")
    assert cli.main(["lab"]) == 0
    [(words, _)] = started
    assert words[1:5] == [
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={course}",
        "--LabApp.default_url=/lab/tree/course/00_prise_en_main.ipynb",
    ]
    terminal = ["--ServerApp.terminado_settings=shell_command='/bin/my shell'"]
    assert words[5:] == (terminal if os.name == "posix" else [])


@pytest.mark.parametrize(
    "options",
    [
        ["--no-browser", "--port", "9999"],
        ["--", "--no-browser", "--port", "9999"],
        ["--no-browser", "--", "--port", "9999"],
    ],
)
def test_other_options_are_jupyterlabs(course, started, options):
    for words in (["lab", *options], ["lab", "01", *options]):
        assert cli.main(words) == 0
    assert [words[-3:] for words, _ in started] == [["--no-browser", "--port", "9999"]] * 2
    assert "--LabApp.default_url=/lab/tree/course/01_une_demande.ipynb" in started[1][0]


@pytest.mark.parametrize(
    ("name", "opened"),
    [
        ("TP91", "exercises/tp91/tp91.ipynb"),
        ("91", "exercises/tp91/tp91.ipynb"),
        ("01", "course/01_une_demande.ipynb"),
        ("1", "course/01_une_demande.ipynb"),
        ("course/01_une_demande.ipynb", "course/01_une_demande.ipynb"),
    ],
)
def test_a_notebook_is_named_by_number_name_or_file(course, started, name, opened):
    assert cli.main(["lab", name]) == 0
    assert f"--LabApp.default_url=/lab/tree/{opened}" in started[0][0]


def test_an_unknown_notebook_says_what_exists(course, started, capsys):
    assert cli.main(["lab", "tp77"]) == 2
    assert "00_prise_en_main, 01_une_demande, tp91" in capsys.readouterr().err
    assert not started


def test_without_a_course_the_error_says_so(tmp_path, started, monkeypatch, capsys):
    monkeypatch.setattr(lab, "course_root", lambda start: None)
    assert cli.main(["lab"]) == 2
    assert "aucun carnet trouvé" in capsys.readouterr().err


def test_it_announces_no_more_than_a_start_and_the_servers_exit_code_is_passed_on(course):
    words = [sys.executable, "-m", "tooluse", "lab", "--port", "none"]
    ended = subprocess.run(words, capture_output=True, text=True, encoding="utf-8")
    assert ended.returncode == 1
    assert "Démarrage de JupyterLab sur 00_prise_en_main.ipynb" in ended.stdout
    assert "s'ouvre" not in ended.stdout


@pytest.mark.skipif(os.name != "posix", reason="Windows has no login shells")
def test_a_terminal_finds_the_command_though_a_login_shell_would_not(course, tmp_path, started, monkeypatch):
    """Jupyter's own reading of our options, then the shell that it would start."""
    from jupyter_server.serverapp import ServerApp

    monkeypatch.setenv("SHELL", "/bin/sh")
    monkeypatch.setenv("HOME", str(tmp_path))  # no start-up files of the user's
    cli.main(["lab"])
    words, env = started[0]
    server = ServerApp()
    server.load_config_environ()
    server.parse_command_line([word for word in words if word.startswith("--ServerApp")])
    shell = server.terminado_settings["shell_command"]
    found = subprocess.run(
        [*shlex.split(shell), "-i"], input="command -v tooluse\n", capture_output=True, text=True, env=env
    )
    assert os.path.join(sysconfig.get_path("scripts"), "tooluse") in found.stdout


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
