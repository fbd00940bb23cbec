import { browser } from "../connection/environment.js";
import { FeedState } from "./feed-state.js";
import { RunLog } from "./run-log.js";

/** Rows asked for with a reset, and with each page of history: some views of a reader who scrolls fast. */
const TAIL = 200;
const PAGE = 500;
/** How long a row that a heartbeat told of may take to arrive (ms) before it counts as lost. */
const LATE = 5_000;
/** How long a button's request is worth repeating on a new connection (ms). */
const REQUEST_LIFE = 10_000;

/** Resets that say that the database is another one, or an older one of itself: run numbers may have begun anew. */
const ANOTHER = new Set(["epoch", "ahead", "chain"]);

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

  /** The person's name as others see it; told to the server at once if there is a connection. */
  set name(name) {
    this.#name = name;
    if (this.live) this.subscribe();
  }

  /** How long after a run's end the next may start (ms), by the run that ended last. */
  get cooldown() {
    const { policy, state } = this.state;
    return policy[state?.last?.edge]?.cooldown ?? 0;
  }

  /**
   * Shows what is known before the server is heard. Too late once it was asked for the same, and less than what a tab
   * has saved.
   * @param {object | null} known
   */
  begin(known) {
    if (!known || this.#isAsked || this.state.pos !== null) return;
    Object.assign(this.state, known);
    this.#handlers.changes([{ kind: "reset" }, { kind: "policy" }]);
  }

  /** Subscribes from where the rows stand; called for each new connection. */
  subscribe() {
    this.#isAsked = true;
    this.live = false;
    this.loadingOlder = false;
    this.#forgetLate();
    const message = { type: "subscribe", feed: this.state.name, tail: TAIL };
    if (this.state.pos !== null) message.after = this.state.pos;
    if (this.#name) message.name = this.#name;
    this.#connection.send(message);
  }

  leave() {
    this.#forgetLate();
    this.live = false;
    this.#connection.send({ type: "unsubscribe", feed: this.state.name });
  }

  lost() {
    this.live = false;
    this.loadingOlder = false;
    this.presence = null;
    this.#forgetLate();
  }

  /** Asks for a refresh at an edge; the key makes a repeat on a new connection the same request. */
  refresh(edge) {
    const key = randomKey();
    const message = { type: "refresh", feed: this.state.name, edge, key };
    if (!this.live || !this.#connection.send(message)) return false;
    this.#requests.set(key, { message, at: this.#environment.now() });
    return true;
  }

  cancel(run) {
    return this.#connection.send({ type: "cancel", feed: this.state.name, run });
  }

  loadOlder() {
    if (!this.live || this.loadingOlder || !this.state.canLoadOlder) return false;
    this.loadingOlder = true;
    return this.#connection.send({ type: "history", feed: this.state.name, before: this.state.first, limit: PAGE });
  }

  /** Drops the oldest rows beyond the most that are kept, for all who show them. */
  trim(slack) {
    const changes = this.state.trim(slack);
    if (changes.length > 0) this.#handlers.changes(changes);
  }

  /** Takes any message of the connection; those of other feeds are none of ours. */
  receive(message) {
    if (message.type === "heartbeat") return this.#compareHead(message.heads?.[this.state.name]);
    if (message.feed !== this.state.name) return undefined;
    switch (message.type) {
      case "presence":
        this.presence = message;
        return this.#handlers.presence(message);
      case "pull":
        return this.#handlers.pull(message);
      case "reply":
        this.#requests.delete(message.key);
        return this.#handlers.reply(message);
      case "error":
        this.#requests.delete(message.key);
        this.loadingOlder = false;
        if (message.code === "unknown-feed") this.#miss();
        return this.#handlers.error(message);
      default:
        return this.#changed(message);
    }
  }

  #changed(message) {
    if (message.type === "history") this.loadingOlder = false;
    if (message.type === "subscribed") {
      this.live = true;
      this.isMissing = false;
      if (message.mode === "reset" && ANOTHER.has(message.why)) this.runs.reset();
    }
    const changes = this.state.apply(message);
    if (changes.some((change) => change.kind === "gap")) return this.subscribe();
    this.#handlers.changes(changes);
    if (message.type === "rows") this.#forgetLate();
    if (message.type === "state") this.#handlers.happened(this.runs.read(message));
    if (message.type === "subscribed") {
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
    const missing = this.live && Number.isInteger(head) && head >= this.state.floor && head > (this.state.last ?? 0);
    if (!missing || this.#late !== null) return;
    this.#late = this.#environment.setTimeout(() => {
      this.#late = null;
      this.subscribe();
    }, LATE);
  }

  #forgetLate() {
    this.#environment.clearTimeout(this.#late);
    this.#late = null;
  }

  #repeatRequests() {
    const now = this.#environment.now();
    for (const [key, { message, at }] of this.#requests) {
      if (now - at < REQUEST_LIFE) this.#connection.send(message);
      else this.#requests.delete(key);
    }
  }
}

/** 128 random bits; `crypto.randomUUID` would need a secure context, which a phone on http://192.168.… has not. */
function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
