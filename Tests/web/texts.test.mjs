import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { took } from "../../web/feed/runs.js";
import { ago, agoLasts, choose, formats } from "../../web/texts.js";

const FOLDER = new URL("../../web/texts/", import.meta.url);
const namesIn = (folder) => readdirSync(folder).filter((file) => file.endsWith(".js")).map((file) => file.replace(".js", ""));
const NAMES = namesIn(FOLDER);
const treeOf = async (file, name) => (await import(`${FOLDER}${file}.js`)).default(formats(name));
const trees = Object.fromEntries(
  await Promise.all(
    NAMES.map(async (name) => [name, { ...(await treeOf(name, name)), seldom: await treeOf(`seldom/${name}`, name) }]),
  ),
);

/** Each text by its path: what kind it is, and what it takes. */
function outline(tree, path = "") {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value === "object") return outline(value, `${path}${key}.`);
    return [`${path}${key}: ${typeof value === "function" ? `function of ${value.length}` : typeof value}`];
  });
}

function leaves(tree, path = "") {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "object" ? leaves(value, `${path}${key}.`) : [[path + key, value]],
  );
}

test("the animations' page says the same in each language", async () => {
  const folder = new URL("gallery/", FOLDER);
  assert.deepEqual(namesIn(folder).sort(), NAMES.sort());
  const outlines = await Promise.all(NAMES.map(async (name) => outline((await import(`${folder}${name}.js`)).words)));
  for (const found of outlines) assert.deepEqual(found, outlines[0]);
});

test("the four languages are there", () => assert.deepEqual(NAMES.sort(), ["en", "ja", "ko", "zh"]));

for (const name of NAMES) {
  test(`${name} says all that English says, of the same things`, () => {
    assert.deepEqual(outline(trees[name]), outline(trees.en));
  });

  test(`${name} has words for everything, whatever it is told`, () => {
    for (const [path, text] of leaves(trees[name])) {
      const said = say(path, text);
      assert.ok(said.length > 0 && !/undefined|NaN|\[object/.test(said), `${path}: ${said}`);
    }
  });
}

/** What a text says of things that are all called 2. */
function say(path, text) {
  if (typeof text === "string") return text;
  return path === "seldom.others.here" ? text(2, ["2"]) : text(...Array(text.length).fill("2"));
}

for (const name of ["zh", "ko", "ja"]) {
  test(`${name} has nothing left in English`, () => {
    for (const [path, text] of leaves(trees[name])) {
      // What is printed on keys is the same everywhere.
      const left = say(path, text).replace(/\b(R|Esc)\b/g, "").match(/[A-Za-z]+/g);
      assert.equal(left, null, `${path}: ${say(path, text)}`);
    }
  });
}

test("the reader's first language that there is counts, with its region", () => {
  assert.deepEqual(choose(["de-DE", "ko-KR", "en"]), { name: "ko", locale: "ko-KR" });
  assert.deepEqual(choose(["zh-TW"]), { name: "zh", locale: "zh-Hans" });
  assert.deepEqual(choose(["en-GB", "ja"]), { name: "en", locale: "en-GB" });
  assert.deepEqual(choose(["de", "fr"]), { name: "en", locale: "en" });
  assert.deepEqual(choose(["constructor"]), { name: "en", locale: "en" });
  assert.deepEqual(choose([]), { name: "en", locale: "en" });
});

test("numbers and times are the language's own", () => {
  const english = formats("en");
  assert.equal(english.plural(1, { one: "row", other: "rows" }), "1 row");
  assert.equal(english.plural(1_200, { one: "row", other: "rows" }), "1,200 rows");
  assert.equal(english.wait(0), "1 second");
  assert.equal(formats("ko").wait(2_400), "3초");
  assert.equal(took(350, english.unit), "350 ms");
  assert.equal(took(2_340, english.unit), "2.3 sec");
  assert.equal(took(59_970, english.unit), "1 min");
  assert.equal(took(125_000, english.unit), "2 min 5 sec");
});

test("how long ago goes from just now over minutes and hours to the date, and says how long it holds", () => {
  const now = 1_700_000_000_000;
  assert.equal(ago(now + 5_000, now), "just now");
  assert.equal(ago(now - 59_999, now), "just now");
  assert.equal(ago(now - 60_000, now), "1 minute ago");
  assert.equal(ago(now - 3_599_000, now), "59 minutes ago");
  assert.equal(ago(now - 7_300_000, now), "2 hours ago");
  assert.match(ago(now - 86_400_000, now), /^on .*2023/);
  assert.equal(agoLasts(now - 59_000, now), 1_000);
  assert.equal(agoLasts(now - 61_000, now), 59_000);
  assert.equal(agoLasts(now - 7_200_000, now), 3_600_000);
  assert.equal(agoLasts(now - 86_400_000, now), Infinity);
});
