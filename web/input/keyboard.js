import { shortcuts } from "./shortcuts.js";

const FIELDS = "input, textarea, select, [contenteditable]:not([contenteditable=false]), dialog, [role=dialog], [role=textbox]";

/** Who listens, in the order of coming: where nothing has the focus, keys are the first one's. */
const listening = new Set();

/**
 * R refreshes and Escape cancels, unless somebody types, a dialog is open, or the reader switched keys off.
 * @param {HTMLElement} host what holds the list; a key pressed in it, or nowhere in particular, is meant for it
 * @param {{refresh: () => void, cancel: () => boolean}} actions cancel: false if there was nothing to cancel
 * @param {AbortSignal} [signal]
 */
export function listenToKeys(host, { refresh, cancel }, signal) {
  listening.add(host);
  signal?.addEventListener("abort", () => listening.delete(host));
  document.addEventListener(
    "keydown",
    (event) => {
      if (!shortcuts.isOn || !isCommand(event) || !isMeant(host, event.composedPath())) return;
      if (event.key === "Escape") {
        if (cancel()) event.preventDefault();
      } else if (isR(event)) {
        event.preventDefault();
        refresh();
      }
    },
    { signal },
  );
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
