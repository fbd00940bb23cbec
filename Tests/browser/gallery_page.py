"""The page that shows all pull animations, and what a reader does there."""

import json

from axe import check
from playwright.sync_api import expect

from list_page import ListPage

NAMES = ["card", "bar", "arrow", "ring", "text"]


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
        check(self)
