import assert from "node:assert/strict";
import { test } from "node:test";
import { Echo } from "../../web/pull/pull.js";
import { Gesture } from "../../web/pull/gesture.js";
import { displacement } from "../../web/pull/gesture.js";
import { at, presets } from "./surroundings.mjs";

function run(samples, policy, state) {
  const gesture = new Gesture();
  return samples.map((sample) => gesture.sample(sample, policy, state));
}

test("overlay triggers the moment 104 px beyond the slop are reached, not before", () => {
  const reports = run([at("down", 0), at("move", 60), at("move", 111.5), at("move", 112), at("up", 112)], { top: presets.overlay });
  assert.deepEqual(
    reports.map(({ phase, offset }) => [phase, offset]),
    [
      ["tracking", 0],
      ["pulling", 52],
      ["pulling", 103.5],
      ["triggered", 104],
      ["triggered", 104],
    ],
  );
  assert.equal(reports[1].percent, 0.5);
  assert.deepEqual(reports[3].settle, { from: 104, to: 104, duration: 300 });
});

test("header refreshes only on release strictly beyond 64", () => {
  const exact = 8 + 64 / (0.55 * (1 - 64 / 600));
  const policy = { top: presets.header };
  const below = run([at("down", 0), at("move", exact - 0.01), at("up", exact - 0.01)], policy).at(-1);
  const above = run([at("down", 0), at("move", exact + 0.01), at("up", exact + 0.01)], policy).at(-1);
  assert.deepEqual([below.phase, above.phase], ["released", "triggered"]);
});

test("one straight drag gives the same percent as 1 sample or as 500", () => {
  const policy = { top: presets.header };
  const end = 97;
  const few = run([at("down", 0), at("move", end)], policy).at(-1);
  const many = run([at("down", 0), ...Array.from({ length: 500 }, (_, index) => at("move", ((index + 1) / 500) * end))], policy).at(-1);
  assert.equal(many.percent, few.percent);
});

test("a list shorter than 480 px is reckoned as 480 px high", () => {
  assert.equal(displacement(100, presets.header, 60), displacement(100, presets.header, 480));
  assert.ok(displacement(100, presets.header, 600) > displacement(100, presets.header, 480));
});

test("a drag that scrolls natively and arrives at the edge pulls from there", () => {
  const scroll = (top) => ({ scroll: { top, height: 1200, view: 600 } });
  const reports = run([at("down", 0, scroll(50)), at("move", 40, scroll(20)), at("move", 60, scroll(0)), at("move", 160, scroll(0))], {
    top: presets.header,
  });
  assert.deepEqual(
    reports.map(({ phase }) => phase),
    ["tracking", "tracking", "pulling", "pulling"],
  );
  assert.equal(reports[2].offset, 0);
  assert.equal(reports[3].offset, displacement(100, presets.header, 600));
});

test("footer takes only a list that overflows, within 1 px of its end", () => {
  const policy = { bottom: presets.footer };
  const short = { scroll: { top: 0, height: 600, view: 600 } };
  assert.equal(run([at("down", 100, short), at("move", 50, short)], policy).at(-1).why, "no-overflow");
  const near = { scroll: { top: 599.6, height: 1200.3, view: 600 } };
  assert.equal(run([at("down", 100, near), at("move", 50, near)], policy).at(-1).phase, "pulling");
});

test("sideways, second finger, cancel, resize and a late start are none of ours", () => {
  const policy = { top: presets.overlay };
  const cases = [
    [[at("move", 20, { x: 300 })], "horizontal"],
    [[at("move", 60), at("down", 90, { id: 1 })], "second-pointer"],
    [[at("move", 60), at("cancel", 500)], "cancel"],
    [[at("move", 60, { scroll: { top: 0, height: 1200, view: 500 } })], "resized"],
    [[at("move", -60)], "no-policy"],
  ];
  for (const [samples, why] of cases) assert.equal(run([at("down", 0), ...samples], policy).at(-1).why, why);
  const away = { scroll: { top: 30, height: 1200, view: 600 } };
  assert.equal(run([at("down", 0, away), at("move", 60, away)], policy).at(-1).why, "not-at-edge");
});

