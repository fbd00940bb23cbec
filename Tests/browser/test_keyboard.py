"""Keys refresh and cancel, can be switched off, and are in nobody's way; rows that come by themselves can be held."""

import pytest
from playwright.sync_api import expect


def asked(page, kind="refresh"):
    """What the page asked the server for."""
    return page.page.evaluate("(kind) => said.sent.filter((m) => m.type === kind)", kind)


def refresh_button(page):
    return page.button()


def switch_keys(page, on):
    page.page.get_by_role("button", name="History").click()
    page.page.get_by_role("switch").set_checked(on)
    page.page.get_by_role("button", name="Close").click()


def test_r_refreshes_the_first_edge_that_can_and_escape_cancels(server, visit):
    page, footer = visit(server), visit(server, "footer")
    page.page.keyboard.press("r")
    page.until_status("refreshing")
    assert [message["edge"] for message in asked(page)] == ["top"]
    footer.page.keyboard.press("Shift+Tab")
    footer.page.keyboard.press("r")
    footer.until_status("refreshing")
    assert [message["edge"] for message in asked(footer)] == ["bottom"]
    footer.page.keyboard.press("Escape")
    footer.until_status("cancelled")


def test_anybody_cancels_by_escape(server, visit):
    anna, ben = visit(server, "footer", name="Anna"), visit(server, "footer", name="Ben")
    anna.page.keyboard.press("r")
    expect(ben.page.locator("#status")).to_contain_text("Anna is refreshing…")
    ben.page.keyboard.press("Escape")
    anna.until_status("cancelled")


def test_keys_are_left_alone_while_somebody_types_or_means_something_else(server, visit):
    page = visit(server)
    page.page.get_by_label("Your name").focus()
    page.page.keyboard.type("Rr")
    expect(page.page.get_by_label("Your name")).to_have_value("Rr")
    page.page.get_by_label("List").focus()
    page.page.keyboard.press("r")
    page.page.locator("#list").focus()
    for keys in ("Control+b", "Alt+r", "Shift+R"):
        page.page.keyboard.press(keys)
    page.page.get_by_role("button", name="History").click()
    expect(page.page.get_by_role("dialog")).to_be_visible()
    page.page.keyboard.press("r")
    page.page.keyboard.press("Escape")
    expect(page.page.get_by_role("dialog")).to_be_hidden()
    assert asked(page) == [] and asked(page, "cancel") == []
    # The same page does refresh when the key is meant for it.
    page.page.keyboard.press("r")
    page.until_status("refreshing")


def test_a_key_that_is_held_refreshes_once(server, visit):
    page = visit(server)
    page.page.locator("#list").focus()
    for _ in range(3):
        page.page.keyboard.down("r")
    page.page.keyboard.up("r")
    page.until_status("refreshing")
    assert len(asked(page)) == 1


def test_on_a_keyboard_without_an_r_its_key_does_the_same(server, visit):
    page = visit(server)
    page.page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown',"
        " { key: 'ㄱ', code: 'KeyR', bubbles: true, composed: true }))"
    )
    page.until_status("refreshing")


def test_keys_are_shown_and_can_be_switched_off_for_good(server, visit):
    page = visit(server)
    expect(refresh_button(page)).to_have_attribute("aria-keyshortcuts", "R")
    expect(refresh_button(page).locator("kbd")).to_be_visible()
    switch_keys(page, False)
    expect(refresh_button(page)).not_to_have_attribute("aria-keyshortcuts", "R")
    expect(refresh_button(page).locator("kbd")).to_be_hidden()
    page.page.reload()
    page.until_live()
    page.page.keyboard.press("r")
    page.page.locator("#list").press("r")
    assert asked(page) == []
    expect(refresh_button(page).locator("kbd")).to_be_hidden()
    switch_keys(page, True)
    page.page.keyboard.press("r")
    page.until_status("refreshing")


def test_where_there_are_only_fingers_no_keys_are_shown(server, visit):
    page = visit(server, phone=True)
    expect(refresh_button(page).locator("kbd")).to_be_hidden()


def inputs(page):
    """The inputs that the page has loaded."""
    return page.page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name.match(/input\\/(\\w+)\\.js/)?.[1]).filter(Boolean).sort()"
    )


def test_a_device_loads_its_own_inputs_and_the_first_key_on_a_phone_counts(server, visit):
    assert inputs(visit(server)) == ["keyboard", "mouse"]
    phone = visit(server, phone=True)
    assert inputs(phone) == ["touch"]
    phone.page.keyboard.press("r")
    phone.until_status("refreshing")
    assert inputs(phone) == ["keyboard", "touch"]
    assert len(asked(phone)) == 1


def hold(page):
    page.page.get_by_role("button", name="Hold new rows back").click()


@pytest.mark.parametrize("feed", ["main", "newest"])
def test_rows_are_held_back_counted_and_let_in_in_order(shaped, visit, feed):
    server = shaped(main={"top": "header"}, newest={"top": "header", "order": "newest-first"})
    server.append(feed, ["Old"])
    page = visit(server, feed)
    page.until_row("Old")
    before = page.rows
    hold(page)
    server.append(feed, ["One", "Two"])
    unseen = page.page.locator("#unseen")
    expect(unseen).to_have_text("2 new rows")
    server.append(feed, ["Three"])
    expect(unseen).to_have_text("3 new rows")
    assert page.rows == before
    page.page.get_by_role("button", name="Let 3 new rows in").click()
    page.until_row("Three")
    expect(unseen).to_be_hidden()
    new = ["One", "Two", "Three"]
    assert page.rows == (before + new if feed == "main" else new[::-1] + before)
    server.append(feed, ["Four"])
    page.until_row("Four")


def test_the_count_lets_in_what_is_held_and_later_rows_are_held_again(server, visit):
    page = visit(server)
    hold(page)
    server.append("main", ["One"])
    page.page.locator("#unseen").click()
    page.until_row("One")
    server.append("main", ["Two"])
    expect(page.page.locator("#unseen")).to_have_text("1 new row")
    assert "Two" not in page.rows


def test_what_the_reader_asks_for_is_let_in(quick, visit):
    page, other = visit(quick), visit(quick)
    hold(page)
    refresh_button(other).click()
    expect(page.page.locator("#unseen")).to_have_text("1 new row")
    other.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    refresh_button(page).click()
    page.until_row("Line 7")
    assert "Line 6" in page.rows


def test_rows_that_the_server_drops_are_not_let_in_for_that(start, visit):
    server = start("--keep-rows", "6")
    page = visit(server)
    page.until_row("Line 5")
    hold(page)
    for name in ("One", "Two", "Three"):
        server.append("main", [name])
    expect(page.page.locator("#unseen")).to_have_text("3 new rows")
    page.until("deepAll('.row').length === 3")
    assert page.rows == ["Line 3", "Line 4", "Line 5"]
    page.page.get_by_role("button", name="Let 3 new rows in").click()
    page.until_row("Three")
    assert page.rows == ["Line 3", "Line 4", "Line 5", "One", "Two", "Three"]


def test_enter_in_the_name_leaves_it_so_that_r_refreshes(server, visit):
    page = visit(server)
    page.page.locator("#name").fill("Anna")
    page.page.locator("#name").press("Enter")
    page.until("document.activeElement === document.body")
    page.until("refresh.presence?.names[0] === 'Anna'")
    page.page.keyboard.press("r")
    page.until_row("Line 6")
