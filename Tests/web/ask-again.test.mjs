import assert from "node:assert/strict";
import { test } from "node:test";
import { askAgain } from "../../web/feed/ask-again.js";
import { Surroundings } from "./surroundings.mjs";

/** A page that is seen, and a list that its server does not have. */
function missing(chance = 0.5, name = "main") {
  const around = Object.assign(new Surroundings(), { chance });
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const asked = [];
  const session = { state: { name }, isMissing: "unknown-feed", subscribe: () => asked.push(around.time) };
  const connection = { isOpen: true, status: { kind: "open" }, connect: () => asked.push("connect") };
  const wanted = { is: true };
  const ask = () => askAgain(session, connection, () => wanted.is, around.environment, page);
  ask();
  const turn = (state) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { around, asked, session, connection, wanted, ask, turn };
}

const HOUR = 3_600_000;

test("a list that is not there is asked for more and more rarely, and never more rarely than each 20 s", () => {
  const { around, asked } = missing(0.999);
  around.pass(HOUR);
  const pauses = asked.map((time, number) => Math.round(time - (asked[number - 1] ?? 0)) / 1000);
  assert.deepEqual(pauses.slice(0, 8).map((pause) => Math.round(pause * 2) / 2), [0.5, 1, 2, 4, 8, 16, 20, 20]);
  assert.ok(pauses.every((pause) => pause <= 20), `${Math.max(...pauses)}`);
});

test("pages that lost one list at once do not ask in step", () => {
  const times = [0.1, 0.5, 0.9].map((chance) => {
    const { around, asked } = missing(chance);
    around.pass(60_000);
    return asked[0];
  });
  assert.equal(new Set(times).size, 3);
});

test("while nobody looks nothing is asked; who looks again asks at once", () => {
  const { around, asked, turn } = missing();
  turn("hidden");
  around.pass(HOUR);
  assert.deepEqual(asked, []);
  turn("visible");
  assert.deepEqual(asked, [HOUR]);
  around.pass(60_000);
  assert.ok(asked.length > 3);
});

test("a server that let the page go is connected to again; one that is away is left to who waits for it", () => {
  const { around, asked, connection } = missing();
  Object.assign(connection, { isOpen: false, status: { kind: "waiting", code: 1006 } });
  around.pass(60_000);
  assert.deepEqual(asked, []);
  connection.status = { kind: "refused", code: 4002 };
  around.pass(20_000);
  assert.equal(asked[0], "connect");
});

for (const why of ["is there", "was left"]) {
  test(`a list that ${why} is not asked for any more, until it is missed again`, () => {
    const { around, asked, session, wanted, ask, turn } = missing();
    if (why === "is there") session.isMissing = false;
    else wanted.is = false;
    around.pass(HOUR);
    turn("visible");
    around.pass(HOUR);
    assert.deepEqual(asked, []);
    Object.assign(session, { isMissing: "unknown-feed" });
    wanted.is = true;
    ask();
    around.pass(20_000);
    assert.ok(asked.length > 3);
  });
}

test("a list that is missed twice is asked for once", () => {
  const { around, asked, ask } = missing();
  ask();
  around.pass(HOUR);
  assert.equal(new Set(asked).size, asked.length);
});

test("what no server can have is never asked for", () => {
  const { around, asked } = missing(0.5, "No Name!");
  around.pass(HOUR);
  assert.deepEqual(asked, []);
});
