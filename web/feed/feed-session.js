import { browser } from "../connection/connection.js";
import { FeedState } from "./feed-state.js";

/** Rows asked for with a reset, and with each page of history: some views of a reader who scrolls fast. */
export const TAIL = 200;
const PAGE = 500;
/** How long a row that a heartbeat told of may take to arrive (ms) before it counts as lost. */
const LATE = 5_000;
/** How long a button's request is worth repeating on a new connection (ms). */
const REQUEST_LIFE = 10_000;
/** Resets that say that the database is another one, or an older one of itself: run numbers may have begun anew. */
const ANOTHER = ["epoch", "ahead", "chain"];

/** Tells each run's start and end once, however many states say it and however many were skipped. */
export class RunLog {
  constructor() {
    this.reset();
  }

  /** What has happened by a state that the server sent: `{kind: "started", run}` and `{kind: "ended", last}`. */
  read({ run, last }) {
    const happened = [];
    if (last?.id > this.ended) {
      // What ended before this page looked is no news.
      if (!this.isFresh) {
        if (last.id > this.started) happened.push({ kind: "started", run: last });
        happened.push({ kind: "ended", last });
      }
      this.ended = last.id;
      this.started = Math.max(this.started, last.id);
    }
    if (run?.id > this.started) {
      happened.push({ kind: "started", run });
      this.started = run.id;
    }
    this.isFresh = false;
    return happened;
  }

  /** The server's count may have begun anew. */
  reset() {
    this.started = this.ended = 0;
    this.isFresh = true;
  }
}

/**
 * One feed on one connection: subscribes, resumes from the position it holds, keeps the rows whole, and carries the
 * page's requests. What happens is told to `handlers`.
 */
export class FeedSession {
  runs = new RunLog();
  presence = null;
  /** The server has answered this connection's subscription. */
  live = false;
  loadingOlder = false;
  isMissing = false;
  #connection;
  #handlers;
  #environment;
  #name = "";
  #requests = new Map();
  #late = null;
  #isAsked = false;

  /**
   * @param {{changes: (changes: object[]) => void, pull: (message: object) => void, presence: (message: object) => void,
   *   reply: (message: object) => void, error: (message: object) => void, happened: (events: object[]) => void}} handlers
   */
  constructor(connection, feed, handlers, environment = browser) {
    this.state = new FeedState(feed);
    this.#connection = connection;
    this.#handlers = handlers;
    this.#environment = environment;
  }

  /** The person's name as others see it. */
  set name(name) {
    this.#name = name;
    if (this.live) this.subscribe();
  }

  /** How long after a run's end the next may start (ms), by the run that ended last. */
  get cooldown() {
    const { policy, state } = this.state;
    return policy[state?.last?.edge]?.cooldown ?? 0;
  }

  /** Shows what is known before the server is heard. Too late once it was asked for the same. */
  begin(known) {
    if (!known || this.#isAsked || this.state.pos !== null) return;
    Object.assign(this.state, known);
    this.#handlers.changes([{ kind: "reset" }, { kind: "policy" }]);
  }

  /** Subscribes from where the rows stand; called for each new connection. */
  subscribe() {
    this.#isAsked = true;
    this.#quit();
    const { name, pos } = this.state;
    const message = { type: "subscribe", feed: name, tail: TAIL };
    if (pos !== null) message.after = pos;
    if (this.#name) message.name = this.#name;
    this.#connection.send(message);
  }

  leave() {
    this.#quit();
    this.#send("unsubscribe");
  }

  lost() {
    this.#quit();
    this.presence = null;
  }

  /** Asks for a refresh at an edge; the key makes a repeat on a new connection the same request. */
  refresh(edge) {
    const message = { type: "refresh", feed: this.state.name, edge, key: randomKey() };
    if (!this.live || !this.#connection.send(message)) return false;
    this.#requests.set(message.key, { message, at: this.#environment.now() });
    return true;
  }

  cancel(run) {
    return this.#send("cancel", { run });
  }

  loadOlder() {
    const { canLoadOlder, first } = this.state;
    if (!this.live || this.loadingOlder || !canLoadOlder) return false;
    this.loadingOlder = true;
    return this.#send("history", { before: first, limit: PAGE });
  }

  /** Drops the oldest rows beyond the most that are kept, for all who show them. */
  trim(slack) {
    const changes = this.state.trim(slack);
    if (changes.length > 0) this.#handlers.changes(changes);
  }

  /** Takes any message of the connection; those of other feeds are none of ours. */
  receive(message) {
    const { type, feed, key, code } = message;
    if (type === "heartbeat") return this.#compareHead(message.heads?.[this.state.name]);
    if (feed !== this.state.name) return undefined;
    if (type === "reply" || type === "error") this.#requests.delete(key);
    if (type === "history" || type === "error") this.loadingOlder = false;
    if (type === "error" && code === "unknown-feed") this.#miss();
    if (type === "presence") this.presence = message;
    const isTold = ["presence", "pull", "reply", "error"].includes(type);
    return isTold ? this.#handlers[type](message) : this.#changed(message);
  }

  #changed(message) {
    const { type } = message;
    if (type === "subscribed") {
      this.live = true;
      this.isMissing = false;
      if (message.mode === "reset" && ANOTHER.includes(message.why)) this.runs.reset();
    }
    const changes = this.state.apply(message);
    if (changes.some(({ kind }) => kind === "gap")) return this.subscribe();
    this.#handlers.changes(changes);
    if (type === "rows") this.#forgetLate();
    if (type === "state") this.#handlers.happened(this.runs.read(message));
    if (type === "subscribed") {
      this.#handlers.happened(this.runs.read(message.state));
      this.#repeatRequests();
    }
    return undefined;
  }

  /** Nothing that is known of a feed counts once the server does not have it. */
  #miss() {
    this.live = false;
    this.isMissing = true;
    this.presence = null;
    this.state = new FeedState(this.state.name);
    this.runs.reset();
  }

  /** A heartbeat tells the feed's head: a last row that got lost is noticed, and fetched by subscribing again. */
  #compareHead(head) {
    const { floor, last } = this.state;
    const isMissing = this.live && Number.isInteger(head) && head >= floor && head > (last ?? 0);
    if (!isMissing || this.#late !== null) return;
    this.#late = this.#environment.setTimeout(() => {
      this.#late = null;
      this.subscribe();
    }, LATE);
  }

  #forgetLate() {
    this.#environment.clearTimeout(this.#late);
    this.#late = null;
  }

  /** Nothing of this subscription is awaited any more. */
  #quit() {
    this.live = this.loadingOlder = false;
    this.#forgetLate();
  }

  #send(type, more) {
    return this.#connection.send({ type, feed: this.state.name, ...more });
  }

  #repeatRequests() {
    for (const [key, { message, at }] of this.#requests) {
      if (this.#environment.now() - at < REQUEST_LIFE) this.#connection.send(message);
      else this.#requests.delete(key);
    }
  }
}

/** 128 random bits; `crypto.randomUUID` would need a secure context, which a phone on http://192.168.… has not. */
function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
