"""Nobody loses what they read: a row, a selection, or the focus."""

import re

import pytest
from long_rows import lines, top_of
from playwright.sync_api import expect


@pytest.mark.parametrize("order", ["append", "newest-first"])
def test_the_row_being_read_stays_while_rows_arrive_and_history_loads(shaped, visit, order):
    server = shaped(long={"order": order, "seed": lines(1, 500)})
    server.append("long", lines(501, 900))
    page = visit(server, "long", phone=True)
    page.until_count(200)
    scroller = page.page.locator("#list")
    # Toward the old end, in steps of a finger, until older rows have come by themselves, with others arriving.
    way = -1 if order == "append" else 1
    arrived = 0
    for step in range(60):
        scroller.evaluate("(list, way) => { list.scrollTop += way; }", way * 300)
        page.frame()
        shown = [int(text.split()[0]) for text in page.rows]
        number = shown[len(shown) // 2]
        top = top_of(page, number)
        arrived += 1
        server.append("long", lines(900 + arrived, 900 + arrived))
        page.until("said.received.some((m) => m.type === 'rows' && m.first === first)", first=900 + arrived)
        page.frame()
        assert top_of(page, number) == pytest.approx(top, abs=1.01), f"step {step}"
        if page.received("history"):
            break
    assert page.received("history")
    page.until_count(200 + 500 + arrived)
    page.frame()
    assert top_of(page, number) == pytest.approx(top, abs=1.01)
    expect(page.page.get_by_role("button", name=f"{arrived} new rows")).to_be_visible()
    page.page.get_by_role("button", name=f"{arrived} new rows").click()
    newest = page.page.locator(".row", has_text=re.compile(f"^{900 + arrived} "))
    expect(newest).to_be_in_viewport()


@pytest.mark.long
def test_nothing_is_loaded_under_a_finger_and_what_comes_then_waits_for_its_end(shaped, visit, far):
    server = shaped(long={"seed": lines(1, 500)})
    server.append("long", lines(501, 900))
    page = visit(far(server, latency=1, stalls=False), "long", phone=True)
    page.until_count(200)
    # Asked for just before the finger comes down: the answer arrives under it.
    page.scroll_to(1_500)
    page.touch("Start", page.middle)
    height = page.page.locator("#list").evaluate("(list) => list.scrollHeight")
    page.until("said.received.some((m) => m.type === 'history')")
    page.scroll_to(40)
    expect(page.page.locator(".row").first).to_have_attribute("aria-setsize", "200")
    assert page.page.locator("#list").evaluate("(list) => list.scrollHeight") < height + 5_000
    assert sum(said["type"] == "history" for said in page.page.evaluate("said.sent")) == 1
    top = top_of(page, 702)
    page.touch("End")
    page.until_count(900)
    assert top_of(page, 702) == pytest.approx(top, abs=1.01)


def test_a_reader_of_a_window_that_turns_keeps_the_row_being_read(shaped, visit):
    page = visit(shaped(long={"seed": lines(1, 400)}), "long", phone=True)
    page.until_count(200)
    page.scroll_to(4_000)
    first = page.page.locator("#list").evaluate(
        "(list) => { const { top } = list.getBoundingClientRect();"
        " return [...list.querySelectorAll('.row')].find((row) => row.getBoundingClientRect().bottom > top)"
        ".firstChild.textContent; }"
    )
    page.page.set_viewport_size({"width": 844, "height": 390})
    page.frame()
    row = page.page.locator(".row", has_text=first.split()[0] + " ").first
    assert row.locator(".text").text_content() == first
    expect(row).to_be_in_viewport()


def test_a_selection_is_kept_where_its_rows_scroll_out_of_view(shaped, visit):
    page = visit(shaped(long={"seed": lines(1, 400)}), "long")
    page.until_count(200)
    page.page.locator(".row .text").last.click(click_count=3)
    chosen = page.selection
    assert chosen.startswith("400 ")
    page.scroll_to(5_000)
    page.scroll_to(3_000)
    assert page.selection == chosen
    page.page.evaluate("getSelection().removeAllRanges()")
    page.scroll_to(2_000)
    page.scroll_to(3_000)
    expect(page.page.locator(".row", has_text=re.compile("^400 "))).to_have_count(0)


def test_keys_go_on_scrolling_where_a_link_with_the_focus_has_left_the_document(shaped, visit):
    page = visit(shaped(long={"seed": [*lines(1, 399), "https://example.org/"]}), "long")
    page.page.locator(".row a").focus()
    page.scroll_to(2_000)
    expect(page.page.locator("#list")).to_be_focused()
    before = page.scroll_top
    page.page.keyboard.press("PageUp")
    page.until("deep('#list').scrollTop < before", before=before)
