/**
 * Where each row stands (px). Its number stays while rows come and go at both ends; its index counts from the top. Newest
 * first turns the runs round, and rows that stand alone.
 */
export class RowModel {
  isReversed;
  #rows = [];
  #heights = [];
  /** Right up to `#summed`. */
  #tops = [0];
  #summed = 0;
  #first = 0;
  #areAlone;
  /** The run that was asked for last. */
  #run = [];

  get count() {
    return this.#rows.length;
  }

  get total() {
    return this.#above(this.end);
  }

  get end() {
    return this.#first + this.count;
  }

  reset({ rows, order, runOrder }, height) {
    this.isReversed = order === "newest-first";
    this.#areAlone = runOrder === "newest-first";
    this.#heights = [];
    this.#rows = [];
    this.#moved(-this.#first);
    this.append(rows, height);
  }

  append(rows, height) {
    for (const row of rows) {
      this.#rows.push(row);
      this.#heights.push(height);
    }
    this.#run = [];
  }

  prepend(rows, height) {
    this.#rows = [...rows, ...this.#rows];
    this.#heights = [...rows.map(() => height), ...this.#heights];
    this.#moved(-rows.length);
  }

  dropOldest(count) {
    this.#heights.splice(0, count);
    this.#moved(this.#rows.splice(0, count).length);
  }

  estimate(height) {
    this.#heights.fill(height);
    this.#summed = 0;
  }

  measure(number, height) {
    const at = number - this.#first;
    if (this.#heights[at] === height) return false;
    this.#heights[at] = height;
    this.#summed = Math.min(this.#summed, at);
    return true;
  }

  row(number) {
    return this.#rows[number - this.#first];
  }

  number(index) {
    if (!this.isReversed) return this.#first + index;
    const [start, end] = this.#around(this.end - 1 - index);
    return start + index - (this.end - end);
  }

  /** A row's index; of one that is gone, its nearest's. */
  index(number) {
    const there = Math.min(this.end - 1, Math.max(this.#first, number));
    if (!this.isReversed) return there - this.#first;
    const [start, end] = this.#around(there);
    return this.end - end + there - start;
  }

  top(index) {
    if (index >= this.count) return this.total;
    const number = this.number(index);
    if (!this.isReversed) return this.#above(number);
    const [start, end] = this.#around(number);
    return this.total - this.#above(end) + this.#above(number) - this.#above(start);
  }

  indexAt(y) {
    if (!this.isReversed) return this.#at(y) - this.#first;
    const [start, end] = this.#around(this.#at(this.total - y));
    const within = Math.max(0, y - this.total + this.#above(end));
    const index = this.index(Math.min(end - 1, this.#at(this.#above(start) + within)));
    // Between two runs it is the lower one.
    return index + 1 < this.count && this.top(index + 1) <= y ? index + 1 : index;
  }

  #moved(by) {
    this.#first += by;
    this.#summed = 0;
    this.#run = [];
  }

  #above(number) {
    const at = number - this.#first;
    const tops = this.#tops;
    const heights = this.#heights;
    for (let before = this.#summed; before < at; before += 1) tops[before + 1] = tops[before] + heights[before];
    this.#summed = Math.max(this.#summed, at);
    return tops[at];
  }

  #at(y) {
    this.#above(this.end);
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tops[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return this.#first + low;
  }

  #around(number) {
    if (number >= this.#run[0] && number < this.#run[1]) return this.#run;
    let start = number;
    let end = number + 1;
    const run = this.row(number)?.run;
    if (run && !this.#areAlone) {
      while (this.row(start - 1)?.run === run) start -= 1;
      while (this.row(end)?.run === run) end += 1;
    }
    return (this.#run = [start, end]);
  }
}

/** The rows that are in the document, with room left for the others. */
export function rowWindowOf(rows, model) {
  const elements = new Map();
  // Without markers some readers take it for no list.
  rows.role = "list";

  function remove(number, element) {
    // Keys go on scrolling though what they were on is gone.
    if (element.matches(":focus-within")) rows.parentElement.focus({ preventScroll: true });
    element.remove();
    elements.delete(number);
  }

  return {
    start: 0,
    end: 0,

    clear() {
      elements.clear();
      rows.replaceChildren();
      this.start = this.end = 0;
    },

    /** True if rows came that have to be measured. */
    show(start, end, make, fresh) {
      const wanted = new Map();
      for (let index = start; index < end; index += 1) wanted.set(model.number(index), index);
      for (const [number, element] of elements) if (!wanted.has(number)) remove(number, element);
      let hasNew = false;
      let next = rows.firstElementChild;
      for (const [number, index] of wanted) {
        let element = elements.get(number);
        if (element) {
          next = element.nextElementSibling;
        } else {
          element = make(model.row(number), number >= fresh);
          elements.set(number, element);
          rows.insertBefore(element, next);
          hasNew = true;
        }
        label(element, "ariaPosInSet", index + 1);
        label(element, "ariaSetSize", model.count);
      }
      this.start = start;
      this.end = end;
      return hasNew;
    },

    space(drift) {
      rows.style.paddingTop = `${Math.max(0, model.top(this.start) + drift)}px`;
      rows.style.paddingBottom = `${model.total - model.top(this.end)}px`;
    },

    measure() {
      const height = (element) => element.getBoundingClientRect().height;
      return [...elements].filter(([number, element]) => model.measure(number, height(element))).length > 0;
    },

    /** In steps of 1/64 px, which add up without error. */
    get meanHeight() {
      const { start, end } = this;
      return Math.round(((model.top(end) - model.top(start)) / (end - start)) * 64) / 64;
    },

    /** Where the reader's selection begins and ends. */
    get selected() {
      const root = rows.getRootNode();
      const selection = root.getSelection?.() ?? document.getSelection();
      const [range] = (!root.getSelection && selection?.getComposedRanges?.({ shadowRoots: [root] })) || [];
      const { startContainer: from = selection?.anchorNode, endContainer: to = selection?.focusNode } = range ?? {};
      if (range?.collapsed ?? selection?.isCollapsed ?? true) return [];
      const found = [...elements].filter(([, element]) => element.contains(from) || element.contains(to));
      return found.map(([number]) => model.index(number));
    },
  };
}

function label(element, name, value) {
  if (element[name] !== String(value)) element[name] = value;
}
