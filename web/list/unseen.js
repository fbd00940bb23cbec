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
  const words = button.querySelector("span");
  return (count) => {
    button.hidden = count === 0;
    if (count > 0) words.textContent = texts.unseen(count);
  };
}
