import { Scroller } from "../list/scroller.js";
import { texts } from "../texts.js";

/**
 * The rows on the page. Who is at the new end stays there as rows arrive; who is not keeps the row being read, and is
 * told how many came.
 */
export class ListView {
  #list;
  #rows;
  #older;
  #unseenButton;
  #isHeld;
  #scroller;
  #unseen = 0;
  #heldBack = 0;
  /** Older rows that came while a pointer was held. */
  #waiting = [];

  /**
   * @param {{list: HTMLElement, rows: HTMLElement, older: HTMLElement, unseen: HTMLElement}} elements
   * @param {{isHeld?: () => boolean, moved?: () => void}} [situation] isHeld: a pointer is down on the list; moved: told
   *   when the list has scrolled
   */
  constructor({ list, rows, older, unseen }, { isHeld = () => false, moved = () => {} } = {}) {
    this.#list = list;
    this.#rows = rows;
    this.#older = older;
    this.#unseenButton = unseen;
    this.#isHeld = isHeld;
    this.#scroller = new Scroller(list, rows, isHeld, () => {
      if (this.isAtNewEnd && this.#unseen > 0) this.#count(0);
      moved();
    });
    unseen.addEventListener("click", () => this.goToNewEnd());
  }

  disconnect() {
    this.#scroller.disconnect();
  }

  /** The reader sees the newest row, or would if there were one. */
  get isAtNewEnd() {
    return this.#scroller.sticks;
  }

  /** Older rows are soon in view, or would be. */
  get isNearOldEnd() {
    return this.#scroller.isNearOldEnd;
  }

  /** So many rows more wait to be let in. */
  set heldBack(count) {
    this.#heldBack = count;
    this.#count(this.#unseen);
  }

  goToNewEnd() {
    this.#scroller.sticks = true;
    this.#scroller.draw();
    this.#count(0);
  }

  /** How a row is made; null for our own looks. Counts from the next reset on. */
  set rowMaker(make) {
    this.#scroller.rowMaker = make;
  }

  /** Shows a feed from the beginning, at its new end. */
  reset(rows, order) {
    const isReversed = order === "newest-first";
    this.#list.dataset.order = order;
    this.#waiting = [];
    this.#scroller.reset(rows, isReversed);
    if (isReversed) this.#rows.after(this.#older);
    else this.#rows.before(this.#older);
    this.goToNewEnd();
  }

  /** @param {boolean} isNews the rows came just now, and are shown as new */
  append(rows, isNews) {
    const { model } = this.#scroller;
    if (isNews) this.#scroller.fresh = Math.min(this.#scroller.fresh, model.end);
    this.#scroller.change((height) => model.append(rows, height));
    if (!this.isAtNewEnd) this.#count(this.#unseen + rows.length);
  }

  /** Nothing moves under a held pointer: rows that come meanwhile wait for its end. */
  prepend(rows) {
    if (this.#isHeld()) this.#waiting = [...rows, ...this.#waiting];
    else this.#scroller.change((height) => this.#scroller.model.prepend(rows, height));
  }

  dropOldest(count) {
    const waiting = Math.min(count, this.#waiting.length);
    this.#waiting.splice(0, waiting);
    if (count > waiting) this.#scroller.change(() => this.#scroller.model.dropOldest(count - waiting));
  }

  /** The pointer is up: what waited for that is done. */
  released() {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) this.prepend(waiting);
    this.#scroller.restSoon();
  }

  /** Changes something above or below the rows without moving what is read. */
  keepingPlace(change) {
    this.#scroller.keepingPlace(change);
  }

  #count(unseen) {
    this.#unseen = unseen;
    const all = unseen + this.#heldBack;
    this.#unseenButton.hidden = all === 0;
    if (all > 0) this.#unseenButton.querySelector("span").textContent = texts.unseen(all);
  }
}
