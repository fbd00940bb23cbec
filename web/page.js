import { NAME, chosenFeed } from "./feed/first-feed.js";
import { first } from "./first.js";
import "./remote-refresh.js";
import { markLanguage, texts, writeWords } from "./texts.js";

const KEY = "refreshd name";

/** The reader's name, kept in this browser; a browser that keeps nothing only forgets it. */
const ownName = {
  load() {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  },
  save(name) {
    try {
      if (name) localStorage.setItem(KEY, name);
      else localStorage.removeItem(KEY);
    } catch {
      // Nothing is kept here; the name still counts until the page is left.
    }
  },
};

/** The choice of the server's feeds, by title and in the server's order; hidden where there is nothing to choose. */
class FeedMenu {
  /** What the server has; null while it has not told. @type {{feed: string, title: string}[] | null} */
  feeds = null;
  #field;
  #select;
  #chosen = "";
  #loads = 0;

  constructor(field, select, choose) {
    this.#field = field;
    this.#select = select;
    select.addEventListener("change", () => choose(select.value));
  }

  /** The feed shown to who chose none: `main`, else the server's first. */
  get first() {
    return (this.feeds?.find(({ feed }) => feed === "main") ?? this.feeds?.[0])?.feed;
  }

  /** Asks the server; false if it could not be asked. The answer to the newest question counts. */
  async load() {
    const question = (this.#loads += 1);
    const feeds = await listFeeds().catch(() => null);
    if (feeds && question === this.#loads) this.feeds = feeds.map(named);
    if (feeds) this.#fill();
    return Boolean(feeds);
  }

  /** Shows which feed is chosen; one that the server does not have is not offered, and none is shown as chosen. */
  select(feed) {
    this.#chosen = feed;
    this.#fill();
  }

  #fill() {
    const feeds = this.feeds ?? [];
    const isThere = feeds.some(({ feed }) => feed === this.#chosen);
    const options = feeds.map(({ feed, title }) => new Option(title, feed));
    if (!isThere) options.unshift(askingOption());
    this.#select.replaceChildren(...options);
    this.#select.value = isThere ? this.#chosen : "";
    this.#field.hidden = feeds.length < 2;
  }
}

/** The feeds of the server that serves this page, which may stand under any path prefix. */
async function listFeeds() {
  const answer = await fetch(new URL("feeds", document.baseURI), { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`feeds: ${answer.status}`);
  return (await answer.json()).feeds.filter(({ feed }) => NAME.test(feed));
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

// The page around the list: its title, the choice of the feed, and the reader's name.
const [refresh, title, field, select, name] = ["refresh", "title", "feed-field", "feed", "name"].map((id) =>
  document.getElementById(id),
);
const menu = new FeedMenu(field, select, (feed) => (location.hash = feed));
let isConnected = false;

function choose(feed) {
  if (!feed) return;
  refresh.feed = feed;
  menu.select(feed);
}

async function loadMenu() {
  const isLoaded = await menu.load();
  if (!isLoaded && isConnected) refresh.say(texts.feedsFailed);
  else if (!refresh.feed) choose(menu.first);
  if (menu.feeds) refresh.feeds = menu.feeds;
}

function rename() {
  const own = name.value.trim();
  ownName.save(own);
  refresh.name = own;
}

markLanguage(document.documentElement);
writeWords(document);
name.value = refresh.name = ownName.load();
name.addEventListener("change", rename);
name.addEventListener("keydown", ({ key }) => key === "Enter" && rename());
window.addEventListener("hashchange", () => choose(chosenFeed(location) ?? menu.first));
refresh.addEventListener("described", ({ detail }) => {
  title.textContent = detail.title || detail.name;
  document.title = `${title.textContent} · refreshd`;
});
refresh.addEventListener("connection", ({ detail }) => {
  isConnected = detail.kind === "open";
  // Another start of the server may have other feeds.
  if (isConnected) loadMenu();
});
refresh.addEventListener("failed", ({ detail }) => detail.error?.code === "unknown-feed" && loadMenu());
choose((await first) ?? chosenFeed(location));
