import { scrollMetrics, takesDrag } from "../pull/gesture.js";

const CLAIMED = ["pulling", "armed", "triggered"];

/**
 * Pulling with a mouse, and with a pen where the browser sends no touch events for it. A drag becomes a pull only
 * toward an edge where the list stands; any other selects text as usual, so the mouse is taken hold of only then.
 */
export function take({ list, pull, signal }) {
  let pointer = null;
  /** The press, kept back until it moves: a double click, or a pen that is told as touch, shows only after it. */
  let held = null;
  let isClaimed = false;

  const sample = (phase, point, scroll) => pull.sample(phase, "mouse", point, scroll);
  const send = (phase, { clientX: x, clientY: y }) => sample(phase, { x, y }, scrollMetrics(list));

  function pressed(event) {
    const { pointerType, pointerId, button, shiftKey, altKey, clientX: x, clientY: y } = event;
    if (pointerType === "touch" || button !== 0 || shiftKey || altKey) return;
    if (isOnScrollbar(event) || takesDrag(event, list)) return;
    if (pointer !== null) leave(event);
    pointer = pointerId;
    held = { x, y, scroll: scrollMetrics(list) };
  }

  function moved(event) {
    if (event.pointerId !== pointer) return;
    if (event.buttons === 0) return leave(event);
    if (held) {
      const { scroll, ...point } = held;
      held = null;
      sample("down", point, scroll);
    }
    const { phase, edge } = send("move", event);
    if (!isClaimed && CLAIMED.includes(phase)) claim();
    // While pulling, moving the mouse selects nothing. What is selected inside an element looks collapsed from outside.
    if (isClaimed) document.getSelection()?.removeAllRanges();
    else if (phase !== "tracking" || edge) leave(event);
  }

  function claim() {
    isClaimed = true;
    list.classList.add("pulled");
    try {
      list.setPointerCapture(pointer);
    } catch {
      // The pointer went away between the event and now; its end is still told.
    }
  }

  function ended(event) {
    if (event.pointerId !== pointer) return;
    if (!held) send(event.type === "pointerup" ? "up" : "cancel", event);
    forget();
  }

  /** Not a pull: tells the server that this pointer is gone and leaves the mouse to the browser. */
  function leave(event) {
    if (!held) send("cancel", event);
    forget();
  }

  function forget() {
    pointer = held = null;
    isClaimed = false;
    list.classList.remove("pulled");
  }

  function isOnScrollbar({ target, clientX }) {
    const left = list.getBoundingClientRect().left + list.clientLeft;
    return target === list && (clientX < left || clientX >= left + list.clientWidth);
  }

  const on = (target, type, body, options) => target.addEventListener(type, body, { signal, ...options });
  const hold = (event) => isClaimed && event.preventDefault();
  on(list, "pointerdown", pressed);
  // The second press of a double click selects words.
  on(list, "mousedown", ({ detail }) => detail > 1 && held && forget());
  // A contact that is told as touch too is the touch input's.
  on(list, "touchstart", () => held && forget(), { passive: true });
  on(list, "dragstart", (event) => pointer !== null && event.preventDefault());
  // Capture goes before the end is told only if something else took the pointer.
  on(list, "lostpointercapture", (event) => event.pointerId === pointer && event.buttons !== 0 && leave(event));
  on(window, "pointermove", moved);
  on(window, "pointerup", ended);
  on(window, "pointercancel", ended);
  on(window, "mousemove", hold);
  on(list, "selectstart", hold);
}
