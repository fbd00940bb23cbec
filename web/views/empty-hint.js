import { NAME } from "../feed/feed-state.js";
import { texts } from "../texts.js";
import { write } from "./signs.js";
import { missingWords } from "./words.js";

/** What to do about a list that has no rows, or is not there. @param {{feed: string, title: string}[] | null} feeds */
export function showHint(what, element, { isMissing, state }, feeds) {
  if (isMissing) write(what, missingWords(isMissing, state.name));
  const next = element.cloneNode();
  next.append(...(isMissing ? offers(feeds, isMissing) : [hint(state)]));
  if (isMissing === "unknown-feed" && NAME.test(state.name)) next.append("\n", texts.emptyHint.comes);
  // A link that has the focus keeps it.
  if (!next.isEqualNode(element)) element.replaceChildren(...next.childNodes);
}

function hint({ state, policy }) {
  if (state?.last?.outcome === "ok" && state.last.rows === 0) return texts.emptyHint.nothing;
  return texts.emptyHint[policy.top ? "top" : policy.bottom ? "bottom" : "none"];
}

/** A link to each feed that there is. */
function offers(feeds, why) {
  if (!feeds) return [];
  const isForbidden = why === "forbidden";
  if (feeds.length === 0) return isForbidden ? [] : [texts.emptyHint.hasNone];
  const links = feeds.map(({ feed, title }) =>
    Object.assign(document.createElement("a"), { href: `#${feed}`, textContent: title }),
  );
  return [isForbidden ? texts.emptyHint.allowed : texts.emptyHint.has, ...links.flatMap((link, index) => (index === 0 ? [link] : [texts.comma, link])), texts.stop.trim()];
}
