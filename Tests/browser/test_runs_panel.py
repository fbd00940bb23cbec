"""The history of refreshes: who, when, how long, how many rows, and how it went."""

import re
import urllib.request

from playwright.sync_api import expect

FEED = {"title": "Builds", "top": "header"}


def run(server, feed, name=""):
    """Refreshes by HTTP, and returns once that has ended."""
    address = f"{server.url}feeds/{feed}/refresh?wait=1{f'&name={name}' if name else ''}"
    with urllib.request.urlopen(urllib.request.Request(address, method="POST"), timeout=20) as answer:
        assert answer.status == 200


def button(page):
    return page.page.get_by_role("button", name="History")


def panel(page):
    return page.page.get_by_role("dialog", name="History")


def opened(page):
    button(page).click()
    expect(panel(page)).to_be_visible()
    return panel(page)


def test_each_run_says_who_when_how_long_how_many_and_why_it_failed(shaped, visit, tmp_path):
    flag = tmp_path / "broken"
    command = f"test -e '{flag}' && {{ echo '<b>no network</b> today' >&2; exit 3; }}; seq 3"
    server = shaped(builds={**FEED, "source": f"command:{command}"})
    run(server, "builds", "Anna")
    flag.touch()
    run(server, "builds", "Ben")
    flag.unlink()
    run(server, "builds")
    page = visit(server, "builds")
    items = opened(page).get_by_role("listitem")
    expect(items).to_have_count(3)
    expect(items.nth(0)).to_contain_text("Someone")
    expect(items.nth(1)).to_contain_text("Ben")
    expect(items.nth(1)).to_contain_text("Failed")
    # Text from outside is text.
    expect(items.nth(1)).to_contain_text("<b>no network</b> today")
    expect(items.nth(2)).to_contain_text(re.compile(r"Anna.*3 new rows.*\d\d:\d\d:\d\d.*took \d", re.DOTALL))
    expect(items.nth(2).locator("time")).to_have_attribute("datetime", re.compile("Z$"))


def test_it_is_kept_current_while_it_is_open(shaped, visit, tmp_path):
    flag = tmp_path / "done"
    server = shaped(builds={**FEED, "source": f"command:until test -e '{flag}'; do sleep 0.05; done; echo Here"})
    page, other = visit(server, "builds", name="Anna"), visit(server, "builds", name="Ben")
    shown = opened(page)
    expect(shown).to_contain_text("Nobody has refreshed this list yet.")
    other.button().click()
    items = shown.get_by_role("listitem")
    expect(items).to_have_count(1)
    expect(items).to_contain_text("Running…")
    expect(items).to_contain_text("Ben")
    expect(shown).not_to_contain_text("Nobody has refreshed")
    flag.touch()
    expect(items).to_contain_text("1 new row")
    expect(items).to_have_count(1)
    # One more, begun and ended without this panel's seeing every state of it, is there all the same.
    run(server, "builds", "Clara")
    expect(items.first).to_contain_text("Clara")
    expect(items).to_have_count(2)


def test_the_focus_comes_back_to_its_button_however_it_is_closed(server, visit):
    page = visit(server)
    for close in (
        lambda: panel(page).get_by_role("button", name="Close").click(),
        lambda: page.page.keyboard.press("Escape"),
        lambda: page.page.mouse.click(5, 5),
    ):
        button(page).focus()
        page.page.keyboard.press("Enter")
        expect(panel(page)).to_be_visible()
        close()
        expect(panel(page)).to_be_hidden()
        expect(button(page)).to_be_focused()


def test_a_history_that_cannot_be_loaded_says_so_and_is_loaded_on_asking_again(server, visit):
    page = visit(server)
    page.may_lose_network = True
    run(server, "main", "Anna")
    page.page.route("**/runs?*", lambda route: route.abort("connectionrefused"))
    shown = opened(page)
    expect(shown).to_contain_text("The history could not be loaded.")
    page.page.unroute("**/runs?*")
    shown.get_by_role("button", name="Try again").click()
    expect(shown.get_by_role("listitem")).to_have_count(1)
    expect(shown).not_to_contain_text("could not be loaded")
    expect(shown.get_by_role("button", name="Try again")).to_be_hidden()


def test_after_a_lost_connection_it_has_what_was_missed(server, visit):
    page = visit(server)
    page.may_lose_network = True
    shown = opened(page)
    expect(shown).to_contain_text("Nobody has refreshed")
    server.restart()
    run(server, "main", "Anna")
    expect(shown.get_by_role("listitem")).to_have_count(1)
    expect(shown).to_contain_text("Anna")


def test_it_is_not_loaded_before_it_is_wanted(server, visit):
    page = visit(server)
    asked = []
    page.page.on("request", lambda request: asked.append(request.url))
    assert not page.page.evaluate("performance.getEntriesByType('resource').some(({ name }) => /runs/.test(name))")
    opened(page)
    assert any("runs-panel.js" in url for url in asked)


def test_it_fits_a_small_window_and_only_its_list_scrolls(shaped, visit):
    server = shaped(builds={**FEED, "source": "command:seq 12 >&2; exit 3"})
    for _ in range(4):
        run(server, "builds", "Christopher-Alexander-of-Somewhere")
    page = visit(server, "builds", viewport={"width": 320, "height": 480})
    # What went wrong stands before all else where there is little room.
    page.page.get_by_role("button", name="Close").click()
    shown = opened(page)
    expect(shown.get_by_role("listitem")).to_have_count(4)
    box = shown.bounding_box()
    assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 320 and box["y"] + box["height"] <= 480
    body = shown.get_by_role("region")
    assert body.evaluate("(e) => e.scrollHeight > e.clientHeight && e.scrollWidth <= e.clientWidth")
    expect(shown.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    expect(shown.get_by_role("switch")).to_be_in_viewport(ratio=1)
