"""A real refreshd and a real Chromium for each test of the page."""

import json
import os
import pathlib

import pytest
from playwright.sync_api import expect, sync_playwright

from chromium import launch
from foreign import ForeignSite
from gallery_page import Gallery
from list_page import PHONE, ListPage
from refreshd import Refreshd, new_token
from slow_proxy import SlowProxy

# Longer than the longest demo refresh, on a machine that is busy.
expect.set_options(timeout=15_000)

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("REFRESHD", str(ROOT / ".build/debug/refreshd"))


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="the long tests, too")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes a quarter of a minute or more; run with --all")


def pytest_collection_modifyitems(config, items):
    """Leaves the long tests out unless they are asked for."""
    if config.getoption("--all"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def start(tmp_path):
    """Starts servers; all are stopped with the test."""
    servers = []

    def run(*arguments, host="127.0.0.1"):
        server = Refreshd(BINARY, ROOT / "web", tmp_path, arguments, host)
        servers.append(server)
        return server

    yield run
    for server in servers:
        server.kill()


@pytest.fixture
def guarded(start):
    """Starts servers that let in who has one of these tokens, in `tokens`; each has the rows Line 1 to Line 5."""

    def run(*arguments, roles=("pull",)):
        tokens = [new_token(BINARY, role) for role in roles]
        hashes = [part for _, token in tokens for part in ("--token", token)]
        server = start(*hashes, *arguments)
        server.tokens = [token for token, _ in tokens]
        return server

    return run


@pytest.fixture
def server(start):
    """The demo: `main`, `overlay`, `footer` and `header`."""
    return start()


@pytest.fixture
def shaped(start, tmp_path):
    """Starts a server with feeds as a configuration describes them."""

    def run(*arguments, **feeds):
        for feed in feeds.values():
            feed.setdefault("source", "lines")
        config = tmp_path / "config.json"
        config.write_text(json.dumps({"feeds": feeds}))
        return start("--config", str(config), *arguments)

    return run


@pytest.fixture
def quick(shaped):
    """The demo's feeds with refreshes of two seconds and less, for tests in which how long they take is not the matter."""

    def lines(last):
        return [f"Line {number}" for number in range(1, last + 1)]

    return shaped(
        main={"title": "Lines", "top": "overlay", "bottom": "footer", "workTime": 300, "seed": lines(5)},
        footer={"title": "Footer", "bottom": "footer", "workTime": 2_000, "seed": lines(100)},
        header={"title": "Header", "top": "header", "workTime": 300, "seed": lines(5)},
    )


@pytest.fixture
def far():
    """Puts servers 200 ms and some stalls away."""
    proxies = []

    def put(server, **options):
        proxies.append(SlowProxy(server.url, **options))
        return proxies[-1]

    yield put
    for proxy in proxies:
        proxy.close()


@pytest.fixture
def visit(chromium):
    """Opens pages, each with its own store; none may leave a word in the console."""
    opened = []

    def open_page(server, feed="main", name="", phone=False, guarded=False, **options):
        """On a guarded server the page is not live until somebody signs in."""
        look = dict(PHONE) if phone else {"viewport": {"width": 1280, "height": 800}}
        context = chromium.new_context(**{**look, **options})
        page = ListPage(context, name)
        opened.append(page)
        if guarded:
            page.may_be_turned_away = True
            page.page.goto(f"{server.url}#{feed}")
        else:
            page.open(server, feed)
        return page

    yield open_page
    said = [words for page in opened for words in page.console]
    for page in opened:
        page.context.close()
    assert said == []


@pytest.fixture
def gallery(server, chromium):
    """Opens the animations' page, which says nothing in the console unless it may."""
    opened = []

    def open_page(phone=False, may_speak=False, prepare=None, **options):
        look = dict(PHONE) if phone else {"viewport": {"width": 1280, "height": 800}}
        page = Gallery(chromium.new_context(**{**look, "locale": "en-GB", **options}))
        opened.append((page, may_speak))
        if prepare:
            prepare(page.page)
        page.open(server, None)
        return page

    yield open_page
    said = [words for page, may_speak in opened if not may_speak for words in page.console]
    for page, _ in opened:
        page.context.close()
    assert said == []


@pytest.fixture
def site():
    site = ForeignSite()
    yield site
    site.close()


@pytest.fixture
def embed(site, start, visit):
    """Opens a foreign page with elements of these attributes; %s stands for the server's socket."""

    def open_page(*elements, before="", arguments=(), live=True, **options):
        server = start("--origin", site.origin, *arguments)
        socket = f"{server.url.replace('http', 'ws', 1)}live"
        script = f'<script type="module" src="{server.url}remote-refresh.js"></script>'
        site.shows(before, script, *[element.replace("%s", socket) for element in elements])
        page = visit(site, guarded=not live, **options)
        page.server = server
        return page

    return open_page
