import assert from "node:assert/strict";
import { test } from "node:test";
import { Player } from "../../web/views/edge-view.js";
import { animation, animationNames, registerAnimation } from "../../web/animations/registry.js";

const options = { edge: "top", words: {} };

/** An animation that notes what it is told. */
function recorder({ hasProgress = true } = {}) {
  const told = [];
  const note = (name) => (value) => told.push(value === undefined ? name : [name, value]);
  const made = { element: {}, percent: note("percent"), start: note("start"), end: note("end") };
  if (hasProgress) made.progress = note("progress");
  return { told, made };
}

function play(models, more) {
  const { told, made } = recorder(more);
  const player = new Player(made);
  for (const model of models) player.play({ percent: 0, ...model });
  return told;
}

test("the five that come with it have names", () => {
  assert.deepEqual(animationNames().slice(0, 5), ["card", "bar", "arrow", "ring", "text"]);
});

test("a page adds an animation with one call, and gets it by its name", async () => {
  const { made } = recorder();
  const asked = [];
  registerAnimation("mine", (given) => {
    asked.push(given);
    return made;
  });
  assert.equal(await animation("mine", options), made);
  assert.deepEqual(asked, [options]);
  assert.ok(animationNames().includes("mine"));
});

test("a name that is registered again means the newer one, also one that comes with it", async (t) => {
  t.mock.method(console, "warn", () => {});
  const first = recorder().made;
  const second = recorder().made;
  registerAnimation("ring", () => first);
  assert.equal(await animation("ring", options), first);
  registerAnimation("ring", () => second);
  assert.equal(await animation("ring", options), second);
  assert.equal(animationNames().filter((name) => name === "ring").length, 1);
  // Also for who asks for a name that nobody knows.
  assert.equal(await animation("nobody's", options), second);
});

test("a name that nobody knows is told with those that there are, and gives ring", async (t) => {
  const warn = t.mock.method(console, "warn", () => {});
  const { made } = recorder();
  registerAnimation("ring", () => made);
  for (const name of ["nothing", "constructor", "__proto__", ""]) assert.equal(await animation(name, options), made);
  assert.equal(warn.mock.callCount(), 4);
  assert.match(warn.mock.calls[0].arguments[0], /no animation "nothing"\. There are: card, bar, arrow, ring, text.* Using "ring"/);
});

test("what is no animation is refused with the reason", () => {
  assert.throws(() => registerAnimation("", () => {}), /needs a name/);
  assert.throws(() => registerAnimation(7, () => {}), /needs a name/);
  assert.throws(() => registerAnimation("mine", {}), /"mine" needs a function/);
});

test("a pull is told as percent, each value once", () => {
  const told = play([{ phase: "idle" }, { phase: "pulling", percent: 0.5 }, { phase: "pulling", percent: 0.5 }, { phase: "armed", percent: 1.2 }]);
  assert.deepEqual(told, [["percent", 0], ["percent", 0.5], ["percent", 1.2]]);
});

test("until a refresh is confirmed the percent stands at 1, whatever the view does", () => {
  const told = play([{ phase: "starting", percent: 1.4 }, { phase: "starting", percent: 1.1 }]);
  assert.deepEqual(told, [["percent", 1]]);
});

test("a refresh is told as one start and one end, however often it is drawn", () => {
  const models = ["refreshing", "refreshing", "ok", "ok"].map((phase) => ({ phase }));
  assert.deepEqual(play(models), ["start", ["end", "ok"]]);
  assert.deepEqual(play([{ phase: "refreshing" }, { phase: "failed" }]), ["start", ["end", "failed"]]);
  assert.deepEqual(play([{ phase: "refreshing" }, { phase: "cancelled" }]), ["start", ["end", "cancelled"]]);
});

test("on its way back a run's view shows how the run went, and is at 0 in the end", () => {
  const back = [0.9, 0.4, 0].map((percent) => ({ phase: "idle", percent }));
  assert.deepEqual(play([{ phase: "refreshing" }, { phase: "failed" }, ...back]), ["start", ["end", "failed"], ["percent", 0]]);
  assert.deepEqual(play([{ phase: "refreshing" }, ...back]), ["start", ["percent", 0]]);
  assert.deepEqual(play([{ phase: "pulling", percent: 0.9 }, ...back.slice(1)]), [["percent", 0.9], ["percent", 0.4], ["percent", 0]]);
});

test("two refreshes in a row are two starts", () => {
  const models = ["refreshing", "ok", "refreshing", "ok"].map((phase) => ({ phase }));
  assert.deepEqual(play(models), ["start", ["end", "ok"], "start", ["end", "ok"]]);
});

test("progress comes after the start, and only to an animation that takes it", () => {
  const models = [{ phase: "refreshing" }, { phase: "refreshing", progress: 0 }, { phase: "refreshing", progress: 0.5 }, { phase: "ok" }];
  assert.deepEqual(play(models), ["start", ["progress", 0], ["progress", 0.5], ["end", "ok"]]);
  assert.deepEqual(play(models, { hasProgress: false }), ["start", ["end", "ok"]]);
  assert.deepEqual(play([{ phase: "refreshing", progress: 0.3 }]), ["start", ["progress", 0.3]]);
});
