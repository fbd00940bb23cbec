"""What goes wrong is said in words, and the next pull works."""

import re

import pytest
from playwright.sync_api import expect

FAILS = "command:echo 'no network today' >&2; exit 3"


def test_a_failed_source_is_told_in_words_on_every_page_and_the_next_pull_works(start, visit, tmp_path):
    flag = tmp_path / "network"
    fails_at_first = f"test -e '{flag}' && echo 'All is well' || {{ echo 'no network today' >&2; exit 3; }}"
    server = start("--source", f"command:{fails_at_first}")
    anna, ben = visit(server, name="Anna"), visit(server, name="Ben", phone=True)
    anna.drag(120)
    for page in (anna, ben):
        page.until_status("failed")
        expect(page.failure).to_contain_text("no network today")
        expect(page.failure).to_contain_text("3")
    assert "Anna" in ben.status
    expect(anna.page.locator("#announcer")).to_contain_text("no network today")
    anna.release()
    flag.touch()
    anna.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    anna.drag(120)
    anna.release()
    for page in (anna, ben):
        page.until_row("All is well")
        page.until_status("ok")
        expect(page.failure).to_be_hidden()


def test_the_last_failure_is_still_said_to_who_comes_later(start, visit):
    server = start("--source", FAILS)
    anna = visit(server)
    anna.button().click()
    anna.until_status("failed")
    late = visit(server)
    expect(late.failure).to_contain_text("no network today")


def test_a_failure_moves_nothing_and_can_be_put_away_until_the_next(start, visit):
    server = start("--source", FAILS)
    page = visit(server, phone=True)
    before = page.box("#list")
    for _ in range(2):
        page.button().click()
        expect(page.failure).to_be_visible()
        assert page.box("#list") == before
        page.page.get_by_role("button", name="Close").click()
        expect(page.failure).to_be_hidden()
        page.until_status("failed")
        page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")


def test_a_source_without_rows_says_nothing_new(start, visit):
    server = start("--source", "command:true")
    page = visit(server)
    expect(page.page.locator("#empty")).to_contain_text("No rows yet")
    page.button().click()
    page.until_status("ok")
    assert "nothing new" in page.status
    expect(page.empty).to_have_text("No rows yet. The last refresh brought none.", use_inner_text=True)


def test_an_empty_list_is_not_waited_for_while_the_words_for_it_are(shaped, visit):
    page = visit(shaped(main={"top": "header"}))
    held = []
    page.page.route("**/views/empty-hint.js", lambda route: held.append(route))
    with page.page.expect_request("**/views/empty-hint.js"):
        page.page.reload()
    page.until_live()
    page.frame()
    assert page.empty.inner_text().strip() == ""
    held[0].continue_()
    expect(page.empty).to_contain_text("No rows yet.")


def test_while_a_refresh_runs_nobody_is_asked_to_pull(start, visit, tmp_path):
    flag = tmp_path / "done"
    server = start("--source", f"command:until test -e '{flag}'; do sleep 0.05; done; echo Here")
    page = visit(server)
    expect(page.empty).to_contain_text("Pull down")
    page.button().click()
    page.until_status("refreshing")
    expect(page.empty).to_be_hidden()
    flag.touch()
    page.until_row("Here")


def test_a_failure_says_whose_refresh_what_happened_and_that_nothing_was_added(start, visit):
    server = start("--deadline", "400", "--minimum-visible", "100")
    anna, ben = visit(server, name="Anna"), visit(server)
    anna.button().click()
    for page, whose in ((anna, "Your"), (ben, "Anna's")):
        expect(page.failure.locator("h2")).to_have_text(re.compile(rf"^{whose} refresh failed at \d\d:\d\d"))
        words = page.failure.locator("p").inner_text()
        assert words.lower().count("nothing was added") == 1
        assert not words.lower().startswith("nothing was added")
        assert page.failure.locator("p").evaluate("(text) => getComputedStyle(text).whiteSpace") == "pre-wrap"


@pytest.mark.parametrize("width, height", [(1280, 800), (390, 844), (640, 400), (844, 390), (320, 256)])
def test_of_a_long_failure_the_way_out_stays_and_the_words_scroll(start, visit, width, height):
    server = start("--source", "command:seq 2000 >&2; exit 3")
    page = visit(server, viewport={"width": width, "height": height})
    page.button().click()
    expect(page.failure).to_be_visible()
    page.page.evaluate("deep('#banner-text').textContent += '\\nmore'.repeat(200)")
    card, close, text = page.box("#banner"), page.box("#banner-close"), page.box("#banner-text")
    assert card["top"] >= 0 and card["bottom"] <= height
    assert close["top"] - card["top"] < 16 and card["x"] + card["width"] - close["x"] - close["width"] < 16
    assert text["bottom"] <= card["bottom"] and text["height"] > 60
    before = page.page.evaluate("deep('#banner-text').scrollHeight")
    assert before > text["height"]
    # Later news of the feed does not write it anew, which would scroll it back.
    page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    page.page.mouse.move(text["x"] + 40, text["y"] + 40)
    page.page.mouse.wheel(0, 5_000)
    page.until("deep('#banner-text').scrollTop > 100")
    expect(page.page.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    page.page.get_by_role("button", name="Close").click()
    expect(page.failure).to_be_hidden()


def test_a_source_that_takes_too_long_is_said(start, visit):
    server = start("--source", "command:sleep 100", "--deadline", "1000", "--minimum-visible", "100")
    page = visit(server)
    page.drag(120)
    page.release()
    page.until_status("failed")
    assert page.received("state")[-1]["last"]["error"]["code"] == "deadline"
    assert page.failure.locator("p").inner_text() != ""


def test_within_the_cooldown_a_pull_and_a_button_are_told_how_long_to_wait(start, visit):
    server = start("--cooldown", "60000")
    page = visit(server)
    page.drag(120)
    page.until_row("Line 6")
    page.release()
    page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    wait = re.compile(r"Try again in (59|5\d|60) s")
    # On beyond the refusal: what is held is told once.
    page.drag(160, steps=16)
    expect(page.notice).to_have_text(wait)
    expect(page.view("top")).not_to_be_visible()
    page.release()
    # What is said next is said anew.
    page.page.evaluate("deep('#notice').textContent = ''")
    page.button().click()
    expect(page.notice).to_have_text(wait)
    assert server.get("feeds/main")["head"] == 6


def test_a_pull_that_the_server_stopped_hearing_of_is_said_and_goes_back(start, visit):
    # A lease shorter than the page's own repeat stands for a page that stopped repeating.
    server = start("--lease", "500")
    page = visit(server, "header")
    page.drag(200)
    expect(page.notice).to_contain_text("heard nothing")
    page.until("getComputedStyle(deep('#list')).transform === 'none'")
    page.release()
    page.frame()
    assert page.runs() == []
    page.drag(200)
    page.release()
    page.until_row("Line 6")


def test_a_failure_on_a_phone_held_across_leaves_the_buttons_and_the_status_in_view(shaped, visit):
    server = shaped(main={"source": FAILS, "top": "header", "bottom": "footer"})
    page = visit(server, phone=True, viewport={"width": 740, "height": 360})
    page.button().click()
    expect(page.failure).to_contain_text("no network today")
    bottom = page.box("#banner")["bottom"]
    for below in ("#refresh-top", "#refresh-bottom", "#status"):
        assert page.box(below)["top"] >= bottom
