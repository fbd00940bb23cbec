import { format, more, texts } from "../texts.js";
import { addLooks } from "./looks.js";
import { write } from "./signs.js";

await more();

const NAMES = 4;
/** Where one pull fits into the line there is. */
const NARROW = "(max-width: 40em), (max-height: 31em)";

const look = new CSSStyleSheet();
look.replaceSync(`
#pulls li {
  display: flex; align-items: center; flex: 0 1 auto; gap: 5px; min-width: 0; padding: 2px 10px 2px 8px;
  border-radius: 999px; background: var(--accent-soft); color: var(--ink); font-size: 0.8125rem;
}
#pulls .who {
  overflow: hidden; max-width: 12em; font-weight: 600; text-overflow: ellipsis; unicode-bidi: plaintext;
  white-space: nowrap;
}
#pulls .far { min-width: 3.2em; font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap }
#pulls .rest { color: var(--muted); white-space: nowrap }
#pulls .rest:empty { display: none }
#pulls .arrow::before { color: var(--accent); content: "↓" }
#pulls [data-edge="bottom"] .arrow::before { content: "↑" }
.ghost {
  position: absolute; right: 0; left: 0; z-index: 3; height: 3px; background: var(--accent); pointer-events: none;
  transform: scaleX(0);
}
.ghost[data-edge="top"] { top: 0 }
.ghost[data-edge="bottom"] { bottom: 0 }
@media (forced-colors: active) {
  .ghost { forced-color-adjust: none }
}
@container (max-height: 31em) {
  #pulls li { max-width: 12rem }
}
`);

/** Who else is here, and who of them pulls how far. */
export function othersOf({ here, pulls, list }, signal) {
  const ghosts = ["top", "bottom"].map(ghostElement);
  const narrow = matchMedia(NARROW);
  let shown = [];
  pulls.ariaLabel = texts.pulls.label;
  list.after(...ghosts);
  addLooks(pulls, look);
  narrow.addEventListener("change", () => show(...shown), { signal });

  function show(presence, client) {
    shown = [presence, client];
    const { watching, names, count = 0, pulls: named = [] } = presence ?? {};
    if (watching > 1) write(here, hereWords(watching, names));
    const others = named.filter((pull) => pull.client !== client);
    const fitting = others.slice(0, narrow.matches ? 1 : 3);
    while (pulls.children.length > fitting.length) pulls.lastChild.remove();
    for (const [index, pull] of fitting.entries()) {
      const rest = index === fitting.length - 1 ? count - named.length + others.length - fitting.length : 0;
      showPull(pulls.children[index] ?? pulls.appendChild(pullElement()), pull, rest);
    }
    // A thin line at a pulled edge, as long as the furthest pull is far.
    for (const ghost of ghosts) {
      const furthest = Math.max(0, ...others.map(({ edge, percent }) => (edge === ghost.dataset.edge ? percent : 0)));
      ghost.style.transform = `scaleX(${Math.min(1, furthest).toFixed(3)})`;
    }
  }
  return show;
}

function hereWords(watching, names) {
  const shown = names.slice(0, NAMES);
  if (names.length > NAMES) shown.push(texts.others.more(names.length - NAMES));
  return texts.others.here(watching, shown);
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

function ghostElement(edge) {
  const ghost = document.createElement("div");
  Object.assign(ghost, { id: `ghost-${edge}`, className: "ghost", part: "ghost", ariaHidden: "true" });
  ghost.dataset.edge = edge;
  return ghost;
}

function pullElement() {
  const item = document.createElement("li");
  for (const className of ["arrow", "who", "far", "rest"]) {
    item.append(Object.assign(document.createElement("span"), { className }));
  }
  item.firstChild.ariaHidden = "true";
  return item;
}
