"""The pull animations, and the page that shows them all."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from list_page import PHONE, ListPage

NAMES = ["card", "bar", "arrow", "ring", "text"]
# Notes the states that an animation goes through, and whether a tick or a cross is seen in each.
WATCH = """
(name) => {
  const { element } = { element: document.querySelector(`.preview[data-name=${name}] .refresh-view[data-edge=top] > *`) };
  const isSeen = (part) => {
    const found = element.shadowRoot.querySelector(part);
    return found !== null && getComputedStyle(found).opacity === "1";
  };
  window.states = [];
  const note = () => {
    const { state } = element.dataset;
    if (states.at(-1)?.[0] !== state) states.push([state, isSeen(".tick"), isSeen(".cross")]);
  };
  new MutationObserver(note).observe(element, { attributes: true });
}
"""
# A page of somebody's own, before the gallery's script.
OWN = """
import { registerAnimation } from "./animations/registry.js";

window.told = [];
const element = () => document.createElement("b");
registerAnimation("mine", ({ edge, words }) => {
  const mine = element();
  mine.append(words);
  const note = (what) => (value) => edge === "top" && told.push([what, value]);
  return { element: mine, percent: note("percent"), start: note("start"), end: note("end") };
});
registerAnimation("broken", () => ({ element: element(), percent() { throw new Error("broken"); }, start() {}, end() {} }));
registerAnimation("half", () => ({ element: element(), percent() {} }));
await import("./animations.js");
"""


MINE = """
import("./animations/registry.js").then(({ registerAnimation }) => registerAnimation("bulb", ({ words }) => {
  const element = document.createElement("b");
  element.append(words);
  return { element, percent() {}, start() {}, end() {} };
}))
"""


class Gallery(ListPage):
    def open(self, server, feed):
        self.page.goto(f"{server.url}animations.html")
        self.page.locator("#previews > section").nth(4).wait_for()
        self.until("document.querySelectorAll('.refresh-view[data-animation]').length >= 5")

    def preview(self, name):
        return self.page.locator(f".preview[data-name={name}]")

    def view_of(self, name):
        return self.preview(name).locator(".refresh-view.seen")

    def list(self, name):
        return self.preview(name).get_by_role("region")

    def set(self, label, value):
        self.page.get_by_label(label, exact=True).fill(str(value))

    def choose(self, label, value):
        self.page.get_by_label(label, exact=True).select_option(value)

    def press_button(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def until_now(self, words):
        expect(self.page.get_by_role("status").first).to_have_text(f"Now: {words}")

    def until_pushed(self, name, distance):
        """Waits until a list stands this far from its edge."""
        self.until(
            "Math.abs(new DOMMatrix(getComputedStyle(document.querySelector("
            "`.preview[data-name=${name}] .sample-list`)).transform).f - distance) < 0.5",
            name=name,
            distance=distance,
        )

    def until_back(self):
        """Waits until no view is seen: the feed has settled."""
        expect(self.page.locator(".refresh-view.seen")).to_have_count(0)

    def middle_of(self, name):
        box = self.list(name).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + 60

    @property
    def policy(self):
        return json.loads(self.page.get_by_label("Policy as JSON").input_value())

    def check(self):
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()


@pytest.fixture
def gallery(server, chromium):
    opened = []

    def open_page(phone=False, may_speak=False, prepare=None, **options):
        look = dict(PHONE) if phone else {"viewport": {"width": 1280, "height": 800}}
        page = Gallery(chromium.new_context(**{**look, "locale": "en-GB", **options}))
        opened.append((page, may_speak))
        if prepare:
            prepare(page.page)
        page.open(server, None)
        return page

    yield open_page
    said = [words for page, may_speak in opened if not may_speak for words in page.console]
    for page, _ in opened:
        page.context.close()
    assert said == []


def own(page):
    page.route("**/animations.html", lambda route: route.fulfill(
        body=route.fetch().text().replace("animations.js", "own.js"), content_type="text/html"))
    page.route("**/own.js", lambda route: route.fulfill(body=OWN, content_type="text/javascript"))


@pytest.mark.parametrize("name", NAMES)
def test_an_animation_goes_through_its_states(gallery, name):
    page = gallery()
    page.page.evaluate(WATCH, name)
    page.set("Finger's way", 60)
    page.frame()
    page.set("Finger's way", 300)
    page.frame()
    page.press_button("Let go")
    page.until("states.at(-1)?.[0] === 'pulling' && states.length > 3")
    page.page.get_by_label("The source tells its progress").check()
    page.choose("It ends", "failed")
    page.press_button("Refresh")
    page.until("states.some(([state]) => state === 'failed')")
    page.until_now("failed")
    page.page.get_by_label("The source tells its progress").uncheck()
    page.set("It takes", 10000)
    page.until("states.at(-1)[0] === 'pulling'")
    page.press_button("Refresh")
    page.until_now("refreshing")
    page.frame()
    page.press_button("Cancel")
    page.until("states.some(([state]) => state === 'cancelled')")
    drawn = name not in ("bar", "text")
    first, seen = "pulling", []
    for state, tick, cross in page.page.evaluate("states"):
        assert tick == (drawn and state == "ok"), state
        assert cross == (drawn and state in ("failed", "cancelled")), state
        seen.append(state)
    # Before the first change it is at 0 already, so that the first pull changes nothing.
    seen = seen if seen[0] == first else [first, *seen]
    without_start = [state for state in seen if state != "starting"]
    assert without_start[:5] == ["pulling", "armed", "refreshing", "ok", "pulling"]
    assert "progress" in without_start and without_start[-2:] != ["pulling", "pulling"]


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


def test_who_wants_no_motion_sees_words_only_at_once(gallery):
    page = gallery(reduced_motion="reduce")
    views = page.page.locator(".refresh-view[data-animation]")
    for view in views.all():
        expect(view).to_have_attribute("data-animation", "text")
    page.set("Finger's way", 300)
    expect(page.view_of("ring")).to_have_text("Release to refresh")
    page.page.emulate_media(reduced_motion="no-preference")
    for name in NAMES:
        expect(page.view_of(name)).to_have_attribute("data-animation", name)
    # What went on goes on.
    expect(page.view_of("ring")).to_have_text("Release to refresh")
    expect(page.view_of("ring").locator("> *")).to_have_attribute("data-state", "armed")
    page.page.emulate_media(reduced_motion="reduce")
    expect(page.view_of("ring")).to_have_attribute("data-animation", "text")


def test_a_page_brings_its_own(gallery):
    page = gallery(prepare=own, may_speak=True)
    page.set("Finger's way", 300)
    expect(page.view_of("mine")).to_have_text("Release to refresh")
    page.press_button("Let go")
    page.until("told.some(([what]) => what === 'end')")
    page.until_back()
    told = page.page.evaluate("told")
    assert ["start"] == [what for what, _ in told if what == "start"]
    assert ["end", "ok"] in told
    assert max(value for what, value in told if what == "percent") > 1
    # One that fails stands still, and one that is none gives ring: the others go on, and the console says both.
    expect(page.preview("half").locator("svg")).not_to_have_count(0)
    assert any('"broken" failed' in words for words in page.console)
    assert any('"half" cannot be used; using "ring"' in words for words in page.console)


def test_the_element_takes_an_animation_by_its_name(server, visit):
    page = visit(server, "header")
    expect(page.view("top")).to_have_attribute("data-animation", "ring")
    page.page.evaluate(MINE)
    page.page.locator("remote-refresh").evaluate("(element) => { element.animation = 'bulb'; }")
    expect(page.view("top")).to_have_attribute("data-animation", "bulb")
    page.drag(200)
    expect(page.view("top").locator("b")).to_have_text("Release to refresh")
    page.release()
    page.until_status("ok")
    page.page.locator("remote-refresh").evaluate("(element) => { element.animation = ''; }")
    expect(page.view("top")).to_have_attribute("data-animation", "ring")


def test_an_unknown_name_says_what_there_is_and_gives_ring(gallery):
    page = gallery(may_speak=True)
    assert page.page.evaluate(
        "(async () => { const { animation } = await import('./animations/registry.js');"
        " const made = await animation('rung', { edge: 'top', words: document.createElement('span') });"
        " return made.element.shadowRoot.querySelectorAll('.arc').length; })()"
    ) == 1
    assert page.console == ['There is no animation "rung". There are: card, bar, arrow, ring, text. Using "ring".']


def test_a_bar_fills_from_the_right_where_reading_begins_there(gallery):
    page = gallery()
    sides = []
    for direction in ("ltr", "rtl"):
        page.page.evaluate("(dir) => { document.documentElement.dir = dir; }", direction)
        page.set("Finger's way", 60)
        page.frame()
        bar, fill = (page.view_of("bar").locator(part).bounding_box() for part in (".bar", ".fill"))
        assert 0 < fill["width"] < bar["width"] - 10
        sides.append((fill["x"] - bar["x"] < 1, bar["x"] + bar["width"] - fill["x"] - fill["width"] < 1))
        page.press_button("Let go")
        page.until_back()
    assert sides == [(True, False), (False, True)]


def test_with_forced_colours_every_figure_is_drawn_in_the_texts(gallery):
    page = gallery(forced_colors="active")
    page.set("Finger's way", 60)
    text = page.page.evaluate("(() => { const p = document.body.appendChild(document.createElement('p'));"
                              " p.style.color = 'CanvasText'; return getComputedStyle(p).color; })()")
    for name, part, style in (("card", ".arc", "stroke"), ("arrow", ".arrow", "stroke"), ("ring", ".arc", "stroke"),
                              ("bar", ".fill", "backgroundColor")):
        found = page.view_of(name).locator(part)
        assert found.evaluate("(part, style) => getComputedStyle(part)[style]", style) == text, name


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
