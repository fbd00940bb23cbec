/** What the animations share, and those that the presets come with, which a list mostly needs at once. */
const SVG = "http://www.w3.org/2000/svg";

/** No page's rules for inline styles touch it. */
export function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

const look = sheet(`
:host {
  --a: var(--refresh-accent, var(--accent, currentColor)); --track: color-mix(in srgb, currentColor 16%, transparent);
  box-sizing: border-box; display: flex; align-items: center; justify-content: center; gap: 10px; width: 100%;
  height: 100%; padding: 0 14px;
}
:host([data-state="ok"]) { --a: var(--refresh-good, var(--good, currentColor)) }
:host([data-state="failed"]) { --a: var(--refresh-danger, var(--danger, currentColor)) }
:host([data-state="cancelled"]) { --a: currentColor }
::slotted(*) { overflow: hidden; min-width: 0; text-overflow: ellipsis; text-align: center; white-space: pre }
svg {
  flex: none; width: clamp(28px, 1.75rem, 44px); height: clamp(28px, 1.75rem, 44px); fill: none; stroke: var(--a); stroke-width: 3; stroke-linecap: round;
  stroke-linejoin: round;
}
.tick, .cross { stroke-width: 2.6; stroke-dasharray: 1; stroke-dashoffset: 1; opacity: 0 }
:host([data-state="ok"]) .tick, :host(:is([data-state="failed"], [data-state="cancelled"])) .cross {
  stroke-dashoffset: 0; opacity: 1;
}
:host([data-state="failed"]) svg { animation: shake 0.32s }
@keyframes turn { to { rotate: 360deg } }
@keyframes shake { 20%, 60% { translate: -4px } 40%, 80% { translate: 4px } }
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
class Ring extends Figure {
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

// The words are on the side that comes in first, so that they are read from a fifth of the way on. There is room for two
// lines; what is no longer pulled has them further in.
const cardLook = sheet(`
:host { --a: var(--refresh-spinner, var(--spinner, currentColor)); --near: 4px; container-type: size; padding: 0 }
:host([data-state]:not([data-state="pulling"], [data-state="armed"])) { --near: 10px }
.card {
  box-sizing: border-box; display: flex; flex-direction: column; align-items: center; justify-content: space-between;
  width: 200px; max-width: 100%; height: 100px; padding: 14px 5px var(--near);
  border: 1px solid var(--refresh-line, var(--line, GrayText)); border-radius: 12px;
  background: var(--refresh-raised, var(--raised, Canvas)); box-shadow: var(--shadow, 0 2px 10px rgb(0 0 0 / 20%));
  color: var(--ink, CanvasText); font-size: 14px; line-height: 16px;
}
:host([data-edge="bottom"]) .card { flex-direction: column-reverse; padding: var(--near) 5px 14px }
::slotted(*) { max-width: 100% }
svg { width: 40px; height: 40px }
@container (max-height: 90px) {
  .card, :host([data-edge="bottom"]) .card {
    flex-direction: row; justify-content: center; gap: 10px; width: auto; min-width: 120px; height: calc(100% - 10px);
    padding: 0 18px 0 12px; border-radius: 99px;
  }
  svg { width: 26px; height: 26px }
}
@media (prefers-reduced-motion: no-preference) {
  .card { transition: padding 0.16s ease-out }
}
`);

/** A card of 200 × 100 px with a ring and words; a pill where there is less height. */
class Card extends Ring {
  constructor(options) {
    super(options, cardLook);
    const card = document.createElement("div");
    card.className = "card";
    card.append(...this.root.childNodes);
    this.root.append(card);
  }
}

// A footer has 50 px for a line and the bar, however large the text is.
const barLook = sheet(`
:host { flex-direction: column; gap: 7px; font-size: min(1em, 26px); line-height: 1.2 }
.bar {
  position: relative; flex: none; overflow: hidden; width: 160px; max-width: 60%; height: 5px; border-radius: 3px;
  background: var(--track);
}
.fill {
  width: 100%; height: 100%; border-radius: 3px; background: var(--a); transform: scaleX(var(--f, 0));
  transform-origin: left;
}
.bar:dir(rtl) { scale: -1 1 }
:host([data-state="armed"]) .bar { outline: 1.5px solid var(--a); outline-offset: 2px }
:host([data-state="refreshing"]) .fill { width: 40%; transform: none; animation: slide 1.1s ease-in-out infinite }
:host([data-state="failed"]) .bar { animation: shake 0.32s }
@keyframes slide { from { transform: translateX(-100%) } to { transform: translateX(250%) } }
@media (forced-colors: active) {
  .bar { border: 1px solid CanvasText; height: 7px }
  .fill { forced-color-adjust: none; background: CanvasText }
}
`);

/** A bar under the words that fills with percent from where reading begins, and slides while refreshing. */
class Bar extends Figure {
  #fill = document.createElement("div");

  constructor(options) {
    super(options, barLook);
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

export const ring = (options) => new Ring(options);
export const card = (options) => new Card(options);
export const bar = (options) => new Bar(options);
