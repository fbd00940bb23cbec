import { language } from "../texts.js";

/** The gallery's words, in the language of the page's. */
export const { words } = await import(`../texts/gallery/${language.split("-")[0]}.js`);
