import { Player, loadAnimation } from "../animations/player.js";
import { scrollMetrics, standsAt } from "../pull/gesture.js";
import { texts } from "../texts.js";
import { EdgeMotion } from "./edge-motion.js";
import { write } from "./messages.js";

const MOVING = new Set(["pulling", "armed"]);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Each preset's view: its height, and how far (px) it is from lying right at its edge; negative is still outside. */
const PLACES = {
  overlay: { animation: "card", movesList: false, size: () => 100, shift: (offset, size) => offset - size },
  footer: {
    animation: "bar",
    movesList: true,
    size: ({ rest }) => rest || 50,
    shift: (offset, size) => Math.min(offset, size) - size,
  },
  // Stays in the middle of the room that the list leaves.
  header: {
    animation: "ring",
    movesList: true,
    size: ({ rest }) => rest || 64,
    shift: (offset, size) => (offset < size ? offset - size : (offset - size) / 2),
  },
};

/** Puts both edges' views and the list where pulls and the feed's state want them, in the pointer's own frame. */
export class Stage {
  #list;
  #model;
  #edges;
  #frame = null;

  /** `model` tells `policy`, `state`, `report`, `isPredicted` and `client`. */
  constructor(element, list, model, signal) {
    this.#list = list;
    this.#model = model;
    this.#edges = ["top", "bottom"].map((edge) => ({ edge, motion: new EdgeMotion(edge), view: new EdgeView(edge, signal) }));
    // Behind the list where the list makes room, above it where it does not.
    element.prepend(...this.#edges.map(({ view }) => view.element));
    list.addEventListener("scroll", () => this.changed(), { passive: true });
    document.addEventListener("visibilitychange", () => this.changed(), { signal });
  }

  describe(policy) {
    for (const { edge, view } of this.#edges) view.rules = policy[edge];
    this.changed();
  }

  set animation(name) {
    for (const { view } of this.#edges) view.animation = name;
  }

  pulled(report) {
    const { settle } = report;
    const shown = settle && calm.matches ? { ...report, settle: { ...settle, duration: 0 } } : report;
    for (const { motion } of this.#edges) motion.pulled(shown, performance.now());
    this.changed();
  }

  lost() {
    for (const { motion } of this.#edges) motion.forget();
    this.changed();
  }

  close() {
    cancelAnimationFrame(this.#frame);
  }

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
      const isHeldByUs = model.report.edge === edge && MOVING.has(model.report.phase);
      const hasRoom = !view.movesList || standsAt(edge, scroll);
      motion.follow({ state: model.state, rules: model.policy[edge], isCalm: calm.matches, isHeldByUs, hasRoom }, now);
      const push = view.show({ ...phaseAt(edge, model), offset: motion.value(now) });
      shift += edge === "top" ? push : -push;
      isMoving ||= motion.isMoving(now);
    }
    this.#list.style.transform = shift === 0 ? "" : `translate3d(0, ${shift.toFixed(2)}px, 0)`;
    if (isMoving) this.changed();
  }
}

function phaseAt(edge, { state, report, isPredicted, client }) {
  const { run, last } = state ?? {};
  if (run?.edge === edge) {
    const { by, progress } = run;
    if (state.phase === "refreshing") return { phase: "refreshing", who: by?.name, isOurs: by?.client === client, progress };
    if (last?.id === run.id) return { phase: last.outcome, rows: last.rows };
  }
  if (report.edge !== edge) return { phase: "idle" };
  if (MOVING.has(report.phase)) return { phase: report.phase, isUnheard: report.isUnheard };
  return { phase: isPredicted ? "starting" : "idle" };
}

/** An animation and a word. For the eyes only; the status line says the same. */
class EdgeView {
  element = document.createElement("div");
  #label = wordsElement();
  #edge;
  #rules = null;
  #place = null;
  #size = 0;
  #asked = "";
  /** What is there, or on its way. */
  #name = "";
  #player = null;
  #shown = { phase: "idle", offset: 0 };

  constructor(edge, signal) {
    this.#edge = edge;
    this.element.className = "refresh-view";
    this.element.dataset.edge = edge;
    this.element.ariaHidden = "true";
    calm.addEventListener("change", () => this.#choose(), { signal });
  }

  set rules(rules) {
    const usual = this.#edge === "top" ? "header" : "footer";
    const name = !rules ? "" : rules.preset in PLACES ? rules.preset : usual;
    this.#rules = rules;
    this.#place = PLACES[name];
    this.#size = this.#place?.size(rules);
    this.element.dataset.preset = name;
    this.element.style.height = rules ? `${this.#size}px` : "";
    this.#choose();
  }

  set animation(name) {
    this.#asked = name;
    this.#choose();
  }

  get movesList() {
    return this.#place?.movesList;
  }

  /** Returns how far (px) the list is moved away from the edge. */
  show(shown) {
    const { offset } = shown;
    const isSeen = Boolean(this.#rules) && offset > 0;
    this.element.classList.toggle("seen", isSeen);
    if (!this.#rules) return 0;
    this.#shown = shown;
    write(this.#label, this.#words(shown));
    this.#play();
    if (!isSeen) return 0;
    const shift = this.#place.shift(offset, this.#size);
    this.element.style.transform = `translate3d(0, ${(this.#edge === "top" ? shift : -shift).toFixed(2)}px, 0)`;
    return this.#place.movesList ? offset : 0;
  }

  #play() {
    if (!this.#player || !this.#rules) return;
    const { phase, offset, progress } = this.#shown;
    try {
      this.#player.play({ phase, percent: offset / this.#rules.threshold, progress });
    } catch (error) {
      // One animation's mistake must not stop the list.
      this.#player = null;
      console.error(`The animation "${this.#name}" failed and stands still.`, error);
    }
  }

  /** One that another has overtaken is dropped. */
  async #choose() {
    if (!this.#rules) return;
    const name = calm.matches ? "text" : this.#asked || this.#place.animation;
    if (name === this.#name) return;
    this.#name = name;
    const words = wordsElement();
    let chosen = null;
    try {
      chosen = await loadAnimation(name, { edge: this.#edge, words });
    } catch (error) {
      if (this.#name === name) this.#name = "";
      console.error(`The animation "${name}" could not be loaded, so only words are shown. Reload the page.`, error);
    }
    if (chosen && this.#name !== name) return;
    words.textContent = this.#label.textContent;
    this.#label = words;
    this.element.dataset.animation = name;
    this.element.replaceChildren(chosen?.element ?? words);
    this.#player = chosen && new Player(chosen);
    this.#play();
  }

  #words({ phase, who, isOurs, isUnheard, rows }) {
    if (isUnheard) return texts.unheard;
    if (phase === "refreshing") return texts.refreshing(who && texts.people.named(who), isOurs);
    if (phase === "armed" || phase === "starting") return texts[phase];
    return texts.outcome[phase]?.(rows ?? 0) ?? texts.pull[this.#edge];
  }
}

function wordsElement() {
  return Object.assign(document.createElement("span"), { className: "label" });
}
