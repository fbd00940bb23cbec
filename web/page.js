import { Connection } from "./connection/connection.js";
import { FeedSession } from "./feed/feed-session.js";
import { chosenFeed } from "./feed/feed-choice.js";
import { ownName, tabStorage } from "./feed/own-name.js";
import { SavedFeeds } from "./feed/saved-feed.js";
import { MouseInput } from "./input/mouse.js";
import { TouchInput } from "./input/touch.js";
import { PullController } from "./pull/pull-controller.js";
import { texts } from "./texts.js";
import { Announcer } from "./views/announcer.js";
import { Banner } from "./views/banner.js";
import { ConnectionView } from "./views/connection-view.js";
import { FeedMenu } from "./views/feed-menu.js";
import { FeedView } from "./views/feed-view.js";
import { Notice } from "./views/notice.js";
import { whyWords } from "./views/words.js";

const MOVING = new Set(["pulling", "armed"]);

/** The page: one connection, the feed that was chosen, and the views that show it. */
export class Page {
  #elements;
  #connection;
  #saved;
  #view;
  #notice;
  #announcer;
  #pull;
  #menu;
  #session = null;
  #connectionView;
  #hasLost = false;
  #toldWhy;
  /** It was said that a queued run follows, which has not begun. */
  #saidQueued = false;

  constructor(elements) {
    this.#elements = elements;
    this.#saved = new SavedFeeds(tabStorage(), location.pathname);
    this.#notice = new Notice(elements.notice);
    this.#announcer = new Announcer(elements.announcer);
    const banner = new Banner({
      box: elements.banner,
      title: elements.bannerTitle,
      text: elements.bannerText,
      act: elements.bannerAct,
      close: elements.bannerClose,
    });
    this.#connectionView = new ConnectionView(
      { box: elements.connection, words: elements.connectionWords },
      banner,
      () => this.#connection.connect(),
    );
    this.#connection = new Connection(socketAddress(document.baseURI), {
      opened: () => this.#opened(),
      message: (message) => this.#session?.receive(message),
      lost: () => this.#lost(),
      status: (status) => this.#connectionView.show(status),
    });
    this.#pull = new PullController(this.#connection, (report) => this.#pulled(report));
    this.#view = new FeedView(elements, banner, {
      connection: this.#connection,
      pull: this.#pull,
      feeds: () => (this.#menu?.isKnown ? this.#menu.feeds : null),
      refresh: (edge) => this.#request(() => this.#session?.refresh(edge)),
      cancel: (run) => this.#request(() => this.#session?.cancel(run)),
      older: () => this.#session?.loadOlder(),
    });
    new MouseInput(elements.list, this.#pull);
    new TouchInput(elements.list, this.#pull, () => this.#session?.state.policy ?? {});
    this.#menu = new FeedMenu(elements.feedField, elements.feed, (feed) => (location.hash = feed));
  }

  /** Connects, and shows the feed that the address names, else the server's first. */
  open() {
    this.#elements.name.value = ownName.load();
    this.#listen();
    const named = chosenFeed(location);
    if (named) this.#choose(named);
    this.#connection.connect();
  }

  #listen() {
    const { name } = this.#elements;
    name.addEventListener("change", () => this.#rename(name.value));
    name.addEventListener("keydown", (event) => event.key === "Enter" && this.#rename(name.value));
    window.addEventListener("hashchange", () => this.#choose(chosenFeed(location) ?? this.#menu.first));
    window.addEventListener("online", () => this.#connection.check());
    window.addEventListener("offline", () => this.#connection.check());
    window.addEventListener("pagehide", () => this.#save());
    window.addEventListener("pageshow", (event) => event.persisted && this.#connection.check());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") return this.#connection.check();
      // Who does not see the page does not pull, and no `up` may ever come.
      this.#pull.cancelLost();
      return this.#save();
    });
  }

  async #loadMenu() {
    const loaded = await this.#menu.load(document.baseURI);
    if (!loaded && this.#connection.isOpen) this.#notice.say(texts.feedsFailed);
    else if (!this.#session && this.#menu.first) this.#choose(this.#menu.first);
    this.#view.showEmpty();
  }

  #choose(feed) {
    if (!feed || this.#session?.state.name === feed) return;
    this.#save();
    this.#session?.leave();
    const session = new FeedSession(this.#connection, feed, {
      changes: (changes) => this.#changed(changes),
      presence: () => this.#view.showPeople(),
      pull: (message) => this.#pull.correct(message),
      reply: (message) => this.#replied(message),
      error: (message) => this.#failed(message),
      happened: (events) => this.#happened(events),
    });
    this.#session = session;
    this.#connectionView.isMissing = false;
    session.name = ownName.load();
    this.#saved.load(session.state);
    this.#pull.attach(session);
    this.#notice.clear();
    this.#menu.select(feed);
    this.#view.attach(session);
    if (this.#connection.isOpen) session.subscribe();
    else this.#connection.check();
  }

  #rename(value) {
    const name = value.trim();
    if (name === ownName.load()) return;
    ownName.save(name);
    if (this.#session) this.#session.name = name;
  }

  #opened() {
    if (this.#hasLost) this.#announcer.say(texts.happened.back);
    this.#session?.subscribe();
    // Another start of the server may have other feeds.
    this.#loadMenu();
  }

  #lost() {
    if (this.#pull.isPulling) this.#notice.say(texts.why.lost(), this.#pull.report.edge);
    this.#hasLost = true;
    this.#announcer.say(texts.happened.lost);
    this.#session?.lost();
    this.#pull.release();
    this.#view.lost();
  }

  #changed(changes) {
    this.#connectionView.isMissing = this.#session.isMissing;
    this.#view.changed(changes);
  }

  #pulled(report) {
    this.#view.pulled(report);
    if (report.isUnheard) return this.#pulledUnheard(report);
    // A reason holds until the pointer is up; it is told once.
    if (report.why === this.#toldWhy) return;
    this.#toldWhy = report.why;
    const words = whyWords(report, this.#session.state, this.#elements.list);
    if (words) this.#notice.say(words, report.edge);
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
      this.#announcer.happened(event, this.#connection.client);
    }
  }

  #began(run) {
    this.#pull.joined(run);
    if (this.#saidQueued) this.#notice.clear();
    this.#saidQueued = false;
  }

  #replied({ to, outcome, why, retryAfter }) {
    if (to === "refresh" && outcome === "joined") this.#notice.say(texts.joined);
    this.#saidQueued = outcome === "queued";
    if (this.#saidQueued) this.#notice.say(texts.queued(retryAfter ?? this.#session.cooldown));
    if (outcome !== "refused") return;
    const words = texts.why[why] ?? texts.error[why];
    this.#notice.say(words ? words("list", retryAfter) : texts.failure.unknown);
  }

  #failed({ code, message }) {
    const feed = this.#session.state.name;
    if (code === "unknown-feed") {
      this.#saved.forget(feed);
      this.#pull.release();
      this.#connectionView.isMissing = true;
      this.#view.attach(this.#session);
      this.#announcer.say(texts.missing.what(feed));
      return this.#loadMenu();
    }
    return this.#notice.say((texts.error[code] ?? (() => texts.error.other(message)))(feed));
  }

  #request(send) {
    if (!send()) this.#notice.say(texts.notConnected);
  }

  #save() {
    if (this.#session) this.#saved.save(this.#session.state);
  }
}

/** The socket stands beside the page, whatever prefix a proxy serves it under. */
function socketAddress(base) {
  const address = new URL("live", base);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = address.search = "";
  return address.href;
}
