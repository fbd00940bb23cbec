"""Feeds of any shape: the other order, presets at other edges, no policies, many rows."""

import pytest
from playwright.sync_api import expect


def numbered(last):
    return [f"Row {number}" for number in range(1, last + 1)]


def test_newest_first_shows_new_rows_at_the_top_and_who_is_there_stays(shaped, visit):
    server = shaped(news={"order": "newest-first", "top": "header", "seed": numbered(300), "title": "News"})
    page = visit(server, "news")
    page.until_count(200)
    assert page.rows == numbered(300)[: -len(page.rows) - 1 : -1]
    assert page.scroll_top == 0
    server.append("news", ["Latest"])
    page.until_row("Latest")
    assert page.rows[0] == "Latest" and page.scroll_top == 0
    page.drag(200)
    page.release()
    page.until_status("ok")
    page.until_count(202)


def test_newest_first_keeps_the_row_being_read_and_older_rows_come_below(shaped, visit):
    server = shaped(news={"order": "newest-first", "top": "header", "seed": numbered(300)})
    page = visit(server, "news")
    page.scroll_to(1_000)
    top = page.page.locator(".row", has_text="Row 275").bounding_box()["y"]
    server.append("news", ["Latest", "The very latest"])
    expect(page.page.get_by_role("button", name="2 new rows")).to_be_visible()
    page.until_count(202)
    assert page.page.locator(".row", has_text="Row 275").bounding_box()["y"] == pytest.approx(top, abs=1)
    expect(page.page.get_by_role("button", name="Show older rows (100 more)")).to_be_attached()
    page.scroll_to(6_900)
    reading = page.page.locator(".row", has_text="Row 140")
    top = reading.bounding_box()["y"]
    page.scroll_to(7_300)
    page.until_count(302)
    # The list may have ended a little earlier while the rows were on their way.
    moved = page.scroll_top - 6_900
    assert 0 < moved <= 400
    assert reading.bounding_box()["y"] == pytest.approx(top - moved, abs=1)
    page.scroll_to(99_999)
    assert page.rows[-1] == "Row 1"
    page.page.get_by_role("button", name="2 new rows").click()
    page.until("deep('#list').scrollTop === 0")


def test_newest_first_shows_each_runs_rows_from_the_first_line(shaped, visit):
    source = "command:printf 'head\\n  one\\n  two\\n'"
    server = shaped(news={"source": source, "order": "newest-first", "top": "header"})
    page = visit(server, "news")
    for count in (3, 6):
        page.button().click()
        page.until_count(count)
        page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    server.append("news", ["by hand"])
    page.until_count(7)
    expected = ["by hand", *["head", "  one", "  two"] * 2]
    assert page.rows == expected
    page.page.reload()
    page.until_count(7)
    assert page.rows == expected


def test_presets_stand_at_the_other_edge_too(shaped, visit):
    server = shaped(turned={"top": "footer", "bottom": "overlay", "seed": numbered(60)})
    page = visit(server, "turned")
    before = page.box("#list")
    page.drag(-88)
    card = page.box(".refresh-view[data-edge=bottom]")
    assert before["bottom"] - card["top"] == pytest.approx(80, abs=0.1)
    assert page.box("#list") == before
    page.release()
    expect(page.view("bottom")).not_to_be_visible()
    page.scroll_to(0)
    page.drag(150)
    indicator, content = page.box(".refresh-view[data-edge=top]"), page.box("#list")
    assert content["top"] - before["top"] > 50
    assert indicator["bottom"] - before["top"] == pytest.approx(50, abs=0.1)
    page.release()


def test_a_feed_that_nobody_refreshes_has_no_buttons_and_says_nothing(shaped, visit):
    server = shaped(still={"seed": ["Only this"]})
    page = visit(server, "still")
    expect(page.button()).to_be_hidden()
    expect(page.button("bottom")).to_be_hidden()
    page.drag(100)
    page.until("said.received.some((m) => m.why === 'no-policy')")
    expect(page.notice).to_have_count(0)
    page.release()


def test_pulling_at_the_end_that_does_not_refresh_says_so(server, visit):
    page = visit(server, "overlay")
    page.drag(-60)
    expect(page.notice).to_have_text("This list does not refresh from the bottom.")
    page.release()


def test_a_feed_that_is_pruned_loses_its_oldest_rows_on_the_page_too(shaped, visit):
    server = shaped("--keep-rows", "20", short={"top": "header", "seed": numbered(15)})
    page = visit(server, "short")
    server.append("short", [f"More {number}" for number in range(10)])
    page.until_row("More 9")
    page.until_count(20)
    assert page.rows[0] == "Row 6"
    expect(page.page.locator("#older")).to_be_hidden()
