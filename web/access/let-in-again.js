import { browser } from "../connection/connection.js";
import { placeOf, setMark, signedIn } from "./signed.js";

/** How long it waits between two questions (ms), give or take a half: screens that one server turned away do not ask in step. */
const PAUSE = 60_000;
const PATIENCE = 20_000; // ms

/**
 * Asks whether the server lets this browser in though nobody signs in: its token may be back, or none be needed any more.
 * By HTTP, so that what is being typed stays; slowly, and at once when somebody looks or the network is back; while
 * nobody looks, not at all.
 * @param {HTMLFormElement} form what is shown meanwhile; once it is gone nothing is asked any more
 * @param {AbortSignal} signal aborts once who waits is gone
 */
export function askToBeLetIn(form, { url }, signal, environment = browser, page = document, network = window) {
  const over = new AbortController();
  let timer;
  let isAsking = false;
  page.addEventListener("visibilitychange", look, { signal: over.signal });
  network.addEventListener("online", look, { signal: over.signal });
  signal.addEventListener("abort", end, { signal: over.signal });
  wait();

  function wait() {
    environment.clearTimeout(timer);
    timer = environment.setTimeout(look, PAUSE * (0.5 + environment.random()));
  }

  async function look() {
    if (!form.isConnected) return end();
    if (page.visibilityState === "hidden" || isAsking) return undefined;
    isAsking = true;
    const isIn = (await statusOf(url, "same-origin")) === 200;
    // Only where the cookie is what lets it in there is something to sign out of.
    const isSignedIn = isIn && (await statusOf(url, "omit")) === 401;
    isAsking = false;
    if (over.signal.aborted || !form.isConnected) return end();
    if (!isIn) return wait();
    end();
    if (isSignedIn) setMark("in");
    return signedIn();
  }

  function end() {
    environment.clearTimeout(timer);
    over.abort();
  }
}

/** What a server answers to a browser with or without its cookie; nothing if it does not. */
async function statusOf(url, credentials) {
  try {
    const asks = { credentials, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) };
    return (await fetch(placeOf(url, "feeds"), asks)).status;
  } catch {
    return undefined;
  }
}
