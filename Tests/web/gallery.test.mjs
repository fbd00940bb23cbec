import assert from "node:assert/strict";
import { test } from "node:test";
import { LocalFeed } from "../../web/gallery/local-feed.js";
import { Grip, LocalPull } from "../../web/gallery/local-pull.js";
import { fields } from "../../web/gallery/fields.js";
import { configuration, presets, tuned } from "../../web/gallery/tuning.js";
import { Surroundings, presets as served } from "./surroundings.mjs";

const scroll = { top: 0, height: 900, view: 260 };

/** A feed, a pull and what was heard of both. */
function preview(policy = { top: presets.header }, source = {}) {
  const surroundings = new Surroundings();
  const phases = [];
  const rows = [];
  const reports = [];
  const feed = new LocalFeed((more) => {
    phases.push(feed.state.phase);
    rows.push(more);
  }, surroundings.environment);
  feed.policy = policy;
  Object.assign(feed.source, source);
  const pull = new LocalPull(feed, (report) => reports.push(report));
  return { feed, pull, phases, rows, reports, pass: (ms) => surroundings.pass(ms) };
}

function drag(grip, way, pointer = "mouse") {
  grip.sample("down", pointer, { x: 0, y: 0 }, scroll);
  return grip.sample("move", pointer, { x: 0, y: way }, scroll);
}

test("the presets are those that the server sends", () => {
  assert.deepEqual(presets, served);
});

test("every field of a policy can be tuned, within what a preset says", () => {
  const names = Object.keys(presets.header).filter((name) => name !== "preset");
  assert.deepEqual(fields.map(({ name }) => name).sort(), names.sort());
  for (const { name, options, from, to, step } of fields) {
    for (const policy of Object.values(presets)) {
      if (options) assert.ok(options.includes(policy[name]));
      else if (to !== undefined) assert.ok(policy[name] >= from && policy[name] <= to && (policy[name] - from) % step < step);
    }
  }
});

test("fields that would contradict the changed one go along", () => {
  assert.deepEqual(tuned(presets.header, "threshold", 200), { ...presets.header, threshold: 200, limit: 200 });
  assert.deepEqual(tuned(presets.header, "limit", 50), { ...presets.header, limit: 50, threshold: 50, rest: 50 });
  assert.deepEqual(tuned(presets.header, "rest", 180), { ...presets.header, rest: 180, limit: 180 });
  assert.equal(tuned({ ...presets.header, minimumVisible: 900 }, "deadline", 500).minimumVisible, 500);
  assert.equal(tuned(presets.header, "minimumVisible", 40_000).deadline, 40_000);
  assert.equal(tuned(presets.header, "trigger", "reach").trigger, "reach");
});

test("the configuration names the preset and only what differs", () => {
  assert.deepEqual(configuration("top", presets.overlay), { top: { preset: "overlay" } });
  assert.deepEqual(configuration("bottom", { ...presets.footer, rest: 60, needsOverflow: false }), {
    bottom: { preset: "footer", rest: 60, needsOverflow: false },
  });
});

test("a local run goes from begin through its work and the settle back to idle", () => {
  const { feed, phases, rows, pass } = preview();
  assert.deepEqual(feed.begin("top"), { outcome: "started", run: 1 });
  pass(999);
  assert.deepEqual(phases, ["refreshing"]);
  pass(1);
  assert.deepEqual(feed.state.settle, { from: 64, to: 0, duration: 300 });
  pass(300);
  assert.deepEqual(phases, ["refreshing", "settling", "idle"]);
  assert.deepEqual(rows, [0, 1, 0]);
  assert.deepEqual(feed.state.last, { id: 1, outcome: "ok", rows: 1 });
});

test("a local run lasts as long as it must be seen, and no longer than its deadline", () => {
  const quick = preview({ top: { ...presets.header, minimumVisible: 700 } }, { time: 0 });
  quick.feed.begin("top");
  quick.pass(699);
  assert.equal(quick.feed.state.phase, "refreshing");
  quick.pass(1);
  assert.equal(quick.feed.state.last.outcome, "ok");
  const slow = preview({ top: { ...presets.header, deadline: 500 } });
  slow.feed.begin("top");
  slow.pass(500);
  assert.deepEqual(slow.feed.state.last, { id: 1, outcome: "failed", rows: 0 });
});

