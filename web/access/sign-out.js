import { more, texts } from "../texts.js";
import { leaving, mark, placeOf, setMark } from "./signed.js";

await more();

const look = new CSSStyleSheet();
look.replaceSync(`
.sign-out {
  align-self: end; flex: none; height: 2.25rem; padding: 0 10px; border: 1px solid transparent; border-radius: 9px;
  background: transparent; color: var(--muted); font: inherit; font-size: 0.9375rem; cursor: pointer; white-space: nowrap;
}
.sign-out:hover { background: var(--line); color: var(--ink) }
@media (max-width: 40em) { .sign-out { height: 2.5rem; padding: 0 4px } }
`);
document.adoptedStyleSheets.push(look);

let button;

/** Offers to sign out while the list is open to a browser that has signed in. */
export function offer(list) {
  // Let in without: the server asks for no sign-in any more.
  if (mark() === "out") setMark("");
  if (mark() !== "in") return;
  button ??= buttonOf(list);
  button.hidden = false;
}

function buttonOf(list) {
  const made = Object.assign(document.createElement("button"), {
    className: "sign-out",
    type: "button",
    textContent: texts.access.out,
  });
  made.onclick = async () => {
    leaving.byReader = true;
    const answer = await fetch(placeOf(list.src, "sign-out"), { method: "POST" }).catch(() => null);
    if (!answer?.ok) {
      leaving.byReader = false;
      return list.say(texts.access.stillIn);
    }
    // The server's close brings the form; where it asks for nothing, none comes.
    if (mark() === "in") setMark("");
    made.hidden = true;
  };
  list.addEventListener("connection", ({ detail }) => detail.kind === "refused" && (made.hidden = true));
  list.querySelector(".fields").append(made);
  return made;
}
