const PULLING = new Set(["idle", "pulling", "armed", "starting"]);

/** Tells an animation what goes on, each thing once; only a percent is told as often as it changes. */
export class Player {
  #animation;
  #told = "";

  /** @param {import("./registry.js").Animation} animation */
  constructor(animation) {
    this.#animation = animation;
  }

  /**
   * @param {{phase: "idle" | "pulling" | "armed" | "starting" | "refreshing" | "ok" | "failed" | "cancelled",
   *   percent: number, progress?: number}} model
   */
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
