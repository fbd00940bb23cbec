import { browser } from "../connection/connection.js";
import { FeedState, NAME, TAIL } from "./feed-state.js";

const PAGE = 500;
// ms
const LATE = 5_000;
const REQUEST_LIFE = 10_000;
const TOLD = ["presence", "pull", "reply", "error"];
// By another database, or an older one of itself: run numbers may have begun anew.
const ANOTHER = ["epoch", "ahead", "chain"];

/** Tells each run's start and end once, however many states say it. */
export class RunLog {
  constructor() {
    this.reset();
  }

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

  reset() {
    this.started = this.ended = 0;
    this.isFresh = true;
  }
}

export class FeedSession {
  runs = new RunLog();
  presence = null;
  live = false;
  loadingOlder = false;
  isMissing = false;
  /** The client whose token may watch, and no more. */
  #watcher = "";
  #connection;
  #handlers;
  #environment;
  #name = "";
  #requests = new Map();
  #late = null;
  #isAsked = false;

  constructor(connection, feed, handlers, environment = browser) {
    this.state = new FeedState(feed);
    this.#connection = connection;
    this.#handlers = handlers;
    this.#environment = environment;
  }

  get onlyWatches() {
    return this.#watcher === this.#connection.client;
  }

  set name(name) {
    if (name === this.#name) return;
    this.#name = name;
    if (this.live) this.subscribe();
  }

  /** Too late once the server was asked. */
  begin(known) {
    if (!known || this.#isAsked || this.state.pos !== null) return;
    Object.assign(this.state, known);
    this.#handlers.changes([{ kind: "reset" }, { kind: "policy" }]);
  }

  subscribe() {
    const { name, pos } = this.state;
    if (!NAME.test(name)) return this.#refuse(name);
    this.#isAsked = true;
    this.#quit();
    const message = { type: "subscribe", feed: name, tail: TAIL };
    if (pos !== null) message.after = pos;
    if (this.#name) message.name = this.#name;
    this.#connection.send(message);
  }

  leave() {
    this.#quit();
    if (this.#isAsked) this.#send("unsubscribe");
  }

  /** What no server can have needs no question; who entered it hears of it once they are in. */
  #refuse(feed) {
    const message = `"${feed}" is no feed's name`;
    queueMicrotask(() => this.receive({ type: "error", feed, code: "unknown-feed", message }));
  }

  lost() {
    this.#quit();
    this.presence = null;
  }

  /** Who may not see it any more keeps nothing of it. */
  forget() {
    this.#isAsked = true;
    this.#requests.clear();
    this.#miss(false);
    this.#handlers.changes([{ kind: "reset" }, { kind: "policy" }, { kind: "state" }]);
  }

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

  trim(slack) {
    const changes = this.state.trim(slack);
    if (changes.length > 0) this.#handlers.changes(changes);
  }

  receive(message) {
    const { type, feed, key, code, n } = message;
    if (type === "heartbeat") this.#compareHead(message.heads?.[this.state.name]);
    if (feed !== this.state.name) return;
    if (key) this.#requests.delete(key);
    if (type === "history" || type === "error") this.loadingOlder = false;
    const isForbidden = code === "forbidden";
    // Each sample of one pull has its answer, and each time that a list is asked for.
    if ((isForbidden && n && this.onlyWatches) || code === this.isMissing) return;
    if (isForbidden && this.live) this.#watch();
    else if (isForbidden || code === "unknown-feed") this.#miss(code);
    if (type === "presence") this.presence = message;
    if (TOLD.includes(type)) this.#handlers[type](message);
    else this.#changed(message);
  }

  #changed(message) {
    const { type } = message;
    if (type === "subscribed") {
      this.live = true;
      this.isMissing = false;
      if (message.mode === "reset" && ANOTHER.includes(message.why)) this.runs.reset();
    }
    const changes = this.state.apply(message);
    if (this.onlyWatches) this.state.policy = {};
    if (changes.some(({ kind }) => kind === "gap")) return this.subscribe();
    this.#handlers.changes(changes);
    if (type === "rows") this.#forgetLate();
    if (type === "state" || type === "subscribed") this.#handlers.happened(this.runs.read(this.state.state));
    if (type === "subscribed") this.#repeatRequests();
    return undefined;
  }

  /** A list without edges: nothing to pull or press. */
  #watch() {
    this.#watcher = this.#connection.client;
    this.state.policy = {};
    this.#handlers.changes([{ kind: "policy" }]);
  }

  #miss(code) {
    this.live = false;
    this.isMissing = code;
    this.presence = null;
    this.state = new FeedState(this.state.name);
    this.runs.reset();
    if (code) this.#handlers.missed();
  }

  /** A last row that got lost is noticed by the heartbeat. */
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

// `crypto.randomUUID` would need a secure context, which a phone on http://192.168.… has not.
function randomKey() {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
