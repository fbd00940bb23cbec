import { more, texts } from "../texts.js";
import { addLooks } from "./looks.js";
import { failureWords } from "./words.js";

await more();

/** Close codes of a server that asks for a token, or for another one. */
const ACCESS = new Set([4001, 4003]);
const look = new CSSStyleSheet();
look.replaceSync(`
.banner {
  position: absolute; right: 12px; bottom: 12px; left: 12px; z-index: 5; display: flex; flex-direction: column;
  align-items: flex-end; max-width: 35rem; max-height: min(70%, 24rem); margin: 0 auto; padding: 6px 6px 14px 18px;
  border: 1px solid var(--line); border-left: 4px solid var(--danger); border-radius: 12px; background: var(--raised);
  box-shadow: var(--shadow); font-size: 0.9375rem;
}
.banner-head { display: flex; align-items: center; flex: none; justify-content: space-between; gap: 8px; width: 100% }
.banner h2 { font-size: 0.9375rem; font-weight: 650; overflow-wrap: anywhere }
.banner h2::before { color: var(--danger); content: "\\26a0\\fe0e  " / "" }
.banner p {
  overflow: auto; width: 100%; min-height: 0; padding-right: 12px; color: var(--muted); overflow-wrap: anywhere;
  overscroll-behavior: contain; white-space: pre-wrap;
}
.banner p:focus-visible { outline-offset: -2px }
#banner-act { flex: none }
.stage:has(.banner:not([hidden])) .unseen { top: 14px; bottom: auto }
@container (max-height: 31em) {
  .banner { position: fixed; right: 8px; bottom: 8px; left: 8px; max-height: calc(100% - 16px) }
  /* Not over the buttons. */
  .banner[data-kind="failed"] {
    bottom: calc(3.25rem + 4px + env(safe-area-inset-bottom)); max-height: calc(100% - 3.25rem - 8px - env(safe-area-inset-bottom));
  }
}
`);

/**
 * What went wrong, in full, over the list, until it is no longer so or is put away. A server that refuses the page comes
 * before a refresh that failed.
 */
export class Banner {
  #title = make("h2", "banner-title");
  #text = Object.assign(make("p", "banner-text"), { tabIndex: 0 });
  #act = button("banner-act");
  #close = button("banner-close");
  #elements;
  #signal;
  #failure = null;
  #refusal = null;
  #told = null;
  #form = null;
  #closed;
  #written;

  constructor(elements, signal) {
    const { banner } = elements;
    this.#elements = elements;
    this.#signal = signal;
    addLooks(banner, look);
    const head = Object.assign(document.createElement("div"), { className: "banner-head" });
    head.append(this.#title, this.#close);
    banner.setAttribute("aria-labelledby", this.#title.id);
    banner.append(head, this.#text, this.#act);
    this.#close.textContent = texts.close;
    this.#close.onclick = () => {
      this.#closed = this.#shown.key;
      this.#show();
    };
    this.#act.onclick = () => this.#shown.act();
  }

  /** @param {{failure?: object | null, refusal?: object | null}} news a failure has key, title and error */
  async tell({ failure, refusal = this.#told }) {
    if (failure !== undefined) this.#failure = failure && { ...failure, text: failureWords(failure.error) };
    if (refusal !== this.#told) {
      this.#told = refusal;
      const said = refusal && (await refused(refusal, this.#elements, this.#signal));
      // Meanwhile it may have let the page in.
      if (refusal !== this.#told) return;
      this.#refusal = said;
    }
    this.#show();
  }

  get #shown() {
    return this.#refusal ?? this.#failure;
  }

  #show() {
    const { banner, list } = this.#elements;
    const shown = this.#shown;
    const isHidden = !shown || shown.key === this.#closed;
    // Keys go on scrolling the list that comes into view.
    if (isHidden && banner.matches(":focus-within")) focusList(list, this.#form);
    banner.hidden = isHidden;
    this.#place(shown?.form);
    if (isHidden) return;
    banner.dataset.kind = shown.form ? "asks" : this.#refusal ? "refused" : "failed";
    this.#title.textContent = shown.title;
    // What stays as it is stays scrolled.
    if (shown.text !== this.#written) this.#text.textContent = this.#written = shown.text;
    this.#act.hidden = !shown.act;
    this.#act.textContent = shown.label ?? "";
    this.#close.hidden = Boolean(this.#refusal);
    shown.shown?.();
  }

  #place(form = null) {
    if (form === this.#form) return;
    this.#form?.remove();
    this.#form = form;
    if (form) this.#text.after(form);
  }
}

/** After a sign-in nobody looks for where the keys go before the first of them. */
function focusList(list, isSignedIn) {
  list.focus({ preventScroll: true });
  if (!isSignedIn) return;
  list.style.outline = "none";
  const show = () => (list.style.outline = "");
  for (const type of ["blur", "keydown"]) list.addEventListener(type, show, { once: true });
}

function make(name, id) {
  return Object.assign(document.createElement(name), { id });
}

function button(id) {
  return Object.assign(make("button", id), { type: "button", className: "quiet", part: `button ${id}` });
}

async function refused(refusal, elements, signal) {
  const { code, reason, connection } = refusal;
  const { title, text } = texts.refusal;
  const again = { label: texts.refusal.again, act: () => connection.connect() };
  const access = ACCESS.has(code) && (await import("../access/sign-in.js").catch(() => null));
  if (signal.aborted) return null;
  const said = access ? access.accessRefusal(refusal, elements, signal) : { title, text: text(code, reason) };
  return { key: "refused", ...(said.form ? {} : again), ...said };
}
