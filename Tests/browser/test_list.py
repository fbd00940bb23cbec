"""A list of 100 000 rows: scrolled at the display's rate, in order, and nobody loses the row they read."""

import json
import re

import pytest
from playwright.sync_api import expect

MANY = 100_000
PART = 1_000


def line(number):
    """A row that may take several lines, so that heights differ."""
    return f"{number} " + "word " * (number * 7919 % 60 if number % 5 == 0 else 3)


def lines(first, last):
    return [line(number) for number in range(first, last + 1)]


# Scrolls up by a step each frame to the top, and notes each row's number, breaks in the order, and frames with a gap.
SCROLL = """
async (list, views) => {
  const rows = list.querySelector(".rows");
  const seen = new Set();
  const wrong = [];
  let gaps = 0;
  for (;;) {
    const numbers = [...rows.children].map((row) => parseInt(row.firstChild.textContent));
    for (const [at, number] of numbers.entries()) {
      seen.add(number);
      if (at > 0 && number !== numbers[at - 1] + 1) wrong.push([numbers[at - 1], number]);
    }
    const view = list.getBoundingClientRect();
    const { firstElementChild: first, lastElementChild: last } = rows;
    const startsLate = first.getBoundingClientRect().top > view.top && first.ariaPosInSet !== "1";
    const endsEarly = last.getBoundingClientRect().bottom < view.bottom - 2 && last.ariaPosInSet !== last.ariaSetSize;
    if (startsLate || endsEarly) gaps += 1;
    if (list.scrollTop === 0) return { seen: seen.size, wrong, gaps, inDocument: numbers.length };
    list.scrollTop -= views * list.clientHeight;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
}
"""

# Goes to places all over the list, as who drags the scroll bar does, and asks what is seen there.
LEAP = """
async (list) => {
  const wrong = [];
  for (let turn = 1; turn <= 60; turn += 1) {
    list.scrollTop = ((turn * 0.618) % 1) * list.scrollHeight;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const { left, top, height } = list.getBoundingClientRect();
    for (const y of [1, height / 2, height - 2]) {
      const row = (list.getRootNode().elementFromPoint ? list.getRootNode() : document).elementFromPoint(left + 40, top + y);
      if (!row?.closest(".row")) wrong.push([turn, y]);
    }
  }
  return wrong;
}
"""


class Tasks:
    """
    The page's tasks while something is done, in the processor's time: a task that waited for another program is not the
    page's fault, and on a machine that tests beside others most long ones are such.
    """

    def __init__(self, chromium, page):
        self.chromium, self.page = chromium, page.page

    def __enter__(self):
        self.chromium.start_tracing(page=self.page, categories=["toplevel"])
        return self

    def __exit__(self, *_):
        events = json.loads(self.chromium.stop_tracing())["traceEvents"]
        main = {(e["pid"], e["tid"]) for e in events if e.get("args", {}).get("name") == "CrRendererMain"}
        spent = [
            e["tdur"] / 1000
            for e in events
            if (e["pid"], e["tid"]) in main and e["name"] == "ThreadControllerImpl::RunTask" and "tdur" in e
        ]
        assert len(spent) > 100
        self.long = sorted(round(ms) for ms in spent if ms > 50)


@pytest.mark.long
def test_100_000_rows_arrive_and_scroll_without_a_long_task_each_in_its_place(shaped, visit, chromium):
    server = shaped(long={"seed": lines(0, 0)})
    page = visit(server, "long", viewport={"width": 1280, "height": 1400})
    page.until_count(1)
    with Tasks(chromium, page) as tasks:
        for first in range(1, MANY, PART):
            server.append("long", lines(first, min(MANY - 1, first + PART - 1)))
        page.until_count(MANY)
    assert tasks.long == []
    expect(page.page.locator(".row").last).to_be_in_viewport()
    assert page.rows[-1] == line(MANY - 1)
    scroller = page.page.locator("#list")
    with Tasks(chromium, page) as tasks:
        found = scroller.evaluate(SCROLL, 2.5)
    assert found == {"seen": MANY, "wrong": [], "gaps": 0, "inDocument": found["inDocument"]}
    assert found["inDocument"] < 200
    assert tasks.long == []
    assert page.rows[0] == line(0)
    with Tasks(chromium, page) as tasks:
        assert scroller.evaluate(LEAP) == []
    assert tasks.long == []
    expect(page.page.locator(".row").first).to_have_attribute("aria-setsize", str(MANY))


