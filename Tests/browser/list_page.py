"""One person's page on a feed: what they see, and what their mouse and fingers do."""

import json

from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

# Chromium's own words for a network that is away; no page can keep it from saying them.
NETWORK = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")

# The same for an answer that says no, or that no page of that origin may read.
TURNED_AWAY = ("status of 401", "status of 429", "Unexpected response code", "blocked by CORS policy", "ERR_FAILED")

# Notes every frame, for tests that ask what was said and not what was shown.
RECORD = """
window.said = { sent: [], received: [] };
window.WebSocket = class extends WebSocket {
  constructor(...rest) {
    super(...rest);
    this.addEventListener("message", (event) => said.received.push(JSON.parse(event.data)));
  }
  send(text) {
    said.sent.push(JSON.parse(text));
    super.send(text);
  }
};
"""

# Looks into elements too, as locators do.
DEEP = """
const roots = () => [document, ...[...document.querySelectorAll("remote-refresh")].map((one) => one.shadowRoot)];
window.deepAll = (selector) => roots().flatMap((root) => [...(root?.querySelectorAll(selector) ?? [])]);
window.deep = (selector) => deepAll(selector)[0] ?? null;
const inside = (found, next) => (found?.shadowRoot ? inside(next(found.shadowRoot), next) ?? found : found);
window.deepAt = (x, y) => inside(document.elementFromPoint(x, y), (root) => root.elementFromPoint(x, y));
window.deepActive = () => inside(document.activeElement, (root) => root.activeElement);
"""


class ListPage:
    def __init__(self, context, name=""):
        self.context = context
        self.page = context.new_page()
        self.console = []
        self.may_lose_network = False
        self.may_be_turned_away = False
        self.page.on("console", lambda message: self._heard(message.text))
        self.page.on("pageerror", lambda error: self.console.append(str(error)))
        self.page.add_init_script(RECORD)
        self.page.add_init_script(f"(() => {{ {DEEP} }})()")
        if name:
            self.page.add_init_script(f"localStorage.setItem('refreshd name', {json.dumps(name)})")
        self.name = name
        self._touch = None

    def _heard(self, text):
        known = NETWORK * self.may_lose_network + TURNED_AWAY * self.may_be_turned_away
        if not any(words in text for words in known):
            self.console.append(text)

    def open(self, server, feed):
        self.page.goto(f"{server.url}#{feed}")
        self.until_live()

    # What is seen

    def until(self, condition, **values):
        """Waits until a JavaScript condition holds in the page."""
        names = ", ".join(values)
        return self.page.wait_for_function(f"({{ {names} }}) => {condition}", arg=values)

    def until_live(self):
        expect(self.page.locator("#connection").first).to_have_attribute("data-kind", "open")
        self.until("said.received.some((m) => m.type === 'presence')")

    def until_row(self, text):
        expect(self.page.locator(".row .text").get_by_text(text, exact=True)).to_be_visible()

    def until_status(self, kind):
        expect(self.page.locator("#status")).to_have_attribute("data-kind", kind)

    def until_count(self, count):
        """Waits until the list has so many rows; those far from what is seen are not in the document."""
        expect(self.page.locator(".row").first).to_have_attribute("aria-setsize", str(count))

    @property
    def rows(self):
        """The texts of the rows that are in the document, in order."""
        return self.page.locator(".row .text").all_text_contents()

    @property
    def status(self):
        return self.page.locator("#status").inner_text()

    @property
    def failure(self):
        """What went wrong, in full."""
        return self.page.locator("#banner")

    @property
    def empty(self):
        """What stands where there are no rows."""
        return self.page.locator("#empty")

    @property
    def notice(self):
        return self.page.locator("#notice.seen")

    @property
    def selection(self):
        return self.page.evaluate("String(getSelection())")

    def button(self, edge="top"):
        """What refreshes at an edge without a pull."""
        return self.page.locator(f"#refresh-{edge}")

    def see(self, state):
        """Chromium without a window never hides a tab, so the page is told what a window would tell it."""
        self.page.evaluate(
            "(state) => { Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });"
            " Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });"
            " document.dispatchEvent(new Event('visibilitychange')); }",
            state,
        )

    def view(self, edge):
        return self.page.locator(f".refresh-view[data-edge={edge}]")

    def box(self, selector):
        return self.page.evaluate(
            "(selector) => { const { x, y, width, height, top, bottom } = "
            "deep(selector).getBoundingClientRect();"
            " return { x, y, width, height, top, bottom }; }",
            selector,
        )

    def received(self, kind):
        return self.page.evaluate("(kind) => said.received.filter((m) => m.type === kind)", kind)

    def pulls(self):
        return self.received("pull")

    def runs(self):
        """Ids of the runs this page has heard of, from its subscription on."""
        return self.page.evaluate(
            "[...new Set(said.received.flatMap((m) => [m.run?.id, m.state?.run?.id]).filter(Number))]"
        )

    def scroll_to(self, top):
        self.page.evaluate("(top) => { deep('#list').scrollTop = top; }", top)
        self.frame()

    @property
    def scroll_top(self):
        return self.page.evaluate("deep('#list').scrollTop")

    def frame(self):
        """Lets the page draw what it has been told."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    # What a mouse does

    def press(self, x, y):
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def drag(self, dy, start=None, dx=0, steps=6):
        """Presses on the list and moves; the button stays down."""
        x, y = start or self.middle
        self.press(x, y)
        for step in range(1, steps + 1):
            self.page.mouse.move(x + dx * step / steps, y + dy * step / steps)
        self.frame()

    def release(self):
        self.page.mouse.up()

    @property
    def middle(self):
        box = self.box("#list")
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # What fingers do: real touches, as the browser gets them from a screen

    def touch(self, kind, *points):
        self._touch = self._touch or self.context.new_cdp_session(self.page)
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        self._touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touches})

    def swipe(self, dy, start=None, steps=20, dx=0):
        """Puts a finger down and moves it; it stays down."""
        x, y = start or self.middle
        self.touch("Start", (x, y))
        for step in range(1, steps + 1):
            self.touch("Move", (x + dx * step / steps, y + dy * step / steps))
            self.frame()
        return x + dx, y + dy
