import { more, texts } from "../texts.js";
import { addLooks } from "../views/looks.js";

await more();

const look = new CSSStyleSheet();
look.replaceSync(`
.folded { flex: 1 1 auto; min-width: 0 }
.folded button { display: block; margin-top: -2.5rem }
`);

/** A long text of which the first lines are shown, over a button for all of it. */
export function fold(words, scroller, list) {
  addLooks(list, look);
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