test("a local run is joined, queued while it settles, and refused while it cools down", () => {
  const { feed, phases, pass } = preview({ top: { ...presets.header, cooldown: 2_000 } });
  feed.begin("top");
  assert.deepEqual(feed.begin("top"), { outcome: "joined", run: 1 });
  pass(1_000);
  assert.deepEqual(feed.begin("top"), { outcome: "queued", retryAfter: 2_000 });
  pass(500);
  assert.deepEqual(feed.begin("top"), { outcome: "cooldown", retryAfter: 1_500 });
  pass(1_500);
  assert.deepEqual(phases, ["refreshing", "settling", "idle", "refreshing"]);
});

test("a cancelled local run ends once, at once", () => {
  const { feed, phases, rows, pass } = preview();
  feed.begin("top");
  feed.cancel();
  feed.cancel();
  pass(10_000);
  assert.deepEqual(phases, ["refreshing", "settling", "idle"]);
  assert.equal(feed.state.last.outcome, "cancelled");
  assert.deepEqual(rows, [0, 0, 0]);
});

test("progress grows to 1 and stays within it", () => {
  const { feed, pass } = preview(undefined, { tellsProgress: true, time: 1_000 });
  feed.begin("top");
  pass(450);
  assert.equal(feed.state.run.progress, 0.4);
  pass(549);
  assert.equal(feed.state.run.progress, 0.9);
  pass(1);
  assert.equal(feed.state.phase, "settling");
});

test("a local pull refreshes by its policy's trigger", () => {
  const release = preview();
  const grip = new Grip(release.pull);
  assert.equal(drag(grip, 200).phase, "armed");
  assert.equal(release.feed.state.phase, "idle");
  grip.sample("up", "mouse", { x: 0, y: 200 }, scroll);
  assert.equal(release.feed.state.phase, "refreshing");
  assert.equal(release.pull.report.run, 1);
  const reach = preview({ top: presets.overlay });
  assert.equal(drag(new Grip(reach.pull), 111).phase, "pulling");
  assert.equal(drag(new Grip(preview({ top: presets.overlay }).pull), 112).phase, "triggered");
});

test("a pull that is refused by the cooldown goes back and says how long it lasts", () => {
  const { feed, pull, reports, pass } = preview({ top: { ...presets.header, cooldown: 60_000 } });
  feed.begin("top");
  pass(1_300);
  const grip = new Grip(pull);
  drag(grip, 200);
  grip.sample("up", "mouse", { x: 0, y: 200 }, scroll);
  assert.equal(feed.state.phase, "idle");
  assert.deepEqual([pull.report.phase, pull.report.why, pull.report.retryAfter], ["rejected", "cooldown", 59_700]);
  assert.deepEqual(reports.at(-1).settle, { from: 64, to: 0, duration: 300 });
});

test("a pull under way when a run begins is part of it", () => {
  const { feed, pull } = preview();
  drag(new Grip(pull), 50);
  feed.begin("top");
  pull.joined(feed.state.run);
  assert.equal(pull.report.phase, "joined");
});

test("a second finger on another list ends the pull, and each list forgets only its own", () => {
  const { pull } = preview();
  const [first, second] = [new Grip(pull), new Grip(pull)];
  drag(first, 60, "touch 0");
  second.cancelLost("touch");
  assert.equal(pull.report.phase, "pulling");
  second.sample("down", "touch 1", { x: 0, y: 0 }, scroll);
  assert.equal(pull.report.why, "second-pointer");
});

test("a policy that changes during a pull lets it go back", () => {
  const { pull, feed, reports } = preview();
  drag(new Grip(pull), 60);
  pull.release(feed.policy);
  assert.equal(reports.at(-1).phase, "cancelled");
  assert.equal(reports.at(-1).settle.to, 0);
});
