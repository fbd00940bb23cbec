import { texts } from "../texts.js";
import { author, failureWords } from "./run-words.js";

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
  const { who, isOurs } = author(by, client);
  return texts.happened.started(who ?? texts.people.someone, isOurs);
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
