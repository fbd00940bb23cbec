"""No state of the page breaks a rule that axe knows."""

import pytest
from axe import check
from playwright.sync_api import expect

SCHEMES = ["light", "dark"]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_idle(server, visit, scheme):
    page = visit(server, name="Anna", color_scheme=scheme)
    check(page)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_phone(server, visit, scheme):
    page = visit(server, "footer", name="Anna", phone=True, color_scheme=scheme)
    check(page)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_pulling_and_refreshing(server, visit, scheme):
    page, other = visit(server, color_scheme=scheme), visit(server, name="Ben", color_scheme=scheme)
    page.drag(60)
    expect(other.page.locator("#pulls li")).to_have_count(1)
    check(page)
    check(other)
    page.release()
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    footer = visit(server, "footer", color_scheme=scheme)
    footer.button("bottom").click()
    footer.until_status("refreshing")
    check(footer)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_failed(start, visit, scheme):
    server = start("--source", "command:echo 'no network today' >&2; exit 3")
    page = visit(server, color_scheme=scheme)
    page.button().click()
    expect(page.failure).to_be_visible()
    check(page)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_offline(server, visit, scheme):
    page = visit(server, color_scheme=scheme)
    page.may_lose_network = True
    server.kill()
    expect(page.page.locator("#connection")).not_to_have_attribute("data-kind", "open")
    page.button().press("Enter")
    expect(page.notice).to_contain_text("Not connected")
    check(page)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_list_that_is_not_there(server, visit, scheme):
    page = visit(server, color_scheme=scheme)
    page.page.evaluate("location.hash = 'nowhere'")
    expect(page.empty.get_by_role("link")).to_have_count(4)
    check(page)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [640, 320])
def test_little_height(start, visit, width, scheme):
    server = start("--source", "command:seq 1000 >&2; exit 3")
    page = visit(server, name="Anna", color_scheme=scheme, viewport={"width": width, "height": width * 5 // 8})
    check(page)
    page.button().click()
    expect(page.failure).to_be_visible()
    check(page)


LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}]


def history(page):
    page.page.get_by_role("button", name="History").click()
    return page.page.get_by_role("dialog")


@pytest.mark.parametrize("look", LOOKS)
def test_history(start, visit, tmp_path, look):
    flag = tmp_path / "broken"
    server = start("--source", f"command:test -e '{flag}' && {{ seq 30 >&2; exit 3; }}; sleep 1; echo Line")
    page, other = visit(server, name="Anna", **look), visit(server, phone=True, **look)
    shown = history(other)
    expect(shown.get_by_role("status")).to_contain_text("Nobody has refreshed")
    check(other)
    page.button().click()
    expect(shown).to_contain_text("Running")
    check(other)
    page.until_status("ok")
    page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    flag.touch()
    page.button().click()
    expect(shown).to_contain_text("Failed")
    check(other)
    check(page)
    other.may_lose_network = True
    other.page.route("**/runs?*", lambda route: route.abort("connectionrefused"))
    other.page.get_by_role("button", name="Close").last.click()
    history(other)
    expect(shown).to_contain_text("could not be loaded")
    check(other)


@pytest.mark.parametrize("look", LOOKS)
def test_held_rows(server, visit, look):
    page = visit(server, **look)
    page.page.get_by_role("button", name="Hold new rows back").click()
    server.append("main", ["One"])
    expect(page.page.locator("#unseen")).to_be_visible()
    check(page)


def test_forced_colours_in_each_state(start, visit):
    server = start("--source", "command:sleep 1; echo 'no network today' >&2; exit 3")
    page, other = visit(server, forced_colors="active"), visit(server, name="Ben", forced_colors="active")
    page.drag(60)
    expect(other.page.locator("#pulls li")).to_have_count(1)
    check(page)
    check(other)
    page.release()
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    page.button().click()
    page.until_status("refreshing")
    check(page)
    expect(page.failure).to_be_visible()
    check(page)
    page.may_lose_network = other.may_lose_network = True
    server.kill()
    expect(page.page.locator("#connection")).not_to_have_attribute("data-kind", "open")
    check(page)


@pytest.mark.parametrize("width, height", [(1280, 800), (320, 568), (640, 400), (320, 256)])
def test_everything_that_is_pressed_is_at_least_24_pixels_wide_and_high(start, visit, width, height):
    server = start("--source", "command:echo 'no network today' >&2; exit 3")
    page = visit(server, viewport={"width": width, "height": height})

    def small():
        return page.page.evaluate(
            "deepAll('button, input, select, [role=switch]')"
            ".filter((e) => e.checkVisibility({ visibilityProperty: true }))"
            ".map((e) => [e.id || e.textContent, e.getBoundingClientRect()])"
            ".filter(([, { width, height }]) => width < 24 || height < 24).map(([name]) => name)"
        )

    assert small() == []
    page.button().click()
    expect(page.failure).to_be_visible()
    assert small() == []
    page.page.get_by_role("button", name="Close").click()
    history(page)
    expect(page.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)
    assert small() == []
    box = page.page.get_by_role("dialog").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= height


def test_the_focus_stays_where_the_reader_put_it(server, visit):
    page, other = visit(server), visit(server)
    page.may_lose_network = other.may_lose_network = True
    refresh = other.button("bottom")
    for put in ("#list", "#refresh-top", "#history"):
        page.page.locator(put).focus()
        refresh.click()
        page.until_status("refreshing")
        expect(page.page.locator(put)).to_be_focused()
        page.until_status("ok")
        page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
        expect(page.page.locator(put)).to_be_focused()
    server.restart()
    page.until("said.received.filter((m) => m.type === 'hello').length === 2")
    expect(page.page.locator("#history")).to_be_focused()


def test_everything_is_reached_by_keyboard_and_focus_is_seen(server, visit):
    page = visit(server)
    reached = []
    for _ in range(7):
        page.page.keyboard.press("Tab")
        reached.append(page.page.evaluate("deepActive().id"))
        assert page.page.evaluate("getComputedStyle(deepActive()).outlineStyle") != "none"
    assert reached == ["feed", "name", "list", "history", "pause", "refresh-top", "refresh-bottom"]


def test_with_reduced_motion_nothing_turns_or_slides(server, visit):
    page = visit(server, "header", reduced_motion="reduce")
    page.drag(100)
    page.release()
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    page.frame()
    assert page.page.evaluate("getComputedStyle(deep('#list')).transform") == "none"
    page.button().click()
    page.until_status("refreshing")
    expect(page.view("top").locator("svg")).to_have_count(0)
    expect(page.view("top")).to_have_text("Refreshing…")
    page.page.evaluate(
        "said.shifts = new Set(), (function look() {"
        " said.shifts.add(deep('#list').style.transform); requestAnimationFrame(look); })()"
    )
    page.until_status("ok")
    page.until("deep('#list').style.transform === ''")
    # Away and pushed down, and nothing in between; the first look may come before the push.
    assert set(page.page.evaluate("[...said.shifts]")) == {"translate3d(0px, 64px, 0px)", ""}
