import assert from "node:assert/strict";
import { test } from "node:test";
import { Echo } from "../../web/pull/pull.js";
import { at, presets } from "./surroundings.mjs";

const policy = { top: presets.overlay };
const settling = { phase: "settling", run: { id: 7, edge: "top" } };

function echo(edges = policy) {
  const side = new Echo();
  let n = 0;
  const sample = (phase, y, state = null) => side.sample((n += 1), at(phase, y), edges, state);
  const hears = (pull) => side.correct({ edge: "top", offset: 0, percent: 0, ...pull }, edges);
  return { side, sample, hears };
}

test("a pull that this side took for a part of a run goes on where the finger is, once the server says so", () => {
  const { side, sample, hears } = echo();
  assert.equal(sample("down", 0, settling).phase, "joined");
  for (const y of [20, 40, 60]) sample("move", y, settling);
  const { phase, offset, corrected } = hears({ n: 2, phase: "pulling", offset: 12 });
  assert.deepEqual([phase, offset, corrected], ["pulling", 52, true]);
  // The answers to what was sent meanwhile agree, and move nothing.
  assert.equal(hears({ n: 3, phase: "pulling", offset: 32 }), null);
  assert.equal(hears({ n: 4, phase: "pulling", offset: 52 }), null);
  assert.equal(sample("move", 70).offset, 62);
  assert.equal(hears({ n: 5, phase: "pulling", offset: 62 }), null);
  assert.equal(side.report.offset, 62);
});

test("a late answer to a pull that is over here does not bring it back", () => {
  const { sample, hears } = echo();
  sample("down", 0);
  sample("move", 60);
  assert.equal(sample("up", 60).phase, "released");
  assert.equal(hears({ n: 2, phase: "pulling", offset: 52 }), null);
});

test("what was leaned by the server's word is let go from where it is seen", () => {
  const { sample, hears } = echo();
  sample("down", 0);
  sample("move", 60);
  assert.equal(hears({ n: 2, phase: "pulling", offset: 62 }).offset, 62);
  assert.deepEqual(sample("up", 60).settle, { from: 62, to: 0, duration: 300 });
});

test("who presses again before the server has answered the pull stays with the run it began", () => {
  const { side, sample, hears } = echo({ top: presets.header });
  sample("down", 0);
  sample("move", 200);
  assert.equal(sample("up", 200).phase, "triggered");
  assert.equal(side.isPredicted, true);
  assert.deepEqual([sample("down", 0).phase, side.isPredicted], ["joined", true]);
  assert.equal(hears({ n: 3, phase: "triggered", run: 7 }), null);
  assert.equal(hears({ n: 4, phase: "joined", run: 7, offset: 64 }).known, true);
  assert.equal(side.isPredicted, false);
});

test("who presses again, and whose first pull the server refused, pulls", () => {
  const { sample, hears } = echo({ top: presets.header });
  sample("down", 0);
  sample("move", 200);
  sample("up", 200);
  sample("down", 0);
  sample("move", 60);
  assert.equal(hears({ n: 4, phase: "tracking" }).phase, "pulling");
});
