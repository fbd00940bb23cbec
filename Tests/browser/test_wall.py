"""Several clients of one feed in one window."""

import pytest
from axe import check
from list_page import PHONE
from playwright.sync_api import expect


class Wall:
    def __init__(self, server, query):
        self.url = f"{server.url}wall.html{query}"


def screens(page):
    return page.page.locator("remote-refresh")


def until_all_are_here(page, number):
    page.until(
        "(() => { const all = [...document.querySelectorAll('remote-refresh')];"
        " return all.length === number && all.every((one) => one.presence?.watching === number); })()",
        number=number,
    )


def test_the_clients_of_a_wall_move_together_each_on_a_connection_of_its_own(server, visit):
    page = visit(Wall(server, "?n=4&feed=header"), feed="", viewport={"width": 1440, "height": 900})
    until_all_are_here(page, 4)
    assert len(page.received("hello")) == 4
    box = screens(page).nth(1).locator(".list").bounding_box()
    x, y = box["x"] + 200, box["y"] + 30
    page.drag(90, start=(x, y))
    for other in (0, 2, 3):
        expect(screens(page).nth(other).locator("#pulls li")).to_contain_text("Ben")
    page.page.mouse.move(x, y + 200)
    page.release()
    for number in range(4):
        expect(screens(page).nth(number).locator(".row .text")).to_have_count(6)
    assert len(page.runs()) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_person_chooses_how_many_and_the_address_keeps_it(server, visit, scheme):
    page = visit(Wall(server, "?n=2"), feed="", viewport={"width": 1440, "height": 900}, color_scheme=scheme)
    until_all_are_here(page, 2)
    page.page.get_by_role("button", name="9").click()
    until_all_are_here(page, 9)
    assert page.page.url.endswith("?n=9#")
    for number in range(9):
        expect(screens(page).nth(number).locator("#refresh-top")).to_be_in_viewport(ratio=1)
    check(page)
    page.page.get_by_role("button", name="2").click()
    until_all_are_here(page, 2)
    expect(page.page.get_by_role("button", name="2")).to_have_attribute("aria-pressed", "true")


def test_a_wall_shows_the_first_list_there_is_and_of_two_numbers_as_near_the_larger(shaped, visit):
    server = shaped(notes={"top": "header", "seed": ["a note"]}, other={"top": "header"})
    page = visit(Wall(server, "?n=3"), feed="", viewport={"width": 1440, "height": 900})
    until_all_are_here(page, 4)
    expect(screens(page).nth(3).locator(".row .text")).to_have_text("a note")


# How many lines a button's words take, and how much of its height is left beside them.
WORDS = """deepAll("#refresh-top, #refresh-bottom").map((button) => {
  const range = document.createRange();
  range.selectNode(button.firstChild);
  const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
  const words = range.getBoundingClientRect();
  const box = button.getBoundingClientRect();
  return [tops.size, words.left - box.left >= 6 && box.right - words.right >= 6];
})"""


PHONE_SIZE = PHONE["viewport"]["width"], PHONE["viewport"]["height"]
SIZES = [(4, (1280, 800)), (9, (1280, 800)), (9, PHONE_SIZE), (2, (1920, 1080)), (9, (1920, 1080)), (9, (3840, 2160))]


@pytest.mark.parametrize("number, size", SIZES)
def test_the_buttons_of_a_wall_have_their_words_in_one_line(quick, visit, number, size):
    look = {} if size == PHONE_SIZE else {"viewport": dict(zip(("width", "height"), size))}
    page = visit(Wall(quick, f"?n={number}"), feed="", phone=size == PHONE_SIZE, **look)
    until_all_are_here(page, number)
    assert page.page.evaluate(WORDS) == [[1, True]] * 2 * number
    expect(screens(page).first.locator("#status")).to_be_visible()
    assert screens(page).first.locator("#status").bounding_box()["width"] > 60
