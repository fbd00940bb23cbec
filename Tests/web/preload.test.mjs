import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web/", import.meta.url));
const page = readFileSync(join(web, "index.html"), "utf8");
const found = (pattern, text) => [...text.matchAll(pattern)].map(([, name]) => name);

/** Every module that the page's scripts import, and those that these import; what is loaded later is not among them. */
function imported(names) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const text = readFileSync(join(web, name), "utf8");
    const ahead = found(/^(?:import|export)\b[^;]*?"(\.[^"]+)";/gm, text);
    // What a module waits for before it does anything else is of the first load, too.
    const awaited = found(/^(?:const .* = )?await import\("(\.[^"]+)"\);$/gm, text);
    for (const next of [...ahead, ...awaited]) visit(relative(web, join(web, dirname(name), next)));
  };
  names.forEach(visit);
  return [...seen];
}

test("the document names every module of the first load, so that none waits for another", () => {
  const scripts = found(/<script type="module" src="([^"]+)"/g, page);
  const preloaded = found(/<link rel="modulepreload" href="([^"]+)"/g, page);
  const needed = imported(scripts).filter((name) => !scripts.includes(name));
  assert.deepEqual([...preloaded].sort(), needed.sort());
  assert.ok(preloaded.every((name) => existsSync(join(web, name))));
});

test("a device's inputs are preloaded where there is such a device, by the element's own measure", () => {
  const element = readFileSync(join(web, "remote-refresh.js"), "utf8");
  const devices = Object.fromEntries([...element.matchAll(/(\w+): matchMedia\("([^"]+)"\)/g)].map(([, kind, query]) => [query, `input/${kind}.js`]));
  const links = [...page.matchAll(/<link rel="modulepreload" media="([^"]+)" href="([^"]+)"/g)].map(([, query, name]) => [query, name]);
  assert.equal(links.length, 3);
  assert.deepEqual(Object.fromEntries(links), devices);
});
