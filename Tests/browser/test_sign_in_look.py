"""The form that asks for a token, as everybody can see and use it."""

import pytest
from axe import check
from playwright.sync_api import expect
from sign_in import field, let_in, said, sign_in

LOOKS = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"phone": True},
    # As wide and high as a window of 1280 x 800 at 200 %, and at 400 %.
    {"viewport": {"width": 640, "height": 400}},
    {"viewport": {"width": 320, "height": 256}},
]


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
