import { MouseInput } from "../input/mouse.js";
import { TouchInput } from "../input/touch.js";
import { PullController } from "../pull/pull-controller.js";
import { texts } from "../texts.js";
import { FeedView } from "../views/feed-view.js";
import { Banner, Notice, happenedWords, whyWords } from "../views/messages.js";
import { ConnectionSign } from "../views/signs.js";
import { rowsFrom } from "./row-template.js";

const MOVING = new Set(["pulling", "armed"]);

/** One element's part: the feed that it shows, its views and inputs, and what happens to them. */
export class FeedController {
  session = null;

  #feeds = null;
  #elements;
  #server;
  #emit;
  #view;
  #notice;
  #pull;
  #sign;
  #handlers;
  #name = "";
  #template = null;
  #hasLost = false;
  #toldWhy;
  /** It was said that a queued run follows, which has not begun. */
  #saidQueued = false;

  /**
   * @param {Record<string, HTMLElement>} elements
   * @param {import("./server.js").Server} server
   * @param {(type: string, detail: object) => void} emit tells the page around
   * @param {AbortSignal} signal ends everything
   */
  constructor(elements, server, emit, signal) {
    this.#elements = elements;
    this.#server = server;
    this.#emit = emit;
    const { connection } = server;
    this.#notice = new Notice(elements.notice);
    const banner = new Banner(elements);
    this.#sign = new ConnectionSign(elements, banner, () => connection.connect());
    this.#pull = new PullController(connection, (report) => this.#pulled(report));
    this.#view = new FeedView(
      elements,
      banner,
      {
        connection,
        pull: this.#pull,
        feeds: () => this.#feeds,
        described: (feed) => emit("described", feed),
        refresh: (edge) => this.refresh(edge),
        cancel: (run) => this.#request(() => this.session?.cancel(run)),
        say: (words) => this.#announce(words),
      },
      signal,
    );
    new MouseInput(elements.list, this.#pull, signal);
    new TouchInput(elements.list, this.#pull, () => this.session?.state.policy ?? {}, signal);
    this.#handlers = this.#sessionHandlers();
    server.join(this);
  }

  /** Takes everything back; the signal ends what listens. */
  close() {
    this.#pull.close();
    this.#leave();
    this.#server.leave(this);
    this.#sign.close();
    this.#notice.clear();
    this.#view.close();
  }

  /** Shows a feed; none, if it has no name. */
  set feed(feed) {
    if (!feed || this.session?.state.name === feed) return;
    this.#leave();
    const session = this.#server.enter(feed, this.#name, this.#handlers);
    this.session = session;
    this.#sign.isMissing = session.isMissing;
    this.#pull.attach(session);
    this.#notice.clear();
    this.#view.attach(session);
  }

  set name(name) {
    if (name === this.#name) return;
    this.#name = name;
    if (this.session) this.session.name = name;
  }

  /** A page's own template for rows, null for our own looks. @param {HTMLTemplateElement | null} template */
  set template(template) {
    if (template === this.#template) return;
    this.#template = template;
    this.#view.rowMaker = template && rowsFrom(template);
  }

  set animation(name) {
    this.#view.animation = name;
  }

  refresh(edge) {
    return this.#request(() => this.session?.refresh(edge));
  }

  cancel() {
    return this.#view.cancel();
  }

  say(text) {
    this.#notice.say(text);
  }

  /** What the server has, to offer where a feed is not there; null while not known. */
  set feeds(feeds) {
    this.#feeds = feeds;
    this.#view.showEmpty();
  }

  // What the server's connection tells

  opened() {
    if (this.#hasLost) this.#announce(texts.happened.back);
  }

  lost() {
    if (this.#pull.isPulling) this.#notice.say(texts.why.lost(), this.#pull.report.edge);
    this.#hasLost = true;
    this.#announce(texts.happened.lost);
    this.#pull.release();
    this.#view.lost();
  }

  status(status) {
    this.#sign.show(status);
    this.#emit("connection", status);
  }

  /** Who does not see the page does not pull, and no `up` may ever come. */
  hidden() {
    this.#pull.cancelLost();
  }

  // What the feed's session tells

  #sessionHandlers() {
    return {
      changes: (changes) => this.#changed(changes),
      presence: () => this.#view.showPeople(),
      pull: (message) => this.#pull.correct(message),
      reply: (message) => this.#replied(message),
      error: (message) => this.#failed(message),
      happened: (events) => this.#happened(events),
    };
  }

  #leave() {
    if (this.session) this.#server.exit(this.session, this.#handlers);
    this.session = null;
  }

  #changed(changes) {
    this.#sign.isMissing = this.session.isMissing;
    this.#view.changed(changes);
    for (const { kind, rows } of changes) {
      if (kind === "reset" || kind === "append" || kind === "prepend") this.#emit("rows", { kind, rows: rows ?? [] });
    }
  }

  #pulled(report) {
    const { phase, edge, offset, percent } = report;
    this.#view.pulled(report);
    this.#emit("pull", { phase, edge, offset, percent });
    if (report.isUnheard) return this.#pulledUnheard(report);
    // A reason holds until the pointer is up; it is told once.
    if (report.why === this.#toldWhy) return;
    this.#toldWhy = report.why;
    const words = whyWords(report, this.session.state, this.#elements.list);
    if (words) this.#notice.say(words, edge);
  }

  /** Says once, away from where the pull shows, why it does nothing. */
  #pulledUnheard({ phase, edge }) {
    const why = MOVING.has(phase) ? "unheard" : this.#toldWhy;
    if (why && why !== this.#toldWhy) this.#notice.say(texts.why.unheard(), edge === "top" ? "bottom" : "top");
    this.#toldWhy = phase === "tracking" ? undefined : why;
  }

  #happened(events) {
    for (const event of events) {
      if (event.kind === "started") this.#began(event.run);
      else this.#ended(event.last);
      this.#announce(happenedWords(event, this.#server.connection.client));
    }
  }

  #began(run) {
    this.#pull.joined(run);
    if (this.#saidQueued) this.#notice.clear();
    this.#saidQueued = false;
    this.#emit("refreshing", { run });
  }

  #ended(run) {
    const { outcome, rows, error } = run;
    this.#emit("refreshed", { run, outcome, rows });
    if (outcome === "failed") this.#emit("failed", { error });
  }

  #replied({ to, outcome, why, retryAfter }) {
    if (to === "refresh" && outcome === "joined") this.#notice.say(texts.joined);
    this.#saidQueued = outcome === "queued";
    if (this.#saidQueued) this.#notice.say(texts.queued(retryAfter ?? this.session.cooldown));
    if (outcome !== "refused") return;
    const words = texts.why[why] ?? texts.error[why];
    this.#notice.say(words ? words("list", retryAfter) : texts.failure.unknown);
  }

  #failed({ code, message }) {
    const feed = this.session.state.name;
    this.#emit("failed", { error: { code, message } });
    if (code === "unknown-feed") {
      this.#pull.release();
      this.#sign.isMissing = true;
      this.#view.attach(this.session);
      this.#announce(texts.missing.what(feed));
      return;
    }
    this.#notice.say((texts.error[code] ?? (() => texts.error.other(message)))(feed));
  }

  /** Said once to who hears the page, never each percent. */
  #announce(words) {
    this.#elements.announcer.textContent = words;
  }

  #request(send) {
    const isSent = send() === true;
    if (!isSent) this.#notice.say(texts.notConnected);
    return isSent;
  }
}
