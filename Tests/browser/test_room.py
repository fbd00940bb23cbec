"""Windows of any size: everything can be read, and nothing that the page shows by itself moves the list."""

import pytest
from playwright.sync_api import expect

SIZES = [(1280, 800), (390, 844), (320, 568), (640, 400), (844, 390), (320, 256)]
NAMES = ["Christopher-Alexander", "Dorothea Wilhelmina", "Ben"]


@pytest.mark.parametrize("width, height", SIZES)
def test_several_who_pull_are_in_one_line_of_their_own_and_move_nothing(server, visit, width, height):
    page = visit(server, viewport={"width": width, "height": height})
    before = page.box("#list")
    others = [visit(server, name=name) for name in NAMES]
    for other in others:
        other.drag(60)
    page.until("said.received.findLast((m) => m.type === 'presence')?.pulls.length === 3")
    page.frame()
    assert page.box("#list") == before
    chips = page.page.locator("#pulls li")
    isNarrow = width <= 640 or height <= 496
    expect(chips).to_have_count(1 if isNarrow else 3)
    expect(page.page.locator("#pulls .rest").last).to_have_text("+2" if isNarrow else "")
    boxes = [chip.bounding_box() for chip in chips.all()]
    assert len({box["y"] for box in boxes}) == 1
    for box in boxes:
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= before["top"]
    for name in page.page.locator("#pulls .who").all():
        shown, whole, letter = name.evaluate(
            "(name) => [name.clientWidth, name.scrollWidth, parseFloat(getComputedStyle(name).fontSize)]"
        )
        # Half an em is about a character.
        assert shown >= min(whole, 6 * letter / 2)
    overlapping = page.page.evaluate(
        "(() => { const boxes = [...deepAll('#pulls li, select, #name, #connection, #here, h1')]"
        ".map((e) => e.getBoundingClientRect()).filter((b) => b.width > 0);"
        " return boxes.some((a, i) => boxes.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1"
        " && a.top < b.bottom - 1 && b.top < a.bottom - 1)); })()"
    )
    assert not overlapping
    for other in others:
        other.release()


@pytest.mark.parametrize("width, height", SIZES)
def test_the_list_has_the_same_height_whatever_is_said(server, visit, width, height):
    page = visit(server, "footer", viewport={"width": width, "height": height})
    page.may_lose_network = True
    before = page.box("#stage")
    page.button("bottom").click()
    page.until_status("refreshing")
    assert page.box("#stage") == before
    page.page.get_by_role("button", name="Cancel").click()
    page.until_status("cancelled")
    assert page.box("#stage") == before
    server.kill()
    expect(page.page.locator("#connection")).not_to_have_attribute("data-kind", "open")
    assert page.box("#stage") == before


@pytest.mark.parametrize("width, height", [(640, 400), (844, 390)])
def test_in_a_low_window_the_header_and_the_footer_are_a_line_each(server, visit, width, height):
    page = visit(server, viewport={"width": width, "height": height})
    assert page.box(".bar")["height"] <= 56 and page.box(".actions")["height"] <= 56
    assert page.box("#list")["height"] > height - 120
    for edge in ("top", "bottom"):
        expect(page.button(edge)).to_be_in_viewport(ratio=1)
    expect(page.page.get_by_label("Your name")).to_be_in_viewport(ratio=1)


def test_the_browsers_text_size_counts(server, visit):
    page = visit(server)
    sizes = (
        "['h1', '.row .text', '.row time', '#connection', '#status', 'button.main', '#name', '.field span', '#here']"
        ".map((one) => parseFloat(getComputedStyle(deep(one)).fontSize))"
    )
    before = page.page.evaluate(sizes)
    # What a browser's setting does: it changes what 1 rem is.
    page.page.evaluate("document.documentElement.style.fontSize = '150%'")
    assert page.page.evaluate(sizes) == [pytest.approx(1.5 * size) for size in before]


def test_a_long_title_has_two_lines(shaped, visit):
    title = "Everything that this rather talkative machine has to say about its disks today"
    page = visit(shaped(long={"title": title, "top": "header"}), "long", phone=True)
    heading = page.page.get_by_role("heading", level=1)
    expect(heading).to_have_text(title)
    line = float(heading.evaluate("(h) => parseFloat(getComputedStyle(h).lineHeight)"))
    assert page.box("h1")["height"] == pytest.approx(2 * line, abs=1)


def test_where_there_is_little_room_a_rows_time_has_no_seconds(server, visit):
    wide, narrow = visit(server), visit(server, phone=True)
    assert wide.page.locator(".row time").first.inner_text().count(":") == 2
    assert narrow.page.locator(".row time").first.inner_text().count(":") == 1


def test_the_cards_words_are_seen_from_a_fifth_of_the_way_on(server, visit):
    page = visit(server, "overlay")
    # The slop, and a fifth of 104 px.
    page.drag(8 + 21)
    label, stage = page.box(".refresh-view[data-edge=top] .label"), page.box("#stage")
    assert label["top"] >= stage["top"] and label["height"] >= 14
    expect(page.view("top")).to_have_text("Pull to refresh")
    page.release()
