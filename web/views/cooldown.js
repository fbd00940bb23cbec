import { ago, texts } from "../texts.js";
import { waitWords } from "./words.js";

const SECOND = 1_000; // ms

/**
 * What a pull shows as long as a feed's cooldown lasts: not the way to a refresh, which would be refused, but when the
 * next can be.
 * @param {() => void} changed has it shown anew
 * @param {AbortSignal} signal aborts once nothing is shown any more
 */
export function cooldownOf(changed, signal) {
  /** When each state's cooldown is over. */
  const ends = new WeakMap();
  let timer;
  let told;
  let seconds;
  let says;
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });

  return {
    /**
     * Notes when a state came; one that is shown again later is no newer.
     * @param {{retryAfter: number, last?: {ended: number, outcome: string}}} state
     */
    began(state) {
      if (!ends.has(state)) ends.set(state, performance.now() + state.retryAfter);
    },
    /** What is shown, of what would be shown else. */
    shown(model) {
      const { state, report } = model;
      const left = ends.get(state) - performance.now();
      clearTimeout(timer);
      // What came of a run is told by the run.
      if (!(left > 0) || !state.last || report.isUnheard || report.run !== undefined) return model;
      const count = Math.ceil(left / SECOND);
      if (told !== state || seconds !== count) says = words(state.last, left);
      told = state;
      seconds = count;
      const isPull = report.phase === "pulling" || report.phase === "armed";
      if (isPull) timer = setTimeout(changed, left - (seconds - 1) * SECOND);
      return { ...model, report: { ...report, phase: isPull ? "pulling" : "idle", says } };
    },
  };
}

function words({ ended, outcome }, left) {
  return texts.cooling(ago(ended), waitWords(left), outcome === "ok");
}
