import { Connection } from "../connection/connection.js";
import { FeedSession } from "../feed/feed-session.js";
import { NAME, takeFirst } from "../feed/feed-state.js";

const shared = new Map();
// Feeds that were left and keep some rows: a hundredth of the most.
const KEPT = 8;
const SOME = -0.99;
// The socket waits so long (ms) for rows over HTTP, which else would come twice.
const PATIENCE = 1_000;
/** Close codes of who may see nothing any more, or less. */
const UNSEEN = [4001, 4003, 4201];
const TOLD = ["changes", "presence", "pull", "reply", "happened", "error"];

/** Elements of one document share a connection, and those of one feed its session, unless they want their own. */
export class Server {
  #members = new Set();
  #feeds = new Map();
  #left = new Map();
  #key;
  #isOver = new AbortController();

  static at(url, isOwn, access) {
    // Who shows another token is somebody else.
    const key = isOwn ? {} : `${url} ${access?.token}`;
    if (!shared.has(key)) shared.set(key, new Server(url, access, key));
    return shared.get(key);
  }

  constructor(url, access, key) {
    this.#key = key;
    this.connection = new Connection(url, {
      opened: () => {
        this.#each((session, { isAwaited }) => isAwaited || session.subscribe());
        this.#tell("opened");
      },
      message: (message) => this.#each((session) => session.receive(message)),
      lost: () => {
        this.#each((session) => session.lost());
        this.#tell("lost");
      },
      status: (status) => {
        if (UNSEEN.includes(status.code)) {
          this.#left.clear();
          this.#each((session) => session.forget());
        }
        this.#tell("status", status);
      },
    });
    this.connection.access = access;
  }

  join(member) {
    this.#members.add(member);
    if (this.#members.size > 1) return member.status(this.connection.status);
    this.#listen();
    return this.connection.connect();
  }

  leave(member) {
    this.#members.delete(member);
    if (this.#members.size > 0) return;
    shared.delete(this.#key);
    this.#isOver.abort();
    this.connection.close();
  }

  enter(feed, name, member) {
    const known = this.#feeds.get(feed);
    const entry = known ?? this.#begin(feed);
    const { session } = entry;
    this.rename(session, name, member, entry);
    if (known) return session;
    const left = this.#left.get(feed);
    if (left) session.state = left;
    // A token would have to be asked for first, over HTTP.
    else if (NAME.test(feed) && this.connection.status.kind === "connecting" && !this.connection.access) this.#hasten(entry);
    if (this.connection.isOpen) session.subscribe();
    else this.connection.check();
    return session;
  }

  exit(session, member) {
    const { state } = session;
    const { members } = this.#feeds.get(state.name);
    members.delete(member);
    if (members.size > 0) return this.settleName(session);
    state.trim(SOME);
    state.state = null;
    this.#left.delete(state.name);
    if (state.pos !== null) this.#left.set(state.name, state);
    if (this.#left.size > KEPT) this.#left.delete(this.#left.keys().next().value);
    this.#feeds.delete(state.name);
    session.leave();
  }

  rename(session, name, member, { members } = this.#feeds.get(session.state.name)) {
    members.set(member, name);
    this.settleName(session);
  }

  /** The first that has a name gives it. To say it costs a pull that is under way, so that one ends first. */
  settleName(session) {
    const { members } = this.#feeds.get(session.state.name);
    if (session.live && [...members.keys()].some(({ pulls }) => pulls.isHeld)) return;
    session.name = [...members.values()].find(Boolean) ?? "";
  }

  #begin(feed) {
    const members = new Map();
    const told = TOLD.map((what) => [what, (message) => members.forEach((_, member) => member[what](message))]);
    const missed = () => this.#missed(entry);
    const session = new FeedSession(this.connection, feed, { missed, ...Object.fromEntries(told) });
    const entry = { session, members, isAwaited: false };
    this.#feeds.set(feed, entry);
    return entry;
  }

  /** A server that runs on may be given the list. */
  #missed(entry) {
    const { session } = entry;
    const isShown = () => this.#feeds.get(session.state.name) === entry;
    import("../feed/ask-again.js").then(({ askAgain }) => askAgain(session, this.connection, isShown), () => {});
  }

  /** Until there is a first connection, rows are sooner here over HTTP. */
  async #hasten(entry) {
    const { session } = entry;
    const { name } = session.state;
    const isShown = () => this.#feeds.get(name) === entry;
    const subscribe = () => {
      entry.isAwaited = false;
      if (isShown() && this.connection.isOpen) session.subscribe();
    };
    const timer = setTimeout(subscribe, PATIENCE);
    entry.isAwaited = true;
    const known = await takeFirst(this.connection.url.replace(/^ws/, "http"), name);
    clearTimeout(timer);
    if (isShown()) session.begin(known);
    if (entry.isAwaited) subscribe();
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
    for (const entry of [...this.#feeds.values()]) body(entry.session, entry);
  }

  #tell(what, ...values) {
    for (const member of [...this.#members]) member[what](...values);
  }
}
