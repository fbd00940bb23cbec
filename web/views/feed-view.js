import { listViewOf } from "../list/list-view.js";
import { texts } from "../texts.js";
import { peopleOf, statusLine, write } from "./signs.js";
import { stageOf } from "./stage.js";

const EDGES = ["top", "bottom"];

/** Everything that shows one feed. `tell` takes what went wrong, `does` what the reader does. */
export function feedViewOf(elements, tell, does, signal) {
  const { connection, pull } = does;
  let session = null;
  let hint;
  let runs;
  const list = listViewOf(elements, pull, connection, does.say);
  const showPresence = peopleOf(elements, signal);
  const showStatus = statusLine(elements.status, tell);
  const model = () => ({
    policy: session?.state.policy ?? {},
    state: session?.live ? session.state.state : null,
    report: pull.report,
    isPredicted: pull.isPredicted,
    client: connection.client,
  });
  const stage = stageOf(elements.stage, elements.list, model, signal);
  const buttons = { top: elements.refreshTop, bottom: elements.refreshBottom };
  const act = (button, textContent, title, onclick) => Object.assign(button, { textContent, title, onclick });
  for (const edge of EDGES) act(buttons[edge], texts.button[edge], texts.button.same[edge], () => does.refresh(edge));
  act(elements.cancel, texts.button.cancel, "", cancel);
  Object.assign(elements.history, { title: texts.runs.open, ariaLabel: texts.runs.open, onclick: openRuns });

  /** The run that can still be cancelled. */
  function run() {
    return session?.live && session.state.state?.phase === "refreshing" ? session.state.state.run : null;
  }

  function cancel() {
    const there = run();
    if (there) does.cancel(there.id);
    return there !== null;
  }

  async function openRuns() {
    const view = () => ({ session, socket: connection.url, client: connection.client });
    try {
      const { RunsPanel } = await import("./runs-panel.js");
      runs ??= await RunsPanel.beside(elements.history, view);
    } catch {
      return does.say(texts.runs.unloaded);
    }
    return runs.open();
  }

  function changed(changes) {
    list.changed(changes);
    for (const { kind } of changes) {
      if (kind === "policy") describe();
      if (kind === "state") showState();
    }
    showEmpty();
  }

  function describe() {
    const { title, name, order, policy } = session.state;
    elements.list.ariaLabel = title || name;
    does.described({ title, name, order, policy });
    for (const edge of EDGES) buttons[edge].hidden = !policy[edge];
    stage.describe(policy);
  }

  function showState() {
    const { live, state } = session;
    showStatus(state.state, connection.client, live);
    elements.cancel.classList.toggle("absent", !run());
    for (const button of Object.values(buttons)) {
      // Without a server it can still be reached, and says why.
      button.ariaDisabled = live ? null : "true";
      if (live) button.removeAttribute("aria-describedby");
      else button.setAttribute("aria-describedby", elements.connection.id);
    }
    runs?.changed();
    stage.changed();
  }

  function showPeople() {
    showPresence(session?.presence ?? null, connection.client);
  }

  /** Says why there are no rows. */
  function showEmpty() {
    const { isMissing, live, state } = session ?? {};
    if (!state) return;
    const { empty } = elements;
    const [what, more] = empty.children;
    const isRefreshing = live && state.state?.phase === "refreshing";
    empty.hidden = state.rows.length > 0 || (isRefreshing && !isMissing);
    if (empty.hidden) return;
    const isAwaited = !isMissing && (state.first === null || !live);
    write(what, isMissing ? texts.missing.what(state.name) : isAwaited ? texts.waitingForRows : texts.empty);
    if (isAwaited) more.replaceChildren();
    else if (hint) hint.showHint(more, session, does.feeds());
    else loadHint();
  }

  async function loadHint() {
    hint = await import("./empty-hint.js").catch(() => null);
    if (hint) showEmpty();
  }

  return {
    cancel,
    changed,
    showPeople,
    showEmpty,
    set rowMaker(make) {
      list.rowMaker = make;
    },
    set animation(name) {
      stage.animation = name;
    },
    attach(next) {
      session = list.session = next;
      changed([{ kind: "reset" }, { kind: "policy" }, { kind: "state" }]);
      showPeople();
    },
    pulled(report) {
      stage.pulled(report);
      if (!pull.isHeld) list.released();
    },
    /** Only what nobody confirms any more goes. */
    lost() {
      if (!session) return;
      stage.lost();
      showPeople();
      showState();
      showEmpty();
    },
    close() {
      list.close();
      stage.close();
    },
  };
}
