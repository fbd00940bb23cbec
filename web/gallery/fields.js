/** A policy's fields as a reader sets them. A range's ends are what makes sense on a screen; the server takes more. */
export const fields = [
  { name: "trigger", options: ["reach", "release"] },
  { name: "begins", options: ["down", "edge"] },
  { name: "travel", options: ["direct", "rubberBand"] },
  { name: "coefficient", from: 0.05, to: 1, step: 0.05 },
  { name: "threshold", from: 10, to: 300, step: 1, unit: "px" },
  { name: "limit", from: 10, to: 400, step: 1, unit: "px" },
  { name: "rest", from: 0, to: 300, step: 1, unit: "px" },
  { name: "slop", from: 0, to: 40, step: 1, unit: "px" },
  { name: "settle", from: 0, to: 2_000, step: 50, unit: "ms" },
  { name: "minimumVisible", from: 0, to: 5_000, step: 100, unit: "ms" },
  { name: "deadline", from: 500, to: 60_000, step: 500, unit: "ms" },
  { name: "cooldown", from: 0, to: 20_000, step: 500, unit: "ms" },
  { name: "needsOverflow" },
];
