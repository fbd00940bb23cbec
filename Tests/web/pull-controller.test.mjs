import assert from "node:assert/strict";
import { test } from "node:test";
import { PullController } from "../../web/pull/pull.js";
import { Surroundings, presets } from "./surroundings.mjs";

const scroll = { top: 0, height: 1200, view: 600 };

function controller({ live = true } = {}) {
  const sent = [];
  const shown = [];
  let n = 0;
  let id = 0;
  const connection = { backlog: 0, nextNumber: () => (n += 1), nextPointer: () => id++, send: (message) => sent.push(message) };
  const session = { live, state: { name: "main", policy: { top: presets.overlay }, state: null } };
  const around = new Surroundings();
  const pull = new PullController(connection, (report) => shown.push(report), around.environment);
  pull.attach(session);
  const sample = (phase, y, pointer = "touch 0") => pull.sample(phase, pointer, { x: 10, y }, scroll);
  return { around, connection, session, pull, sent, shown, sample };
}

test("samples go out as they come, each with its own number and the list's metrics", () => {
  const { sample, sent } = controller();
  for (const [phase, y] of [["down", 0], ["move", 60], ["up", 60]]) sample(phase, y);
  assert.deepEqual(sent[1], { type: "pointer", feed: "main", n: 2, phase: "move", id: 0, x: 10, y: 60, scroll });
  assert.deepEqual(sent.map(({ n }) => n), [1, 2, 3]);
});

test("a mouse and a touch never share an id, nor do two touches after each other", () => {
  const { sample, sent } = controller();
  sample("down", 0, "touch 1");
  sample("down", 0, "mouse");
  sample("up", 0, "touch 1");
  sample("down", 0, "touch 1");
  assert.deepEqual(sent.map(({ id }) => id), [0, 1, 0, 2]);
});

test("a pull that began without a server counts for nothing until all pointers are up", () => {
  const { sample, sent, session } = controller({ live: false });
  sample("down", 0);
  session.live = true;
  assert.equal(sample("move", 200).phase, "cancelled");
  sample("up", 200);
  assert.deepEqual(sent, []);
  sample("down", 0);
  assert.equal(sent.length, 1);
});

test("a pull that no server hears moves the page and goes back where it would refresh", () => {
  const { pull, sample, sent, shown } = controller({ live: false });
  sample("down", 0);
  const { phase, offset, isUnheard } = sample("move", 60);
  assert.deepEqual([phase, offset, isUnheard], ["pulling", 52, true]);
  assert.equal(pull.report.offset, 52);
  sample("move", 112);
  const { settle, ...end } = shown.at(-1);
  assert.deepEqual(settle, { from: 104, to: 0, duration: 300 });
  assert.deepEqual(end, { phase: "cancelled", edge: "top", offset: 0, percent: 0, isUnheard: true });
  sample("up", 112);
  assert.deepEqual(sent, []);
});

test("a pull that no server hears goes back when it is let go, and can be cancelled", () => {
  const { pull, sample, shown } = controller({ live: false });
  sample("down", 0);
  sample("move", 60);
  sample("up", 60);
  assert.deepEqual(shown.at(-1).settle, { from: 52, to: 0, duration: 300 });
  sample("down", 0);
  sample("move", 60);
  pull.cancelLost();
  assert.deepEqual([shown.at(-1).phase, pull.isHeld], ["cancelled", false]);
});

test("a lost connection takes the pull back and the finger's further way counts for nothing", () => {
  const { pull, sample, sent, shown } = controller();
  sample("down", 0);
  sample("move", 60);
  pull.release();
  assert.deepEqual(shown.at(-1).settle, { from: 52, to: 0, duration: 300 });
  sample("move", 200);
  sample("up", 200);
  assert.equal(sent.length, 2);
});

test("held still, the last sample is sent again every 5 s, until the pointer is up", () => {
  const { around, sample, sent } = controller();
  sample("down", 0);
  sample("move", 60);
  around.pass(4_999);
  assert.equal(sent.length, 2);
  around.pass(5_001);
  assert.deepEqual(sent.slice(2).map(({ n, phase, y }) => [n, phase, y]), [[3, "move", 60], [4, "move", 60]]);
  sample("up", 60);
  around.pass(60_000);
  assert.equal(sent.length, 5);
});

test("while the socket is choked moves are left out, ends are not", () => {
  const { connection, sample, sent } = controller();
  sample("down", 0);
  connection.backlog = 100_000;
  sample("move", 60);
  sample("up", 60);
  assert.deepEqual(sent.map(({ phase }) => phase), ["down", "up"]);
});

test("a pointer whose end was never told is cancelled", () => {
  const { pull, sample, sent } = controller();
  sample("down", 0);
  sample("move", 60);
  pull.cancelLost();
  assert.deepEqual([sent.at(-1).phase, pull.isHeld], ["cancel", false]);
  sample("down", 0);
  assert.equal(pull.report.phase, "tracking");
});
