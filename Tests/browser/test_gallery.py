"""The page that shows all pull animations, and tunes a policy on them."""

import json

import pytest
from playwright.sync_api import expect

from gallery_page import NAMES

pytestmark = pytest.mark.long


def test_all_lists_move_with_the_one_that_is_dragged(gallery):
    page = gallery()
    x, y = page.middle_of("arrow")
    page.press(x, y)
    page.page.mouse.move(x, y + 60)
    page.frame()
    for name in NAMES:
        expect(page.view_of(name)).to_have_text("Pull to refresh")
    page.page.mouse.move(x, y + 250)
    for name in NAMES:
        expect(page.view_of(name)).to_have_text("Release to refresh")
    page.release()
    for name in NAMES:
        expect(page.list(name)).to_contain_text("Line 17")


def test_a_finger_drags_it_too(gallery):
    page = gallery(phone=True)
    page.list("card").scroll_into_view_if_needed()
    start = page.middle_of("card")
    end = page.swipe(200, start)
    expect(page.view_of("card")).to_have_text("Release to refresh")
    page.touch("End")
    page.until_now("refreshed")
    assert end[1] - start[1] == 200


def test_every_slider_tunes_the_pull_at_once(gallery):
    page = gallery()
    page.choose("Travel", "direct")
    page.set("Finger's way", 72)
    page.until_pushed("ring", 64)
    page.press_button("Let go")
    page.until_back()
    page.set("Slop", 32)
    page.set("Finger's way", 72)
    page.until_pushed("ring", 40)
    page.set("Finger's way", 400)
    page.until_pushed("ring", 160)
    page.press_button("Let go")
    page.until_pushed("ring", 64)
    page.until_back()
    page.set("Limit", 90)
    page.set("Rest", 30)
    page.set("It takes", 10_000)
    page.set("Finger's way", 400)
    page.until_pushed("ring", 90)
    page.press_button("Let go")
    page.until_pushed("ring", 30)
    page.press_button("Cancel")
    page.until_back()
    page.choose("Trigger", "reach")
    page.set("Finger's way", 95)
    page.until_now("pulling")
    page.set("Finger's way", 97)
    page.until_now("refreshing")
    assert page.policy == {
        "top": {"preset": "header", "trigger": "reach", "travel": "direct", "limit": 90, "rest": 30, "slop": 32}
    }


def test_the_coefficient_makes_the_pull_stiffer(gallery):
    page = gallery()
    moved = []
    for coefficient in (0.55, 0.2):
        page.set("Coefficient", coefficient)
        page.set("Finger's way", 108)
        way = (1 - 1 / (100 * coefficient / 480 + 1)) * 480
        page.until_pushed("text", way)
        moved.append(way)
        page.press_button("Let go")
        page.until_back()
    assert moved[1] < moved[0] / 2


def test_deadline_and_cooldown_are_kept(gallery):
    page = gallery()
    page.set("Deadline", 500)
    page.set("Cooldown", 20_000)
    page.set("It takes", 10_000)
    page.press_button("Refresh")
    page.until_now("failed")
    page.until_back()
    page.press_button("Refresh")
    expect(page.page.get_by_role("status").first).to_contain_text("again in")


def test_a_preset_fills_every_field_and_goes_to_its_edge(gallery):
    page = gallery()
    page.choose("Preset", "footer")
    expect(page.page.get_by_label("Edge", exact=True)).to_have_value("bottom")
    expect(page.page.get_by_label("Threshold", exact=True)).to_have_value("120")
    expect(page.page.get_by_label("Needs overflow")).to_be_checked()
    assert page.policy == {"bottom": {"preset": "footer"}}
    page.set("Finger's way", 120)
    expect(page.view_of("bar")).to_have_text("Pull up to refresh")
    page.set("Threshold", 200)
    assert page.policy == {"bottom": {"preset": "footer", "threshold": 200}}
    page.press_button("Back to the preset")
    assert page.policy == {"bottom": {"preset": "footer"}}


def test_it_is_used_by_keyboard_alone(gallery):
    page = gallery()
    page.page.get_by_label("Finger's way").focus()
    page.page.keyboard.press("End")
    page.until_now("past the threshold: let go to refresh")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    page.until_now("refreshing")
    page.until_now("refreshed")


def test_the_policy_can_be_copied(gallery):
    page = gallery(permissions=["clipboard-read", "clipboard-write"])
    page.press_button("Copy")
    expect(page.page.get_by_text("Copied.")).to_be_visible()
    assert json.loads(page.page.evaluate("navigator.clipboard.readText()")) == {"top": {"preset": "header"}}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_no_state_breaks_a_rule_that_axe_knows(gallery, scheme, phone):
    page = gallery(phone=phone, color_scheme=scheme)
    page.check()
    page.set("It takes", 10_000)
    page.press_button("Refresh")
    page.until_now("refreshing")
    page.until_pushed("ring", 64)
    page.check()
    page.press_button("Cancel")
    page.until_now("cancelled")
