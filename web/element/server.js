import { Connection } from "../connection/connection.js";
import { FeedSession } from "../feed/feed-session.js";
import { takeFirst } from "../feed/first-rows.js";
import { SavedFeeds, tabStorage } from "../feed/saved-feed.js";

/** The servers that elements of this document share. @type {Map<string, Server>} */
const shared = new Map();

/**
 * One connection to a server and the feeds that are shown over it. Elements of one document share it, and those of one
 * feed share its session, unless they want their own.
 */
export class Server {
  connection;
  #members = new Set();
  /** @type {Map<string, {session: FeedSession, handlers: Set<object>}>} */
  #feeds = new Map();
  #saved;
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
    this.#saved = new SavedFeeds(tabStorage(), url);
    this.connection = new Connection(url, {
      opened: () => this.#opened(),
      message: (message) => this.#each((session) => session.receive(message)),
      lost: () => this.#lost(),
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
    if (known) {
      known.handlers.add(handlers);
      known.session.name = name;
      return known.session;
    }
    const session = this.#begin(feed, new Set([handlers]));
    session.name = name;
    if (!this.#saved.load(session.state) && this.connection.status.kind === "connecting") this.#hasten(session);
    if (this.connection.isOpen) session.subscribe();
    else this.connection.check();
    return session;
  }

  /** Until there is a first connection, rows are sooner here over HTTP. */
  async #hasten(session) {
    const { name } = session.state;
    const known = await takeFirst(this.#url.replace(/^ws/, "http"), name);
    if (this.#feeds.get(name)?.session === session) session.begin(known);
  }

  exit(session, handlers) {
    const feed = session.state.name;
    const known = this.#feeds.get(feed);
    known.handlers.delete(handlers);
    if (known.handlers.size > 0) return;
    this.#saved.save(session.state);
    this.#feeds.delete(feed);
    session.leave();
  }

  #begin(feed, handlers) {
    const tell = (what) => (message) => handlers.forEach((one) => one[what](message));
    const error = (message) => {
      if (message.code === "unknown-feed") this.#saved.forget(feed);
      tell("error")(message);
    };
    const [changes, presence, pull, reply, happened] = ["changes", "presence", "pull", "reply", "happened"].map(tell);
    const session = new FeedSession(this.connection, feed, { changes, presence, pull, reply, happened, error });
    this.#feeds.set(feed, { session, handlers });
    return session;
  }

  #opened() {
    this.#each((session) => session.subscribe());
    this.#tell("opened");
  }

  #lost() {
    this.#each((session) => session.lost());
    this.#tell("lost");
  }

  #listen() {
    const check = () => this.connection.check();
    const on = (target, type, body) => target.addEventListener(type, body, { signal: this.#isOver.signal });
    on(window, "online", check);
    on(window, "offline", check);
    on(window, "pagehide", () => this.#save());
    on(window, "pageshow", (event) => event.persisted && check());
    on(document, "visibilitychange", () => {
      if (document.visibilityState === "visible") return check();
      this.#tell("hidden");
      return this.#save();
    });
  }

  #save() {
    this.#each((session) => this.#saved.save(session.state));
  }

  #each(body) {
    for (const { session } of [...this.#feeds.values()]) body(session);
  }

  #tell(what, ...values) {
    for (const member of [...this.#members]) member[what](...values);
  }
}
