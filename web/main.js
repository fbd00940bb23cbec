import { Page } from "./page.js";
import { markLanguage, writeWords } from "./texts.js";

const names = {
  title: "title",
  connection: "connection",
  connectionWords: "connection-words",
  feed: "feed",
  feedField: "feed-field",
  name: "name",
  here: "here",
  pulls: "pulls",
  stage: "stage",
  list: "list",
  rows: "rows",
  older: "older",
  loadOlder: "load-older",
  olderKept: "older-kept",
  empty: "empty",
  ghostTop: "ghost-top",
  ghostBottom: "ghost-bottom",
  unseen: "unseen",
  notice: "notice",
  status: "status",
  banner: "banner",
  bannerTitle: "banner-title",
  bannerText: "banner-text",
  bannerAct: "banner-act",
  bannerClose: "banner-close",
  cancel: "cancel",
  refreshTop: "refresh-top",
  refreshBottom: "refresh-bottom",
  announcer: "announcer",
};
const elements = Object.fromEntries(Object.entries(names).map(([key, id]) => [key, document.getElementById(id)]));

markLanguage(document.documentElement);
writeWords(document);
new Page(elements).open();
