/** The animations that come with it, each loaded when it is first used. */
const included = {
  card: () => import("./card.js"),
  bar: () => import("./bar.js"),
  arrow: () => import("./arrow.js"),
  ring: () => import("./figure.js"),
  text: () => import("./text.js"),
};
const DEFAULT = "ring";
const MEMBERS = ["percent", "start", "end"];
const registered = new Map();
const PULLING = new Set(["idle", "pulling", "armed", "starting"]);

/**
 * Adds an animation under a name, or replaces the one of that name. `make` is called once for each view, with its `edge`
 * and an element with its `words`, and returns `element`, `percent`, `start`, `end` and, if it likes, `progress`.
 */
export function registerAnimation(name, make) {
  if (typeof name !== "string" || name === "") throw new TypeError("An animation needs a name that is not empty.");
  if (typeof make !== "function") throw new TypeError(`The animation "${name}" needs a function that makes it.`);
  registered.set(name, make);
}

/** The names that can be asked for. */
export function animationNames() {
  return [...new Set([...Object.keys(included), ...registered.keys()])];
}

/** Makes an animation. A name that is not known, or one that cannot be made, says so in the console and gives `ring`. */
export async function animation(name, options) {
  if (!isKnown(name)) await scriptsHaveRun();
  if (!isKnown(name)) {
    console.warn(`There is no animation "${name}". There are: ${animationNames().join(", ")}. Using "${DEFAULT}".`);
    name = DEFAULT;
  }
  try {
    return await make(registered.get(name) ?? (await included[name]()).default, options);
  } catch (error) {
    if (!registered.has(name)) throw error;
    console.error(`The animation "${name}" cannot be used; using "${DEFAULT}".`, error);
    return make((await included[DEFAULT]()).default, options);
  }
}

function isKnown(name) {
  return registered.has(name) || Object.hasOwn(included, name);
}

function make(maker, options) {
  const made = maker(options);
  const missing = MEMBERS.filter((member) => typeof made?.[member] !== "function");
  if (!made?.element) missing.unshift("element");
  if (missing.length > 0) throw new TypeError(`It lacks ${missing.join(", ")}.`);
  return made;
}

/** A page may register its own in a script that comes after ours. */
function scriptsHaveRun() {
  if (!globalThis.document || document.readyState === "complete") return undefined;
  return new Promise((done) => window.addEventListener("load", done, { once: true }));
}

/** Tells an animation what goes on, each thing once; only a percent is told as often as it changes. */
export class Player {
  #animation;
  #told = "";

  constructor(animation) {
    this.#animation = animation;
  }

  play({ phase, percent, progress }) {
    const animation = this.#animation;
    // On its way back a run's view shows how the run went, not a pull.
    if (phase === "idle" && percent > 0 && this.#told && !this.#told.startsWith("percent")) return;
    if (PULLING.has(phase)) {
      // Until the server confirms a refresh it stands as far as it takes to start one.
      const fraction = phase === "starting" ? 1 : percent;
      this.#tell(`percent ${fraction}`, () => animation.percent(fraction));
    } else if (phase !== "refreshing") {
      this.#tell(phase, () => animation.end(phase));
    } else {
      if (!/^(start|progress)/.test(this.#told)) this.#tell("start", () => animation.start());
      if (progress !== undefined) this.#tell(`progress ${progress}`, () => animation.progress?.(progress));
    }
  }

  #tell(what, tell) {
    if (this.#told === what) return;
    this.#told = what;
    tell();
  }
}
