import { texts } from "../texts.js";
import { addLooks } from "../views/looks.js";

const look = new CSSStyleSheet();
look.replaceSync(`
.unseen {
  position: absolute; bottom: 14px; left: 50%; z-index: 3; display: inline-flex; align-items: center; gap: 6px;
  border-color: var(--line); border-radius: 999px; background: var(--raised); box-shadow: var(--shadow);
  color: var(--ink); translate: -50% 0;
}
.unseen svg {
  width: 16px; height: 16px; fill: none; stroke: var(--accent); stroke-width: 2; stroke-linecap: round;
  stroke-linejoin: round;
}
[data-order="newest-first"] ~ .unseen { top: 14px; bottom: auto }
[data-order="newest-first"] ~ .unseen svg { rotate: 180deg }
`);

/** Says over the list how many rows have come that are not shown, and leads to them. */
export function unseenOf(button) {
  addLooks(button, look);
  const words = document.createElement("span");
  button.append(arrow(), words);
  return (count) => {
    button.hidden = count === 0;
    if (count > 0) words.textContent = texts.unseen(count);
  };
}

function arrow() {
  const [sign, path] = ["svg", "path"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
  sign.setAttribute("viewBox", "0 0 16 16");
  sign.ariaHidden = "true";
  path.setAttribute("d", "M8 3v10m-4.5-4.5L8 13l4.5-4.5");
  sign.append(path);
  return sign;
}
