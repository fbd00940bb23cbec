const SIZE = 256;

/**
 * The heights (px) of consecutively numbered rows, summed in blocks, so that asking where one of 100 000 rows stands
 * adds up some hundred numbers. Numbers may be negative.
 */
export class Heights {
  #blocks = [];
  /** The first block's number: row n is in block ⌊n / SIZE⌋. */
  #base = 0;
  #first = 0;
  #end = 0;
  #total = 0;

  get total() {
    return this.#total;
  }

  clear() {
    this.#blocks = [];
    this.#base = this.#first = this.#end = this.#total = 0;
  }

  append(count, height) {
    for (let left = count; left > 0; left -= 1) this.set(this.#end++, height);
  }

  prepend(count, height) {
    for (let left = count; left > 0; left -= 1) this.set(--this.#first, height);
  }

  /** Takes away the rows with the lowest numbers. */
  drop(count) {
    for (let left = count; left > 0; left -= 1) this.set(this.#first++, 0);
    const gone = block(this.#first) - this.#base;
    if (gone <= 0) return;
    this.#blocks.splice(0, gone);
    this.#base += gone;
  }

  /** Gives every row the same height. */
  fill(height) {
    for (let number = this.#first; number < this.#end; number += 1) this.set(number, height);
  }

  /** @returns {boolean} it was another */
  set(number, height) {
    const { heights, sum } = this.#block(number);
    const at = place(number);
    const more = height - heights[at];
    heights[at] = height;
    this.#blocks[block(number) - this.#base].sum = sum + more;
    this.#total += more;
    return more !== 0;
  }

  /** The height of all rows with a lower number. */
  above(number) {
    const index = block(number) - this.#base;
    let sum = 0;
    for (let before = 0; before < index && before < this.#blocks.length; before += 1) sum += this.#blocks[before].sum;
    const heights = this.#blocks[index]?.heights;
    for (let at = 0; heights && at < place(number); at += 1) sum += heights[at];
    return sum;
  }

  /** The number of the row at a distance from the first row's top; the nearest one if there is none. */
  at(y) {
    let left = Math.max(0, y);
    let index = 0;
    while (index < this.#blocks.length && left >= this.#blocks[index].sum) left -= this.#blocks[index++].sum;
    if (index === this.#blocks.length) return this.#end - 1;
    const { heights } = this.#blocks[index];
    let at = 0;
    while (at < SIZE - 1 && left >= heights[at]) left -= heights[at++];
    return this.#within((this.#base + index) * SIZE + at);
  }

  #within(number) {
    return Math.min(this.#end - 1, Math.max(this.#first, number));
  }

  #block(number) {
    const wanted = block(number);
    if (this.#blocks.length === 0) this.#base = wanted;
    while (wanted < this.#base) {
      this.#blocks.unshift(emptyBlock());
      this.#base -= 1;
    }
    while (wanted >= this.#base + this.#blocks.length) this.#blocks.push(emptyBlock());
    return this.#blocks[wanted - this.#base];
  }
}

function emptyBlock() {
  return { heights: new Float64Array(SIZE), sum: 0 };
}

function block(number) {
  return Math.floor(number / SIZE);
}

function place(number) {
  return number - block(number) * SIZE;
}
