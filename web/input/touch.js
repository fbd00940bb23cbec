import { overflows, scrollMetrics, standsAt, takesDrag } from "../pull/gesture.js";

const OVER = ["rejected", "released", "cancelled"];
const MOVING = ["pulling", "armed"];
const point = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

/** Touch events go on where the browser scrolls: a drag that then arrives at the edge goes on as a pull. */
export function take({ list, pull, policy, signal }) {
  let last;
  let targets = new AbortController();
  let start;
  let lastY;
  let isHolding;

  const send = (phase, touch) => pull.sample(phase, `touch ${touch.identifier}`, point(touch), scrollMetrics(list));

  function started(event) {
    const { touches, changedTouches } = event;
    if (touches.length === changedTouches.length) pull.cancelLost("touch");
    const path = event.composedPath();
    // A finger elsewhere is none of ours, unless it is the second one.
    if (!pull.isHeld) {
      if (!path.includes(list) || isZoomed() || takesDrag(event, list)) return;
      targets.abort();
      targets = new AbortController();
      start = { ...point(changedTouches[0]), scroll: scrollMetrics(list) };
      lastY = start.y;
      isHolding = false;
    }
    if (path[0] !== list) listen(path[0], targets.signal);
    for (const touch of changedTouches) send("down", touch);
  }

  function moved(event) {
    if (!isNew(event) || !pull.isHeld) return;
    let report = pull.report;
    for (const touch of event.changedTouches) report = send("move", touch);
    if (event.touches.length > 1) return;
    // Once the browser scrolls, a move can no longer be held, and trying says so in the console.
    if (holds(point(event.changedTouches[0]), report) && event.cancelable) event.preventDefault();
  }

  function ended(event) {
    if (!isNew(event)) return;
    for (const touch of event.changedTouches) send(event.type === "touchend" ? "up" : "cancel", touch);
  }

  function holds(at, report) {
    const dy = at.y - lastY;
    lastY = at.y;
    if (OVER.includes(report.phase)) isHolding = false;
    else if (report.offset > 0 && MOVING.includes(report.phase)) isHolding = true;
    else if (dy !== 0) isHolding = pullsAway(dy > 0 ? "top" : "bottom", at, report);
    return isHolding;
  }

  function pullsAway(edge, at, report) {
    const rules = policy()[edge];
    const scroll = scrollMetrics(list);
    if (!rules || !standsAt(edge, scroll) || (rules.needsOverflow && !overflows(scroll))) return false;
    if (report.phase === "tracking") {
      const isSideways = Math.abs(at.x - start.x) > Math.abs(at.y - start.y);
      if (isSideways || (rules.begins === "down" && !standsAt(edge, start.scroll))) return false;
    }
    return report.edge === undefined || report.edge === edge || report.phase === "joined";
  }

  /** An event that bubbles from a row to the list comes twice. */
  const isNew = (event) => event !== last && (last = event);

  /** Moves and ends go to where a touch began, also once that has left the document. */
  function listen(target, signal) {
    target.addEventListener("touchmove", moved, { passive: false, signal });
    for (const type of ["touchend", "touchcancel"]) target.addEventListener(type, ended, { signal });
  }

  document.addEventListener("touchstart", started, { passive: true, signal });
  listen(list, signal);
}

/** Fingers that have zoomed in move what they see; the buttons still refresh. */
function isZoomed() {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}
