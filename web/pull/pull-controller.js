import { browser } from "../connection/connection.js";
import { Echo } from "./echo.js";
import { Gesture } from "./gesture.js";

/** While a pointer is held the last sample is sent again this often (ms), so that the server's lease does not run out. */
const KEEP_ALIVE = 5_000;
/** With this much waiting to be sent (bytes), moves are left out: no sample's percent depends on those before it. */
const BACKLOG = 65_536;
const OWN = "input, select, textarea, dialog, [popover]";

/** Whether something between the pressed point and the list moves or selects by itself: its drags are no pulls. */
export function takesDrag(event, list) {
  const path = event.composedPath();
  const inner = path.slice(0, Math.max(0, path.indexOf(list))).filter((one) => one instanceof Element);
  return inner.some((one) => one.matches(OWN) || one.isContentEditable || scrolls(one));
}

function scrolls(element) {
  return element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY);
}

/** Carries pointer samples to the server and to the local echo, and what both say to the page. */
export class PullController {
  #echo = new Echo();
  /** A pull that no server hears: it moves the page as any other, so that the page answers, but refreshes nothing. */
  #unheard = new Gesture();
  #unheardReport = null;
  #connection;
  #environment;
  #session;
  #show;
  #last;
  #lease;
  #isDead = false;
  /** Ids on the wire are counted by the connection, so that a mouse and a touch never share one. */
  #ids = new Map();

  /** @param {(report: object, isLocal: boolean) => void} show called with each report to show */
  constructor(connection, show, environment = browser) {
    this.#connection = connection;
    this.#environment = environment;
    this.#show = show;
  }

  /** The feed that is pulled. */
  attach(session) {
    this.release();
    this.#session = session;
  }

  get report() {
    return this.#unheardReport ?? this.#echo.report;
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

  /** Takes a sample of the input's pointer of that name; returns the report to go by. */
  sample(phase, pointer, { x, y }, scroll) {
    if (phase === "down") this.#ids.set(pointer, this.#connection.nextPointer());
    const id = this.#ids.get(pointer);
    if (id === undefined) return this.report;
    if (phase === "up" || phase === "cancel") this.#ids.delete(pointer);
    const sample = { phase, id, x, y, scroll };
    if (this.#isDead || !this.#session?.live) return this.#sampleUnheard(sample);
    this.#forgetUnheard();
    return this.#send(sample);
  }

  /** Cancels pointers whose end was never told, or never will be; only those whose names begin with `kind`. */
  cancelLost(kind = "") {
    for (const pointer of [...this.#ids.keys()]) {
      if (pointer.startsWith(kind)) this.sample("cancel", pointer, this.#last, this.#last.scroll);
    }
  }

  /** The server's word on a sample, which another element of the same feed may have sent. */
  correct(pull) {
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
    this.#forgetUnheard();
    if (this.#session) this.#show(this.#echo.lose(this.#session.state.policy), true);
  }

  close() {
    this.cancelLost();
    this.#environment.clearTimeout(this.#lease);
  }

  /** A gesture that began or went on without a server counts for nothing until every pointer is up. */
  #sampleUnheard(sample) {
    this.#last = sample;
    this.#isDead = this.isHeld;
    let report = this.#unheard.sample(sample, this.#session?.state.policy ?? {});
    if (report.phase === "triggered") {
      const { edge, settle } = report;
      this.#unheard.force("cancelled");
      report = { phase: "cancelled", edge, offset: 0, percent: 0, settle: { ...settle, to: 0 } };
    }
    this.#unheardReport = { ...report, isUnheard: true };
    if (this.#session) this.#show(this.report, true);
    return this.report;
  }

  #forgetUnheard() {
    this.#unheard.reset();
    this.#unheardReport = null;
  }

  #send(sample) {
    const { name, policy, state } = this.#session.state;
    if (sample.phase === "move" && this.#connection.backlog > BACKLOG) return this.#echo.report;
    const n = this.#connection.nextNumber();
    this.#connection.send({ type: "pointer", feed: name, n, ...sample });
    this.#last = sample;
    this.#environment.clearTimeout(this.#lease);
    if (this.isHeld && (sample.phase === "down" || sample.phase === "move")) {
      this.#lease = this.#environment.setTimeout(() => this.#send({ ...this.#last, phase: "move" }), KEEP_ALIVE);
    }
    const report = this.#echo.sample(n, sample, policy, state);
    this.#show(report, true);
    return report;
  }
}
