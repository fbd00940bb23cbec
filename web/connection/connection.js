import { Backoff } from "./backoff.js";
import { IDLE, meaning } from "./close-codes.js";
import { browser } from "./environment.js";

/** A connection that has held this long (ms) counts as stable. */
const STABLE = 5_000;
/** How much later than announced a heartbeat may be (ms). */
const GRACE = 5_000;
/** How long the server may take to answer a ping (ms). */
const PONG = 5_000;
/** No connection attempt may hang longer than this (ms). */
const OPENING = 15_000;

/**
 * One WebSocket to the server, kept alive: it comes back by itself after a loss, as the close code asks, and notices
 * a connection that is dead without saying so. It knows frames, not feeds.
 */
export class Connection {
  /** The id the server gave this connection, from `hello`. @type {string | null} */
  client = null;
  /** The heartbeat's interval in ms, from `hello`. */
  heartbeat = 25_000;
  /** @type {{kind: "connecting" | "open" | "waiting" | "refused", code?: number, reason?: string, retryAt?: number}} */
  status = { kind: "connecting" };

  #environment;
  #handlers;
  #url;
  #backoff;
  #socket = null;
  #retry = null;
  #stable = null;
  #silence = null;
  #probe = null;
  #lastHeard = 0;
  #bye = null;
  #counter = 0;
  #pointers = 0;

  /**
   * @param {{opened: () => void, message: (message: object) => void, lost: () => void,
   *   status: (status: object) => void}} handlers
   * @param {object} [environment] sockets, timers and chance, so that tests can hold them
   */
  constructor(url, handlers, environment = browser) {
    this.#url = url;
    this.#handlers = handlers;
    this.#environment = environment;
    this.#backoff = new Backoff({ random: environment.random });
  }

  get url() {
    return this.#url;
  }

  get isOpen() {
    return this.status.kind === "open";
  }

  /** The server let the connection go because nothing was asked of it; asking again is welcome. */
  get isIdle() {
    return this.status.kind === "refused" && this.status.code === IDLE;
  }

  get backlog() {
    return this.#socket?.bufferedAmount ?? 0;
  }

  /** Connects now, whatever the wait; does nothing while there is a connection. */
  connect() {
    if (this.#socket) return;
    this.#clear();
    this.#bye = null;
    this.client = null;
    const socket = new this.#environment.WebSocket(this.#url, ["refresh.v1"]);
    this.#socket = socket;
    this.#counter = 0;
    this.#set({ kind: "connecting" });
    this.#probe = this.#environment.setTimeout(() => this.#drop(), OPENING);
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#received(event.data);
    socket.onclose = (event) => this.#closed(event.code, event.reason);
    socket.onerror = () => {};
  }

  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  nextPointer() {
    this.#pointers += 1;
    return this.#pointers - 1;
  }

  /** The next number for a pointer message; counts anew with each connection. */
  nextNumber() {
    this.#counter += 1;
    return this.#counter;
  }

  /**
   * Asks the server for a sign of life; without one the connection is given up. For a tab that is shown again, or a
   * network that changed.
   */
  check() {
    if (this.status.kind === "waiting" || this.isIdle) {
      this.connect();
    } else if (this.isOpen && !this.#probe) {
      this.send({ type: "ping" });
      this.#probe = this.#environment.setTimeout(() => this.#drop(), PONG);
    }
  }

  /** Ends it for good; nobody is told. */
  close() {
    const socket = this.#socket;
    this.#socket = null;
    this.#clear();
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    // One that is still opening complains in the console when it is closed.
    socket.onopen = this.isOpen ? null : () => socket.close();
    if (this.isOpen) socket.close();
    this.status = { kind: "connecting" };
  }

  #opened() {
    this.#clear();
    this.#set({ kind: "open" });
    this.#stable = this.#environment.setTimeout(() => this.#backoff.reset(), STABLE);
    this.#heard();
    this.#watch();
    this.#handlers.opened();
  }

  #received(data) {
    this.#heard();
    const message = parse(data);
    if (!message) return;
    if (message.type === "hello") {
      this.client = message.client;
      if (message.heartbeat > 0) this.heartbeat = message.heartbeat;
      this.#watch();
    } else if (message.type === "bye") {
      this.#bye = message;
    }
    this.#handlers.message(message);
  }

  #heard() {
    this.#lastHeard = this.#environment.now();
    this.#environment.clearTimeout(this.#probe);
    this.#probe = null;
  }

  /** Waits for the next sign of life; one timer for many frames, set anew only when it fires. */
  #watch() {
    this.#environment.clearTimeout(this.#silence);
    const limit = this.heartbeat + GRACE;
    const left = this.#lastHeard + limit - this.#environment.now();
    this.#silence = this.#environment.setTimeout(
      () => {
        if (this.#environment.now() - this.#lastHeard >= limit) this.check();
        this.#watch();
      },
      left > 0 ? left : limit,
    );
  }

  /** Gives up a connection that does not answer, without waiting for a closing handshake that may never come. */
  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#closed(1006, "");
  }

  #closed(code, reason) {
    const wasOpen = this.isOpen;
    this.#socket = null;
    this.#clear();
    const what = meaning(code);
    if (what === "stop") {
      this.#set({ kind: "refused", code, reason });
    } else {
      if (what === "slow") this.#backoff.slowDown();
      const told = what === "after" && this.#bye?.after >= 0;
      const delay = told ? this.#bye.after : this.#backoff.next();
      this.#retry = this.#environment.setTimeout(() => this.connect(), delay);
      this.#set({ kind: "waiting", code, reason, retryAt: this.#environment.now() + delay });
    }
    if (wasOpen) this.#handlers.lost();
  }

  #clear() {
    for (const timer of [this.#retry, this.#stable, this.#silence, this.#probe]) {
      this.#environment.clearTimeout(timer);
    }
    this.#retry = this.#stable = this.#silence = this.#probe = null;
  }

  #set(status) {
    this.status = status;
    this.#handlers.status(status);
  }
}

function parse(data) {
  if (typeof data !== "string") return null;
  try {
    const message = JSON.parse(data);
    return typeof message?.type === "string" ? message : null;
  } catch {
    return null;
  }
}
