"""One JupyterLab and one Chromium for all browser tests; a further notebook costs a few seconds.

A test asks for `lab` and `page` and opens its notebook with lab.open(page, cells).
Without a browser the tests are skipped, unless TOOLUSE_REQUIRE_BROWSER=1: then they fail.
"""

import os
import shutil

import pytest
from jupyterlab_server import CHROMIUM_FLAGS, Lab, watched_page
from view_pages import CELLS

BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome")


def _missing(reason: str) -> None:
    if os.environ.get("TOOLUSE_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium():
    """A running Chromium."""
    path = next(filter(None, map(shutil.which, BROWSER_NAMES)), None)
    if path is None:
        _missing(f"no browser: none of {', '.join(BROWSER_NAMES)} is on PATH")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        _missing(f"no browser: {error}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab(chromium, tmp_path_factory):
    """A running JupyterLab with settings of its own. It needs the browser: no server for skipped tests."""
    with Lab(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture
def page(chromium):
    """A fresh page; `page.problems` lists the errors that its console showed."""
    opened = watched_page(chromium)
    yield opened
    opened.context.close()


@pytest.fixture(scope="module")
def notebook(lab, chromium):
    """One notebook of views for all tests of a module that only look and click."""
    page = watched_page(chromium)
    lab.open(page, CELLS)
    page.locator(".tu-questions").wait_for()
    yield page
    page.context.close()
