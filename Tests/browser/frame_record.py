"""What a page showed in each frame of a drag, and what it must have shown."""

from dataclasses import dataclass

# After every callback of a frame the frame's last note wins, so it holds what the frame will show.
RECORD = """
(edge) => {
  const find = (selector, root = document) => {
    const found = root.querySelector(selector);
    if (found) return found;
    for (const host of root.querySelectorAll("remote-refresh")) {
      const inside = host.shadowRoot && find(selector, host.shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  const view = find(`.refresh-view[data-edge=${edge}]`);
  const list = find("#list");
  const stage = find("#stage");
  const frames = (said.frames = []);
  const far = (box, outer) => (edge === "top" ? box.top - outer.top : outer.bottom - box.bottom) - stage.clientTop;
  const shown = () => {
    const outer = stage.getBoundingClientRect();
    const pushed = far(list.getBoundingClientRect(), outer);
    if (pushed > 0.001 || getComputedStyle(view).visibility === "hidden") return pushed;
    const box = view.getBoundingClientRect();
    return far(edge === "top" ? { top: box.bottom } : { bottom: box.top }, outer);
  };
  const note = (time) => {
    const samples = said.sent.reduce((count, { type }) => count + (type === "pointer"), 0);
    const frame = { time, at: performance.now(), samples, shown: shown(), heard: said.received.length };
    if (frames.at(-1)?.time === time) frames[frames.length - 1] = frame;
    else frames.push(frame);
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (body) =>
    request((time) => {
      body(time);
      note(time);
    });
  const each = (time) => {
    note(time);
    request(each);
  };
  request(each);
}
"""


@dataclass
class Frame:
    at: float  # ms
    samples: int  # pointer messages sent until then
    shown: float  # px
    heard: int  # messages received until then


class FrameRecord:
    def __init__(self, page, edge="top"):
        self.page = page
        self.policy = page.received("subscribed")[-1]["policy"][edge]
        self._already = len(self.samples)
        page.page.evaluate(RECORD, edge)

    @property
    def samples(self):
        return [message for message in self.page.page.evaluate("said.sent") if message["type"] == "pointer"]

    def frames(self):
        """All frames so far, but those before the first sample."""
        found = [Frame(f["at"], f["samples"], f["shown"], f["heard"]) for f in self.page.page.evaluate("said.frames")]
        return [frame for frame in found if frame.samples > self._already]

    def displacement(self, sample, down, policy=None):
        """By the engine's formulas, for a pull at the top that begins there."""
        policy = policy or self.policy
        x = max(0, sample["y"] - down["y"] - policy["slop"])
        if policy["travel"] == "rubberBand":
            h = max(sample["scroll"]["view"], 480)
            x = (1 - 1 / (x * policy["coefficient"] / h + 1)) * h
        return min(x, policy["limit"])

    def expected(self, policy=None):
        """The displacement after each sample, by the number of samples sent until then."""
        samples = self.samples
        down = samples[self._already]
        return {
            index + 1: self.displacement(sample, down, policy)
            for index, sample in enumerate(samples)
            if index >= self._already and sample["phase"] in ("down", "move")
        }
