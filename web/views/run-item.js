import { format, rowTime, texts } from "../texts.js";
import { make } from "./make.js";
import { author, failureWords } from "./run-words.js";

/** A run that has ended. @param {object} run as `last` in a state */
export function runItem(run, client) {
  const { outcome, started, ended, rows, truncated, error } = run;
  const time = make("time", { dateTime: new Date(ended).toISOString(), textContent: rowTime(ended) });
  const took = texts.runs.took(format.took(Math.max(0, ended - started)));
  const more = outcome === "failed" ? failureWords(error) : truncated ? texts.status.truncated(rows) : "";
  return make(
    "li",
    { className: `run ${outcome}` },
    make("strong", { dir: "auto", textContent: personWords(run, client) }),
    make("span", { className: "outcome", textContent: texts.outcome[outcome](rows) }),
    make("span", { className: "when" }, time, texts.comma, took),
    ...(more ? [make("p", { dir: "auto", textContent: more })] : []),
  );
}

/** The run that goes on. */
export class RunningItem {
  #who = make("strong", { dir: "auto" });
  #outcome = make("span", { className: "outcome" });
  element = make("li", { className: "run refreshing", hidden: true }, this.#who, this.#outcome);

  /** @param {object | null} run null while there is none */
  show(run, client) {
    this.element.hidden = !run;
    if (!run) return;
    write(this.#who, personWords(run, client));
    write(this.#outcome, texts.runs.running(run.progress));
  }
}

function personWords({ by, cause }, client) {
  if (cause === "schedule") return texts.runs.schedule;
  const { who, isOurs } = author(by, client);
  return isOurs ? texts.people.you : (who ?? texts.people.someone);
}

function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}
