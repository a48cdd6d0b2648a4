/**
 * The cache of block-abstraction memoization, for every domain: the exit states of blocks, by their entry states
 * (Wonisch, Wehrheim: "Predicate analysis with block-abstraction memoization", ICFEM 2012). A block that is entered
 * within itself with the same state has the exit states found before, at first none, until no more are found
 * (Beyer, Friedberger: "Domain-independent interprocedural program analysis using block-abstraction memoization",
 * ESEC/FSE 2020).
 */

/** One entry of a block. @template E - the result of an exploration of a block */
export interface BlockEntry<E> {
  /** The result before any exploration. */
  nothing(): E;
  explore(): E;
  /** Whether the result found has more than the result assumed. */
  isMore(found: E, taken: E): boolean;
  /** Whether this result makes all others irrelevant. */
  endsSearch(found: E): boolean;
}

/** An entry that is being explored. */
interface OpenEntry<E> {
  /** The result of its last exploration. */
  last: E;
  /** Whether the current exploration depends on that result. */
  isAsked: boolean;
  /** Cached entries that depend on that result: they are dropped when more is found. */
  readonly dependents: Set<string>;
}

export class BlockMemory<E extends object> {
  readonly #remembered = new Map<string, E>();
  /** The innermost one last. */
  readonly #open = new Map<string, OpenEntry<E>>();
  /** To the result of an exploration that was repeated, because its block calls itself, the next result. */
  readonly #later = new Map<E, E>();
  #hits = 0;
  #misses = 0;

  /** Entries that were answered from memory. */
  get hits(): number {
    return this.#hits;
  }

  /** Entries that were explored. */
  get misses(): number {
    return this.#misses;
  }

  /** Entries that are being explored. */
  get depth(): number {
    return this.#open.size;
  }

  clear(): void {
    this.#remembered.clear();
  }

  /** @param key - equal for entries with equal results */
  ask(key: string, entry: BlockEntry<E>): E {
    const known = this.#open.get(key)?.last ?? this.#remembered.get(key);
    if (known !== undefined) {
      this.#hits++;
      for (const [at, one] of this.#open) {
        if (at === key || one.dependents.has(key)) one.isAsked = true;
      }
      return known;
    }
    this.#misses++;
    const found = this.#toFixpoint(key, entry);
    this.#remembered.set(key, found);
    return found;
  }

  /** The final result in place of this one. */
  lastOf(found: E): E {
    const later = this.#later.get(found);
    return later === undefined ? found : this.lastOf(later);
  }

  /** Explores a block until its result equals the result assumed for its recursive calls. */
  #toFixpoint(key: string, block: BlockEntry<E>): E {
    const outer = [...this.#open.values()];
    const wereAsked = outer.map(({ isAsked }) => isAsked);
    for (const one of outer) one.isAsked = false;
    const entry: OpenEntry<E> = { last: block.nothing(), isAsked: false, dependents: new Set() };
    this.#open.set(key, entry);
    let found = block.explore();
    const rests = (): boolean => entry.isAsked && !block.endsSearch(found);
    while (rests() && block.isMore(found, entry.last)) {
      this.#proceed(entry, found);
      found = block.explore();
    }
    if (rests()) this.#later.set(entry.last, found);
    else this.#forget(entry);
    this.#open.delete(key);
    for (const [index, one] of outer.entries()) {
      if (one.isAsked)
        for (const dependent of [key, ...entry.dependents]) one.dependents.add(dependent);
      one.isAsked ||= wereAsked[index] === true;
    }
    return found;
  }

  /** Continues when more is found than was assumed for recursive calls of the block. */
  #proceed(entry: OpenEntry<E>, found: E): void {
    this.#later.set(entry.last, found);
    entry.last = found;
    entry.isAsked = false;
    this.#forget(entry);
  }

  #forget({ dependents }: OpenEntry<E>): void {
    for (const key of dependents) this.#remembered.delete(key);
    dependents.clear();
  }
}
