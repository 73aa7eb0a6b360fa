"""Which line of a traceback is the notebook's own."""

import pytest

from tooluse.cells import own_line


def raised(filename: str, code: str) -> BaseException:
    with pytest.raises(ZeroDivisionError) as caught:
        exec(compile(code, filename, "exec"), {})
    return caught.value


@pytest.fixture
def cell(tmp_path):
    """A cell as ipykernel stores it: in a folder that bears its process number."""
    path = tmp_path / "ipykernel_4242" / "17.py"
    path.parent.mkdir()
    path.write_text("def f():\n    return 1 / 0\nf()\n")
    return path


def test_a_cell_run_by_ipykernel(cell):
    assert own_line(raised(str(cell), cell.read_text())) == "return 1 / 0"


def test_the_frames_of_libraries_are_not_the_notebooks(tmp_path):
    path = tmp_path / "site-packages" / "ipykernel" / "kernelbase.py"
    path.parent.mkdir(parents=True)
    path.write_text("1 / 0\n")
    assert own_line(raised(str(path), path.read_text())) == ""
