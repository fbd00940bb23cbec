"""A server that a page never reaches: the page says what that may be, as no browser tells it why."""

import pytest
from axe import broken
from foreign import element
from playwright.sync_api import expect

WORDS = {
    "en-GB": ["cannot be reached", "it does not know this page"],
    "zh-CN": ["无法连接服务器", "它不认识本页面"],
    "ko-KR": ["연결할 수 없습니다", "이 페이지를 모르는 것입니다"],
    "ja-JP": ["接続できません", "このページを知りません"],
}


def show(site, server, src):
    script = f'<script type="module" src="{server.url}remote-refresh.js"></script>'
    site.shows(script, element().replace("%s", src))


@pytest.mark.parametrize("locale", WORDS)
def test_a_page_that_the_server_does_not_know_reads_what_to_start_it_with(site, start, visit, locale):
    server = start()
    host = server.url.removeprefix("http://").rstrip("/")
    show(site, server, f"ws://{host}/live")
    page = visit(site, guarded=True, locale=locale)
    page.may_lose_network = True
    what, origin = WORDS[locale]
    expect(page.empty).to_contain_text(what)
    expect(page.empty).to_contain_text(host)
    expect(page.empty).to_contain_text(origin)
    expect(page.empty).to_contain_text(f"--origin {site.origin}")
    expect(page.page.locator("#announcer")).to_contain_text(what)
    found = {one["id"] for one in broken(page).response["violations"]}
    assert found <= {"region", "page-has-heading-one", "landmark-one-main"}
    server.command += ["--origin", site.origin]
    server.restart()
    page.until_row("Line 5")
    expect(page.empty).to_be_hidden()


def test_of_a_page_of_the_same_host_no_origin_is_said(site, start, visit):
    server = start()
    show(site, server, f"{site.url.replace('http', 'ws', 1)}live")
    page = visit(site, guarded=True)
    expect(page.empty).to_contain_text("See that it is running.")
    expect(page.empty).not_to_contain_text("--origin")


def test_a_list_that_was_there_once_is_only_away(shaped, visit):
    server = shaped(main={"top": "header"})
    page = visit(server)
    page.may_lose_network = True
    expect(page.empty).to_contain_text("No rows yet. Pull down", use_inner_text=True)
    page.page.evaluate(
        "window.failures = 0, refresh.addEventListener('connection', ({ detail }) => failures += detail.kind === 'waiting')"
    )
    server.kill()
    page.until("failures >= 5")
    # And nothing can be pulled until it is back.
    expect(page.empty).to_have_text("No rows yet.", use_inner_text=True)
    server.restart()
    page.see("visible")
    expect(page.empty).to_contain_text("No rows yet. Pull down", use_inner_text=True)


def test_a_list_that_only_others_append_to_waits_for_no_refresh(shaped, visit):
    page = visit(shaped(main={"seed": ["Line 1"]}, pulled={"top": "header"}))
    page.until_row("Line 1")
    status = page.page.locator("#status")
    expect(status).to_have_text("")
    page.page.evaluate("refresh.feed = 'pulled'")
    expect(status).to_have_text("Not refreshed yet")
    page.page.evaluate("refresh.feed = 'main'")
    expect(status).to_have_text("")
