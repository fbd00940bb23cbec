import { RowModel, RowWindow } from "./rows.js";

const NEAR = 4; // px
const ROW = 46; // px, before any was seen
const REST = 150; // ms
const MOST_SELECTED = 1_000;
const REACH = 3; // views
/** Rows that are lower than estimated leave room for more. */
const LOOKS = 8;

/**
 * Scrolls a list of which only the rows around what is seen are in the document. While it scrolls nobody but the reader
 * moves it: what changes above is made up for in the room left there (`drift`), and put right when the list rests.
 */
export class Scroller {
  model = new RowModel();
  /** The reader is at the new end, also while its size changes. */
  sticks = true;
  /** The number from which on rows are new. */
  fresh = Infinity;
  make;
  #list;
  #rows;
  #isHeld;
  #window;
  #observer;
  #isReversed = false;
  #view = 0;
  #width = 0;
  #drift = 0;
  /** The row that has to stay, and where it stood. */
  #anchor = null;
  #isEstimated = false;
  #frame = null;
  #rest;
  #scrolledAt = -Infinity;

  constructor(list, rows, isHeld, moved) {
    this.#list = list;
    this.#rows = rows;
    this.#isHeld = isHeld;
    this.#window = new RowWindow(rows, this.model);
    list.addEventListener("scroll", () => this.#scrolled(moved), { passive: true });
    this.#observer = new ResizeObserver(() => this.#resized());
    this.#observer.observe(list);
    this.#observer.observe(rows);
  }

  close() {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
  }

  reset(rows, isReversed) {
    this.#window.clear();
    this.#isReversed = isReversed;
    this.model.reset(rows, isReversed, ROW);
    this.#anchor = null;
    this.#isEstimated = false;
  }

  /** Changes the model; what is seen follows in the next frame. */
  change(body) {
    this.#hold();
    body(this.#window.end > this.#window.start ? this.#window.meanHeight : ROW);
    this.#frame ??= requestAnimationFrame(() => this.draw());
  }

  keepingPlace(body) {
    this.#hold();
    body();
    this.draw();
  }

  get isNearOldEnd() {
    const y = this.#list.scrollTop - this.#origin - this.#drift;
    return (this.#isReversed ? this.model.total - y - this.#view : y) < REACH * this.#view;
  }

  draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#hold();
    this.#view = this.#list.clientHeight;
    this.#width = this.#list.clientWidth;
    const scene = { origin: this.#origin, top: this.#list.scrollTop };
    for (let look = 0; look < LOOKS && this.#look(scene); look += 1);
    this.#anchor = null;
    this.fresh = Infinity;
    this.restSoon();
  }

  /** Puts the room above right once the list rests. */
  restSoon() {
    clearTimeout(this.#rest);
    if (Math.abs(this.#drift) < 1) return;
    this.#rest = setTimeout(() => (this.#rests ? this.draw() : this.restSoon()), REST);
  }

  /** Where the first row would stand if none were left out. */
  get #origin() {
    const { top } = this.#list.getBoundingClientRect();
    return this.#rows.getBoundingClientRect().top - top - this.#list.clientTop + this.#list.scrollTop;
  }

  get #rests() {
    return performance.now() - this.#scrolledAt >= REST && !this.#isHeld();
  }

  #scrolled(moved) {
    this.#scrolledAt = performance.now();
    const { scrollTop, scrollHeight, clientHeight } = this.#list;
    this.sticks = this.#isReversed ? scrollTop <= NEAR : scrollTop + clientHeight >= scrollHeight - NEAR;
    if (!this.#covers(scrollTop)) this.draw();
    this.restSoon();
    moved();
  }

  #covers(scrollTop) {
    const { start, end } = this.#window;
    const top = scrollTop - this.#origin - this.#drift;
    const isAbove = start === 0 || this.model.top(start) <= top - this.#view / 2;
    return isAbove && (end === this.model.count || this.model.top(end) >= top + 1.5 * this.#view);
  }

  #resized() {
    this.#hold();
    // Rows that are not seen have other heights, too.
    if (this.#window.measure() || this.#list.clientWidth !== this.#width) this.#isEstimated = false;
    else if (this.#list.clientHeight === this.#view) {
      if (this.#frame === null) this.#anchor = null;
      return;
    }
    this.draw();
  }

  #hold() {
    if (this.#anchor !== null || this.model.count === 0) return;
    const start = this.#origin + this.#drift;
    const index = this.model.indexAt(this.#list.scrollTop - start);
    this.#anchor = { number: this.model.number(index), y: start + this.model.top(index) };
  }

  /** True if what is shown now has to be looked at again. */
  #look(scene) {
    this.#settle(scene);
    const hasNew = this.#window.show(...this.#range(scene), this.make, this.fresh);
    // Measured with room for all: a content that was lower for a moment would be scrolled back.
    this.#window.space(this.#drift);
    if (hasNew) this.#window.measure();
    if (!this.#isEstimated && this.model.count > 0) {
      this.#isEstimated = true;
      this.model.estimate(this.#window.meanHeight);
      this.#window.measure();
    }
    this.#settle(scene);
    this.#place(scene);
    return hasNew;
  }

  #settle({ origin }) {
    const { number, y } = this.#anchor ?? {};
    const isFree = this.sticks || !this.#anchor || this.model.count === 0;
    this.#drift = isFree ? 0 : y - origin - this.model.top(this.model.index(number));
  }

  #range({ origin, top }) {
    const { total, count } = this.model;
    if (count === 0) return [0, 0];
    const end = this.#isReversed ? 0 : total - this.#view;
    const y = this.sticks ? end : top - origin - this.#drift;
    let start = this.model.indexAt(y - this.#view);
    let last = this.model.indexAt(y + 2 * this.#view);
    for (const index of this.#window.selected) {
      if (index < start && start - index <= MOST_SELECTED) start = index;
      if (index > last && index - last <= MOST_SELECTED) last = index;
    }
    return [start, last + 1];
  }

  /** Scrolls if the room above cannot make up for the drift, or need not. */
  #place(scene) {
    const { start } = this.#window;
    const isDue = start === 0 || this.model.top(start) + this.#drift < 0 || this.#rests;
    // In whole pixels, as browsers scroll.
    const shift = isDue ? -Math.floor(this.#drift) : 0;
    this.#drift += shift;
    this.#window.space(this.#drift);
    if (this.sticks) {
      this.#list.scrollTop = this.#isReversed ? 0 : this.#list.scrollHeight;
    } else if (shift !== 0) {
      this.#anchor.y += shift;
      this.#list.scrollTop = scene.top + shift;
      scene.top = this.#list.scrollTop;
    }
  }
}
