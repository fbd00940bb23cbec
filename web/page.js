import { chosenFeed } from "./feed/feed-choice.js";
import { first } from "./first.js";
import { ownName } from "./feed/own-name.js";
import { texts } from "./texts.js";
import { FeedMenu } from "./views/feed-menu.js";

/** The page around the list: its title, the choice of the feed, and the reader's name. */
export class Page {
  #elements;
  #menu;
  #isConnected = false;

  /** @param {Record<"refresh" | "title" | "feedField" | "feed" | "name", HTMLElement>} elements */
  constructor(elements) {
    this.#elements = elements;
    this.#menu = new FeedMenu(elements.feedField, elements.feed, (feed) => (location.hash = feed));
  }

  /** Shows the feed that the address names, else `main`, else the server's first. */
  async open() {
    const { refresh, name } = this.#elements;
    name.value = refresh.name = ownName.load();
    this.#listen();
    this.#choose((await first) ?? chosenFeed(location));
  }

  #listen() {
    const { refresh, title, name } = this.#elements;
    name.addEventListener("change", () => this.#rename(name.value));
    name.addEventListener("keydown", (event) => event.key === "Enter" && this.#rename(name.value));
    window.addEventListener("hashchange", () => this.#choose(chosenFeed(location) ?? this.#menu.first));
    refresh.addEventListener("described", ({ detail }) => {
      title.textContent = detail.title || detail.name;
      document.title = `${title.textContent} · refreshd`;
    });
    refresh.addEventListener("connection", ({ detail }) => {
      this.#isConnected = detail.kind === "open";
      // Another start of the server may have other feeds.
      if (this.#isConnected) this.#loadMenu();
    });
    refresh.addEventListener("failed", ({ detail }) => detail.error?.code === "unknown-feed" && this.#loadMenu());
  }

  async #loadMenu() {
    const { refresh } = this.#elements;
    const isLoaded = await this.#menu.load(document.baseURI);
    if (!isLoaded && this.#isConnected) refresh.say(texts.feedsFailed);
    else if (!refresh.feed) this.#choose(this.#menu.first);
    if (this.#menu.isKnown) refresh.feeds = this.#menu.feeds;
  }

  #choose(feed) {
    if (!feed) return;
    this.#elements.refresh.feed = feed;
    this.#menu.select(feed);
  }

  #rename(value) {
    const name = value.trim();
    ownName.save(name);
    this.#elements.refresh.name = name;
  }
}
