import { Figure, sheet } from "./figure.js";

const style = sheet(`
:host { flex-direction: column; gap: 7px }
.bar { position: relative; flex: none; overflow: hidden; width: 160px; max-width: 60%; height: 5px; border-radius: 3px; background: var(--track) }
.fill { width: 100%; height: 100%; border-radius: 3px; background: var(--a); transform: scaleX(var(--f, 0)); transform-origin: left }
.fill:dir(rtl) { transform-origin: right }
:host([data-state="armed"]) .bar { outline: 1.5px solid var(--a); outline-offset: 2px }
:host([data-state="refreshing"]) .fill { width: 40%; transform: none; animation: slide 1.1s ease-in-out infinite }
:host([data-state="refreshing"]) .fill:dir(rtl) { animation-name: slide-rtl }
:host([data-state="failed"]) .bar { animation: shake 0.32s }
@keyframes slide { from { transform: translateX(-100%) } to { transform: translateX(250%) } }
@keyframes slide-rtl { from { transform: translateX(100%) } to { transform: translateX(-250%) } }
@media (forced-colors: active) {
  .bar { border: 1px solid CanvasText; height: 7px }
  .fill { forced-color-adjust: none; background: CanvasText }
}
`);

/** A bar under the words that fills with percent from where reading begins, and slides while refreshing. */
class Bar extends Figure {
  #fill = document.createElement("div");

  constructor(options) {
    super(options, style);
    const bar = document.createElement("div");
    bar.className = "bar";
    this.#fill.className = "fill";
    bar.append(this.#fill);
    this.root.append(document.createElement("slot"), bar);
  }

  percent(fraction) {
    super.percent(fraction);
    this.#to(fraction);
  }

  progress(fraction) {
    super.progress();
    this.#to(fraction);
  }

  end(result) {
    super.end(result);
    this.#to(1);
  }

  #to(fraction) {
    this.#fill.style.setProperty("--f", Math.min(1, fraction).toFixed(4));
  }
}

export default (options) => new Bar(options);
