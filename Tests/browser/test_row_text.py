"""A row's text is text; addresses in it are links."""

from playwright.sync_api import expect


def test_addresses_are_links_that_open_apart_and_nothing_else_is(server, visit):
    page = visit(server)
    text = "See https://example.org/a?b=<i>, (http://example.org/) and javascript:alert(1)"
    server.append("main", [text])
    page.until_row(text)
    links = page.page.locator(".row a")
    # What finds them is loaded when the first address is there.
    expect(links).to_have_count(2)
    assert [link.inner_text() for link in links.all()] == ["https://example.org/a?b=", "http://example.org/"]
    for link in links.all():
        assert link.get_attribute("target") == "_blank"
        assert link.get_attribute("rel") == "noopener noreferrer"
        assert link.get_attribute("href").startswith("http")


def test_an_address_stays_words_where_what_finds_it_cannot_be_loaded(server, visit):
    page = visit(server)
    page.may_lose_network = True
    page.page.route("**/links.js", lambda route: route.abort("connectionrefused"))
    server.append("main", ["See https://example.org/one"])
    page.until_row("See https://example.org/one")
    page.frame()
    expect(page.page.locator(".row a")).to_have_count(0)
    page.page.unroute("**/links.js")
    server.append("main", ["See https://example.org/two"])
    expect(page.page.locator(".row a")).to_have_text(["https://example.org/two"])
