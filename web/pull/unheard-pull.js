import { Gesture } from "./gesture.js";

/** A pull that no server hears: it moves the page as any other, so that the page answers, but refreshes nothing. */
export class UnheardPull {
  /** What to show; null while no such pull is under way. @type {object | null} */
  report = null;
  #gesture = new Gesture();

  /**
   * Takes a sample and says what to show. One that began while it was heard is over already and answers "rejected".
   * @param {{top?: object, bottom?: object}} policy the edges' policies, as last heard
   */
  sample(sample, policy) {
    let report = this.#gesture.sample(sample, policy);
    if (report.phase === "triggered") {
      const settle = { ...report.settle, to: 0 };
      this.#gesture.force("cancelled");
      report = { phase: "cancelled", edge: report.edge, offset: 0, percent: 0, settle };
    }
    this.report = { ...report, isUnheard: true };
    return this.report;
  }

  forget() {
    this.#gesture.reset();
    this.report = null;
  }
}
