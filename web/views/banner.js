import { more, texts } from "../texts.js";

await more();

/**
 * What went wrong, in full, over the list, until it is no longer so or is put away. A server that refuses the page comes
 * before a refresh that failed.
 */
export class Banner {
  #elements;
  #failure = null;
  #refusal = null;
  #closed;
  #written;

  constructor(elements) {
    this.#elements = elements;
    elements.bannerClose.textContent = texts.button.close;
    elements.bannerClose.onclick = () => {
      this.#closed = this.#shown.key;
      this.#show();
    };
    elements.bannerAct.onclick = () => this.#shown.act();
  }

  /** @param {{failure?: object | null, refusal?: object | null}} news a failure has key, title and text */
  tell({ failure = this.#failure, refusal }) {
    this.#failure = failure;
    if (refusal !== undefined) this.#refusal = refusal && refused(refusal);
    this.#show();
  }

  get #shown() {
    return this.#refusal ?? this.#failure;
  }

  #show() {
    const { banner, bannerTitle, bannerText, bannerAct, bannerClose } = this.#elements;
    const shown = this.#shown;
    banner.hidden = !shown || shown.key === this.#closed;
    if (banner.hidden) return;
    banner.dataset.kind = this.#refusal ? "refused" : "failed";
    bannerTitle.textContent = shown.title;
    // What stays as it is stays scrolled.
    if (shown.text !== this.#written) bannerText.textContent = this.#written = shown.text;
    bannerAct.hidden = !shown.act;
    bannerAct.textContent = shown.label ?? "";
    bannerClose.hidden = Boolean(this.#refusal);
  }
}

function refused({ code, reason, act }) {
  const { title, text } = texts.refusal;
  return { key: "refused", title, text: text(code, reason), label: texts.button.again, act };
}
