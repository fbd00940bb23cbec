const MOVING = new Set(["pulling", "armed"]);
const DECIDED = new Set(["triggered", "released"]);
/** How long a correction by the server takes to be seen (ms). */
const CORRECTION = 120;
/** How long making room takes when the reader scrolls to or from a refreshing edge (ms). */
const ROOM = 200;
/** Answers at once, and comes to rest softly. */
const easeOut = (t) => 1 - (1 - t) ** 3;
/** Stays for a moment before it goes, so that what stands there is still seen. */
const lingering = (t) => (t < 0.5 ? 16 * t ** 5 : 1 - 16 * (1 - t) ** 5);

/** A displacement over time: set directly while a finger moves it, or going by itself from one value to another. */
export class Motion {
  #from = 0;
  #to = 0;
  #start = 0;
  #duration = 0;
  #ease = easeOut;

  /** Where the motion ends. */
  get target() {
    return this.#to;
  }

  /** Puts it at a value, at once. */
  set(value) {
    this.#from = this.#to = value;
    this.#duration = 0;
  }

  /** Goes from where it is to a value within `duration` ms. */
  settle(to, duration, now, ease = easeOut) {
    this.#from = this.value(now);
    this.#ease = ease;
    this.#to = to;
    this.#start = now;
    this.#duration = duration;
  }

  /** The value at a time; the clock alone decides, so a page that was hidden is right when it is shown again. */
  value(now) {
    if (this.#duration <= 0) return this.#to;
    const t = Math.min(1, Math.max(0, (now - this.#start) / this.#duration));
    return this.#from + (this.#to - this.#from) * this.#ease(t);
  }

  isMoving(now) {
    return this.#duration > 0 && now - this.#start < this.#duration && this.#from !== this.#to;
  }
}

/**
 * One edge's displacement on the page, from everything that moves it: our own pull, the run that `state` tells of, and
 * whether the list stands there.
 */
export class EdgeMotion {
  #edge;
  #motion = new Motion();
  /** What is left of a correction that is being eased. */
  #correction = new Motion();
  /** Our pull started this run, which `state` has not shown yet. */
  #expected = null;

  /** @param {"top" | "bottom"} edge */
  constructor(edge) {
    this.#edge = edge;
  }

  value(now) {
    return Math.max(0, this.#motion.value(now) + this.#correction.value(now));
  }

  isMoving(now) {
    return this.#motion.isMoving(now) || this.#correction.isMoving(now);
  }

  /** Our own gesture's report, from the echo or corrected by the server. */
  pulled(report, now) {
    if (report.edge !== this.#edge) {
      if (this.#expected === "ours") this.#expected = null;
      return;
    }
    if (MOVING.has(report.phase)) return this.#follow(report, now);
    // Pressed again before the server named the run: still the same one.
    const isOurs = report.phase === "triggered" || (report.phase === "joined" && this.#expected !== null);
    this.#expected = isOurs ? (report.run ?? this.#expected ?? "ours") : null;
    if (!report.settle) return;
    // The sample that decided has moved the edge too; the server's comes late, when what is seen has gone on.
    if (report.known === undefined && DECIDED.has(report.phase)) this.#motion.set(report.settle.from);
    if (this.#motion.target !== report.settle.to) this.#motion.settle(report.settle.to, report.settle.duration, now);
  }

  /**
   * Brings the displacement to what the feed's state asks for, unless a finger holds it.
   * @param {{state: object | null, rules?: object, isHeldByUs: boolean, hasRoom: boolean, isCalm?: boolean}} situation
   *   isCalm: the reader wants no motion
   */
  follow({ state, rules, isHeldByUs, hasRoom, isCalm = false }, now) {
    if (isHeldByUs) return;
    const isHere = state?.run?.edge === this.#edge;
    this.#forgetExpected(state);
    const isRefreshing = (isHere && state.phase === "refreshing") || this.#expected !== null;
    const target = isRefreshing && hasRoom ? (rules?.rest ?? 0) : 0;
    if (this.#motion.target === target) return;
    const duration = isCalm ? 0 : this.#duration(isRefreshing && !hasRoom, isHere ? state : null, rules);
    // How a run ended is read in the view that goes.
    this.#motion.settle(target, duration, now, isHere && state.phase === "settling" ? lingering : undefined);
  }

  #duration(isLeaving, state, rules) {
    if (isLeaving) return ROOM;
    return (state?.phase === "settling" ? state.settle?.duration : rules?.settle) ?? 0;
  }

  /** The connection is lost: what was only expected is not any more. */
  forget() {
    this.#expected = null;
  }

  #follow(report, now) {
    this.#expected = null;
    if (report.corrected) {
      // The finger's value jumps to the server's; what is seen gets there smoothly.
      this.#correction.set(this.value(now) - report.offset);
      this.#correction.settle(0, CORRECTION, now);
    }
    this.#motion.set(report.offset);
  }

  #forgetExpected(state) {
    const newest = Math.max(state?.run?.id ?? 0, state?.last?.id ?? 0);
    if (typeof this.#expected === "number" && newest >= this.#expected) this.#expected = null;
  }
}
