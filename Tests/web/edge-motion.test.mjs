import assert from "node:assert/strict";
import { test } from "node:test";
import { EdgeMotion, Motion } from "../../web/views/stage.js";
import { presets } from "./surroundings.mjs";

const rules = presets.header;
const idle = { phase: "idle" };
const refreshing = (id) => ({ phase: "refreshing", run: { id, edge: "top" } });
const settling = (id) => ({ phase: "settling", run: { id, edge: "top" }, settle: { from: 64, to: 0, duration: 300 }, last: { id } });

function edge() {
  const motion = new EdgeMotion("top");
  return {
    motion,
    follows: (state, now, more = {}) => motion.follow({ state, rules, isHeldByUs: false, hasRoom: true, ...more }, now),
  };
}

test("a motion ends by the clock, also if nobody looked meanwhile", () => {
  const motion = new Motion();
  motion.settle(64, 300, 1_000);
  assert.equal(motion.value(1_000), 0);
  assert.ok(motion.value(1_150) > 0 && motion.value(1_150) < 64);
  assert.equal(motion.isMoving(1_299), true);
  assert.equal(motion.value(9_999_999), 64);
  assert.equal(motion.isMoving(9_999_999), false);
});

test("the state brings an edge to rest and back, on pages that did not pull too", () => {
  const { motion, follows } = edge();
  follows(refreshing(1), 0);
  assert.equal(motion.value(300), 64);
  follows(settling(1), 1_000);
  assert.equal(motion.value(1_300), 0);
});

test("how a run ended is still seen for a third of the way back", () => {
  const { motion, follows } = edge();
  follows(refreshing(1), 0);
  follows(settling(1), 1_000);
  assert.ok(motion.value(1_100) > 0.9 * 64);
  assert.ok(motion.value(1_250) < 0.1 * 64);
  assert.equal(motion.value(1_300), 0);
});

test("a pull that started a run is held at rest until the state shows it", () => {
  const { motion, follows } = edge();
  motion.pulled({ phase: "armed", edge: "top", offset: 90 }, 0);
  motion.pulled({ phase: "triggered", edge: "top", settle: { from: 90, to: 64, duration: 300 } }, 10);
  follows(idle, 20);
  assert.equal(motion.value(310), 64);
});

test("samples after the run was named, and after it ended, hold nothing", () => {
  const { motion, follows } = edge();
  motion.pulled({ phase: "triggered", edge: "top", settle: { from: 90, to: 64, duration: 300 } }, 0);
  motion.pulled({ phase: "triggered", edge: "top", run: 7 }, 20);
  follows(refreshing(7), 30);
  motion.pulled({ phase: "triggered", edge: "top", run: 7 }, 400);
  follows(settling(7), 1_000);
  motion.pulled({ phase: "triggered", edge: "top", run: 7 }, 1_050);
  follows({ phase: "idle", last: { id: 7 } }, 1_300);
  assert.equal(motion.value(2_000), 0);
});

test("what the server refused goes back", () => {
  const { motion, follows } = edge();
  motion.pulled({ phase: "triggered", edge: "top", settle: { from: 90, to: 64, duration: 300 } }, 0);
  motion.pulled({ phase: "rejected", edge: "top", settle: { from: 90, to: 0, duration: 300 } }, 50);
  follows(idle, 60);
  assert.equal(motion.value(400), 0);
});

test("a lost connection lets go of a run that nobody confirmed", () => {
  const { motion, follows } = edge();
  motion.pulled({ phase: "triggered", edge: "top", settle: { from: 90, to: 64, duration: 300 } }, 0);
  motion.forget();
  follows(null, 10);
  assert.equal(motion.value(400), 0);
});

test("a reader away from the edge is not moved by a refresh there", () => {
  const { motion, follows } = edge();
  follows(refreshing(1), 0, { hasRoom: false });
  assert.equal(motion.value(300), 0);
});

test("a reader who wants no motion sees only where it ends", () => {
  const { motion, follows } = edge();
  follows(refreshing(1), 0, { isCalm: true });
  assert.equal(motion.value(0), 64);
  follows(settling(1), 1_000, { isCalm: true });
  assert.equal(motion.value(1_000), 0);
});

test("a correction is eased, never a jump", () => {
  const { motion } = edge();
  motion.pulled({ phase: "pulling", edge: "top", offset: 40 }, 0);
  motion.pulled({ phase: "pulling", edge: "top", offset: 20, corrected: true }, 10);
  assert.equal(motion.value(10), 40);
  assert.equal(motion.value(130), 20);
});

test("the sample that lets go, or reaches, has moved the edge too", () => {
  const { motion } = edge();
  motion.pulled({ phase: "armed", edge: "top", offset: 70 }, 0);
  motion.pulled({ phase: "triggered", edge: "top", settle: { from: 90, to: 64, duration: 300 } }, 10);
  assert.equal(motion.value(10), 90);
});

test("the server's late word goes on from what is seen, not from what it saw", () => {
  const { motion } = edge();
  motion.pulled({ phase: "pulling", edge: "top", offset: 40 }, 0);
  motion.pulled({ phase: "released", known: false, edge: "top", settle: { from: 20, to: 0, duration: 300 } }, 10);
  assert.equal(motion.value(10), 40);
});

test("a pull that ends while a correction is under way does not jump", () => {
  const { motion } = edge();
  motion.pulled({ phase: "pulling", edge: "top", offset: 40 }, 0);
  motion.pulled({ phase: "pulling", edge: "top", offset: 20, corrected: true }, 10);
  const before = motion.value(20);
  motion.pulled({ phase: "released", edge: "top", settle: { from: 20, to: 0, duration: 300 } }, 20);
  assert.equal(motion.value(20), before);
  assert.equal(motion.value(320), 0);
});

test("pressing again before the run is named lets go of nothing", () => {
  const { motion, follows } = edge();
  motion.pulled({ phase: "triggered", edge: "top", settle: { from: 90, to: 64, duration: 300 } }, 0);
  motion.pulled({ phase: "joined", edge: "top", settle: { from: 0, to: 64, duration: 300 } }, 100);
  follows(idle, 110);
  assert.equal(motion.value(400), 64);
  motion.pulled({ phase: "joined", known: true, edge: "top", run: 7 }, 410);
  follows(refreshing(7), 420);
  follows(settling(7), 1_000);
  assert.equal(motion.value(1_300), 0);
});
