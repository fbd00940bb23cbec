import assert from "node:assert/strict";
import { test } from "node:test";
import { askFirst, takeFirst } from "../../web/feed/feed-state.js";

const SERVER = "http://example.test/room/";
const about = { title: "Lines", order: "newest-first", runOrder: "append", policy: {}, state: { phase: "idle" } };
const rows = { first: 1, rows: [{ text: "Line 1", at: 1 }], pos: "p1", head: 1, floor: 1 };

/** Answers as told; says what was asked. */
function answers(body) {
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return body(address);
  };
  return asked;
}

const good = (address) => ({ ok: true, json: async () => (address.endsWith("?tail=200") ? rows : about) });

test("rows are asked for first, once for who asks early and who takes them, and anew the next time", async () => {
  const asked = answers(good);
  askFirst(SERVER, "main");
  const known = await takeFirst(SERVER, "main");
  assert.deepEqual(known, { title: "Lines", order: "newest-first", runOrder: "append", policy: {}, ...rows });
  assert.deepEqual(asked, [`${SERVER}feeds/main/rows?tail=200`, `${SERVER}feeds/main`]);
  await takeFirst(SERVER, "main");
  assert.equal(asked.length, 4);
});

const BAD = {
  "a server that has no such feed": () => ({ ok: false }),
  "a network that is away": () => Promise.reject(new TypeError("network")),
  "an answer that is no JSON": () => ({ ok: true, json: () => Promise.reject(new SyntaxError("json")) }),
  "an answer of another kind": () => ({ ok: true, json: async () => ({ rows: "none" }) }),
};
for (const [name, body] of Object.entries(BAD)) {
  test(`${name} gives nothing to go on from`, async () => {
    answers(body);
    assert.equal(await takeFirst(SERVER, "main"), null);
  });
}
