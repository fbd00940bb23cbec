"""The programs and the browser that the recipes are run with."""

import os
import pathlib
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from origin import Origin
from recipe import ROOT, Recipe

expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def launch():
    """Starts a browser with these flags."""
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert executable, "no chromium on PATH; install Debian's package chromium"
    with sync_playwright() as playwright:
        yield lambda *flags: playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", *flags])


@pytest.fixture(scope="session")
def chromium(launch):
    with launch() as browser:
        yield browser


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 900, "height": 700})
    yield context.new_page()
    context.close()


@pytest.fixture
def recipe(tmp_path):
    refreshd = pathlib.Path(os.environ.get("REFRESHD", ROOT / ".build/debug/refreshd")).resolve()
    opened = []

    def open_recipe(name):
        opened.append(Recipe(name, tmp_path, refreshd))
        return opened[-1]

    yield open_recipe
    for one in opened:
        one.stop()


@pytest.fixture
def origin():
    server = Origin(os.environ["RECIPES_CERTIFICATE"], os.environ["RECIPES_KEY"])
    yield server
    server.close()
