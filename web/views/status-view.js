import { ago, agoLasts, texts } from "../texts.js";
import { endedWords, failureWords, runningWords } from "./run-words.js";

/** The longest wait a timer takes as it is (ms). */
const HOUR = 3_600_000;

/** The line that says what the feed does, or how its last refresh went; how long ago stays true by itself. */
export class StatusView {
  #line;
  #banner;
  #timer = null;

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
    const { last } = state ?? {};
    const isEnded = kind === last?.outcome;
    // The line says how long ago, which changes; what stays says when.
    const title = isEnded ? endedWords(last, client) : text;
    this.#line.dataset.kind = kind;
    this.#line.title = isEnded ? title : "";
    if (this.#line.textContent !== text) this.#line.textContent = text;
    this.#banner.fail(kind === "failed" ? { key: `run ${last.id} ${last.ended}`, title, text: failureWords(last.error) } : null);
    clearTimeout(this.#timer);
    if (isEnded) this.#timer = setTimeout(() => this.#again(state, client, isLive), Math.min(HOUR, agoLasts(last.ended)));
  }

  #again(...shown) {
    if (this.#line.isConnected) this.show(...shown);
  }
}

function describe(state, client, isLive) {
  if (!state) return { kind: "none", text: "" };
  const { run, last, phase } = state;
  if (phase === "refreshing" && run) {
    return isLive ? { kind: "refreshing", text: runningWords(run, client) } : { kind: "none", text: texts.status.unknown };
  }
  return last ? { kind: last.outcome, text: endedWords(last, client, ago) } : { kind: "none", text: texts.status.never };
}
