import { along, overflows, standsAt } from "./scroll-edge.js";
import { displacement, percent } from "./travel.js";

/** The slop (px) on a feed that cannot be pulled at all. */
const SLOP = 8;
/** A viewport whose height changed by more than this (px) ends a gesture. */
const RESIZED = 1;
const EDGES = ["top", "bottom"];
const UNDER_WAY = new Set(["tracking", "pulling", "armed"]);
const OTHER = { top: "bottom", bottom: "top" };

/**
 * One person's gesture on one feed, by the rules of the server's engine, so that the page can show what the server
 * will say before it says it. The server still decides.
 */
export class Gesture {
  /** @type {"none" | "tracking" | "pulling" | "armed" | "triggered" | "joined" | "rejected" | "released" | "cancelled"} */
  phase = "none";
  /** The pulled edge, once the direction is decided. @type {"top" | "bottom" | null} */
  edge = null;
  offset = 0;

  #why = null;
  #run = null;
  #pointers = new Set();
  #down = null;
  /** Where the pointer was, by edge, when the list arrived there; null while the list is away. */
  #arrived = { top: null, bottom: null };

  get isUnderWay() {
    return UNDER_WAY.has(this.phase);
  }

  get isHeld() {
    return this.#pointers.size > 0;
  }

  /**
   * @param {{phase: "down" | "move" | "up" | "cancel", id: number, x: number, y: number, scroll: object}} sample
   * @param {{top?: object, bottom?: object}} policy the edges' policies
   * @param {{phase: string, run?: object} | null} state the feed's state
   */
  sample(sample, policy, state = null) {
    if ((sample.phase === "down") === this.#pointers.has(sample.id)) return this.#report(policy);
    switch (sample.phase) {
      case "down":
        return this.#downed(sample, policy, state);
      case "move":
        return this.#read(sample, policy);
      case "up":
        return this.#upped(sample, policy);
      default:
        this.#pointers.delete(sample.id);
        return this.isUnderWay ? this.#end("cancelled", policy, "cancel") : this.#report(policy);
    }
  }

  join(run, policy) {
    return this.isUnderWay ? this.#join({ phase: "refreshing", run }, policy) : null;
  }

  /** The server, or a lost connection, has ended the gesture otherwise than this side thought. */
  force(phase, edge = this.edge, { why = null, run = null } = {}) {
    this.phase = phase;
    this.edge = edge;
    this.offset = 0;
    this.#why = why;
    this.#run = run;
  }

  reset() {
    this.force("none", null);
    this.#pointers.clear();
  }

  #downed(sample, policy, state) {
    const isSecond = this.#pointers.size > 0;
    this.#pointers.add(sample.id);
    if (isSecond) return this.isUnderWay ? this.#end("cancelled", policy, "second-pointer") : this.#report(policy);
    this.force("tracking", null);
    this.#down = sample;
    for (const edge of EDGES) this.#arrived[edge] = standsAt(edge, sample.scroll) ? sample.y : null;
    return state?.run ? this.#join(state, policy) : this.#report(policy);
  }

  #upped(sample, policy) {
    // A lift is first read as a move with the pointer still down, so that it can reach.
    const last = this.#read(sample, policy);
    this.#pointers.delete(sample.id);
    if (!this.isUnderWay) return last;
    return this.phase === "armed" ? this.#trigger(policy) : this.#end("released", policy);
  }

  #read(sample, policy) {
    if (!this.isUnderWay) return this.#report(policy);
    if (Math.abs(sample.scroll.view - this.#down.scroll.view) > RESIZED) return this.#end("cancelled", policy, "resized");
    this.#follow(sample, policy);
    if (this.edge === null) {
      const why = this.#decide(sample, policy);
      if (why) return this.#end("rejected", policy, why);
    }
    const rules = policy[this.edge];
    // An edge that loses its policy ends the pull by the server's word.
    if (!rules) return this.#report(policy);
    if (this.phase === "tracking") {
      if (rules.needsOverflow && !overflows(sample.scroll)) return this.#end("rejected", policy, "no-overflow");
      if (this.#arrived[this.edge] === null) return this.#report(policy);
      if (rules.begins === "down" || standsAt(this.edge, this.#down.scroll)) this.#arrived[this.edge] = this.#down.y;
    }
    return this.#pull(sample, rules, policy);
  }

  /** Arrival at an edge counts from the first sample that shows it, also before the direction is decided. */
  #follow(sample, policy) {
    for (const edge of this.edge ? [this.edge] : EDGES) {
      const isFromDown = edge === this.edge && policy[edge]?.begins === "down";
      if (standsAt(edge, sample.scroll)) this.#arrived[edge] ??= sample.y;
      else if (!isFromDown) this.#arrived[edge] = null;
    }
  }

  /** Decides the direction as soon as the drag shows one; returns why it is none of ours. */
  #decide(sample, policy) {
    const dx = sample.x - this.#down.x;
    const dy = sample.y - this.#down.y;
    const near = dy < 0 ? "bottom" : "top";
    const slop = policy[near]?.slop ?? policy[OTHER[near]]?.slop ?? SLOP;
    if (!(Math.sqrt(dx * dx + dy * dy) > slop)) return null;
    if (Math.abs(dx) > Math.abs(dy)) return "horizontal";
    const edge = dy > 0 ? "top" : "bottom";
    this.edge = edge;
    const rules = policy[edge];
    if (!rules) return "no-policy";
    return rules.begins === "down" && !standsAt(edge, this.#down.scroll) ? "not-at-edge" : null;
  }

  #pull(sample, rules, policy) {
    const isThere = standsAt(this.edge, sample.scroll);
    const way = isThere ? along(this.edge, this.#arrived[this.edge], sample.y) : 0;
    this.offset = isThere ? displacement(way, rules, sample.scroll.view) : 0;
    if (rules.trigger === "release") {
      this.phase = this.offset > rules.threshold ? "armed" : "pulling";
      return this.#report(policy);
    }
    this.phase = "pulling";
    return this.offset >= rules.threshold ? this.#trigger(policy) : this.#report(policy);
  }

  #trigger(policy) {
    const rules = policy[this.edge];
    const settle = { from: this.offset, to: rules.rest, duration: rules.settle };
    this.force("triggered");
    this.offset = rules.rest;
    return this.#report(policy, { settle });
  }

  #join({ phase, run }, policy) {
    const rules = policy[run.edge];
    const from = this.offset;
    this.force("joined", run.edge);
    this.#run = run.id;
    if (phase !== "refreshing" || !rules) return this.#report(policy);
    this.offset = rules.rest;
    return this.#report(policy, { settle: { from, to: rules.rest, duration: rules.settle } });
  }

  #end(phase, policy, why = null) {
    const from = this.offset;
    this.force(phase, why === "horizontal" ? null : this.edge, { why });
    return this.#report(policy, from > 0 ? { settle: { from, to: 0, duration: policy[this.edge].settle } } : {});
  }

  #report(policy, more = {}) {
    if (this.phase === "none") return { phase: "rejected", offset: 0, percent: 0, why: "order" };
    const rules = policy[this.edge];
    const report = { phase: this.phase, offset: this.offset, percent: rules ? percent(this.offset, rules) : 0, ...more };
    if (this.edge !== null) report.edge = this.edge;
    if (this.#why !== null) report.why = this.#why;
    if (this.#run !== null) report.run = this.#run;
    return report;
  }
}
