import { rowElement } from "./row-element.js";

/** The rows that are in the document: one stretch of the list, with room left for those before and after it. */
export class RowWindow {
  start = 0;
  end = 0;
  #rows;
  #model;
  /** What is in the document, by the rows' numbers. @type {Map<number, HTMLElement>} */
  #elements = new Map();
  #list;
  #make = rowElement;

  /**
   * @param {HTMLElement} rows
   * @param {import("./row-model.js").RowModel} model
   * @param {HTMLElement} list what gets the focus of a row that leaves
   */
  constructor(rows, model, list) {
    this.#rows = rows;
    this.#model = model;
    this.#list = list;
    // Without markers some readers take it for no list.
    rows.setAttribute("role", "list");
  }

  set rowMaker(make) {
    this.#make = make ?? rowElement;
  }

  clear() {
    this.#elements.clear();
    this.#rows.replaceChildren();
    this.start = this.end = 0;
  }

  /**
   * Puts the rows from index `start` to before `end` into the document.
   * @param {number} fresh the number from which on rows are shown as new
   * @returns {boolean} rows came that have to be measured
   */
  show(start, end, fresh) {
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
        element = this.#make(this.#model.row(number), number >= fresh);
        this.#elements.set(number, element);
        this.#rows.insertBefore(element, next);
        hasNew = true;
      }
      label(element, "aria-posinset", index + 1);
      label(element, "aria-setsize", this.#model.count);
    }
    this.start = start;
    this.end = end;
    return hasNew;
  }

  /** Leaves room (px) for the rows that are not in the document. */
  space(before, after) {
    this.#rows.style.paddingTop = `${before}px`;
    this.#rows.style.paddingBottom = `${after}px`;
  }

  /** Tells the model how high the rows are; true if that is news. */
  measure() {
    let isNews = false;
    for (const [number, element] of this.#elements) {
      isNews = this.#model.measure(number, element.getBoundingClientRect().height) || isNews;
    }
    return isNews;
  }

  /** The mean height of the rows in the document, in the browser's own steps of 1/64 px, which add up without error. */
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
    if (element.contains(element.getRootNode().activeElement)) this.#list.focus({ preventScroll: true });
    element.remove();
    this.#elements.delete(number);
  }
}

function label(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}