def top_of(page, number):
    return page.page.locator(".row", has_text=re.compile(f"^{number} ")).bounding_box()["y"]


@pytest.mark.parametrize("order", ["append", "newest-first"])
def test_the_row_being_read_stays_while_rows_arrive_and_history_loads(shaped, visit, order):
    server = shaped(long={"order": order, "seed": lines(1, 500)})
    server.append("long", lines(501, 900))
    page = visit(server, "long", phone=True)
    page.until_count(200)
    scroller = page.page.locator("#list")
    # Toward the old end, in steps of a finger, until older rows have come by themselves, with others arriving.
    way = -1 if order == "append" else 1
    arrived = 0
    for step in range(60):
        scroller.evaluate("(list, way) => { list.scrollTop += way; }", way * 300)
        page.frame()
        shown = [int(text.split()[0]) for text in page.rows]
        number = shown[len(shown) // 2]
        top = top_of(page, number)
        arrived += 1
        server.append("long", lines(900 + arrived, 900 + arrived))
        page.until("said.received.some((m) => m.type === 'rows' && m.first === first)", first=900 + arrived)
        page.frame()
        assert top_of(page, number) == pytest.approx(top, abs=1.01), f"step {step}"
        if page.received("history"):
            break
    assert page.received("history")
    page.until_count(200 + 500 + arrived)
    page.frame()
    assert top_of(page, number) == pytest.approx(top, abs=1.01)
    expect(page.page.get_by_role("button", name=f"{arrived} new rows")).to_be_visible()
    page.page.get_by_role("button", name=f"{arrived} new rows").click()
    newest = page.page.locator(".row", has_text=re.compile(f"^{900 + arrived} "))
    expect(newest).to_be_in_viewport()


def test_all_history_comes_by_itself_to_who_scrolls_to_the_old_end(shaped, visit):
    server = shaped(long={"seed": lines(1, 500), "bottom": "footer"})
    server.append("long", lines(501, 2_000))
    page = visit(server, "long")
    page.until_count(200)
    scroller = page.page.locator("#list")
    for _ in range(12):
        scroller.evaluate("(list) => { list.scrollTop = 0; }")
        page.frame()
        if page.rows[0] == line(1):
            break
        page.until("!said.sent.findLast((m) => m.type === 'history') || "
                   "said.sent.filter((m) => m.type === 'history').length === "
                   "said.received.filter((m) => m.type === 'history').length")
    page.until_count(2_000)
    expect(page.page.locator("#older")).to_be_hidden()


@pytest.mark.long
def test_nothing_is_loaded_under_a_finger_and_what_comes_then_waits_for_its_end(shaped, visit, far):
    server = shaped(long={"seed": lines(1, 500)})
    server.append("long", lines(501, 900))
    page = visit(far(server, latency=1, stalls=False), "long", phone=True)
    page.until_count(200)
    # Asked for just before the finger comes down: the answer arrives under it.
    page.scroll_to(1_500)
    page.touch("Start", page.middle)
    height = page.page.locator("#list").evaluate("(list) => list.scrollHeight")
    page.until("said.received.some((m) => m.type === 'history')")
    page.scroll_to(40)
    expect(page.page.locator(".row").first).to_have_attribute("aria-setsize", "200")
    assert page.page.locator("#list").evaluate("(list) => list.scrollHeight") < height + 5_000
    assert sum(said["type"] == "history" for said in page.page.evaluate("said.sent")) == 1
    top = top_of(page, 702)
    page.touch("End")
    page.until_count(900)
    assert top_of(page, 702) == pytest.approx(top, abs=1.01)


def test_newest_first_shows_each_runs_rows_from_the_first_line(start, tmp_path, visit):
    config = tmp_path / "config.json"
    source = "command:printf 'head\\n  one\\n  two\\n'"
    config.write_text(json.dumps({"feeds": {"news": {"source": source, "order": "newest-first", "top": "header"}}}))
    server = start("--config", str(config))
    page = visit(server, "news")
    for count in (3, 6):
        page.page.get_by_role("button", name="Refresh").click()
        page.until_count(count)
        page.until("said.received.findLast((m) => m.type === 'state')?.phase === 'idle'")
    server.append("news", ["by hand"])
    page.until_count(7)
    expected = ["by hand", *["head", "  one", "  two"] * 2]
    assert page.rows == expected
    page.page.reload()
    page.until_count(7)
    assert page.rows == expected


def test_addresses_are_links_that_open_apart_and_nothing_else_is(server, visit):
    page = visit(server)
    text = "See https://example.org/a?b=<i>, (http://example.org/) and javascript:alert(1)"
    server.append("main", [text])
    page.until_row(text)
    links = page.page.locator(".row a")
    # What finds them is loaded when the first address is there.
    expect(links).to_have_count(2)
    assert [link.inner_text() for link in links.all()] == ["https://example.org/a?b=", "http://example.org/"]
    for link in links.all():
        assert link.get_attribute("target") == "_blank"
        assert link.get_attribute("rel") == "noopener noreferrer"
        assert link.get_attribute("href").startswith("http")


def test_an_address_stays_words_where_what_finds_it_cannot_be_loaded(server, visit):
    page = visit(server)
    page.may_lose_network = True
    page.page.route("**/links.js", lambda route: route.abort("connectionrefused"))
    server.append("main", ["See https://example.org/one"])
    page.until_row("See https://example.org/one")
    page.frame()
    expect(page.page.locator(".row a")).to_have_count(0)
    page.page.unroute("**/links.js")
    server.append("main", ["See https://example.org/two"])
    expect(page.page.locator(".row a")).to_have_text(["https://example.org/two"])


def test_a_selection_is_kept_where_its_rows_scroll_out_of_view(shaped, visit):
    page = visit(shaped(long={"seed": lines(1, 400)}), "long")
    page.until_count(200)
    page.page.locator(".row .text").last.click(click_count=3)
    chosen = page.selection
    assert chosen.startswith("400 ")
    page.scroll_to(5_000)
    page.scroll_to(3_000)
    assert page.selection == chosen
    page.page.evaluate("getSelection().removeAllRanges()")
    page.scroll_to(2_000)
    page.scroll_to(3_000)
    expect(page.page.locator(".row", has_text=re.compile("^400 "))).to_have_count(0)


def test_keys_go_on_scrolling_where_a_link_with_the_focus_has_left_the_document(shaped, visit):
    page = visit(shaped(long={"seed": [*lines(1, 399), "https://example.org/"]}), "long")
    page.page.locator(".row a").focus()
    page.scroll_to(2_000)
    expect(page.page.locator("#list")).to_be_focused()
    before = page.scroll_top
    page.page.keyboard.press("PageUp")
    page.until("deep('#list').scrollTop < before", before=before)


def test_a_reader_of_a_window_that_turns_keeps_the_row_being_read(shaped, visit):
    page = visit(shaped(long={"seed": lines(1, 400)}), "long", phone=True)
    page.until_count(200)
    page.scroll_to(4_000)
    first = page.page.locator("#list").evaluate(
        "(list) => { const { top } = list.getBoundingClientRect();"
        " return [...list.querySelectorAll('.row')].find((row) => row.getBoundingClientRect().bottom > top)"
        ".firstChild.textContent; }"
    )
    page.page.set_viewport_size({"width": 844, "height": 390})
    page.frame()
    row = page.page.locator(".row", has_text=first.split()[0] + " ").first
    assert row.locator(".text").text_content() == first
    expect(row).to_be_in_viewport()
