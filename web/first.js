import { askFirst, chosenFeed } from "./feed/first-feed.js";

const named = chosenFeed(location);
const feed = named ?? "main";
// Asked while the rest of the page is on its way; it finds the answer where it looks for it.
const known = askFirst(document.baseURI, feed);

/** The feed to show first: the address's, else `main`; null where the server does not have that. @type {Promise<string | null>} */
export const first = Promise.resolve(named ?? known).then((isThere) => isThere && feed);
