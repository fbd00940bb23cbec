const LANGUAGES = { en: "en", zh: "zh-Hans", ko: "ko", ja: "ja" };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function formats(locale) {
  const numbers = new Intl.NumberFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: "percent" });
  const rules = new Intl.PluralRules(locale);
  const relative = new Intl.RelativeTimeFormat(locale);
  const unit = (unit, unitDisplay, value, maximumFractionDigits = 0) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits }).format(value);
  const clock = { hour: "2-digit", minute: "2-digit" };
  const shapes = {
    clock,
    seconds: { ...clock, second: "2-digit" },
    short: { ...clock, month: "short", day: "numeric" },
    date: { dateStyle: "medium", timeStyle: "short" },
  };
  for (const name in shapes) shapes[name] = new Intl.DateTimeFormat(locale, shapes[name]);
  const number = (value) => numbers.format(value);
  return {
    number,
    percent: (fraction) => percents.format(fraction),
    plural: (count, forms) => `${number(count)} ${forms[rules.select(count)] ?? forms.other}`,
    unit,
    // Never 0: "again in 0 s" helps nobody.
    wait: (ms, display = "long") => unit("second", display, Math.max(1, Math.ceil(ms / 1000))),
    time: (name, at) => shapes[name].format(at),
    ago: (count, unit) => relative.format(-count, unit),
  };
}

export function choose(wanted) {
  const base = (tag) => tag.split("-")[0].toLowerCase();
  const tag = wanted.find((tag) => Object.hasOwn(LANGUAGES, base(tag))) ?? "en";
  const name = base(tag);
  // Only one script's words are here.
  return { name, locale: name === "zh" ? LANGUAGES.zh : tag };
}

const asked = new URLSearchParams(globalThis.location?.search).get("lang");
let { name, locale } = choose([...(asked in LANGUAGES ? [asked] : []), ...(globalThis.navigator?.languages ?? [])]);
const load = (folder) => import(`./texts/${folder}${name}.js`);
const { default: make } = await load("").catch(() => {
  name = locale = "en";
  return load("");
});
let seldom;

export const format = formats(locale);
export const texts = make(format);
export const language = LANGUAGES[name];

export async function more() {
  seldom ??= load("seldom/");
  try {
    Object.assign(texts, (await seldom).default(format));
  } catch (error) {
    seldom = null;
    throw error;
  }
}

export function markLanguage(element) {
  element.lang = language;
  element.dir = "ltr";
}

const isSameDay = (a, b) => new Date(a).toDateString() === new Date(b).toDateString();

export function moment(at, now = Date.now()) {
  return isSameDay(at, now) ? texts.at(format.time("clock", at)) : texts.on(format.time("date", at));
}

/** A clock that is behind has no future. */
export function ago(at, now = Date.now()) {
  const age = Math.max(0, now - at);
  if (age < MINUTE) return texts.justNow;
  if (age >= DAY) return texts.on(format.time("date", at));
  return texts.ago(age < HOUR ? format.ago(Math.floor(age / MINUTE), "minute") : format.ago(Math.floor(age / HOUR), "hour"));
}

export function agoLasts(at, now = Date.now()) {
  const age = Math.max(0, now - at);
  const step = age < HOUR ? MINUTE : HOUR;
  return age < DAY ? step - (age % step) : Infinity;
}

/** Never taken for today's when it is not. */
export const rowTime = (at, now = Date.now()) => format.time(isSameDay(at, now) ? "seconds" : "date", at);
export const shortRowTime = (at, now = Date.now()) => format.time(isSameDay(at, now) ? "clock" : "short", at);
