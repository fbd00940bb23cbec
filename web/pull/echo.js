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
  /** The local displacement by sample number, oldest first. @type {Map<number, number>} */
  #local = new Map();
  #firstNumber = 0;
  #lastNumber = 0;
  /** What the server's displacement is more than ours (px). */
  #bias = 0;
  /** The server has spoken the last word on this gesture. */
  #settled = false;
  #report = { phase: "none", offset: 0, percent: 0 };
  /** The same by our own reckoning alone. */
  #own = this.#report;

  /** What to show now. */
  get report() {
    return this.#report;
  }

  get isUnderWay() {
    return this.#gesture.isUnderWay;
  }

  get isHeld() {
    return this.#gesture.isHeld;
  }

  /** A triggered state that only this side believes in so far. */
  get isPredicted() {
    return this.#gesture.phase === "triggered" && !this.#settled;
  }

  /**
   * Takes a sample that is being sent as number `n`.
   * @returns the report to show
   */
  sample(n, sample, policy, state) {
    if (sample.phase === "down" && !this.#gesture.isHeld) {
      this.#firstNumber = n;
      this.#local.clear();
      this.#bias = 0;
      this.#settled = false;
    }
    this.#lastNumber = n;
    const report = this.#gesture.sample(sample, policy, state);
    this.#remember(n, MOVING.has(report.phase) ? report.offset : 0);
    return this.#show(report, policy);
  }

  /** Somebody's refresh began while the gesture was under way. */
  join(run, policy) {
    const report = this.#gesture.join(run, policy);
    return report && this.#show(report, policy);
  }

  /**
   * Takes the server's word.
   * @returns the report to show, or null if it changes nothing
   */
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
    const isNewest = pull.n === this.#lastNumber;
    if (!this.#gesture.isUnderWay && isNewest && this.#gesture.isHeld) this.#gesture.force(pull.phase, pull.edge ?? null);
    const local = this.#local.get(pull.n);
    if (local === undefined || !this.#gesture.isUnderWay) return null;
    return this.#lean((MOVING.has(pull.phase) ? pull.offset : 0) - local, policy);
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
    if (this.#bias === 0 || !rules || !MOVING.has(report.phase)) return report;
    const offset = Math.min(rules.limit, Math.max(0, report.offset + this.#bias));
    return { ...report, offset, percent: offset / rules.threshold };
  }

  #remember(n, offset) {
    this.#local.set(n, offset);
    if (this.#local.size > REMEMBERED) this.#local.delete(this.#local.keys().next().value);
  }
}
