import { more, rowTime, shortRowTime, texts } from "../texts.js";
import { scrollerOf } from "./scroller.js";

/** A table's line. */
const COLUMNS = /\S(\t| {2,})\S/;

/** Rows of more lines are folded: a browser scrolls no further than 33 million px. */
const LINES = 10;
/** A text of more characters may take more lines on a phone. */
const LONG = 300;
const BREAKS = /[\n\v\f\r\x85\u2028\u2029]/;

/**
 * The rows on the page. Who is at the new end stays there as rows arrive; who is not keeps the row being read. New ones
 * are counted, and held back if the reader wants it so.
 */
export function listViewOf(elements, pull, connection, say) {
  const { list, rows, older, unseen, pause } = elements;
  const scroller = scrollerOf(list, rows, () => pull.isHeld, scrolled);
  let session = null;
  let unseenCount = 0;
  let isHolding = false;
  let held = [];
  /** Older rows that came under a pointer: nothing moves there. */
  let waiting = [];
  let showUnseen;
  let oldEnd;

  scroller.make = ownRow;
  unseen.onclick = () => {
    letIn();
    goToNewEnd();
  };
  pause.onclick = () => {
    isHolding = !isHolding;
    if (!isHolding) letIn();
    count(unseenCount);
    more().then(() => say(texts.held[isHolding]), () => {});
  };
  count(0);

  function scrolled() {
    if (scroller.sticks && unseenCount > 0) count(0);
    lookForOlder();
  }

  function goToNewEnd() {
    scroller.sticks = true;
    scroller.draw();
    count(0);
  }

  function reset() {
    list.dataset.order = session.state.order;
    waiting = [];
    held = [];
    scroller.reset(session.state);
    if (scroller.model.isReversed) rows.after(older);
    else rows.before(older);
    goToNewEnd();
  }

  function arrived(more, isNews) {
    if (!isHolding) return append(more, isNews);
    held = [...held, ...more];
    const { run } = session.state.state ?? {};
    const areOurs = run?.by?.client === connection.client && more.some((row) => row.run === run.id);
    return areOurs ? letIn() : count(unseenCount);
  }

  function letIn() {
    const more = held;
    held = [];
    if (more.length > 0) append(more, true);
  }

  function append(more, isNews) {
    const { model, sticks } = scroller;
    if (isNews) scroller.fresh = Math.min(scroller.fresh, model.end);
    scroller.change((height) => model.append(more, height));
    count(sticks ? unseenCount : unseenCount + more.length);
    // A reader of old rows is not robbed of them at once.
    session.trim(sticks ? 0 : 0.1);
  }

  function prepend(more) {
    if (pull.isHeld) waiting = [...more, ...waiting];
    else scroller.change((height) => scroller.model.prepend(more, height));
  }

  function dropOldest(wanted) {
    const heldGone = Math.max(0, held.length - session.state.rows.length);
    held.splice(0, heldGone);
    if (heldGone > 0) count(unseenCount);
    const left = wanted - heldGone - waiting.splice(0, wanted - heldGone).length;
    if (left > 0) scroller.change(() => scroller.model.dropOldest(left));
  }

  function count(outOfSight) {
    unseenCount = outOfSight;
    const all = () => unseenCount + held.length;
    if (all() > 0) showUnseen ??= import("./unseen.js").then(({ unseenOf }) => unseenOf(unseen), () => (showUnseen = null));
    showUnseen?.then((show) => show?.(all()));
    pause.ariaLabel = pause.title = isHolding ? texts.pause.release(held.length) : texts.pause.hold;
    pause.dataset.holds = isHolding;
    pause.querySelector("path").setAttribute("d", isHolding ? "M5 3l8 5-8 5z" : "M5 3v10M11 3v10");
  }

  /** What stands at the old end, and asks for more rows there, comes once there are any. */
  function lookForOlder() {
    if (session?.state.hasOlder) oldEnd ??= import("./older.js").then(({ olderOf }) => olderOf(elements, scroller, pull), () => (oldEnd = null));
    oldEnd?.then((look) => look?.(session));
  }

  function ownRow(row, isFresh) {
    const element = rowElement(row, isFresh);
    const { text } = row;
    if (text.length > LONG || text.split(BREAKS, LINES + 1).length > LINES) shorten(element.firstChild);
    return element;
  }

  function shorten(words) {
    words.classList.add("tall");
    import("./fold.js").then(({ fold }) => fold(words, scroller, list), () => words.classList.remove("tall"));
  }

  return {
    close: () => scroller.close(),
    set session(next) {
      session = next;
    },
    /** Null for our own looks. */
    set rowMaker(make) {
      scroller.make = make ?? ownRow;
      if (session) reset();
    },
    changed(changes) {
      for (const change of changes) {
        if (change.kind === "reset" || change.kind === "order") reset();
        else if (change.kind === "append") arrived(change.rows, change.isNews);
        else if (change.kind === "prepend") prepend(change.rows);
        else if (change.kind === "dropOldest") dropOldest(change.count);
      }
      lookForOlder();
    },
    /** No pointer is down any more. */
    released() {
      const more = waiting;
      waiting = [];
      if (more.length > 0) prepend(more);
      scroller.restSoon();
      lookForOlder();
    },
  };
}

/** Its text is text, never markup. */
function rowElement({ text, at }, isFresh) {
  const row = document.createElement("li");
  row.className = `row${isFresh ? " fresh" : ""}${COLUMNS.test(text) ? " columns" : ""}`;
  row.part = "row";
  const words = span("text", text);
  words.part = "text";
  words.dir = "auto";
  if (text.includes("://")) link(words);
  const time = document.createElement("time");
  time.part = "time";
  time.dateTime = new Date(at).toISOString();
  time.append(span("full", rowTime(at)), span("short", shortRowTime(at)));
  row.append(words, time);
  return row;
}

async function link(words) {
  const links = await import("./links.js").catch(() => null);
  if (links) words.replaceChildren(...links.linked(words.textContent));
}

function span(name, text) {
  return Object.assign(document.createElement("span"), { className: name, textContent: text });
}
