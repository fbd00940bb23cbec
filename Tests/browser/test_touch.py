"""Pulling with real touches."""

import pytest
from playwright.sync_api import expect

LINES = [f"Extra {number}" for number in range(40)]


def phases(page):
    return [pull["phase"] for pull in page.pulls()]


def test_a_finger_that_starts_mid_list_scrolls_to_the_edge_and_goes_on_pulls_the_header(server, visit):
    server.append("header", LINES)
    page = visit(server, "header", phone=True)
    page.scroll_to(120)
    page.swipe(400, start=(195, 300), steps=40)
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'armed')")
    assert page.scroll_top <= 1
    seen = phases(page)
    assert seen.index("tracking") < seen.index("pulling") < seen.index("armed")
    assert page.runs() == []
    page.touch("End")
    page.until_status("refreshing")
    page.until_status("ok")


def test_a_finger_that_starts_mid_list_scrolls_to_the_end_and_goes_on_pulls_the_footer(quick, visit):
    page = visit(quick, "footer", phone=True)
    page.scroll_to(page.scroll_top - 100)
    page.swipe(-480, start=(195, 640), steps=48)
    page.until("said.received.some((m) => m.type === 'state' && m.phase === 'refreshing')")
    assert phases(page)[0] == "tracking"
    page.touch("End")
    page.until_row("Line 101")


def test_the_overlay_answers_only_a_finger_that_starts_at_the_edge(server, visit):
    server.append("overlay", LINES)
    page = visit(server, "overlay", phone=True)
    page.scroll_to(60)
    page.swipe(400, start=(195, 300), steps=30)
    page.until("said.received.some((m) => m.why === 'not-at-edge')")
    page.touch("End")
    page.until("deep('#list').scrollTop <= 1")
    page.swipe(140, start=(195, 300))
    page.until_status("refreshing")
    page.touch("End")
    page.until_status("ok")


def test_at_the_edge_the_pull_is_ours_from_its_first_move(server, visit):
    page = visit(server, "header", phone=True)
    page.page.evaluate(
        "addEventListener('touchmove', (event) => (said.held ??= []).push(event.defaultPrevented)),"
        "addEventListener('pointercancel', () => (said.taken = true))"
    )
    page.swipe(150, start=(195, 300))
    assert all(page.page.evaluate("said.held"))
    assert page.page.evaluate("said.taken") is None
    page.touch("End")


def test_elsewhere_the_list_scrolls_natively(server, visit):
    page = visit(server, "footer", phone=True)
    page.scroll_to(1_000)
    page.page.evaluate(
        "addEventListener('touchmove', (event) => (said.held ??= []).push(event.defaultPrevented))"
    )
    page.swipe(200, start=(195, 300))
    page.until("deep('#list').scrollTop < 900")
    assert not any(page.page.evaluate("said.held"))
    page.touch("End")


def test_a_second_finger_ends_the_pull(quick, visit):
    page = visit(quick, "header", phone=True)
    x, y = page.swipe(20, start=(195, 250))
    page.touch("Start", (x, y), (x, y + 300))
    page.until("said.received.some((m) => m.why === 'second-pointer')")
    # Towards each other: the other way they zoom in, and then fingers move what they see.
    page.touch("Move", (x, y + 100), (x, y + 300))
    page.touch("End")
    page.until("getComputedStyle(deep('#list')).transform === 'none'")
    assert page.runs() == []
    page.swipe(200, start=(195, 250))
    page.touch("End")
    page.until_row("Line 6")


def test_a_touch_that_the_system_takes_away_goes_back(quick, visit):
    page = visit(quick, "header", phone=True)
    page.swipe(200, start=(195, 250))
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'armed')")
    page.touch("Cancel")
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'cancelled')")
    page.until("getComputedStyle(deep('#list')).transform === 'none'")
    assert page.runs() == []
    page.swipe(200, start=(195, 250))
    page.touch("End")
    page.until_row("Line 6")


def test_the_browsers_own_pointercancel_is_not_a_cancel(server, visit):
    server.append("header", LINES)
    page = visit(server, "header", phone=True)
    page.scroll_to(80)
    page.page.evaluate("addEventListener('pointercancel', () => (said.taken = true))")
    page.swipe(300, start=(195, 300), steps=30)
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'pulling')")
    assert page.page.evaluate("said.taken") is True
    assert not any(message.get("phase") == "cancel" for message in page.page.evaluate("said.sent"))
    page.touch("End")


def test_a_sideways_swipe_is_no_pull(server, visit):
    page = visit(server, phone=True)
    page.swipe(10, dx=150, start=(100, 300))
    page.until("said.received.some((m) => m.why === 'horizontal')")
    page.touch("End")
    assert "pulling" not in phases(page)


def test_a_row_that_goes_during_the_touch_does_not_end_it(server, visit):
    page = visit(server, "header", phone=True)
    page.touch("Start", (195, 200))
    page.touch("Move", (195, 230))
    page.page.evaluate("deepAt(195, 200).closest('.row').remove()")
    for y in (260, 320, 400):
        page.touch("Move", (195, y))
        page.frame()
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'armed')")
    page.touch("End")
    page.until_status("refreshing")


def test_held_still_the_pull_stays(server, visit):
    """The last sample is sent again every 5 s, so the lease of 15 s does not run out."""
    page = visit(server, "header", phone=True)
    page.swipe(200, start=(195, 250))
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'armed')")
    sent = page.page.evaluate("said.sent.filter((m) => m.type === 'pointer').length")
    page.until("said.sent.filter((m) => m.type === 'pointer').length > sent", sent=sent)
    moves = page.page.evaluate("said.sent.filter((m) => m.type === 'pointer').slice(-2)")
    assert moves[1]["phase"] == "move" and moves[1]["y"] == moves[0]["y"] and moves[1]["n"] > moves[0]["n"]
    page.touch("End")


@pytest.mark.parametrize("feed", ["overlay", "header"])
def test_a_tap_is_no_pull(server, visit, feed):
    page = visit(server, feed, phone=True)
    page.touch("Start", (195, 300))
    page.touch("End")
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    expect(page.view("top")).not_to_be_visible()
    assert page.runs() == []
