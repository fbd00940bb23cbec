import { IDLE } from "../connection/connection.js";
import { listViewOf } from "../list/list-view.js";
import { markLanguage, texts } from "../texts.js";
import { peopleOf, statusLine, write } from "./signs.js";
import { stageOf } from "./stage.js";

/** So many attempts fail before it is said what it may be. */
const ATTEMPTS = 3;
const EDGES = ["top", "bottom"];
const SVG = "http://www.w3.org/2000/svg";

/** A line an element, in the one above that is further out; what has no value has the id's. */
const OUTLINE = `
div class="whole"
  div class="bar" part="bar"
    slot
    slot id="row" name="row"
    div class="present" part="present"
      p id="connection" class part data-kind="none"
        span class="dot" aria-hidden="true"
        span id="connection-words"
      p id="here" part
    ul id="pulls" part
  div id="stage" class part
    div id="list" class part tabindex="0" role="group"
      div id="older" class hidden
      ol id="rows" class part
      div id="empty" class part hidden
        p
        p
    button id="unseen" class hidden
    section id="banner" class part hidden
    p id="notice" class part role="status"
  div class="actions" part="actions"
    div class="told"
      div class="tools"
        button id="history" class="tool" aria-haspopup="dialog"
          svg viewBox="0 0 20 20" aria-hidden="true"
            path d="M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7.2M3.5 3.5v3.7h3.7M10 6.5V10l2.6 1.6"
        button id="pause" class="tool"
          svg viewBox="0 0 16 16" aria-hidden="true"
            path
      p id="status" class part data-kind="none"
    button id="cancel" class="quiet absent"
    div class="buttons"
      button id="refresh-top" class="main" hidden
      button id="refresh-bottom" class="main" hidden
  p id="announcer" class="visually-hidden" role="status"`;

export const sheet = new CSSStyleSheet();

// Should they not come, that costs the looks, not the list.
export const styled = fetch(new URL("../styles/element.css", import.meta.url))
  .then((answer) => (answer.ok ? answer.text() : ""))
  .then((text) => sheet.replaceSync(text));

/** Without markup, so that a page with Trusted Types takes it too. */
export function makeTree() {
  const tree = document.createDocumentFragment();
  const elements = {};
  const path = [tree];
  for (const line of OUTLINE.trim().split("\n")) {
    const [, indent, name, attributes] = /^( *)(\w+)(.*)/.exec(line);
    const depth = indent.length / 2;
    const isDrawn = name === "svg" || name === "path";
    const element = isDrawn ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [, key, value = element.id] of attributes.matchAll(/([-\w]+)(?:="(.*?)")?/g)) element.setAttribute(key, value);
    const { id } = element;
    if (name === "button") Object.assign(element, { type: "button", part: `button ${id}` });
    if (id) elements[id.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())] = element;
    if (depth === 0) markLanguage(element);
    path[depth].append(element);
    path[depth + 1] = element;
  }
  elements.empty.firstChild.after(" ");
  return { tree, elements };
}

/** Everything that shows one feed. `tell` takes what went wrong, `does` what the reader does. */
export function feedViewOf(elements, tell, does, signal) {
  const { connection, pull } = does;
  let session = null;
  let hint;
  let runs;
  const list = listViewOf(elements, pull, connection, does.say);
  const showPresence = peopleOf(elements, signal);
  const showStatus = statusLine(elements.status, tell, signal);
  const model = () => ({
    policy: session?.state.policy ?? {},
    state: session?.live ? session.state.state : null,
    report: pull.report,
    isPredicted: pull.isPredicted,
    client: connection.client,
  });
  let cooldown;
  const stage = stageOf(elements.stage, elements.list, () => cooldown?.shown(model()) ?? model(), signal);
  const buttons = { top: elements.refreshTop, bottom: elements.refreshBottom };
  const act = (button, textContent, title, onclick) => Object.assign(button, { textContent, title, onclick });
  for (const edge of EDGES) act(buttons[edge], texts.button[edge], texts.button.same[edge], () => does.refresh(edge));
  act(elements.cancel, texts.button.cancel, "", cancel);
  Object.assign(elements.history, { title: texts.history, ariaLabel: texts.history, onclick: openRuns });

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
    const view = () => ({ session, connection });
    try {
      const { RunsPanel } = await import("./runs-panel.js");
      runs ??= await RunsPanel.beside(elements.history, view);
    } catch {
      return does.say(texts.notConnected);
    }
    return runs.open();
  }

  function changed(changes) {
    list.changed(changes);
    for (const { kind } of changes) {
      if (kind === "policy") describe();
      if (kind === "policy" || kind === "state") showState();
    }
    showEmpty();
  }

  function describe() {
    const { title, name, order, policy } = session.state;
    elements.list.ariaLabel = title || name;
    does.described({ title, name, order, policy });
    const names = policy.top && policy.bottom ? texts.button.both : texts.button;
    for (const edge of EDGES) {
      buttons[edge].hidden = !policy[edge];
      write(buttons[edge].firstChild, names[edge]);
    }
    stage.describe(policy);
  }

  function showState() {
    const { live, state } = session;
    showStatus(state.state, connection.client, live, state.policy);
    elements.cancel.classList.toggle("absent", !run());
    for (const button of Object.values(buttons)) {
      // Without a server it can still be reached, and says why.
      button.ariaDisabled = live ? null : "true";
      if (live) button.removeAttribute("aria-describedby");
      else button.setAttribute("aria-describedby", elements.connection.id);
    }
    runs?.changed();
    stage.changed();
    if (state.state?.retryAfter) cool(state.state);
  }

  /** Has pulls show a cooldown. What does so comes with the first one, under a pull perhaps. */
  async function cool(told) {
    const module = await import("./cooldown.js").catch(() => null);
    if (!module || signal.aborted) return;
    cooldown ??= module.cooldownOf(stage.changed, signal);
    cooldown.began(told);
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
    const { kind, code } = connection.status;
    const isRefused = kind === "refused" && code !== IDLE;
    if (!isMissing && state.first === null && (isRefused || connection.failures < ATTEMPTS)) {
      // Nothing comes to who is refused; why is said in full over the list.
      write(what, isRefused ? (texts.connection[code] ?? texts.connection.refused) : texts.waitingForRows);
      more.replaceChildren();
    } else if (hint) {
      hint.showHint(what, more, session, does);
    } else {
      // It is waited for no more, whether the hint comes or not.
      if (state.first !== null) write(what, "");
      loadHint();
    }
  }

  async function loadHint() {
    hint = await import("./empty-hint.js").catch(() => null);
    if (hint) showEmpty();
  }

  return {
    list,
    stage,
    cancel,
    changed,
    showPeople,
    showEmpty,
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
