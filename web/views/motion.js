/** Answers at once, and comes to rest softly. */
const easeOut = (t) => 1 - (1 - t) ** 3;
/** Stays for a moment before it goes, so that what stands there is still seen. */
export const lingering = (t) => (t < 0.5 ? 16 * t ** 5 : 1 - 16 * (1 - t) ** 5);

/** A displacement over time: set directly while a finger moves it, or going by itself from one value to another. */
export class Motion {
  #from = 0;
  #to = 0;
  #start = 0;
  #duration = 0;
  #ease = easeOut;

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
  settle(to, duration, now, ease = easeOut) {
    this.#from = this.value(now);
    this.#ease = ease;
    this.#to = to;
    this.#start = now;
    this.#duration = duration;
  }

  /** The value at a time; the clock alone decides, so a page that was hidden is right when it is shown again. */
  value(now) {
    if (this.#duration <= 0) return this.#to;
    const t = Math.min(1, Math.max(0, (now - this.#start) / this.#duration));
    return this.#from + (this.#to - this.#from) * this.#ease(t);
  }

  isMoving(now) {
    return this.#duration > 0 && now - this.#start < this.#duration && this.#from !== this.#to;
  }
}
