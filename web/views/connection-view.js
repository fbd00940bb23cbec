import { IDLE } from "../connection/connection.js";
import { texts } from "../texts.js";

/** Says how the connection is, and offers to connect again where the page does not do so by itself. */
export class ConnectionView {
  #box;
  #words;
  #banner;
  #again;
  #timer = null;
  #status = { kind: "connecting" };
  #isMissing = false;

  /**
   * @param {{box: HTMLElement, words: HTMLElement}} elements
   * @param {import("./banner.js").Banner} banner where a refusal is told in full
   * @param {() => void} again connects again
   */
  constructor({ box, words }, banner, again) {
    this.#box = box;
    this.#words = words;
    this.#banner = banner;
    this.#again = again;
  }

  show(status) {
    clearTimeout(this.#timer);
    this.#status = status;
    this.#box.dataset.kind = status.kind;
    this.#banner.refuse(status.kind === "refused" && status.code !== IDLE ? this.#refusal(status) : null);
    this.#write(status);
  }

  /** The server does not have the feed that is asked for: a connection, but nothing live. */
  set isMissing(isMissing) {
    if (isMissing === this.#isMissing) return;
    this.#isMissing = isMissing;
    this.#box.classList.toggle("missing", isMissing);
    this.show(this.#status);
  }

  close() {
    clearTimeout(this.#timer);
  }

  #refusal({ code, reason }) {
    const { title, text } = texts.connection.refusal;
    return { key: "refused", title, text: text(code, reason), label: texts.button.again, act: this.#again };
  }

  #write(status) {
    this.#words.textContent = this.#text(status);
    // The wait is counted down only while it is shown.
    if (status.kind === "waiting" && left(status) > 0) this.#timer = setTimeout(() => this.#write(status), 1_000);
  }

  #text(status) {
    switch (status.kind) {
      case "open":
        return this.#isMissing ? texts.connection.missing : texts.connection.open;
      case "connecting":
        return texts.connection.connecting;
      case "refused":
        return status.code === IDLE ? texts.connection.idle : texts.connection.refused;
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
