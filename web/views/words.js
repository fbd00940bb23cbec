import { language, more, texts } from "../texts.js";
import { author } from "./signs.js";

/** Reasons that are told only where the list stands: elsewhere the drag was an ordinary scroll. */
const AT_EDGE = ["no-policy", "no-overflow"];

/** What the server's own messages are written in. */
const SERVER = "en";

await more();

/** Why a pull did nothing; nothing where there is nothing to explain, as for a sideways swipe. */
export function pullWords({ phase, why, edge, retryAfter, known }, policy, stands) {
  const words = texts.why[why];
  if (known || !words || (phase !== "rejected" && phase !== "cancelled")) return null;
  if (AT_EDGE.includes(why) && !stands) return null;
  // Pulling at an end that never refreshes is worth a word only if the other one does.
  if (why === "no-policy" && !policy.top && !policy.bottom) return null;
  return words(edge, retryAfter);
}

/** What became of a request by a button or a key. */
export function replyWords({ to, outcome, why, retryAfter }, { policy, state }) {
  if (outcome === "queued") return texts.queued(retryAfter ?? policy[state?.last?.edge]?.cooldown ?? 0);
  if (outcome === "joined" && to === "refresh") return texts.joined;
  if (outcome !== "refused") return null;
  const words = texts.why[why] ?? texts.error[why];
  return words ? words("list", retryAfter) : texts.failure.unknown;
}

export function errorWords(code, message) {
  return texts.error[code]?.("pull") ?? texts.error.other(message);
}

/** Why a list is not shown. Of one that the token is not for nobody knows whether it is there. */
export function missingWords(code, feed) {
  return texts.missing[code](feed);
}

/** What a failed run says: the source's own words where it has some. */
export function failureWords(error) {
  const known = texts.failure[error?.code] ?? texts.failure.unknown;
  if (!error?.message) return `${known}\n${texts.nothingAdded}`;
  if (language !== SERVER) return `${known}\n${texts.nothingAdded}\n${error.message}`;
  return /nothing was added/i.test(error.message) ? error.message : `${error.message}\n${texts.nothingAdded}`;
}

/** What happened, for who hears the page. */
export function happenedWords({ kind, run, last }, client) {
  if (kind !== "started") {
    const { outcome, rows, error } = last;
    if (outcome === "ok") return texts.told.ok(rows);
    return outcome === "cancelled" ? texts.told.cancelled : texts.told.failed(failureWords(error));
  }
  if (run.cause === "schedule") return texts.told.scheduled;
  const { who, isOurs } = author(run.by, client);
  return texts.told.started(who ?? texts.people.someone, isOurs);
}
