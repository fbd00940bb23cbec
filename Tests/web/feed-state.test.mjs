import assert from "node:assert/strict";
import { test } from "node:test";
import { FeedState, MOST_ROWS } from "../../web/feed/feed-state.js";

const row = (number) => ({ text: `Line ${number}`, at: 1_700_000_000_000 + number });
const rows = (first, last) => ({
  type: "rows",
  first,
  rows: Array.from({ length: last - first + 1 }, (_, index) => row(first + index)),
  pos: `p${last}`,
});
const subscribed = (more) => ({
  type: "subscribed",
  mode: "reset",
  why: "new",
  pos: "p0",
  head: 0,
  floor: 1,
  title: "Lines",
  order: "append",
  policy: {},
  state: { phase: "idle", floor: 1 },
  ...more,
});
const texts = (feed) => feed.rows.map(({ text }) => text);

function feedWith(...messages) {
  const feed = new FeedState("main");
  for (const message of messages) feed.apply(message);
  return feed;
}

test("a reset clears the list and is followed by the tail, with the position that belongs to it", () => {
  const feed = feedWith(subscribed({ head: 120, pos: "p117" }), rows(118, 120));
  assert.deepEqual(texts(feed), ["Line 118", "Line 119", "Line 120"]);
  assert.deepEqual([feed.first, feed.last, feed.pos], [118, 120, "p120"]);
  feed.apply(subscribed({ why: "epoch", head: 1, pos: "q0" }));
  assert.deepEqual(texts(feed), []);
  assert.equal(feed.pos, "q0");
  feed.apply(rows(1, 1));
  assert.equal(feed.last, 1);
});

test("an empty feed awaits row 1, one pruned empty the row after its head", () => {
  assert.equal(feedWith(subscribed({})).first, 1);
  assert.equal(feedWith(subscribed({ head: 40, floor: 41 })).first, 41);
});

test("rows that are known already are not added twice", () => {
  const feed = feedWith(subscribed({ head: 3, pos: "p0" }), rows(1, 3));
  assert.deepEqual(feed.apply(rows(2, 3)), []);
  const [change] = feed.apply(rows(3, 5));
  assert.deepEqual([change.first, change.rows.length], [4, 2]);
  assert.equal(feed.last, 5);
});

test("a hole is told and nothing is taken beyond it", () => {
  const feed = feedWith(subscribed({ head: 3, pos: "p0" }), rows(1, 3));
  assert.deepEqual(feed.apply(rows(5, 6)), [{ kind: "gap" }]);
  assert.deepEqual([feed.last, feed.pos], [3, "p3"]);
});

test("a resume keeps the list and goes on after it", () => {
  const feed = feedWith(subscribed({ head: 3, pos: "p0" }), rows(1, 3));
  const changes = feed.apply(subscribed({ mode: "resume", why: undefined, head: 4, pos: "p3" }));
  assert.ok(changes.every(({ kind }) => kind !== "reset"));
  feed.apply(rows(4, 4));
  assert.equal(feed.rows.length, 4);
});

test("rows below the floor go, with the state that says it or with a resume", () => {
  const feed = feedWith(subscribed({ head: 5, pos: "p0" }), rows(1, 5));
  assert.deepEqual(feed.apply({ type: "state", phase: "idle", floor: 3 })[0], { kind: "dropOldest", count: 2 });
  assert.deepEqual([feed.first, texts(feed)[0]], [3, "Line 3"]);
  feed.apply(subscribed({ mode: "resume", head: 5, floor: 9, pos: "p5" }));
  assert.deepEqual([feed.rows.length, feed.first], [0, 6]);
});

test("history goes before the rows, only where it fits", () => {
  const feed = feedWith(subscribed({ head: 120, pos: "p99" }), rows(100, 120));
  feed.apply({ type: "history", first: 40, rows: rows(40, 60).rows, floor: 1 });
  assert.equal(feed.first, 100);
  feed.apply({ type: "history", first: 80, rows: rows(80, 102).rows, floor: 1 });
  assert.deepEqual([feed.first, feed.rows.length], [80, 41]);
  assert.equal(feed.hasOlder, true);
  feed.apply({ type: "history", first: 1, rows: rows(1, 79).rows, floor: 1 });
  assert.equal(feed.hasOlder, false);
});

test("only the newest rows are kept in a list that grows without end", () => {
  const feed = feedWith(subscribed({ head: 0 }), rows(1, MOST_ROWS + 10));
  assert.deepEqual(feed.trim(), [{ kind: "dropOldest", count: 10 }]);
  assert.deepEqual([feed.first, feed.rows.length], [11, MOST_ROWS]);
  assert.deepEqual(feed.trim(), []);
});

test("of long rows fewer are kept, and no older ones asked for", () => {
  const feed = new FeedState("main");
  feed.apply(subscribed({ head: 0 }));
  const long = (count) => Array.from({ length: count }, () => ({ text: "x".repeat(8_000), at: 0 }));
  feed.apply({ type: "rows", first: 1, rows: long(2_499), pos: "p" });
  assert.deepEqual(feed.trim(), []);
  feed.apply({ type: "rows", first: 2_500, rows: long(11), pos: "p" });
  assert.deepEqual(feed.trim(0.1), []);
  assert.deepEqual(feed.trim(), [{ kind: "dropOldest", count: 10 }]);
  assert.deepEqual([feed.first, feed.hasOlder, feed.canLoadOlder], [11, true, false]);
});

test("rows that were there before the page subscribed are no news", () => {
  const feed = new FeedState("main");
  feed.apply(subscribed({ head: 3, pos: "p0" }));
  assert.equal(feed.apply(rows(1, 3))[0].isNews, false);
  assert.equal(feed.apply(rows(4, 4))[0].isNews, true);
});

test("a list is turned where its order is another one, or that of the rows of a run", () => {
  const feed = feedWith(subscribed({ order: "newest-first", runOrder: "append" }));
  const kinds = (more) =>
    feed.apply({ type: "feed", title: "Lines", order: "newest-first", policy: {}, ...more }).map(({ kind }) => kind);
  assert.deepEqual(kinds({ runOrder: "append", title: "Other" }), ["policy"]);
  assert.deepEqual(kinds({ runOrder: "newest-first" }), ["policy", "order"]);
  assert.equal(feed.runOrder, "newest-first");
  assert.deepEqual(kinds({ order: "append" }), ["policy", "order"]);
  assert.equal(feed.runOrder, undefined);
});
