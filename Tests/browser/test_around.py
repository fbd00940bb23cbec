"""The pull respects what is around it: inner scrollers, dialogs, the browser's own gestures, zoom and direction."""

import pytest
from drags import HANDS, Mouse, flick
from playwright.sync_api import expect

INNER = """
() => {
  const inner = Object.assign(document.createElement("div"), { id: "inner", tabIndex: 0 });
  Object.assign(inner.style, { height: "240px", overflowY: "auto", background: "Canvas" });
  const tall = document.createElement("div");
  tall.style.height = "900px";
  tall.textContent = "A log inside a row";
  inner.append(tall);
  deep("#list").prepend(inner);
  inner.scrollTop = 300;
}
"""


def drag(page, hand, *ways):
    hand.down()
    for way in ways:
        hand.move(way)
        page.frame()


def pulled(page):
    return any(pull["phase"] in ("pulling", "armed", "triggered") for pull in page.pulls())


@pytest.mark.parametrize("kind", HANDS)
def test_a_scroller_inside_the_list_keeps_its_own_drags(server, visit, kind):
    hand = HANDS[kind]
    page = visit(server, "header", phone=hand.phone)
    page.page.evaluate(INNER)
    box = page.box("#inner")
    drag(page, finger := hand(page, box["x"] + 60, box["y"] + 30), 40, 90, 140, 190)
    if kind == "touch":
        page.until("deep('#inner').scrollTop < 250")
    finger.up()
    # A pull beside it is answered, so what was sent before it would have been, too.
    drag(page, beside := hand(page, box["x"] + 60, box["bottom"] + 40), 60, 200)
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'armed')")
    beside.move(0)
    beside.up()
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    assert page.page.evaluate("said.sent.filter((m) => m.phase === 'down').length") == 1
    assert page.runs() == []


@pytest.mark.parametrize("kind", HANDS)
def test_a_dialog_above_the_list_is_not_pulled_through(server, visit, kind):
    hand = HANDS[kind]
    page = visit(server, "header", phone=hand.phone)
    page.page.evaluate(
        "const dialog = document.createElement('dialog'); dialog.textContent = 'A question';"
        "dialog.style.height = '300px'; document.body.append(dialog); dialog.showModal(), 0"
    )
    box = page.box("dialog")
    drag(page, finger := hand(page, box["x"] + box["width"] / 2, box["y"] + 40), 60, 200)
    finger.up()
    page.page.evaluate("document.querySelector('dialog').close()")
    drag(page, finger, 60, 200)
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'armed')")
    finger.move(0)
    finger.up()
    assert page.page.evaluate("said.sent.filter((m) => m.phase === 'down').length") == 1


@pytest.mark.parametrize("edge, rows, way", [("top", 5, 300), ("bottom", 100, -300)])
def test_the_browser_neither_reloads_nor_leaves_the_page(shaped, visit, edge, rows, way):
    seed = [f"Line {number}" for number in range(rows)]
    page = visit(shaped(main={edge: "header" if edge == "top" else "footer", "seed": seed}), phone=True)
    page.page.evaluate("said.isSame = true")
    for selector in ("html", "#list"):
        behaviour = page.page.evaluate("(one) => getComputedStyle(deep(one)).overscrollBehavior", selector)
        assert behaviour == "none"
    assert page.page.evaluate("getComputedStyle(deep('#list')).touchAction") == "pan-y pinch-zoom"
    x, y = page.swipe(way, start=(195, 300 if way > 0 else 640))
    page.touch("End")
    page.until_status("refreshing")
    page.swipe(0, dx=300, start=(20, 400))
    page.touch("End")
    page.until_status("ok")
    assert page.page.evaluate("said.isSame") is True
    assert page.page.evaluate("document.scrollingElement.scrollTop") == 0


