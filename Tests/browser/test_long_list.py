"""A list of 100 000 rows: scrolled at the display's rate, in order, and all of it there."""

import json

import pytest
from long_rows import line, lines
from playwright.sync_api import expect

MANY = 100_000
PART = 1_000

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
