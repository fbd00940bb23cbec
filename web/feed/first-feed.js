/** A feed's name as the server allows it. */
export const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const TAIL = 200;
/** Answers on their way, by their feed's address. @type {Map<string, Promise<object | null>>} */
const asked = new Map();

/** The feed that the address names, in its fragment or as `?feed=`; null if it names none. */
export function chosenFeed({ hash, search }) {
  const named = decode(hash.slice(1)) || new URLSearchParams(search).get("feed") || "";
  return NAME.test(named) ? named : null;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/**
 * Asks over HTTP how a feed stands: sooner there than a socket is open, and its position is one to subscribe from.
 * @param {string} server its address
 * @returns {Promise<object | null>} what a feed's state is to begin with; null if it cannot be had
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
    const [rows, { title, order, policy }] = await Promise.all([load(`${address}/rows?tail=${TAIL}`), load(address)]);
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

function isWhole({ title, policy, pos, first, floor, head, rows }) {
  return (
    typeof pos === "string" &&
    [first, floor, head].every(Number.isInteger) &&
    typeof title === "string" &&
    typeof policy === "object" &&
    policy !== null &&
    Array.isArray(rows) &&
    rows.every((row) => typeof row?.text === "string" && Number.isFinite(row.at))
  );
}
