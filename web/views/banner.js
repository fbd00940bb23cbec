import { texts } from "../texts.js";

/**
 * What went wrong, in full, over the list: it moves nothing, stays until it is no longer so, and can be put away.
 * A server that refuses the page comes before a refresh that failed.
 */
export class Banner {
  #elements;
  #failure = null;
  #refusal = null;
  /** What the reader has put away; the same is not shown again. */
  #closed = null;
  /** The text as it was last put in: one that is the same is left alone, so that it stays scrolled where it is. */
  #written = "";

  /** @param {{box: HTMLElement, title: HTMLElement, text: HTMLElement, act: HTMLElement, close: HTMLElement}} elements */
  constructor(elements) {
    this.#elements = elements;
    elements.close.textContent = texts.button.close;
    elements.close.addEventListener("click", () => {
      this.#closed = this.#shown?.key ?? null;
      this.#show();
    });
    elements.act.addEventListener("click", () => this.#shown?.act());
  }

  /** @param {{key: string, title: string, text: string} | null} failure the last refresh's, null if it did not fail */
  fail(failure) {
    this.#failure = failure;
    this.#show();
  }

  /** @param {{key: string, title: string, text: string, label: string, act: () => void} | null} refusal */
  refuse(refusal) {
    this.#refusal = refusal;
    this.#show();
  }

  get #shown() {
    return this.#refusal ?? this.#failure;
  }

  #show() {
    const { box, title, text, act, close } = this.#elements;
    const shown = this.#shown;
    box.hidden = !shown || shown.key === this.#closed;
    if (box.hidden) return;
    box.dataset.kind = shown === this.#refusal ? "refused" : "failed";
    title.textContent = shown.title;
    if (shown.text !== this.#written) text.textContent = this.#written = shown.text;
    act.hidden = !shown.act;
    act.textContent = shown.label ?? "";
    close.hidden = shown === this.#refusal;
  }
}
