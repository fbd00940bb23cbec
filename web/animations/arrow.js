import { Figure, outcomes, sheet } from "./presets.js";

const SPOKES = 8;
const style = sheet(`
.arrow { stroke-dasharray: 100; transform-origin: 50% 50%; transition: rotate 0.2s ease-out, opacity 0.12s }
:host([data-edge="bottom"]) .arrow, :host([data-state="armed"]) .arrow { rotate: 180deg }
:host([data-edge="bottom"][data-state="armed"]) .arrow { rotate: 0deg }
:host(:not([data-state="pulling"], [data-state="armed"])) .arrow { opacity: 0 }
.tick, .cross { scale: 1.5; transform-origin: 50% 50%; stroke-width: 2 }
.spoke { opacity: 0 }
:host([data-state="refreshing"]) svg { animation: turn 0.9s steps(${SPOKES}) infinite }
:host([data-state="refreshing"]) .spoke { opacity: calc(0.15 + 0.85 * var(--i)) }
:host([data-state="progress"]) .spoke { opacity: 0.18 }
:host([data-state="progress"]) .spoke.done { opacity: 1 }
`);

/** An arrow that is drawn with percent and turns round at the threshold; spokes while refreshing. */
class Arrow extends Figure {
  #arrow;
  #spokes;

  constructor(options) {
    super(options, style);
    const spokes = Array.from({ length: SPOKES }, (_, index) => [
      "path",
      { class: "spoke", d: "M16 4.5v5.5", transform: `rotate(${(index * 360) / SPOKES} 16 16)` },
    ]);
    const drawn = this.draw(["path", { class: "arrow", d: "m8.5 18 7.5 7.5 7.5-7.5M16 25.5V6", pathLength: 100 }], ...spokes, ...outcomes);
    this.#arrow = drawn[0];
    this.#spokes = drawn.slice(1, 1 + SPOKES);
    this.#spokes.forEach((spoke, index) => spoke.style.setProperty("--i", index / (SPOKES - 1)));
  }

  percent(fraction) {
    super.percent(fraction);
    this.#arrow.style.strokeDashoffset = (100 * (1 - Math.min(1, 0.25 + 0.75 * fraction))).toFixed(2);
  }

  progress(fraction) {
    super.progress();
    this.#spokes.forEach((spoke, index) => spoke.classList.toggle("done", (index + 1) / SPOKES <= fraction));
  }
}

export const arrow = (options) => new Arrow(options);
