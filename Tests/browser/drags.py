"""A drag as a hand does it, played by touch, mouse or pen."""

import time

# Way (px) at each of 60 samples: slow, fast, a hesitation, some way back, on again.
RECORDED = [
    0, 1, 3, 6, 9, 11, 14, 18, 23, 28, 34, 40, 47, 53, 58, 63, 67, 70, 73, 75,
    76, 77, 77, 77, 77, 76, 75, 73, 70, 66, 61, 56, 50, 45, 41, 38, 36, 35, 35, 36,
    38, 41, 45, 50, 55, 60, 65, 70, 74, 78, 82, 85, 88, 90, 92, 93, 94, 95, 95, 95,
]  # fmt: skip


class Touch:
    phone = True

    def __init__(self, page, x, y):
        self._page, self._x, self._y = page, x, y

    def down(self):
        self._page.touch("Start", (self._x, self._y))

    def move(self, way, aside=0):
        self._page.touch("Move", (self._x + aside, self._y + way))

    def up(self):
        self._page.touch("End")


def flick(page, way, start):
    """A finger that is fast when it lets go, so that what it moved goes on by itself."""
    session = page.context.new_cdp_session(page.page)
    x, y = start
    began = time.time()

    def touch(kind, step, *points):
        # However busy the machine is, the finger took 10 ms a step.
        event = {"type": f"touch{kind}", "touchPoints": points, "timestamp": began + step / 100}
        session.send("Input.dispatchTouchEvent", event)

    touch("Start", 0, {"x": x, "y": y})
    for step in range(1, 7):
        touch("Move", step, {"x": x, "y": y + way * step / 6})
    touch("End", 7)


class Mouse:
    phone = False
    pointer = "mouse"

    def __init__(self, page, x, y):
        self._session = page.context.new_cdp_session(page.page)
        self._x, self._y, self._at = x, y, (x, y)

    def _send(self, kind, buttons):
        x, y = self._at
        event = {"type": kind, "x": x, "y": y, "buttons": buttons, "pointerType": self.pointer}
        if kind != "mouseMoved" or buttons:
            event |= {"button": "left", "clickCount": 1}
        self._session.send("Input.dispatchMouseEvent", event)

    def down(self):
        self._at = (self._x, self._y)
        self._send("mouseMoved", 0)
        self._send("mousePressed", 1)

    def move(self, way, aside=0):
        self._at = (self._x + aside, self._y + way)
        self._send("mouseMoved", 1)

    def up(self):
        self._send("mouseReleased", 0)


class Pen(Mouse):
    pointer = "pen"


HANDS = {"touch": Touch, "mouse": Mouse, "pen": Pen}


def play(hand, ways=RECORDED):
    """Presses and moves; it stays down."""
    hand.down()
    for way in ways[1:]:
        hand.move(way)
