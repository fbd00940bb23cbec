import { Gesture } from "./gesture.js";

/** Samples whose local answer is remembered until the server's comes. */
const REMEMBERED = 1_024;
/** Up to this difference (px) both sides agree. */
const AGREED = 1;
const isMoving = (phase) => phase === "pulling" || phase === "armed";
const isOpen = (phase) => isMoving(phase) || phase === "tracking";

/**
 * The local echo: shows a sample's effect at once and lets the server's `pull` correct it. While both agree nothing
 * changes; where they differ the server is right.
 */
export class Echo {
  report = { phase: "none", offset: 0, percent: 0 };
  #gesture = new Gesture();
  /** Our own phase and displacement by sample number, of this gesture, oldest first. */
  #local = new Map();
  #last;
  /** What the server's displacement is more than ours (px). */
  #bias = 0;
  /** The server has spoken the last word on this gesture. */
  #settled = false;
  /** The report by our own reckoning alone. */
  #own = this.report;

  get isUnderWay() {
    return this.#gesture.isUnderWay;
  }

  get isHeld() {
    return this.#gesture.isHeld;
  }

  /** A run that only this side believes in so far: we triggered it, or pressed again before the server answered. */
  get isPredicted() {
    const { phase, run } = this.report;
    return !this.#settled && (phase === "triggered" || (phase === "joined" && run === undefined));
  }

  /** Takes a sample that is being sent as number `n`. */
  sample(n, sample, policy, state) {
    if (sample.phase === "down" && !this.isHeld) {
      if (this.isPredicted && !state?.run) state = { phase: "refreshing", run: { edge: this.report.edge } };
      this.#local.clear();
      this.#bias = 0;
      this.#settled = false;
    }
    this.#last = { ...sample, n };
    const report = this.#gesture.sample(sample, policy, state);
    this.#local.set(n, { phase: report.phase, offset: isMoving(report.phase) ? report.offset : 0 });
    if (this.#local.size > REMEMBERED) this.#local.delete(this.#local.keys().next().value);
    return this.#show(report, policy);
  }

  join(run, policy) {
    const report = this.#gesture.join(run, policy);
    return report && this.#show(report, policy);
  }

  /** Takes the server's `pull`; returns the report to show, or null if it changes nothing, or is not on our samples. */
  correct(pull, policy) {
    const local = this.#local.get(pull.n);
    if (!local || this.#settled) return null;
    if (!isOpen(pull.phase)) {
      const known = pull.phase === this.#gesture.phase;
      this.#settled = true;
      this.#gesture.force(pull.phase, pull.edge ?? null, pull);
      // The same end is under way already; only what the server alone knows is new.
      this.report = known ? { ...this.report, run: pull.run, settle: undefined } : pull;
      return { ...pull, known };
    }
    if (!this.isUnderWay) return this.#reopen(pull, local, policy);
    if (!isOpen(local.phase)) return null;
    return this.#lean((isMoving(pull.phase) ? pull.offset : 0) - local.offset, policy);
  }

  /** The connection is gone: nothing of this gesture counts any more, and it goes back by itself. */
  lose(policy) {
    const { edge, offset } = this.report;
    this.#gesture.reset();
    this.#local.clear();
    this.#settled = true;
    this.report = { phase: "cancelled", edge, offset: 0, percent: 0 };
    if (!policy[edge] || !(offset > 0)) return this.report;
    return { ...this.report, settle: { from: offset, to: 0, duration: policy[edge].settle } };
  }

  /**
   * The server goes on with a gesture that we took for over: at the newest sample, or because we took part in a run
   * that had ended before the server heard of this pull.
   */
  #reopen(pull, local, policy) {
    if (!this.isHeld || (pull.n !== this.#last.n && local.phase !== "joined")) return null;
    this.#gesture.force(pull.phase, pull.edge ?? null);
    this.#bias = 0;
    return this.#show({ ...this.#gesture.sample({ ...this.#last, phase: "move" }, policy), corrected: true }, policy);
  }

  /** Shows what follows from now on by `bias` px further than our own reckoning. */
  #lean(bias, policy) {
    if (Math.abs(bias - this.#bias) <= AGREED) return null;
    this.#bias = bias;
    return isMoving(this.report.phase) ? this.#show({ ...this.#own, corrected: true }, policy) : null;
  }

  #show(report, policy) {
    this.#own = report;
    this.report = this.#leaning(report, policy[report.edge]);
    return this.report;
  }

  #leaning(report, rules) {
    if (this.#bias === 0 || !rules) return report;
    const { phase, settle } = report;
    const lean = (offset) => Math.min(rules.limit, Math.max(0, offset + this.#bias));
    if (settle) return { ...report, settle: { ...settle, from: lean(settle.from) } };
    if (!isMoving(phase)) return report;
    const offset = lean(report.offset);
    return { ...report, offset, percent: offset / rules.threshold };
  }
}
