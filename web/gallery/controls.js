import { format } from "../texts.js";

let lastID = 0;

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** A control under its name, with a line of help. */
function labelled(control, name, help, ...more) {
  control.id = `control-${++lastID}`;
  const label = make("label", { htmlFor: control.id, textContent: name });
  const element = make("div", { className: "control" }, label, ...more, control);
  if (!help) return element;
  const line = make("p", { id: `${control.id}-help`, className: "help", textContent: help });
  control.setAttribute("aria-describedby", line.id);
  element.append(line);
  return element;
}

/** A slider with its value. @returns {{element: HTMLElement, set: (value: number) => void}} */
export function slider({ name, help, from, to, step, unit, changed }) {
  const input = make("input", { type: "range", min: from, max: to, step });
  const value = make("span", { className: "value" });
  const show = () => {
    const text = `${format.number(input.valueAsNumber)}${unit ? ` ${unit}` : ""}`;
    value.textContent = text;
    input.setAttribute("aria-valuetext", text);
  };
  input.addEventListener("input", () => {
    show();
    changed(input.valueAsNumber);
  });
  show();
  return {
    element: labelled(input, name, help, value),
    set(next) {
      input.value = next;
      show();
    },
  };
}

/** A choice. @param {{options: [string, string][]}} options value and words of each */
export function choice({ name, help, options, changed }) {
  const select = make("select", {}, ...options.map(([value, text]) => make("option", { value, textContent: text })));
  select.addEventListener("change", () => changed(select.value));
  return { element: labelled(select, name, help), set: (value) => (select.value = value) };
}

/** A yes or no. */
export function check({ name, help, changed }) {
  const input = make("input", { type: "checkbox" });
  input.addEventListener("change", () => changed(input.checked));
  const element = labelled(input, name, help);
  element.classList.add("check");
  return { element, set: (value) => (input.checked = value) };
}

export function button(text, pressed, look = "quiet") {
  const element = make("button", { type: "button", className: look, textContent: text });
  element.addEventListener("click", pressed);
  return element;
}

/** A part of the page with a heading. */
export function part(title, ...children) {
  const heading = make("h2", { textContent: title, id: `part-${++lastID}` });
  const section = make("section", { className: "part" }, heading, ...children);
  section.setAttribute("aria-labelledby", heading.id);
  return section;
}

export { make };
