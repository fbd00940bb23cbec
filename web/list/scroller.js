import { RowModel, rowWindowOf } from "./rows.js";

const NEAR = 4; // px
const ROW = 46; // px, before any was seen
const REST = 150; // ms
const MOST_SELECTED = 1_000;
const REACH = 3; // views
const LOOKS = 8;

/**
 * Scrolls a list of which only the rows around what is seen are in the document. While it scrolls nobody but the reader
 * moves it: what changes above is made up for in the room left there (`drift`), and put right when the list rests.
 */
export function scrollerOf(list, rows, isHeld, moved) {
  const model = new RowModel();
  const shown = rowWindowOf(rows, model);
  let view = 0;
  let width = 0;
  let drift = 0;
  /** The row that has to stay, and where it stood. */
  let anchor = null;
  let isEstimated = false;
  let frame = null;
  let rest;
  let scrolledAt = -Infinity;

  const scroller = {
    model,
    /** The reader is at the new end, also while its size changes. */
    sticks: true,
    /** The number from which on rows are new. */
    fresh: Infinity,
    draw,
    restSoon,

    close() {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(rest);
    },

    reset(state) {
      shown.clear();
      model.reset(state, ROW);
      anchor = null;
      isEstimated = false;
    },

    change(body) {
      hold();
      body(shown.end > shown.start ? shown.meanHeight : ROW);
      frame ??= requestAnimationFrame(draw);
    },

    keepingPlace(body) {
      hold();
      body();
      draw();
    },

    get isNearOldEnd() {
      const y = list.scrollTop - origin() - drift;
      return (model.isReversed ? model.total - y - view : y) < REACH * view;
    },
  };
  const observer = new ResizeObserver(resized);
  observer.observe(list);
  observer.observe(rows);
  list.addEventListener("scroll", scrolled, { passive: true });
  return scroller;

  function draw() {
    cancelAnimationFrame(frame);
    frame = null;
    hold();
    view = list.clientHeight;
    width = list.clientWidth;
    const scene = { start: origin(), top: list.scrollTop };
    for (let looks = 0; looks < LOOKS && look(scene); looks += 1);
    anchor = null;
    scroller.fresh = Infinity;
    restSoon();
  }

  /** Puts the room above right once the list rests. */
  function restSoon() {
    clearTimeout(rest);
    if (Math.abs(drift) >= 1) rest = setTimeout(() => (rests() ? draw() : restSoon()), REST);
  }

  /** Where the first row would stand if none were left out. */
  function origin() {
    return rows.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientTop + list.scrollTop;
  }

  function rests() {
    return performance.now() - scrolledAt >= REST && !isHeld();
  }

  function scrolled() {
    scrolledAt = performance.now();
    const { scrollTop, scrollHeight } = list;
    scroller.sticks = model.isReversed ? scrollTop <= NEAR : scrollTop + list.clientHeight >= scrollHeight - NEAR;
    if (!covers(scrollTop)) draw();
    restSoon();
    moved();
  }

  function covers(scrollTop) {
    const { start, end } = shown;
    const top = scrollTop - origin() - drift;
    const isAbove = start === 0 || model.top(start) <= top - view / 2;
    return isAbove && (end === model.count || model.top(end) >= top + 1.5 * view);
  }

  function resized() {
    hold();
    // Rows that are not seen have other heights, too.
    if (shown.measure() || list.clientWidth !== width) isEstimated = false;
    else if (list.clientHeight === view) {
      if (frame === null) anchor = null;
      return;
    }
    draw();
  }

  function hold() {
    if (anchor !== null || model.count === 0) return;
    const start = origin() + drift;
    const index = model.indexAt(list.scrollTop - start);
    anchor = { number: model.number(index), y: start + model.top(index) };
  }

  /** True if what is shown now has to be looked at again. */
  function look(scene) {
    settle(scene);
    const hasNew = shown.show(...range(scene), scroller.make, scroller.fresh);
    // A content that was lower for a moment would be scrolled back.
    shown.space(drift);
    if (hasNew) shown.measure();
    if (!isEstimated && model.count > 0) {
      isEstimated = true;
      model.estimate(shown.meanHeight);
      shown.measure();
    }
    settle(scene);
    place(scene);
    return hasNew;
  }

  function settle({ start }) {
    const isFree = scroller.sticks || anchor === null || model.count === 0;
    drift = isFree ? 0 : anchor.y - start - model.top(model.index(anchor.number));
  }

  function range({ start, top }) {
    if (model.count === 0) return [0, 0];
    const end = model.isReversed ? 0 : model.total - view;
    const y = scroller.sticks ? end : top - start - drift;
    let first = model.indexAt(y - view);
    let last = model.indexAt(y + 2 * view);
    for (const index of shown.selected) {
      if (index < first && first - index <= MOST_SELECTED) first = index;
      if (index > last && index - last <= MOST_SELECTED) last = index;
    }
    return [first, last + 1];
  }

  function place(scene) {
    const { start } = shown;
    const isDue = start === 0 || model.top(start) + drift < 0 || rests();
    // In whole pixels, as browsers scroll.
    const shift = isDue ? -Math.floor(drift) : 0;
    drift += shift;
    shown.space(drift);
    if (scroller.sticks) {
      list.scrollTop = model.isReversed ? 0 : list.scrollHeight;
    } else if (shift !== 0) {
      anchor.y += shift;
      list.scrollTop = scene.top + shift;
      scene.top = list.scrollTop;
    }
  }
}
