"""Text on large screens, and in pages that want it larger."""

import pytest
from foreign import element
from playwright.sync_api import expect
from test_wall import Wall, screens

DESKTOP, WIDE, TELEVISION, LARGE = (1280, 800), (3440, 1440), (1920, 1080), (3840, 2160)
COLUMNS = "/dev/sda1   40G   12G"


def size_of(page, selector):
    """The font's size in px, to a tenth."""
    return round(page.page.evaluate("(selector) => parseFloat(getComputedStyle(deep(selector)).fontSize)", selector), 1)


def viewport(size):
    return dict(zip(("width", "height"), size))


@pytest.mark.parametrize("size, px", [(DESKTOP, 16), (TELEVISION, 16), (WIDE, 16), (LARGE, 32), (LARGE[::-1], 32)])
def test_the_page_grows_with_a_screen_of_more_lines_than_a_desk_has(server, visit, size, px):
    page = visit(server, viewport=viewport(size))
    page.until_row("Line 5")
    assert size_of(page, ".row .text") == px
    assert size_of(page, "#status") == px * 0.875
    assert page.box("#list")["width"] <= px * 48.75
    assert page.box("#refresh-top")["height"] >= px * 2.5 - 1


@pytest.mark.parametrize("number, size, px", [(4, DESKTOP, 16), (4, TELEVISION, 20), (9, TELEVISION, 16.2), (4, LARGE, 40)])
def test_a_wall_has_the_text_that_its_screen_has_room_for(server, visit, number, size, px):
    page = visit(Wall(server, f"?n={number}"), feed="", viewport=viewport(size))
    screens(page).last.locator(".row").last.wait_for()
    assert size_of(page, ".row .text") == px


def test_a_page_sets_the_size_of_all_by_its_root_and_of_the_rows_by_their_font(embed):
    style = "<style>html { font-size: 125% } remote-refresh { height: 800px } #rows-only { --refresh-font: 24px/1.4 sans-serif }</style>"
    page = embed(element('id="all"'), element('id="rows-only"'), before=style)
    page.server.append("main", [COLUMNS])
    for one in ("all", "rows-only"):
        page.page.locator(f"#{one} .columns").wait_for()
    sizes = "(one) => ['.row .text', '.columns .text', '.row time', '.status'].map((part) => " \
        "parseFloat(getComputedStyle(one.shadowRoot.querySelector(part)).fontSize))"
    found = {one: page.page.locator(f"#{one}").evaluate(sizes) for one in ("all", "rows-only")}
    assert found["all"] == pytest.approx([20, 16.9, 16.25, 17.5], abs=0.1)
    assert found["rows-only"] == pytest.approx([24, 20.25, 19.5, 17.5], abs=0.1)


# The top and bottom of the words and of the bar, from those of the view that they are in.
INSIDE = """view => {
    const box = view.getBoundingClientRect();
    const parts = [view.querySelector(".label"), view.firstChild.shadowRoot.querySelector(".bar")];
    return parts.flatMap((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return [top - box.top, box.bottom - bottom];
    });
}"""


def test_on_a_large_screen_what_is_beside_text_grows_with_it(server, visit):
    page = visit(server, viewport={"width": 3840, "height": 2160})
    top, bottom = page.box("#refresh-top"), page.box("#refresh-bottom")
    assert bottom["x"] - top["x"] - top["width"] == pytest.approx(16, abs=1)
    footer = visit(server, "footer", viewport={"width": 3840, "height": 2160})
    view = footer.view("bottom")
    expect(view.locator(".label")).to_have_text("Pull up to refresh")
    expect(view.locator(".bar")).to_be_attached()
    # The words and the bar have room in the 50 px that the preset gives them.
    assert min(view.evaluate(INSIDE)) >= 2
