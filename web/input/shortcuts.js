const KEY = "refreshd shortcuts";
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
    return globalThis.localStorage?.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}
