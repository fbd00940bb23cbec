"""No state of the page breaks a rule that axe knows."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

SCHEMES = ["light", "dark"]


def check(page):
    found = Axe().run(page.page)
    assert found.violations_count == 0, found.generate_report()


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
    footer.page.get_by_role("button", name="Load new rows").click()
    footer.until_status("refreshing")
    check(footer)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_failed(start, visit, scheme):
    server = start("--source", "command:echo 'no network today' >&2; exit 3")
    page = visit(server, color_scheme=scheme)
    page.page.get_by_role("button", name="Refresh").click()
    expect(page.failure).to_be_visible()
    check(page)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_offline(server, visit, scheme):
    page = visit(server, color_scheme=scheme)
    page.may_lose_network = True
    server.kill()
    expect(page.page.locator("#connection")).not_to_have_attribute("data-kind", "open")
    page.page.get_by_role("button", name="Refresh").press("Enter")
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
    page.page.get_by_role("button", name="Refresh").click()
    expect(page.failure).to_be_visible()
    check(page)


def test_everything_is_reached_by_keyboard_and_focus_is_seen(server, visit):
    page = visit(server)
    reached = []
    for _ in range(5):
        page.page.keyboard.press("Tab")
        reached.append(page.page.evaluate("deepActive().id"))
        assert page.page.evaluate("getComputedStyle(deepActive()).outlineStyle") != "none"
    assert reached == ["feed", "name", "list", "refresh-top", "refresh-bottom"]


def test_with_reduced_motion_nothing_turns_or_slides(server, visit):
    page = visit(server, "header", reduced_motion="reduce")
    page.drag(100)
    page.release()
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    page.frame()
    assert page.page.evaluate("getComputedStyle(deep('#list')).transform") == "none"
    page.page.get_by_role("button", name="Refresh").click()
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
