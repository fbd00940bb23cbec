import assert from "node:assert/strict";
import { test } from "node:test";
import { FeedSession, RunLog } from "../../web/feed/feed-session.js";
import { Surroundings } from "./surroundings.mjs";

function session(known) {
  const around = new Surroundings();
  const sent = [];
  const told = [];
  const connection = { send: (message) => sent.push(message) > 0 };
  const handlers = Object.fromEntries(
    ["changes", "pull", "presence", "reply", "error", "happened", "missed"].map((name) => [name, (value) => told.push([name, value])]),
  );
  const feed = new FeedSession(connection, "main", handlers, around.environment);
  feed.name = "Anna";
  if (known) feed.begin(known);
  feed.subscribe();
  return { around, sent, told, feed };
}

const subscribed = (more = {}) => ({
  type: "subscribed",
  feed: "main",
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
const line = (number) => ({ type: "rows", feed: "main", first: number, rows: [{ text: `Line ${number}`, at: 1 }], pos: `p${number}` });

test("subscribes with the name, and from its position the next time", () => {
  const { sent, feed } = session();
  assert.deepEqual(sent, [{ type: "subscribe", feed: "main", tail: 200, name: "Anna" }]);
  feed.receive(subscribed());
  feed.receive(line(1));
  feed.lost();
  feed.subscribe();
  assert.equal(sent.at(-1).after, "p1");
});

test("a name that changes is told at once, without losing the place", () => {
  const { sent, feed } = session();
  feed.receive(subscribed());
  feed.name = "Ben";
  assert.deepEqual([sent.at(-1).name, sent.at(-1).after], ["Ben", "p0"]);
});

test("a hole in the rows is filled by subscribing again", () => {
  const { sent, feed } = session();
  feed.receive(subscribed());
  feed.receive(line(1));
  feed.receive(line(3));
  assert.equal(sent.at(-1).after, "p1");
  assert.equal(feed.state.last, 1);
});

test("a last row that got lost is noticed by a heartbeat; one that comes late is not fetched", () => {
  const { around, sent, feed } = session();
  feed.receive(subscribed());
  feed.receive(line(1));
  feed.receive({ type: "heartbeat", heads: { main: 2 } });
  feed.receive(line(2));
  around.pass(10_000);
  assert.equal(sent.length, 1);
  feed.receive({ type: "heartbeat", heads: { main: 3 } });
  around.pass(4_999);
  assert.equal(sent.length, 1);
  around.pass(1);
  assert.equal(sent.at(-1).after, "p2");
});

test("messages of other feeds, and of unknown types, change nothing", () => {
  const { told, feed } = session();
  feed.receive({ ...subscribed(), feed: "other" });
  feed.receive({ type: "surprise", feed: "main" });
  assert.deepEqual(told.filter(([, value]) => value.length !== 0), []);
});

test("an unanswered request is repeated on the next connection with the same key, an old one is not", () => {
  const { around, sent, feed } = session();
  feed.receive(subscribed());
  assert.equal(feed.refresh("top"), true);
  const { key } = sent.at(-1);
  assert.match(key, /^\d+(-\d+){3}$/);
  feed.lost();
  feed.subscribe();
  feed.receive(subscribed({ mode: "resume" }));
  assert.deepEqual(sent.at(-1), { type: "refresh", feed: "main", edge: "top", key });
  around.pass(10_000);
  feed.lost();
  feed.subscribe();
  feed.receive(subscribed({ mode: "resume" }));
  assert.equal(sent.at(-1).type, "subscribe");
});

test("an answered request is not repeated", () => {
  const { sent, feed } = session();
  feed.receive(subscribed());
  feed.refresh("top");
  feed.receive({ type: "reply", feed: "main", to: "refresh", key: sent.at(-1).key, outcome: "started", run: 1 });
  feed.subscribe();
  feed.receive(subscribed({ mode: "resume" }));
  assert.equal(sent.at(-1).type, "subscribe");
});

test("nothing is asked for while there is no subscription", () => {
  const { feed } = session();
  assert.equal(feed.refresh("top"), false);
  assert.equal(feed.loadOlder(), false);
});

test("each run's start and end is told once, whatever was skipped", () => {
  const log = new RunLog();
  const kinds = (state) => log.read(state).map(({ kind, run, last }) => `${kind} ${(run ?? last).id}`);
  const run = (id) => ({ id });
  assert.deepEqual(kinds({ last: run(3) }), []);
  assert.deepEqual(kinds({ run: run(4), last: run(3) }), ["started 4"]);
  assert.deepEqual(kinds({ run: run(4), last: run(3) }), []);
  assert.deepEqual(kinds({ run: run(4), last: run(4) }), ["ended 4"]);
  assert.deepEqual(kinds({ last: run(4) }), []);
  assert.deepEqual(kinds({ run: run(7), last: run(6) }), ["started 6", "ended 6", "started 7"]);
});

test("a run that is under way when the page is opened is told", () => {
  const log = new RunLog();
  assert.equal(log.read({ run: { id: 5 }, last: { id: 4 } })[0].kind, "started");
});

test("of a feed that the server does not have nothing is kept, until the server has it", () => {
  const { sent, told, feed } = session();
  feed.receive(subscribed());
  feed.receive(line(1));
  feed.lost();
  feed.subscribe();
  feed.receive({ type: "error", code: "unknown-feed", message: "no such feed", feed: "main" });
  assert.deepEqual([feed.isMissing, feed.live, feed.state.rows, feed.refresh("top")], ["unknown-feed", false, [], false]);
  assert.deepEqual(told.slice(-2).map(([what]) => what), ["missed", "error"]);
  // To be told the same once more is no news.
  const count = told.length;
  feed.subscribe();
  feed.receive({ type: "error", code: "unknown-feed", message: "no such feed", feed: "main" });
  assert.equal(told.length, count);
  feed.subscribe();
  assert.equal(sent.at(-1).after, undefined);
  feed.receive(subscribed());
  assert.deepEqual([feed.isMissing, feed.live], [false, true]);
});

const known = (more = {}) => ({
  title: "Lines",
  order: "append",
  policy: {},
  floor: 1,
  head: 2,
  pos: "p2",
  first: 2,
  rows: [{ text: "Line 2", at: 1 }],
  ...more,
});

test("what came over HTTP is shown, and subscribed from", () => {
  const { sent, told, feed } = session(known());
  assert.deepEqual(told, [["changes", [{ kind: "reset" }, { kind: "policy" }]]]);
  assert.equal(sent[0].after, "p2");
  feed.receive(subscribed({ mode: "resume", head: 3, pos: "p2" }));
  feed.receive(line(3));
  assert.deepEqual(feed.state.rows.map(({ text }) => text), ["Line 2", "Line 3"]);
});

test("an answer over HTTP that comes late, or not, changes nothing", () => {
  const { sent, told, feed } = session();
  feed.begin(known());
  feed.begin(null);
  assert.deepEqual([told, feed.state.rows, sent[0].after], [[], [], undefined]);
});

test("what the tab saved comes before what came over HTTP", () => {
  const { sent, feed } = session(known());
  feed.begin(known({ pos: "p9", rows: [] }));
  feed.subscribe();
  assert.deepEqual([feed.state.rows.length, sent.at(-1).after], [1, "p2"]);
});
