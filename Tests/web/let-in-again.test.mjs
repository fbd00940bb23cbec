import assert from "node:assert/strict";
import { test } from "node:test";
import { Surroundings } from "./surroundings.mjs";

globalThis.window = { addEventListener() {} };
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
const kept = new Map();
const { askToBeLetIn } = await import("../../web/access/let-in-again.js");
const { mark, onSignIn, setMark } = await import("../../web/access/signed.js");

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A form that is shown on a page that is seen, and a server that answers with or without a cookie. */
function turnedAway(chance = 0.5) {
  const around = Object.assign(new Surroundings(), { chance });
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const network = new EventTarget();
  const gone = new AbortController();
  const form = { isConnected: true };
  const server = { "same-origin": 401, omit: 401 };
  const asked = [];
  const came = [];
  globalThis.fetch = async (address, { credentials }) => {
    asked.push([around.time, credentials, String(address)]);
    if (!server[credentials]) throw new TypeError("Failed to fetch");
    return { status: server[credentials] };
  };
  setMark("out");
  onSignIn(() => came.push(mark()), gone.signal);
  askToBeLetIn(form, { url: "ws://room.test/here/live" }, gone.signal, around.environment, page, network);
  const turn = (state) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
    return answered();
  };
  const passes = async (ms) => {
    for (let end = around.time + ms; around.time < end; await answered()) around.pass(Math.min(MINUTE / 4, end - around.time));
  };
  return { around, page, network, gone, form, server, asked, came, turn, passes };
}

/** What was asked has been answered: each answer here takes some turns of the queue, and no time. */
const answered = () => new Promise((done) => setImmediate(done));

test("it asks about once a minute, with the cookie, as long as it is refused", async () => {
  const { asked, came, passes } = turnedAway();
  await passes(HOUR);
  assert.equal(asked.length, 60);
  assert.deepEqual(asked[0], [MINUTE, "same-origin", "http://room.test/here/feeds"]);
  assert.deepEqual([came, mark()], [[], "out"]);
});

test("screens that were turned away at once do not ask in step, and none more than twice a minute", async () => {
  const firsts = [];
  for (const chance of [0, 0.5, 0.999]) {
    const { asked, passes } = turnedAway(chance);
    await passes(2 * MINUTE);
    firsts.push(asked[0][0]);
  }
  assert.equal(new Set(firsts).size, 3);
  assert.ok(firsts[0] >= MINUTE / 2 && firsts[2] < 1.5 * MINUTE, String(firsts));
});

test("while nobody looks nothing is asked; who looks again asks at once, and so does a network that is back", async () => {
  const { asked, network, turn, passes } = turnedAway();
  await turn("hidden");
  await passes(HOUR);
  assert.equal(asked.length, 0);
  await turn("visible");
  assert.equal(asked.length, 1);
  network.dispatchEvent(new Event("online"));
  await answered();
  assert.equal(asked.length, 2);
  await passes(MINUTE);
  assert.equal(asked.length, 3);
});

test("a cookie that counts again lets the page in as signed in, once", async () => {
  const { asked, came, server, turn, passes } = turnedAway();
  server["same-origin"] = 200;
  await turn("visible");
  assert.deepEqual(came, ["in"]);
  const { length } = asked;
  await turn("visible");
  await passes(HOUR);
  assert.deepEqual([came, asked.length], [["in"], length]);
});

test("a server that asks for no token any more lets the page in as one that has not signed in", async () => {
  const { came, server, turn } = turnedAway();
  Object.assign(server, { "same-origin": 200, omit: 200 });
  await turn("visible");
  assert.deepEqual(came, ["out"]);
});

test("a server that is away, or lets nobody see its lists, changes nothing", async () => {
  const { came, server, turn } = turnedAway();
  for (const status of [undefined, 403, 429, 503]) {
    server["same-origin"] = status;
    await turn("visible");
  }
  assert.deepEqual(came, []);
});

test("nothing is asked once the form or who waits is gone", async () => {
  for (const leave of [({ form }) => (form.isConnected = false), ({ gone }) => gone.abort()]) {
    const away = turnedAway();
    leave(away);
    await away.passes(HOUR);
    await away.turn("visible");
    assert.equal(away.asked.length, 0);
  }
});

test("an answer that comes after the form is gone lets nobody in", async () => {
  const { came, form, page, server } = turnedAway();
  server["same-origin"] = 200;
  page.dispatchEvent(new Event("visibilitychange"));
  form.isConnected = false;
  await answered();
  assert.deepEqual(came, []);
});
