"""Pulling and selecting with a mouse."""

import pytest
from playwright.sync_api import expect

WATCH_RETURN = """
said.back = new Promise((done) => {
  addEventListener("pointerup", () => {
    const began = performance.now();
    const view = deep(".refresh-view[data-edge=top]");
    const look = () => (view.classList.contains("seen") ? requestAnimationFrame(look) : done(performance.now() - began));
    requestAnimationFrame(look);
  }, { once: true });
}), 0
"""


def test_a_drag_released_at_60_px_refreshes_nothing_and_goes_back_in_300_ms(server, visit):
    page = visit(server)
    page.drag(60)
    expect(page.view("top")).to_be_visible()
    page.page.evaluate(WATCH_RETURN)
    page.release()
    # A frame more or less, and some for a machine that is busy.
    assert 280 <= page.page.evaluate("said.back") < 700
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    released = [pull for pull in page.pulls() if pull["phase"] == "released"][0]
    assert released["settle"] == {"from": 52, "to": 0, "duration": 300}
    assert page.runs() == []
    assert server.get("feeds/main")["head"] == 5


def test_the_card_follows_the_finger_and_the_list_does_not_move(server, visit):
    page = visit(server, "overlay")
    before = page.box(".row")
    for way, displacement in ((30, 22), (80, 72), (108, 100)):
        page.drag(way)
        list_box, card = page.box("#list"), page.box(".refresh-view[data-edge=top]")
        assert card["bottom"] - list_box["top"] == pytest.approx(displacement, abs=0.1)
        assert (card["width"], card["height"]) == (200, 100)
        assert page.box(".row") == before
        page.page.mouse.move(*page.middle)
        page.release()
        expect(page.view("top")).not_to_be_visible()
    style = page.view("top").locator(".card").evaluate(
        "(card) => { const s = getComputedStyle(card); return [s.borderRadius, s.borderTopWidth, s.borderTopStyle]; }"
    )
    assert style == ["12px", "1px", "solid"]


def test_the_header_refreshes_only_on_release_beyond_64(server, visit):
    page = visit(server, "header")
    page.drag(200)
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'armed')")
    expect(page.view("top")).to_contain_text("Release to refresh")
    pushed = page.box("#list")["top"] - page.box("#stage")["top"]
    assert pushed > 64 and page.runs() == []
    page.release()
    page.until_status("refreshing")
    page.until("Math.round(new DOMMatrix(getComputedStyle(deep('#list')).transform).f) === 64")
    page.until_row("Line 6")
    page.until("getComputedStyle(deep('#list')).transform === 'none'")


def test_a_header_pulled_beyond_the_threshold_and_back_does_not_refresh(server, visit):
    page = visit(server, "header")
    page.drag(200)
    x, y = page.middle
    page.page.mouse.move(x, y - 30)
    page.release()
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    assert page.runs() == []


def test_the_footer_rises_to_50_px_stays_there_and_is_held_for_5_s(server, visit):
    page = visit(server, "footer")
    page.page.evaluate(
        "said.time = new Promise((done) => { let began; new MutationObserver(() => {"
        " const kind = deep('#status').dataset.kind;"
        " if (kind === 'refreshing') began ??= performance.now();"
        " if (kind === 'ok') done(performance.now() - began); })"
        ".observe(deep('#status'), { attributes: true }); }), 0"
    )
    page.drag(-40)
    stage = page.box("#stage")
    inner = stage["bottom"] - 1
    indicator, content = page.box(".refresh-view[data-edge=bottom]"), page.box("#list")
    displacement = inner - content["bottom"]
    assert 0 < displacement < 50
    assert inner - indicator["top"] == pytest.approx(displacement, abs=0.1)
    x, y = page.middle
    page.page.mouse.move(x, y - 150)
    page.frame()
    assert inner - page.box("#list")["bottom"] > 60
    assert inner - page.box(".refresh-view[data-edge=bottom]")["top"] == pytest.approx(50, abs=0.1)
    assert page.runs() == []
    page.page.mouse.move(x, y - 310)
    page.until_status("refreshing")
    page.release()
    page.until("Math.round(new DOMMatrix(getComputedStyle(deep('#list')).transform).f) === -50")
    page.until_row("Line 101")
    assert 4_800 < page.page.evaluate("said.time") < 8_000
    page.until("getComputedStyle(deep('#list')).transform === 'none'")


def test_a_list_too_short_to_pull_says_so(server, visit):
    page = visit(server)
    page.drag(-60)
    expect(page.notice).to_contain_text("too short")
    page.release()
    page.until("said.received.some((m) => m.why === 'no-overflow')")
    assert page.runs() == []


