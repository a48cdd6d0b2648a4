/** States that wait to be followed, and their order. */

export interface Waitlist<T> {
  readonly size: number;
  add(item: T): void;
  next(): T | undefined;
}

/** The oldest first: breadth-first search. */
export class FirstInFirstOut<T> implements Waitlist<T> {
  #items: T[] = [];
  #first = 0;

  get size(): number {
    return this.#items.length - this.#first;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  next(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#first++];
    if (this.#first > 10_000 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}

/**
 * The least by an order first, among equals the oldest: a binary heap, so a choice among n takes log n comparisons.
 * The place of an item in the order must not change while it waits.
 */
export class PriorityWaitlist<T> implements Waitlist<T> {
  /** Negative when `a` comes first, zero when the order does not distinguish them. */
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: { readonly item: T; readonly age: number }[] = [];
  #added = 0;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#heap.length;
  }

  add(item: T): void {
    const heap = this.#heap;
    const entry = { item, age: this.#added++ };
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  next(): T | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (heap.length === 0) return first.item;
    heap[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && this.#isBefore(child, least)) least = child;
      }
      if (least === at) return first.item;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [x, y] = [this.#heap[a], this.#heap[b]] as [
      { item: T; age: number },
      { item: T; age: number },
    ];
    return (this.#compare(x.item, y.item) || x.age - y.age) < 0;
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    const kept = heap[a] as (typeof heap)[number];
    heap[a] = heap[b] as (typeof heap)[number];
    heap[b] = kept;
  }
}
