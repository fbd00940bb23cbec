import { Figure, outcomes, sheet } from "./figure.js";

const style = sheet(`
.track { stroke: var(--track) }
.arc { transform: rotate(-90deg); transform-origin: 50% 50% }
.dot { fill: var(--a); stroke: none; scale: 0; transform-origin: 50% 50%; transition: scale 0.16s ease-out }
:host([data-state="armed"]) .dot { scale: 1 }
:host([data-state="refreshing"]) svg { animation: turn 0.9s linear infinite }
`);

/** A ring that fills with percent, turns while refreshing, ticks on success and shakes on failure. */
export class Ring extends Figure {
  #arc;

  constructor(options, ...sheets) {
    super(options, style, ...sheets);
    const circle = { cx: 16, cy: 16, r: 13 };
    [, this.#arc] = this.draw(
      ["circle", { class: "track", ...circle }],
      ["circle", { class: "arc", ...circle, pathLength: 100 }],
      ["circle", { class: "dot", cx: 16, cy: 16, r: 5 }],
      ...outcomes,
    );
  }

  percent(fraction) {
    super.percent(fraction);
    this.#fill(fraction);
  }

  start() {
    super.start();
    this.#fill(0.25);
  }

  progress(fraction) {
    super.progress();
    this.#fill(fraction);
  }

  end(result) {
    super.end(result);
    this.#fill(1);
  }

  #fill(fraction) {
    // A round cap would show as a dot at 0.
    this.#arc.style.opacity = fraction > 0.005 ? 1 : 0;
    this.#arc.style.strokeDasharray = `${(Math.min(1, fraction) * 100).toFixed(2)} 100`;
  }
}

export default (options) => new Ring(options);
