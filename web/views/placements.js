/** Height of the overlay's card (px). */
const CARD = 100;
/** Height of an indicator (px) whose policy rests at 0. */
const BAR = 50;
const HEAD = 64;

/**
 * Where each preset's refresh view stands at a displacement. `shift`: how far the view has come in from its edge
 * relative to lying right at it (px, negative: still outside). `push`: how far the list is moved away from the edge.
 * `animation`: the one that its design comes with.
 * @type {Record<string, {animation: string, movesList: boolean, size: (rules: object) => number,
 *   at: (offset: number, size: number) => {shift: number, push: number}}>}
 */
export const placements = {
  // A card over the list, its far edge `offset` from the list's own; the list stays where it is.
  overlay: {
    animation: "card",
    movesList: false,
    size: () => CARD,
    at: (offset, size) => ({ shift: offset - size, push: 0 }),
  },
  // Rises with the content up to its own height and stays there while the content is pulled further.
  footer: {
    animation: "bar",
    movesList: true,
    size: (rules) => rules.rest || BAR,
    at: (offset, size) => ({ shift: Math.min(offset, size) - size, push: offset }),
  },
  // Comes in with the list and then stays in the middle of the room that the list leaves.
  header: {
    animation: "ring",
    movesList: true,
    size: (rules) => rules.rest || HEAD,
    at: (offset, size) => ({ shift: offset < size ? offset - size : (offset - size) / 2, push: offset }),
  },
};

/** The placement of an edge's policy; one without a preset gets the one usual at that edge. */
export function placementName(edge, rules) {
  return rules.preset in placements ? rules.preset : edge === "top" ? "header" : "footer";
}
