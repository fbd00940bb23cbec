import assert from "node:assert/strict";
import { test } from "node:test";
import { format, texts } from "../../web/texts.js";
import { cooldownOf } from "../../web/views/cooldown.js";
import { noticeOf } from "../../web/views/signs.js";
import { waitWords } from "../../web/views/words.js";

const state = (more = {}) => ({ phase: "idle", retryAfter: 12_500, last: { id: 7, ended: Date.now(), outcome: "ok" }, ...more });
const pull = (more = {}) => ({ phase: "armed", edge: "top", offset: 70, percent: 1.1, ...more });

/** A cooldown, and a clock that the test moves. */
function cooling(t, told = state()) {
  const gone = new AbortController();
  let now = 1_000;
  let shown = 0;
  t.mock.method(performance, "now", () => now);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const cooldown = cooldownOf(() => (shown += 1), gone.signal);
  cooldown.began(told);
  const pass = (ms) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  const model = (report = pull(), seen = told) => cooldown.shown({ state: seen, report, isPredicted: false });
  return { cooldown, model, pass, gone, times: () => shown };
}

const says = (seconds, isOk = true) => texts.cooling(texts.justNow, waitWords(seconds * 1_000), isOk);

test("a pull within the cooldown says when there can be a refresh, and not that letting go is one", (t) => {
  const { model } = cooling(t);
  assert.deepEqual(model().report, { ...pull(), phase: "pulling", says: says(13) });
  assert.deepEqual(model(pull({ phase: "pulling", percent: 0.4 })).report.says, says(13));
  // On its way back it says the same.
  for (const phase of ["released", "rejected", "triggered"]) {
    assert.deepEqual(model(pull({ phase })).report, { ...pull(), phase: "idle", says: says(13) });
  }
});

test("what did not go well was tried, not refreshed", (t) => {
  const { model } = cooling(t, state({ last: { id: 7, ended: Date.now(), outcome: "failed" } }));
  assert.equal(model().report.says, says(13, false));
  assert.notEqual(says(13, false), says(13));
});

test("while a pull is held it is counted down, and then it is a pull like any other", (t) => {
  const { model, pass, times } = cooling(t);
  model();
  pass(499);
  assert.equal(times(), 0);
  pass(1);
  assert.equal(times(), 1);
  assert.equal(model().report.says, says(12));
  pass(11_999);
  assert.equal(times(), 2);
  assert.equal(model().report.says, says(1));
  pass(1);
  assert.equal(times(), 3);
  assert.deepEqual(model().report, pull());
  pass(60_000);
  assert.equal(times(), 3);
});

test("what is no longer so, or said elsewhere, is shown as it is", (t) => {
  const { cooldown, model } = cooling(t);
  for (const report of [pull({ isUnheard: true }), pull({ phase: "joined", run: 8 })]) assert.equal(model(report).report, report);
  const report = pull();
  assert.equal(model(report, { phase: "refreshing", run: { id: 8 } }).report, report);
  assert.equal(model(report, null).report, report);
  const none = state({ last: undefined });
  cooldown.began(none);
  assert.equal(model(report, none).report, report);
});

test("a state that is shown again later is no newer", (t) => {
  const told = state();
  const { cooldown, model, pass } = cooling(t, told);
  pass(10_000);
  cooldown.began(told);
  assert.equal(model().report.says, says(3));
});

test("of two states only what the newer one says is counted down", (t) => {
  const { cooldown, model, pass, times } = cooling(t);
  const next = state({ retryAfter: 20_900 });
  model();
  cooldown.began(next);
  assert.equal(model(pull(), next).report.says, says(21));
  pass(899);
  assert.equal(times(), 0);
  pass(1);
  assert.equal(times(), 1);
});

test("a list that is gone is shown no more", (t) => {
  const { model, pass, gone, times } = cooling(t);
  model();
  gone.abort();
  pass(60_000);
  assert.equal(times(), 0);
});

test("how long to wait is told in seconds, minutes or hours, and never too short", () => {
  const told = [
    [0, "second", 1],
    [2_400, "second", 3],
    [99_999, "second", 100],
    [100_000, "minute", 2],
    [3_600_000, "minute", 60],
    [6_000_000, "hour", 2],
  ];
  for (const [ms, unit, count] of told) assert.equal(waitWords(ms), format.unit(unit, "long", count));
});

test("words over the list go when what they say is over", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const seen = new Set();
  const element = { dataset: {}, classList: { add: (name) => seen.add(name), remove: (name) => seen.delete(name) } };
  const notice = noticeOf(element);
  notice.say("Try again in 2 seconds.", "top", 1_500);
  t.mock.timers.tick(1_499);
  assert.ok(seen.has("seen"));
  t.mock.timers.tick(1);
  assert.ok(!seen.has("seen"));
  // What lasts longer than it takes to read goes as ever.
  notice.say("Try again in 1 minute.", "top", 60_000);
  t.mock.timers.tick(3_000);
  assert.ok(seen.has("seen"));
  t.mock.timers.tick(5_000);
  assert.ok(!seen.has("seen"));
});
