import { NAME } from "../feed/feed-state.js";
import { texts } from "../texts.js";
import { write } from "./signs.js";
import { missingWords } from "./words.js";

/** What to do about a list that has no rows, is not there, or cannot be asked for. `does` is what the view can do. */
export function showHint(what, element, { isMissing, live, state }, { connection, feeds, say }) {
  const isUnreached = !isMissing && state.first === null;
  const said = isMissing ? missingWords(isMissing, state.name) : isUnreached ? unreachedWords(connection) : texts.empty;
  if (isUnreached && said !== what.textContent) say(said);
  write(what, said);
  const next = element.cloneNode();
  next.append(...(isMissing ? offers(feeds(), isMissing) : isUnreached ? reasons(connection) : [hint(state, live)]));
  if (isMissing === "unknown-feed" && NAME.test(state.name)) next.append("\n", texts.emptyHint.comes);
  // A link that has the focus keeps it.
  if (!next.isEqualNode(element)) element.replaceChildren(...next.childNodes);
}

/** No browser tells a page why a socket does not open. */
function unreachedWords({ url }) {
  return navigator.onLine ? texts.unreached.what(new URL(url).host) : texts.waitingForRows;
}

function reasons({ url }) {
  const { own, other, origin } = texts.unreached;
  if (!navigator.onLine) return [];
  if (new URL(url).host === location.host) return [own];
  // Of a page from a file, or in a sandbox, it is "null", which can be let in too.
  return [other("src"), "\n", origin(`--origin ${window.origin}`)];
}

/** Without a connection nothing can be pulled, and nothing comes. */
function hint({ state, policy }, live) {
  if (state?.last?.outcome === "ok" && state.last.rows === 0) return texts.emptyHint.nothing;
  if (!live) return "";
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
