import { rowTime } from "../texts.js";

/**
 * Makes rows from a page's own template. What has `data-field` is filled: `text`, `at` (its time) or `run` (its run's
 * number); always as text, never as markup.
 * @param {HTMLTemplateElement} template
 * @returns {(row: {text: string, at: number, run?: number}, isFresh: boolean) => HTMLElement}
 */
export function rowsFrom(template) {
  return (row, isFresh) => {
    const item = document.createElement("li");
    item.className = isFresh ? "row fresh" : "row";
    item.part = "row";
    item.append(document.importNode(template.content, true));
    for (const element of item.querySelectorAll("[data-field]")) fill(element, row);
    return item;
  };
}

function fill(element, { text, at, run }) {
  const { field } = element.dataset;
  if (field === "text") element.textContent = text;
  else if (field === "run") element.textContent = run ?? "";
  else if (field === "at") {
    element.textContent = rowTime(at);
    if (element.localName === "time") element.dateTime = new Date(at).toISOString();
  }
}
