import { rowTime, shortRowTime, texts } from "../texts.js";
import { Scroller } from "./scroller.js";

/** A table's line: words set apart by tabs or several spaces. */
const COLUMNS = /\S(\t| {2,})\S/;

/**
 * The rows on the page. Who is at the new end stays there as rows arrive; who is not keeps the row being read, and is
 * told how many came. Those that arrive by themselves are held back while the reader wants it so.
 */
export class ListView {
  #elements;
  #pull;
  #connection;
  #scroller;
  #session = null;
  #unseen = 0;
  #isHolding = false;
  #held = [];
  /** Older rows that came under a pointer: nothing moves there. */
  #waiting = [];
  #older = "";

  constructor(elements, pull, connection, say) {
    this.#elements = elements;
    this.#pull = pull;
    this.#connection = connection;
    this.#scroller = new Scroller(elements.list, elements.rows, () => pull.isHeld, () => this.#scrolled());
    this.#scroller.make = rowElement;
    elements.olderKept.textContent = texts.olderKept;
    elements.loadOlder.onclick = () => this.#session.loadOlder() && this.#showOlder();
    elements.unseen.onclick = () => {
      this.#letIn();
      this.#goToNewEnd();
    };
    elements.pause.onclick = () => {
      this.#isHolding = !this.#isHolding;
      if (!this.#isHolding) this.#letIn();
      this.#count(this.#unseen);
      say(this.#isHolding ? texts.pause.held : texts.pause.released);
    };
    this.#count(0);
  }

  close() {
    this.#scroller.close();
  }

  set session(session) {
    this.#session = session;
  }

  set rowMaker(make) {
    this.#scroller.make = make ?? rowElement;
    if (this.#session) this.#reset();
  }

  changed(changes) {
    for (const { kind, rows, isNews, count } of changes) {
      if (kind === "reset" || kind === "order") this.#reset();
      else if (kind === "append") this.#arrived(rows, isNews);
      else if (kind === "prepend") this.#prepend(rows);
      else if (kind === "dropOldest") this.#dropOldest(count);
    }
    this.#showOlder();
    this.#loadOlder();
  }

  /** No pointer is down any more. */
  released() {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) this.#prepend(waiting);
    this.#scroller.restSoon();
    this.#loadOlder();
  }

  #scrolled() {
    if (this.#scroller.sticks && this.#unseen > 0) this.#count(0);
    this.#loadOlder();
  }

  #goToNewEnd() {
    this.#scroller.sticks = true;
    this.#scroller.draw();
    this.#count(0);
  }

  #reset() {
    const { list, rows, older } = this.#elements;
    const feed = this.#session.state;
    const isReversed = feed.order === "newest-first";
    list.dataset.order = feed.order;
    this.#waiting = [];
    this.#held = [];
    this.#scroller.reset(feed.rows, isReversed);
    if (isReversed) rows.after(older);
    else rows.before(older);
    this.#goToNewEnd();
  }

  #arrived(rows, isNews) {
    if (!this.#isHolding) return this.#append(rows, isNews);
    this.#held = [...this.#held, ...rows];
    const { run } = this.#session.state.state ?? {};
    const areOurs = run?.by?.client === this.#connection.client && rows.some((row) => row.run === run.id);
    return areOurs ? this.#letIn() : this.#count(this.#unseen);
  }

  #letIn() {
    const held = this.#held;
    this.#held = [];
    if (held.length > 0) this.#append(held, true);
  }

  #append(rows, isNews) {
    const { model, sticks } = this.#scroller;
    if (isNews) this.#scroller.fresh = Math.min(this.#scroller.fresh, model.end);
    this.#scroller.change((height) => model.append(rows, height));
    this.#count(sticks ? this.#unseen : this.#unseen + rows.length);
    // A reader of old rows is not robbed of them at once.
    this.#session.trim(sticks ? 0 : 0.1);
  }

  #prepend(rows) {
    if (this.#pull.isHeld) this.#waiting = [...rows, ...this.#waiting];
    else this.#scroller.change((height) => this.#scroller.model.prepend(rows, height));
  }

  #dropOldest(count) {
    const heldGone = Math.max(0, this.#held.length - this.#session.state.rows.length);
    this.#held.splice(0, heldGone);
    if (heldGone > 0) this.#count(this.#unseen);
    const waitingGone = this.#waiting.splice(0, count - heldGone).length;
    const left = count - heldGone - waitingGone;
    if (left > 0) this.#scroller.change(() => this.#scroller.model.dropOldest(left));
  }

  #count(unseen) {
    this.#unseen = unseen;
    const { unseen: button, pause } = this.#elements;
    const held = this.#held.length;
    button.hidden = unseen + held === 0;
    if (!button.hidden) button.querySelector("span").textContent = texts.unseen(unseen + held);
    pause.ariaLabel = pause.title = this.#isHolding ? texts.pause.release(held) : texts.pause.hold;
    pause.dataset.holds = this.#isHolding;
    pause.querySelector("path").setAttribute("d", this.#isHolding ? "M5 3l8 5-8 5z" : "M5 3v10M11 3v10");
  }

  /** Older rows come by themselves, unless their end is pulled, or a pointer is down. */
  #loadOlder() {
    const { order, policy, canLoadOlder } = this.#session?.state ?? {};
    if (!canLoadOlder || policy[order === "newest-first" ? "bottom" : "top"] || this.#pull.isHeld) return;
    if (this.#scroller.isNearOldEnd && this.#session.loadOlder()) this.#showOlder();
  }

  #showOlder() {
    const { list, older, loadOlder, olderKept } = this.#elements;
    const { state, loadingOlder } = this.#session;
    const { hasOlder, canLoadOlder } = state;
    const words = loadingOlder ? texts.loadingOlder : texts.older(state.first - state.floor);
    const shown = hasOlder ? `${canLoadOlder} ${words}` : "";
    if (shown === this.#older) return;
    this.#older = shown;
    // Keys go on scrolling though the button is gone.
    if (loadOlder.matches(":focus") && !(hasOlder && canLoadOlder)) list.focus({ preventScroll: true });
    this.#scroller.keepingPlace(() => {
      older.hidden = !hasOlder;
      loadOlder.hidden = !canLoadOlder;
      olderKept.hidden = canLoadOlder;
      loadOlder.textContent = words;
    });
  }
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
  // The style shows the one that there is room for.
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
