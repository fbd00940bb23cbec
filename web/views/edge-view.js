import { texts } from "../texts.js";
import { Indicator } from "./indicator.js";
import { placementName, placements } from "./placements.js";

/**
 * The refresh view of one edge: placed by its preset, filled by an indicator and a word. For the eyes only; the status
 * line says the same.
 */
export class EdgeView {
  element = document.createElement("div");
  #label = document.createElement("span");
  #indicator = new Indicator();
  #edge;
  #rules = null;
  #placement = null;
  #size = 0;
  #shown = {};

  /** @param {"top" | "bottom"} edge */
  constructor(edge) {
    this.#edge = edge;
    this.element.className = "refresh-view";
    this.element.dataset.edge = edge;
    this.element.setAttribute("aria-hidden", "true");
    this.#label.className = "label";
    this.element.append(this.#indicator.element, this.#label);
  }

  /** The edge's policy chooses the looks; none hides the view. */
  set rules(rules) {
    this.#rules = rules ?? null;
    const name = rules ? placementName(this.#edge, rules) : "";
    this.#placement = placements[name] ?? null;
    this.#size = this.#placement?.size(rules) ?? 0;
    this.element.dataset.preset = name;
    if (name !== "overlay") this.element.style.height = `${this.#size}px`;
    else this.element.style.removeProperty("height");
  }

  get movesList() {
    return this.#placement?.movesList ?? false;
  }

  /**
   * Stands at a displacement.
   * @returns {number} how far the list is moved away from the edge (px)
   */
  place(offset) {
    const isSeen = this.#placement !== null && offset > 0;
    this.element.classList.toggle("seen", isSeen);
    if (!isSeen) return 0;
    const { shift, push } = this.#placement.at(offset, this.#size);
    const down = this.#edge === "top" ? shift : -shift;
    this.element.style.transform = `translate3d(0, ${down.toFixed(2)}px, 0)`;
    return push;
  }

  /**
   * Shows what goes on.
   * @param {{phase: "idle" | "pulling" | "armed" | "starting" | "refreshing" | "ok" | "failed" | "cancelled",
   *   offset: number, who?: string, isOurs?: boolean, isUnheard?: boolean, progress?: number, rows?: number}} model
   */
  show(model) {
    if (!this.#rules) return;
    const { phase, progress, offset } = model;
    if (phase === "pulling" || phase === "armed" || phase === "idle") {
      this.#indicator.percent(offset / this.#rules.threshold);
    } else if (this.#shown.phase !== phase || this.#shown.progress !== progress) {
      if (phase === "refreshing") {
        if (progress === undefined) this.#indicator.start();
        else this.#indicator.progress(progress);
      } else if (phase === "starting") {
        this.#indicator.percent(1);
      } else {
        this.#indicator.end(phase);
      }
    }
    this.#shown = model;
    const label = this.#words(model);
    if (this.#label.textContent !== label) this.#label.textContent = label;
  }

  #words({ phase, who, isOurs, isUnheard, rows }) {
    if (isUnheard) return texts.unheard;
    switch (phase) {
      case "armed":
        return texts.armed;
      case "starting":
        return texts.starting;
      case "refreshing":
        return texts.refreshing(who, isOurs);
      case "ok":
      case "failed":
      case "cancelled":
        return texts.outcome[phase](rows ?? 0);
      default:
        return texts.pull[this.#edge];
    }
  }
}
