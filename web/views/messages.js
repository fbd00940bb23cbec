import { moment, texts } from "../texts.js";

/** How long a notice stays (ms): long enough to read it twice. */
const BASE = 3_000;
const PER_CHARACTER = 60;

export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Short words over the list that go by themselves and move nothing. */
export class Notice {
  #element;
  #timer;

  constructor(element) {
    this.#element = element;
  }

  say(text, edge = "bottom") {
    this.clear();
    this.#element.dataset.edge = edge;
    this.#element.textContent = text;
    this.#element.classList.add("seen");
    this.#timer = setTimeout(() => this.clear(), BASE + PER_CHARACTER * text.length);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#element.classList.remove("seen");
  }
}

/**
 * What went wrong, in full, over the list, until it is no longer so or is put away. A server that refuses the page comes
 * before a refresh that failed.
 */
export class Banner {
  #elements;
  #failure = null;
  #refusal = null;
  #closed;
  #written;

  constructor(elements) {
    this.#elements = elements;
    elements.bannerClose.textContent = texts.button.close;
    elements.bannerClose.onclick = () => {
      this.#closed = this.#shown.key;
      this.#show();
    };
    elements.bannerAct.onclick = () => this.#shown.act();
  }

  fail(failure) {
    this.#failure = failure;
    this.#show();
  }

  refuse(refusal) {
    this.#refusal = refusal;
    this.#show();
  }

  get #shown() {
    return this.#refusal ?? this.#failure;
  }

  #show() {
    const { banner, bannerTitle, bannerText, bannerAct, bannerClose } = this.#elements;
    const shown = this.#shown;
    banner.hidden = !shown || shown.key === this.#closed;
    if (banner.hidden) return;
    banner.dataset.kind = this.#refusal ? "refused" : "failed";
    bannerTitle.textContent = shown.title;
    // What stays as it is stays scrolled.
    if (shown.text !== this.#written) bannerText.textContent = this.#written = shown.text;
    bannerAct.hidden = !shown.act;
    bannerAct.textContent = shown.label ?? "";
    bannerClose.hidden = Boolean(this.#refusal);
  }
}

/** Who caused a run; `who` is undefined if nobody did. */
export function author(by, client) {
  const isOurs = by?.client !== undefined && by.client === client;
  const who = by?.name ? texts.people.named(by.name) : by?.client !== undefined ? texts.people.someone : undefined;
  return { who, isOurs };
}

/** The source's own words alone, where no others can be had. */
export async function failureWords(error) {
  const words = await import("./words.js").catch(() => null);
  return words ? words.failureWords(error) : (error?.message ?? "");
}

export function runningWords({ cause, by, progress }, client) {
  if (cause === "schedule") return texts.status.scheduled(progress);
  const { who, isOurs } = author(by, client);
  return texts.status.refreshing(who ?? texts.people.someone, isOurs, progress);
}

export function endedWords({ outcome, by, ended, rows, truncated }, client, when = moment) {
  const { isOurs } = author(by, client);
  const name = by?.name && texts.people.named(by.name);
  const words = texts.status[outcome](when(ended), name, isOurs, rows);
  return outcome === "ok" && truncated ? words + texts.stop + texts.status.truncated(rows) : words;
}

export async function happenedWords({ kind, run, last }, client) {
  if (kind !== "started") {
    const { outcome, rows, error } = last;
    if (outcome === "ok") return texts.happened.ok(rows);
    return outcome === "cancelled" ? texts.happened.cancelled : texts.happened.failed(await failureWords(error));
  }
  if (run.cause === "schedule") return texts.happened.scheduled;
  const { who, isOurs } = author(run.by, client);
  return texts.happened.started(who ?? texts.people.someone, isOurs);
}
