import { browser } from "../connection/connection.js";

/** How often progress is told (ms). */
const TELLING = 100;
/** Who pulls here. */
export const CLIENT = "here";

/**
 * A feed without a server, for one page: its runs go as the engine's do, from begin to the end of the settle. How the
 * source's work ends is for the reader to choose.
 */
export class LocalFeed {
  policy = {};
  state = { phase: "idle" };
  /** How the source works: for `time` ms, then it ends so. */
  source = { time: 1_000, outcome: "ok", rows: 1, tellsProgress: false };
  #environment;
  #changed;
  #timer = null;
  #telling = null;
  #lastID = 0;
  #ended = -Infinity;
  #queued = null;

  /** @param {(rows: number) => void} changed called with each change of state and how many rows came with it */
  constructor(changed, environment = browser) {
    this.#changed = changed;
    this.#environment = environment;
  }

  /**
   * Asks for a refresh.
   * @returns {{outcome: "started" | "joined" | "queued" | "cooldown", run?: number, retryAfter?: number}}
   */
  begin(edge) {
    const { phase, run } = this.state;
    if (phase === "refreshing") return { outcome: "joined", run: run.id };
    const retryAfter = this.#wait(edge);
    if (phase === "settling") {
      this.#queued = edge;
      return { outcome: "queued", retryAfter };
    }
    if (retryAfter > 0) return { outcome: "cooldown", retryAfter };
    return { outcome: "started", run: this.#start(edge) };
  }

  cancel() {
    if (this.state.phase === "refreshing") this.#end("cancelled");
  }

  /** How long the edge still cools down (ms). */
  #wait(edge) {
    return Math.max(0, this.#ended + this.policy[edge].cooldown - this.#environment.now());
  }

  #start(edge) {
    this.#environment.clearTimeout(this.#timer);
    const rules = this.policy[edge];
    const run = { id: ++this.#lastID, edge, by: { client: CLIENT } };
    this.state = { ...this.state, phase: "refreshing", run };
    const { time, outcome, tellsProgress } = this.source;
    const isLate = time > rules.deadline;
    const work = Math.max(isLate ? rules.deadline : time, rules.minimumVisible);
    this.#timer = this.#environment.setTimeout(() => this.#end(isLate ? "failed" : outcome), work);
    if (tellsProgress) this.#tell(this.#environment.now(), time);
    this.#changed(0);
    return run.id;
  }

  #tell(began, time) {
    const progress = Math.min(1, (this.#environment.now() - began) / time);
    this.state = { ...this.state, run: { ...this.state.run, progress } };
    this.#changed(0);
    if (progress < 1) this.#telling = this.#environment.setTimeout(() => this.#tell(began, time), TELLING);
  }

  #end(outcome) {
    this.#environment.clearTimeout(this.#timer);
    this.#environment.clearTimeout(this.#telling);
    const { run } = this.state;
    const { settle, rest } = this.policy[run.edge] ?? { settle: 0, rest: 0 };
    const rows = outcome === "ok" ? this.source.rows : 0;
    this.#ended = this.#environment.now();
    const last = { id: run.id, outcome, rows };
    this.state = { phase: "settling", run, settle: { from: rest, to: 0, duration: settle }, last };
    this.#timer = this.#environment.setTimeout(() => this.#settled(last), settle);
    this.#changed(rows);
  }

  #settled(last) {
    this.state = { phase: "idle", last };
    const edge = this.#queued;
    this.#queued = null;
    this.#changed(0);
    if (!edge || !this.policy[edge]) return;
    const wait = this.#wait(edge);
    if (wait > 0) this.#timer = this.#environment.setTimeout(() => this.policy[edge] && this.#start(edge), wait);
    else this.#start(edge);
  }
}
