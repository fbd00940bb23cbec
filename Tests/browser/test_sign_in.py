"""A server with tokens: its page asks for one, keeps the browser signed in, and says what a token does not allow."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import BINARY
from foreign import ForeignSite
from playwright.sync_api import expect
from prefix_proxy import PrefixProxy
from refreshd import new_token

LOOKS = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"phone": True},
    # As wide and high as a window of 1280 x 800 at 200 %, and at 400 %.
    {"viewport": {"width": 640, "height": 400}},
    {"viewport": {"width": 320, "height": 256}},
]


def field(page):
    return page.page.get_by_label("Token", exact=True)


def sign_in(page, token):
    field(page).fill(token)
    page.page.get_by_role("button", name="Sign in").click()


def said(page):
    return page.page.locator(".sign-in p")


def let_in(page, token):
    sign_in(page, token)
    page.until_live()
    expect(field(page)).to_have_count(0)


def sign_out(page):
    page.page.get_by_role("button", name="Sign out").click()


def test_who_signs_in_has_the_list_and_the_menu_and_can_pull(guarded, visit):
    server = guarded()
    page = visit(server, guarded=True)
    expect(field(page)).to_be_visible()
    assert field(page).get_attribute("type") == "password"
    assert field(page).get_attribute("autocomplete") == "current-password"
    expect(page.failure).to_contain_text("refreshd token")
    # It came by itself: who types elsewhere goes on.
    assert page.page.evaluate("deepActive() === document.body")
    let_in(page, server.tokens[0])
    page.until_row("Line 5")
    expect(page.failure).to_be_hidden()
    expect(page.page.locator("#feed option")).to_have_count(4)
    assert page.page.evaluate("deepActive().id") == "list"
    page.drag(120)
    page.release()
    page.until_status("ok")


def test_a_wrong_token_is_told_and_the_right_one_still_goes(guarded, visit):
    server = guarded()
    page = visit(server, guarded=True)
    sign_in(page, "")
    expect(said(page)).to_have_text("Put the token in first.")
    sign_in(page, "rt_of-some-other-server-altogether")
    expect(said(page)).to_contain_text("not known here")
    expect(field(page)).to_have_attribute("aria-invalid", "true")
    assert field(page).get_attribute("aria-describedby") == said(page).get_attribute("id")
    assert page.page.evaluate("deepActive().id") == "token"
    assert said(page).get_attribute("role") == "status"
    let_in(page, f"  {server.tokens[0]} ")


def test_too_many_wrong_tokens_say_when_it_goes_on(guarded, visit):
    server = guarded("--wrong-tokens", "2")
    page = visit(server, guarded=True)
    for number in range(2):
        sign_in(page, f"rt_wrong-wrong-wrong-wrong-{number}")
        expect(said(page)).to_contain_text("not known here")
    sign_in(page, server.tokens[0])
    expect(said(page)).to_have_text(re.compile(r"^Too many wrong tokens .* in [1-6]?\d seconds?\.$"))


def test_a_server_that_is_away_is_told(guarded, visit):
    server = guarded()
    page = visit(server, guarded=True)
    expect(field(page)).to_be_visible()
    page.may_lose_network = True
    server.kill()
    sign_in(page, server.tokens[0])
    expect(said(page)).to_contain_text("could not be reached")


def test_a_reload_stays_signed_in_until_the_reader_signs_out(guarded, visit):
    server = guarded()
    page = visit(server, guarded=True)
    let_in(page, server.tokens[0])
    page.may_be_turned_away = False
    page.page.reload()
    page.until_live()
    page.until_row("Line 5")
    sign_out(page)
    expect(field(page)).to_be_focused()
    expect(page.failure).not_to_contain_text("ended")
    expect(page.page.get_by_role("button", name="Sign out")).to_be_hidden()
    # What would be refused is not asked for.
    page.page.reload()
    expect(field(page)).to_be_visible()
    asked = page.page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not any("/feeds" in name for name in asked), asked
    let_in(page, server.tokens[0])


def test_a_sign_in_that_ends_leaves_what_is_shown_and_asks_again(guarded, visit):
    server = guarded("--sign-in", "2500")
    page = visit(server, guarded=True)
    let_in(page, server.tokens[0])
    page.until_row("Line 5")
    expect(page.failure).to_contain_text("Your sign-in has ended.")
    expect(page.page.locator("#announcer")).to_contain_text("token")
    expect(field(page)).to_be_visible()
    page.until_row("Line 5")


def test_a_browser_that_keeps_no_cookie_is_told(guarded, visit):
    server = guarded()
    page = visit(server, guarded=True)
    page.page.route("**/sign-in", lambda route: route.fulfill(status=204))
    sign_in(page, server.tokens[0])
    expect(page.failure).to_contain_text("The browser did not keep the sign-in.")
    page.page.unroute("**/sign-in")
    let_in(page, server.tokens[0])


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
    expect(page.page.get_by_role("button", name="Refresh")).to_be_hidden()
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
    expect(page.empty).to_contain_text("Your token is not for it, but for: Builds")
    page.empty.get_by_role("link", name="Builds").click()
    page.until_live()
    expect(page.page.get_by_role("heading", level=1)).to_have_text("Builds")
    expect(page.page.get_by_role("button", name="Refresh")).to_be_visible()


@pytest.fixture
def site():
    site = ForeignSite()
    yield site
    site.close()


def embed(site, server, token):
    socket = f"{server.url.replace('http', 'ws', 1)}live"
    site.shows(
        f'<script type="module" src="{server.url}remote-refresh.js"></script>',
        f'<remote-refresh src="{socket}" {token}></remote-refresh>',
    )


def test_a_page_that_embeds_the_list_shows_its_token_and_keeps_it_out_of_addresses(guarded, visit, site):
    server = guarded("--origin", site.origin, roles=["pull", "pull"])
    embed(site, server, f'token="{server.tokens[0]}"')
    page = visit(site, guarded=True)
    page.may_be_turned_away = False
    addresses = []
    page.page.on("request", lambda request: addresses.append(request.url))
    page.until_live()
    page.until_row("Line 5")
    page.page.get_by_role("button", name="History").click()
    expect(page.page.get_by_role("dialog")).to_contain_text("Nobody has refreshed")
    page.page.get_by_role("button", name="Close").last.click()
    # Another token is another connection.
    client = page.page.evaluate("said.received.find(({ type }) => type === 'hello').client")
    page.page.evaluate("(token) => { document.querySelector('remote-refresh').token = token }", server.tokens[1])
    page.until("said.received.filter(({ type }) => type === 'hello').length === 2")
    page.until_live()
    assert page.page.evaluate("said.received.findLast(({ type }) => type === 'hello').client") != client
    assert not any(token in address for token in server.tokens for address in addresses)
    assert not any(token in (server.folder / "refreshd.log").read_text() for token in server.tokens)


@pytest.mark.parametrize("token, words", [("", "shows none"), ('token="rt_some-other-server-altogether"', "does not know")])
def test_a_page_that_embeds_the_list_without_a_token_that_counts_tells_its_author(guarded, visit, site, token, words):
    server = guarded("--origin", site.origin)
    embed(site, server, token)
    page = visit(site, guarded=True)
    expect(page.failure).to_contain_text(words)
    expect(page.failure).to_contain_text('"token"')
    expect(field(page)).to_have_count(0)
    expect(page.page.get_by_role("button", name="Connect again")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_the_form_breaks_no_rule_that_axe_knows_and_can_be_reached(guarded, visit, look):
    server = guarded()
    page = visit(server, guarded=True, **look)
    expect(field(page)).to_be_visible()
    check(page)
    sign_in(page, "rt_of-some-other-server-altogether")
    expect(said(page)).to_contain_text("not known here")
    said(page).scroll_into_view_if_needed()
    expect(said(page)).to_be_in_viewport(ratio=0.9)
    check(page)
    let_in(page, server.tokens[0])
    expect(page.page.get_by_role("button", name="Sign out")).to_be_in_viewport(ratio=1)
    check(page)


def check(page):
    found = Axe().run(page.page)
    assert found.violations_count == 0, found.generate_report()
