"""A connection that is lost comes back by itself, and nothing on the page is lost with it."""

import re

import pytest
from playwright.sync_api import expect


def test_a_server_that_is_killed_and_started_again_finds_the_page_as_it_was(server, visit):
    page = visit(server)
    page.may_lose_network = True
    page.drag(120)
    page.until_row("Line 6")
    page.release()
    page.until_status("ok")
    server.kill()
    expect(page.page.locator("#connection")).not_to_have_attribute("data-kind", "open")
    assert len(page.rows) == 6
    button = page.button()
    expect(button).to_have_accessible_description(re.compile("Not connected|Connecting"))
    expect(button).to_be_disabled()
    button.press("Enter")
    expect(page.notice).to_contain_text("Not connected")
    server.start()
    page.until("said.received.filter((m) => m.type === 'subscribed').length === 2")
    assert page.received("subscribed")[-1]["mode"] == "resume"
    server.append("main", ["After the restart"])
    page.until_row("After the restart")
    assert len(page.rows) == 7
    expect(button).to_be_enabled()


@pytest.mark.parametrize("feed", ["overlay", "header"])
def test_a_pull_without_a_server_says_so_selects_nothing_and_springs_back(server, visit, feed):
    page = visit(server, feed)
    page.may_lose_network = True
    server.kill()
    expect(page.page.locator("#connection")).not_to_have_attribute("data-kind", "open")
    box = page.box(".row .text")
    page.drag(70, start=(box["x"] + 10, box["y"] + 10))
    expect(page.view("top")).to_have_text("Not connected")
    expect(page.view("top")).to_be_visible()
    expect(page.notice).to_contain_text("reaches nobody")
    assert page.selection == ""
    page.page.mouse.move(box["x"] + 10, box["y"] + 300)
    page.release()
    expect(page.view("top")).not_to_be_visible()
    server.start()
    page.until("said.received.filter((m) => m.type === 'subscribed').length === 2")
    assert page.runs() == []
    page.drag(200)
    page.release()
    page.until_row("Line 6")


def test_a_lost_connection_never_refreshes(server, visit):
    page = visit(server, "header", phone=True)
    page.may_lose_network = True
    page.swipe(200, start=(195, 250))
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'armed')")
    server.restart()
    expect(page.notice).to_contain_text("connection was lost")
    page.until("said.received.filter((m) => m.type === 'subscribed').length === 2")
    page.touch("Move", (195, 460))
    page.touch("End")
    page.until("getComputedStyle(deep('#list')).transform === 'none'")
    page.swipe(30, start=(195, 250))
    page.touch("End")
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'released')")
    assert page.runs() == []
    assert server.get("feeds/header")["head"] == 5
    page.swipe(200, start=(195, 250))
    page.touch("End")
    page.until_row("Line 6")


def test_a_server_that_stops_says_when_it_comes_back(server, visit):
    page = visit(server)
    page.may_lose_network = True
    server.stop()
    expect(page.page.locator("#connection")).to_contain_text("restarts")
    assert page.received("bye")
    server.start()
    expect(page.page.locator("#connection")).to_have_attribute("data-kind", "open")


def test_offline_and_back(server, visit):
    page = visit(server)
    page.may_lose_network = True
    page.context.set_offline(True)
    expect(page.page.locator("#connection")).not_to_have_attribute("data-kind", "open", timeout=20_000)
    assert len(page.rows) == 5
    server.append("main", ["While away"])
    page.context.set_offline(False)
    page.until_row("While away")
    expect(page.page.locator("#connection")).to_have_attribute("data-kind", "open")


def test_a_page_that_slept_through_the_refresh_is_right_at_once(server, visit):
    sleeper, other = visit(server), visit(server)
    sleeper.drag(60)
    session = sleeper.context.new_cdp_session(sleeper.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    other.button().click()
    other.until_row("Line 6")
    other.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    sleeper.until_row("Line 6")
    sleeper.until_status("ok")
    sleeper.release()
    expect(sleeper.view("top")).not_to_be_visible()
    sleeper.drag(120)
    sleeper.until_row("Line 7")
    sleeper.release()


SHOWN = {
    "of several tabs": "document.dispatchEvent(new Event('visibilitychange'))",
    "by the back button": "window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    "with a network": "window.dispatchEvent(new Event('online'))",
}


@pytest.mark.parametrize("way", SHOWN)
def test_a_page_that_is_shown_again_asks_at_once_whether_the_server_is_there(server, visit, way):
    page = visit(server)
    page.page.evaluate(SHOWN[way])
    page.until("said.sent.some((m) => m.type === 'ping')")
    page.until("said.received.some((m) => m.type === 'pong')")
    expect(page.page.locator("#connection")).to_have_attribute("data-kind", "open")


def test_a_duplicated_tab_is_a_second_client(server, visit):
    page = visit(server)
    second = page.context.new_page()
    second.goto(page.page.url)
    page.until("said.received.findLast((m) => m.type === 'presence')?.watching === 2")
    second.close()
    page.until("said.received.findLast((m) => m.type === 'presence')?.watching === 1")


def test_a_tab_that_is_hidden_during_a_pull_lets_go_of_it(server, visit):
    page = visit(server, "header")
    page.drag(200)
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'armed')")
    page.see("hidden")
    page.until("said.received.some((m) => m.type === 'pull' && m.phase === 'cancelled')")
    page.see("visible")
    page.release()
    page.until("getComputedStyle(deep('#list')).transform === 'none'")
    assert page.runs() == []
    page.drag(200)
    page.release()
    page.until_row("Line 6")


def test_a_list_that_was_loaded_empty_stays_empty_without_a_server(shaped, visit):
    server = shaped(main={"top": "header"})
    page = visit(server)
    page.may_lose_network = True
    expect(page.empty).to_contain_text("No rows yet.")
    server.kill()
    expect(page.page.locator("#connection")).not_to_have_attribute("data-kind", "open")
    page.frame()
    assert "No rows yet." in page.empty.inner_text()
