/** Within this distance (px) of an end the list stands at it: metrics come in fractions. */
const NEAR = 1;

/**
 * @param {"top" | "bottom"} edge
 * @param {{top: number, height: number, view: number}} scroll
 */
export function standsAt(edge, { top, height, view }) {
  return edge === "top" ? top <= NEAR : top + view >= height - NEAR;
}

export function overflows({ height, view }) {
  return height > view + NEAR;
}

/** The way from one y to another along an edge's pull direction: down at the top, up at the bottom (px). */
export function along(edge, from, to) {
  return edge === "top" ? to - from : from - to;
}
