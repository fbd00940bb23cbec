import { more, texts } from "../texts.js";

await more();

/** A long text of which the first lines are shown, over a button for all of it. */
export function fold(words, scroller) {
  const column = document.createElement("div");
  const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
  column.className = "folded";
  button.part = "button whole";
  button.textContent = texts.whole;
  button.onclick = () => {
    // The row stays where it is read, and keys go on scrolling.
    scroller.sticks = false;
    words.closest(".list").focus({ preventScroll: true });
    words.classList.remove("tall");
    column.replaceWith(words);
  };
  words.replaceWith(column);
  column.append(words, button);
}
