import { markLanguage, writeWords } from "../texts.js";

const SVG = "http://www.w3.org/2000/svg";
const CLOCK = "M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7.2M3.5 3.5v3.7h3.7M10 6.5V10l2.6 1.6";
const DOWN = "M8 3v10m-4.5-4.5L8 13l4.5-4.5";
const hidden = { hidden: "" };
const unheard = { "aria-hidden": "true" };

/** The looks of every element of a document, which share them. */
export const sheet = new CSSStyleSheet();

/** Settles when the looks are there. Should they not come, that costs the looks, not the list. */
export const styled = fetch(new URL("../styles/element.css", import.meta.url))
  .then((answer) => (answer.ok ? answer.text() : ""))
  .then((text) => sheet.replaceSync(text));

/** An element; built without markup in strings, so that a page with Trusted Types takes it too. */
function make(name, attributes, ...children) {
  const isDrawn = name === "svg" || name === "path";
  const element = isDrawn ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** What has a look, and maybe an id. */
const box = (look, more, ...children) => make("div", { class: look, ...more }, ...children);
/** What is found by its id, and can be styled from outside by the same name. */
const part = (name, id, more, ...children) => make(name, { id, class: id, part: id, ...more }, ...children);
const button = (id, look, more, ...children) =>
  make("button", { id, class: look, type: "button", part: `button ${id}`, ...more }, ...children);
const icon = (size, d) => make("svg", { viewBox: `0 0 ${size} ${size}`, ...unheard }, make("path", { d }));
const ghost = (edge) => box("ghost", { id: `ghost-${edge}`, part: "ghost", "data-edge": edge, ...unheard });

/** What stands above the list: the page's own, the connection, who is here and who pulls. */
const bar = () =>
  box(
    "bar",
    { part: "bar" },
    make("slot", {}),
    make("slot", { id: "row", name: "row" }),
    box(
      "present",
      { part: "present" },
      part(
        "p",
        "connection",
        { "data-kind": "none" },
        make("span", { class: "dot", ...unheard }),
        make("span", { id: "connection-words" }),
      ),
      part("p", "here"),
    ),
    part("ul", "pulls", { "data-label": "page.pulling" }),
  );

const stage = () =>
  part(
    "div",
    "stage",
    {},
    part(
      "div",
      "list",
      { tabindex: "0", role: "group" },
      box("older", { id: "older", ...hidden }, button("load-older", "quiet"), make("p", { id: "older-kept", ...hidden })),
      part("ol", "rows"),
      part("div", "empty", hidden, make("p", {}), " ", make("p", {})),
    ),
    ghost("top"),
    ghost("bottom"),
    button("unseen", "unseen", hidden, icon(16, DOWN), make("span", {})),
    part(
      "section",
      "banner",
      { "aria-labelledby": "banner-title", ...hidden },
      box("banner-head", {}, make("h2", { id: "banner-title" }), button("banner-close", "quiet")),
      make("p", { id: "banner-text", tabindex: "0" }),
      button("banner-act", "quiet"),
    ),
    part("p", "notice", { role: "status" }),
  );

const actions = () =>
  box(
    "actions",
    { part: "actions" },
    box(
      "told",
      {},
      box(
        "tools",
        {},
        button("history", "tool", { "aria-haspopup": "dialog" }, icon(20, CLOCK)),
        button("pause", "tool", {}, icon(16, "")),
      ),
      part("p", "status", { "data-kind": "none" }),
    ),
    button("cancel", "quiet absent"),
    box("buttons", {}, button("refresh-top", "main", hidden), button("refresh-bottom", "main", hidden)),
  );

/** What one feed needs: the tree, and its elements by their ids in camel case. */
export function makeTree() {
  const tree = document.createDocumentFragment();
  tree.append(bar(), stage(), actions(), make("p", { class: "visually-hidden", id: "announcer", role: "status" }));
  writeWords(tree);
  for (const child of tree.children) markLanguage(child);
  const elements = {};
  for (const element of tree.querySelectorAll("[id]")) {
    elements[element.id.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())] = element;
  }
  return { tree, elements };
}
