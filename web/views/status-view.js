import { moment, texts } from "../texts.js";

/** The line that says what the feed does, or how its last refresh went. It stays: a failure is on every page until the next run ends. */
export class StatusView {
  #line;
  #detail;

  /** @param {{line: HTMLElement, detail: HTMLElement, box: HTMLElement}} elements */
  constructor({ line, detail, box }) {
    this.#line = line;
    this.#detail = detail;
    this.box = box;
  }

  /**
   * @param {object | null} state the feed's state
   * @param {string | null} client our own id
   */
  show(state, client) {
    const { kind, line, detail } = describe(state, client);
    this.box.dataset.kind = kind;
    if (this.#line.textContent !== line) this.#line.textContent = line;
    if (this.#detail.textContent !== detail) this.#detail.textContent = detail;
    this.#detail.title = detail;
  }
}

/** The name of who caused a run, as this page's reader would say it; undefined if nobody did. */
export function author(by, client) {
  if (by?.client !== undefined && by.client === client) return texts.people.you;
  return by?.name ?? (by?.client !== undefined ? texts.people.someone : undefined);
}

/** What a failed run says: the source's own words where it has some. */
export function failureWords(error) {
  const known = texts.failure[error?.code] ?? texts.failure.unknown;
  return error?.message || known;
}

function describe(state, client) {
  if (!state) return { kind: "none", line: "", detail: "" };
  const { run, last } = state;
  if (state.phase === "refreshing" && run) {
    const who = author(run.by, client);
    const line =
      run.cause === "schedule"
        ? texts.status.scheduled(run.progress)
        : texts.status.refreshing(who ?? texts.people.someone, who === texts.people.you, run.progress);
    return { kind: "refreshing", line, detail: "" };
  }
  if (!last) return { kind: "none", line: texts.status.never, detail: "" };
  const name = author(last.by, client);
  const who = name === texts.people.you ? texts.people.youToo : name;
  const when = moment(last.ended);
  switch (last.outcome) {
    case "ok":
      return {
        kind: "ok",
        line: texts.status.ok(when, who, last.rows),
        detail: last.truncated ? texts.status.truncated(last.rows) : "",
      };
    case "cancelled":
      return { kind: "cancelled", line: texts.status.cancelled(when, who), detail: "" };
    default:
      return { kind: "failed", line: texts.status.failed(when, who), detail: failureWords(last.error) };
  }
}
