import { OlderRow } from "../list/older-row.js";
import { texts } from "../texts.js";
import { Arrivals } from "./arrivals.js";
import { EmptyView } from "./empty-view.js";
import { HistoryButton } from "./history-button.js";
import { KeyHints } from "./key-hints.js";
import { ListView } from "./list-view.js";
import { PeopleView } from "./people-view.js";
import { Stage } from "./stage.js";
import { StatusView } from "./status-view.js";

const EDGES = ["top", "bottom"];

/** Everything that shows one feed: list, refresh views, people, status and buttons. */
export class FeedView {
  #elements;
  #connection;
  #session = null;
  #pull;
  #ask;
  #list;
  #older;
  #stage;
  #people;
  #status;
  #buttons;
  #empty;
  #feeds;
  #described;
  #arrivals;
  #history;
  #keys;
  #cancel;

  /**
   * @param {Record<string, HTMLElement>} elements
   * @param {import("./banner.js").Banner} banner
   * @param {{connection: object, pull: object, feeds: () => object[] | null, described: (feed: object) => void,
   *   refresh: (edge: string) => void, cancel: (run: number) => void, older: () => void, say: (words: string) => void}}
   *   actions feeds: what the server has, null while not known; described: called with title, name, order and policy
   * @param {AbortSignal} signal ends what listens
   */
  constructor(elements, banner, { connection, pull, feeds, described, refresh, cancel, older, say }, signal) {
    this.#elements = elements;
    this.#connection = connection;
    this.#feeds = feeds;
    this.#described = described;
    this.#pull = pull;
    this.#ask = older;
    // Before the list's own listener, which goes to the new end: that has to be there.
    elements.unseen.addEventListener("click", () => this.#arrivals.letIn());
    this.#list = new ListView(elements, { isHeld: () => pull.isHeld, moved: () => this.#loadOlder() });
    this.#arrivals = new Arrivals(elements.pause, {
      letIn: (rows, isNews) => this.#letIn(rows, isNews),
      counted: (held) => (this.#list.heldBack = held),
      say,
    });
    const view = () => ({ session: this.#session, socket: connection.url, client: connection.client });
    this.#history = new HistoryButton(elements.history, view, say);
    this.#older = new OlderRow(elements, () => {
      older();
      this.#showOlder();
    });
    this.#empty = new EmptyView(elements.empty);
    const ghosts = { top: elements.ghostTop, bottom: elements.ghostBottom };
    this.#people = new PeopleView({ here: elements.here, pulls: elements.pulls, ghosts }, signal);
    this.#status = new StatusView(elements.status, banner);
    const model = () => ({
      policy: this.#feed?.policy ?? {},
      state: this.#session?.live ? this.#feed.state : null,
      report: pull.report,
      isPredicted: pull.isPredicted,
      client: connection.client,
    });
    this.#stage = new Stage(elements.stage, elements.list, model, signal);
    this.#buttons = { top: elements.refreshTop, bottom: elements.refreshBottom };
    for (const edge of EDGES) {
      this.#buttons[edge].textContent = texts.button[edge];
      this.#buttons[edge].title = texts.button.same[edge];
      this.#buttons[edge].addEventListener("click", () => refresh(edge));
    }
    elements.cancel.textContent = texts.button.cancel;
    elements.cancel.addEventListener("click", () => this.cancel());
    this.#cancel = cancel;
    this.#keys = new KeyHints({ ...this.#buttons, cancel: elements.cancel }, signal);
  }

