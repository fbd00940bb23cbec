import * as mouse from "../input/mouse.js";
import * as touch from "../input/touch.js";
import { scrollMetrics, standsAt } from "../pull/gesture.js";
import { stageOf } from "../views/stage.js";
import { CLIENT } from "./local-feed.js";
import { Grip } from "./local-pull.js";
import { words } from "./words.js";

/** Rows to begin with, and the most that are kept: enough to scroll. */
const ROWS = 16;
const MOST = 40;

/** A small list that shows one animation. All previews share one feed and one pull, so they move together. */
export class Preview {
  element = document.createElement("section");
  #list = document.createElement("div");
  #rows = document.createElement("ol");
  #stage;
  #count = 0;

  /**
   * @param {string} name the animation's
   * @param {import("./local-feed.js").LocalFeed} feed
   * @param {import("./local-pull.js").LocalPull} pull
   */
  constructor(name, feed, pull) {
    const heading = document.createElement("h2");
    heading.textContent = name;
    heading.id = `animation-${name}`;
    const about = document.createElement("p");
    about.textContent = words.animations[name] ?? "";
    this.element.className = "preview";
    this.element.dataset.name = name;
    this.element.setAttribute("aria-labelledby", heading.id);
    this.element.append(heading, about, this.#sheet(name));
    const model = () => ({ policy: feed.policy, state: feed.state, report: pull.report, isPredicted: pull.isPredicted, client: CLIENT });
    this.#stage = stageOf(this.#list.parentElement, this.#list, model);
    this.#stage.animation = name;
    const grip = new Grip(pull);
    mouse.take({ list: this.#list, pull: grip });
    touch.take({ list: this.#list, pull: grip, policy: () => feed.policy });
    this.add(ROWS, "bottom");
  }

  /** The policy changed. */
  describe(policy) {
    this.#stage.describe(policy);
  }

  pulled(report) {
    this.#stage.pulled(report);
  }

  changed() {
    this.#stage.changed();
  }

  get scroll() {
    return scrollMetrics(this.#list);
  }

  /** Goes where the edge is. */
  scrollTo(edge) {
    this.#list.scrollTop = edge === "top" ? 0 : this.#list.scrollHeight;
  }

  /** New rows come in at the edge that was pulled. */
  add(count, edge) {
    const stood = standsAt(edge, this.scroll);
    for (let more = 0; more < count; more++) {
      const row = document.createElement("li");
      row.textContent = words.line(++this.#count);
      if (edge === "top") this.#rows.prepend(row);
      else this.#rows.append(row);
      if (this.#rows.children.length > MOST) (edge === "top" ? this.#rows.lastChild : this.#rows.firstChild).remove();
    }
    if (stood && count < ROWS) this.scrollTo(edge);
  }

  #sheet(name) {
    const stage = document.createElement("div");
    stage.className = "sample";
    this.#list.className = "sample-list";
    this.#list.tabIndex = 0;
    this.#list.setAttribute("role", "region");
    this.#list.setAttribute("aria-label", words.list(name));
    this.#list.append(this.#rows);
    stage.append(this.#list);
    return stage;
  }
}
