import "./remote-refresh.js";
import { NAME, chosenFeed } from "./feed/feed-state.js";
import { language, markLanguage } from "./texts.js";

const NUMBERS = [2, 4, 9];
const { words } = await import(`./texts/wall/${language.split("-")[0]}.js`);

const wall = document.getElementById("wall");
const choice = document.getElementById("choice");
const title = document.getElementById("title");
const feed = chosenFeed(location) ?? (await firstFeed());

/** Shows as many clients as there are to be; those that stay keep their connection. */
function show(number) {
  wall.dataset.number = number;
  while (wall.children.length > number) wall.lastElementChild.remove();
  while (wall.children.length < number) wall.append(client(words.people[wall.children.length]));
  for (const button of choice.children) button.ariaPressed = String(Number(button.textContent) === number);
}

/** As the page chooses it. */
async function firstFeed() {
  try {
    const { feeds } = await (await fetch(new URL("feeds", document.baseURI))).json();
    const names = feeds.map(({ feed }) => feed).filter((name) => NAME.test(name));
    return names.includes("main") ? "main" : (names[0] ?? "main");
  } catch {
    // Who may see it is asked on the socket, too.
    return "main";
  }
}

function client(name) {
  const screen = document.createElement("section");
  screen.ariaLabel = name;
  const heading = document.createElement("h2");
  heading.textContent = name;
  const list = document.createElement("remote-refresh");
  list.toggleAttribute("own-connection", true);
  list.feed = feed;
  list.name = name;
  list.append(heading);
  screen.append(list);
  return screen;
}

/** The number that the address asks for, or the nearest that there is: of two the larger. */
function asked() {
  const wanted = Number(new URLSearchParams(location.search).get("n")) || 4;
  return NUMBERS.reduce((best, number) => (Math.abs(number - wanted) <= Math.abs(best - wanted) ? number : best));
}

function choose(number) {
  const address = new URL(location);
  address.searchParams.set("n", number);
  history.replaceState(null, "", address);
  show(number);
}

markLanguage(document.documentElement);
document.getElementById("what").textContent = words.what;
choice.ariaLabel = words.many;
for (const number of NUMBERS) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = number;
  button.addEventListener("click", () => choose(number));
  choice.append(button);
}
wall.addEventListener("described", ({ detail }) => {
  title.textContent = detail.title || detail.name;
  document.title = `${title.textContent} · ${words.title}`;
});
show(asked());