test("after a second finger nothing counts until all are up", () => {
  const samples = [at("down", 0), at("down", 400, { id: 1 }), at("up", 400), at("move", 900, { id: 1 }), at("up", 900, { id: 1 })];
  assert.equal(run(samples, { top: presets.overlay }).at(-1).phase, "cancelled");
});

test("a pull beyond the threshold and back above its start does not refresh", () => {
  const reports = run([at("down", 100), at("move", 300), at("move", 50), at("up", 50)], { top: presets.header });
  assert.deepEqual(
    reports.map(({ phase }) => phase),
    ["tracking", "armed", "pulling", "released"],
  );
});

test("the echo shows its own reckoning while the server agrees within 1 px", () => {
  const echo = new Echo();
  const policy = { top: presets.overlay };
  echo.sample(1, at("down", 0), policy, null);
  echo.sample(2, at("move", 60), policy, null);
  echo.sample(3, at("move", 70), policy, null);
  assert.equal(echo.correct({ n: 2, phase: "pulling", edge: "top", offset: 52.4, percent: 0.5 }, policy), null);
  assert.equal(echo.report.offset, 62);
});

test("where they differ the server is right, for this sample and those after it", () => {
  const echo = new Echo();
  const policy = { top: presets.overlay };
  echo.sample(1, at("down", 0), policy, null);
  echo.sample(2, at("move", 60), policy, null);
  echo.sample(3, at("move", 70), policy, null);
  const shown = echo.correct({ n: 2, phase: "pulling", edge: "top", offset: 42, percent: 42 / 104 }, policy);
  assert.deepEqual([shown.offset, shown.corrected], [52, true]);
  assert.equal(echo.sample(4, at("move", 80), policy, null).offset, 62);
});

test("the server's refusal takes back what the echo predicted", () => {
  const echo = new Echo();
  const policy = { top: presets.overlay };
  echo.sample(1, at("down", 0), policy, null);
  assert.equal(echo.sample(2, at("move", 200), policy, null).phase, "triggered");
  assert.equal(echo.isPredicted, true);
  const refusal = { n: 2, phase: "rejected", edge: "top", offset: 0, percent: 0, why: "cooldown", retryAfter: 4000, settle: { from: 104, to: 0, duration: 300 } };
  const shown = echo.correct(refusal, policy);
  assert.deepEqual([shown.known, shown.settle.to, echo.isPredicted], [false, 0, false]);
  assert.equal(echo.sample(3, at("move", 300), policy, null).phase, "rejected");
});

test("an answer to an earlier gesture does not touch the present one", () => {
  const echo = new Echo();
  const policy = { top: presets.overlay };
  echo.sample(1, at("down", 0), policy, null);
  echo.sample(2, at("up", 0), policy, null);
  echo.sample(3, at("down", 0), policy, null);
  echo.sample(4, at("move", 60), policy, null);
  assert.equal(echo.correct({ n: 2, phase: "released", offset: 0, percent: 0 }, policy), null);
  assert.equal(echo.report.phase, "pulling");
});

test("a lost connection brings the pull back", () => {
  const echo = new Echo();
  const policy = { top: presets.overlay };
  echo.sample(1, at("down", 0), policy, null);
  echo.sample(2, at("move", 60), policy, null);
  assert.deepEqual(echo.lose(policy).settle, { from: 52, to: 0, duration: 300 });
  assert.equal(echo.isUnderWay, false);
});

test("what the finger does after the server named the run still belongs to that run", () => {
  const echo = new Echo();
  const policy = { top: presets.overlay };
  echo.sample(1, at("down", 0), policy, null);
  echo.sample(2, at("move", 200), policy, null);
  echo.correct({ n: 2, phase: "triggered", edge: "top", offset: 104, percent: 1, run: 7 }, policy);
  assert.equal(echo.isPredicted, false);
  assert.equal(echo.sample(3, at("up", 200), policy, null).run, 7);
});
