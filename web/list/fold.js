import { more, texts } from "../texts.js";
import { addLooks } from "../views/looks.js";

await more();

const look = new CSSStyleSheet();
look.replaceSync(`
.folded { flex: 1 1 auto; min-width: 0 }
.folded button { display: block; margin-top: -2.5rem }
`);
let waiting = [];

/** A long text of which the first lines are shown, over a button for all of it; whole if it has no more lines than those. */
export function fold(words, scroller, list) {
  addLooks(list, look);
  // All are measured before the first of them changes, so that the browser lays them out once.
  if (waiting.push({ words, scroller, list }) === 1) queueMicrotask(settle);
}

function settle() {
  const looked = waiting.map((one) => ({ ...one, isWhole: isWhole(one.words) }));
  waiting = [];
  for (const { words, scroller, list, isWhole } of looked) {
    if (isWhole) words.classList.remove("tall");
    else addButton(words, scroller, list);
  }
}

/** Where nothing is laid out nobody knows. */
function isWhole({ clientHeight, scrollHeight }) {
  return clientHeight > 0 && scrollHeight <= clientHeight + 1;
}

function addButton(words, scroller, list) {
  const column = document.createElement("div");
  const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
  column.className = "folded";
  button.part = "button whole";
  button.textContent = texts.whole;
  button.onclick = () => {
    // The row stays where it is read, and keys go on scrolling.
    scroller.sticks = false;
    list.focus({ preventScroll: true });
    words.classList.remove("tall");
    column.replaceWith(words);
  };
  words.replaceWith(column);
  column.append(words, button);
}
