/** How long a notice stays (ms): long enough to read it twice. */
const BASE = 3_000;
const PER_CHARACTER = 60;

/** Short words over the list that go by themselves and move nothing. */
export class Notice {
  #element;
  #timer = null;

  /** @param {HTMLElement} element a status region */
  constructor(element) {
    this.#element = element;
  }

  /** @param {"top" | "bottom"} [edge] where the matter is; the notice shows there */
  say(text, edge = "bottom") {
    clearTimeout(this.#timer);
    this.#element.dataset.edge = edge;
    this.#element.textContent = text;
    this.#element.classList.add("seen");
    this.#timer = setTimeout(() => this.clear(), BASE + PER_CHARACTER * text.length);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#element.classList.remove("seen");
  }
}
