import { animationNames } from "./animations/registry.js";
import { make } from "./gallery/controls.js";
import { LocalFeed } from "./gallery/local-feed.js";
import { LocalPull } from "./gallery/local-pull.js";
import { PolicyPanel } from "./gallery/policy-panel.js";
import { Preview } from "./gallery/preview.js";
import { PullPanel } from "./gallery/pull-panel.js";
import { words } from "./gallery/words.js";
import { markLanguage } from "./texts.js";

const feed = new LocalFeed(changed);
const pull = new LocalPull(feed, pulled);
const previews = animationNames().map((name) => new Preview(name, feed, pull));
const policy = new PolicyPanel(describe);
const panel = new PullPanel(feed, pull, {
  edge: () => policy.edge,
  scroll() {
    for (const preview of previews) preview.scrollTo(policy.edge);
    return previews[0].scroll;
  },
});
let lastRun = 0;

markLanguage(document.documentElement);
document.title = `${words.title} · refreshd`;
document.querySelector("header").append(
  make("h1", { textContent: words.title }),
  make("p", { textContent: words.lead }),
);
document.getElementById("previews").append(...previews.map(({ element }) => element));
document.getElementById("panels").append(panel.element, policy.element, policy.result);
describe();

function describe() {
  pull.release(feed.policy);
  panel.up();
  const { edge } = policy;
  feed.policy = { [edge]: policy.policy };
  for (const preview of previews) {
    preview.describe(feed.policy);
    preview.scrollTo(edge);
  }
  show();
}

function pulled(report) {
  for (const preview of previews) preview.pulled(report);
  show();
}

function changed(rows) {
  const { phase, run } = feed.state;
  if (phase === "refreshing" && run.id !== lastRun) {
    lastRun = run.id;
    pull.joined(run);
  }
  for (const preview of previews) {
    if (rows > 0) preview.add(rows, run.edge);
    preview.changed();
  }
  show();
}

function show() {
  panel.show({ state: feed.state, report: pull.report });
}
