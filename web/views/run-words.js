import { language, moment, texts } from "../texts.js";

/** What the server's own messages are written in. */
const SERVER = "en";

/** Who caused a run, as this page's reader would say it; `who` is undefined if nobody did. */
export function author(by, client) {
  const isOurs = by?.client !== undefined && by.client === client;
  const who = by?.name ? texts.people.named(by.name) : by?.client !== undefined ? texts.people.someone : undefined;
  return { who, isOurs };
}

/** What a failed run says: the source's own words where it has some. */
export function failureWords(error) {
  const known = texts.failure[error?.code] ?? texts.failure.unknown;
  if (!error?.message) return `${known}\n${texts.nothingAdded}`;
  if (language !== SERVER) return `${known}\n${texts.nothingAdded}\n${error.message}`;
  return /nothing was added/i.test(error.message) ? error.message : `${error.message}\n${texts.nothingAdded}`;
}

/** What a run that goes on is called. */
export function runningWords({ cause, by, progress }, client) {
  if (cause === "schedule") return texts.status.scheduled(progress);
  const { who, isOurs } = author(by, client);
  return texts.status.refreshing(who ?? texts.people.someone, isOurs, progress);
}

/** How a run ended. @param {(at: number) => string} [when] says when that was */
export function endedWords({ outcome, by, ended, rows, truncated }, client, when = moment) {
  const { isOurs } = author(by, client);
  const name = by?.name && texts.people.named(by.name);
  if (outcome !== "ok") return texts.status[outcome](when(ended), name, isOurs);
  const words = texts.status.ok(when(ended), name, isOurs, rows);
  return truncated ? words + texts.stop + texts.status.truncated(rows) : words;
}
