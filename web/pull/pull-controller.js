import { browser } from "../connection/environment.js";
import { Echo } from "./echo.js";
import { UnheardPull } from "./unheard-pull.js";

/** While a pointer is held the last sample is sent again this often (ms), so that the server's lease does not run out. */
const KEEP_ALIVE = 5_000;
/** With this much waiting to be sent (bytes), moves are left out: no sample's percent depends on those before it. */
const BACKLOG = 65_536;
/** Numbers of samples that are known as ours. */
const REMEMBERED = 1_024;

/** Carries pointer samples to the server and to the local echo, and what both say to the page. */
export class PullController {
  #echo = new Echo();
  #connection;
  #environment;
  #session;
  #show;
  #last = null;
  #lease = null;
  #isDead = false;
  #unheard = new UnheardPull();
  /** Ids on the wire are counted by the connection, so that a mouse and a touch never share one. */
  #ids = new Map();
  /** Our last samples' numbers: another element of the same feed may share the connection. */
  #numbers = new Set();

  /** @param {(report: object, isLocal: boolean) => void} show called with each report to show */
  constructor(connection, show, environment = browser) {
    this.#connection = connection;
    this.#environment = environment;
    this.#show = show;
  }

  /** The feed that is pulled. @param {import("../feed/feed-session.js").FeedSession} session */
  attach(session) {
    this.release();
    this.#session = session;
  }

  get report() {
    return this.#unheard.report ?? this.#echo.report;
  }

  get isPredicted() {
    return this.#echo.isPredicted;
  }

  get isHeld() {
    return this.#ids.size > 0;
  }

  get isPulling() {
    return this.#echo.isUnderWay && this.#echo.report.edge !== undefined;
  }

  /**
   * @param {string} pointer the input's own name of the pointer
   * @returns {object} the report to go by; a gesture that no server hears is rejected
   */
  sample(phase, pointer, { x, y }, scroll) {
    if (phase === "down") this.#ids.set(pointer, this.#connection.nextPointer());
    const id = this.#ids.get(pointer);
    if (id === undefined) return this.report;
    if (phase === "up" || phase === "cancel") this.#ids.delete(pointer);
    const sample = { phase, id, x, y, scroll };
    if (this.#isDead || !this.#session?.live) return this.#sampleUnheard(sample);
    this.#unheard.forget();
    return this.#send(sample);
  }

  /** A gesture that began or went on without a server counts for nothing until every pointer is up. */
  #sampleUnheard(sample) {
    this.#last = sample;
    this.#isDead = this.isHeld;
    const report = this.#unheard.sample(sample, this.#session?.state.policy ?? {});
    if (this.#session) this.#show(report, true);
    return report;
  }

  /**
   * Cancels pointers whose end was never told, or never will be.
   * @param {string} [kind] how their names begin; all, if none is given
   */
  cancelLost(kind = "") {
    for (const pointer of [...this.#ids.keys()]) {
      if (pointer.startsWith(kind)) this.sample("cancel", pointer, this.#last, this.#last.scroll);
    }
  }

  #send(sample) {
    const { name, policy, state } = this.#session.state;
    if (sample.phase === "move" && this.#connection.backlog > BACKLOG) return this.#echo.report;
    const n = this.#connection.nextNumber();
    this.#note(n);
    this.#connection.send({ type: "pointer", feed: name, n, ...sample });
    this.#keepAlive(sample);
    const report = this.#echo.sample(n, sample, policy, state);
    this.#show(report, true);
    return report;
  }

  #note(n) {
    this.#numbers.add(n);
    if (this.#numbers.size > REMEMBERED) this.#numbers.delete(this.#numbers.values().next().value);
  }

  correct(pull) {
    if (!this.#numbers.has(pull.n)) return;
    const report = this.#echo.correct(pull, this.#session.state.policy);
    if (report) this.#show(report, false);
  }

  joined(run) {
    const report = this.#echo.join(run, this.#session.state.policy);
    if (report) this.#show(report, true);
  }

  /** No server hears this gesture any more; it goes back, and nothing counts until all pointers are up. */
  release() {
    this.#environment.clearTimeout(this.#lease);
    this.#isDead = this.isHeld;
    this.#unheard.forget();
    if (!this.#session) return;
    this.#show(this.#echo.lose(this.#session.state.policy), true);
  }

  /** Lets go of what is held: nobody will tell how it ends. */
  close() {
    this.cancelLost();
    this.#environment.clearTimeout(this.#lease);
  }

  #keepAlive(sample) {
    this.#environment.clearTimeout(this.#lease);
    this.#last = sample;
    if (!this.#echoHolds(sample)) return;
    this.#lease = this.#environment.setTimeout(() => this.#send({ ...this.#last, phase: "move" }), KEEP_ALIVE);
  }

  #echoHolds(sample) {
    return this.isHeld && (sample.phase === "down" || sample.phase === "move");
  }
}
