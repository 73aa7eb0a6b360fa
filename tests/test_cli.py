"""The `tooluse` command itself: its words are French, and it runs without any PATH."""

import argparse
import os
import re
import subprocess
import sys

import pytest

from tooluse import cli

ENGLISH = re.compile(
    r"usage:|error|required|invalid|choice|unrecognized|expected|show|exit|positional|ambiguous"
)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "il manque : COMMANDE"),
        (["rendre"], "'rendre' n'existe pas (au choix : "),
        (["submit"], "il manque : TP"),
        (["submit", "tp01", "--nom", "marie"], "mots inconnus : --nom marie"),
        (["submit", "tp01", "--student"], "--student : il manque la valeur"),
        (["submit", "--t", "x", "--help=3"], "valeur en trop : '3'"),
        (["lab", "01", "02"], "mots inconnus : 02"),
    ],
)
def test_argparse_speaks_french(words, said, capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(words)
    assert end.value.code == 2
    heard = capsys.readouterr().err.replace("\u00a0", " ")
    assert said in heard and heard.startswith("usage : ") and "erreur : " in heard
    assert not ENGLISH.search(heard)


def test_argparse_is_left_as_it_was():
    before = argparse._
    with pytest.raises(SystemExit):
        cli.main([])
    assert argparse._ is before


def test_a_cell_hands_in_without_any_path(tmp_path):
    """`%run -m tooluse` in IPython: the command's words only, no traceback, whatever PATH holds."""
    lines = ["%run -m tooluse submit 1 --student marie --to .", "%run -m tooluse submit 77", "print('after')"]
    code = f"from IPython import InteractiveShell as I\nfor line in {lines}: I.instance().run_cell(line)"
    env = {**os.environ, "PATH": "", "PYTHONIOENCODING": "utf-8", "IPYTHONDIR": str(tmp_path / "ipython")}
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, encoding="utf-8"
    )
    assert (tmp_path / "submitted/marie/tp01/tp01.ipynb").is_file()
    assert ended.stdout.rstrip().endswith("after") and "Traceback" not in ended.stdout + ended.stderr
    assert (
        "« 77 » n'existe pas" in (said := ended.stderr.replace("\u00a0", " ")) and len(said.splitlines()) == 1
    )


def test_as_a_program_the_exit_code_tells():
    words = [sys.executable, "-m", "tooluse", "submit", "77"]
    assert subprocess.run(words, capture_output=True).returncode == 2


@pytest.mark.parametrize("command", [["lint"], ["check-request"]])
def test_a_file_that_cannot_be_read_is_told_in_french(command, tmp_path, capsys):
    for path, said in ((tmp_path / "nowhere.json", "il n'existe pas"), (tmp_path, "c'est un dossier")):
        assert cli.main([*command, str(path)]) == 2
        assert f"ne peut pas être lu : {said}." in capsys.readouterr().err.replace("\u00a0", " ")


def test_a_reader_who_leaves_early_is_no_error():
    """`tooluse models | head -1`: nothing on stderr."""
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "tooluse", "models"]
    ended = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert ended.stderr == b"" and ended.returncode == 1


def test_version_and_help(capsys):
    for words in (
        ["--version"],
        ["--help"],
        ["submit", "--help"],
        ["lab", "--help"],
        ["check-request", "-h"],
    ):
        with pytest.raises(SystemExit) as end:
            cli.main(words)
        assert end.value.code == 0
    said = capsys.readouterr().out
    assert "tooluse 0." in said and not ENGLISH.search(said)
