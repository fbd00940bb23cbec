"""Where a sign-in counts: in each window, under a proxy's path, and for what its token allows."""

import json

from conftest import BINARY
from playwright.sync_api import expect
from prefix_proxy import PrefixProxy
from refreshd import new_token
from sign_in import field, let_in, sign_in, sign_out


def test_a_sign_in_counts_for_each_screen_of_a_wall_and_for_other_windows(guarded, visit):
    server = guarded()
    page = visit(server, guarded=True)
    wall = page.context.new_page()
    wall.goto(f"{server.url}wall.html?n=2")
    expect(wall.get_by_label("Token", exact=True)).to_have_count(2)
    wall.get_by_label("Token", exact=True).first.fill(server.tokens[0])
    wall.get_by_label("Token", exact=True).first.press("Enter")
    expect(wall.locator("#connection[data-kind=open]")).to_have_count(2)
    page.until_live()
    sign_out(page)
    expect(wall.get_by_label("Token", exact=True)).to_have_count(2)


def test_under_the_path_of_a_proxy(guarded, visit):
    server = guarded()
    proxy = PrefixProxy(server.url, "/room/")
    try:
        page = visit(proxy, guarded=True)
        let_in(page, server.tokens[0])
        page.page.reload()
        page.until_live()
        page.until_row("Line 5")
        sign_out(page)
        expect(field(page)).to_be_focused()
    finally:
        proxy.close()


def test_who_may_only_watch_is_told_so_once_and_has_no_buttons(guarded, visit):
    server = guarded(roles=["view"])
    page = visit(server, guarded=True)
    let_in(page, server.tokens[0])
    page.until_row("Line 5")
    page.drag(120)
    expect(page.notice).to_contain_text('a token with the role "pull"')
    page.release()
    expect(page.button()).to_be_hidden()
    sent = page.page.evaluate("said.sent.length")
    page.drag(120)
    page.release()
    assert page.page.evaluate("said.sent.length") == sent
    expect(page.page.locator("#connection")).to_have_attribute("data-kind", "open")


def test_a_token_that_may_only_append_says_what_is_missing(guarded, visit):
    server = guarded(roles=["append", "view"])
    page = visit(server, guarded=True)
    sign_in(page, server.tokens[0])
    expect(page.failure).to_contain_text("view, pull")
    let_in(page, server.tokens[1])


def test_a_list_that_the_token_is_not_for_says_so_and_offers_the_others(start, visit, tmp_path):
    token, option = new_token(BINARY, "pull")
    feeds = {name: {"source": "lines", "title": name.title(), "top": "header"} for name in ("main", "builds")}
    role, digest = option.split(":", 1)
    config = {"feeds": feeds, "tokens": [{"role": role, "hash": digest, "feeds": ["builds"]}]}
    (tmp_path / "config.json").write_text(json.dumps(config))
    server = start("--config", str(tmp_path / "config.json"))
    page = visit(server, guarded=True)
    sign_in(page, token)
    # Whether there is one is not told.
    expect(page.empty).to_have_text('Your token is not for the list "main". It is for: Builds.')
    expect(page.page.locator("#announcer")).to_have_text('Your token is not for the list "main".')
    expect(page.page.locator("#connection")).to_have_text("Refused")
    page.empty.get_by_role("link", name="Builds").click()
    page.until_live()
    expect(page.page.get_by_role("heading", level=1)).to_have_text("Builds")
    expect(page.button()).to_be_visible()
