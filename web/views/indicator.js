const SVG = "http://www.w3.org/2000/svg";

/**
 * The moving part of a refresh view: a ring that fills with percent, turns while refreshing and ends in a tick or a
 * cross. It knows nothing of pulls and runs.
 */
export class Indicator {
  element = document.createElementNS(SVG, "svg");
  #arc;

  constructor() {
    this.element.setAttribute("class", "indicator");
    this.element.setAttribute("viewBox", "0 0 32 32");
    this.#add("circle", { class: "track", cx: 16, cy: 16, r: 13 });
    this.#arc = this.#add("circle", { class: "arc", cx: 16, cy: 16, r: 13, pathLength: 100 });
    this.#add("path", { class: "arrow", d: "M16 9v13m-5-5 5 5 5-5" });
    this.#add("path", { class: "tick", d: "m10 16.5 4.2 4.2L22 12.5" });
    this.#add("path", { class: "cross", d: "m11.5 11.5 9 9m0-9-9 9" });
  }

  /** @param {number} fraction of the way to the threshold, 0… */
  percent(fraction) {
    this.#state("pulling");
    this.#fill(Math.min(1, fraction));
    this.element.classList.toggle("full", fraction >= 1);
  }

  start() {
    this.#state("refreshing");
    this.#fill(0.25);
  }

  /** @param {number} fraction of the work done, 0…1 */
  progress(fraction) {
    this.#state("progress");
    this.#fill(fraction);
  }

  /** @param {"ok" | "failed" | "cancelled"} result */
  end(result) {
    this.#state(result);
    this.#fill(1);
  }

  #state(state) {
    if (this.element.dataset.state === state) return;
    this.element.dataset.state = state;
    this.element.classList.remove("full");
  }

  #fill(fraction) {
    // A round cap would show as a dot at 0.
    this.#arc.style.opacity = fraction > 0.005 ? 1 : 0;
    this.#arc.style.strokeDasharray = `${(fraction * 100).toFixed(2)} 100`;
  }

  #add(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    this.element.append(element);
    return element;
  }
}
