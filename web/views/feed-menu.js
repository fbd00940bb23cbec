import { listFeeds } from "../feed/feed-choice.js";

/** The choice of the server's feeds. */
export class FeedMenu {
  #select;
  #feeds = [];

  /**
   * @param {HTMLSelectElement} select
   * @param {(feed: string) => void} choose
   */
  constructor(select, choose) {
    this.#select = select;
    select.addEventListener("change", () => choose(select.value));
  }

  get isEmpty() {
    return this.#feeds.length === 0;
  }

  /** The feed shown to who chose none: `main`, else the server's first. */
  get first() {
    return (this.#feeds.find(({ feed }) => feed === "main") ?? this.#feeds[0])?.feed;
  }

  /** Asks the server; false if it could not be asked. */
  async load(base) {
    try {
      this.#feeds = await listFeeds(base);
    } catch {
      return false;
    }
    this.#fill(this.#select.value);
    return true;
  }

  /** Shows which feed is chosen, also one that the server did not list. */
  select(feed) {
    if (feed) this.#fill(feed);
  }

  #fill(chosen) {
    const names = this.#feeds.map(({ feed }) => feed);
    if (chosen && !names.includes(chosen)) names.push(chosen);
    this.#select.replaceChildren(...names.map((name) => new Option(name, name, false, name === chosen)));
  }
}
