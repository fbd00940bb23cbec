/**
 * The most rows and characters of text that are saved: enough for a screen and its neighbourhood, small enough for any
 * browser's store.
 */
const ROWS = 1_000;
const CHARACTERS = 1_000_000;

/** The session's storage of this tab, or null where the browser forbids it. */
export function tabStorage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Keeps a feed's rows and the position that belongs to them, as one value, so that a reload goes on from there. */
export class SavedFeeds {
  /**
   * @param {Storage | null} storage per tab, so that a duplicated tab goes its own way
   * @param {string} place where the page is served; two servers behind one origin are kept apart by it
   */
  constructor(storage, place) {
    this.storage = storage;
    this.place = place;
  }

  /** Saves what `feed` holds; a store that is full or forbidden only costs the resume. */
  save(feed) {
    if (feed.pos === null || feed.first === null) return;
    const rows = newest(feed.rows);
    const { title, order, policy, floor, head, pos } = feed;
    const first = feed.first + feed.rows.length - rows.length;
    try {
      this.storage?.setItem(this.#key(feed.name), JSON.stringify({ title, order, policy, floor, head, pos, first, rows }));
    } catch {
      this.forget(feed.name);
    }
  }

  has(name) {
    try {
      return Boolean(this.storage?.getItem(this.#key(name)));
    } catch {
      return false;
    }
  }

  /** Puts what was saved into `feed`; true if there was something usable. */
  load(feed) {
    try {
      const saved = JSON.parse(this.storage?.getItem(this.#key(feed.name)) ?? "null");
      if (!isWhole(saved)) return false;
      Object.assign(feed, saved);
      return true;
    } catch {
      return false;
    }
  }

  forget(name) {
    try {
      this.storage?.removeItem(this.#key(name));
    } catch {
      // A store that is forbidden holds nothing to forget.
    }
  }

  #key(name) {
    return `refreshd ${this.place} ${name}`;
  }
}

function newest(rows) {
  let characters = 0;
  let count = 0;
  while (count < rows.length && count < ROWS) {
    characters += rows[rows.length - 1 - count].text.length;
    if (characters > CHARACTERS) break;
    count += 1;
  }
  return count === rows.length ? rows : rows.slice(rows.length - count);
}

/** Whether this is all that is to be known of a feed before its server is heard. */
export function isWhole(saved) {
  return (
    typeof saved?.pos === "string" &&
    Number.isInteger(saved.first) &&
    Number.isInteger(saved.floor) &&
    Number.isInteger(saved.head) &&
    typeof saved.title === "string" &&
    typeof saved.policy === "object" &&
    saved.policy !== null &&
    Array.isArray(saved.rows) &&
    saved.rows.every((row) => typeof row?.text === "string" && Number.isFinite(row.at))
  );
}
