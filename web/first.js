import { askFirst, chosenFeed } from "./feed/feed-state.js";

const named = chosenFeed(location);
const feed = named ?? "main";
// Asked while the rest of the page is on its way.
const known = askFirst(document.baseURI, feed);

export const first = Promise.resolve(named ?? known).then((isThere) => isThere && feed);
