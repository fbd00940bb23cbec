const PULLING = new Set(["idle", "pulling", "armed", "starting"]);

/** The animations that come with it, each loaded when it is first used. */
export const included = {
  card: () => import("./card.js"),
  bar: () => import("./bar.js"),
  arrow: () => import("./arrow.js"),
  ring: () => import("./figure.js"),
  text: () => import("./text.js"),
};
/** Those that the page has registered. */
export const registered = new Map();

/** What a page has registered, or asks for in vain, is looked up there. */
export async function loadAnimation(name, options) {
  if (registered.size === 0 && Object.hasOwn(included, name)) return (await included[name]()).default(options);
  return (await import("./registry.js")).animation(name, options);
}

/** Tells an animation what goes on, each thing once; only a percent is told as often as it changes. */
export class Player {
  #animation;
  #told = "";

  constructor(animation) {
    this.#animation = animation;
  }

  play({ phase, percent, progress }) {
    // On its way back a run's view shows how the run went, not a pull.
    if (phase === "idle" && percent > 0 && this.#told && !this.#told.startsWith("percent")) return;
    if (PULLING.has(phase)) {
      // Until the server confirms a refresh it stands as far as it takes to start one.
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