  get #feed() {
    return this.#session?.state;
  }

  /** The run that can still be cancelled. */
  get #run() {
    return this.#session?.live && this.#feed.state?.phase === "refreshing" ? this.#feed.state.run : null;
  }

  /** Shows another feed: what is known of it at once, the rest as it comes. */
  attach(session) {
    this.#session = session;
    this.changed([{ kind: "reset" }, { kind: "policy" }, { kind: "state" }]);
    this.showPeople();
  }

  /** How a row is made; null for our own looks. */
  set rowMaker(make) {
    this.#list.rowMaker = make;
    if (this.#session) this.#apply({ kind: "reset" });
  }

  set animation(name) {
    this.#stage.animation = name;
  }

  /** Takes changes of the feed in their order. */
  changed(changes) {
    for (const change of changes) this.#apply(change);
    this.#showOlder();
    this.showEmpty();
    this.#loadOlder();
  }

  /** Cancels the run that is under way; false if there is none. */
  cancel() {
    const run = this.#run;
    if (run) this.#cancel(run.id);
    return run !== null;
  }

  pulled(report) {
    this.#stage.pulled(report);
    if (this.#pull.isHeld) return;
    this.#list.released();
    this.#loadOlder();
  }

  showPeople() {
    this.#people.show(this.#session?.presence ?? null, this.#connection.client);
  }

  /** What is on screen stays; only what nobody confirms any more goes. */
  lost() {
    if (!this.#session) return;
    this.#stage.lost();
    this.showPeople();
    this.#showState();
    this.showEmpty();
  }

  close() {
    this.#list.disconnect();
    this.#stage.close();
  }

  /** Says why there are no rows, if there are none; also called when what the server has becomes known. */
  showEmpty() {
    if (this.#session) this.#empty.show(this.#session, this.#feeds());
  }

  #apply(change) {
    switch (change.kind) {
      case "reset":
      case "order":
        this.#arrivals.reset();
        return this.#list.reset(this.#feed.rows, this.#feed.order);
      case "append":
        return this.#arrivals.append(change.rows, change.isNews, this.#areOurs(change.rows));
      case "prepend":
        return this.#list.prepend(change.rows);
      case "dropOldest":
        return this.#list.dropOldest(this.#arrivals.dropOldest(change.count, this.#feed.rows.length));
      case "policy":
        return this.#describe();
      case "state":
        return this.#showState();
      default:
        return undefined;
    }
  }

  #letIn(rows, isNews) {
    this.#list.append(rows, isNews);
    this.#trim();
  }

  /** Rows that our own refresh brought. */
  #areOurs(rows) {
    const { run } = this.#feed.state ?? {};
    return run?.by?.client === this.#connection.client && rows.some((row) => row.run === run.id);
  }

  /** A reader of old rows is not robbed of them at once; who is at the new end never sees them go. */
  #trim() {
    this.#session.trim(this.#list.isAtNewEnd ? 0 : 0.1);
  }

  #describe() {
    const { title, name, order, policy } = this.#feed;
    this.#elements.list.ariaLabel = title || name;
    this.#described({ title, name, order, policy });
    for (const edge of EDGES) this.#buttons[edge].hidden = !policy[edge];
    this.#keys.show(policy);
    this.#stage.describe(policy);
  }

  #showState() {
    this.#status.show(this.#feed.state, this.#connection.client, this.#session.live);
    this.#elements.cancel.classList.toggle("absent", !this.#run);
    for (const edge of EDGES) this.#enable(this.#buttons[edge], this.#session.live);
    this.#history.changed();
    this.#stage.changed();
  }

  #showOlder() {
    this.#older.show(this.#session, (change) => this.#list.keepingPlace(change));
  }

  /** Older rows come by themselves, unless their end is pulled, or a pointer is held. */
  #loadOlder() {
    const oldEnd = this.#feed?.order === "newest-first" ? "bottom" : "top";
    if (!this.#feed?.canLoadOlder || this.#feed.policy[oldEnd] || this.#pull.isHeld) return;
    if (this.#list.isNearOldEnd && this.#ask()) this.#showOlder();
  }

  /** Without a server the button looks so, but can still be reached and says why. */
  #enable(button, isHeard) {
    button.ariaDisabled = isHeard ? null : "true";
    if (isHeard) button.removeAttribute("aria-describedby");
    else button.setAttribute("aria-describedby", this.#elements.connection.id);
  }
}
