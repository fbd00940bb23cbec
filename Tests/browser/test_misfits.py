"""An element whose page gave it what cannot be: it says so, and waits for better."""

import pytest
from foreign import element
from playwright.sync_api import expect

FAILED = "<script>window.failed = []; addEventListener('failed', ({ detail }) => failed.push(detail.error));</script>"
ASKED = "said.sent.filter((m) => m.feed !== undefined).length"


def test_an_empty_feed_is_left_and_another_one_can_follow(embed, visit):
    page = embed(element('id="ours"'))
    page.until_row("Line 5")
    other = visit(page.server)
    other.until("said.received.findLast((m) => m.type === 'presence').watching === 2")
    page.page.evaluate("ours.feed = ''")
    other.until("said.received.findLast((m) => m.type === 'presence').watching === 1")
    page.until("deepAll('.row').length === 0 && ours.rows.length === 0")
    expect(page.page.locator("#connection")).to_have_attribute("data-kind", "open")
    assert page.page.evaluate("[ours.refresh(), ours.presence, ours.state]") == [False, None, None]
    page.page.evaluate("ours.feed = 'footer'")
    page.until_row("Line 100")


@pytest.mark.parametrize("name", ["Main", "a b", "x" * 65])
def test_a_name_that_no_feed_can_have_is_missing_and_nothing_is_asked(embed, name):
    page = embed(element('id="ours" feed=""'), before=FAILED, live=False)
    expect(page.page.locator("#connection")).to_have_attribute("data-kind", "open")
    page.page.evaluate("(name) => { ours.feed = name; }", name)
    expect(page.empty).to_contain_text(f'There is no list "{name}" here.')
    page.until("failed.length === 1")
    assert page.page.evaluate("failed[0].code") == "unknown-feed"
    assert page.page.evaluate(ASKED) == 0
    page.page.evaluate("ours.feed = 'main'")
    page.until_row("Line 5")
    assert page.page.evaluate("said.sent.filter((m) => m.feed !== undefined).map((m) => m.feed)") == ["main"]


@pytest.mark.parametrize("src", ["http://", "ws://127.0.0.1:99999/", "javascript:1", "data:x"])
def test_what_is_no_address_is_said_to_be_none_until_it_is_one(embed, src):
    page = embed(f'<remote-refresh id="ours" feed="main" src="{src}"></remote-refresh>', before=FAILED, live=False)
    expect(page.empty).to_contain_text(f'"{src}" is no address of a server.')
    expect(page.empty).to_contain_text("wss://example.org/live")
    page.until("failed.length === 1")
    assert page.page.evaluate("failed[0].code") == "src"
    assert page.page.evaluate("[ours.src, ours.refresh(), ours.cancel(), ours.rows.length]") == [src, False, False, 0]
    page.page.evaluate("(url) => { ours.src = `${url}live`; }", page.server.url)
    page.until_row("Line 5")


@pytest.mark.parametrize("display", ["block", "inline-block", "flex", "grid"])
def test_the_page_chooses_the_elements_display(embed, display):
    style = f"<style>remote-refresh {{ display: {display}; width: 100%; height: 380px }}</style>"
    page = embed(element('id="ours"'), before=style)
    page.until_row("Line 5")
    assert page.box("#list")["height"] > 200
    assert page.box("#list")["width"] > 1000
    bottom = page.box("#ours")["y"] + 380
    box = page.box(".actions")
    assert box["y"] + box["height"] == pytest.approx(bottom, abs=1)
