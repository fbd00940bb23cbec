/** Tells each run's start and end once, however many `state` frames say it and however many were skipped. */
export class RunLog {
  #started = 0;
  #ended = 0;
  #fresh = true;

  /**
   * @param {{run?: object, last?: object}} state as the server sent it
   * @returns {({kind: "started", run: object} | {kind: "ended", last: object})[]}
   */
  read({ run, last }) {
    const happened = [];
    if (last && last.id > this.#ended) {
      // What ended before this page looked is no news.
      if (!this.#fresh) {
        if (last.id > this.#started) happened.push({ kind: "started", run: last });
        happened.push({ kind: "ended", last });
      }
      this.#ended = last.id;
      this.#started = Math.max(this.#started, last.id);
    }
    if (run && run.id > this.#started) {
      happened.push({ kind: "started", run });
      this.#started = run.id;
    }
    this.#fresh = false;
    return happened;
  }

  /** Forgets all: the server's count may have begun anew. */
  reset() {
    this.#started = this.#ended = 0;
    this.#fresh = true;
  }
}
