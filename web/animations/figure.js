const SVG = "http://www.w3.org/2000/svg";

/** No page's rules for inline styles touch it. */
export function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

const look = sheet(`
:host {
  --a: var(--refresh-accent, var(--accent, currentColor));
  --track: color-mix(in srgb, currentColor 16%, transparent);
  box-sizing: border-box;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 10px;
  width: 100%;
  height: 100%;
  padding: 0 14px;
}
:host([data-state="ok"]) { --a: var(--refresh-good, var(--good, currentColor)) }
:host([data-state="failed"]) { --a: var(--refresh-danger, var(--danger, currentColor)) }
:host([data-state="cancelled"]) { --a: currentColor }
::slotted(*) { overflow: hidden; min-width: 0; text-overflow: ellipsis; white-space: nowrap }
svg {
  flex: none;
  width: 28px;
  height: 28px;
  fill: none;
  stroke: var(--a);
  stroke-width: 3;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.tick, .cross { stroke-width: 2.6; stroke-dasharray: 1; stroke-dashoffset: 1; opacity: 0 }
:host([data-state="ok"]) .tick,
:host(:is([data-state="failed"], [data-state="cancelled"])) .cross { stroke-dashoffset: 0; opacity: 1 }
:host([data-state="failed"]) svg { animation: shake 0.32s }
@keyframes turn { to { rotate: 360deg } }
@keyframes shake {
  20%, 60% { translate: -4px }
  40%, 80% { translate: 4px }
}
@media (prefers-reduced-motion: no-preference) {
  .tick, .cross { transition: stroke-dashoffset 0.18s ease-out }
}
@media (forced-colors: active) {
  :host, :host([data-state]) { --a: CanvasText; --track: GrayText }
}
`);

/** What the animations share. */
export class Figure {
  element = document.createElement("div");
  root = this.element.attachShadow({ mode: "open" });

  constructor({ edge = "top", words }, ...sheets) {
    this.root.adoptedStyleSheets = [look, ...sheets];
    this.element.dataset.edge = edge;
    if (words) this.element.append(words);
  }

  percent(fraction) {
    this.state(fraction < 1 ? "pulling" : "armed");
  }

  start() {
    this.state("refreshing");
  }

  progress() {
    this.state("progress");
  }

  end(result) {
    this.state(result);
  }

  state(name) {
    const { dataset } = this.element;
    if (dataset.state !== name) dataset.state = name;
  }

  /** A drawing of 32 × 32, then the words. */
  draw(...parts) {
    const svg = svgElement("svg", { viewBox: "0 0 32 32" });
    const drawn = parts.map(([name, attributes]) => svgElement(name, attributes));
    svg.append(...drawn);
    this.root.append(svg, document.createElement("slot"));
    return drawn;
  }
}

export const outcomes = [
  ["path", { class: "tick", d: "m10 16.5 4.2 4.2L22 12.5", pathLength: 1 }],
  ["path", { class: "cross", d: "m11.5 11.5 9 9m0-9-9 9", pathLength: 1 }],
];

function svgElement(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const ringLook = sheet(`
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
    super(options, ringLook, ...sheets);
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
