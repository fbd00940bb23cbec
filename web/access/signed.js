/** Whether this browser is signed in, as far as the page knows: a mark, no secret. `page.js` and `feed-state.js` read it, too. */
const KEY = "refreshd sign-in";
/** What waits for a sign-in, here or in another window of this browser; one for each signal. */
const waiting = new Map();
const forget = ({ target }) => waiting.delete(target);

/** True while the form is there because the reader has signed out. */
export const leaving = { byReader: false };

/** @returns {"in" | "out" | ""} "out" if a server asked for a sign-in that it did not get */
export function mark() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export function setMark(value) {
  try {
    if (value) localStorage.setItem(KEY, value);
    else localStorage.removeItem(KEY);
  } catch {
    // The cookie counts; only the button to sign out is not there the next time.
  }
}

/**
 * Calls the body at the next sign-in; one that waits for the same signal waits no more.
 * @param {AbortSignal} signal aborts once who waits is gone
 */
export function onSignIn(body, signal) {
  waiting.set(signal, body);
  // Being the same function, it listens once, however often this is called.
  signal.addEventListener("abort", forget, { once: true });
}

export function signedIn() {
  const bodies = [...waiting.values()];
  waiting.clear();
  for (const body of bodies) body();
}

/** Where a server takes sign-ins and sign-outs. @param {string} socket its socket, beside which that stands */
export function placeOf(socket, name) {
  return new URL(name, socket.replace(/^ws/, "http"));
}

window.addEventListener("storage", ({ key, newValue }) => key === KEY && newValue === "in" && signedIn());
