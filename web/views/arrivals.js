import { texts } from "../texts.js";

const PATHS = { hold: "M5 3v10M11 3v10", release: "M5 3l8 5-8 5z" };

/** Holds rows back that arrive by themselves, while the reader wants it so. */
export class Arrivals {
  #button;
  #path;
  #handlers;
  #isHolding = false;
  #held = [];

  /**
   * @param {HTMLElement} button with an icon of one path
   * @param {{letIn: (rows: object[], isNews: boolean) => void, counted: (held: number) => void,
   *   say: (words: string) => void}} handlers
   */
  constructor(button, handlers) {
    this.#button = button;
    this.#path = button.querySelector("path");
    this.#handlers = handlers;
    button.addEventListener("click", () => this.#toggle());
    this.#show();
  }

  /** Rows came. @param {boolean} areOwn the reader asked for them */
  append(rows, isNews, areOwn) {
    if (!this.#isHolding) return this.#handlers.letIn(rows, isNews);
    for (const row of rows) this.#held.push(row);
    if (areOwn) return this.letIn();
    return this.#show();
  }

  /** Lets in what is held; more is held again. */
  letIn() {
    const held = this.#held;
    if (held.length === 0) return;
    this.#forget();
    this.#handlers.letIn(held, true);
  }

  /**
   * The oldest rows are gone.
   * @param {number} left how many there are now, with those held
   * @returns {number} how many of the gone had been let in
   */
  dropOldest(count, left) {
    const gone = Math.max(0, this.#held.length - left);
    if (gone > 0) {
      this.#held.splice(0, gone);
      this.#show();
    }
    return count - gone;
  }

  /** The list begins anew, with all there is. */
  reset() {
    this.#forget();
  }

  #forget() {
    this.#held = [];
    this.#show();
  }

  #toggle() {
    this.#isHolding = !this.#isHolding;
    if (!this.#isHolding) this.letIn();
    this.#show();
    this.#handlers.say(this.#isHolding ? texts.pause.held : texts.pause.released);
  }

  #show() {
    const held = this.#held.length;
    const label = this.#isHolding ? texts.pause.release(held) : texts.pause.hold;
    this.#button.ariaLabel = this.#button.title = label;
    this.#button.dataset.holds = this.#isHolding;
    this.#path.setAttribute("d", PATHS[this.#isHolding ? "release" : "hold"]);
    this.#handlers.counted(held);
  }
}
