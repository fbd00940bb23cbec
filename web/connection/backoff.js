/**
 * How long to wait before the next attempt: full jitter, so that many pages that lost one server do not return in
 * step.
 */
export class Backoff {
  #attempt = 0;

  /** @param {{first?: number, longest?: number, random?: () => number}} [settings] times in ms */
  constructor({ first = 500, longest = 20_000, random = Math.random } = {}) {
    this.first = first;
    this.longest = longest;
    this.random = random;
  }

  /** The next delay in ms, anywhere between 0 and a ceiling that doubles with each attempt. */
  next() {
    const ceiling = Math.min(this.longest, this.first * 2 ** this.#attempt);
    if (ceiling < this.longest) this.#attempt += 1;
    return this.random() * ceiling;
  }

  slowDown() {
    this.#attempt = Math.ceil(Math.log2(this.longest / this.first));
  }

  reset() {
    this.#attempt = 0;
  }
}
