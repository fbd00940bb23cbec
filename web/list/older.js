import { more, texts } from "../texts.js";
import { addLooks } from "../views/looks.js";

const look = new CSSStyleSheet();
look.replaceSync(`
.older {
  padding: 6px 1.125rem; border-bottom: 1px solid var(--line); color: var(--muted); font-size: 0.875rem; text-align: center;
}
.older p { padding: 6px 0 }
`);

/** The old end of a list of which the server has older rows: a button for them, or why no more come. */
export function olderOf({ list, older }, scroller, pull) {
  const part = "button load-older";
  const button = Object.assign(document.createElement("button"), { id: "load-older", className: "quiet", type: "button", part });
  const kept = Object.assign(document.createElement("p"), { id: "older-kept", hidden: true });
  let session;
  let shown = "";
  addLooks(list, look);
  older.append(button, kept);
  button.onclick = () => session.loadOlder() && show();

  function show() {
    const { hasOlder, canLoadOlder, first, floor } = session.state;
    const isLoading = Boolean(session.loadingOlder);
    const next = hasOlder ? `${canLoadOlder} ${isLoading} ${first - floor}` : "";
    // Asked at every scroll: words are made only for what is new.
    if (next === shown) return;
    shown = next;
    const words = isLoading ? texts.loadingOlder : texts.older(first - floor);
    // Keys go on scrolling though the button is gone.
    if (button.matches(":focus") && !(hasOlder && canLoadOlder)) list.focus({ preventScroll: true });
    scroller.keepingPlace(() => {
      older.hidden = !hasOlder;
      button.hidden = !canLoadOlder;
      kept.hidden = canLoadOlder;
      button.textContent = words;
    });
    if (hasOlder && !canLoadOlder) more().then(() => (kept.textContent = texts.olderKept), () => {});
  }

  /** Older rows come by themselves, unless their end is pulled, or a pointer is down. */
  function ask() {
    const { policy, canLoadOlder } = session.state;
    if (!canLoadOlder || policy[scroller.model.isReversed ? "bottom" : "top"] || pull.isHeld) return;
    if (scroller.isNearOldEnd && session.loadOlder()) show();
  }

  return (current) => {
    session = current;
    // Of an element that is gone nothing is measured.
    if (!list.isConnected) return;
    show();
    ask();
  };
}
