"""<remote-refresh> in a page of somebody else."""

from axe import broken
from foreign import element
from playwright.sync_api import expect

LISTEN = """<script>
window.events = [];
for (const type of ["pull", "refreshing", "refreshed", "rows", "failed"]) {
  addEventListener(type, (event) => events.push({ type, id: event.target.id, detail: event.detail }));
}
</script>"""


def rows(page, element_id):
    return page.page.locator(f"#{element_id} .row .text")


def test_two_lines_put_a_list_into_a_page_of_another_origin(embed, site, visit):
    page = embed(element())
    page.until_row("Line 5")
    other = visit(page.server)
    page.drag(60)
    expect(other.page.locator("#pulls li")).to_have_count(1)
    page.page.mouse.move(page.middle[0], page.middle[1] + 120)
    for one in (page, other):
        one.until_row("Line 6")
    page.release()
    assert page.page.url.startswith(site.origin)
    found = broken(page)
    # A page of two lines has no heading and no landmarks; what is in the element has to be right.
    assert {one["id"] for one in found.response["violations"]} <= {"region", "page-has-heading-one", "landmark-one-main"}


def test_elements_share_a_connection_and_those_of_one_feed_a_session(embed):
    page = embed(element('id="a" feed="main"'), element('id="b" feed="main"'), element('id="c" feed="footer"'))
    expect(rows(page, "c").last).to_have_text("Line 100")
    for one in ("a", "b"):
        expect(rows(page, one)).to_have_count(5)
    assert len(page.received("hello")) == 1
    subscribed = page.page.evaluate("said.sent.filter((m) => m.type === 'subscribe').map((m) => m.feed)")
    assert sorted(subscribed) == ["footer", "main"]
    box = page.page.locator("#a .list").bounding_box()
    still = page.page.locator("#b .list").bounding_box()
    page.drag(60, start=(box["x"] + 200, box["y"] + 40))
    expect(page.page.locator("#a .refresh-view[data-edge=top]")).to_be_visible()
    expect(page.page.locator("#b .refresh-view[data-edge=top]")).not_to_be_visible()
    page.page.mouse.move(box["x"] + 200, box["y"] + 160)
    for one in ("a", "b"):
        expect(rows(page, one)).to_have_count(6)
    page.release()
    assert page.page.locator("#b .list").bounding_box() == still
    assert len(page.runs()) == 1
    # The other pulls too, and its pointers are not the first one's.
    page.page.evaluate("deepAll('#b')[0].scrollIntoView()")
    page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    box = page.page.locator("#b .list").bounding_box()
    page.drag(120, start=(box["x"] + 200, box["y"] + 40))
    expect(rows(page, "a")).to_have_count(7)
    page.release()
    ids = page.page.evaluate("said.sent.filter((m) => m.phase === 'down').map((m) => m.id)")
    assert len(set(ids)) == len(ids) == 2


def test_an_element_with_a_connection_of_its_own_is_somebody_else(embed):
    page = embed(*[element(f'id="{one}" own-connection name="{one}"') for one in ("ann", "ben")])
    expect(page.page.locator("#ann #here")).to_contain_text("2 here")
    page.until("said.received.filter((m) => m.type === 'hello').length === 2")
    box = page.page.locator("#ann .list").bounding_box()
    page.drag(60, start=(box["x"] + 200, box["y"] + 40))
    expect(page.page.locator("#ben #pulls li")).to_contain_text("ann")
    page.page.mouse.move(box["x"] + 200, box["y"] + 170)
    for one in ("ann", "ben"):
        expect(rows(page, one)).to_have_count(6)
    page.release()


def listeners(page):
    """What listens on the window and the document."""
    session = page.context.new_cdp_session(page.page)
    found = []
    for name in ("window", "document"):
        target = session.send("Runtime.evaluate", {"expression": name})["result"]["objectId"]
        heard = session.send("DOMDebugger.getEventListeners", {"objectId": target})["listeners"]
        found += sorted(f"{name} {one['type']}" for one in heard)
    return found


def test_what_an_element_adds_goes_with_it_and_it_can_come_back(embed, visit):
    page = embed(element('id="ours"'))
    other = visit(page.server)
    watching = "said.received.findLast((m) => m.type === 'presence')?.watching === {}"
    other.until(watching.format(2))
    there = listeners(page)
    page.drag(60)
    page.page.evaluate("window.kept = ours, kept.remove()")
    other.until(watching.format(1))
    page.release()
    gone = listeners(page)
    assert set(there) - set(gone) >= {"window pointermove", "document keydown", "document visibilitychange"}
    assert page.page.evaluate("kept.shadowRoot.childElementCount") == 0
    sent = page.page.evaluate("said.sent.length")
    page.page.mouse.move(300, 300)
    page.page.evaluate("document.body.append(kept)")
    other.until(watching.format(2))
    page.until_row("Line 5")
    assert page.page.evaluate("said.sent.length") == sent + 1
    assert listeners(page) == there
    page.page.evaluate("kept.remove()")
    other.until(watching.format(1))
    assert listeners(page) == gone


