import assert from "node:assert/strict";
import { test } from "node:test";
import { linkParts } from "../../web/list/links.js";
import { RowModel } from "../../web/list/rows.js";

/** A sequence of numbers below `n` that a seed decides. */
function chance(seed) {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

/** What the model has to say, worked out from a plain list each time it is asked. */
class Witness {
  rows = [];
  constructor({ order, runOrder }) {
    this.isReversed = order === "newest-first";
    this.areAlone = runOrder === "newest-first";
  }
  get shown() {
    if (!this.isReversed) return this.rows;
    if (this.areAlone) return this.rows.toReversed();
    const runs = [];
    for (const row of this.rows) {
      if (row.run !== undefined && runs.at(-1)?.[0].run === row.run) runs.at(-1).push(row);
      else runs.push([row]);
    }
    return runs.reverse().flat();
  }
}

const NEWEST = "newest-first";
const WAYS = {
  "in order": { order: "append" },
  "newest first": { order: NEWEST },
  "newest first, each by itself": { order: NEWEST, runOrder: NEWEST },
};
for (const [name, way] of Object.entries(WAYS)) {
  test(`rows stand where a plain list says they do, whatever comes and goes, ${name}`, () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const next = chance(seed);
      const model = new RowModel();
      const witness = new Witness(way);
      let first = 0;
      let run = 1;
      const some = () =>
        Array.from({ length: next(next(4) === 0 ? 700 : 9) }, () => {
          if (next(3) === 0) run += 1;
          return { height: 0, ...(run % 4 === 0 ? {} : { run }) };
        });
      model.reset({ rows: [], ...way }, 10);
      for (let step = 0; step < 40; step += 1) {
        const rows = some();
        const height = 1 + next(90);
        for (const row of rows) row.height = height;
        switch (next(5)) {
          case 0:
          case 1:
            model.append(rows, height);
            witness.rows.push(...rows);
            break;
          case 2:
            model.prepend(rows, height);
            witness.rows.unshift(...rows);
            first -= rows.length;
            break;
          case 3: {
            const count = next(400);
            model.dropOldest(count);
            first += Math.min(count, witness.rows.length);
            witness.rows.splice(0, count);
            break;
          }
          default:
            for (let left = next(30); left > 0 && witness.rows.length > 0; left -= 1) {
              const at = next(witness.rows.length);
              const isNews = witness.rows[at].height !== (witness.rows[at].height = 1 + next(400) / 64);
              assert.equal(model.measure(first + at, witness.rows[at].height), isNews);
            }
        }
        check(model, witness, first, next, `seed ${seed}, step ${step}`);
      }
    }
  });
}

function check(model, witness, first, next, where) {
  const { shown, rows } = witness;
  assert.equal(model.count, shown.length, where);
  assert.equal(model.end, first + rows.length, where);
  const tops = [0];
  for (const row of shown) tops.push(tops.at(-1) + row.height);
  assert.equal(model.total, tops.at(-1), where);
  assert.equal(model.top(model.count), tops.at(-1), where);
  if (shown.length === 0) return;
  for (let tries = 0; tries < 6; tries += 1) {
    const index = next(shown.length);
    const number = model.number(index);
    assert.equal(model.row(number), shown[index], where);
    assert.equal(number, first + rows.indexOf(shown[index]), where);
    assert.equal(model.index(number), index, where);
    assert.equal(model.top(index), tops[index], where);
    for (const within of [0, 1 / 128, shown[index].height - 1 / 128]) {
      assert.equal(model.indexAt(tops[index] + within), index, `${where}, ${within} into row ${index}`);
    }
  }
  assert.equal(model.indexAt(-5), 0, where);
  assert.equal(model.indexAt(model.total + 5), model.count - 1, where);
}

