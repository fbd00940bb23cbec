"""A server with tokens: its page asks for one, keeps the browser signed in, and says what went wrong."""

import re

from playwright.sync_api import expect
from sign_in import field, let_in, said, sign_in, sign_out


def test_who_signs_in_has_the_list_and_the_menu_and_can_pull(guarded, visit):
    server = guarded()
    page = visit(server, guarded=True)
    expect(field(page)).to_be_visible()
    assert field(page).get_attribute("type") == "password"
    assert field(page).get_attribute("autocomplete") == "current-password"
    expect(page.failure).to_contain_text("refreshd token")
    # What others see is not asked for where a secret is, and nobody who has tried nothing was refused.
    expect(field(page)).to_be_focused()
    expect(page.page.get_by_label("Your name")).to_be_hidden()
    expect(page.page.locator("#connection")).to_have_text("Token needed")
    expect(page.page.locator("#announcer")).to_have_text("This list asks for a token")
    let_in(page, server.tokens[0])
    expect(page.page.locator("#announcer")).to_have_text("")
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


def test_a_sign_in_that_ends_is_told_and_asks_again(guarded, visit):
    server = guarded("--sign-in", "2500")
    page = visit(server, guarded=True)
    let_in(page, server.tokens[0])
    page.until_row("Line 5")
    expect(page.failure).to_contain_text("Your sign-in has ended.")
    expect(page.page.locator("#announcer")).to_contain_text("token")
    expect(field(page)).to_be_focused()
    expect(page.page.locator(".row")).to_have_count(0)


def test_who_signs_in_with_enter_sees_no_frame_around_the_list_until_a_key_moves_it(guarded, visit):
    server = guarded()
    page = visit(server, guarded=True)
    field(page).fill(server.tokens[0])
    field(page).press("Enter")
    page.until_live()
    outline = "getComputedStyle(deep('#list')).outlineStyle"
    page.until("deepActive().id === 'list'")
    assert page.page.evaluate(outline) == "none"
    page.page.keyboard.press("ArrowDown")
    assert page.page.evaluate(outline) == "solid"


def test_a_browser_that_keeps_no_cookie_is_told(guarded, visit):
    server = guarded()
    page = visit(server, guarded=True)
    page.page.route("**/sign-in", lambda route: route.fulfill(status=204))
    sign_in(page, server.tokens[0])
    expect(page.failure).to_contain_text("The browser did not keep the sign-in.")
    page.page.unroute("**/sign-in")
    let_in(page, server.tokens[0])
