"""A page of another site that shows a token of its own."""

import pytest
from playwright.sync_api import expect
from sign_in import field


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
    expect(page.empty).to_have_text("Token needed", use_inner_text=True)
    expect(field(page)).to_have_count(0)
    expect(page.page.get_by_role("button", name="Connect again")).to_be_visible()
