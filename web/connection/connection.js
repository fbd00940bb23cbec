// ms
const FIRST = 500;
const LONGEST = 20_000;
const STABLE = 5_000;
const GRACE = 5_000;
const PONG = 5_000;
const OPENING = 15_000;
export const IDLE = 4002;

export const browser = {
  WebSocket: globalThis.WebSocket,
  setTimeout: (body, delay) => setTimeout(body, delay),
  clearTimeout: (timer) => clearTimeout(timer),
  now: () => performance.now(),
  random: () => Math.random(),
};

export function meaning(code) {
  return { 40: "stop", 41: "slow", 42: "after" }[Math.floor(code / 100)] ?? "retry";
}

/** Full jitter: many pages that lost one server do not return in step. */
export class Backoff {
  #ceiling = FIRST;

  constructor({ random }) {
    this.random = random;
  }

  next() {
    const ceiling = this.#ceiling;
    this.#ceiling = Math.min(LONGEST, 2 * ceiling);
    return this.random() * ceiling;
  }

  slowDown() {
    this.#ceiling = LONGEST;
  }

  reset() {
    this.#ceiling = FIRST;
  }
}

export class Connection {
  client = null;
  /** The token that the page shows, if it has one. */
  access = null;
  heartbeat = 25_000;
  status = { kind: "connecting" };
  /** Attempts that nobody answered; none counts once there was a connection. */
  failures = 0;
  #environment;
  #handlers;
  #backoff;
  #socket = null;
  #timers = {};
  #lastHeard;
  #bye;
  #number = 0;
  #pointers = 0;

  constructor(url, handlers, environment = browser) {
    this.url = url;
    this.#handlers = handlers;
    this.#environment = environment;
    this.#backoff = new Backoff(environment);
  }

  get isOpen() {
    return this.status.kind === "open";
  }

  get backlog() {
    return this.#socket?.bufferedAmount ?? 0;
  }

  connect() {
    if (this.#socket) return;
    this.#clear();
    this.#bye = null;
    this.client = null;
    this.#number = 0;
    const socket = new this.#environment.WebSocket(this.url, this.access?.protocols ?? ["refresh.v1"]);
    this.#socket = socket;
    this.#set({ kind: "connecting" });
    this.#start("probe", OPENING, () => this.#drop());
    socket.onmessage = (event) => this.#received(event.data);
    socket.onclose = (event) => this.#closed(event.code, event.reason);
    socket.onerror = () => {};
  }

  send(message) {
    // One that is closing complains in the console.
    if (this.isOpen && this.#socket.readyState === 1) this.#socket.send(JSON.stringify(message));
    return this.isOpen;
  }

  nextPointer() {
    return this.#pointers++;
  }

  nextNumber() {
    return ++this.#number;
  }

  check() {
    const { kind, code } = this.status;
    // An idle one was let go because it asked for nothing.
    if (kind === "waiting" || (kind === "refused" && code === IDLE)) return this.connect();
    if (!this.isOpen || this.#timers.probe !== undefined) return;
    this.send({ type: "ping" });
    this.#start("probe", PONG, () => this.#drop());
  }

  close() {
    const socket = this.#socket;
    this.#socket = null;
    this.#clear();
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    // One that is still opening complains in the console when it is closed.
    socket.onopen = () => socket.close();
    if (socket.readyState !== 0) socket.close();
    this.status = { kind: "connecting" };
  }

  /** By the greeting: a socket that lets nobody in is opened, too, to say why. */
  #opened() {
    this.#clear();
    this.failures = -Infinity;
    this.#set({ kind: "open" });
    this.#start("stable", STABLE, () => this.#backoff.reset());
    this.#heard();
    this.#watch();
    this.#handlers.opened();
  }

  #received(data) {
    this.#heard();
    const message = parse(data);
    if (!message) return;
    if (message.type === "bye") this.#bye = message;
    if (message.type === "hello") {
      this.client = message.client;
      if (message.heartbeat > 0) this.heartbeat = message.heartbeat;
      this.#opened();
    }
    this.#handlers.message(message);
  }

  #heard() {
    this.#lastHeard = this.#environment.now();
    this.#stop("probe");
  }

  #watch() {
    const limit = this.heartbeat + GRACE;
    const left = this.#lastHeard + limit - this.#environment.now();
    this.#start("silence", left > 0 ? left : limit, () => {
      if (this.#environment.now() - this.#lastHeard >= limit) this.check();
      this.#watch();
    });
  }

  /** A closing handshake may never come. */
  #drop() {
    const socket = this.#socket;
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
      if (code === 1006) this.failures += 1;
      if (what === "slow") this.#backoff.slowDown();
      const delay = what === "after" && this.#bye?.after >= 0 ? this.#bye.after : this.#backoff.next();
      this.#start("retry", delay, () => this.connect());
      this.#set({ kind: "waiting", code, reason, retryAt: this.#environment.now() + delay });
    }
    if (wasOpen) this.#handlers.lost();
  }

  #start(name, delay, body) {
    this.#stop(name);
    this.#timers[name] = this.#environment.setTimeout(body, delay);
  }

  #stop(name) {
    this.#environment.clearTimeout(this.#timers[name]);
    delete this.#timers[name];
  }

  #clear() {
    for (const name in this.#timers) this.#stop(name);
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
