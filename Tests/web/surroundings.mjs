import { webcrypto } from "node:crypto";

// Browsers have it; node has it by itself only from version 20 on, and Debian 12 comes with 18.
globalThis.crypto ??= webcrypto;

/** A clock that only tests move, and timers that fire by it. */
export class Surroundings {
  time = 0;
  #timers = new Map();
  #next = 1;
  /** The sockets that were made, oldest first. */
  sockets = [];
  /** What chance says next. */
  chance = 0.5;

  environment = {
    now: () => this.time,
    random: () => this.chance,
    setTimeout: (body, delay) => {
      this.#timers.set(this.#next, { body, at: this.time + delay });
      return this.#next++;
    },
    clearTimeout: (timer) => this.#timers.delete(timer),
    WebSocket: this.#socketClass(),
  };

  get socket() {
    return this.sockets.at(-1);
  }

  /** Lets `ms` pass; timers fire in order, each at its own time. */
  pass(ms) {
    const end = this.time + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.time = due[1].at;
      due[1].body();
    }
    this.time = end;
  }

  /** Lets `ms` pass in which no timer fires, as in a machine that sleeps; those that were due fire late. */
  sleep(ms) {
    this.time += ms;
    const due = [...this.#timers].filter(([, { at }]) => at <= this.time);
    for (const [timer, { body }] of due) if (this.#timers.delete(timer)) body();
  }

  #socketClass() {
    const { sockets } = this;
    return class {
      sent = [];
      bufferedAmount = 0;
      isClosed = false;
      constructor(url, protocols) {
        Object.assign(this, { url, protocols });
        sockets.push(this);
      }
      send(text) {
        this.sent.push(JSON.parse(text));
      }
      close() {
        this.isClosed = true;
      }
      readyState = 0;
      /** Opens and greets, as the server does in one. */
      opens(greeting = {}) {
        this.readyState = 1;
        this.onopen?.();
        this.says({ type: "hello", client: "c0", ...greeting });
      }
      says(message) {
        this.onmessage({ data: typeof message === "string" ? message : JSON.stringify(message) });
      }
      closes(code, reason = "") {
        this.onclose({ code, reason });
      }
    };
  }
}

const base = { coefficient: 0.55, slop: 8, settle: 300, minimumVisible: 300, deadline: 30_000, cooldown: 0, needsOverflow: false };

/** The three presets as the wire tells them. */
export const presets = {
  overlay: { ...base, preset: "overlay", trigger: "reach", begins: "down", travel: "direct", threshold: 104, limit: 104, rest: 104 },
  footer: {
    ...base,
    preset: "footer",
    trigger: "reach",
    begins: "edge",
    travel: "rubberBand",
    threshold: 120,
    limit: 300,
    rest: 50,
    needsOverflow: true,
  },
  header: { ...base, preset: "header", trigger: "release", begins: "edge", travel: "rubberBand", threshold: 64, limit: 160, rest: 64 },
};

/** A pointer sample at y, the list at its top unless told otherwise. */
export function at(phase, y, more = {}) {
  return { phase, id: 0, x: 100, y, scroll: { top: 0, height: 1200, view: 600 }, ...more };
}
