const common = { coefficient: 0.55, slop: 8, settle: 300, minimumVisible: 300, deadline: 30_000, cooldown: 0, needsOverflow: false };

/** What each preset fills a policy with, as the server does. */
export const presets = {
  overlay: { preset: "overlay", ...common, trigger: "reach", begins: "down", travel: "direct", threshold: 104, limit: 104, rest: 104 },
  footer: {
    preset: "footer",
    ...common,
    trigger: "reach",
    begins: "edge",
    travel: "rubberBand",
    threshold: 120,
    limit: 300,
    rest: 50,
    needsOverflow: true,
  },
  header: { preset: "header", ...common, trigger: "release", begins: "edge", travel: "rubberBand", threshold: 64, limit: 160, rest: 64 },
};

/** Pairs of which the first must not be beyond the second. */
const ORDERED = [
  ["threshold", "limit"],
  ["rest", "limit"],
  ["minimumVisible", "deadline"],
];

/** A policy with one field changed; those that would then contradict it go along, so that a server takes it as it is. */
export function tuned(policy, field, value) {
  const next = { ...policy, [field]: value };
  for (const [low, high] of ORDERED) {
    if (next[low] <= next[high]) continue;
    next[field === low ? high : low] = value;
  }
  return next;
}

/** The edge as a server's configuration file takes it: the preset, and what differs from it. */
export function configuration(edge, policy) {
  const plain = presets[policy.preset];
  const changed = Object.entries(policy).filter(([field, value]) => value !== plain[field]);
  return { [edge]: { preset: policy.preset, ...Object.fromEntries(changed) } };
}