def test_events_tell_the_page_what_happens(embed):
    page = embed(element('id="ours"'), before=LISTEN)
    page.until_row("Line 5")
    assert page.page.evaluate("events.find(({ type }) => type === 'rows').detail.kind") == "reset"
    page.drag(120)
    page.until_row("Line 6")
    page.release()
    page.until("events.some(({ type }) => type === 'refreshed')")
    events = page.page.evaluate("events")
    assert {one["id"] for one in events} == {"ours"}
    pulls = [one["detail"] for one in events if one["type"] == "pull"]
    assert any(one["phase"] == "pulling" and one["edge"] == "top" and one["offset"] > 0 for one in pulls)
    triggered = next(one for one in pulls if one["phase"] == "triggered")
    assert triggered["percent"] >= 1
    run = next(one["detail"]["run"] for one in events if one["type"] == "refreshing")
    refreshed = next(one["detail"] for one in events if one["type"] == "refreshed")
    assert refreshed["run"]["id"] == run["id"]
    assert (refreshed["outcome"], refreshed["rows"]) == ("ok", 1)
    news = [one["detail"] for one in events if one["type"] == "rows"][-1]
    assert news["kind"] == "append" and [row["text"] for row in news["rows"]] == ["Line 6"]
    assert not [one for one in events if one["type"] == "failed"]


def test_a_failure_is_an_event_too(embed):
    page = embed(element(), before=LISTEN, arguments=("--source", "command:echo 'no network' >&2; exit 3"))
    assert page.page.evaluate("document.querySelector('remote-refresh').refresh()") is True
    page.until("events.some(({ type }) => type === 'failed')")
    failed = page.page.evaluate("events.find(({ type }) => type === 'failed').detail.error")
    assert "no network" in failed["message"]
    assert page.page.evaluate("events.find(({ type }) => type === 'refreshed').detail.outcome") == "failed"


def test_properties_and_methods(embed):
    page = embed(element('id="ours" feed="footer" name="Ann"'))
    page.until_row("Line 100")
    assert page.page.evaluate("(() => { const { feed, name, src, animation } = ours; return { feed, name, animation }; })()") == {
        "feed": "footer",
        "name": "Ann",
        "animation": "",
    }
    assert page.page.evaluate("ours.rows.length") == 100
    assert page.page.evaluate("ours.rows.at(-1).text") == "Line 100"
    assert page.page.evaluate("ours.policy.bottom.preset") == "footer"
    assert page.page.evaluate("ours.state.phase") == "idle"
    assert page.page.evaluate("ours.presence.watching") == 1
    assert page.page.evaluate("ours.refresh()") is True
    page.until("ours.state.phase === 'refreshing'")
    page.page.evaluate("ours.cancel()")
    page.until_status("cancelled")
    page.page.evaluate("ours.feed = 'main', ours.animation = 'ring'")
    page.until("ours.rows.length === 5")
    assert page.page.evaluate("ours.getAttribute('feed')") == "main"
    expect(page.page.locator("#ours .refresh-view[data-edge=top]")).to_have_attribute("data-animation", "ring")


def test_a_template_says_how_rows_look_and_parts_and_properties_how_the_rest_does(embed):
    style = """<style>
      remote-refresh { --refresh-accent: rgb(1, 2, 3); --refresh-sheet: rgb(250, 251, 252); height: 500px; }
      remote-refresh::part(when) { color: rgb(4, 5, 6); }
      remote-refresh::part(status) { font-style: italic; }
    </style>"""
    template = (
        '<template slot="row"><b data-field="text"></b><time part="when" data-field="at"></time></template>'
    )
    page = embed(element('id="ours"', template), before=style)
    bold = page.page.locator("#ours .row b")
    expect(bold).to_have_text([f"Line {number}" for number in range(1, 6)])
    page.server.append("main", ["<i>no markup</i>"])
    expect(bold.last).to_have_text("<i>no markup</i>")
    expect(page.page.locator("#ours .row time").first).to_have_css("color", "rgb(4, 5, 6)")
    expect(page.page.locator("#ours .row time").first).to_have_attribute("datetime", page.page.evaluate("new Date(ours.rows[0].at).toISOString()"))
    expect(page.page.locator("#ours #status")).to_have_css("font-style", "italic")
    expect(page.page.locator("#ours .list")).to_have_css("background-color", "rgb(250, 251, 252)")
    expect(page.button()).to_have_css("background-color", "rgb(1, 2, 3)")
    assert page.page.locator("#ours").bounding_box()["height"] == 500
