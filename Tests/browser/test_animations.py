"""The pull animations."""

from playwright.sync_api import expect

from gallery_page import NAMES

# Notes the states that each animation goes through, and whether a tick or a cross is seen in each.
WATCH = """
(names) => {
  window.states = Object.fromEntries(names.map((name) => [name, []]));
  window.each = (holds) => Object.values(states).every(holds);
  for (const name of names) {
    const element = document.querySelector(`.preview[data-name=${name}] .refresh-view[data-edge=top] > *`);
    const isSeen = (part) => {
      const found = element.shadowRoot.querySelector(part);
      return found !== null && getComputedStyle(found).opacity === "1";
    };
    const note = () => {
      const { state } = element.dataset;
      if (states[name].at(-1)?.[0] !== state) states[name].push([state, isSeen(".tick"), isSeen(".cross")]);
    };
    new MutationObserver(note).observe(element, { attributes: true });
  }
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


def own(page):
    page.route("**/animations.html", lambda route: route.fulfill(
        body=route.fetch().text().replace("animations.js", "own.js"), content_type="text/html"))
    page.route("**/own.js", lambda route: route.fulfill(body=OWN, content_type="text/javascript"))


def test_each_animation_goes_through_its_states(gallery):
    page = gallery()
    page.page.evaluate(WATCH, NAMES)
    # Long enough for a busy machine to draw each end.
    page.set("Settle", 2000)
    page.set("Finger's way", 60)
    page.frame()
    page.set("Finger's way", 300)
    page.frame()
    page.press_button("Let go")
    page.until("each((states) => states.at(-1)?.[0] === 'pulling' && states.length > 3)")
    page.page.get_by_label("The source tells its progress").check()
    page.choose("It ends", "failed")
    page.press_button("Refresh")
    page.until("each((states) => states.some(([state]) => state === 'failed'))")
    page.until_now("failed")
    page.page.get_by_label("The source tells its progress").uncheck()
    page.set("It takes", 10000)
    page.until("each((states) => states.at(-1)[0] === 'pulling')")
    page.press_button("Refresh")
    page.until_now("refreshing")
    page.frame()
    page.press_button("Cancel")
    page.until("each((states) => states.some(([state]) => state === 'cancelled'))")
    for name, states in page.page.evaluate("states").items():
        drawn = name not in ("bar", "text")
        for state, tick, cross in states:
            assert tick == (drawn and state == "ok"), (name, state)
            assert cross == (drawn and state in ("failed", "cancelled")), (name, state)
        went = [state for state, *_ in states]
        # It stands at 0 before: the first change is noted with the state that it had.
        went = went if went[0] == "pulling" else ["pulling", *went]
        assert went[:5] == ["pulling", "armed", "refreshing", "ok", "pulling"], name
        later = [state for state in went[5:] if state != "pulling"]
        assert later == ["progress", "failed", "refreshing", "cancelled"], name


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
