import { button, check, choice, make, part, slider } from "./controls.js";
import { fields } from "./fields.js";
import { configuration, presets, tuned } from "./tuning.js";
import { words } from "./words.js";

const { policy: text, result } = words;
const PLACE = { overlay: "top", header: "top", footer: "bottom" };

/** Every field of an edge's policy, and what it comes to as JSON. */
export class PolicyPanel {
  edge = "top";
  policy = presets.header;
  element;
  #changed;
  #controls = new Map();
  #json = make("textarea", { readOnly: true, rows: 9, spellcheck: false, id: "json" });
  #said = make("p", { className: "help" });

  /** @param {() => void} changed called when edge or policy is another */
  constructor(changed) {
    this.#changed = changed;
    this.#said.setAttribute("role", "status");
    const edge = choice({ name: text.edge, options: Object.entries(text.edges), changed: (value) => this.#set({ edge: value }) });
    const preset = choice({
      name: text.preset,
      options: Object.keys(presets).map((name) => [name, name]),
      changed: (name) => this.#set({ edge: PLACE[name], policy: presets[name] }),
    });
    this.#controls.set("edge", edge).set("preset", preset);
    for (const field of fields) this.#controls.set(field.name, this.#control(field));
    const all = [...this.#controls.values()].map(({ element }) => element);
    this.element = part(text.title, make("div", { className: "controls" }, ...all), button(text.reset, () => this.#reset()));
    this.result = part(
      result.title,
      make("p", { className: "help", textContent: result.help }),
      make("label", { htmlFor: "json", textContent: result.label }),
      this.#json,
      make("div", { className: "row-of-buttons" }, button(result.copy, () => this.#copy()), this.#said),
    );
    this.#show();
  }

  #control({ name, options, ...range }) {
    const [label, help] = text.fields[name];
    const changed = (value) => this.#set({ policy: tuned(this.policy, name, value) });
    if (options) return choice({ name: label, help, changed, options: options.map((value) => [value, text.options[value]]) });
    return range.to === undefined ? check({ name: label, help, changed }) : slider({ name: label, help, changed, ...range });
  }

  #reset() {
    this.#set({ policy: presets[this.policy.preset] });
  }

  #set({ edge = this.edge, policy = this.policy }) {
    this.edge = edge;
    this.policy = policy;
    this.#show();
    this.#changed();
  }

  #show() {
    this.#controls.get("edge").set(this.edge);
    for (const [field, value] of Object.entries(this.policy)) this.#controls.get(field).set(value);
    this.#json.value = JSON.stringify(configuration(this.edge, this.policy), null, 2);
    this.#said.textContent = "";
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#json.value);
      this.#said.textContent = result.copied;
    } catch {
      // Without the permission the reader's own keys still copy.
      this.#json.select();
      this.#said.textContent = result.selected;
    }
  }
}
