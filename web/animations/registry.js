import { included, makerOf, registered } from "../views/edge-view.js";

const DEFAULT = "ring";
const MEMBERS = ["percent", "start", "end"];

/**
 * Adds an animation under a name, or replaces the one of that name. `make` is called once for each view, with its `edge`
 * and an element with its `words`, and returns `element`, `percent`, `start`, `end` and, if it likes, `progress`.
 */
export function registerAnimation(name, make) {
  if (typeof name !== "string" || name === "") throw new TypeError("An animation needs a name that is not empty.");
  if (typeof make !== "function") throw new TypeError(`The animation "${name}" needs a function that makes it.`);
  registered.set(name, make);
}

/** The names that can be asked for. */
export function animationNames() {
  return [...new Set([...Object.keys(included), ...registered.keys()])];
}

/** Makes an animation. A name that is not known, or one that cannot be made, says so in the console and gives `ring`. */
export async function animation(name, options) {
  if (!isKnown(name)) await scriptsHaveRun();
  if (!isKnown(name)) {
    console.warn(`There is no animation "${name}". There are: ${animationNames().join(", ")}. Using "${DEFAULT}".`);
    name = DEFAULT;
  }
  try {
    return await make(registered.get(name) ?? (await makerOf(name)), options);
  } catch (error) {
    if (!registered.has(name)) throw error;
    console.error(`The animation "${name}" cannot be used; using "${DEFAULT}".`, error);
    return make(await makerOf(DEFAULT), options);
  }
}

function isKnown(name) {
  return registered.has(name) || Object.hasOwn(included, name);
}

function make(maker, options) {
  const made = maker(options);
  const missing = MEMBERS.filter((member) => typeof made?.[member] !== "function");
  if (!made?.element) missing.unshift("element");
  if (missing.length > 0) throw new TypeError(`It lacks ${missing.join(", ")}.`);
  return made;
}

/** A page may register its own in a script that comes after ours. */
function scriptsHaveRun() {
  if (!globalThis.document || document.readyState === "complete") return undefined;
  return new Promise((done) => window.addEventListener("load", done, { once: true }));
}
