// px; metrics come in fractions.
const NEAR = 1;
const SLOP = 8;
const RESIZED = 1;
// px; a short list's threshold can be reached too.
const MINIMUM_VIEW = 480;
const EDGES = ["top", "bottom"];
const OWN = "input, select, textarea, dialog, [popover]";

export const scrollMetrics = ({ scrollTop, scrollHeight, clientHeight }) => ({
  top: scrollTop,
  height: scrollHeight,
  view: clientHeight,
});

/** What is pressed in the list moves or selects by itself: its drags are no pulls. */
export function takesDrag(event, list) {
  const path = event.composedPath();
  return path.slice(0, path.indexOf(list)).some((one) => one.matches?.(OWN) || one.isContentEditable || scrolls(one));
}

const scrolls = (element) =>
  element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY);

export const standsAt = (edge, { top, height, view }) => (edge === "top" ? top <= NEAR : top + view >= height - NEAR);
export const overflows = ({ height, view }) => height > view + NEAR;
export const percent = (offset, { threshold }) => offset / threshold;

export function displacement(way, { slop, travel, coefficient, limit }, view) {
  const x = Math.max(0, way - slop);
  if (travel !== "rubberBand") return Math.min(x, limit);
  const height = Math.max(view, MINIMUM_VIEW);
  return Math.min((1 - 1 / ((x * coefficient) / height + 1)) * height, limit);
}

/** By the rules of the server's engine, to show what it will say before it says it. */
export class Gesture {
  phase = "none";
  edge = null;
  offset = 0;
  #why;
  #run;
  #policy;
  #pointers = new Set();
  #down;
  /** Where (y) the pointer was when the list arrived at an edge; null while it is away. */
  #arrived = {};

  get isUnderWay() {
    return ["tracking", "pulling", "armed"].includes(this.phase);
  }

  get isHeld() {
    return this.#pointers.size > 0;
  }

  sample(sample, policy, state) {
    const { phase, id } = sample;
    this.#policy = policy;
    if ((phase === "down") === this.#pointers.has(id)) return this.#report();
    if (phase === "down") return this.#begin(sample, state);
    if (phase === "move") return this.#read(sample);
    // A lift is first a move with the pointer still down, so that it can reach.
    const last = phase === "up" ? this.#read(sample) : this.#report();
    this.#pointers.delete(id);
    if (!this.isUnderWay) return last;
    if (phase !== "up") return this.#end("cancelled", "cancel");
    return this.phase === "armed" ? this.#trigger() : this.#end("released");
  }

  join(run, policy) {
    this.#policy = policy;
    return this.isUnderWay ? this.#join({ phase: "refreshing", run }) : null;
  }

  force(phase, edge = this.edge, { why, run } = {}) {
    Object.assign(this, { phase, edge, offset: 0 });
    this.#why = why;
    this.#run = run;
  }

  reset() {
    this.force("none", null);
    this.#pointers.clear();
  }

  #begin(sample, state) {
    const isSecond = this.isHeld;
    this.#pointers.add(sample.id);
    if (isSecond) return this.isUnderWay ? this.#end("cancelled", "second-pointer") : this.#report();
    this.force("tracking", null);
    this.#down = sample;
    this.#arrived = {};
    this.#follow(sample);
    return state?.run ? this.#join(state) : this.#report();
  }

  #read(sample) {
    if (!this.isUnderWay) return this.#report();
    const { scroll } = sample;
    if (Math.abs(scroll.view - this.#down.scroll.view) > RESIZED) return this.#end("cancelled", "resized");
    this.#follow(sample);
    const why = this.edge ? null : this.#decide(sample);
    if (why) return this.#end("rejected", why);
    const rules = this.#policy[this.edge];
    // An edge that loses its policy ends the pull by the server's word.
    if (!rules) return this.#report();
    if (this.phase === "tracking") {
      if (rules.needsOverflow && !overflows(scroll)) return this.#end("rejected", "no-overflow");
      if (this.#arrived[this.edge] == null) return this.#report();
      if (rules.begins === "down" || standsAt(this.edge, this.#down.scroll)) this.#arrived[this.edge] = this.#down.y;
    }
    return this.#pull(sample, rules);
  }

  #follow({ y, scroll }) {
    for (const edge of this.edge ? [this.edge] : EDGES) {
      if (standsAt(edge, scroll)) this.#arrived[edge] ??= y;
      else if (!this.edge || this.#policy[edge]?.begins !== "down") this.#arrived[edge] = null;
    }
  }

  #decide({ x, y }) {
    const [dx, dy] = [x - this.#down.x, y - this.#down.y];
    const [edge, other] = dy < 0 ? ["bottom", "top"] : EDGES;
    const rules = this.#policy[edge];
    const slop = rules?.slop ?? this.#policy[other]?.slop ?? SLOP;
    if (!(Math.sqrt(dx * dx + dy * dy) > slop)) return null;
    if (Math.abs(dx) > Math.abs(dy)) return "horizontal";
    this.edge = edge;
    if (!rules) return "no-policy";
    return rules.begins === "down" && !standsAt(edge, this.#down.scroll) ? "not-at-edge" : null;
  }

  #pull({ y, scroll }, rules) {
    const way = this.edge === "top" ? y - this.#arrived.top : this.#arrived.bottom - y;
    this.offset = standsAt(this.edge, scroll) ? displacement(way, rules, scroll.view) : 0;
    this.phase = "pulling";
    if (rules.trigger !== "release") return this.offset >= rules.threshold ? this.#trigger() : this.#report();
    if (this.offset > rules.threshold) this.phase = "armed";
    return this.#report();
  }

  #trigger() {
    const from = this.offset;
    this.force("triggered");
    return this.#settle(from, this.#policy[this.edge].rest);
  }

  #join({ phase, run }) {
    const from = this.offset;
    this.force("joined", run.edge, { run: run.id });
    const rules = this.#policy[run.edge];
    return phase === "refreshing" && rules ? this.#settle(from, rules.rest) : this.#report();
  }

  #end(phase, why) {
    const from = this.offset;
    this.force(phase, why === "horizontal" ? null : this.edge, { why });
    return from > 0 ? this.#settle(from, 0) : this.#report();
  }

  #settle(from, to) {
    this.offset = to;
    return { ...this.#report(), settle: { from, to, duration: this.#policy[this.edge]?.settle ?? 0 } };
  }

  #report() {
    const { phase, edge, offset } = this;
    if (phase === "none") return { phase: "rejected", offset: 0, percent: 0, why: "order" };
    const rules = this.#policy[edge];
    const report = { phase, offset, percent: rules ? percent(offset, rules) : 0 };
    const more = { edge, why: this.#why, run: this.#run };
    for (const name in more) if (more[name] != null) report[name] = more[name];
    return report;
  }
}
