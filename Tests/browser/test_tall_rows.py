"""Rows of thousands of lines: folded, so that a browser can scroll to every row."""

from axe import check
from playwright.sync_api import expect

TALL = 8_000


def test_the_newest_row_is_reached_below_300_rows_of_8000_lines(shaped, visit):
    server = shaped(main={"top": "header"})
    page = visit(server)
    for start in range(0, 300, 100):
        server.append_texts("main", [f"T{number}" + "\n" * TALL for number in range(start, start + 100)])
    server.append("main", ["newest"])
    page.until_row("newest")
    expect(page.page.locator(".row .text", has_text="newest")).to_be_in_viewport(ratio=1)
    heights = page.page.evaluate("deepAll('.row').map((row) => row.getBoundingClientRect().height)")
    assert max(heights) < 335, "100 000 of them would be more than Chromium scrolls"


def test_a_folded_row_is_shown_whole_by_its_button(shaped, visit):
    text = "\n".join(f"line {number}" for number in range(1, 31))
    server = shaped(main={"top": "header"})
    page = visit(server)
    server.append_texts("main", ["first", text, "last"])
    page.until_row("last")
    row = page.page.locator(".row", has_text="line 30")
    button = row.get_by_role("button", name="Show all")
    expect(button).to_be_visible()
    assert row.locator(".text").bounding_box()["height"] < 300
    check(page)
    top = row.bounding_box()["y"]
    button.focus()
    page.page.keyboard.press("Enter")
    expect(button).to_have_count(0)
    page.frame()
    assert row.locator(".text").bounding_box()["height"] > 600
    assert abs(row.bounding_box()["y"] - top) <= 1, "the row left its place"
    assert page.page.evaluate("deepActive().id") == "list"
    assert row.locator(".text").text_content() == text


def test_a_row_of_ten_lines_is_whole(shaped, visit):
    server = shaped(main={"top": "header"})
    page = visit(server)
    server.append_texts("main", ["\n".join("abcdefghij")])
    expect(page.page.locator(".row .text")).to_have_count(1)
    expect(page.page.get_by_role("button", name="Show all")).to_have_count(0)
    assert page.page.evaluate("deep('.row .text').scrollHeight <= deep('.row .text').clientHeight")


# Without a break: a browser breaks it wherever a line ends.
WRAPPED = "word " * 1_000


def fold_buttons(page):
    return page.page.get_by_role("button", name="Show all")


def test_a_row_that_wraps_over_more_than_ten_lines_is_folded(shaped, visit):
    server = shaped(main={"top": "header"})
    page = visit(server)
    server.append_texts("main", ["first", WRAPPED, "last"])
    expect(page.page.locator(".row .text.tall")).to_have_text(WRAPPED)
    expect(fold_buttons(page)).to_be_visible()
    height = "(one) => one.getBoundingClientRect().height"
    assert page.page.locator(".row .text.tall").evaluate(height) < 300
    expect(page.page.locator(".row .text", has_text="last")).to_be_in_viewport(ratio=1)
    fold_buttons(page).click()
    expect(fold_buttons(page)).to_have_count(0)
    assert page.page.locator(".row .text", has_text="word").evaluate(height) > 600


def test_a_text_is_folded_where_its_lines_are_short_and_whole_where_they_are_long(shaped, visit):
    server = shaped(main={"top": "header"})
    desk, phone = visit(server), visit(server, phone=True)
    texts = [f"{number} " + "word " * 110 for number in range(3)]
    server.append_texts("main", texts)
    expect(fold_buttons(phone)).to_have_count(3)
    desk.until_row(texts[-1])
    desk.until("deepAll('.row').length === 3 && deepAll('.tall').length === 0")
    expect(fold_buttons(desk)).to_have_count(0)
    assert desk.rows == texts
    expect(desk.page.locator(".row .text").last).to_be_in_viewport(ratio=1)


def test_a_list_that_is_not_shown_keeps_its_long_rows_folded(shaped, visit):
    server = shaped(main={"top": "header"})
    page = visit(server)
    page.page.evaluate("refresh.hidden = true")
    server.append_texts("main", [WRAPPED])
    page.until("deepAll('.folded .tall').length === 1")
    page.page.evaluate("refresh.hidden = false")
    expect(fold_buttons(page)).to_be_visible()
