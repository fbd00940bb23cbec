import { isWhole } from "./saved-feed.js";

const TAIL = 200;
/** Answers on their way, by their feed's address. @type {Map<string, Promise<object | null>>} */
const asked = new Map();

/**
 * Asks over HTTP how a feed stands: sooner there than a socket is open, and its position is one to subscribe from.
 * @param {string} server its address
 * @returns {Promise<object | null>} what a tab would have saved; null if it cannot be had
 */
export function askFirst(server, feed) {
  const address = new URL(`feeds/${encodeURIComponent(feed)}`, server).href;
  if (!asked.has(address)) asked.set(address, ask(address));
  return asked.get(address);
}

/** The same; what was asked before is handed out, and asked anew the next time. */
export function takeFirst(server, feed) {
  const answer = askFirst(server, feed);
  for (const [address, one] of asked) if (one === answer) asked.delete(address);
  return answer;
}

async function ask(address) {
  try {
    const [rows, about] = await Promise.all([load(`${address}/rows?tail=${TAIL}`), load(address)]);
    const { title, order, policy } = about;
    const known = { title, order, policy, ...rows };
    return isWhole(known) ? known : null;
  } catch {
    // The subscription brings the rows.
    return null;
  }
}

async function load(address) {
  const answer = await fetch(address);
  return answer.ok ? answer.json() : null;
}
