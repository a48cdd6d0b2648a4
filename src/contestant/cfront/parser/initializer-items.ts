import type { Expression, InitializerItem } from "../ast.ts";
import type { Field, RecordDefinition } from "../types.ts";

/** Copies of a part: their number besides the first, and the bytes from one to the next. */
export interface Repeat {
  readonly stride: number;
  readonly count: number;
}

/** The items of an initialiser while it is parsed, in order of evaluation. */
export class ItemList {
  #items: InitializerItem[] = [];
  readonly #dropped: Expression[] = [];
  /** No item begins at or behind this offset. */
  #end = 0;
  /** The member that each union at an offset holds, when one was initialised. */
  readonly #unionMembers = new Map<RecordDefinition, Map<number, Field>>();

  get items(): readonly InitializerItem[] {
    return this.#items;
  }

  /** Values that later ones have replaced completely. */
  get overridden(): readonly Expression[] {
    if (this.#dropped.length === 0) return [];
    const used = new Set(this.#items.map(({ value }) => value));
    return [...new Set(this.#dropped)].filter((value) => !used.has(value));
  }

  add(item: InitializerItem): void {
    this.#items.push(item);
    this.#end = Math.max(this.#end, item.offset + 1);
  }

  /** Drops what was stored in a range of bytes that is initialised anew as a whole. */
  clear(offset: number, size: number): void {
    if (offset >= this.#end) return;
    const isKept = (item: InitializerItem): boolean =>
      item.offset < offset || item.offset >= offset + size;
    for (const item of this.#items) if (!isKept(item)) this.#dropped.push(item.value);
    this.#items = this.#items.filter(isKept);
  }

  /** Notes that a member of a union is initialised; another member's values are dropped. */
  chooseMember(offset: number, union: RecordDefinition, member: Field): void {
    let members = this.#unionMembers.get(union);
    if (members === undefined) {
      members = new Map();
      this.#unionMembers.set(union, members);
    }
    const previous = members.get(offset);
    if (previous !== undefined && previous !== member) this.clear(offset, union.size);
    members.set(offset, member);
  }

  /**
   * Adds the items of `fill`, and copies of them for each of the ranges, the outermost first;
   * `replaced` is the part that each copy initialises again. The copies share their values, which
   * are evaluated once.
   */
  repeat(
    repeats: readonly Repeat[],
    replaced: { readonly offset: number; readonly size: number },
    fill: () => void,
  ): void {
    const before = this.#items;
    this.#items = [];
    fill();
    const filled = this.#items;
    this.#items = before;
    for (const distance of distances(repeats)) {
      this.clear(replaced.offset + distance, replaced.size);
      for (const item of filled) this.add({ ...item, offset: item.offset + distance });
    }
  }
}

/** Bytes from the first copy to each one, in ascending order. */
function distances(repeats: readonly Repeat[]): number[] {
  let all = [0];
  for (const { stride, count } of repeats) {
    all = all.flatMap((outer) =>
      Array.from({ length: count + 1 }, (_, copy) => outer + copy * stride),
    );
  }
  return all;
}
