/**
 * What blocks of a program were found to leave, by what they were entered with: the memory of block-abstraction
 * memoization (Wonisch, Wehrheim: "Predicate analysis with block-abstraction memoization", ICFEM 2012), for every domain.
 * A block that is entered within itself with the same state leaves what was found before, at first nothing, until no
 * more is found (Beyer, Friedberger: "Domain-independent interprocedural program analysis using block-abstraction
 * memoization", ESEC/FSE 2020).
 */

/** One entry of a block. @template E - what an exploration of a block has found */
export interface BlockEntry<E> {
  /** What is known before anything was explored. */
  nothing(): E;
  explore(): E;
  /** Whether more was found than was taken to be left. */
  isMore(found: E, taken: E): boolean;
  /** Whether nothing else matters once this was found. */
  endsSearch(found: E): boolean;
}

/** An entry that is being explored. */
interface OpenEntry<E> {
  /** What the last exploration of it has found. */
  last: E;
  /** Whether the present one rests on that. */
  isAsked: boolean;
  /** What is remembered and rests on that: it is forgotten when more is found. */
  readonly dependents: Set<string>;
}

export class BlockMemory<E extends object> {
  readonly #remembered = new Map<string, E>();
  /** The innermost one last. */
  readonly #open = new Map<string, OpenEntry<E>>();
  /** Of explorations that were made again, since their blocks call themselves: the next one. */
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

  /** @param key - equal for entries that leave the same */
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

  /** What was found in the end where this was. */
  lastOf(found: E): E {
    const later = this.#later.get(found);
    return later === undefined ? found : this.lastOf(later);
  }

  /** Explores a block until what it leaves is what its calls of itself were taken to leave. */
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

  /** More is found than what calls of the block were taken to leave. */
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
