/** The rubber band takes no viewport for smaller than this (px): in a short list the threshold can be reached too. */
export const MINIMUM_VIEW = 480;

/**
 * @param {number} way px along the pull direction from the origin
 * @param {object} policy the edge's policy
 * @param {number} view height of the list's viewport in px
 * @returns {number} displacement in px, 0…limit
 */
export function displacement(way, policy, view) {
  const x = Math.max(0, way - policy.slop);
  const moved = policy.travel === "rubberBand" ? rubberBand(x, policy.coefficient, Math.max(view, MINIMUM_VIEW)) : x;
  return Math.min(moved, policy.limit);
}

export function percent(offset, policy) {
  return offset / policy.threshold;
}

function rubberBand(x, c, h) {
  return (1 - 1 / ((x * c) / h + 1)) * h;
}
