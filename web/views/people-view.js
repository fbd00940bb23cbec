import { format, texts } from "../texts.js";

/** Names shown before the rest is only counted. */
const NAMES = 4;
/** Pulls shown before the rest is only counted, so that each name can be read in the one line there is. */
const PULLS = { wide: 3, narrow: 1 };
const NARROW = "(max-width: 40em), (max-height: 31em)";

/** Who is here, and who pulls how far. */
export class PeopleView {
  #here;
  #pulls;
  #ghosts;
  #narrow = window.matchMedia(NARROW);
  #last = [null, null];

  /**
   * @param {{here: HTMLElement, pulls: HTMLElement, ghosts: Record<"top" | "bottom", HTMLElement>}} elements
   * @param {AbortSignal} signal ends the listening
   */
  constructor({ here, pulls, ghosts }, signal) {
    this.#here = here;
    this.#pulls = pulls;
    this.#ghosts = ghosts;
    this.#narrow.addEventListener("change", () => this.show(...this.#last), { signal });
  }

  /**
   * @param {object | null} presence as the server sent it; null while there is no connection
   * @param {string | null} client our own id
   */
  show(presence, client) {
    this.#last = [presence, client];
    const others = (presence?.pulls ?? []).filter((pull) => pull.client !== client);
    write(this.#here, presence ? here(presence) : "");
    this.#showPulls(others, (presence?.count ?? 0) - (presence?.pulls?.length ?? 0));
    for (const edge of ["top", "bottom"]) this.#showGhost(edge, others);
  }

  #showPulls(pulls, more) {
    const shown = pulls.slice(0, this.#narrow.matches ? PULLS.narrow : PULLS.wide);
    while (this.#pulls.children.length > shown.length) this.#pulls.lastElementChild.remove();
    shown.forEach((pull, index) => {
      const item = this.#pulls.children[index] ?? this.#pulls.appendChild(pullElement());
      const rest = index === shown.length - 1 ? more + pulls.length - shown.length : 0;
      item.dataset.edge = pull.edge;
      item.dataset.client = pull.client;
      write(item.querySelector(".who"), pull.name ?? texts.people.aSomeone);
      write(item.querySelector(".far"), format.percent(pull.percent));
      write(item.querySelector(".rest"), rest > 0 ? texts.people.rest(rest) : "");
      item.title = texts.people.pulls(personName(pull.name), pull.edge, pull.percent, rest);
    });
  }

  /** A thin line at the pulled edge, as long as the furthest pull is far. */
  #showGhost(edge, pulls) {
    const furthest = pulls.filter((pull) => pull.edge === edge).reduce((most, { percent }) => Math.max(most, percent), 0);
    this.#ghosts[edge].style.transform = `scaleX(${Math.min(1, furthest).toFixed(3)})`;
  }
}

function here({ watching, names }) {
  if (watching <= 1) return texts.people.alone;
  const shown = names.slice(0, NAMES);
  if (names.length > NAMES) shown.push(texts.people.others(names.length - NAMES));
  return texts.people.here(watching, shown);
}

function personName(name) {
  return name ? texts.people.named(name) : texts.people.someone;
}

function pullElement() {
  const item = document.createElement("li");
  for (const name of ["arrow", "who", "far", "rest"]) {
    const part = document.createElement("span");
    part.className = name;
    if (name === "arrow") part.setAttribute("aria-hidden", "true");
    item.append(part);
  }
  return item;
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
