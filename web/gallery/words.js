import * as page from "../texts.js";

/** The gallery's words, in the language of the page's. */
export const language = page.language ?? "en";
export const { words } = await import(`../texts/gallery/${language.split("-")[0]}.js`);
