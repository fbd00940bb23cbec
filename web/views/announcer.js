import { texts } from "../texts.js";
import { author, failureWords } from "./status-view.js";

/** One polite live region: says what happened, never each percent. */
export class Announcer {
  #element;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  say(text) {
    this.#element.textContent = text;
  }

  /** A run's start or end. */
  happened(event, client) {
    this.say(event.kind === "started" ? started(event.run, client) : ended(event.last));
  }
}

function started({ by, cause }, client) {
  if (cause === "schedule") return texts.happened.scheduled;
  return texts.happened.started(author(by, client) ?? texts.people.someone);
}

function ended({ outcome, rows, error }) {
  switch (outcome) {
    case "ok":
      return texts.happened.ok(rows);
    case "cancelled":
      return texts.happened.cancelled;
    default:
      return texts.happened.failed(failureWords(error));
  }
}
