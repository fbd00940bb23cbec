import assert from "node:assert/strict";
import { test } from "node:test";
import { Backoff, meaning } from "../../web/connection/connection.js";

test("the ceiling of the wait doubles from half a second to 20 s", () => {
  const backoff = new Backoff({ random: () => 1 });
  const waits = Array.from({ length: 9 }, () => backoff.next());
  assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000, 20_000]);
});

test("the wait is anywhere below its ceiling", () => {
  const chances = [0, 0.25, 0.999];
  const backoff = new Backoff({ random: () => chances.shift() });
  assert.equal(backoff.next(), 0);
  assert.equal(backoff.next(), 250);
  assert.ok(backoff.next() < 2_000);
});

test("a stable connection begins with short waits again, a server that is full with long ones", () => {
  const backoff = new Backoff({ random: () => 1 });
  backoff.slowDown();
  assert.equal(backoff.next(), 20_000);
  backoff.reset();
  assert.equal(backoff.next(), 500);
});

test("each range of close codes asks for its own", () => {
  const said = Object.fromEntries([1000, 1006, 1009, 3999, 4000, 4099, 4100, 4199, 4200, 4299, 4300].map((code) => [code, meaning(code)]));
  assert.deepEqual(said, {
    1000: "retry",
    1006: "retry",
    1009: "retry",
    3999: "retry",
    4000: "stop",
    4099: "stop",
    4100: "slow",
    4199: "slow",
    4200: "after",
    4299: "after",
    4300: "retry",
  });
});
