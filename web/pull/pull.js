import { browser } from "../connection/connection.js";
import { Gesture } from "./gesture.js";

const REMEMBERED = 1_024;
const AGREED = 1;
// Shorter (ms) than the server's lease.
const KEEP_ALIVE = 5_000;
// With so much unsent (bytes) moves are left out: no percent depends on those before.
const BACKLOG = 65_536;
const isMoving = (phase) => phase === "pulling" || phase === "armed";
const isOpen = (phase) => isMoving(phase) || phase === "tracking";

/** Shows a sample's effect at once; where the server's `pull` differs, that is right. */
export class Echo {
  report = { phase: "none", offset: 0, percent: 0 };
  #gesture = new Gesture();
  #policy;
  #local = new Map();
  #last;
  #bias = 0;
  #settled = false;
  #own = this.report;

  get isUnderWay() {
    return this.#gesture.isUnderWay;
  }

  get isHeld() {
    return this.#gesture.isHeld;
  }

  get isPredicted() {
    const { phase, run } = this.report;
    return !this.#settled && (phase === "triggered" || (phase === "joined" && run === undefined));
  }

  sample(n, sample, policy, state) {
    this.#policy = policy;
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
    return this.#show(report);
  }

  join(run, policy) {
    this.#policy = policy;
    const report = this.#gesture.join(run, policy);
    return report && this.#show(report);
  }

  correct(pull, policy) {
    this.#policy = policy;
    const { n, phase, offset } = pull;
    const local = this.#local.get(n);
    // Another element of the same feed has its own samples.
    if (!local || this.#settled) return null;
    if (!isOpen(phase)) return this.#finish(pull);
    if (!this.isUnderWay) return this.#reopen(pull, local);
    return isOpen(local.phase) ? this.#lean((isMoving(phase) ? offset : 0) - local.offset) : null;
  }

  lose(policy) {
    const { edge, offset } = this.report;
    this.#gesture.reset();
    this.#local.clear();
    this.#settled = true;
    this.report = { phase: "cancelled", edge, offset: 0, percent: 0 };
    if (!policy[edge] || !(offset > 0)) return this.report;
    return { ...this.report, settle: { from: offset, to: 0, duration: policy[edge].settle } };
  }

  #finish(pull) {
    const { phase, edge, run } = pull;
    const known = phase === this.#gesture.phase;
    this.#settled = true;
    this.#gesture.force(phase, edge ?? null, pull);
    // Only what the server alone knows is new.
    this.report = known ? { ...this.report, run, settle: undefined } : pull;
    return { ...pull, known };
  }

  /** By the newest sample, or as the run that we joined had just ended. */
  #reopen({ n, phase, edge }, local) {
    if (!this.isHeld || (n !== this.#last.n && local.phase !== "joined")) return null;
    this.#gesture.force(phase, edge ?? null);
    this.#bias = 0;
    return this.#show({ ...this.#gesture.sample({ ...this.#last, phase: "move" }, this.#policy), corrected: true });
  }

  #lean(bias) {
    if (Math.abs(bias - this.#bias) <= AGREED) return null;
    this.#bias = bias;
    return isMoving(this.report.phase) ? this.#show({ ...this.#own, corrected: true }) : null;
  }

  #show(report) {
    const { phase, settle, edge } = report;
    const rules = this.#policy[edge];
    const lean = (offset) => Math.min(rules.limit, Math.max(0, offset + this.#bias));
    this.#own = this.report = report;
    if (this.#bias === 0 || !rules) return report;
    if (settle) {
      this.report = { ...report, settle: { ...settle, from: lean(settle.from) } };
    } else if (isMoving(phase)) {
      const offset = lean(report.offset);
      this.report = { ...report, offset, percent: offset / rules.threshold };
    }
    return this.report;
  }
}

export class PullController {
  #echo = new Echo();
  #connection;
  #environment;
  #session;
  #show;
  #last;
  #lease;
  #isDead = false;
  #isUnheard = false;
  /** Ids on the wire are the connection's, so that a mouse and a touch never share one. */
  #ids = new Map();

  constructor(connection, show, environment = browser) {
    this.#connection = connection;
    this.#environment = environment;
    this.#show = show;
  }

  attach(session) {
    this.release();
    this.#session = session;
  }

  get report() {
    return this.#isUnheard ? { ...this.#echo.report, isUnheard: true } : this.#echo.report;
  }

  get isPredicted() {
    return this.#echo.isPredicted;
  }

  get isHeld() {
    return this.#ids.size > 0;
  }

  get isPulling() {
    return !this.#isUnheard && this.#echo.isUnderWay && this.#echo.report.edge !== undefined;
  }

  sample(phase, pointer, { x, y }, scroll) {
    if (!scroll.view) {
      // A list that was hidden meanwhile: a lift without its measures would be refused.
      if (phase === "down") return this.report;
      scroll = this.#last?.scroll;
    }
    if (phase === "down") this.#ids.set(pointer, this.#connection.nextPointer());
    const id = this.#ids.get(pointer);
    if (id === undefined) return this.report;
    if (phase === "up" || phase === "cancel") this.#ids.delete(pointer);
    const sample = { phase, id, x, y, scroll };
    this.#isUnheard = this.#isDead || !this.#session?.live || this.#session.onlyWatches;
    return this.#isUnheard ? this.#sampleUnheard(sample) : this.#send(sample);
  }

  cancelLost(kind = "") {
    for (const pointer of [...this.#ids.keys()]) {
      if (pointer.startsWith(kind)) this.sample("cancel", pointer, this.#last, this.#last.scroll);
    }
  }

  correct(pull) {
    const report = this.#echo.correct(pull, this.#session.state.policy);
    if (report) this.#show(report);
  }

  joined(run) {
    const report = this.#isDead ? null : this.#echo.join(run, this.#session.state.policy);
    if (report) this.#show(report);
  }

  release() {
    this.#environment.clearTimeout(this.#lease);
    this.#isDead = this.isHeld;
    this.#isUnheard = false;
    if (this.#session) this.#show(this.#echo.lose(this.#session.state.policy));
  }

  close() {
    this.cancelLost();
    this.#environment.clearTimeout(this.#lease);
  }

  /** Moves the page, so that it answers, but refreshes nothing. */
  #sampleUnheard(sample) {
    const policy = this.#session?.state.policy ?? {};
    this.#last = sample;
    this.#isDead = this.isHeld;
    let report = this.#echo.sample(null, sample, policy);
    if (report.phase === "triggered") report = { ...this.#echo.lose(policy), settle: { ...report.settle, to: 0 } };
    report = { ...report, isUnheard: true };
    if (this.#session) this.#show(report);
    return report;
  }

  #send(sample) {
    const { name, policy, state } = this.#session.state;
    const { phase } = sample;
    if (phase === "move" && this.#connection.backlog > BACKLOG) return this.report;
    const n = this.#connection.nextNumber();
    this.#connection.send({ type: "pointer", feed: name, n, ...sample });
    this.#last = sample;
    this.#environment.clearTimeout(this.#lease);
    if (this.isHeld && (phase === "down" || phase === "move")) {
      this.#lease = this.#environment.setTimeout(() => this.#send({ ...this.#last, phase: "move" }), KEEP_ALIVE);
    }
    const report = this.#echo.sample(n, sample, policy, state);
    this.#show(report);
    return report;
  }
}
