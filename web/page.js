import { NAME, askFirst, chosenFeed } from "./feed/feed-state.js";

const named = chosenFeed(location);
// Asked while the rest of the page is on its way.
const known = askFirst(document.baseURI, named ?? "main");
await import("./remote-refresh.js");
const { markLanguage, more, texts } = await import("./texts.js");

const KEY = "refreshd name";
const [refresh, title, field, select, name] = ["refresh", "title", "feed-field", "feed", "name"].map((id) =>
  document.getElementById(id),
);
let feeds = [];
let question = 0;
let isConnected = false;

function choose(feed) {
  if (!feed) return;
  refresh.feed = feed;
  showMenu();
}

function showMenu() {
  const chosen = feeds.some(({ feed }) => feed === refresh.feed) ? refresh.feed : "";
  const asking = new Option(texts.choose, "");
  asking.disabled = asking.hidden = true;
  const next = select.cloneNode();
  next.append(...(chosen ? [] : [asking]), ...feeds.map(({ feed, title }) => new Option(title, feed)));
  // One that is open stays as it is.
  if (!next.isEqualNode(select)) select.replaceChildren(...next.childNodes);
  select.value = chosen;
  field.hidden = feeds.length < 2;
}

async function loadMenu() {
  const turn = ++question;
  try {
    const answer = await fetch(new URL("feeds", document.baseURI));
    const told = (await answer.json()).feeds.filter(({ feed }) => NAME.test(feed));
    if (turn !== question) return;
    feeds = refresh.feeds = told.map(titled);
    if (refresh.feed) showMenu();
    else choose(firstFeed());
  } catch {
    if (isConnected && feeds.length === 0) more().then(() => refresh.say(texts.feedsFailed), () => {});
  }
}

function forget() {
  question += 1;
  feeds = refresh.feeds = [];
  title.textContent = document.title = "refreshd";
  showMenu();
}

function firstFeed() {
  return (feeds.find(({ feed }) => feed === "main") ?? feeds[0])?.feed;
}

/** Two feeds of one title are told apart by their names. */
function titled({ feed, title }, _, feeds) {
  const isUnique = feeds.filter((other) => other.title === title).length === 1;
  return { feed, title: !title ? feed : isUnique ? title : `${title} (${feed})` };
}

function rename() {
  refresh.name = name.value.trim();
  try {
    localStorage.setItem(KEY, refresh.name);
  } catch {
    // It counts until the page is left.
  }
}

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

markLanguage(document.documentElement);
field.firstElementChild.textContent = texts.page.list;
name.previousElementSibling.textContent = texts.page.name;
name.placeholder = texts.page.shown;
name.value = refresh.name = stored(KEY);
name.addEventListener("change", rename);
name.addEventListener("keydown", ({ key, isComposing }) => key === "Enter" && !isComposing && name.blur());
select.addEventListener("change", () => (location.hash = select.value));
window.addEventListener("hashchange", () => choose(chosenFeed(location) ?? firstFeed()));
refresh.addEventListener("described", ({ detail }) => {
  title.textContent = detail.title || detail.name;
  document.title = `${title.textContent} · refreshd`;
  if (detail.title && select.length > 0 && !select.value) loadMenu();
});
refresh.addEventListener("connection", ({ detail }) => {
  const isOut = [4001, 4003].includes(detail.code);
  isConnected = detail.kind === "open";
  // What others see is not asked for where a secret is.
  name.parentElement.hidden = isOut;
  if (isOut) forget();
  if (!isConnected) return;
  // Another start of the server may have other feeds.
  loadMenu();
  if (stored("refreshd sign-in")) import("./access/sign-out.js").then((out) => out.offer(refresh), () => {});
});
for (const opening of ["focus", "pointerdown"]) select.addEventListener(opening, loadMenu);
document.addEventListener("visibilitychange", () => isConnected && !document.hidden && loadMenu());
refresh.addEventListener("failed", ({ detail }) => detail.error?.code === "unknown-feed" && loadMenu());
choose(named ?? ((await known) && "main") ?? chosenFeed(location));
