import { chosenFeed } from "./feed/feed-choice.js";
import { askFirst } from "./feed/first-rows.js";
import { SavedFeeds, tabStorage } from "./feed/saved-feed.js";

const saved = new SavedFeeds(tabStorage(), new URL("live", document.baseURI.replace(/^http/, "ws")).href);
const named = chosenFeed(location);
const feed = named ?? "main";
// Asked while the rest of the page is on its way; it finds the answer where it looks for it.
const known = saved.has(feed) || askFirst(document.baseURI, feed);

/** The feed to show first: the address's, else `main`; null where the server does not have that. @type {Promise<string | null>} */
export const first = Promise.resolve(named || known).then((isThere) => (isThere ? feed : null));
