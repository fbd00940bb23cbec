/** A feed's name as the server allows it. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** The feed that the address names, in its fragment or as `?feed=`; null if it names none. */
export function chosenFeed(location) {
  const named = decode(location.hash.slice(1)) || new URLSearchParams(location.search).get("feed") || "";
  return NAME.test(named) ? named : null;
}

/**
 * The feeds of the server that serves this page.
 * @param {string} base the page's address; the server may stand under any path prefix
 * @returns {Promise<{feed: string, title: string}[]>}
 */
export async function listFeeds(base) {
  const answer = await fetch(new URL("feeds", base), { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`feeds: ${answer.status}`);
  const { feeds } = await answer.json();
  return feeds.filter(({ feed }) => NAME.test(feed));
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
