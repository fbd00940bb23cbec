"""Lists and sources of every kind at the edge: one pull, one refresh, and nothing by itself."""

import pytest
from drags import Mouse, Touch, flick

AT_REST = "getComputedStyle(deep('#list')).transform === 'none'"
IDLE = "said.received.findLast((m) => m.type === 'state')?.phase === 'idle'"
AT_END = "(({ scrollTop: t, scrollHeight: h, clientHeight: v }) => h - v - t <= 1)(deep('#list'))"
HEADER = {"top": "header"}


def drag(page, hand, *ways):
    hand.down()
    for way in ways:
        hand.move(way)
        page.frame()


def numbered(last):
    return [f"Row {number}" for number in range(1, last + 1)]


def runs(server, feed):
    return server.get(f"feeds/{feed}/runs")["runs"]


def test_of_two_rows_between_two_edges_only_the_pulled_one_fires(shaped, visit):
    server = shaped(two={"top": "header", "bottom": "header", "seed": numbered(2)})
    page = visit(server, "two", phone=True)
    drag(page, hand := Touch(page, 195, 300), 60, 200)
    hand.up()
    page.until_row("Line 3")
    page.until(IDLE)
    assert [run["edge"] for run in runs(server, "two")] == ["top"]


def test_one_row_can_be_pulled_where_there_is_nothing_to_touch_but_the_empty_list(shaped, visit):
    server = shaped(one={**HEADER, "seed": ["Only this"]})
    page = visit(server, "one", phone=True)
    box = page.box("#list")
    drag(page, hand := Touch(page, 195, box["bottom"] - 260), 60, 200)
    hand.up()
    page.until_row("Line 2")


@pytest.mark.parametrize("source, outcome", [("command:exit 3", "failed"), ("command:true", "ok")])
def test_a_footer_that_brings_nothing_is_asked_once_however_long_it_is_held(shaped, visit, source, outcome):
    server = shaped(end={"bottom": "footer", "source": source, "seed": numbered(60)})
    page = visit(server, "end", phone=True)
    drag(page, hand := Touch(page, 195, 640), -100, -250, -400)
    page.until_status(outcome)
    page.until(IDLE)
    for way in (-420, -440, -400, -450):
        hand.move(way)
        page.frame()
    page.until("said.received.findLast((m) => m.type === 'pull').n === said.sent.findLast((m) => m.n).n")
    assert [run["outcome"] for run in runs(server, "end")] == [outcome]
    hand.up()
    page.frame()
    # The next pull asks again.
    drag(page, hand := Touch(page, 195, 410), -100, -250, -400)
    page.until("said.received.filter((m) => m.phase === 'triggered').some((m) => m.run > 1)")
    hand.up()


def test_a_list_that_stands_at_a_fraction_of_a_pixel_stands_at_its_end(server, visit):
    page = visit(server, "footer", phone=True)
    # Some screens scroll in fractions; this one is told what they tell.
    page.page.evaluate(
        "const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');"
        "Object.defineProperty(deep('#list'), 'scrollTop',"
        " { get() { return get.call(this) - 0.4; }, set(to) { set.call(this, to); } }), 0"
    )
    assert page.scroll_top % 1 != 0
    drag(page, hand := Touch(page, 195, 620), -60, -150, -330)
    page.until_status("refreshing")
    hand.up()


def test_in_a_list_60_px_high_a_small_drag_refreshes_nothing(server, visit):
    page = visit(server, "header", phone=True)
    page.page.evaluate("Object.assign(deep('#list').style, { height: '60px', bottom: 'auto' })")
    page.frame()
    page.scroll_to(0)
    box = page.box("#list")
    assert box["height"] == 60
    drag(page, hand := Touch(page, 195, box["y"] + 10), 20, 35)
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'pulling')")
    hand.up()
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    assert page.runs() == []


@pytest.mark.parametrize("feed, top", [("footer", 100_000), ("overlay", 0)])
def test_scrolling_by_code_wheel_or_momentum_starts_nothing(server, visit, feed, top):
    server.append(feed, numbered(60))
    page = visit(server, feed, phone=True)
    away = 260 if top == 0 else page.scroll_top - 260
    page.scroll_to(away)
    page.scroll_to(top)
    page.scroll_to(away)
    page.page.mouse.move(*page.middle)
    for _ in range(6):
        page.page.mouse.wheel(0, 500 if top else -500)
        page.frame()
    page.scroll_to(away)
    # The finger is long up when the list arrives at the edge and would go beyond.
    flick(page, -240 if top else 240, (195, 560 if top else 300))
    page.until(AT_END if top else "deep('#list').scrollTop <= 1")
    page.frame()
    assert page.runs() == [] and page.page.evaluate(AT_REST)
    assert not any(pull["phase"] in ("armed", "triggered") for pull in page.pulls())


def test_a_lists_own_inset_is_exact_after_any_number_of_refreshes_and_a_new_one_is_kept(server, visit):
    page = visit(server, "header")
    page.page.evaluate("Object.assign(deep('#list').style, { paddingTop: '40px', paddingBottom: '20px' })")
    row = page.box(".row")
    for number in (6, 7):
        drag(page, hand := Mouse(page, *page.middle), 60, 200)
        hand.up()
        if number == 7:
            page.page.evaluate("deep('#list').style.paddingTop = '24px'")
        page.until_row(f"Line {number}")
        page.until(IDLE)
        page.until(AT_REST)
        inset = page.page.evaluate("(({ paddingTop: a, paddingBottom: b }) => [a, b])(getComputedStyle(deep('#list')))")
        assert inset == ["40px" if number == 6 else "24px", "20px"]
        assert page.box(".row")["y"] == row["y"] - (0 if number == 6 else 16)


def test_a_refresh_of_5_ms_is_shown_for_300(start, visit):
    page = visit(start("--source", "command:echo Quick"))
    # From the sample that triggers: it leaves before the refresh begins, however slow the way of a message is.
    page.page.evaluate(
        "said.time = new Promise((done) => { let began;"
        " addEventListener('pointermove', () => (began = performance.now()), true);"
        " new MutationObserver(() => deep('#status').dataset.kind === 'ok' && done(performance.now() - began))"
        ".observe(deep('#status'), { attributes: true }); }), 0"
    )
    drag(page, hand := Mouse(page, *page.middle), 60, 120)
    page.until_row("Quick")
    assert page.page.evaluate("said.time") >= 300
    hand.up()


def test_after_a_refresh_that_never_ended_the_next_pull_works(start, visit, tmp_path):
    flag = tmp_path / "goes"
    server = start("--source", f"command:test -e '{flag}' && echo Here || sleep 100", "--deadline", "600")
    page = visit(server)
    drag(page, hand := Mouse(page, *page.middle), 60, 120)
    page.until_status("failed")
    hand.up()
    flag.touch()
    page.until(IDLE)
    page.until("!deep('.refresh-view[data-edge=top]').classList.contains('seen')")
    drag(page, hand, 60, 120)
    page.until_row("Here")
    hand.up()