def test_a_pull_from_text_clears_the_selection(server, visit):
    page = visit(server)
    box = page.box(".row .text")
    page.drag(70, start=(box["x"] + 10, box["y"] + 10))
    expect(page.view("top")).to_be_visible()
    assert page.selection == ""
    page.page.mouse.move(box["x"] + 200, box["y"] + 75)
    assert page.selection == ""
    page.release()


SELECTS = {
    "sideways": {"dx": 40, "dy": 4},
    "away from the edge": {"dx": 20, "dy": -60},
}


@pytest.mark.parametrize("way", SELECTS)
def test_other_drags_select_text(server, visit, way):
    page = visit(server, "header")
    box = page.page.locator(".row .text").nth(2).bounding_box()
    page.drag(start=(box["x"] + 6, box["y"] + 10), **SELECTS[way])
    assert page.selection != ""
    page.release()
    assert page.selection != ""
    assert page.runs() == []


def test_a_drag_in_the_middle_of_the_list_selects_text(server, visit):
    page = visit(server, "footer")
    page.scroll_to(1_000)
    for dy in (60, -60):
        page.drag(dy, start=(page.box("#list")["x"] + 30, page.middle[1]))
        assert page.selection != ""
        page.release()
        page.page.evaluate("getSelection().removeAllRanges()")
    assert not any(pull["phase"] in ("pulling", "armed", "triggered") for pull in page.pulls())


@pytest.mark.parametrize("key", ["Shift", "Alt"])
def test_with_a_key_held_a_drag_selects_text(server, visit, key):
    page = visit(server)
    box = page.box(".row .text")
    page.page.mouse.click(box["x"] + 6, box["y"] + 10)
    page.page.keyboard.down(key)
    page.drag(120, start=(box["x"] + 10, box["y"] + 10))
    page.release()
    page.page.keyboard.up(key)
    assert page.selection != ""
    assert page.runs() == []


def test_a_drag_after_a_double_click_selects_text(server, visit):
    page = visit(server)
    box = page.box(".row .text")
    x, y = box["x"] + 10, box["y"] + 10
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    page.page.mouse.up()
    page.page.mouse.down(click_count=2)
    page.page.mouse.move(x + 5, y + 60, steps=4)
    page.page.mouse.move(x + 5, y + 130, steps=4)
    page.page.mouse.up(click_count=2)
    assert page.selection != ""
    assert page.runs() == []


def test_a_pen_without_touch_events_pulls_like_a_mouse(server, visit):
    page = visit(server)
    session = page.context.new_cdp_session(page.page)
    x, y = page.middle

    def pen(kind, dy, buttons):
        session.send(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": x, "y": y + dy, "button": "left", "buttons": buttons, "pointerType": "pen"},
        )

    pen("mousePressed", 0, 1)
    for dy in (20, 60, 120):
        pen("mouseMoved", dy, 1)
    page.until_row("Line 6")
    pen("mouseReleased", 120, 0)


def test_a_pull_that_leaves_the_window_goes_on_and_ends_with_the_button(server, visit):
    page = visit(server, "header")
    page.drag(60)
    page.page.mouse.move(page.middle[0], 5_000)
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'armed')")
    page.release()
    page.until_row("Line 6")


def test_a_window_that_changes_its_size_ends_the_pull_and_says_so(server, visit):
    page = visit(server, "header")
    page.drag(200)
    page.page.set_viewport_size({"width": 1280, "height": 700})
    page.page.mouse.move(page.middle[0], page.middle[1] + 150)
    expect(page.notice).to_contain_text("changed its size")
    page.release()
    page.until("getComputedStyle(deep('#list')).transform === 'none'")
    assert page.runs() == []


def test_a_window_that_changes_its_size_during_a_refresh_ends_it_in_the_new_one(shaped, visit):
    seed = [f"Line {number}" for number in range(1, 101)]
    page = visit(shaped(main={"bottom": "footer", "workTime": 2_000, "seed": seed}))
    page.button("bottom").click()
    page.until("Math.round(new DOMMatrix(getComputedStyle(deep('#list')).transform).f) === -50")
    page.page.set_viewport_size({"width": 600, "height": 500})
    page.until_row("Line 101")
    page.until("getComputedStyle(deep('#list')).transform === 'none'")
    expect(page.page.locator(".row").last).to_be_in_viewport()
    stage, content = page.box("#stage"), page.box("#list")
    assert stage["height"] - content["height"] == pytest.approx(2, abs=0.1)


def test_a_mouse_on_what_was_taken_for_a_phone_pulls_from_its_second_press_on(server, visit):
    page = visit(server, phone=True)
    # The phone's own page has no mouse to load a part for.
    with page.page.expect_response("**/input/mouse.js"):
        page.press(*page.middle)
    page.release()
    page.frame()
    page.drag(60)
    expect(page.view("top")).to_be_visible()
    page.release()
