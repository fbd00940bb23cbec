import { texts } from "../texts.js";

/** Opens the history of runs, which is loaded when it is first wanted. */
export class HistoryButton {
  #button;
  #model;
  #say;
  #panel = null;

  /**
   * @param {HTMLElement} button
   * @param {() => {session: object, socket: string, client: string | null}} model
   * @param {(words: string) => void} say
   */
  constructor(button, model, say) {
    this.#button = button;
    this.#model = model;
    this.#say = say;
    button.ariaLabel = button.title = texts.runs.open;
    button.addEventListener("click", () => this.#open());
  }

  /** The feed's state or the connection changed. */
  changed() {
    this.#panel?.changed();
  }

  async #open() {
    try {
      const { RunsPanel } = await import("./runs-panel.js");
      this.#panel ??= await RunsPanel.beside(this.#button, this.#model);
    } catch {
      return this.#say(texts.runs.unloaded);
    }
    return this.#panel.open();
  }
}
