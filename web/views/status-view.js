import { moment, texts } from "../texts.js";

/** The line that says what the feed does, or how its last refresh went. */
export class StatusView {
  #line;
  #banner;

  /**
   * @param {HTMLElement} line
   * @param {import("./banner.js").Banner} banner where a failure is told in full
   */
  constructor(line, banner) {
    this.#line = line;
    this.#banner = banner;
  }

  /**
   * @param {object | null} state the feed's state
   * @param {string | null} client our own id
   * @param {boolean} isLive the server is there to say what is so
   */
  show(state, client, isLive) {
    const { kind, text } = describe(state, client, isLive);
    this.#line.dataset.kind = kind;
    if (this.#line.textContent !== text) this.#line.textContent = text;
    const { last } = state ?? {};
    this.#banner.fail(
      kind === "failed" ? { key: `run ${last.id} ${last.ended}`, title: text, text: failureWords(last.error) } : null,
    );
  }
}

/** The name of who caused a run, as this page's reader would say it; undefined if nobody did. */
export function author(by, client) {
  if (by?.client !== undefined && by.client === client) return texts.people.you;
  return by?.name ?? (by?.client !== undefined ? texts.people.someone : undefined);
}

/** What a failed run says: the source's own words where it has some. */
export function failureWords(error) {
  const cause = error?.message || (texts.failure[error?.code] ?? texts.failure.unknown);
  return /nothing was added/i.test(cause) ? cause : `${cause}\n${texts.nothingAdded}`;
}

function describe(state, client, isLive) {
  if (!state) return { kind: "none", text: "" };
  const { run, last, phase } = state;
  if (phase === "refreshing" && run) {
    return isLive ? { kind: "refreshing", text: refreshing(run, client) } : { kind: "none", text: texts.status.unknown };
  }
  return last ? { kind: last.outcome, text: ended(last, client) } : { kind: "none", text: texts.status.never };
}

function refreshing({ cause, by, progress }, client) {
  if (cause === "schedule") return texts.status.scheduled(progress);
  const who = author(by, client) ?? texts.people.someone;
  return texts.status.refreshing(who, who === texts.people.you, progress);
}

function ended({ outcome, by, ended: at, rows, truncated }, client) {
  const isOurs = author(by, client) === texts.people.you;
  if (outcome !== "ok") return texts.status[outcome](moment(at), whose(by, isOurs));
  const text = texts.status.ok(moment(at), isOurs ? texts.people.youToo : by?.name, rows);
  return truncated ? `${text}. ${texts.status.truncated(rows)}` : text;
}

function whose(by, isOurs) {
  const { ours, of, nobody } = texts.status.whose;
  return isOurs ? ours : by?.name ? of(by.name) : nobody;
}
