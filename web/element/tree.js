import { markLanguage, writeWords } from "../texts.js";

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path"]);

/** An element; built without markup in strings, so that a page with Trusted Types takes it too. */
function make(name, attributes, ...children) {
  const element = DRAWN.has(name) ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const button = (id, look, more) => make("button", { id, class: look, type: "button", part: `button ${id}`, ...more });

/** What stands above the list: the page's own, the connection, who is here and who pulls. */
function bar() {
  return make(
    "div",
    { class: "bar", part: "bar" },
    make("slot", {}),
    make("slot", { id: "row", name: "row" }),
    make(
      "div",
      { class: "present", part: "present" },
      make(
        "p",
        { class: "connection", id: "connection", part: "connection", "data-kind": "none" },
        make("span", { class: "dot", "aria-hidden": "true" }),
        make("span", { id: "connection-words" }),
      ),
      make("p", { id: "here", part: "here" }),
    ),
    make("ul", { id: "pulls", part: "pulls", "data-label": "page.pulling" }),
  );
}

function list() {
  return make(
    "div",
    { class: "list", id: "list", part: "list", tabindex: "0", role: "group" },
    make(
      "div",
      { class: "older", id: "older", hidden: "" },
      button("load-older", "quiet"),
      make("p", { id: "older-kept", hidden: "" }),
    ),
    make("ol", { class: "rows", id: "rows", part: "rows" }),
    make("div", { class: "empty", id: "empty", part: "empty", hidden: "" }, make("p", {}), " ", make("p", {})),
  );
}

function banner() {
  return make(
    "section",
    { class: "banner", id: "banner", part: "banner", "aria-labelledby": "banner-title", hidden: "" },
    make("div", { class: "banner-head" }, make("h2", { id: "banner-title" }), button("banner-close", "quiet")),
    make("p", { id: "banner-text", tabindex: "0" }),
    button("banner-act", "quiet"),
  );
}

function stage() {
  const unseen = button("unseen", "unseen", { hidden: "" });
  const arrow = make("path", { d: "M8 3v10m-4.5-4.5L8 13l4.5-4.5" });
  unseen.append(make("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, arrow), make("span", {}));
  return make(
    "div",
    { class: "stage", id: "stage", part: "stage" },
    list(),
    make("div", { class: "ghost", id: "ghost-top", part: "ghost", "data-edge": "top", "aria-hidden": "true" }),
    make("div", { class: "ghost", id: "ghost-bottom", part: "ghost", "data-edge": "bottom", "aria-hidden": "true" }),
    unseen,
    banner(),
    make("p", { class: "notice", id: "notice", part: "notice", role: "status" }),
  );
}

/** A button that is an icon; what it does is said by who makes it do so. */
function tool(id, size, path, more) {
  const element = button(id, "tool", more);
  element.append(make("svg", { viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" }, make("path", path)));
  return element;
}

const CLOCK = "M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7.2M3.5 3.5v3.7h3.7M10 6.5V10l2.6 1.6";

function actions() {
  return make(
    "div",
    { class: "actions", part: "actions" },
    make(
      "div",
      { class: "told" },
      make(
        "div",
        { class: "tools" },
        tool("history", 20, { d: CLOCK }, { "aria-haspopup": "dialog" }),
        tool("pause", 16, {}),
      ),
      make("p", { class: "status", id: "status", part: "status", "data-kind": "none" }),
    ),
    button("cancel", "quiet absent"),
    make(
      "div",
      { class: "buttons" },
      button("refresh-top", "main", { hidden: "" }),
      button("refresh-bottom", "main", { hidden: "" }),
    ),
  );
}

/**
 * What one feed needs.
 * @returns {{tree: DocumentFragment, elements: Record<string, HTMLElement>}} elements: by their ids in camel case
 */
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
