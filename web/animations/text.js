import { format } from "../texts.js";
import { Figure, sheet } from "./presets.js";

const style = sheet(`
:host { gap: 0.5ch }
:host([data-state="armed"]), :host([data-state="ok"]), :host([data-state="failed"]) { color: var(--a); font-weight: 600 }
.done { font-variant-numeric: tabular-nums }
:host(:not([data-state="progress"])) .done { display: none }
`);

/** Words only, for who wants no motion. */
class Words extends Figure {
  #done = document.createElement("span");

  constructor(options) {
    super(options, style);
    this.#done.className = "done";
    this.root.append(document.createElement("slot"), this.#done);
  }

  progress(fraction) {
    super.progress();
    this.#done.textContent = format.percent(fraction);
  }
}

export const text = (options) => new Words(options);
