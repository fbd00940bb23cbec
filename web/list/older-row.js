import { texts } from "../texts.js";

/** What stands at the list's old end while the server has older rows. */
export class OlderRow {
  #row;
  #button;
  #kept;
  #list;
  #shown = "";

  /** @param {() => void} ask asks for older rows */
  constructor({ list, older, loadOlder, olderKept }, ask) {
    this.#list = list;
    this.#row = older;
    this.#button = loadOlder;
    this.#kept = olderKept;
    loadOlder.addEventListener("click", ask);
    olderKept.textContent = texts.olderKept;
  }

  /**
   * @param {import("../feed/feed-session.js").FeedSession} session
   * @param {(change: () => void) => void} keepingPlace
   */
  show({ state, loadingOlder }, keepingPlace) {
    const words = loadingOlder ? texts.loadingOlder : texts.older(state.first - state.floor);
    const shown = state.hasOlder ? `${state.canLoadOlder} ${words}` : "";
    if (shown === this.#shown) return;
    this.#shown = shown;
    // Keys go on scrolling though the button is gone.
    const isFocused = this.#button.getRootNode().activeElement === this.#button;
    if (isFocused && !(state.hasOlder && state.canLoadOlder)) this.#list.focus({ preventScroll: true });
    keepingPlace(() => {
      this.#row.hidden = !state.hasOlder;
      this.#button.hidden = !state.canLoadOlder;
      this.#kept.hidden = state.canLoadOlder;
      this.#button.textContent = words;
    });
  }
}
