"""Pulls by touch, mouse and pen: what lets go, what is taken away, what goes on."""

import pytest
from drags import HANDS, Mouse, Touch
from playwright.sync_api import expect

ARMED = "said.received.some((m) => m.type === 'pull' && m.phase === 'armed')"
AT_REST = "getComputedStyle(deep('#list')).transform === 'none'"


def ended(phase):
    return f"said.received.some((m) => m.type === 'pull' && m.phase === '{phase}')"


def begin(visit, server, feed, kind):
    hand = HANDS[kind]
    page = visit(server, feed, phone=hand.phone)
    return page, hand(page, *page.middle)


def drag(page, hand, *ways):
    hand.down()
    for way in ways:
        hand.move(way)
        page.frame()


def works(page, hand):
    """The next pull refreshes."""
    page.until(AT_REST)
    before = len(page.rows)
    drag(page, hand, 60, 130, 200)
    hand.up()
    page.until_row(f"Line {before + 1}")


@pytest.mark.parametrize("kind", HANDS)
def test_beyond_the_threshold_and_in_one_coarse_move_back_above_the_start_refreshes_nothing(server, visit, kind):
    page, hand = begin(visit, server, "header", kind)
    drag(page, hand, 60, 200)
    page.until(ARMED)
    hand.move(-40)
    hand.up()
    page.until(ended("released"))
    assert page.runs() == []
    works(page, HANDS[kind](page, *page.middle))


@pytest.mark.parametrize("kind", ["touch", "pen", "mouse"])
def test_a_pull_that_the_system_takes_away_goes_back_by_itself(server, visit, kind):
    page, hand = begin(visit, server, "header", kind)
    page.page.evaluate("addEventListener('pointerdown', (event) => (said.pointer = event.pointerId), true), 0")
    drag(page, hand, 60, 200)
    page.until(ARMED)
    if kind == "touch":
        page.touch("Cancel")
    else:
        # A pen's or a mouse's cancel has no command; what the browser would tell is told.
        page.page.evaluate(
            "(kind) => window.dispatchEvent(new PointerEvent('pointercancel', "
            "{ pointerId: said.pointer, pointerType: kind, bubbles: true }))",
            kind,
        )
    page.until(ended("cancelled"))
    page.until(AT_REST)
    assert page.runs() == []
    if kind != "touch":
        hand.up()
    works(page, HANDS[kind](page, *page.middle))


@pytest.mark.parametrize("what", ["cancel", "a second finger", "a lost connection"])
def test_what_reached_goes_on_for_everybody(server, visit, what):
    page, other = visit(server, "overlay", phone=True), visit(server, "overlay")
    hand = Touch(page, 195, 300)
    drag(page, hand, 40, 80, 120)
    other.until_status("refreshing")
    if what == "cancel":
        page.touch("Cancel")
    elif what == "a second finger":
        page.touch("Start", (195, 420), (195, 650))
        page.touch("Move", (195, 300), (195, 650))
        page.touch("End")
    else:
        page.may_lose_network = True
        page.context.set_offline(True)
        page.page.close()
    other.until_row("Line 6")
    other.until_status("ok")
    assert len(other.runs()) == 1


@pytest.mark.parametrize("kind", HANDS)
def test_a_sideways_drag_is_no_pull(server, visit, kind):
    page, hand = begin(visit, server, "header", kind)
    hand.down()
    for step in range(1, 9):
        hand.move(step * 3, aside=step * 15)
        page.frame()
    hand.move(200, aside=120)
    hand.up()
    page.until("said.received.some((m) => m.why === 'horizontal')")
    assert not any(pull["phase"] in ("pulling", "armed") for pull in page.pulls())


def test_a_pinch_is_no_pull(server, visit):
    page = visit(server, "header", phone=True)
    page.touch("Start", (195, 300), (195, 330))
    for step in range(1, 12):
        page.touch("Move", (195, 300 - 8 * step), (195, 330 + 16 * step))
        page.frame()
    page.touch("End")
    page.until("said.sent.filter((m) => m.phase === 'up').length === 2")
    page.until("said.received.some((m) => m.n === said.sent.at(-1).n || m.why === 'second-pointer')")
    assert not any(pull["phase"] in ("pulling", "armed", "triggered") for pull in page.pulls())
    assert page.runs() == []


def test_pointer_0_and_a_coordinate_of_exactly_0_count(quick, visit):
    page = visit(quick, "footer", phone=True)
    hand = Touch(page, 195, 600)
    drag(page, hand, -40, -200, -600)
    page.until_status("refreshing")
    last = page.page.evaluate("said.sent.findLast((m) => m.type === 'pointer')")
    assert (last["id"], last["y"]) == (0, 0)
    hand.up()
    page.until_row("Line 101")


def test_who_let_go_at_60_percent_is_gone_from_everybodys_page(server, visit):
    page, other = visit(server, "header", name="Anna"), visit(server, "header")
    hand = Mouse(page, *page.middle)
    drag(page, hand, 40, 80)
    expect(other.page.locator("#pulls li")).to_have_count(1)
    hand.up()
    expect(other.page.locator("#pulls li")).to_have_count(0)
    expect(other.page.locator("#ghost-top")).to_have_css("transform", "matrix(0, 0, 0, 1, 0, 0)")
    assert other.runs() == []


def test_the_refresh_of_who_leaves_goes_on(server, visit):
    page, other = visit(server, "header", name="Anna"), visit(server, "header")
    drag(page, hand := Mouse(page, *page.middle), 60, 200)
    hand.up()
    page.until_status("refreshing")
    page.page.close()
    other.until_row("Line 6")
    assert "Anna" in other.status


def test_a_tap_on_a_row_during_the_settle_is_a_tap(start, visit):
    page = visit(start("--settle", "3000"), "header", phone=True)
    page.page.evaluate("deep('#list').addEventListener('click', (event) => (said.tapped = event.composedPath()[0].className)), 0")
    drag(page, hand := Touch(page, 195, 300), 60, 200)
    hand.up()
    page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'settling'")
    box = page.box(".row .text")
    page.page.touchscreen.tap(box["x"] + 10, box["y"] + box["height"] / 2)
    page.until("said.tapped !== undefined")
    assert page.received("state")[-1]["phase"] == "settling"
    assert len(page.runs()) == 1


@pytest.mark.parametrize("how", ["display: none", "height: 0"])
def test_a_finger_that_is_lifted_while_the_list_is_hidden_is_up(server, visit, how):
    page, hand = begin(visit, server, "header", "touch")
    drag(page, hand, 40)
    page.page.evaluate("(how) => { refresh.style.cssText = how; }", how)
    page.until("deep('#list').clientHeight === 0")
    hand.move(60)
    hand.up()
    page.until("said.sent.at(-1).phase === 'up'")
    page.page.evaluate("refresh.style.cssText = ''")
    page.until("deep('#list').clientHeight > 0")
    works(page, Touch(page, *page.middle))
    assert page.page.evaluate("said.received.filter((m) => m.type === 'error')") == []
