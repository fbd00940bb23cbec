"""The page in each of its languages: all of it, and with room for all of it."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.long

WEB = pathlib.Path(__file__).resolve().parents[2] / "web"
LOCALES = {"en-GB": "en", "zh-CN": "zh-Hans", "ko-KR": "ko", "ja-JP": "ja"}
OTHERS = [locale for locale in LOCALES if locale != "en-GB"]
SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}

# What is written in Latin letters everywhere: what is on keys, and units that are written so.
LETTERS = re.compile(r"\b(R|Esc|ms|s)\b")

# Every visible element with words of its own, in shadow trees too, and what is said of elements for who hears them.
WALK = """
() => {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("noscript")) continue;
      const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(" ").trim();
      const said = [element.ariaLabel, element.title, element.placeholder].filter(Boolean).join(" ");
      if (own || said) found.push([element, own, said]);
    }
  };
  walk(document);
  return found;
}
"""
WORDS = f"() => ({WALK})().flatMap(([, own, said]) => [own, said]).filter(Boolean)"

# Words that are cut off, or stand outside the window or a box that hides what is outside of it.
CUT = f"""
() => ({WALK})().filter(([element, own]) => {{
  if (!own || element.closest("select, .rows, .visually-hidden, #announcer, .refresh-view")) return false;
  // Names get what room there is, by design.
  if (element.matches("#here, .who")) return false;
  const {{ left, right, width }} = element.getBoundingClientRect();
  if (width === 0) return false;
  const hides = getComputedStyle(element).overflow === "hidden";
  const isCut = hides && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
  return isCut || left < -1 || right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
}}).map(([element, own]) => `${{element.localName}}#${{element.id}}.${{element.className}}: ${{own}}`)
"""


def check(page, english, *outside):
    """Nothing is cut off, and nothing is in English but what came from outside."""
    page.frame()
    assert page.page.evaluate(CUT) == []
    if english:
        return
    for words in page.page.evaluate(WORDS):
        for part in outside:
            words = words.replace(part, "")
        assert not re.search("[A-Za-z]", LETTERS.sub("", words)), words


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_is_left_in_english_and_nothing_is_cut_off(shaped, visit, locale):
    both = {"title": "目录", "top": "overlay", "bottom": "footer"}
    slow = {**both, "title": "慢", "source": "command:sleep 60"}
    bad = {**both, "title": "坏", "source": "command:echo 12345 >&2; exit 3"}
    server = shaped(main=both, slow=slow, bad=bad, empty={**both, "title": "空", "source": "command:true"})
    isEnglish = locale == "en-GB"

    def page_on(feed):
        return visit(server, feed, locale=locale, **SMALL)

    page = page_on("main")
    assert page.page.evaluate("document.documentElement.lang") == LOCALES[locale]
    check(page, isEnglish, "Line")
    page.page.locator("#refresh-bottom").click()
    page.until_status("ok")
    check(page, isEnglish, "Line")
    page.page.locator("#pause").click()
    server.append("main", ["Line 8"])
    expect(page.page.locator("#unseen")).to_be_visible()
    check(page, isEnglish, "Line")
    page.page.locator("#history").click()
    expect(page.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)
    check(page, isEnglish, "Line")

    slow = page_on("slow")
    slow.page.locator("#refresh-top").click()
    slow.until_status("refreshing")
    other = page_on("slow")
    other.until_status("refreshing")
    for one in (slow, other):
        check(one, isEnglish)
    slow.page.locator("#history").click()
    expect(slow.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)
    check(slow, isEnglish)
    other.page.locator("#cancel").click()
    other.until_status("cancelled")
    check(other, isEnglish)

    bad = page_on("bad")
    bad.page.locator("#refresh-top").click()
    bad.until_status("failed")
    # The command's words, as the server tells them.
    message = bad.received("state")[-1]["last"]["error"]["message"]
    check(bad, isEnglish, message, *message.split("\n"))

    empty = page_on("empty")
    expect(empty.empty).to_be_visible()
    check(empty, isEnglish)
    empty.page.locator("#history").click()
    expect(empty.page.get_by_role("dialog").get_by_role("status")).not_to_be_empty()
    check(empty, isEnglish)

    for one in (page, slow, other, bad, empty):
        one.may_lose_network = True
    server.kill()
    other.page.locator("#refresh-top").press("Enter")
    expect(other.notice).to_be_visible()
    check(other, isEnglish)


@pytest.mark.parametrize("locale", LOCALES)
def test_only_the_readers_language_is_loaded(server, visit, locale):
    page = visit(server, locale=locale)
    loaded = page.page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name.match(/texts\\/(\\w\\w)\\.js/)?.[1]).filter(Boolean)"
    )
    assert set(loaded) == {LOCALES[locale][:2]}


def test_a_reader_of_another_language_gets_english(server, visit):
    page = visit(server, locale="de-DE")
    assert page.page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["en", "ltr"]
    expect(page.page.locator("#refresh-top")).to_contain_text("Refresh")


def test_a_language_can_be_tried(server, visit):
    page = visit(server)
    page.page.goto(f"{server.url}?lang=ko#main")
    expect(page.page.locator("#refresh-top")).to_contain_text("새로고침")
    page.page.goto(f"{server.url}?lang=nowhere#main")
    expect(page.page.locator("#refresh-top")).to_contain_text("Refresh")


def test_where_a_language_does_not_arrive_there_is_english(server, visit):
    page = visit(server, locale="ja-JP")
    page.may_lose_network = True
    page.page.route("**/texts/ja.js", lambda route: route.abort("connectionrefused"))
    page.page.reload()
    page.until_live()
    expect(page.page.locator("#refresh-top")).to_contain_text("Refresh")
    assert page.page.evaluate("document.documentElement.lang") == "en"
