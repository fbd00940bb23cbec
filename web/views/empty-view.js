import { texts } from "../texts.js";

/** What stands where there are no rows: why there are none, and what to do about it. */
export class EmptyView {
  #element;
  #shown = "";

  /** @param {HTMLElement} element with two paragraphs */
  constructor(element) {
    this.#element = element;
  }

  /**
   * @param {import("../feed/feed-session.js").FeedSession} session
   * @param {{feed: string, title: string}[] | null} feeds what the server has, null while that is not known
   */
  show(session, feeds) {
    const { isMissing, live, state: feed } = session;
    const isRefreshing = live && feed.state?.phase === "refreshing";
    this.#element.hidden = feed.rows.length > 0 || (isRefreshing && !isMissing);
    if (this.#element.hidden) return;
    if (isMissing) return this.#write(texts.missing.what(feed.name), ...offers(feeds));
    if (feed.first === null || !live) return this.#write(texts.waitingForRows);
    this.#write(texts.empty, hint(feed));
  }

  /** Writes what changed only: a link that has the focus keeps it. */
  #write(what, ...more) {
    const shown = [what, ...more].map((part) => part.href ?? part).join("\n");
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#element.children[0].textContent = what;
    this.#element.children[1].replaceChildren(...more);
  }
}

function hint({ state, policy }) {
  if (state?.last?.outcome === "ok" && state.last.rows === 0) return texts.emptyHint.nothing;
  return texts.emptyHint[policy.top ? "top" : policy.bottom ? "bottom" : "none"];
}

/** A link to each feed that there is. */
function offers(feeds) {
  if (!feeds) return [];
  if (feeds.length === 0) return [texts.missing.hasNone];
  const links = feeds.map(({ feed, title }) => {
    const link = document.createElement("a");
    link.href = `#${feed}`;
    link.textContent = title;
    return link;
  });
  return [texts.missing.has, ...links.flatMap((link, index) => (index === 0 ? [link] : [texts.comma, link])), texts.stop.trim()];
}
