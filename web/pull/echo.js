import { Gesture } from "./gesture.js";

/** Samples whose local answer is remembered until the server's comes. */
const REMEMBERED = 512;
/** Up to this difference (px) both sides agree. */
const AGREED = 1;
const MOVING = new Set(["pulling", "armed"]);
const OPEN = new Set(["tracking", "pulling", "armed"]);

/**
 * The local echo: shows a sample's effect at once and lets the server's `pull` correct it. While both agree nothing
 * changes; where they differ the server is right.
 */
export class Echo {
  #gesture = new Gesture();
  /** Our own phase and displacement by sample number, oldest first. @type {Map<number, {phase: string, offset: number}>} */
  #local = new Map();
  #firstNumber = 0;
  #lastNumber = 0;
  #lastSample = null;
  /** What the server's displacement is more than ours (px). */
  #bias = 0;
  /** The server has spoken the last word on this gesture. */
  #settled = false;
  #report = { phase: "none", offset: 0, percent: 0 };
  /** The same by our own reckoning alone. */
  #own = this.#report;

  get report() {
    return this.#report;
  }

  get isUnderWay() {
    return this.#gesture.isUnderWay;
  }

  get isHeld() {
    return this.#gesture.isHeld;
  }

  /** A run that only this side believes in so far: we triggered it, or pressed again before the server answered. */
  get isPredicted() {
    const { phase, run } = this.#report;
    return !this.#settled && (phase === "triggered" || (phase === "joined" && run === undefined));
  }

  /** Takes a sample that is being sent as number `n`. */
  sample(n, sample, policy, state) {
    let known = state;
    if (sample.phase === "down" && !this.#gesture.isHeld) {
      if (this.isPredicted && !state?.run) known = { phase: "refreshing", run: { edge: this.#report.edge, id: null } };
      this.#firstNumber = n;
      this.#local.clear();
      this.#bias = 0;
      this.#settled = false;
    }
    this.#lastNumber = n;
    this.#lastSample = sample;
    const report = this.#gesture.sample(sample, policy, known);
    this.#remember(n, { phase: report.phase, offset: MOVING.has(report.phase) ? report.offset : 0 });
    return this.#show(report, policy);
  }

  join(run, policy) {
    const report = this.#gesture.join(run, policy);
    return report && this.#show(report, policy);
  }

  /** @returns the report to show, or null if it changes nothing */
  correct(pull, policy) {
    if (pull.n < this.#firstNumber || this.#settled) return null;
    if (!OPEN.has(pull.phase)) {
      const known = pull.phase === this.#gesture.phase;
      this.#settled = true;
      this.#gesture.force(pull.phase, pull.edge ?? null, { why: pull.why ?? null, run: pull.run ?? null });
      // The same end is under way already; only what the server alone knows is new.
      this.#report = known ? { ...this.#report, run: pull.run, settle: undefined } : pull;
      return { ...pull, known };
    }
    const local = this.#local.get(pull.n);
    if (local === undefined) return null;
    if (!this.#gesture.isUnderWay) return this.#reopen(pull, local, policy);
    if (!OPEN.has(local.phase)) return null;
    return this.#lean((MOVING.has(pull.phase) ? pull.offset : 0) - local.offset, policy);
  }

  /**
   * The server goes on with a gesture that we took for over: at the newest sample, or because we took part in a run
   * that had ended before the server heard of this pull.
   */
  #reopen(pull, local, policy) {
    const isWrong = pull.n === this.#lastNumber || local.phase === "joined";
    if (!isWrong || !this.#gesture.isHeld) return null;
    this.#gesture.force(pull.phase, pull.edge ?? null);
    this.#bias = 0;
    const report = this.#gesture.sample({ ...this.#lastSample, phase: "move" }, policy);
    return this.#show({ ...report, corrected: true }, policy);
  }

  /** The connection is gone: nothing of this gesture counts any more, and it goes back by itself. */
  lose(policy) {
    const { edge, offset } = this.#report;
    const rules = policy[edge];
    this.#gesture.reset();
    this.#local.clear();
    this.#settled = true;
    this.#report = { phase: "cancelled", edge, offset: 0, percent: 0 };
    if (!rules || !(offset > 0)) return this.#report;
    return { ...this.#report, settle: { from: offset, to: 0, duration: rules.settle } };
  }

  /** Shows what follows from now on by `bias` px further than our own reckoning. */
  #lean(bias, policy) {
    const change = bias - this.#bias;
    if (Math.abs(change) <= AGREED) return null;
    this.#bias = bias;
    if (!MOVING.has(this.#report.phase)) return null;
    return this.#show({ ...this.#own, corrected: true }, policy);
  }

  #show(report, policy) {
    this.#own = report;
    this.#report = this.#leaning(report, policy[report.edge]);
    return this.#report;
  }

  #leaning(report, rules) {
    if (this.#bias === 0 || !rules) return report;
    const lean = (offset) => Math.min(rules.limit, Math.max(0, offset + this.#bias));
    if (report.settle) return { ...report, settle: { ...report.settle, from: lean(report.settle.from) } };
    if (!MOVING.has(report.phase)) return report;
    const offset = lean(report.offset);
    return { ...report, offset, percent: offset / rules.threshold };
  }

  #remember(n, local) {
    this.#local.set(n, local);
    if (this.#local.size > REMEMBERED) this.#local.delete(this.#local.keys().next().value);
  }
}
