"""A server that reads its configuration anew while pages are open."""

import json
import signal
import time

import pytest
from playwright.sync_api import expect


@pytest.fixture
def reloading(start, tmp_path):
    """Starts a server with a feed `main`, and gives a function that changes it without a restart."""
    config = tmp_path / "reload.json5"

    def write(**fields):
        feed = {"source": "lines", "workTime": 0, "seed": ["Line 1", "Line 2"], **fields}
        config.write_text(json.dumps({"feeds": {"main": feed}}))

    def run(**fields):
        write(**fields)
        server = start("--config", str(config))

        def reload(**fields):
            write(**fields)
            server.process.send_signal(signal.SIGHUP)

        return server, reload

    return run


def test_a_changed_title_order_and_policy_reach_an_open_page(reloading, visit):
    deep = {"preset": "header", "trigger": "reach", "threshold": 300, "limit": 400}
    server, reload = reloading(title="Before", top=deep)
    page = visit(server)
    heading = page.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Before")
    page.until_row("Line 2")
    assert page.rows == ["Line 1", "Line 2"]
    page.drag(200)
    page.until("said.received.findLast((m) => m.type === 'pull')?.phase === 'pulling'")
    reload(title="After", order="newest-first", top={**deep, "threshold": 40})
    expect(heading).to_have_text("After")
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'cancelled' && m.why === 'policy')")
    page.release()
    page.frame()
    assert page.rows == ["Line 2", "Line 1"]
    # The same way is a refresh now, on the same connection.
    page.drag(200)
    page.release()
    page.until_row("Line 3")
    assert page.rows[0] == "Line 3"
    assert len(page.received("hello")) == 1


@pytest.fixture
def lists(start, tmp_path):
    """Starts a server with feeds of these names, and gives a function that has it go on with others."""
    config = tmp_path / "lists.json5"

    def write(*names):
        look = {"source": "lines", "workTime": 0, "top": "header"}
        feeds = {name: {**look, "title": name.title(), "seed": [f"Row of {name}"]} for name in names}
        config.write_text(json.dumps({"feeds": feeds}))

    def run(*names):
        write(*names)
        server = start("--config", str(config))

        def reload(*names):
            write(*names)
            server.process.send_signal(signal.SIGHUP)

        return server, reload

    return run


def until_served(server, *names):
    """Waits until the server has these feeds."""
    limit = time.monotonic() + 15
    while tuple(feed["feed"] for feed in server.get("feeds")["feeds"]) != names:
        assert time.monotonic() < limit, server.get("feeds")


def choices(page):
    return page.page.get_by_label("List").locator("option")


def is_missing(page):
    expect(page.empty).to_contain_text('There is no list "one" here.')


def test_a_feed_that_is_taken_away_is_said_to_be_gone_with_a_way_to_those_that_are_there(lists, visit):
    server, reload = lists("one", "two")
    page = visit(server, "one")
    page.until_row("Row of one")
    reload("two")
    is_missing(page)
    page.empty.get_by_role("link", name="Two").click()
    page.until_row("Row of two")


def test_a_feed_that_is_taken_away_during_a_pull_comes_back_by_itself(lists, visit):
    server, reload = lists("one", "two")
    page = visit(server, "one")
    page.drag(200)
    page.until("said.received.findLast((m) => m.type === 'pull')?.phase === 'armed'")
    reload("two")
    is_missing(page)
    expect(page.page.locator("#connection")).to_have_text("No such list")
    history = page.page.get_by_role("button", name="History")
    for gone in (page.view("top"), page.button(), history):
        expect(gone).not_to_be_visible()
    page.release()
    reload("one", "two")
    page.until_row("Row of one")
    expect(page.page.locator("#connection")).to_have_text("Live")
    expect(page.page.get_by_role("heading", level=1)).to_have_text("One")
    for back in (page.button(), history):
        expect(back).to_be_visible()
    expect(choices(page)).to_have_text(["One", "Two"])
    page.drag(200)
    page.release()
    page.until_row("Line 2")
    assert len(page.received("hello")) == 1


# Notes what is told to who hears the page, and to what is around the element.
SAYS = """
Object.assign(said, { words: [], failures: 0 });
new MutationObserver(() => said.words.push(deep("#announcer").textContent))
  .observe(deep("#announcer"), { childList: true });
document.addEventListener("failed", () => (said.failures += 1));
"""


def test_a_page_that_waits_for_its_feed_says_so_once_and_shows_it_when_it_comes(lists, visit):
    server, reload = lists("two")
    page = visit(server, "two")
    page.page.evaluate(SAYS)
    page.page.evaluate("location.hash = 'one'")
    is_missing(page)
    page.until("said.received.filter((m) => m.type === 'error' && m.feed === 'one').length > 3")
    assert page.page.evaluate("[said.words, said.failures]") == [['There is no list "one" here.'], 1]
    reload("two", "one")
    page.until_row("Row of one")
    expect(choices(page)).to_have_text(["Two", "One"])
    assert page.page.get_by_label("List").input_value() == "one"


def test_a_page_that_nobody_looks_at_asks_for_nothing_until_it_is_seen(lists, visit):
    server, reload = lists("two")
    page = visit(server, "two")
    page.see("hidden")
    page.page.evaluate("location.hash = 'one'")
    is_missing(page)
    reload("two", "one")
    until_served(server, "two", "one")
    assert page.page.evaluate("said.sent.filter((m) => m.type === 'subscribe' && m.feed === 'one').length") == 1
    page.see("visible")
    page.until_row("Row of one")


def test_a_server_that_lets_the_page_go_meanwhile_is_asked_again_without_a_word(lists, visit):
    server, reload = lists("two")
    server.command += ["--idle", "800"]
    server.restart()
    page = visit(server, "two")
    page.page.evaluate(SAYS)
    page.page.evaluate("location.hash = 'one'")
    page.until("said.received.filter((m) => m.type === 'hello').length > 2")
    assert page.page.evaluate("said.words") == ['There is no list "one" here.']
    reload("two", "one")
    page.until_row("Row of one")


def test_the_menu_has_the_feeds_that_there_are_when_it_is_opened_or_the_page_is_seen(lists, visit):
    server, reload = lists("one", "two")
    page = visit(server, "one")
    menu = page.page.get_by_label("List")
    expect(choices(page)).to_have_text(["One", "Two"])
    for name in ("three", "four"):
        reload("one", name)
        until_served(server, "one", name)
        # The first time it gets the focus; then it has it, and is opened all the same.
        menu.focus() if name == "three" else menu.click()
        expect(choices(page)).to_have_text(["One", name.title()])
        assert menu.input_value() == "one"
    page.page.keyboard.press("Escape")
    for names in (["one"], ["one", "five"]):
        reload(*names)
        until_served(server, *names)
        page.see("visible")
        expect(choices(page)).to_have_text([name.title() for name in names])
        expect(menu).to_be_visible(visible=len(names) > 1)
