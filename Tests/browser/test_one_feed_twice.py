"""Two elements of one feed on a page: they share its session, its name and its pulls."""

from foreign import element
from playwright.sync_api import expect

SUBSCRIBED = "said.sent.filter((m) => m.type === 'subscribe').map((m) => m.name ?? null)"


def add(page, element_id, name=None):
    page.page.evaluate(
        "([id, name]) => { const two = ours.cloneNode(); two.id = id; two.removeAttribute('name');"
        " if (name) two.setAttribute('name', name); document.body.append(two); }",
        [element_id, name],
    )
    expect(page.page.locator(f"#{element_id} .row")).to_have_count(5)


def names(page):
    return page.page.evaluate("ours.presence.names")


def test_another_element_neither_takes_the_name_nor_ends_the_pull(embed):
    page = embed(element('id="ours" name="Anna"'))
    page.until_row("Line 5")
    page.drag(60)
    for number, name in enumerate((None, "Anna", "Ben")):
        add(page, f"other{number}", name)
    assert page.page.evaluate(SUBSCRIBED) == ["Anna"]
    x, y = page.middle
    page.page.mouse.move(x, y + 160)
    expect(page.page.locator("#ours .row")).to_have_count(6)
    page.release()
    assert page.page.evaluate(SUBSCRIBED) == ["Anna"]
    assert names(page) == ["Anna"]


def test_the_name_is_that_of_an_element_that_is_there(embed):
    page = embed(element('id="ours"'))
    page.until_row("Line 5")
    add(page, "anna", "Anna")
    page.until("ours.presence.names[0] === 'Anna'")
    add(page, "ben", "Ben")
    page.page.evaluate("anna.remove()")
    page.until("ours.presence.names[0] === 'Ben'")
    page.page.evaluate("ben.remove()")
    page.until("ours.presence.names.length === 0")
    assert page.page.evaluate(SUBSCRIBED) == [None, "Anna", "Ben", None]


def test_a_new_name_waits_for_the_end_of_a_pull(embed):
    page = embed(element('id="ours" name="Anna"'))
    page.until_row("Line 5")
    page.drag(60)
    page.page.evaluate("ours.name = 'Ann'")
    x, y = page.middle
    page.page.mouse.move(x, y + 80)
    page.until("said.received.some((m) => m.type === 'pull' && m.n === said.sent.findLast((s) => s.type === 'pointer').n)")
    assert page.page.evaluate(SUBSCRIBED) == ["Anna"]
    page.page.mouse.move(x, y + 160)
    page.until_row("Line 6")
    page.release()
    page.until("ours.presence?.names[0] === 'Ann'")
    assert page.page.evaluate(SUBSCRIBED) == ["Anna", "Ann"]


def test_an_element_that_leaves_its_feed_takes_its_pull_along(embed):
    page = embed(element('id="ours"'), element('id="other"'))
    expect(page.page.locator("#other .row")).to_have_count(5)
    box = page.page.locator("#ours .list").bounding_box()
    page.drag(60, start=(box["x"] + 200, box["y"] + 40))
    page.page.evaluate("ours.feed = 'footer'")
    expect(page.page.locator("#ours .row").first).to_have_attribute("aria-setsize", "100")
    page.release()
    page.page.evaluate("other.scrollIntoView()")
    box = page.page.locator("#other .list").bounding_box()
    page.drag(160, start=(box["x"] + 200, box["y"] + 40))
    expect(page.page.locator("#other .row")).to_have_count(6)
    page.release()
