import { scrollMetrics, standsAt } from "../pull/gesture.js";
import { edgeViewOf } from "./edge-view.js";

const CORRECTION = 120; // ms
/** A view that the reader scrolls to makes room (ms). */
const ROOM = 200;
const isPull = ({ phase }) => phase === "pulling" || phase === "armed";
const easeOut = (t) => 1 - (1 - t) ** 3;
/** Stays for a moment, so that what stands there is still read. */
const lingering = (t) => (t < 0.5 ? 16 * t ** 5 : 1 - 16 * (1 - t) ** 5);

/** A displacement over time. */
export class Motion {
  target = 0;
  #from = 0;
  #start = 0;
  #duration = 0;
  #ease;

  set(value) {
    this.target = value;
    this.#duration = 0;
  }

  settle(to, duration, now, ease = easeOut) {
    this.#from = this.value(now);
    this.target = to;
    this.#start = now;
    this.#duration = duration;
    this.#ease = ease;
  }

  /** By the clock alone, so it is right after the page was hidden. */
  value(now) {
    if (this.#duration <= 0) return this.target;
    const t = Math.min(1, Math.max(0, (now - this.#start) / this.#duration));
    return this.#from + (this.target - this.#from) * this.#ease(t);
  }

  isMoving(now) {
    return now - this.#start < this.#duration && this.#from !== this.target;
  }
}

/** One edge's displacement, by our own pull and the feed's state. */
export class EdgeMotion {
  #edge;
  #motion = new Motion();
  /** What is left of a correction. */
  #correction = new Motion();
  /** Our pull started this run, which `state` has not shown yet: its id, or "ours". */
  #expected = null;

  constructor(edge) {
    this.#edge = edge;
  }

  value(now) {
    return Math.max(0, this.#motion.value(now) + this.#correction.value(now));
  }

  isMoving(now) {
    return this.#motion.isMoving(now) || this.#correction.isMoving(now);
  }

  forget() {
    this.#expected = null;
  }

  pulled(report, now) {
    const { edge, phase, offset, corrected, run, settle, known } = report;
    if (edge !== this.#edge) {
      if (this.#expected === "ours") this.forget();
      return;
    }
    if (isPull(report)) {
      this.forget();
      if (corrected) {
        // What is seen gets to the server's value smoothly.
        this.#correction.set(this.value(now) - offset);
        this.#correction.settle(0, CORRECTION, now);
      }
      return this.#motion.set(offset);
    }
    // Pressed again before the server named the run: still the same one.
    const isOurs = phase === "triggered" || (phase === "joined" && this.#expected !== null);
    this.#expected = isOurs ? (run ?? this.#expected ?? "ours") : null;
    if (!settle) return;
    // The sample that decided has moved the edge too; the server's comes late.
    if (known === undefined && (phase === "triggered" || phase === "released")) this.#motion.set(settle.from);
    if (this.#motion.target !== settle.to) this.#motion.settle(settle.to, settle.duration, now);
  }

  /** Goes where the feed's state wants it, unless a finger holds it. */
  follow({ state, rules, isHeldByUs, hasRoom, isCalm }, now) {
    if (isHeldByUs) return;
    const { run, last, phase, settle } = state ?? {};
    if (Math.max(run?.id ?? 0, last?.id ?? 0) >= this.#expected && this.#expected !== "ours") this.forget();
    const isHere = run?.edge === this.#edge;
    const isRefreshing = (isHere && phase === "refreshing") || this.#expected !== null;
    const target = isRefreshing && hasRoom ? (rules?.rest ?? 0) : 0;
    if (this.#motion.target === target) return;
    const isSettling = isHere && phase === "settling";
    const usual = (isSettling ? settle?.duration : rules?.settle) ?? 0;
    const duration = isRefreshing && !hasRoom ? ROOM : usual;
    this.#motion.settle(target, isCalm ? 0 : duration, now, isSettling ? lingering : easeOut);
  }
}

/** Puts both edges' views and the list in their places, in the pointer's own frame. */
export function stageOf(stage, list, model, signal) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const edges = ["top", "bottom"].map((edge) => ({ edge, motion: new EdgeMotion(edge), view: edgeViewOf(edge, calm, signal) }));
  let frame = null;
  stage.prepend(...edges.map(({ view }) => view.element));
  list.addEventListener("scroll", changed, { passive: true });
  document.addEventListener("visibilitychange", changed, { signal });

  function changed() {
    frame ??= requestAnimationFrame(draw);
  }

  function draw() {
    frame = null;
    const now = performance.now();
    const { policy, state, report, ...more } = model();
    const scroll = scrollMetrics(list);
    let shift = 0;
    for (const { edge, motion, view } of edges) {
      const isHeldByUs = report.edge === edge && isPull(report);
      const hasRoom = !view.movesList || standsAt(edge, scroll);
      motion.follow({ state, rules: policy[edge], isCalm: calm.matches, isHeldByUs, hasRoom }, now);
      const push = view.show({ ...phaseAt(edge, state, report, more), offset: motion.value(now) });
      shift += edge === "top" ? push : -push;
      if (motion.isMoving(now)) changed();
    }
    list.style.transform = shift === 0 ? "" : `translate3d(0, ${shift.toFixed(2)}px, 0)`;
  }

  return {
    changed,
    close: () => cancelAnimationFrame(frame),
    set animation(name) {
      for (const { view } of edges) view.animation = name;
    },
    describe(policy) {
      for (const { edge, view } of edges) view.rules = policy[edge];
      changed();
    },
    pulled(report) {
      const { settle } = report;
      const shown = settle && calm.matches ? { ...report, settle: { ...settle, duration: 0 } } : report;
      for (const { motion } of edges) motion.pulled(shown, performance.now());
      changed();
    },
    lost() {
      for (const { motion } of edges) motion.forget();
      changed();
    },
  };
}

function phaseAt(edge, state, report, { isPredicted, client }) {
  const { run, last } = state ?? {};
  if (run?.edge === edge) {
    const { by, progress } = run;
    if (state.phase === "refreshing") return { phase: "refreshing", who: by?.name, isOurs: by?.client === client, progress };
    if (last?.id === run.id) return { phase: last.outcome, rows: last.rows };
  }
  if (report.edge !== edge) return { phase: "idle" };
  if (isPull(report) || report.says) return report;
  return { phase: isPredicted ? "starting" : "idle" };
}
