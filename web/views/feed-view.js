import { ListView } from "../list/list-view.js";
import { texts } from "../texts.js";
import { write } from "./messages.js";
import { People, StatusLine } from "./signs.js";
import { Stage } from "./stage.js";

const EDGES = ["top", "bottom"];

/** Everything that shows one feed: list, refresh views, people, status and buttons. */
export class FeedView {
  #elements;
  #does;
  #session = null;
  #list;
  #stage;
  #people;
  #status;
  #buttons;
  #runs;
  #hint;

  /**
   * @param {{connection: object, pull: object, feeds: () => object[] | null, described: (feed: object) => void,
   *   refresh: (edge: string) => void, cancel: (run: number) => void, say: (words: string) => void}} does
   */
  constructor(elements, banner, does, signal) {
    this.#elements = elements;
    this.#does = does;
    const { connection, pull } = does;
    this.#list = new ListView(elements, pull, connection, does.say);
    this.#people = new People(elements, signal);
    this.#status = new StatusLine(elements.status, banner);
    const model = () => ({
      policy: this.#feed?.policy ?? {},
      state: this.#session?.live ? this.#feed.state : null,
      report: pull.report,
      isPredicted: pull.isPredicted,
      client: connection.client,
    });
    this.#stage = new Stage(elements.stage, elements.list, model, signal);
    this.#buttons = { top: elements.refreshTop, bottom: elements.refreshBottom };
    const act = (button, textContent, title, onclick) => Object.assign(button, { textContent, title, onclick });
    for (const edge of EDGES) act(this.#buttons[edge], texts.button[edge], texts.button.same[edge], () => does.refresh(edge));
    act(elements.cancel, texts.button.cancel, "", () => this.cancel());
    const title = texts.runs.open;
    Object.assign(elements.history, { title, ariaLabel: title, onclick: () => this.#openRuns() });
  }

  get #feed() {
    return this.#session?.state;
  }

  /** The run that can still be cancelled. */
  get #run() {
    return this.#session?.live && this.#feed.state?.phase === "refreshing" ? this.#feed.state.run : null;
  }

  attach(session) {
    this.#session = this.#list.session = session;
    this.changed([{ kind: "reset" }, { kind: "policy" }, { kind: "state" }]);
    this.showPeople();
  }

  set rowMaker(make) {
    this.#list.rowMaker = make;
  }

  set animation(name) {
    this.#stage.animation = name;
  }

  changed(changes) {
    this.#list.changed(changes);
    for (const { kind } of changes) {
      if (kind === "policy") this.#describe();
      if (kind === "state") this.#showState();
    }
    this.showEmpty();
  }

  /** False if there is nothing to cancel. */
  cancel() {
    const run = this.#run;
    if (run) this.#does.cancel(run.id);
    return run !== null;
  }

  pulled(report) {
    this.#stage.pulled(report);
    if (!this.#does.pull.isHeld) this.#list.released();
  }

  showPeople() {
    this.#people.show(this.#session?.presence ?? null, this.#does.connection.client);
  }

  /** Only what nobody confirms any more goes. */
  lost() {
    if (!this.#session) return;
    this.#stage.lost();
    this.showPeople();
    this.#showState();
    this.showEmpty();
  }

  close() {
    this.#list.close();
    this.#stage.close();
  }

  /** Says why there are no rows. */
  showEmpty() {
    const { isMissing, live, state } = this.#session ?? {};
    if (!state) return;
    const { empty } = this.#elements;
    const [what, more] = empty.children;
    const isRefreshing = live && state.state?.phase === "refreshing";
    empty.hidden = state.rows.length > 0 || (isRefreshing && !isMissing);
    if (empty.hidden) return;
    const isAwaited = !isMissing && (state.first === null || !live);
    write(what, isMissing ? texts.missing.what(state.name) : isAwaited ? texts.waitingForRows : texts.empty);
    if (isAwaited) more.replaceChildren();
    else if (this.#hint) this.#hint.showHint(more, this.#session, this.#does.feeds());
    else this.#loadHint();
  }

  async #loadHint() {
    this.#hint = await import("./empty-hint.js").catch(() => null);
    if (this.#hint) this.showEmpty();
  }

  async #openRuns() {
    const view = () => ({ session: this.#session, socket: this.#does.connection.url, client: this.#does.connection.client });
    try {
      const { RunsPanel } = await import("./runs-panel.js");
      this.#runs ??= await RunsPanel.beside(this.#elements.history, view);
    } catch {
      return this.#does.say(texts.runs.unloaded);
    }
    return this.#runs.open();
  }

  #describe() {
    const { title, name, order, policy } = this.#feed;
    this.#elements.list.ariaLabel = title || name;
    this.#does.described({ title, name, order, policy });
    for (const edge of EDGES) this.#buttons[edge].hidden = !policy[edge];
    this.#stage.describe(policy);
  }

  #showState() {
    const { live } = this.#session;
    this.#status.show(this.#feed.state, this.#does.connection.client, live);
    this.#elements.cancel.classList.toggle("absent", !this.#run);
    for (const edge of EDGES) {
      // Without a server it can still be reached, and says why.
      const button = this.#buttons[edge];
      button.ariaDisabled = live ? null : "true";
      if (live) button.removeAttribute("aria-describedby");
      else button.setAttribute("aria-describedby", this.#elements.connection.id);
    }
    this.#runs?.changed();
    this.#stage.changed();
  }
}
