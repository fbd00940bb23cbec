import { FeedController } from "./element/feed-controller.js";
import { Server } from "./element/server.js";
import { makeTree, sheet, styled } from "./views/feed-view.js";

const SOURCE = new URL("live", import.meta.url);
const TEMPLATE = ":scope > template[slot=row]";
const TEMPLATES = "./element/row-template.js";
const TOLD = ["feed", "name", "animation"];
/** Attributes that are properties, too: what each says. */
const PROPERTIES = {
  src(value) {
    const from = value || SOURCE;
    if (!URL.canParse(from, document.baseURI)) return value;
    const address = new URL(from, document.baseURI);
    address.protocol = address.protocol.replace(/^http/, "ws");
    address.hash = address.search = "";
    return address.href;
  },
  feed: (value = "main") => value,
  name: (value = "") => value.trim(),
  animation: (value = "") => value,
  token: (value = "") => value,
};
const names = Object.keys(PROPERTIES);
/** Who has no device that is known of has a mouse. */
const DEVICES = {
  touch: matchMedia("(any-pointer: coarse)"),
  mouse: matchMedia("(any-pointer: fine), (any-pointer: none)"),
  keyboard: matchMedia("(hover: hover) and (pointer: fine)"),
};
const kinds = Object.keys(DEVICES);
const bring = (kind) => import(`./input/${kind}.js`);
// What is seen has its looks, and can be pulled.
const ready = Promise.allSettled([styled, ...kinds.filter((kind) => DEVICES[kind].matches).map(bring)]);

/** The README says what it offers. */
class RemoteRefresh extends HTMLElement {
  static observedAttributes = [...names, "own-connection"];
  #controller = null;
  #isOver = null;
  #feeds = null;

  connectedCallback() {
    for (const name of names) this.#takeEarly(name);
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    this.#restart();
  }

  disconnectedCallback() {
    this.#stop();
  }

  attributeChangedCallback(name) {
    if (!this.#isOver || !this.isConnected) return;
    if (!TOLD.includes(name) || (name === "feed" && !this.feed)) this.#restart();
    else if (this.#controller) this.#controller[name] = this[name];
  }

  get feeds() {
    return this.#feeds;
  }

  set feeds(feeds) {
    this.#feeds = feeds;
    if (this.#controller) this.#controller.feeds = feeds;
  }

  get rows() {
    return [...(this.#feed?.rows ?? [])];
  }

  get state() {
    return this.#feed?.state ?? null;
  }

  get policy() {
    return this.#feed?.policy ?? {};
  }

  get presence() {
    return this.#controller?.session?.presence ?? null;
  }

  refresh(edge = this.policy.top || !this.policy.bottom ? "top" : "bottom") {
    return this.#controller?.refresh(edge) ?? false;
  }

  cancel() {
    return this.#controller?.cancel() ?? false;
  }

  say(text) {
    this.#controller?.say(text);
  }

  get #feed() {
    return this.#controller?.session?.state;
  }

  async #restart() {
    this.#stop();
    const { signal } = (this.#isOver = new AbortController());
    await ready;
    if (this.querySelector(TEMPLATE)) await import(TEMPLATES).catch(() => {});
    const { token } = this;
    const access = token && (await import("./access/token.js").then(({ accessOf }) => accessOf(token), () => null));
    if (!signal.aborted) this.#start(signal, access);
  }

  #start(signal, access) {
    const { tree, elements } = makeTree();
    const { feeds, name, animation, feed } = this;
    const emit = (type, detail) =>
      this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
    const { src } = this;
    this.shadowRoot.replaceChildren(tree);
    if (!/^wss?:/.test(src) || !URL.canParse(src)) {
      return import("./element/no-address.js").then(({ refuse }) => refuse(elements, src, emit, signal), () => {});
    }
    const server = Server.at(src, this.hasAttribute("own-connection"), access);
    this.#controller = new FeedController(elements, server, emit, signal);
    elements.row.addEventListener("slotchange", () => this.#takeTemplate(signal));
    this.#takeTemplate(signal);
    Object.assign(this.#controller, { feeds, name, animation, feed });
    takeInputs({ host: this, ...elements, pull: this.#controller.pulls, policy: () => this.policy, signal });
  }

  async #takeTemplate(signal) {
    const template = this.querySelector(TEMPLATE);
    const make = template && (await import(TEMPLATES).then(({ rowsFrom }) => rowsFrom(template), () => null));
    if (!signal.aborted && template === this.querySelector(TEMPLATE)) this.#controller.rowMaker = make;
  }

  #stop() {
    this.#isOver?.abort();
    this.#controller?.close();
    this.#controller = null;
    this.shadowRoot.replaceChildren();
  }

  /** A property that was set before this class was here. */
  #takeEarly(name) {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete this[name];
    this[name] = value;
  }
}

/** Each input comes with its device, or with its first press or key. */
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
  // The path goes once the event has been told.
  const press = async (event, path) => (await take("keyboard"))?.press(event, path);
  document.addEventListener("keydown", (event) => press(event, event.composedPath()), { signal });
}

for (const name of names) {
  Object.defineProperty(RemoteRefresh.prototype, name, {
    get() {
      return PROPERTIES[name](this.getAttribute(name) ?? undefined);
    },
    set(value) {
      if (value == null) this.removeAttribute(name);
      else this.setAttribute(name, value);
    },
  });
}
customElements.define("remote-refresh", RemoteRefresh);
