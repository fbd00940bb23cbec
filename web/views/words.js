import { format, language, more, texts } from "../texts.js";
import { author } from "./signs.js";

/** Reasons that are told only where the list stands: elsewhere the drag was an ordinary scroll. */
const AT_EDGE = ["no-policy", "no-overflow"];

/** What the server's own messages are written in. */
const SERVER = "en";

await more();

/** How long to wait, in the unit that says it well; never less than it is. */
export function waitWords(ms = 0) {
  const [unit, one] = ms < 100_000 ? ["second", 1_000] : ms < 6_000_000 ? ["minute", 60_000] : ["hour", 3_600_000];
  return format.unit(unit, "long", Math.max(1, Math.ceil(ms / one)));
}

/** Why a pull did nothing; nothing where there is nothing to explain, as for a sideways swipe. */
export function pullWords({ phase, why, edge, retryAfter, known }, policy, stands) {
  const words = texts.why[why];
  if (known || !words || (phase !== "rejected" && phase !== "cancelled")) return null;
  if (AT_EDGE.includes(why) && !stands) return null;
  // Pulling at an end that never refreshes is worth a word only if the other one does.
  if (why === "no-policy" && !policy.top && !policy.bottom) return null;
  return words(edge, waitWords(retryAfter));
}

/** What became of a request by a button or a key. */
export function replyWords({ to, outcome, why, retryAfter }, { policy, state }) {
  if (outcome === "queued") {
    const wait = retryAfter ?? policy[state?.last?.edge]?.cooldown;
    return texts.queued(wait ? waitWords(wait) : "");
  }
  if (outcome === "joined" && to === "refresh") return texts.joined;
  if (outcome !== "refused") return null;
  const words = texts.why[why] ?? texts.error[why];
  return words ? words("list", waitWords(retryAfter)) : texts.failure.unknown;
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
