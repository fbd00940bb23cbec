import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Gesture } from "../../web/pull/gesture.js";
import { displacement, percent } from "../../web/pull/gesture.js";

// The same file is read by the Swift tests of the engine: page and server are held to the same numbers, to the last bit.
const vectors = JSON.parse(readFileSync(new URL("../Vectors/engine.json", import.meta.url)));

function policyOf(names) {
  return Object.fromEntries(Object.entries(names).map(([edge, name]) => [edge, vectors.policies[name]]));
}

/** Only the server knows a run that a pull starts, and whether a cooldown forbids it. */
function echoed({ phase, edge, offset, percent, why, settle }) {
  return JSON.parse(JSON.stringify({ phase, edge, offset, percent, why, settle }));
}

test("every way gives the displacement and percent of the vectors", () => {
  assert.ok(vectors.travel.length >= 20);
  for (const { policy, travelled, view, displacement: expected, percent: fraction } of vectors.travel) {
    const rules = vectors.policies[policy];
    const offset = displacement(travelled, rules, view);
    assert.deepEqual([offset, percent(offset, rules)], [expected, fraction], `${policy}, ${travelled} px in ${view} px`);
  }
});

for (const { name, policy, steps } of vectors.gestures) {
  test(`the echo says what the engine says: ${name}`, () => {
    const gesture = new Gesture();
    for (const { sample, reports, error } of steps) {
      // A page's own metrics are always valid, and the lease is the server's.
      if (error) continue;
      if (!sample) return;
      const report = gesture.sample(sample, policyOf(policy));
      const after = reports.at(-1);
      // Once the run has started, its state on the wire decides the offset.
      if (after.phase === "triggered" && !after.settle) assert.equal(report.phase, "triggered");
      else assert.deepEqual(echoed(report), echoed(after));
    }
  });
}
