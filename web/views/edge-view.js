import { Player } from "../animations/player.js";
import { animation } from "../animations/registry.js";
import { texts } from "../texts.js";
import { placementName, placements } from "./placements.js";

/** Shown to who wants no motion. */
const CALM = "text";
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The refresh view of one edge: placed by its preset, filled by an animation and a word. For the eyes only; the status
 * line says the same.
 */
export class EdgeView {
  element = document.createElement("div");
  #label = wordsElement();
  /** What the reader of the element asked for, in place of the preset's own. */
  #asked = "";
  /** The animation that is there, or on its way. */
  #name = "";
  #player = null;
  #edge;
  #rules = null;
  #placement = null;
  #size = 0;
  #shown = { phase: "idle", offset: 0 };

  /**
   * @param {"top" | "bottom"} edge
   * @param {AbortSignal} [signal] ends what it listens to
   */
  constructor(edge, signal) {
    this.#edge = edge;
    this.element.className = "refresh-view";
    this.element.dataset.edge = edge;
    this.element.setAttribute("aria-hidden", "true");
    calm.addEventListener("change", () => this.#choose(), { signal });
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
    this.#choose();
  }

  /** The name of the animation to show; empty for the one that the preset's design comes with. */
  set animation(name) {
    this.#asked = name;
    this.#choose();
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
    this.#shown = model;
    const label = this.#words(model);
    if (this.#label.textContent !== label) this.#label.textContent = label;
    this.#play();
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

  /** Nothing is shown until the animation is there; one that another has overtaken is dropped. */
  async #choose() {
    if (!this.#placement) return;
    const name = calm.matches ? CALM : this.#asked || this.#placement.animation;
    if (name === this.#name) return;
    this.#name = name;
    const label = wordsElement();
    let chosen = null;
    try {
      chosen = await animation(name, { edge: this.#edge, words: label });
    } catch (error) {
      if (this.#name === name) this.#name = "";
      console.error(`The animation "${name}" could not be loaded, so only words are shown. Reload the page.`, error);
    }
    if (chosen && this.#name !== name) return;
    label.textContent = this.#label.textContent;
    this.#label = label;
    this.element.dataset.animation = name;
    this.element.replaceChildren(chosen?.element ?? label);
    this.#player = chosen && new Player(chosen);
    this.#play();
  }

  #words({ phase, who, isOurs, isUnheard, rows }) {
    if (isUnheard) return texts.unheard;
    switch (phase) {
      case "armed":
        return texts.armed;
      case "starting":
        return texts.starting;
      case "refreshing":
        return texts.refreshing(who && texts.people.named(who), isOurs);
      case "ok":
      case "failed":
      case "cancelled":
        return texts.outcome[phase](rows ?? 0);
      default:
        return texts.pull[this.#edge];
    }
  }
}

function wordsElement() {
  const element = document.createElement("span");
  element.className = "label";
  return element;
}
