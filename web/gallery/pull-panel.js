import { format } from "../texts.js";
import { button, check, choice, make, part, slider } from "./controls.js";
import { Grip } from "./local-pull.js";
import { words } from "./words.js";

/** Farther than any threshold on the page (px). */
const WAY = 800;
const FINGER = "slider";
const OUTCOMES = { ok: { outcome: "ok", rows: 1 }, nothing: { outcome: "ok", rows: 0 }, failed: { outcome: "failed", rows: 0 } };
const UNDER_WAY = new Set(["tracking", "pulling", "armed"]);
const { pull: text } = words;

/** Pulling without dragging: a finger moved by a slider, and the same buttons as a list has; and how it ends. */
export class PullPanel {
  element;
  #grip;
  #feed;
  #edge;
  #scroll;
  #way;
  #refused = null;
  /** The cooldown that refused this pull is over. */
  #isOver = false;
  #timer;
  #now = make("p", { className: "now" });
  #percent = make("span", { className: "value" });
  #cancel = button(text.cancel, () => this.#feed.cancel());

  /**
   * @param {import("./local-feed.js").LocalFeed} feed
   * @param {import("./local-pull.js").LocalPull} pull
   * @param {{edge: () => "top" | "bottom", scroll: () => object}} list the edge, and a list that stands there
   */
  constructor(feed, pull, { edge, scroll }) {
    this.#feed = feed;
    this.#grip = new Grip(pull);
    this.#edge = edge;
    this.#scroll = scroll;
    this.#now.setAttribute("role", "status");
    this.#way = slider({
      name: text.way,
      help: text.wayHelp,
      from: 0,
      to: WAY,
      step: 1,
      unit: "px",
      changed: (way) => this.#move(way),
    });
    const time = slider({ name: text.time, from: 0, to: 10_000, step: 250, unit: "ms", changed: (ms) => (feed.source.time = ms) });
    time.set(feed.source.time);
    this.element = part(
      text.title,
      this.#way.element,
      make("div", { className: "row-of-buttons" }, button(text.up, () => this.up()), button(text.refresh, () => this.#refresh(), "main"), this.#cancel),
      make("div", { className: "now-line" }, this.#now, this.#percent),
      choice({
        name: text.outcome,
        options: Object.entries(text.outcomes),
        changed: (outcome) => Object.assign(feed.source, OUTCOMES[outcome]),
      }).element,
      time.element,
      check({ name: text.progress, changed: (tells) => (feed.source.tellsProgress = tells) }).element,
    );
  }

  /** Lifts the slider's finger. */
  up() {
    if (this.#grip.isHeld) this.#sample("up", this.#lastWay);
    this.#way.set(0);
  }

  /** Says what goes on. */
  show({ state, report }) {
    if (!report.why) this.#isOver = false;
    // Later samples of a pull repeat why it was refused, without how long that lasts.
    if (report.why && !this.#isOver && report.why !== this.#refused?.why) this.#refuse(report);
    else if (!report.why && report.phase !== "joined") this.#refuse(null);
    const phase = this.#phase(state, report);
    const said = text.phases[phase];
    const what = typeof said === "function" ? said(format.wait(this.#refused.retryAfter)) : said;
    const line = `${text.phase}: ${what}`;
    if (this.#now.textContent !== line) this.#now.textContent = line;
    this.#percent.textContent = report.percent > 0 ? format.percent(report.percent) : "";
    this.#cancel.setAttribute("aria-disabled", state.phase !== "refreshing");
  }

  #phase(state, report) {
    if (state.phase === "refreshing") return "refreshing";
    if (state.phase === "settling") return state.last.outcome;
    if (this.#refused) return this.#refused.why;
    return UNDER_WAY.has(report.phase) ? report.phase : (state.last?.outcome ?? "none");
  }

  #lastWay = 0;

  #move(way) {
    if (!this.#grip.isHeld) {
      if (way > 0) this.#sample("down", 0);
      else return;
    }
    this.#sample("move", way);
    if (way === 0) this.up();
  }

  #sample(phase, way) {
    this.#lastWay = way;
    const y = this.#edge() === "top" ? way : -way;
    this.#grip.sample(phase, FINGER, { x: 0, y }, this.#scroll());
  }

  /** The words of a cooldown go when it is over. */
  #refuse(refused) {
    clearTimeout(this.#timer);
    this.#refused = refused;
    if (refused?.retryAfter) this.#timer = setTimeout(() => this.#cooled(), refused.retryAfter);
  }

  #cooled() {
    this.#isOver = true;
    this.#refused = null;
    this.show({ state: this.#feed.state, report: this.#grip.report });
  }

  #refresh() {
    const { outcome, retryAfter } = this.#feed.begin(this.#edge());
    this.#refuse(outcome === "cooldown" ? { why: "cooldown", retryAfter } : null);
    if (this.#refused) this.#now.textContent = `${text.phase}: ${text.phases.cooldown(format.wait(retryAfter))}`;
  }
}
