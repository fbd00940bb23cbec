import { scrollMetrics } from "../pull/gesture.js";
import { takesDrag } from "../pull/pull-controller.js";

const CLAIMED = new Set(["pulling", "armed", "triggered"]);

/**
 * Pulling with a mouse, and with a pen where the browser sends no touch events for it. A drag becomes a pull only
 * toward an edge where the list stands; any other selects text as usual, so the mouse is taken hold of only then.
 */
export class MouseInput {
  #list;
  #pull;
  #pointer = null;
  #held = null;
  #isClaimed = false;

  constructor(list, pull, signal) {
    this.#list = list;
    this.#pull = pull;
    list.addEventListener("pointerdown", (event) => this.#down(event));
    list.addEventListener("mousedown", (event) => this.#pressed(event));
    // A contact that is told as touch too is the touch input's.
    list.addEventListener("touchstart", () => this.#held && this.#forget(), { passive: true, signal });
    list.addEventListener("dragstart", (event) => {
      if (this.#pointer !== null) event.preventDefault();
    });
    list.addEventListener("lostpointercapture", (event) => this.#lost(event));
    window.addEventListener("pointermove", (event) => this.#moved(event), { signal });
    window.addEventListener("pointerup", (event) => this.#ended(event, "up"), { signal });
    window.addEventListener("pointercancel", (event) => this.#ended(event, "cancel"), { signal });
    window.addEventListener("mousemove", (event) => this.#hold(event), { signal });
    list.addEventListener("selectstart", (event) => this.#hold(event));
  }

  #down(event) {
    const isOurs = event.pointerType === "mouse" || event.pointerType === "pen";
    if (!isOurs || event.button !== 0 || event.shiftKey || event.altKey || this.#onScrollbar(event)) return;
    if (takesDrag(event, this.#list)) return;
    if (this.#pointer !== null) this.#leave(event);
    // Kept back until it moves: a double click, or a pen that is told as touch, shows only after this event.
    this.#pointer = event.pointerId;
    this.#held = { x: event.clientX, y: event.clientY, scroll: scrollMetrics(this.#list) };
  }

  #pressed(event) {
    // The second press of a double click selects words.
    if (event.detail > 1 && this.#held) this.#forget();
  }

  #moved(event) {
    if (event.pointerId !== this.#pointer) return;
    if (event.buttons === 0) return this.#leave(event);
    this.#sendHeld();
    const report = this.#send("move", event);
    if (this.#isClaimed) return this.#clearSelection();
    if (CLAIMED.has(report.phase)) return this.#claim();
    if (report.phase !== "tracking" || report.edge) this.#leave(event);
    return undefined;
  }

  #claim() {
    this.#isClaimed = true;
    this.#list.classList.add("pulled");
    this.#clearSelection();
    try {
      this.#list.setPointerCapture(this.#pointer);
    } catch {
      // The pointer went away between the event and now; its end is still told.
    }
  }

  #ended(event, phase) {
    if (event.pointerId !== this.#pointer) return;
    if (phase === "up" && !this.#held) this.#send("up", event);
    else this.#cancelSent(event);
    this.#forget();
  }

  #lost(event) {
    // Capture goes before the end is told only if something else took the pointer.
    if (event.pointerId === this.#pointer && event.buttons !== 0) this.#leave(event);
  }

  /** Not a pull: tells the server that this pointer is gone and leaves the mouse to the browser. */
  #leave(event) {
    this.#cancelSent(event);
    this.#forget();
  }

  #cancelSent(event) {
    if (!this.#held) this.#send("cancel", event);
  }

  #forget() {
    this.#pointer = this.#held = null;
    this.#isClaimed = false;
    this.#list.classList.remove("pulled");
  }

  #sendHeld() {
    if (!this.#held) return;
    const { scroll, ...point } = this.#held;
    this.#held = null;
    this.#pull.sample("down", "mouse", point, scroll);
  }

  #send(phase, event) {
    return this.#pull.sample(phase, "mouse", { x: event.clientX, y: event.clientY }, scrollMetrics(this.#list));
  }

  /** While pulling, moving the mouse selects nothing. */
  #hold(event) {
    if (this.#isClaimed) event.preventDefault();
  }

  #clearSelection() {
    // What is selected inside an element looks collapsed from outside.
    document.getSelection()?.removeAllRanges();
  }

  #onScrollbar(event) {
    const box = this.#list.getBoundingClientRect();
    const left = box.left + this.#list.clientLeft;
    return event.target === this.#list && (event.clientX < left || event.clientX >= left + this.#list.clientWidth);
  }
}
