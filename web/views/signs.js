import { IDLE } from "../connection/connection.js";
import { ago, agoLasts, format, texts } from "../texts.js";
import { endedWords, failureWords, runningWords, write } from "./messages.js";

const HOUR = 3_600_000; // ms
const NAMES = 4;
const PULLS = 3;
/** Where one pull fits into the line there is. */
const NARROW = "(max-width: 40em), (max-height: 31em)";

/** How the connection is; offers to connect again where the page does not do so by itself. */
export class ConnectionSign {
  #elements;
  #banner;
  #again;
  #timer;
  #status = { kind: "connecting" };
  #isMissing = false;

  constructor(elements, banner, again) {
    this.#elements = elements;
    this.#banner = banner;
    this.#again = again;
  }

  show(status) {
    this.#status = status;
    this.#elements.connection.dataset.kind = status.kind;
    this.#banner.refuse(status.kind === "refused" && status.code !== IDLE ? this.#refusal(status) : null);
    this.#tell();
  }

  set isMissing(isMissing) {
    this.#isMissing = isMissing;
    this.#elements.connection.classList.toggle("missing", isMissing);
    this.#tell();
  }

  close() {
    clearTimeout(this.#timer);
  }

  #refusal({ code, reason }) {
    const { title, text } = texts.connection.refusal;
    return { key: "refused", title, text: text(code, reason), label: texts.button.again, act: this.#again };
  }

  #tell() {
    const { kind, retryAt } = this.#status;
    const left = Math.max(0, Math.round((retryAt - performance.now()) / 1000));
    clearTimeout(this.#timer);
    write(this.#elements.connectionWords, this.#words(left));
    if (kind === "waiting" && left > 0) this.#timer = setTimeout(() => this.#tell(), 1_000);
  }

  #words(left) {
    const { kind, code } = this.#status;
    const words = texts.connection;
    if (kind === "open") return this.#isMissing ? words.missing : words.open;
    if (kind === "connecting") return words.connecting;
    if (kind === "refused") return code === IDLE ? words.idle : words.refused;
    if (code === 4200) return words.restarting;
    return navigator.onLine ? words.waiting(left) : words.offline;
  }
}

/** What the feed does, or how its last refresh went; how long ago stays true by itself. */
export class StatusLine {
  #line;
  #banner;
  #timer;
  #failed;

  constructor(line, banner) {
    this.#line = line;
    this.#banner = banner;
  }

  show(state, client, isLive) {
    const { last } = state ?? {};
    const [kind, text] = describe(state, client, isLive);
    const isEnded = kind === last?.outcome;
    // The line says how long ago, the title when.
    const title = isEnded ? endedWords(last, client) : "";
    this.#line.dataset.kind = kind;
    this.#line.title = title;
    write(this.#line, text);
    this.#fail(kind === "failed" ? last : null, title);
    clearTimeout(this.#timer);
    if (!isEnded) return;
    const again = () => this.#line.isConnected && this.show(state, client, isLive);
    this.#timer = setTimeout(again, Math.min(HOUR, agoLasts(last.ended)));
  }

  /** Words that come late are not for a run that has gone. */
  async #fail(run, title) {
    this.#failed = run;
    const text = run && (await failureWords(run.error));
    if (run === this.#failed) this.#banner.fail(run && { key: `run ${run.id} ${run.ended}`, title, text });
  }
}

function describe(state, client, isLive) {
  if (!state) return ["none", ""];
  const { run, last, phase } = state;
  if (phase === "refreshing" && run) return isLive ? ["refreshing", runningWords(run, client)] : ["none", texts.status.unknown];
  return last ? [last.outcome, endedWords(last, client, ago)] : ["none", texts.status.never];
}

/** Who is here, and who pulls how far. */
export class People {
  #elements;
  #narrow = matchMedia(NARROW);
  #shown = [];

  constructor(elements, signal) {
    this.#elements = elements;
    this.#narrow.addEventListener("change", () => this.show(...this.#shown), { signal });
  }

  show(presence, client) {
    this.#shown = [presence, client];
    const { here, pulls, ghostTop, ghostBottom } = this.#elements;
    const { count = 0, pulls: named = [] } = presence ?? {};
    const others = named.filter((pull) => pull.client !== client);
    const shown = others.slice(0, this.#narrow.matches ? 1 : PULLS);
    write(here, presence ? hereWords(presence) : "");
    while (pulls.children.length > shown.length) pulls.lastElementChild.remove();
    for (const [index, pull] of shown.entries()) {
      const rest = index === shown.length - 1 ? count - named.length + others.length - shown.length : 0;
      showPull(pulls.children[index] ?? pulls.appendChild(pullElement()), pull, rest);
    }
    // A thin line at a pulled edge, as long as the furthest pull is far.
    for (const [edge, ghost] of Object.entries({ top: ghostTop, bottom: ghostBottom })) {
      const furthest = Math.max(0, ...others.map((pull) => (pull.edge === edge ? pull.percent : 0)));
      ghost.style.transform = `scaleX(${Math.min(1, furthest).toFixed(3)})`;
    }
  }
}

function hereWords({ watching, names }) {
  if (watching <= 1) return texts.people.alone;
  const shown = names.slice(0, NAMES);
  if (names.length > NAMES) shown.push(texts.people.others(names.length - NAMES));
  return texts.people.here(watching, shown);
}

function showPull(item, { edge, client, name, percent }, rest) {
  const { named, someone, aSomeone, pulls } = texts.people;
  const [, who, far, others] = item.children;
  Object.assign(item.dataset, { edge, client });
  write(who, name ?? aSomeone);
  write(far, format.percent(percent));
  write(others, rest > 0 ? texts.people.rest(rest) : "");
  item.title = pulls(name ? named(name) : someone, edge, percent, rest);
}

function pullElement() {
  const item = document.createElement("li");
  for (const className of ["arrow", "who", "far", "rest"]) {
    item.append(Object.assign(document.createElement("span"), { className }));
  }
  item.firstChild.ariaHidden = "true";
  return item;
}