@pytest.mark.parametrize("kind", HANDS)
def test_a_page_written_from_right_to_left_pulls_the_same(quick, visit, kind):
    hand = HANDS[kind]
    page = visit(quick, "footer", phone=hand.phone)
    page.page.evaluate("document.documentElement.dir = 'rtl'")
    page.frame()
    box = page.box("#list")
    drag(page, finger := hand(page, *page.middle), -60, -150, -330)
    page.until_status("refreshing")
    finger.up()
    page.until("Math.round(new DOMMatrix(getComputedStyle(deep('#list')).transform).f) === -50")
    page.until_row("Line 101")
    after = page.box("#list")
    assert (after["x"], after["width"]) == (box["x"], box["width"])


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_the_scrollbar_is_no_handle_of_the_pull(server, visit, direction):
    page = visit(server, "footer")
    page.page.evaluate("(direction) => { deep('#list').style.direction = direction; }", direction)
    page.frame()
    box = page.box("#list")
    width = page.page.evaluate("deep('#list').offsetWidth - deep('#list').clientWidth")
    assert width > 0, "this browser's scrollbars take no room"
    x = box["x"] + width / 2 if direction == "rtl" else box["x"] + box["width"] - width / 2
    drag(page, hand := Mouse(page, x, box["bottom"] - 60), -60, -200)
    hand.up()
    page.until(f"deep('#list').scrollTop < {page.scroll_top + 1}")
    assert page.page.evaluate("said.sent.filter((m) => m.type === 'pointer').length") == 0


@pytest.mark.parametrize("kind", HANDS)
def test_at_a_zoom_of_200_percent_the_card_follows_in_its_own_pixels(server, visit, kind):
    hand = HANDS[kind]
    size = {"width": 640, "height": 400}
    page = visit(server, "overlay", viewport=size, device_scale_factor=2, has_touch=hand.phone)
    x, y = page.middle
    drag(page, finger := hand(page, x, page.box("#list")["y"] + 30), 30, 68)
    stage, card = page.box("#stage"), page.box(".refresh-view[data-edge=top]")
    assert card["bottom"] - stage["top"] - 1 == pytest.approx(60, abs=0.1)
    finger.move(112)
    page.until_row("Line 6")
    finger.up()


def test_fingers_that_have_zoomed_in_move_what_they_see(server, visit):
    page = visit(server, "header", phone=True)
    page.context.new_cdp_session(page.page).send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
    page.until("visualViewport.scale > 1.5")
    page.swipe(150, start=(195, 300))
    page.touch("End")
    page.button().press("Enter")
    page.until_row("Line 6")
    assert not pulled(page)
    assert page.page.evaluate("said.sent.filter((m) => m.type === 'pointer').length") == 0


@pytest.mark.parametrize("kind", HANDS)
def test_who_wants_no_motion_sees_the_end_at_once(server, visit, kind):
    hand = HANDS[kind]
    page = visit(server, "header", phone=hand.phone, reduced_motion="reduce")
    drag(page, finger := hand(page, *page.middle), 60, 200)
    finger.up()
    page.until_row("Line 6")
    page.until("said.received.some((m) => m.type === 'state' && m.phase === 'settling')")
    page.frame()
    assert page.page.evaluate("getComputedStyle(deep('#list')).transform") == "none"


def test_momentum_elsewhere_is_the_browsers(server, visit):
    page = visit(server, "footer", phone=True)
    page.scroll_to(1_500)
    page.page.evaluate(
        "addEventListener('touchmove', (event) => (said.held ??= []).push(event.defaultPrevented)),"
        "addEventListener('touchend', () => (said.letGo = deep('#list').scrollTop)), 0"
    )
    flick(page, 240, (195, 300))
    # It goes on by itself after the finger is up.
    page.until("said.letGo !== undefined && deep('#list').scrollTop < said.letGo - 50")
    assert not any(page.page.evaluate("said.held"))
    assert not pulled(page)
    expect(page.view("bottom")).not_to_be_visible()
