import { scrollMetrics, standsAt } from "../pull/gesture.js";
import { texts } from "../texts.js";

/** Reasons that are told only where the list stands: elsewhere the drag was an ordinary scroll. */
const AT_EDGE = new Set(["no-policy", "no-overflow"]);

/**
 * Why a pull did nothing, in words for the reader; null where there is nothing to explain, as for a sideways swipe.
 * @param {{phase: string, why?: string, edge?: "top" | "bottom", retryAfter?: number, known?: boolean}} report
 */
export function whyWords({ phase, why, edge, retryAfter, known }, feed, list) {
  if (known || !why || (phase !== "rejected" && phase !== "cancelled")) return null;
  const words = texts.why[why];
  if (!words || (AT_EDGE.has(why) && !standsAt(edge, scrollMetrics(list)))) return null;
  // Pulling at an end that never refreshes is worth a word only if the other one does.
  if (why === "no-policy" && !feed.policy.top && !feed.policy.bottom) return null;
  return words(edge, retryAfter);
}
