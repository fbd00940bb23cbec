import { overflows, scrollMetrics, standsAt } from "../pull/gesture.js";
import { takesDrag } from "../pull/pull-controller.js";

const OVER = new Set(["rejected", "released", "cancelled"]);

/**
 * Pulling with fingers, read from touch events: a browser that starts to scroll ends the pointer events but goes on
 * telling touches, so a drag that scrolled and then arrives at the edge goes on as a pull.
 */
export class TouchInput {
  #list;
  #pull;
  #policy;
  #start = null;
  #lastY = 0;
  #isHolding = false;
  #seen = new WeakSet();

  /** @param {() => object} policy the edges' policies */
  constructor(list, pull, policy, signal) {
    this.#list = list;
    this.#pull = pull;
    this.#policy = policy;
    document.addEventListener("touchstart", (event) => this.#started(event), { passive: true, signal });
    this.#listen(list);
  }

  /** Moves and ends go to the element a touch began on, also once it has left the document. */
  #listen(target, options = {}) {
    target.addEventListener("touchmove", this.#moved, { passive: false, ...options });
    target.addEventListener("touchend", this.#ended, options);
    target.addEventListener("touchcancel", this.#cancelled, options);
  }

  #unlisten(target) {
    target.removeEventListener("touchmove", this.#moved);
    target.removeEventListener("touchend", this.#ended);
    target.removeEventListener("touchcancel", this.#cancelled);
  }

  #started(event) {
    if (event.touches.length === event.changedTouches.length) this.#pull.cancelLost("touch");
    // From outside the element all that is in it looks like the element.
    const path = event.composedPath();
    const isInside = path.includes(this.#list);
    // A finger elsewhere is none of ours, unless it is the second one.
    if (!isInside && !this.#pull.isHeld) return;
    if (!this.#pull.isHeld && (isZoomed() || takesDrag(event, this.#list))) return;
    if (!this.#pull.isHeld) {
      this.#start = point(event.changedTouches[0]);
      this.#lastY = this.#start.y;
      this.#isHolding = false;
      this.#start.scroll = scrollMetrics(this.#list);
    }
    if (path[0] !== this.#list) this.#listen(path[0]);
    for (const touch of event.changedTouches) this.#send("down", touch);
  }

  #moved = (event) => {
    if (!this.#isNew(event) || !this.#pull.isHeld) return;
    let report = this.#pull.report;
    for (const touch of event.changedTouches) report = this.#send("move", touch);
    if (event.touches.length > 1) return;
    // Once the browser scrolls, a move can no longer be held, and trying says so in the console.
    if (this.#holds(point(event.changedTouches[0]), report) && event.cancelable) event.preventDefault();
  };

  #ended = (event) => this.#over(event, "up");

  #cancelled = (event) => this.#over(event, "cancel");

  #over(event, phase) {
    if (!this.#isNew(event)) return;
    if (event.target !== this.#list) this.#unlisten(event.target);
    for (const touch of event.changedTouches) this.#send(phase, touch);
  }

  /** Whether a move belongs to the pull and not to the browser's scrolling. */
  #holds(at, report) {
    const dy = at.y - this.#lastY;
    this.#lastY = at.y;
    if (OVER.has(report.phase)) return (this.#isHolding = false);
    if (report.offset > 0 && (report.phase === "pulling" || report.phase === "armed")) return (this.#isHolding = true);
    if (dy !== 0) this.#isHolding = this.#pullsAway(dy > 0 ? "top" : "bottom", at, report);
    return this.#isHolding;
  }

  #pullsAway(edge, at, report) {
    const rules = this.#policy()[edge];
    const scroll = scrollMetrics(this.#list);
    if (!rules || !standsAt(edge, scroll) || (rules.needsOverflow && !overflows(scroll))) return false;
    if (report.phase === "tracking") {
      if (Math.abs(at.x - this.#start.x) > Math.abs(at.y - this.#start.y)) return false;
      if (rules.begins === "down" && !standsAt(edge, this.#start.scroll)) return false;
    }
    return report.edge === undefined || report.edge === edge || report.phase === "joined";
  }

  #send(phase, touch) {
    return this.#pull.sample(phase, `touch ${touch.identifier}`, point(touch), scrollMetrics(this.#list));
  }

  /** An event that bubbles from a row to the list comes twice. */
  #isNew(event) {
    const isNew = !this.#seen.has(event);
    this.#seen.add(event);
    return isNew;
  }
}

/** Fingers that have zoomed in move what they see; the buttons still refresh. */
function isZoomed() {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}

function point(touch) {
  return { x: touch.clientX, y: touch.clientY };
}
