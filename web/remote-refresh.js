import { FeedController } from "./element/feed-controller.js";
import { Server } from "./element/server.js";
import { makeTree, sheet, styled } from "./element/tree.js";

const SOURCE = new URL("live", import.meta.url);
const TOLD = ["feed", "name", "animation"];
const REFLECTED = ["src", ...TOLD];
/** Who has no device that is known of has a mouse. */
const DEVICES = {
  touch: matchMedia("(any-pointer: coarse)"),
  mouse: matchMedia("(any-pointer: fine), (any-pointer: none)"),
  keyboard: matchMedia("(hover: hover) and (pointer: fine)"),
};
const TEMPLATE = ":scope > template[slot=row]";
const TEMPLATES = "./element/row-template.js";
const kinds = Object.keys(DEVICES);
const bring = (kind) => import(`./input/${kind}.js`);
const present = kinds.filter((kind) => DEVICES[kind].matches);
/** What is seen has its looks, and can be pulled. */
const ready = Promise.allSettled([styled, ...present.map(bring)]);

/**
 * A list that everybody refreshes together, as an element: `<remote-refresh src="wss://…/live" feed="main">`. While it
 * is in a document it is connected; what it adds goes with it.
 */
class RemoteRefresh extends HTMLElement {
  static observedAttributes = [...REFLECTED, "own-connection"];
  #controller = null;
  #isOver = null;
  #feeds = null;
  #template = null;

  connectedCallback() {
    for (const name of REFLECTED) this.#takeEarly(name);
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    this.#restart();
  }

  disconnectedCallback() {
    this.#stop();
  }

  attributeChangedCallback(name) {
    if (!this.#controller) return;
    if (TOLD.includes(name)) this.#controller[name] = this[name];
    else this.#restart();
  }

  /** Where the server's socket is; beside this module, if no other is named. */
  get src() {
    const address = new URL(this.getAttribute("src") || SOURCE, document.baseURI);
    address.protocol = address.protocol.replace(/^http/, "ws");
    address.hash = address.search = "";
    return address.href;
  }

  set src(value) {
    this.#reflect("src", value);
  }

  /** The feed; `main`, if none is named, and none while the name is empty. */
  get feed() {
    return this.getAttribute("feed") ?? "main";
  }

  set feed(value) {
    this.#reflect("feed", value);
  }

  /** The reader's name, as others see it. */
  get name() {
    return this.getAttribute("name")?.trim() ?? "";
  }

  set name(value) {
    this.#reflect("name", value);
  }

  /** The animation of the pull, by its name; empty for the one that the edge's preset comes with. */
  get animation() {
    return this.getAttribute("animation") ?? "";
  }

  set animation(value) {
    this.#reflect("animation", value);
  }

  /** The feeds to offer where the one that is asked for is not there. @type {{feed: string, title: string}[] | null} */
  get feeds() {
    return this.#feeds;
  }

  set feeds(feeds) {
    this.#feeds = feeds;
    if (this.#controller) this.#controller.feeds = feeds;
  }

  /** The rows that are here, oldest first. @returns {{text: string, at: number, run?: number}[]} */
  get rows() {
    return [...(this.#feed?.rows ?? [])];
  }

  /** What the feed does and how its last run went, as the server said it. */
  get state() {
    return this.#feed?.state ?? null;
  }

  /** The rules of both edges. */
  get policy() {
    return this.#feed?.policy ?? {};
  }

  /** Who is here and who pulls; null while there is no connection. */
  get presence() {
    return this.#controller?.session?.presence ?? null;
  }

  /**
   * Refreshes as a pull does.
   * @param {"top" | "bottom"} [edge] the first that has a policy
   * @returns {boolean} the server was asked
   */
  refresh(edge = this.policy.top || !this.policy.bottom ? "top" : "bottom") {
    return this.#controller?.refresh(edge) ?? false;
  }

  /** Cancels the run that is under way, whoever began it. @returns {boolean} there was one */
  cancel() {
    return this.#controller?.cancel() ?? false;
  }

  /** Shows words over the list for a while. */
  say(text) {
    this.#controller?.say(text);
  }

  get #feed() {
    return this.#controller?.session?.state;
  }

  async #restart() {
    this.#stop();
    const isOver = (this.#isOver = new AbortController());
    await ready;
    if (this.querySelector(TEMPLATE)) await import(TEMPLATES).catch(() => {});
    if (!isOver.signal.aborted) this.#start(isOver.signal);
  }

  #start(signal) {
    const { tree, elements } = makeTree();
    this.shadowRoot.replaceChildren(tree);
    const emit = (type, detail) =>
      this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
    const server = Server.at(this.src, this.hasAttribute("own-connection"));
    const controller = new FeedController(elements, server, emit, signal);
    this.#controller = controller;
    elements.row.addEventListener("slotchange", () => this.#takeTemplate());
    this.#takeTemplate();
    const { feeds, name, animation, feed } = this;
    Object.assign(controller, { feeds, name, animation, feed });
    takeInputs({ host: this, ...elements, pull: controller.pull, policy: () => this.policy, signal });
  }

  /** Takes a page's own template for rows, or none for our own looks. */
  async #takeTemplate() {
    const template = this.querySelector(TEMPLATE);
    if (template === this.#template) return;
    this.#template = template;
    const make = template && (await import(TEMPLATES).then(({ rowsFrom }) => rowsFrom(template), () => null));
    if (template === this.#template && this.#controller) this.#controller.rowMaker = make;
  }

  #stop() {
    this.#isOver?.abort();
    this.#controller?.close();
    this.#controller = this.#template = null;
    this.shadowRoot.replaceChildren();
  }

  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  /** A property that was set before this class was here. */
  #takeEarly(name) {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete this[name];
    this[name] = value;
  }
}

/** Each input comes when its device does, or when its first press or key shows that it is there. */
function takeInputs(context) {
  const { list, signal } = context;
  const taken = {};
  const begin = (input) => (signal.aborted ? null : input.take(context));
  const take = (kind) => (taken[kind] ??= bring(kind).then(begin, () => (taken[kind] = null)));
  for (const kind of kinds) {
    const look = () => DEVICES[kind].matches && take(kind);
    DEVICES[kind].addEventListener("change", look, { signal });
    look();
  }
  list.addEventListener("pointerdown", ({ pointerType }) => take(pointerType === "touch" ? "touch" : "mouse"));
  const press = async (event, path) => (await take("keyboard"))?.press(event, path);
  document.addEventListener("keydown", (event) => press(event, event.composedPath()), { signal });
}

customElements.define("remote-refresh", RemoteRefresh);
