import { texts } from "../texts.js";

/** Says how the connection is, and offers to connect again where the page will not do so by itself. */
export class ConnectionView {
  #box;
  #words;
  #again;
  #timer = null;

  /** @param {{box: HTMLElement, words: HTMLElement, again: HTMLButtonElement}} elements */
  constructor({ box, words, again }) {
    this.#box = box;
    this.#words = words;
    this.#again = again;
    again.textContent = texts.button.again;
  }

  show(status) {
    clearTimeout(this.#timer);
    this.#box.dataset.kind = status.kind;
    this.#again.hidden = status.kind !== "refused";
    this.#write(status);
  }

  #write(status) {
    this.#words.textContent = this.#text(status);
    // The wait is counted down only while it is shown.
    if (status.kind === "waiting" && left(status) > 0) this.#timer = setTimeout(() => this.#write(status), 1_000);
  }

  #text(status) {
    switch (status.kind) {
      case "open":
        return texts.connection.open;
      case "connecting":
        return texts.connection.connecting;
      case "refused":
        return texts.connection.refused(status.code, status.reason);
      default:
        if (status.code === 4200) return texts.connection.restarting;
        return navigator.onLine ? texts.connection.waiting(left(status)) : texts.connection.offline;
    }
  }
}

/** Whole seconds to the next attempt. */
function left({ retryAt }) {
  return Math.max(0, Math.round((retryAt - performance.now()) / 1000));
}
