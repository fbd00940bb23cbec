import { Backoff, IDLE, browser } from "../connection/connection.js";
import { NAME } from "./feed-state.js";

/** Sessions that are asking. */
const asking = new WeakSet();

/**
 * Asks for a list that is not there until it is: a running server may be given it. More and more rarely, and at once when
 * somebody looks; while nobody does, not at all.
 * @param {() => boolean} isShown whether anybody still wants the list
 */
export function askAgain(session, connection, isShown, environment = browser, page = document) {
  const backoff = new Backoff(environment);
  let timer;
  // What no server can have needs no question.
  if (asking.has(session) || !NAME.test(session.state.name)) return;
  asking.add(session);
  page.addEventListener("visibilitychange", look);
  wait();

  function wait() {
    timer = environment.setTimeout(look, backoff.next());
  }

  function look() {
    environment.clearTimeout(timer);
    if (!session.isMissing || !isShown()) return end();
    if (page.visibilityState === "hidden") return undefined;
    if (connection.isOpen) session.subscribe();
    // One that asked for nothing that is there was let go.
    else if (connection.status.code === IDLE) connection.connect();
    return wait();
  }

  function end() {
    asking.delete(session);
    page.removeEventListener("visibilitychange", look);
  }
}
