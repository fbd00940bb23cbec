import { shortcuts } from "../input/shortcuts.js";
import { texts } from "../texts.js";

/** Shows on the buttons which keys do the same, while they do. */
export class KeyHints {
  #buttons;
  #hints = {};
  #policy = {};

  /**
   * @param {Record<"top" | "bottom" | "cancel", HTMLElement>} buttons
   * @param {AbortSignal} [signal]
   */
  constructor(buttons, signal) {
    this.#buttons = buttons;
    for (const [name, button] of Object.entries(buttons)) {
      const hint = document.createElement("kbd");
      hint.textContent = name === "cancel" ? "Esc" : "R";
      hint.ariaHidden = "true";
      button.append(hint);
      this.#hints[name] = { hint, title: button.title };
    }
    shortcuts.addEventListener("change", () => this.show(this.#policy), { signal });
  }

  /** Tells the edge that R refreshes. */
  show(policy) {
    this.#policy = policy;
    this.#mark("top", policy.top, "R");
    this.#mark("bottom", policy.bottom && !policy.top, "R");
    this.#mark("cancel", true, "Escape");
  }

  #mark(name, has, key) {
    const button = this.#buttons[name];
    const { hint, title } = this.#hints[name];
    const isShown = Boolean(has) && shortcuts.isOn;
    hint.hidden = !isShown;
    if (isShown) button.setAttribute("aria-keyshortcuts", key);
    else button.removeAttribute("aria-keyshortcuts");
    const words = name === "cancel" ? texts.keys.cancel : texts.keys.refresh;
    button.title = [title, isShown && words].filter(Boolean).join(texts.comma);
  }
}
