import { IDLE } from "../connection/connection.js";
import { ago, agoLasts, moment, texts } from "../texts.js";

const HOUR = 3_600_000; // ms

export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Short words over the list that go by themselves and move nothing. */
export function noticeOf(element) {
  let timer;
  const clear = () => {
    clearTimeout(timer);
    element.classList.remove("seen");
  };
  return {
    clear,
    say(text, edge = "bottom", most = Infinity) {
      clear();
      element.dataset.edge = edge;
      element.textContent = text;
      element.classList.add("seen");
      // Long enough to read it twice.
      timer = setTimeout(clear, Math.min(most, 3_000 + 60 * text.length));
    },
  };
}

/** What went wrong, in full: few visits see it. */
export function bannerOf(elements, signal) {
  let banner;
  const told = {};
  return async (news) => {
    Object.assign(told, news);
    if (told.failure || told.refusal) banner ??= import("./banner.js").then(({ Banner }) => new Banner(elements, signal));
    (await banner?.catch(() => (banner = undefined)))?.tell(told);
  };
}

/** How the connection is. */
export function connectionSign({ connection: sign, connectionWords }, tell, connection) {
  let timer;
  let status = { kind: "connecting" };
  let isMissing = false;

  function words(left) {
    const { kind, code } = status;
    const said = texts.connection;
    if (kind === "open") return said[isMissing || kind];
    if (kind === "waiting" && !said[code]) return navigator.onLine ? said.away(left) : said.offline;
    return said[code] ?? said[kind];
  }

  function show() {
    const left = Math.max(0, Math.round((status.retryAt - performance.now()) / 1000));
    clearTimeout(timer);
    write(connectionWords, words(left));
    if (status.kind === "waiting" && left > 0) timer = setTimeout(show, 1_000);
  }

  return {
    show(next) {
      status = next;
      const { kind, code, reason } = status;
      tell({ refusal: kind === "refused" && code !== IDLE ? { code, reason, connection } : null });
      sign.dataset.kind = kind;
      show();
    },
    /** There is a connection, but nothing live. */
    set isMissing(value) {
      isMissing = value;
      sign.classList.toggle("missing", isMissing);
      show();
    },
    close: () => clearTimeout(timer),
  };
}

/** What the feed does, or how its last refresh went; how long ago stays true by itself. */
export function statusLine(line, tell, signal) {
  let timer;
  signal.addEventListener("abort", () => clearTimeout(timer));

  return function show(state, client, isLive, { top, bottom }) {
    const { run, last, phase } = state ?? {};
    const isRunning = phase === "refreshing" && run;
    const isEnded = last && !isRunning;
    // What has no edge is appended to, and waits for no refresh.
    let text = state && (top || bottom) ? texts.status.never : "";
    if (isEnded) text = endedWords(last, client, ago);
    if (isRunning) text = isLive ? runningWords(run, client) : texts.status.unknown;
    line.dataset.kind = isEnded ? last.outcome : isRunning && isLive ? "refreshing" : "none";
    // The line says how long ago, the title when.
    line.title = isEnded ? endedWords(last, client, moment) : "";
    write(line, text);
    const { id, ended, error } = last ?? {};
    tell({ failure: isEnded && last.outcome === "failed" ? { key: `${id} ${ended}`, title: line.title, error } : null });
    clearTimeout(timer);
    if (isEnded) timer = setTimeout(() => show(state, client, isLive, { top, bottom }), Math.min(HOUR, agoLasts(last.ended)));
  };
}

/** Who is here, and pulls how far; what says so of others comes with the first of them. */
export function peopleOf(elements, signal) {
  let others;
  let latest;
  return (presence, client) => {
    latest = [presence, client];
    if (!(presence?.watching > 1)) write(elements.here, presence ? texts.alone : "");
    else others ??= import("./others.js").then(({ othersOf }) => othersOf(elements, signal), () => (others = null));
    others?.then((show) => show?.(...latest));
  };
}

/** Who caused a run; `who` is undefined if nobody did. */
export function author(by, client) {
  const isOurs = by?.client !== undefined && by.client === client;
  const who = by?.name ? texts.people.named(by.name) : by?.client !== undefined ? texts.people.someone : undefined;
  return { who, isOurs };
}

function runningWords({ cause, by, progress }, client) {
  if (cause === "schedule") return texts.status.scheduled(progress);
  const { who, isOurs } = author(by, client);
  return texts.status.refreshing(who ?? texts.people.someone, isOurs, progress);
}

function endedWords({ outcome, by, ended, rows, truncated }, client, when) {
  const name = by?.name && texts.people.named(by.name);
  const words = texts.status[outcome](when(ended), name, author(by, client).isOurs, rows);
  return outcome === "ok" && truncated ? words + texts.stop + texts.status.truncated : words;
}
