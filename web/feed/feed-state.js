export const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
export const TAIL = 200;
// The reader's memory: so many rows, and characters of text.
export const MOST_ROWS = 100_000;
const MOST_TEXT = 20_000_000;
const asked = new Map();

export function chosenFeed({ hash, search }) {
  const named = hash.slice(1) || new URLSearchParams(search).get("feed") || "";
  return NAME.test(named) ? named : null;
}

export function askFirst(server, feed) {
  const address = new URL(`feeds/${encodeURIComponent(feed)}`, server).href;
  if (!asked.has(address)) asked.set(address, ask(address));
  return asked.get(address);
}

/** What was asked before is handed out once. */
export function takeFirst(server, feed) {
  const answer = askFirst(server, feed);
  asked.clear();
  return answer;
}

async function ask(address) {
  try {
    if (globalThis.localStorage?.["refreshd sign-in"] === "out") return null;
    const answers = [load(`${address}/rows?tail=${TAIL}`), load(address)];
    const [rows, { title, order, runOrder, policy }] = await Promise.all(answers);
    const isWhole = rows.pos && Array.isArray(rows.rows) && policy;
    return isWhole ? { title, order, runOrder, policy, ...rows } : null;
  } catch {
    // The subscription brings the rows.
    return null;
  }
}

async function load(address) {
  const answer = await fetch(address);
  return answer.ok ? answer.json() : null;
}

const characters = (rows) => rows.reduce((sum, { text }) => sum + text.length, 0);

/** Pure: a message in, a list of changes out. */
export class FeedState {
  title = "";
  order = "append";
  runOrder;
  policy = {};
  state = null;
  floor = 1;
  /** The position that belongs to `rows`. */
  pos = null;
  /** Of `rows[0]`, or of the row to come; null while a reset's first rows are awaited. */
  first = null;
  #headAtStart = 0;
  #rows = [];
  #text = 0;

  constructor(name) {
    this.name = name;
  }

  get rows() {
    return this.#rows;
  }

  set rows(rows) {
    this.#rows = rows;
    this.#text = characters(rows);
  }

  get last() {
    return this.first === null ? null : this.first + this.#rows.length - 1;
  }

  get hasOlder() {
    return this.#rows.length > 0 && this.first > this.floor;
  }

  get canLoadOlder() {
    return this.hasOlder && this.#rows.length < MOST_ROWS && this.#text < MOST_TEXT;
  }

  apply(message) {
    switch (message.type) {
      case "subscribed":
        return this.#subscribed(message);
      case "feed":
        return this.#describe(message);
      case "rows":
        return this.#append(message);
      case "history":
        return this.#prepend(message);
      case "state":
        this.state = message;
        return [...this.#raiseFloor(message.floor), { kind: "state" }];
      default:
        return [];
    }
  }

  trim(slack = 0) {
    let count = Math.max(0, Math.ceil(this.#rows.length - MOST_ROWS * (1 + slack)));
    let text = this.#text - characters(this.#rows.slice(0, count)) - MOST_TEXT * (1 + slack);
    while (text > 0) text -= this.#rows[count++].text.length;
    return this.#dropOldest(count);
  }

  #subscribed(message) {
    const { mode, head, floor, pos, state } = message;
    this.#headAtStart = head;
    this.state = state;
    const isReset = mode === "reset";
    const changes = isReset ? [{ kind: "reset" }] : this.#raiseFloor(floor);
    if (isReset) Object.assign(this, { rows: [], first: head < floor ? head + 1 : null, floor, pos });
    return [...changes, ...this.#describe(message), { kind: "state" }];
  }

  #describe({ title, order, runOrder, policy }) {
    const isTurned = order !== this.order || runOrder !== this.runOrder;
    Object.assign(this, { title, order, runOrder, policy });
    return isTurned ? [{ kind: "policy" }, { kind: "order" }] : [{ kind: "policy" }];
  }

  #append({ first, rows, pos }) {
    this.first ??= first;
    const known = this.last + 1 - first;
    if (known < 0) return [{ kind: "gap" }];
    if (known >= rows.length) return [];
    const fresh = rows.slice(known);
    for (const row of fresh) this.#rows.push(row);
    this.#text += characters(fresh);
    this.pos = pos;
    // What was there before this page subscribed is no news.
    return [{ kind: "append", first: first + known, rows: fresh, isNews: first + known > this.#headAtStart }];
  }

  #prepend({ first, rows, floor }) {
    const changes = this.#raiseFloor(floor);
    const fitting = this.first === null ? [] : rows.slice(0, Math.max(0, this.first - first));
    if (fitting.length > 0 && first + fitting.length === this.first) {
      this.#rows = [...fitting, ...this.#rows];
      this.#text += characters(fitting);
      this.first = first;
      changes.push({ kind: "prepend", first, rows: fitting });
    }
    return [...changes, { kind: "older" }];
  }

  #raiseFloor(floor) {
    if (!(floor > this.floor)) return [];
    this.floor = floor;
    return this.first === null ? [] : this.#dropOldest(floor - this.first);
  }

  #dropOldest(wanted) {
    const count = Math.min(wanted, this.#rows.length);
    if (!(count > 0)) return [];
    this.#text -= characters(this.#rows.splice(0, count));
    this.first += count;
    return [{ kind: "dropOldest", count }];
  }
}
