"""A JupyterLab of its own for tests: configuration, settings and notebooks stand in one folder."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbformat

CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Another name, and a dialog asks for a kernel.
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
START_SECONDS = 90
OPEN_MILLISECONDS = 90_000

_FOLDERS = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
_LAB_FOLDERS = ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
_SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    # Else cells off screen are not in the DOM.
    "notebook-extension/tracker": {"windowingMode": "none"},
}
_READY = "() => window.jupyterapp?.shell.currentWidget?.context?.isReady"


class Lab:
    """Starts on entry, stops on exit; `open` shows a notebook in a page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notebooks = folder / "notebooks"
        self.url = ""
        self._count = 0

    def __enter__(self) -> "Lab":
        self.notebooks.mkdir()
        environment = self._environment()
        port = _free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--expose-app-in-browser"]
        command += ["--allow-root", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
        command += ["--IdentityProvider.token=", "--PasswordIdentityProvider.hashed_password="]
        command += [f"--ServerApp.root_dir={self.notebooks}", "--LabApp.extension_manager=readonly"]
        self._log = (self.folder / "server.log").open("wb")
        self._process = subprocess.Popen(
            command, env=environment, cwd=self.notebooks, stdout=self._log, stderr=subprocess.STDOUT
        )
        self._wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()

    def open(self, page, cells: list[str], *, run: bool = True, theme: str | None = None) -> str:
        """Open a notebook made of `cells` in `page` and run it; returns its name."""
        self._count += 1
        name = f"test{self._count}.ipynb"
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
        notebook.metadata["kernelspec"] = KERNEL
        nbformat.write(notebook, self.notebooks / name)
        return self.reopen(page, name, run=run, theme=theme)

    def reopen(self, page, name: str, *, run: bool = False, theme: str | None = None) -> str:
        """Open a notebook that is there already. A workspace of its own keeps tests apart."""
        page.goto(f"{self.url}/lab/workspaces/{Path(name).stem}/tree/{name}?reset")
        page.wait_for_function(_READY, timeout=OPEN_MILLISECONDS)
        page.evaluate("async () => await window.jupyterapp.shell.currentWidget.context.ready")
        if theme:
            execute(page, "apputils:change-theme", {"theme": theme})
            page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=theme)
        if run:
            page.evaluate("async () => await window.jupyterapp.shell.currentWidget.sessionContext.ready")
            execute(page, "notebook:run-all-cells")
        return name

    def _environment(self) -> dict[str, str]:
        environment = dict(os.environ)
        for name in (*_FOLDERS, *_LAB_FOLDERS):
            environment[name] = str(self.folder / name.lower())
        settings = Path(environment["JUPYTERLAB_SETTINGS_DIR"]) / "@jupyterlab"
        for name, values in _SETTINGS.items():
            path = settings / f"{name}.jupyterlab-settings"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(values), encoding="utf-8")
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        return environment

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.url}/api", timeout=2).close()
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        raise RuntimeError(f"JupyterLab did not start:\n{(self.folder / 'server.log').read_text()[-2000:]}")


def watched_page(browser, **options):
    """A fresh page of a context of its own; `page.problems` lists the errors that its console showed."""
    page = browser.new_context(**{"viewport": {"width": 1280, "height": 1000}, **options}).new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda entry: page.problems.append(entry.text) if entry.type == "error" else None)
    return page


def execute(page, command: str, arguments: dict | None = None) -> None:
    """Run one of JupyterLab's commands and wait until it is done."""
    page.evaluate(
        "async ([command, args]) => { await window.jupyterapp.commands.execute(command, args); }",
        [command, arguments or {}],
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
