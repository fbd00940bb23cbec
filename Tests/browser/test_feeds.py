"""The server's feeds: which there are, and what is said of one that is not there."""

import json

import pytest
from playwright.sync_api import expect

DISKS = {"disks": {"title": "Disks", "source": "lines", "top": "header", "seed": ["Line 1"]}}


@pytest.fixture
def nowhere(visit):
    """Opens the address of a feed that the server does not have."""

    def open_page(server, **options):
        page = visit(server, **options)
        page.page.evaluate("location.hash = 'nowhere'")
        expect(page.empty).to_contain_text('There is no list "nowhere" here.')
        return page

    return open_page


def choice(page):
    return page.page.get_by_label("List")


def test_a_feed_that_is_not_there_is_said_for_good_with_a_way_to_those_that_are(server, nowhere):
    page = nowhere(server)
    expect(page.empty).to_have_text(
        'There is no list "nowhere" here. This server has: Lines, Overlay, Footer, Header.'
        " When it comes, this page shows it by itself."
    )
    expect(page.page.locator("#connection")).to_have_text("No such list")
    assert "nowhere" not in choice(page).locator("option").all_text_contents()
    assert choice(page).input_value() == ""
    page.empty.get_by_role("link", name="Footer").click()
    page.until_row("Line 100")
    expect(page.page.locator("#connection")).to_have_text("Live")
    assert choice(page).input_value() == "footer"
    page.page.go_back()
    expect(page.empty).to_contain_text("There is no list")


def test_a_server_that_comes_back_with_other_feeds_says_which(server, visit, tmp_path):
    page = visit(server)
    page.may_lose_network = True
    page.until_row("Line 5")
    config = tmp_path / "other.json"
    config.write_text(json.dumps({"feeds": DISKS}))
    server.command += ["--config", str(config)]
    server.restart()
    expect(page.empty).to_contain_text('There is no list "main" here. This server has: Disks.')
    assert page.rows == []
    expect(choice(page)).to_be_hidden()
    for edge in ("top", "bottom"):
        expect(page.button(edge)).to_be_hidden()
    page.empty.get_by_role("link", name="Disks").click()
    page.until_row("Line 1")
    expect(page.page.get_by_role("heading", level=1)).to_have_text("Disks")
    page.page.reload()
    page.until_row("Line 1")


def test_a_page_whose_feed_comes_to_be_shows_it(server, visit, tmp_path):
    page = visit(server)
    page.may_lose_network = True
    page.page.evaluate("location.hash = 'disks'")
    expect(page.empty).to_contain_text("There is no list")
    config = tmp_path / "other.json"
    config.write_text(json.dumps({"feeds": DISKS}))
    server.command += ["--config", str(config)]
    server.restart()
    page.until_row("Line 1")
    expect(page.page.locator("#connection")).to_have_text("Live")


def test_a_server_that_lets_an_idle_page_go_takes_it_back_when_it_asks_for_a_feed(start, nowhere):
    page = nowhere(start("--idle", "300"))
    expect(page.page.locator("#connection")).to_have_text("Not connected")
    expect(page.failure).to_be_hidden()
    page.empty.get_by_role("link", name="Lines").click()
    page.until_row("Line 5")


def test_feeds_are_offered_by_title_in_the_servers_order(shaped, visit):
    server = shaped(
        zebra={"title": "Stripes", "top": "header"},
        a={"title": "Twins", "top": "header"},
        m={"title": "Twins", "top": "header"},
        b={"top": "header"},
    )
    page = visit(server, "zebra")
    feeds = server.get("feeds")["feeds"]
    titles = [f"Twins ({feed['feed']})" if feed["title"] == "Twins" else feed["title"] for feed in feeds]
    expect(choice(page).locator("option")).to_have_text(titles)
    assert "Stripes" in titles and choice(page).input_value() == "zebra"


def test_one_feed_is_no_choice(shaped, visit):
    page = visit(shaped(**DISKS), "disks")
    page.until_row("Line 1")
    expect(choice(page)).to_be_hidden()


def test_without_javascript_the_page_says_that_it_needs_it(server, chromium):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url)
    words = page.locator("noscript p").first
    expect(words).to_be_visible()
    assert words.text_content() == "This page needs JavaScript. Allow it, then load the page again."
    for gone in ("#connection", "#name", ".actions"):
        expect(page.locator(gone)).not_to_be_visible()
    assert "Connecting" not in page.content()
    context.close()


def test_a_list_that_was_left_is_there_when_one_comes_back_also_without_the_server(server, visit):
    page = visit(server)
    page.may_lose_network = True
    page.until_row("Line 5")
    choice(page).select_option("footer")
    page.until_row("Line 100")
    server.kill()
    expect(page.page.locator("#connection")).to_have_attribute("data-kind", "waiting")
    choice(page).select_option("main")
    page.until_row("Line 5")
    assert page.rows == [f"Line {number}" for number in range(1, 6)]
