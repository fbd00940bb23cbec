/** A displacement over time: set directly while a finger moves it, or going by itself from one value to another. */
export class Motion {
  #from = 0;
  #to = 0;
  #start = 0;
  #duration = 0;

  /** Where the motion ends. */
  get target() {
    return this.#to;
  }

  /** Puts it at a value, at once. */
  set(value) {
    this.#from = this.#to = value;
    this.#duration = 0;
  }

  /** Goes from where it is to a value within `duration` ms. */
  settle(to, duration, now) {
    this.#from = this.value(now);
    this.#to = to;
    this.#start = now;
    this.#duration = duration;
  }

  /** The value at a time; the clock alone decides, so a page that was hidden is right when it is shown again. */
  value(now) {
    if (this.#duration <= 0) return this.#to;
    const t = Math.min(1, Math.max(0, (now - this.#start) / this.#duration));
    return this.#from + (this.#to - this.#from) * (1 - (1 - t) ** 3);
  }

  isMoving(now) {
    return this.#duration > 0 && now - this.#start < this.#duration && this.#from !== this.#to;
  }
}
