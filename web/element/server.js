import { Connection } from "../connection/connection.js";
import { FeedSession } from "../feed/feed-session.js";
import { takeFirst } from "../feed/first-feed.js";

/** The servers that elements of this document share. @type {Map<string, Server>} */
const shared = new Map();
/** So many feeds that were left keep their rows, for who comes back to them. */
const KEPT = 8;

/**
 * One connection to a server and the feeds that are shown over it. Elements of one document share it, and those of one
 * feed share its session, unless they want their own.
 */
export class Server {
  #members = new Set();
  /** @type {Map<string, {session: FeedSession, handlers: Set<object>}>} */
  #feeds = new Map();
  /** The states of feeds that were left, the last one last. */
  #left = new Map();
  #url;
  #isOver = new AbortController();

  /** @param {boolean} isOwn for one element alone */
  static at(url, isOwn) {
    if (isOwn) return new Server(url);
    if (!shared.has(url)) shared.set(url, new Server(url));
    return shared.get(url);
  }

  /** @param {string} url where the socket is */
  constructor(url) {
    this.#url = url;
    this.connection = new Connection(url, {
      opened: () => {
        this.#each((session) => session.subscribe());
        this.#tell("opened");
      },
      message: (message) => this.#each((session) => session.receive(message)),
      lost: () => {
        this.#each((session) => session.lost());
        this.#tell("lost");
      },
      status: (status) => this.#tell("status", status),
    });
  }

  /** @param {{opened: () => void, lost: () => void, status: (status: object) => void, hidden: () => void}} member */
  join(member) {
    this.#members.add(member);
    if (this.#members.size > 1) return member.status(this.connection.status);
    this.#listen();
    return this.connection.connect();
  }

  /** The last to leave closes the connection. */
  leave(member) {
    this.#members.delete(member);
    if (this.#members.size > 0) return;
    if (shared.get(this.#url) === this) shared.delete(this.#url);
    this.#isOver.abort();
    this.connection.close();
  }

  /** The session of a feed, subscribed as soon as there is a connection. */
  enter(feed, name, handlers) {
    const known = this.#feeds.get(feed);
    known?.handlers.add(handlers);
    const session = known?.session ?? this.#begin(feed, new Set([handlers]));
    session.name = name;
    if (known) return session;
    const left = this.#left.get(feed);
    if (left) session.state = left;
    else if (this.connection.status.kind === "connecting") this.#hasten(session);
    if (this.connection.isOpen) session.subscribe();
    else this.connection.check();
    return session;
  }

  exit(session, handlers) {
    const { name } = session.state;
    const known = this.#feeds.get(name);
    known.handlers.delete(handlers);
    if (known.handlers.size > 0) return;
    // A hundredth of what may be kept is enough to come back to.
    session.state.trim(-0.99);
    this.#left.delete(name);
    if (session.state.pos !== null) this.#left.set(name, session.state);
    if (this.#left.size > KEPT) this.#left.delete(this.#left.keys().next().value);
    this.#feeds.delete(name);
    session.leave();
  }

  #begin(feed, handlers) {
    const told = ["changes", "presence", "pull", "reply", "happened", "error"].map((what) => [
      what,
      (message) => handlers.forEach((one) => one[what](message)),
    ]);
    const session = new FeedSession(this.connection, feed, Object.fromEntries(told));
    this.#feeds.set(feed, { session, handlers });
    return session;
  }

  /** Until there is a first connection, rows are sooner here over HTTP. */
  async #hasten(session) {
    const { name } = session.state;
    const known = await takeFirst(this.#url.replace(/^ws/, "http"), name);
    if (this.#feeds.get(name)?.session === session) session.begin(known);
  }

  #listen() {
    const check = () => this.connection.check();
    const on = (target, type, body) => target.addEventListener(type, body, { signal: this.#isOver.signal });
    on(window, "online", check);
    on(window, "offline", check);
    on(window, "pageshow", ({ persisted }) => persisted && check());
    on(document, "visibilitychange", () => (document.visibilityState === "visible" ? check() : this.#tell("hidden")));
  }

  #each(body) {
    for (const { session } of [...this.#feeds.values()]) body(session);
  }

  #tell(what, ...values) {
    for (const member of [...this.#members]) member[what](...values);
  }
}
