"""What the page says of refreshes."""

import re

from playwright.sync_api import expect

AT = "just now"


def refresh(page):
    page.page.get_by_role("button", name="Refresh").click()


def test_a_refresh_of_somebody_without_a_name(server, visit):
    page, other = visit(server), visit(server)
    refresh(page)
    expect(other.page.locator("#status")).to_have_text("Someone is refreshing…")
    expect(page.page.locator("#status")).to_have_text("You are refreshing…")
    expect(other.page.locator("#status")).to_have_text(re.compile(f"^Refreshed {AT}, 1 new row$"))
    expect(page.page.locator("#status")).to_have_text(re.compile(f"^Refreshed {AT} by you, 1 new row$"))


def test_a_cancelled_refresh(server, visit):
    anna, ben = visit(server, "footer", name="Anna"), visit(server, "footer")
    anna.page.get_by_role("button", name="Load new rows").click()
    expect(ben.page.locator("#status")).to_have_text("Anna is refreshing…")
    anna.page.get_by_role("button", name="Cancel").click()
    expect(anna.page.locator("#status")).to_have_text(re.compile(f"^Your refresh {AT} was cancelled$"))
    expect(ben.page.locator("#status")).to_have_text(re.compile(f"^Anna's refresh {AT} was cancelled$"))


def test_who_asks_during_a_refresh_is_told_that_it_is_the_same(server, visit):
    anna, ben = visit(server, "footer"), visit(server, "footer")
    anna.page.get_by_role("button", name="Load new rows").click()
    ben.until_status("refreshing")
    ben.page.get_by_role("button", name="Load new rows").click()
    expect(ben.notice).to_have_text("Already refreshing: you will get the same rows.")
    expect(anna.notice).to_have_count(0)


def settling(page):
    refresh(page)
    page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'settling'")


def test_who_asks_while_a_refresh_settles_is_told_that_the_next_follows(start, visit):
    page = visit(start("--settle", "3000"))
    settling(page)
    refresh(page)
    expect(page.notice).to_have_text("Refreshing again as soon as this refresh has settled.")
    page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'refreshing'")
    expect(page.notice).to_have_count(0, timeout=1_000)
    page.until_row("Line 7")


def test_who_asks_while_a_refresh_settles_is_told_how_long_the_cooldown_is(start, visit):
    page = visit(start("--settle", "3000", "--cooldown", "60000"))
    settling(page)
    refresh(page)
    expect(page.notice).to_have_text(re.compile(r"^Refreshing again in \d\d seconds\.$"))


def test_pulling_up_and_the_second_button_promise_no_older_rows(server, visit):
    page = visit(server, "footer")
    page.drag(-60)
    expect(page.view("bottom")).to_have_text("Pull up to refresh")
    page.release()
    button = page.page.get_by_role("button", name="Load new rows")
    expect(button).to_have_accessible_description("The same as pulling up at the end, R refreshes")
