import { scrollMetrics, standsAt } from "../pull/gesture.js";
import { EdgeMotion } from "./edge-motion.js";
import { EdgeView } from "./edge-view.js";

const EDGES = ["top", "bottom"];
const MOVING = new Set(["pulling", "armed"]);

/**
 * The list's stage: puts both edges' refresh views and the list where pulls and the feed's state want them, in the same
 * frame as the pointer, and draws only while something moves.
 */
export class Stage {
  #list;
  #model;
  #edges;
  #frame = null;
  #calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} list
   * @param {() => {policy: object, state: object | null, report: object, isPredicted: boolean,
   *   client: string | null}} model
   * @param {AbortSignal} signal ends the listening
   */
  constructor(element, list, model, signal) {
    this.#list = list;
    this.#model = model;
    this.#edges = EDGES.map((edge) => ({ edge, motion: new EdgeMotion(edge), view: new EdgeView(edge, signal) }));
    // Behind the list where the list makes room, above it where it does not.
    element.prepend(...this.#edges.map(({ view }) => view.element));
    list.addEventListener("scroll", () => this.changed(), { passive: true });
    document.addEventListener("visibilitychange", () => this.changed(), { signal });
  }

  /** The policies changed. */
  describe({ top, bottom }) {
    this.#edges[0].view.rules = top;
    this.#edges[1].view.rules = bottom;
    this.changed();
  }

  /** The name of the animation to show; empty for the preset's own. */
  set animation(name) {
    for (const { view } of this.#edges) view.animation = name;
  }

  /** Our own gesture moved. */
  pulled(report) {
    const now = performance.now();
    const { settle } = report;
    const shown = settle && this.#calm.matches ? { ...report, settle: { ...settle, duration: 0 } } : report;
    for (const { motion } of this.#edges) motion.pulled(shown, now);
    this.changed();
  }

  /** The connection is lost. */
  lost() {
    for (const { motion } of this.#edges) motion.forget();
    this.changed();
  }

  close() {
    cancelAnimationFrame(this.#frame);
  }

  /** Something that is seen may have changed. */
  changed() {
    this.#frame ??= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = null;
    const now = performance.now();
    const model = this.#model();
    const scroll = scrollMetrics(this.#list);
    let shift = 0;
    let isMoving = false;
    for (const { edge, motion, view } of this.#edges) {
      const rules = model.policy[edge];
      motion.follow(
        {
          state: model.state,
          rules,
          isCalm: this.#calm.matches,
          isHeldByUs: model.report.edge === edge && MOVING.has(model.report.phase),
          hasRoom: !view.movesList || standsAt(edge, scroll),
        },
        now,
      );
      const offset = motion.value(now);
      const push = view.place(offset);
      shift += edge === "top" ? push : -push;
      view.show({ ...this.#phase(edge, model), offset });
      isMoving ||= motion.isMoving(now);
    }
    this.#list.style.transform = shift === 0 ? "" : `translate3d(0, ${shift.toFixed(2)}px, 0)`;
    if (isMoving) this.changed();
  }

  #phase(edge, { state, report, isPredicted, client }) {
    const run = state?.run;
    if (run?.edge === edge) {
      if (state.phase === "refreshing") {
        const { by, progress } = run;
        return { phase: "refreshing", who: by?.name, isOurs: by?.client === client, progress };
      }
      if (state.last?.id === run.id) return { phase: state.last.outcome, rows: state.last.rows };
    }
    if (report.edge === edge && MOVING.has(report.phase)) {
      return { phase: report.phase, isUnheard: report.isUnheard };
    }
    if (report.edge === edge && isPredicted) return { phase: "starting" };
    return { phase: "idle" };
  }
}
