import { format, more, texts } from "../texts.js";
import { write } from "./signs.js";

await more();

/** Where one pull fits into the line there is. */
const NARROW = "(max-width: 40em), (max-height: 31em)";

/** Who else pulls, and how far. */
export function othersOf({ pulls, ghostTop, ghostBottom }, signal) {
  const narrow = matchMedia(NARROW);
  let shown = [];
  narrow.addEventListener("change", () => show(...shown), { signal });

  function show(presence, client) {
    shown = [presence, client];
    const { count = 0, pulls: named = [] } = presence ?? {};
    const others = named.filter((pull) => pull.client !== client);
    const fitting = others.slice(0, narrow.matches ? 1 : 3);
    while (pulls.children.length > fitting.length) pulls.lastChild.remove();
    for (const [index, pull] of fitting.entries()) {
      const rest = index === fitting.length - 1 ? count - named.length + others.length - fitting.length : 0;
      showPull(pulls.children[index] ?? pulls.appendChild(pullElement()), pull, rest);
    }
    // A thin line at a pulled edge, as long as the furthest pull is far.
    for (const [edge, ghost] of Object.entries({ top: ghostTop, bottom: ghostBottom })) {
      const furthest = Math.max(0, ...others.map((pull) => (pull.edge === edge ? pull.percent : 0)));
      ghost.style.transform = `scaleX(${Math.min(1, furthest).toFixed(3)})`;
    }
  }
  return show;
}

function showPull(item, { edge, client, name, percent }, rest) {
  const { people, pulls } = texts;
  const [, who, far, others] = item.children;
  Object.assign(item.dataset, { edge, client });
  write(who, name ?? pulls.aSomeone);
  write(far, format.percent(percent));
  write(others, rest > 0 ? pulls.rest(rest) : "");
  item.title = pulls.says(name ? people.named(name) : people.someone, edge, percent, rest);
}

function pullElement() {
  const item = document.createElement("li");
  for (const className of ["arrow", "who", "far", "rest"]) {
    item.append(Object.assign(document.createElement("span"), { className }));
  }
  item.firstChild.ariaHidden = "true";
  return item;
}
