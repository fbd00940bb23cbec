import { listFeeds } from "../feed/feed-choice.js";
import { texts } from "../texts.js";

/** The choice of the server's feeds, by title and in the server's order; hidden where there is nothing to choose. */
export class FeedMenu {
  /** What the server has. @type {{feed: string, title: string}[]} */
  feeds = [];
  /** The server has told its feeds. */
  isKnown = false;

  #field;
  #select;
  #chosen = "";
  #loads = 0;

  /**
   * @param {HTMLElement} field the select with its label
   * @param {HTMLSelectElement} select
   * @param {(feed: string) => void} choose
   */
  constructor(field, select, choose) {
    this.#field = field;
    this.#select = select;
    select.addEventListener("change", () => choose(select.value));
  }

  /** The feed shown to who chose none: `main`, else the server's first. */
  get first() {
    return (this.feeds.find(({ feed }) => feed === "main") ?? this.feeds[0])?.feed;
  }

  /** Asks the server; false if it could not be asked. The answer to the newest question counts. */
  async load(base) {
    const question = (this.#loads += 1);
    try {
      const feeds = await listFeeds(base);
      if (question === this.#loads) Object.assign(this, { feeds: feeds.map(named), isKnown: true });
    } catch {
      return false;
    }
    this.#fill();
    return true;
  }

  /** Shows which feed is chosen; one that the server does not have is not offered, and none is shown as chosen. */
  select(feed) {
    this.#chosen = feed;
    this.#fill();
  }

  #fill() {
    const options = this.feeds.map(({ feed, title }) => new Option(title, feed));
    if (!this.feeds.some(({ feed }) => feed === this.#chosen)) options.unshift(askingOption());
    this.#select.replaceChildren(...options);
    this.#select.value = options[0]?.disabled ? "" : this.#chosen;
    this.#field.hidden = this.feeds.length < 2;
  }
}

/** Shown while none of the server's is chosen; it cannot be chosen itself. */
function askingOption() {
  const option = new Option(texts.choose, "");
  option.disabled = option.hidden = true;
  return option;
}

/** Two feeds of one title are told apart by their names. */
function named({ feed, title }, _, feeds) {
  const isUnique = feeds.filter((other) => other.title === title).length === 1;
  return { feed, title: !title ? feed : isUnique ? title : `${title} (${feed})` };
}
