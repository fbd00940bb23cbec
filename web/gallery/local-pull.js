import { Echo } from "../pull/pull.js";

/** Pulls on a local feed: the page's own reckoning, and the feed's word on it at once. */
export class LocalPull {
  #echo = new Echo();
  #feed;
  #show;
  #number = 0;
  #nextID = 0;

  /**
   * @param {import("./local-feed.js").LocalFeed} feed
   * @param {(report: object) => void} show called with each report to show
   */
  constructor(feed, show) {
    this.#feed = feed;
    this.#show = show;
  }

  get report() {
    return this.#echo.report;
  }

  get isPredicted() {
    return this.#echo.isPredicted;
  }

  nextID() {
    return this.#nextID++;
  }

  sample(sample) {
    const { policy, state } = this.#feed;
    const n = ++this.#number;
    const report = this.#echo.sample(n, sample, policy, state);
    this.#show(report);
    if (this.isPredicted && report.phase === "triggered") this.#trigger(n, report);
    return this.report;
  }

  /** A run has begun: a gesture under way is part of it. */
  joined(run) {
    const report = this.#echo.join(run, this.#feed.policy);
    if (report) this.#show(report);
  }

  /** The policy changed: what was pulled by the old one goes back. */
  release(policy) {
    if (this.#echo.isUnderWay) this.#show(this.#echo.lose(policy));
  }

  #trigger(n, { edge, offset }) {
    const { outcome, run, retryAfter } = this.#feed.begin(edge);
    const { rest, settle } = this.#feed.policy[edge];
    const refused = { phase: "rejected", why: "cooldown", retryAfter, settle: { from: rest, to: 0, duration: settle } };
    const word = outcome === "cooldown" ? refused : { phase: "triggered", run };
    const report = this.#echo.correct({ n, edge, offset: 0, percent: 0, ...word }, this.#feed.policy);
    if (report) this.#show({ ...report, offset });
  }
}

/** One list's, or one control's, hold on the pull: its pointers are told from all others'. */
export class Grip {
  #pull;
  #ids = new Map();
  #last = null;

  /** @param {LocalPull} pull */
  constructor(pull) {
    this.#pull = pull;
  }

  get report() {
    return this.#pull.report;
  }

  get isHeld() {
    return this.#ids.size > 0;
  }

  /** As the page's pull controller takes it. */
  sample(phase, pointer, { x, y }, scroll) {
    if (phase === "down") this.#ids.set(pointer, this.#pull.nextID());
    const id = this.#ids.get(pointer);
    if (id === undefined) return this.report;
    if (phase === "up" || phase === "cancel") this.#ids.delete(pointer);
    this.#last = { phase, id, x, y, scroll };
    return this.#pull.sample(this.#last);
  }

  /** Cancels pointers whose end was never told. @param {string} [kind] how their names begin */
  cancelLost(kind = "") {
    for (const pointer of [...this.#ids.keys()]) {
      if (pointer.startsWith(kind)) this.sample("cancel", pointer, this.#last, this.#last.scroll);
    }
  }
}
