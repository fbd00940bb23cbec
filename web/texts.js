import { formats } from "./texts/format.js";

/** What there are words in, and what they are marked as. */
const LANGUAGES = { en: "en", zh: "zh-Hans", ko: "ko", ja: "ja" };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The first language the reader asks for that there is, with its region; else English.
 * @param {readonly string[]} wanted as in navigator.languages
 */
export function choose(wanted) {
  const base = (tag) => tag.split("-")[0].toLowerCase();
  const tag = wanted.find((tag) => Object.hasOwn(LANGUAGES, base(tag))) ?? "en";
  const name = base(tag);
  // Only one script's words are here.
  return { name, locale: name === "zh" ? LANGUAGES.zh : tag };
}

const asked = new URLSearchParams(globalThis.location?.search).get("lang");
const chosen = choose([...(asked in LANGUAGES ? [asked] : []), ...(globalThis.navigator?.languages ?? [])]);
const words = await load(chosen).catch(() => load((chosen.name = chosen.locale = "en") && chosen));

async function load({ name, locale }) {
  const { default: make } = await import(`./texts/${name}.js`);
  const format = formats(locale);
  return { format, texts: make(format) };
}

/** Every text of the page, in the reader's language. Functions take what they speak of. */
export const texts = words.texts;
export const { format } = words;
/** The language of `texts`. */
export const language = LANGUAGES[chosen.name];

/** Says which language an element's words are in. */
export function markLanguage(element) {
  element.lang = language;
  element.dir = "ltr";
}

/** Writes the words that the markup asks for by a text's path: `data-words`, `data-placeholder`, `data-label`. */
export function writeWords(root) {
  const text = (path) => path.split(".").reduce((part, key) => part[key], texts);
  for (const element of root.querySelectorAll("[data-words], [data-placeholder], [data-label]")) {
    const { words, placeholder, label } = element.dataset;
    if (words) element.textContent = text(words);
    if (placeholder) element.placeholder = text(placeholder);
    if (label) element.ariaLabel = text(label);
  }
}

/** A time in the reader's zone, in the middle of words: the clock alone today, else the full date. */
export function moment(at, now = Date.now()) {
  return isSameDay(at, now) ? texts.at(format.time("clock", at)) : texts.on(format.time("date", at));
}

/** How long ago, in the middle of words; the date after a day. A clock that is behind has no future. */
export function ago(at, now = Date.now()) {
  const age = Math.max(0, now - at);
  if (age < MINUTE) return texts.justNow;
  if (age >= DAY) return texts.on(format.time("date", at));
  const words = age < HOUR ? format.ago(Math.floor(age / MINUTE), "minute") : format.ago(Math.floor(age / HOUR), "hour");
  return texts.ago(words);
}

/** How long `ago` stays as it is (ms). */
export function agoLasts(at, now = Date.now()) {
  const age = Math.max(0, now - at);
  const step = age < HOUR ? MINUTE : HOUR;
  return age < DAY ? step - (age % step) : Infinity;
}

/** A row's time: short, but never taken for today's when it is not. */
export function rowTime(at, now = Date.now()) {
  return format.time(isSameDay(at, now) ? "seconds" : "date", at);
}

/** The same where there is little room. */
export function shortRowTime(at, now = Date.now()) {
  return format.time(isSameDay(at, now) ? "clock" : "short", at);
}

function isSameDay(a, b) {
  return new Date(a).toDateString() === new Date(b).toDateString();
}
