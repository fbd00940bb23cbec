import { rowTime, shortRowTime } from "../texts.js";
import { linkParts } from "./links.js";

/** Words set apart by tabs or several spaces: a table's line. */
const COLUMNS = /\S(\t| {2,})\S/;

/** A row: its text as text, never as markup, its links, and its time. */
export function rowElement({ text, at }, isFresh) {
  const row = document.createElement("li");
  row.className = `row ${isFresh ? "fresh" : ""} ${COLUMNS.test(text) ? "columns" : ""}`.trim();
  row.part = "row";
  const words = span("text");
  words.part = "text";
  words.dir = "auto";
  words.append(...linkParts(text).map((part) => (part.href ? link(part) : part)));
  const time = document.createElement("time");
  time.part = "time";
  time.dateTime = new Date(at).toISOString();
  // The style shows the one that there is room for.
  time.append(span("full", rowTime(at)), span("short", shortRowTime(at)));
  row.append(words, time);
  return row;
}

function link({ href, text }) {
  const element = document.createElement("a");
  element.href = href;
  element.target = "_blank";
  element.rel = "noopener noreferrer";
  element.textContent = text;
  return element;
}

function span(name, text = "") {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}
