import { scrollMetrics, standsAt } from "../pull/gesture.js";
import { PullController } from "../pull/pull.js";
import { texts } from "../texts.js";
import { feedViewOf } from "../views/feed-view.js";
import { bannerOf, connectionSign, noticeOf } from "../views/signs.js";

// Of two imports under way the second may come first.
let words;
const bringWords = () => (words ??= import("../views/words.js").catch(() => (words = null)));

/** Shows one feed: a member of its server. */
export class FeedController {
  session = null;
  pulls;
  #feeds = null;
  #elements;
  #server;
  #emit;
  #view;
  #notice;
  #sign;
  #name = "";
  #hasLost = false;
  #toldWhy;
  #saidQueued = false;
  #said = 0;

  constructor(elements, server, emit, signal) {
    const { connection } = server;
    const tell = bannerOf(elements, signal);
    this.#elements = elements;
    this.#server = server;
    this.#emit = emit;
    this.#notice = noticeOf(elements.notice);
    this.#sign = connectionSign(elements, tell, connection);
    this.pulls = new PullController(connection, (report) => this.#pulled(report));
    const does = {
      connection,
      pull: this.pulls,
      feeds: () => this.#feeds,
      described: (feed) => emit("described", feed),
      refresh: (edge) => this.refresh(edge),
      cancel: (run) => this.#request(() => this.session?.cancel(run)),
      say: (words) => this.#announce(words),
    };
    this.#view = feedViewOf(elements, tell, does, signal);
    server.join(this);
  }

  close() {
    this.pulls.close();
    this.#leave();
    this.#server.leave(this);
    this.#sign.close();
    this.#hush();
    this.#view.close();
  }

  set feed(feed) {
    if (!feed || this.session?.state.name === feed) return;
    this.#leave();
    this.session = this.#server.enter(feed, this.#name, this);
    this.#sign.isMissing = this.session.isMissing;
    this.pulls.attach(this.session);
    this.#hush();
    this.#view.attach(this.session);
  }

  set name(name) {
    if (name === this.#name) return;
    this.#name = name;
    if (this.session) this.#server.rename(this.session, name, this);
  }

  set animation(name) {
    this.#view.stage.animation = name;
  }

  set rowMaker(make) {
    this.#view.list.rowMaker = make;
  }

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
    if (this.session?.isMissing) return;
    if (this.pulls.isPulling) this.say(texts.lost, this.pulls.report.edge);
    this.#hasLost = true;
    if (this.session?.state.pos) this.#announce(texts.happened.lost);
    this.pulls.release();
    this.#view.lost();
  }

  status(status) {
    this.#sign.show(status);
    this.#view.showEmpty();
    this.#emit("connection", status);
  }

  // Who does not see the page does not pull, and no `up` may ever come.
  hidden() {
    this.pulls.cancelLost();
  }

  changes(changes) {
    this.#sign.isMissing = this.session.isMissing;
    this.#view.changed(changes);
    for (const { kind, rows = [] } of changes) {
      if (["reset", "append", "prepend"].includes(kind)) this.#emit("rows", { kind, rows });
    }
  }

  presence() {
    this.#view.showPeople();
  }

  pull(message) {
    this.pulls.correct(message);
  }

  reply(reply) {
    const { state } = this.session;
    this.#saidQueued = reply.outcome === "queued";
    this.#tell(({ replyWords }) => replyWords(reply, state), reply);
  }

  error({ code, message, feed }) {
    this.#emit("failed", { error: { code, message } });
    const { isMissing, onlyWatches } = this.session;
    if (isMissing || onlyWatches) this.pulls.release();
    if (!isMissing) return this.#tell(({ errorWords }) => errorWords(code, message));
    this.#sign.isMissing = isMissing;
    this.#view.attach(this.session);
    return bringWords().then((words) => words && this.#announce(words.missingWords(isMissing, feed)));
  }

  happened(events) {
    for (const event of events) {
      if (event.kind === "started") this.#began(event.run);
      else this.#ended(event.last);
      const { client } = this.#server.connection;
      bringWords().then((words) => words && this.#announce(words.happenedWords(event, client)));
    }
  }

  #began(run) {
    this.pulls.joined(run);
    if (this.#saidQueued) this.#hush();
    this.#saidQueued = false;
    this.#emit("refreshing", { run });
  }

  #ended(run) {
    const { outcome, rows, error } = run;
    this.#emit("refreshed", { run, outcome, rows });
    if (outcome === "failed") this.#emit("failed", { error });
  }

  #pulled(report) {
    const { phase, edge, offset, percent, why, isUnheard } = report;
    this.#view.pulled(report);
    if (this.session && !this.pulls.isHeld) this.#server.settleName(this.session);
    this.#emit("pull", { phase, edge, offset, percent });
    if (isUnheard) return this.#pulledUnheard(report);
    // A reason holds until the pointer is up.
    if (why === this.#toldWhy) return;
    this.#toldWhy = why;
    const { policy } = this.session.state;
    const stands = standsAt(edge, scrollMetrics(this.#elements.list));
    if (why) this.#tell(({ pullWords }) => pullWords(report, policy, stands), report);
  }

  /** Away from where the pull shows. */
  #pulledUnheard({ phase, edge }) {
    const why = phase === "pulling" || phase === "armed" ? "unheard" : this.#toldWhy;
    if (why && why !== this.#toldWhy) this.say(texts.pulledUnheard, edge === "top" ? "bottom" : "top");
    this.#toldWhy = phase === "tracking" ? undefined : why;
  }

  #leave() {
    this.pulls.cancelLost();
    if (this.session) this.#server.exit(this.session, this);
    this.session = null;
  }

  #request(send) {
    const isSent = send() === true;
    if (!isSent) this.say(texts.notConnected);
    return isSent;
  }

  #announce(words) {
    this.#elements.announcer.textContent = words;
  }

  /** Words that come late do not hide newer ones. */
  async #tell(choose, { edge, retryAfter } = {}) {
    const turn = (this.#said += 1);
    const words = await bringWords();
    const text = words && turn === this.#said && choose(words);
    if (text) this.#notice.say(text, edge, retryAfter);
  }

  #hush() {
    this.#said += 1;
    this.#notice.clear();
  }
}
