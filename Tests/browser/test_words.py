"""What the page says of refreshes."""

import datetime
import re
import zoneinfo

import pytest
from playwright.sync_api import expect

AT = "just now"


def refresh(page):
    page.button().click()


def test_a_refresh_of_somebody_without_a_name(server, visit):
    page, other = visit(server), visit(server)
    refresh(page)
    expect(other.page.locator("#status")).to_have_text("Someone is refreshing…")
    expect(page.page.locator("#status")).to_have_text("You are refreshing…")
    expect(other.page.locator("#status")).to_have_text(re.compile(f"^Refreshed {AT}, 1 new row$"))
    expect(page.page.locator("#status")).to_have_text(re.compile(f"^Refreshed {AT} by you, 1 new row$"))


def test_what_happens_is_told_in_order_however_late_the_words_for_it_come(start, visit):
    page = visit(start("--source", "command:exit 3", "--settle", "10", "--minimum-visible", "10"))
    late = []
    page.page.route("**/words.js", lambda route: late.append(route))
    page.page.evaluate(
        "said.words = [], new MutationObserver((seen) => seen.forEach((one) => said.words.push(one.addedNodes[0].data)))"
        ".observe(deep('#announcer'), { childList: true })"
    )
    for run in (1, 2, 3):
        page.button().click()
        page.until("said.received.some((m) => m.phase === 'idle' && m.last?.id === run)", run=run)
    for route in late:
        route.continue_()
    page.until("said.words.length === 6")
    told = [words.split(".")[0] for words in page.page.evaluate("said.words")]
    assert told == 3 * ["You started a refresh", "The refresh failed"]


def test_of_what_a_source_had_more_the_next_refresh_brings_the_rest(start, visit, tmp_path):
    lines = tmp_path / "lines.txt"
    lines.write_text("".join(f"Entry {number}\n" for number in range(1, 6)))
    page = visit(start("--source", f"file:{lines}", "--run-rows", "3", "--settle", "10"))
    shown = page.page.locator("#status")
    more = "The source had more: the next refresh brings the rest if it can."
    refresh(page)
    expect(shown).to_have_text(f"Refreshed {AT} by you, 3 new rows. {more}")
    page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    refresh(page)
    page.until_row("Entry 5")
    expect(shown).to_have_text(f"Refreshed {AT} by you, 2 new rows")
    page.page.locator("#history").click()
    items = page.page.get_by_role("dialog").get_by_role("listitem")
    expect(items.nth(0)).not_to_contain_text(more)
    expect(items.nth(1)).to_contain_text(more)


def test_a_cancelled_refresh(server, visit):
    anna, ben = visit(server, "footer", name="Anna"), visit(server, "footer")
    anna.button("bottom").click()
    expect(ben.page.locator("#status")).to_have_text("Anna is refreshing…")
    anna.page.get_by_role("button", name="Cancel").click()
    expect(anna.page.locator("#status")).to_have_text(re.compile(f"^Your refresh was cancelled {AT}$"))
    expect(ben.page.locator("#status")).to_have_text(re.compile(f"^Anna's refresh was cancelled {AT}$"))


def test_who_asks_during_a_refresh_is_told_that_it_is_the_same(server, visit):
    anna, ben = visit(server, "footer"), visit(server, "footer")
    anna.button("bottom").click()
    ben.until_status("refreshing")
    ben.button("bottom").click()
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
    button = page.button("bottom")
    expect(button).to_have_accessible_description("The same as pulling up at the end, R refreshes")


@pytest.mark.parametrize(
    "edges, names",
    [
        ({"top": "header"}, {"top": "Refresh"}),
        ({"bottom": "footer"}, {"bottom": "Load new rows"}),
        ({"top": "header", "bottom": "footer"}, {"top": "Refresh at top", "bottom": "Refresh at bottom"}),
    ],
)
def test_of_two_buttons_each_says_where_it_refreshes(shaped, visit, edges, names):
    page = visit(shaped(main={"seed": ["Line 1"], **edges}))
    for edge, name in names.items():
        expect(page.button(edge)).to_have_accessible_name(name)
    expect(page.page.locator(".buttons button:visible")).to_have_count(len(names))


def test_a_refresh_of_last_month_is_told_with_its_full_date_in_the_readers_zone(server, visit):
    page = visit(server, locale="en-US", timezone_id="Pacific/Kiritimati")
    refresh(page)
    page.until_status("ok")
    at = server.get("feeds/main")["state"]["refreshedAt"] / 1000
    day = datetime.datetime.fromtimestamp(at, zoneinfo.ZoneInfo("Pacific/Kiritimati"))
    page.page.clock.set_fixed_time(day + datetime.timedelta(days=31))
    page.page.reload()
    page.until_live()
    shown = page.page.locator("#status")
    expect(shown).to_contain_text(f"Refreshed on {day:%b} {day.day}, {day.year}")
    expect(shown).to_contain_text(f"{(day.hour + 11) % 12 + 1}:{day:%M}")
