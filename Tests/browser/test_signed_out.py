"""Who may not see a list any more sees nothing of it, and their page keeps nothing of it."""

import json
import signal

import pytest
from conftest import BINARY
from playwright.sync_api import expect
from refreshd import new_token
from sign_in import field, let_in, sign_out

KEPT = "(({ rows, state, feeds }) => [rows.length, state, feeds.length])(document.getElementById('refresh'))"


@pytest.fixture
def lists(start, tmp_path):
    """Starts a server with two lists and a token for both; gives what takes the token's lists away on SIGHUP."""
    token, option = new_token(BINARY, "pull")
    role, digest = option.split(":", 1)
    path = tmp_path / "config.json"
    other = {"role": "pull", "hash": new_token(BINARY, "pull")[1].split(":", 1)[1]}

    def write(*feeds):
        both = {name: {"source": "lines", "title": f"Our {name}", "top": "header", "seed": [f"Row of {name}"]}
                for name in ("one", "two")}  # fmt: skip
        ours = [{"role": role, "hash": digest, "feeds": list(feeds)}] if feeds else []
        path.write_text(json.dumps({"feeds": both, "tokens": [other, *ours]}))

    write("one", "two")
    server = start("--config", str(path))

    def leave(*feeds):
        write(*feeds)
        server.process.send_signal(signal.SIGHUP)

    return server, token, leave


def nothing_is_left(page):
    expect(field(page)).to_be_focused()
    expect(page.page.locator(".row")).to_have_count(0)
    expect(page.page.get_by_role("heading", level=1)).to_have_text("refreshd")
    expect(page.page.locator("#feed-field")).to_be_hidden()
    expect(page.page.get_by_label("Your name")).to_be_hidden()
    for text in ("Our", "Row of"):
        assert page.page.evaluate("(text) => !document.documentElement.textContent.includes(text)", text)
        assert page.page.evaluate("(text) => !deep('.whole').textContent.includes(text)", text)
    assert page.page.title() == "refreshd"
    assert page.page.evaluate(KEPT) == [0, None, 0]


def enter(page, token):
    let_in(page, token)
    page.until_row("Row of one")
    expect(page.page.get_by_role("heading", level=1)).to_have_text("Our one")
    expect(page.page.locator("#feed option")).to_have_text(["Our one", "Our two"])


def test_who_signs_out_leaves_nothing_to_read_and_has_it_again_after_a_sign_in(lists, visit):
    server, token, _ = lists
    page = visit(server, "one", guarded=True)
    enter(page, token)
    sign_out(page)
    nothing_is_left(page)
    enter(page, token)


def test_a_token_that_is_taken_away_takes_the_list_and_its_open_history_with_it(lists, visit):
    server, token, leave = lists
    page = visit(server, "one", guarded=True)
    enter(page, token)
    page.button().click()
    page.until_status("ok")
    page.page.get_by_role("button", name="History").click()
    expect(page.page.locator("dialog .run.ok")).to_have_count(1)
    leave()
    expect(page.page.locator("dialog")).to_be_hidden()
    nothing_is_left(page)
    expect(page.page.locator("dialog .run")).to_have_count(0)
    expect(page.failure).to_contain_text("Your sign-in has ended.")


def test_a_list_that_a_token_is_not_for_any_more_goes_and_the_others_stay(lists, visit):
    server, token, leave = lists
    page = visit(server, "one", guarded=True)
    enter(page, token)
    leave("two")
    expect(page.empty).to_contain_text('Your token is not for the list "one".')
    expect(page.page.locator(".row")).to_have_count(0)
    page.empty.get_by_role("link", name="Our two").click()
    page.until_row("Row of two")


def test_a_token_that_is_back_brings_the_list_back_without_a_sign_in(lists, visit):
    server, token, leave = lists
    page = visit(server, "one", guarded=True)
    enter(page, token)
    leave()
    nothing_is_left(page)
    field(page).fill("half of a tok")
    with page.page.expect_response("**/feeds") as refused:
        page.see("visible")
    assert refused.value.status == 401
    expect(field(page)).to_have_value("half of a tok")
    expect(field(page)).to_be_focused()
    leave("one", "two")
    # A server does not tell when it has read its configuration again, so somebody looks until it has.
    page.until("(document.dispatchEvent(new Event('visibilitychange')), !deep('#token'))")
    page.until_live()
    page.until_row("Row of one")
    expect(page.page.get_by_role("button", name="Sign out")).to_be_visible()


# Makes of what the server shows another page behind the same address, which embeds a list.
EMBED = """token => {
    document.querySelector("link[rel=icon]").href = "/icon.svg";
    history.replaceState(null, "", "shop/page.html");
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: "/remote-refresh.js" }));
    const list = document.createElement("remote-refresh");
    list.setAttribute("feed", "one");
    list.setAttribute("token", token);
    document.addEventListener("rows", ({ detail }) => (window.told = detail));
    document.body.replaceChildren(list);
}"""


def embed(page, server, token=""):
    page.page.goto(f"{server.url}animations.html")
    expect(page.page.locator("#previews .preview").first).to_be_visible()
    page.page.evaluate(EMBED, token)


def test_around_an_embedded_list_the_form_takes_no_focus(lists, visit):
    server, token, _ = lists
    page = visit(server, "one", guarded=True)
    embed(page, server)
    expect(field(page)).to_be_visible()
    page.frame()
    assert page.page.evaluate("deepActive() === document.body")
    let_in(page, token)


def test_an_embedded_list_whose_token_is_taken_away_goes_and_tells_the_page(lists, visit):
    server, token, leave = lists
    page = visit(server, "one", guarded=True)
    embed(page, server, token)
    page.until_row("Row of one")
    leave()
    expect(page.failure).to_contain_text("does not know")
    expect(page.page.locator(".row")).to_have_count(0)
    assert page.page.evaluate("told") == {"kind": "reset", "rows": []}
