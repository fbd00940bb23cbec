import { ago, texts } from "../texts.js";
import { waitWords } from "./words.js";

const SECOND = 1_000; // ms
/** When each state came. */
const came = new WeakMap();

/**
 * What a pull shows as long as a feed's cooldown lasts: not the way to a refresh, which would be refused, but when the
 * next can be.
 * @param {{retryAfter?: number, last?: {ended: number, outcome: string}} | null} state
 * @param {() => void} changed has it shown anew
 * @returns {(model: object) => object} what is shown, of what would be shown else
 */
export function by(state, changed) {
  const { retryAfter, last } = state ?? {};
  if (!(retryAfter > 0) || !last) return (model) => model;
  if (!came.has(state)) came.set(state, performance.now());
  const over = came.get(state) + retryAfter;
  let timer;
  let seconds;
  let says;

  return (model) => {
    const { report } = model;
    const left = over - performance.now();
    clearTimeout(timer);
    // What came of a run is told by the run.
    if (model.state !== state || left <= 0 || report.isUnheard || report.run !== undefined) return model;
    if (seconds !== (seconds = Math.ceil(left / SECOND))) says = words(last, left);
    const isPull = report.phase === "pulling" || report.phase === "armed";
    if (isPull) timer = setTimeout(changed, left - (seconds - 1) * SECOND);
    return { ...model, report: { ...report, phase: isPull ? "pulling" : "idle", says } };
  };
}

function words({ ended, outcome }, left) {
  return texts.cooling(ago(ended), waitWords(left), outcome === "ok");
}
