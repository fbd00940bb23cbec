import { Ring, sheet } from "./figure.js";

// The words are on the side that comes in first, so that they are read from a fifth of the way on.
const style = sheet(`
:host { container-type: size; padding: 0 }
.card {
  box-sizing: border-box;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: space-between;
  width: 200px;
  max-width: 100%;
  height: 100px;
  padding: 24px 5px 4px;
  border: 1px solid var(--refresh-line, var(--line, GrayText));
  border-radius: 12px;
  background: var(--refresh-raised, var(--raised, Canvas));
  box-shadow: var(--shadow, 0 2px 10px rgb(0 0 0 / 20%));
  color: var(--ink, CanvasText);
  font-size: 14px;
  line-height: 16px;
}
:host([data-edge="bottom"]) .card { flex-direction: column-reverse; padding: 4px 5px 24px }
::slotted(*) { max-width: 100% }
svg { width: 40px; height: 40px }
:host(:is([data-state="pulling"], [data-state="armed"], [data-state="refreshing"], [data-state="progress"])) {
  --a: var(--refresh-spinner, var(--spinner, currentColor));
}
@container (max-height: 90px) {
  .card, :host([data-edge="bottom"]) .card {
    flex-direction: row;
    justify-content: center;
    gap: 10px;
    width: auto;
    min-width: 120px;
    height: calc(100% - 10px);
    padding: 0 18px 0 12px;
    border-radius: 99px;
  }
  svg { width: 26px; height: 26px }
}
@media (forced-colors: active) { :host(:is([data-state])) { --a: CanvasText } }
`);

/** A card of 200 × 100 px with a ring and words; a pill where there is less height. */
class Card extends Ring {
  constructor(options) {
    super(options, style);
    const card = document.createElement("div");
    card.className = "card";
    card.append(...this.root.childNodes);
    this.root.append(card);
  }
}

export default (options) => new Card(options);