test("a row that is gone is nearest to the oldest that is there", () => {
  const model = new RowModel();
  model.reset({ rows: [{}, {}, {}, {}], order: "append" }, 10);
  model.dropOldest(2);
  assert.equal(model.index(0), 0);
  assert.equal(model.number(0), 2);
  model.dropOldest(9);
  assert.deepEqual([model.count, model.total], [0, 0]);
});

test("a run that comes in parts is one run, read from its first line", () => {
  const model = new RowModel();
  const row = (text, run) => ({ text, run });
  model.reset({ rows: [row("b", 1)], order: NEWEST, runOrder: "append" }, 10);
  model.prepend([row("a", 1)], 10);
  model.append([row("c", 2)], 10);
  model.append([row("d", 2), row("e"), row("f")], 10);
  assert.deepEqual(
    Array.from({ length: model.count }, (_, index) => model.row(model.number(index)).text),
    ["f", "e", "c", "d", "a", "b"],
  );
});

test("a list that is reset another way shows the rows of its runs that way", () => {
  const model = new RowModel();
  const rows = [{ text: "a", run: 1 }, { text: "b", run: 1 }, { text: "c" }];
  const shown = () => Array.from({ length: model.count }, (_, index) => model.row(model.number(index)).text);
  model.reset({ rows, order: NEWEST, runOrder: NEWEST }, 10);
  assert.deepEqual(shown(), ["c", "b", "a"]);
  model.reset({ rows, order: NEWEST, runOrder: "append" }, 10);
  assert.deepEqual(shown(), ["c", "a", "b"]);
});

test("100 000 rows are asked for in next to no time, also while they are measured", () => {
  const model = new RowModel();
  model.reset({ rows: Array(100_000).fill({}), order: "append" }, 46);
  assert.equal(model.total, 4_600_000);
  assert.equal(model.top(99_999), 4_599_954);
  assert.equal(model.indexAt(4_599_953.5), 99_998);
  const began = process.cpuUsage();
  for (let turn = 0; turn < 1_000; turn += 1) {
    if (turn % 10 === 0) model.measure(turn, 47);
    assert.equal(model.indexAt(model.top(turn * 99)), turn * 99);
  }
  assert.ok(process.cpuUsage(began).user < 500_000);
});

const links = (text) => linkParts(text).filter((part) => part.href);
const shown = (text) => linkParts(text).map((part) => part.text ?? part).join("");

test("addresses of the web are links, and the text stays as it was", () => {
  for (const [text, expected] of [
    ["see https://example.org/a?b=c#d for more", "https://example.org/a?b=c#d"],
    ["Done (http://example.org/x_(y)).", "http://example.org/x_(y)"],
    ["[https://example.org/], and so on", "https://example.org/"],
    ["HTTPS://EXAMPLE.ORG!", "HTTPS://EXAMPLE.ORG"],
    ["<https://example.org/a>", "https://example.org/a"],
    ["「https://例え.テスト/道」。", "https://例え.テスト/道"],
  ]) {
    assert.deepEqual(links(text).map((link) => link.text), [expected], text);
    assert.equal(shown(text), text);
  }
  assert.deepEqual(
    linkParts("a http://b.c/ d https://e.f g").map((part) => part.href ?? part),
    ["a ", "http://b.c/", " d ", "https://e.f/", " g"],
  );
});

test("nothing else is a link", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,<b>",
    "file:///etc/passwd",
    "xhttp://example.org",
    "http://",
    "https://bank.example@evil.example/",
    "www.example.org",
    "",
  ]) {
    assert.deepEqual(links(text), [], text);
    assert.equal(shown(text), text);
  }
});

test("a hostile text costs no time", () => {
  for (const text of [`http://x${")".repeat(8_000)}`, `http://x/${".".repeat(8_000)}y`, "http://".repeat(1_100), "http://a ".repeat(900)]) {
    const began = performance.now();
    assert.equal(shown(text), text);
    assert.ok(performance.now() - began < 200, text.slice(0, 12));
  }
});
