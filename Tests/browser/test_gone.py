"""An element that is gone before what it asked for has come: what comes then does nothing, and says nothing."""

from contextlib import contextmanager

import pytest
from foreign import element
from playwright.sync_api import expect

LEAVE = {"emptied": "refresh.feed = ''", "removed": "refresh.remove()"}
TALL = "\n".join("abcdefghijkl")

# Timers that are still to come.
TIMERS = """
window.timers = new Set();
const { setTimeout: set, clearTimeout: clear } = window;
window.setTimeout = (body, delay) => {
  const timer = set(() => (timers.delete(timer), body()), delay);
  timers.add(timer);
  return timer;
};
window.clearTimeout = (timer) => (timers.delete(timer), clear(timer));
"""

# How many the server has said are here.
WATCHING = "said.received.findLast((m) => m.type === 'presence')?.watching"

both_ways = pytest.mark.parametrize("way", LEAVE)


@contextmanager
def late(page, module):
    """Holds a module back from when it is asked for until the element has been left."""
    held = []
    page.page.route(f"**/{module}", lambda route: held.append(route))
    with page.page.expect_request(f"**/{module}") as asked:
        yield
    while not held:
        page.frame()
    address = asked.value.url
    page.page.evaluate(page.way)
    held[0].continue_()
    page.page.evaluate("(address) => import(address).then(() => {})", address)
    page.frame()


@pytest.fixture
def leaving(visit, way):
    """Opens a page whose element will be left in this way; that it says nothing in the console is seen at its end."""

    def open_page(*arguments, **options):
        page = visit(*arguments, **options)
        page.way = LEAVE[way]
        return page

    return open_page


@both_ways
def test_the_count_of_rows_out_of_sight(server, leaving):
    page = leaving(server)
    page.until_row("Line 5")
    page.page.locator("#pause").click()
    with late(page, "list/unseen.js"):
        server.append("main", ["held"])


@both_ways
def test_a_button_that_shows_a_row_whole(server, leaving):
    page = leaving(server)
    page.until_row("Line 5")
    with late(page, "list/fold.js"):
        server.append_texts("main", [TALL])


@both_ways
def test_the_old_end_of_a_list(shaped, leaving):
    server = shaped(other={"top": "header"}, main={"bottom": "footer", "seed": [f"Row {number}" for number in range(300)]})
    page = leaving(server, "other")
    with late(page, "list/older.js"):
        page.page.evaluate("refresh.feed = 'main'")


@both_ways
def test_who_else_pulls(server, leaving, visit):
    page = leaving(server)
    with late(page, "views/others.js"):
        visit(server)


def test_who_has_left_before_the_count_comes_is_not_counted(server, visit):
    page = visit(server)
    # The other one leaves; the element stays.
    page.way = "null"
    here = page.page.locator("#here")
    with late(page, "views/others.js"):
        other = visit(server)
        page.until(f"{WATCHING} === 2")
        other.page.close()
        page.until(f"{WATCHING} === 1")
    expect(here).to_have_text("Only you are here")


@both_ways
def test_what_a_failure_says(start, leaving):
    page = leaving(start("--source", "command:exit 3"))
    with late(page, "views/banner.js"):
        page.button().click()


# Emptied, it would ask anew, and be right.
@pytest.mark.parametrize("way", ["removed"])
def test_a_sign_in_leaves_no_mark(guarded, leaving):
    server = guarded()
    page = leaving(server, guarded=True)
    page.page.wait_for_selector(".sign-in")
    page.page.evaluate("localStorage.clear()")
    page.page.goto("about:blank")
    with late(page, "access/sign-in.js"):
        page.page.goto(server.url)
    assert page.page.evaluate("localStorage.length") == 0


def test_an_address_that_was_none_is_no_failure_of_the_next_one(embed):
    page = embed(element('id="refresh"'))
    page.page.evaluate("window.failed = [], addEventListener('failed', ({ detail }) => failed.push(detail.error))")
    page.way = f"refresh.src = '{page.server.url}live'"
    with late(page, "element/no-address.js"):
        page.page.evaluate("refresh.src = 'data:x'")
    page.until_row("Line 5")
    assert page.page.evaluate("failed") == []


def test_a_history_that_is_asked_for_and_left_at_once(server, visit):
    page = visit(server)
    page.page.locator("#history").click()
    page.page.locator("dialog").get_by_role("button", name="Close").click()
    page.page.evaluate("deep('#history').click(), refresh.remove()")
    page.frame()


@pytest.fixture
def timed(visit):
    """Opens a page whose list has been refreshed, and that knows its timers."""

    def open_page(*arguments):
        page = visit(*arguments)
        page.page.add_init_script(f"(() => {{ {TIMERS} }})()")
        page.page.reload()
        page.until_live()
        page.button().click()
        page.until_status("ok")
        return page

    return open_page


def leaves_no_timer(page):
    assert page.page.evaluate("timers.size") > 0
    page.page.evaluate("refresh.remove()")
    page.frame()
    assert page.page.evaluate("timers.size") == 0


def test_no_timer_of_an_element_stays_behind(server, timed):
    leaves_no_timer(timed(server))


def test_no_timer_of_a_pull_within_a_cooldown_stays_behind(start, timed):
    page = timed(start("--cooldown", "600000"), "header")
    page.drag(200)
    expect(page.view("top")).to_contain_text("Again in")
    leaves_no_timer(page)
    page.release()
