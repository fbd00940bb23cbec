import { scrollMetrics, standsAt } from "../pull/gesture.js";
import { PullController } from "../pull/pull.js";
import { texts } from "../texts.js";
import { feedViewOf } from "../views/feed-view.js";
import { bannerOf, connectionSign, noticeOf } from "../views/signs.js";

/** One element's part: the feed that it shows, its views and inputs, and what happens to them. */
export class FeedController {
  session = null;
  #feeds = null;
  #elements;
  #server;
  #emit;
  #view;
  #notice;
  #sign;
  #handlers;
  #name = "";
  #hasLost = false;
  #toldWhy;
  /** It was said that a queued run follows, which has not begun. */
  #saidQueued = false;
  #said = 0;

  /** @param {AbortSignal} signal ends everything */
  constructor(elements, server, emit, signal) {
    const { connection } = server;
    this.#elements = elements;
    this.#server = server;
    this.#emit = emit;
    this.#notice = noticeOf(elements.notice);
    const tell = bannerOf(elements);
    this.#sign = connectionSign(elements, tell, () => connection.connect());
    this.pull = new PullController(connection, (report) => this.#pulled(report));
    const actions = {
      connection,
      pull: this.pull,
      feeds: () => this.#feeds,
      described: (feed) => emit("described", feed),
      refresh: (edge) => this.refresh(edge),
      cancel: (run) => this.#request(() => this.session?.cancel(run)),
      say: (words) => this.#announce(words),
    };
    this.#view = feedViewOf(elements, tell, actions, signal);
    this.#handlers = {
      changes: (changes) => this.#changed(changes),
      presence: () => this.#view.showPeople(),
      pull: (message) => this.pull.correct(message),
      reply: (message) => this.#replied(message),
      error: (message) => this.#failed(message),
      happened: (events) => this.#happened(events),
    };
    server.join(this);
  }

  /** Takes everything back; the signal ends what listens. */
  close() {
    this.pull.close();
    this.#leave();
    this.#server.leave(this);
    this.#sign.close();
    this.#hush();
    this.#view.close();
  }

  /** Shows a feed; none, if it has no name. */
  set feed(feed) {
    if (!feed || this.session?.state.name === feed) return;
    this.#leave();
    const session = this.#server.enter(feed, this.#name, this.#handlers);
    this.session = session;
    this.#sign.isMissing = session.isMissing;
    this.pull.attach(session);
    this.#hush();
    this.#view.attach(session);
  }

  set name(name) {
    if (name === this.#name) return;
    this.#name = name;
    if (this.session) this.session.name = name;
  }

  set animation(name) {
    this.#view.animation = name;
  }

  /** How a row is made; null for our own looks. */
  set rowMaker(make) {
    this.#view.rowMaker = make;
  }

  /** What the server has, to offer where a feed is not there; null while not known. */
  set feeds(feeds) {
    this.#feeds = feeds;
    this.#view.showEmpty();
  }

  refresh(edge) {
    return this.#request(() => this.session?.refresh(edge));
  }

  cancel() {
    return this.#view.cancel();
  }

  say(text, edge) {
    this.#said += 1;
    this.#notice.say(text, edge);
  }

  opened() {
    if (this.#hasLost) this.#announce(texts.happened.back);
  }

  lost() {
    if (this.pull.isPulling) this.say(texts.lost, this.pull.report.edge);
    this.#hasLost = true;
    this.#announce(texts.happened.lost);
    this.pull.release();
    this.#view.lost();
  }

  status(status) {
    this.#sign.show(status);
    this.#emit("connection", status);
  }

  /** Who does not see the page does not pull, and no `up` may ever come. */
  hidden() {
    this.pull.cancelLost();
  }

  #leave() {
    if (this.session) this.#server.exit(this.session, this.#handlers);
    this.session = null;
  }

  #changed(changes) {
    this.#sign.isMissing = this.session.isMissing;
    this.#view.changed(changes);
    for (const { kind, rows = [] } of changes) {
      if (["reset", "append", "prepend"].includes(kind)) this.#emit("rows", { kind, rows });
    }
  }

  #pulled(report) {
    const { phase, edge, offset, percent, why, isUnheard } = report;
    this.#view.pulled(report);
    this.#emit("pull", { phase, edge, offset, percent });
    if (isUnheard) return this.#pulledUnheard(report);
    // A reason holds until the pointer is up; it is told once.
    if (why === this.#toldWhy) return;
    this.#toldWhy = why;
    const stands = standsAt(edge, scrollMetrics(this.#elements.list));
    if (why) this.#tell(({ pullWords }) => pullWords(report, this.session.state.policy, stands), edge);
  }

  /** Says once, away from where the pull shows, why it does nothing. */
  #pulledUnheard({ phase, edge }) {
    const why = phase === "pulling" || phase === "armed" ? "unheard" : this.#toldWhy;
    if (why && why !== this.#toldWhy) this.say(texts.pulledUnheard, edge === "top" ? "bottom" : "top");
    this.#toldWhy = phase === "tracking" ? undefined : why;
  }

  #happened(events) {
    for (const event of events) {
      if (event.kind === "started") this.#began(event.run);
      else this.#ended(event.last);
      const { client } = this.#server.connection;
      this.#words().then((words) => words && this.#announce(words.happenedWords(event, client)));
    }
  }

  #began(run) {
    this.pull.joined(run);
    if (this.#saidQueued) this.#hush();
    this.#saidQueued = false;
    this.#emit("refreshing", { run });
  }

  #ended(run) {
    const { outcome, rows, error } = run;
    this.#emit("refreshed", { run, outcome, rows });
    if (outcome === "failed") this.#emit("failed", { error });
  }

  #replied(reply) {
    const { cooldown } = this.session;
    this.#saidQueued = reply.outcome === "queued";
    this.#tell(({ replyWords }) => replyWords(reply, cooldown));
  }

  #failed({ code, message }) {
    const { session } = this;
    this.#emit("failed", { error: { code, message } });
    if (code !== "unknown-feed") return this.#tell(({ errorWords }) => errorWords(code, message));
    this.pull.release();
    this.#sign.isMissing = true;
    this.#view.attach(session);
    return this.#announce(texts.missing.what(session.state.name));
  }

  /** For who hears the page: what happened, never each percent. */
  #announce(words) {
    this.#elements.announcer.textContent = words;
  }

  #request(send) {
    const isSent = send() === true;
    if (!isSent) this.say(texts.notConnected);
    return isSent;
  }

  /** Says words that come when they are first wanted, unless there was more to say meanwhile. */
  async #tell(choose, edge) {
    const turn = (this.#said += 1);
    const words = await this.#words();
    const text = words && turn === this.#said && choose(words);
    if (text) this.#notice.say(text, edge);
  }

  #words() {
    return import("../views/words.js").catch(() => null);
  }

  #hush() {
    this.#said += 1;
    this.#notice.clear();
  }
}
