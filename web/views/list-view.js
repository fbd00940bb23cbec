import { rowTime, shortRowTime, texts } from "../texts.js";

/** Closer than this (px) to the new end counts as being there. */
const NEAR = 4;
/** Words set apart by tabs or several spaces: a table's line. */
const COLUMNS = /\S(\t| {2,})\S/;

/**
 * The rows on the page. Who is at the new end stays there as rows arrive; who is not keeps the row being read, and is
 * told how many came.
 */
export class ListView {
  #list;
  #rows;
  #older;
  #unseenButton;
  #order = "append";
  #unseen = 0;
  /** Where the reader stood before the view's size changed. */
  #stoodAtNewEnd = true;

  /**
   * @param {{list: HTMLElement, rows: HTMLElement, older: HTMLElement, unseen: HTMLElement}} elements
   */
  constructor({ list, rows, older, unseen }) {
    this.#list = list;
    this.#rows = rows;
    this.#older = older;
    this.#unseenButton = unseen;
    unseen.addEventListener("click", () => this.goToNewEnd());
    list.addEventListener("scroll", () => this.#noteEnd(), { passive: true });
    // A view that got smaller hides its end, though the reader did not move.
    new ResizeObserver(() => this.#stoodAtNewEnd && this.goToNewEnd()).observe(list);
  }

  get #newestFirst() {
    return this.#order === "newest-first";
  }

  /** The reader sees the newest row, or would if there were one. */
  get isAtNewEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.#list;
    return this.#newestFirst ? scrollTop <= NEAR : scrollTop + clientHeight >= scrollHeight - NEAR;
  }

  goToNewEnd() {
    this.#toNewEnd();
    this.#count(0);
  }

  /** Shows a feed from the beginning, at its new end. */
  reset(rows, order) {
    this.#order = order;
    this.#list.dataset.order = order;
    this.#rows.replaceChildren(...this.#ordered(rows.map((row) => rowElement(row))));
    if (this.#newestFirst) this.#rows.after(this.#older);
    else this.#rows.before(this.#older);
    this.goToNewEnd();
  }

  /** @param {boolean} isNews the rows came just now, and are shown as new */
  append(rows, isNews) {
    const wasAtNewEnd = this.isAtNewEnd;
    this.keepingPlace(() => {
      const elements = this.#ordered(rows.map((row) => rowElement(row, isNews ? "fresh" : "")));
      if (this.#newestFirst) this.#rows.prepend(...elements);
      else this.#rows.append(...elements);
    });
    if (!wasAtNewEnd) this.#count(this.#unseen + rows.length);
  }

  prepend(rows) {
    this.keepingPlace(() => {
      const elements = this.#ordered(rows.map((row) => rowElement(row)));
      if (this.#newestFirst) this.#rows.append(...elements);
      else this.#rows.prepend(...elements);
    });
  }

  dropOldest(count) {
    this.keepingPlace(() => {
      for (let left = count; left > 0; left -= 1) {
        (this.#newestFirst ? this.#rows.lastElementChild : this.#rows.firstElementChild)?.remove();
      }
    });
  }

  #toNewEnd() {
    this.#list.scrollTop = this.#newestFirst ? 0 : this.#list.scrollHeight;
    this.#stoodAtNewEnd = true;
  }

  #noteEnd() {
    this.#stoodAtNewEnd = this.isAtNewEnd;
    if (this.#stoodAtNewEnd && this.#unseen > 0) this.#count(0);
  }

  #ordered(elements) {
    return this.#newestFirst ? elements.reverse() : elements;
  }

  /** Changes something above or below the rows without moving what is read. */
  keepingPlace(change) {
    if (this.isAtNewEnd) {
      change();
      this.#toNewEnd();
      return;
    }
    const anchor = this.#firstVisible();
    const before = anchor?.offsetTop;
    change();
    if (anchor?.isConnected && anchor.offsetTop !== before) this.#list.scrollTop += anchor.offsetTop - before;
  }

  /** The first row in view, found by halving: there may be thousands. */
  #firstVisible() {
    const rows = this.#rows.children;
    const top = this.#list.scrollTop;
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle].offsetTop + rows[middle].offsetHeight <= top) low = middle + 1;
      else high = middle;
    }
    return rows[low];
  }

  #count(unseen) {
    this.#unseen = unseen;
    this.#unseenButton.hidden = unseen === 0;
    this.#unseenButton.querySelector("span").textContent = texts.unseen(unseen);
  }
}

/** A row: its text as text, never as markup, and its time. */
function rowElement({ text, at }, look = "") {
  const row = document.createElement("li");
  row.className = `row ${look} ${COLUMNS.test(text) ? "columns" : ""}`.trim();
  const words = document.createElement("span");
  words.className = "text";
  words.dir = "auto";
  words.textContent = text;
  const time = document.createElement("time");
  time.dateTime = new Date(at).toISOString();
  // The style shows the one that there is room for.
  time.append(span("full", rowTime(at)), span("short", shortRowTime(at)));
  row.append(words, time);
  return row;
}

function span(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}
