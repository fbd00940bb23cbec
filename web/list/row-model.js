import { Heights } from "./heights.js";

/**
 * A list's rows in the order in which they are read, and where each stands. A row keeps its number while rows come and
 * go at both ends; its index counts from the top. Newest first turns the runs round, not the rows within one: a
 * command's output is read from its first line.
 */
export class RowModel {
  #rows = [];
  #first = 0;
  #isReversed = false;
  #heights = new Heights();
  /** The run that was asked for last: [first number, number after it]. */
  #run = [0, 0];

  get count() {
    return this.#rows.length;
  }

  get total() {
    return this.#heights.total;
  }

  /** The number of the next row to come. */
  get end() {
    return this.#first + this.count;
  }

  reset(rows, isReversed, height) {
    this.#heights.clear();
    this.#rows = [];
    this.#first = 0;
    this.#isReversed = isReversed;
    this.append(rows, height);
  }

  /** @param {number} height what each is estimated to take (px) */
  append(rows, height) {
    for (const row of rows) this.#rows.push(row);
    this.#heights.append(rows.length, height);
    this.#run = [0, 0];
  }

  prepend(rows, height) {
    this.#rows = [...rows, ...this.#rows];
    this.#first -= rows.length;
    this.#heights.prepend(rows.length, height);
    this.#run = [0, 0];
  }

  dropOldest(wanted) {
    const count = Math.min(wanted, this.count);
    this.#rows.splice(0, count);
    this.#first += count;
    this.#heights.drop(count);
    this.#run = [0, 0];
  }

  /** Estimates all anew. */
  estimate(height) {
    this.#heights.fill(height);
  }

  /** @returns {boolean} it was not known to be so high */
  measure(number, height) {
    return this.#heights.set(number, height);
  }

  row(number) {
    return this.#rows[number - this.#first];
  }

  number(index) {
    if (!this.#isReversed) return this.#first + index;
    const [start, end] = this.#around(this.end - 1 - index);
    return start + index - (this.end - end);
  }

  /** A row's index; of one that is gone, its nearest's. */
  index(number) {
    const there = Math.min(this.end - 1, Math.max(this.#first, number));
    if (!this.#isReversed) return there - this.#first;
    const [start, end] = this.#around(there);
    return this.end - end + there - start;
  }

  /** How far from the list's top a row stands (px); with the count as index, how high all are. */
  top(index) {
    if (index >= this.count) return this.total;
    const number = this.number(index);
    if (!this.#isReversed) return this.#heights.above(number);
    const [start, end] = this.#around(number);
    return this.total - this.#heights.above(end) + this.#heights.above(number) - this.#heights.above(start);
  }

  /** The index of the row at a distance from the list's top (px), the nearest if there is none there. */
  indexAt(y) {
    if (!this.#isReversed) return this.#heights.at(y) - this.#first;
    const [start, end] = this.#around(this.#heights.at(this.total - y));
    const within = y - this.total + this.#heights.above(end);
    const number = Math.min(end - 1, this.#heights.at(this.#heights.above(start) + Math.max(0, within)));
    const index = this.index(number);
    // A point between two runs belongs to the lower one.
    return index + 1 < this.count && this.top(index + 1) <= y ? index + 1 : index;
  }

  #around(number) {
    if (number >= this.#run[0] && number < this.#run[1]) return this.#run;
    let start = number;
    let end = number + 1;
    const run = this.row(number)?.run ?? null;
    if (run !== null) {
      while (this.row(start - 1)?.run === run) start -= 1;
      while (this.row(end)?.run === run) end += 1;
    }
    return (this.#run = [start, end]);
  }
}
