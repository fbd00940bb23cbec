import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = { addEventListener() {} };
const { onSignIn, signedIn } = await import("../../web/access/signed.js");

/** Who waits for a sign-in, and what came of it. */
function waiting() {
  const gone = new AbortController();
  const called = [];
  return { called, gone, waits: (name) => onSignIn(() => called.push(name), gone.signal) };
}

test("who is refused again and again is called once, by what it said last", () => {
  const { called, waits } = waiting();
  for (const name of ["first", "second", "third"]) waits(name);
  signedIn();
  assert.deepEqual(called, ["third"]);
  signedIn();
  assert.deepEqual(called, ["third"]);
  waits("fourth");
  signedIn();
  assert.deepEqual(called, ["third", "fourth"]);
});

test("each who waits is called, but who is gone", () => {
  const [stays, goes] = [waiting(), waiting()];
  stays.waits("stays");
  goes.waits("goes");
  goes.gone.abort();
  signedIn();
  assert.deepEqual([stays.called, goes.called], [["stays"], []]);
});

test("however often it waits, it listens once for being gone", (t) => {
  const { gone, waits } = waiting();
  const heard = new Set();
  t.mock.method(gone.signal, "addEventListener", (_, body) => heard.add(body));
  for (let time = 0; time < 3; time += 1) {
    waits("again");
    signedIn();
  }
  assert.equal(heard.size, 1);
});
