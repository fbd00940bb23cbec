/**
 * A list's rows in the order in which they are read, and where each stands (px). A row keeps its number while rows come
 * and go at both ends; its index counts from the top. Newest first turns the runs round, not the rows within one: a
 * command's output is read from its first line.
 */
export class RowModel {
  #rows = [];
  #heights = [];
  /** How high all rows before each one are; right up to `#summed`. */
  #tops = [0];
  #summed = 0;
  #first = 0;
  #isReversed = false;
  /** The run that was asked for last: [first number, number after it]. */
  #run = [0, 0];

  get count() {
    return this.#rows.length;
  }

  get total() {
    return this.#above(this.end);
  }

  /** The number of the next row to come. */
  get end() {
    return this.#first + this.count;
  }

  reset(rows, isReversed, height) {
    this.#isReversed = isReversed;
    this.#heights = [];
    this.#rows = [];
    this.#moved(-this.#first);
    this.append(rows, height);
  }

  /** @param {number} height what each is estimated to take */
  append(rows, height) {
    for (const row of rows) {
      this.#rows.push(row);
      this.#heights.push(height);
    }
    this.#run = [0, 0];
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

  /** Estimates all anew. */
  estimate(height) {
    this.#heights.fill(height);
    this.#summed = 0;
  }

  /** @returns {boolean} it was not known to be so high */
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
    if (!this.#isReversed) return this.#first + index;
    const [start, end] = this.#around(this.end - 1 - index);
    return start + index - (this.end - end);
  }

  /** A row's index; of one that is gone, its nearest's. */
  index(number) {
    const there = Math.min(this.end - 1, Math.max(this.#first, number));
    if (!this.#isReversed) return there - this.#first;
    const [start, end] = this.#around(there);
    return this.end - end + there - start;
  }

  /** How far from the list's top a row stands; with the count as index, how high all are. */
  top(index) {
    if (index >= this.count) return this.total;
    const number = this.number(index);
    if (!this.#isReversed) return this.#above(number);
    const [start, end] = this.#around(number);
    return this.total - this.#above(end) + this.#above(number) - this.#above(start);
  }

  /** The index of the row at a distance from the list's top, the nearest if there is none there. */
  indexAt(y) {
    if (!this.#isReversed) return this.#at(y) - this.#first;
    const [start, end] = this.#around(this.#at(this.total - y));
    const within = Math.max(0, y - this.total + this.#above(end));
    const index = this.index(Math.min(end - 1, this.#at(this.#above(start) + within)));
    // A point between two runs belongs to the lower one.
    return index + 1 < this.count && this.top(index + 1) <= y ? index + 1 : index;
  }

  #moved(by) {
    this.#first += by;
    this.#summed = 0;
    this.#run = [0, 0];
  }

  /** The height of all rows with a lower number. */
  #above(number) {
    const at = number - this.#first;
    const tops = this.#tops;
    const heights = this.#heights;
    for (let before = this.#summed; before < at; before += 1) tops[before + 1] = tops[before] + heights[before];
    this.#summed = Math.max(this.#summed, at);
    return tops[at];
  }

  /** The number of the last row that begins within a distance from the first one's top. */
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
    const run = this.row(number)?.run ?? null;
    if (run !== null) {
      while (this.row(start - 1)?.run === run) start -= 1;
      while (this.row(end)?.run === run) end += 1;
    }
    return (this.#run = [start, end]);
  }
}

/** The rows that are in the document, from index `start` to before `end`, with room left for the others. */
export class RowWindow {
  start = 0;
  end = 0;
  #rows;
  #model;
  /** By the rows' numbers. */
  #elements = new Map();

  constructor(rows, model) {
    this.#rows = rows;
    this.#model = model;
    // Without markers some readers take it for no list.
    rows.role = "list";
  }

  clear() {
    this.#elements.clear();
    this.#rows.replaceChildren();
    this.start = this.end = 0;
  }

  /**
   * Puts other rows into the document.
   * @param {(row: object, isFresh: boolean) => HTMLElement} make
   * @param {number} fresh the number from which on rows are shown as new
   * @returns {boolean} rows came that have to be measured
   */
  show(start, end, make, fresh) {
    const wanted = new Map();
    for (let index = start; index < end; index += 1) wanted.set(this.#model.number(index), index);
    for (const number of [...this.#elements.keys()]) if (!wanted.has(number)) this.#remove(number);
    let hasNew = false;
    let next = this.#rows.firstElementChild;
    for (const [number, index] of wanted) {
      let element = this.#elements.get(number);
      if (element) {
        next = element.nextElementSibling;
      } else {
        element = make(this.#model.row(number), number >= fresh);
        this.#elements.set(number, element);
        this.#rows.insertBefore(element, next);
        hasNew = true;
      }
      label(element, "ariaPosInSet", index + 1);
      label(element, "ariaSetSize", this.#model.count);
    }
    this.start = start;
    this.end = end;
    return hasNew;
  }

  /** Leaves room for the rows that are not in the document; those before it stand `drift` px lower. */
  space(drift) {
    const { start, end } = this;
    this.#rows.style.paddingTop = `${Math.max(0, this.#model.top(start) + drift)}px`;
    this.#rows.style.paddingBottom = `${this.#model.total - this.#model.top(end)}px`;
  }

  /** Tells the model how high the rows are; true if that is news. */
  measure() {
    let isNews = false;
    for (const [number, element] of this.#elements) {
      isNews = this.#model.measure(number, element.getBoundingClientRect().height) || isNews;
    }
    return isNews;
  }

  /** The mean height of a row, in the browser's own steps of 1/64 px, which add up without error. */
  get mean() {
    const { start, end } = this;
    return Math.round(((this.#model.top(end) - this.#model.top(start)) / (end - start)) * 64) / 64;
  }

  /** The indices of the rows in which the reader's selection begins and ends. */
  get selected() {
    const root = this.#rows.getRootNode();
    const selection = root.getSelection?.() ?? document.getSelection();
    const [range] = (!root.getSelection && selection?.getComposedRanges?.({ shadowRoots: [root] })) || [];
    const { startContainer: from = selection?.anchorNode, endContainer: to = selection?.focusNode } = range ?? {};
    if (range?.collapsed ?? selection?.isCollapsed ?? true) return [];
    const found = [...this.#elements].filter(([, element]) => element.contains(from) || element.contains(to));
    return found.map(([number]) => this.#model.index(number));
  }

  #remove(number) {
    const element = this.#elements.get(number);
    // Keys go on scrolling though what they were on is gone.
    if (element.contains(element.getRootNode().activeElement)) this.#rows.parentElement.focus({ preventScroll: true });
    element.remove();
    this.#elements.delete(number);
  }
}

function label(element, name, value) {
  if (element[name] !== String(value)) element[name] = value;
}
