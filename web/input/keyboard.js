import { texts } from "../texts.js";

const KEY = "refreshd shortcuts";
const FIELDS = "input, textarea, select, [contenteditable]:not([contenteditable=false]), dialog, [role=dialog], [role=textbox]";

const look = new CSSStyleSheet();
look.replaceSync(`
kbd { display: none }
@media (hover: hover) and (pointer: fine) {
  kbd {
    display: inline-block; min-width: 1.5em; margin-inline-start: 0.5rem; padding: 0 0.25rem; border: 1px solid currentcolor;
    border-radius: 5px; font: inherit; font-size: 0.75em; line-height: 1.4; text-align: center;
  }
}
@container (max-height: 31em) {
  kbd { display: none }
}
`);

/** Who listens, in the order of coming: where nothing has the focus, keys are the first one's. */
const listening = new Set();
let isOn = load();

/** Whether keys do anything: the reader's choice, kept in this browser. Tells `change`. */
export const shortcuts = Object.defineProperty(new EventTarget(), "isOn", {
  get: () => isOn,
  set(value) {
    isOn = value;
    try {
      if (isOn) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, "off");
    } catch {
      // Nothing is kept here; it still counts until the page is left.
    }
    shortcuts.dispatchEvent(new Event("change"));
  },
});

function load() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

/**
 * R refreshes and Escape cancels, unless somebody types, a dialog is open, or the reader switched keys off. The buttons
 * show it.
 * @param {HTMLElement} host the element; a key pressed in it, or nowhere in particular, is meant for it
 */
export function take({ host, refreshTop, refreshBottom, cancel, signal }) {
  const hints = [
    { button: refreshTop, edge: "top", key: "R", words: texts.keys.refresh },
    { button: refreshBottom, edge: "bottom", key: "R", words: texts.keys.refresh },
    { button: cancel, key: "Esc", words: texts.keys.cancel },
  ].map((hint) => ({ ...hint, sign: addSign(hint), title: hint.button.title }));

  /** Tells the edge that R refreshes. */
  function show() {
    const refreshed = host.policy.top ? "top" : host.policy.bottom && "bottom";
    for (const { button, edge, key, words, sign, title } of hints) {
      const isShown = isOn && (!edge || edge === refreshed);
      sign.hidden = !isShown;
      if (isShown) button.setAttribute("aria-keyshortcuts", key === "Esc" ? "Escape" : key);
      else button.removeAttribute("aria-keyshortcuts");
      button.title = [title, isShown && words].filter(Boolean).join(texts.comma);
    }
  }

  listening.add(host);
  const { adoptedStyleSheets } = host.shadowRoot;
  if (!adoptedStyleSheets.includes(look)) adoptedStyleSheets.push(look);
  signal.addEventListener("abort", () => listening.delete(host));
  shortcuts.addEventListener("change", show, { signal });
  host.addEventListener("described", show, { signal });
  show();

  return {
    /** @param {EventTarget[]} path the event's, which it loses once it has been told */
    press(event, path) {
      if (!isOn || !isCommand(event) || !isMeant(host, path)) return;
      if (event.key === "Escape" ? host.cancel() : isR(event)) event.preventDefault();
      if (isR(event)) host.refresh();
    },
  };
}

function addSign({ button, key }) {
  const sign = document.createElement("kbd");
  sign.textContent = key;
  sign.ariaHidden = "true";
  button.append(sign);
  return sign;
}

function isCommand(event) {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, defaultPrevented } = event;
  return !(ctrlKey || metaKey || altKey || shiftKey || repeat || isComposing || defaultPrevented);
}

function isMeant(host, path) {
  if (path.some((node) => node.matches?.(FIELDS))) return false;
  const isNowhere = path[0] === document.body || path[0] === document.documentElement;
  if (!isNowhere) return path.includes(host);
  const isBlocked = [document, host.shadowRoot].some((root) => root?.querySelector("dialog:modal"));
  return host === [...listening][0] && !isBlocked;
}

/** By the letter, or by the key that bears it where letters are others. */
function isR({ key, code }) {
  return key.toLowerCase() === "r" || (code === "KeyR" && !/^[a-z]$/i.test(key));
}
