import { MOST_RUNS, loadRuns, took } from "../feed/runs.js";
import { shortcuts } from "../input/keyboard.js";
import { format, markLanguage, rowTime, texts } from "../texts.js";
import { author, write } from "./signs.js";
import { failureWords } from "./words.js";

const LOOKS = new URL("../styles/runs.css", import.meta.url);

/** The runs of a feed, newest first: who, when, how long, how many rows, and how it went. Kept current while open. */
export class RunsPanel {
  #model;
  #dialog;
  #button;
  #list = make("ol", { className: "runs" });
  #note = make("p", { className: "note" });
  #again = make("button", { className: "quiet", type: "button", textContent: texts.runs.again });
  #current = new RunningItem();
  #keys = keySwitch();
  #feed = "";
  /** @type {object[] | null} */
  #runs = null;
  #question = 0;
  #wasLive = false;
  #running = null;

  /** Stands beside the button that opens it, once its looks are there. */
  static async beside(button, model) {
    const panel = new RunsPanel(button, model);
    const link = make("link", { rel: "stylesheet", href: LOOKS.href });
    const isThere = new Promise((done) => (link.onload = link.onerror = done));
    panel.#dialog.prepend(link);
    const root = button.getRootNode();
    (root.body ?? root).append(panel.#dialog);
    await isThere;
    return panel;
  }

  constructor(button, model) {
    this.#button = button;
    this.#model = model;
    const title = make("h2", { id: "runs-title", textContent: texts.history });
    const close = make("button", { className: "quiet", type: "button", textContent: texts.close });
    const body = make("div", { className: "body", tabIndex: 0 }, this.#list, this.#note, this.#again);
    body.role = "region";
    body.setAttribute("aria-labelledby", title.id);
    this.#note.role = "status";
    this.#dialog = make("dialog", { className: "history" }, make("header", {}, title, close), body, this.#keys.element);
    this.#dialog.setAttribute("aria-labelledby", title.id);
    markLanguage(this.#dialog);
    close.addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("click", (event) => event.target === this.#dialog && this.#dialog.close());
    // Some browsers do not give a button the focus that it could get back.
    this.#dialog.addEventListener("close", () => this.#feed && this.#button.focus());
    this.#again.addEventListener("click", () => {
      // The button goes; what has the focus stays in the panel.
      body.focus();
      this.#load();
    });
  }

  open() {
    // The element may have gone since it was asked for.
    if (this.#dialog.open || !this.#dialog.isConnected) return;
    this.#keys.show();
    this.#load();
    this.#dialog.showModal();
  }

  /** The feed's state or the connection changed. */
  changed() {
    const { session } = this.#model();
    const { name, pos } = session.state;
    if (pos === null && name === this.#feed) this.#forget();
    if (!this.#dialog.open) return;
    const isBack = session.live && !this.#wasLive;
    this.#wasLive = session.live;
    if (isBack || name !== this.#feed || this.#missesRuns(session.state.state?.last)) this.#load();
    else this.#show();
  }

  /** Who may not see the list does not see its runs. */
  #forget() {
    this.#question += 1;
    this.#feed = "";
    this.#runs = null;
    this.#list.replaceChildren();
    this.#dialog.close();
  }

  /** Takes a run that has ended; true if there may be others that nothing was heard of. */
  #missesRuns(last) {
    if (!last || !this.#runs || this.#runs[0]?.id >= last.id) return false;
    if (last.id !== this.#running) return true;
    this.#runs = [last, ...this.#runs].slice(0, MOST_RUNS);
    this.#list.prepend(this.#current.element, runItem(last, this.#model().connection.client));
    return false;
  }

  async #load() {
    const { session, connection } = this.#model();
    const question = (this.#question += 1);
    const feed = session.state.name;
    if (feed !== this.#feed) this.#runs = null;
    this.#feed = feed;
    this.#wasLive = session.live;
    this.#tell(this.#runs ? "" : texts.runs.loading);
    this.#show();
    const runs = await loadRuns(connection, feed).catch(() => null);
    // The answer to the newest question counts.
    if (question !== this.#question) return;
    if (runs) {
      this.#runs = runs;
      this.#list.replaceChildren(this.#current.element, ...runs.map((run) => runItem(run, connection.client)));
    }
    this.#tell(runs ? "" : texts.runs.unloaded, !runs);
    this.#show();
  }

  #tell(words, isFailed = false) {
    this.#note.textContent = words;
    this.#again.hidden = !isFailed;
  }

  #show() {
    const { session, connection } = this.#model();
    const { phase, run } = session.state.state ?? {};
    const current = session.live && phase === "refreshing" ? run : null;
    if (current) this.#running = current.id;
    this.#current.show(current, connection.client);
    if (!this.#runs || !this.#again.hidden) return;
    const isEmpty = this.#runs.length === 0 && !current;
    const words = isEmpty ? texts.runs.empty : this.#runs.length === MOST_RUNS ? texts.runs.last(MOST_RUNS) : "";
    write(this.#note, words);
  }
}

/** Lets the reader do without keys: who speaks to the machine, or leans on it, may set them off. */
function keySwitch() {
  const box = make("input", { type: "checkbox" });
  box.role = "switch";
  box.addEventListener("change", () => (shortcuts.isOn = box.checked));
  const words = [texts.keys.refresh, texts.keys.cancel].join(texts.comma);
  const hint = make("span", { className: "hint", id: "keys-hint", textContent: words });
  box.setAttribute("aria-describedby", hint.id);
  const element = make("footer", {}, make("label", {}, box, texts.runs.keys), hint);
  return { element, show: () => (box.checked = shortcuts.isOn) };
}

/** A run that has ended. @param {object} run as `last` in a state */
function runItem(run, client) {
  const { outcome, started, ended, rows, truncated, error } = run;
  const time = make("time", { dateTime: new Date(ended).toISOString(), textContent: rowTime(ended) });
  const length = texts.runs.took(took(Math.max(0, ended - started), format.unit));
  const more = outcome === "failed" ? failureWords(error) : truncated ? texts.status.truncated : "";
  return make(
    "li",
    { className: `run ${outcome}` },
    make("strong", { dir: "auto", textContent: personWords(run, client) }),
    make("span", { className: "outcome", textContent: texts.outcome[outcome](rows) }),
    make("span", { className: "when" }, time, texts.comma, length),
    ...(more ? [make("p", { dir: "auto", textContent: more })] : []),
  );
}

/** The run that goes on. */
class RunningItem {
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
  return isOurs ? texts.runs.you : (who ?? texts.people.someone);
}

/** An element with its properties and what it holds; words are text, never markup. */
function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
