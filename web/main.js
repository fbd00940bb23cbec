import "./remote-refresh.js";
import { Page } from "./page.js";
import { markLanguage, writeWords } from "./texts.js";

const [refresh, title, feedField, feed, name] = ["refresh", "title", "feed-field", "feed", "name"].map((id) =>
  document.getElementById(id),
);

markLanguage(document.documentElement);
writeWords(document);
new Page({ refresh, title, feedField, feed, name }).open();
