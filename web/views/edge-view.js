import { texts } from "../texts.js";
import { write } from "./signs.js";

/** The animations that come with it, and where they are. */
export const included = { card: "presets", bar: "presets", arrow: "arrow", ring: "presets", text: "text" };
/** Those of the page's own. */
export const registered = new Map();
const PULLING = new Set(["idle", "pulling", "armed", "starting"]);

/** Each preset's view: its height, and how far (px) it is from lying right at its edge. */
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

export async function makerOf(name) {
  return (await import(`../animations/${included[name]}.js`))[name];
}

async function animationOf(name, options) {
  if (registered.size === 0 && Object.hasOwn(included, name)) return (await makerOf(name))(options);
  return (await import("../animations/registry.js")).animation(name, options);
}

/** An animation and a word, for the eyes only. */
export function edgeViewOf(edge, calm, signal) {
  const element = Object.assign(document.createElement("div"), { className: "refresh-view", ariaHidden: "true" });
  element.dataset.edge = edge;
  calm.addEventListener("change", choose, { signal });
  let label = wordsElement();
  let rules;
  let place;
  let size;
  let asked = "";
  /** What is there, or on its way. */
  let name = "";
  let player = null;
  let shown = { phase: "idle", offset: 0 };

  /** One that another has overtaken is dropped. */
  async function choose() {
    const wanted = calm.matches ? "text" : asked || place?.animation;
    if (!rules || wanted === name) return;
    name = wanted;
    const words = wordsElement();
    let chosen = null;
    try {
      chosen = await animationOf(wanted, { edge, words });
    } catch (error) {
      if (name === wanted) name = "";
      console.error(`The animation "${wanted}" could not be loaded. Reload the page.`, error);
    }
    if (chosen && name !== wanted) return;
    words.textContent = label.textContent;
    label = words;
    element.dataset.animation = wanted;
    element.replaceChildren(chosen?.element ?? words);
    player = chosen && new Player(chosen);
    play();
  }

  function play() {
    if (!rules) return;
    const { phase, offset, progress, says } = shown;
    try {
      player?.play({ phase, percent: says ? 0 : offset / rules.threshold, progress });
    } catch (error) {
      // One animation's mistake must not stop the list.
      player = null;
      console.error(`The animation "${name}" failed and stands still.`, error);
    }
  }

  function words({ phase, who, isOurs, isUnheard, rows, says }) {
    if (says) return says;
    if (isUnheard) return texts.unheard;
    if (phase === "refreshing") return texts.refreshing(who && texts.people.named(who), isOurs);
    if (phase === "armed" || phase === "starting") return texts[phase];
    return texts.outcome[phase]?.(rows ?? 0) ?? texts.pull[edge];
  }

  return {
    element,
    get movesList() {
      return place?.movesList;
    },
    set animation(value) {
      asked = value;
      choose();
    },
    set rules(value) {
      rules = value;
      const usual = edge === "top" ? "header" : "footer";
      const preset = !rules ? "" : rules.preset in PLACES ? rules.preset : usual;
      place = PLACES[preset];
      size = place?.size(rules);
      element.dataset.preset = preset;
      element.style.height = rules ? `${size}px` : "";
      choose();
    },
    /** Returns how far (px) the list is moved away from the edge. */
    show(next) {
      const { offset } = next;
      element.classList.toggle("seen", Boolean(rules) && offset > 0);
      if (!rules) return 0;
      shown = next;
      write(label, words(shown));
      play();
      if (offset <= 0) return 0;
      const shift = place.shift(offset, size);
      element.style.transform = `translate3d(0, ${(edge === "top" ? shift : -shift).toFixed(2)}px, 0)`;
      return place.movesList ? offset : 0;
    },
  };
}

function wordsElement() {
  return Object.assign(document.createElement("span"), { className: "label" });
}

/** Tells an animation what goes on, each thing once. */
export class Player {
  #animation;
  #told = "";

  constructor(animation) {
    this.#animation = animation;
  }

  play({ phase, percent, progress }) {
    // On its way back it shows how the run went.
    if (phase === "idle" && percent > 0 && this.#told && !this.#told.startsWith("percent")) return;
    if (PULLING.has(phase)) {
      const fraction = phase === "starting" ? 1 : percent;
      this.#tell(`percent ${fraction}`, () => this.#animation.percent(fraction));
    } else if (phase !== "refreshing") {
      this.#tell(phase, () => this.#animation.end(phase));
    } else {
      if (!/^(start|progress)/.test(this.#told)) this.#tell("start", () => this.#animation.start());
      if (progress !== undefined) this.#tell(`progress ${progress}`, () => this.#animation.progress?.(progress));
    }
  }

  #tell(what, tell) {
    if (this.#told === what) return;
    this.#told = what;
    tell();
  }
}
