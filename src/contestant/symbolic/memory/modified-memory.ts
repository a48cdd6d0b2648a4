/**
 * Finds the memory that a loop changes from one visit of its head to the next, and makes just that memory
 * arbitrary. It is found by executing the body: memory that holds the same term at the head and after an iteration
 * from an arbitrary state of the rest is changed by no iteration.
 */

import { invariant } from "../../../ground/util/errors.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { MemoryAccess } from "./access.ts";
import type { Content } from "./content.ts";
import { IndeterminateBase } from "./content-base.ts";
import type { SymbolicMemory } from "./memory.ts";
import type { MemoryCell, Region } from "./region.ts";
import type { State } from "./state.ts";
import { UnsupportedFeature } from "./unsupported.ts";
import { Pointer, type PointerTarget, type Value } from "./value.ts";

/** With more changed cells in one region than this, the whole region is made arbitrary. */
const MAX_CELLS = 64;

export class ModifiedMemory {
  readonly #manager: TermManager;
  readonly #memory: SymbolicMemory;
  readonly #access: MemoryAccess;
  readonly #cells = new Map<Region, Map<number, MemoryCell>>();
  readonly #whole = new Set<Region>();
  /** Regions that a changed pointer may point to, by cell; with the offset, where it is always the same. */
  readonly #targets = new Map<MemoryCell, Map<Region, Term | undefined>>();
  /**
   * The arbitrary values: the same in every pass, of which only the last one counts, so that the solver need not
   * start afresh.
   */
  readonly #values = new Map<MemoryCell, Map<string, Value>>();
  readonly #bases = new Map<Region, Map<string, IndeterminateBase>>();

  constructor(memory: SymbolicMemory, access: MemoryAccess) {
    this.#manager = memory.manager;
    this.#memory = memory;
    this.#access = access;
  }

  /** Regions that are arbitrary as a whole. */
  get wholeRegions(): ReadonlySet<Region> {
    return this.#whole;
  }

  get cells(): MemoryCell[] {
    return [...this.#cells.values()].flatMap((cells) => [...cells.values()]);
  }

  /**
   * Makes the modified memory of a state arbitrary, or its part in certain regions; returns the new contents of
   * whole regions. Equal tags denote the same arbitrary values.
   */
  havoc(
    state: State,
    { tag, includes }: { readonly tag: string; readonly includes: (region: Region) => boolean } = {
      tag: "",
      includes: () => true,
    },
  ): ReadonlyMap<Region, IndeterminateBase> {
    const bases = new Map<Region, IndeterminateBase>();
    for (const region of this.#whole) {
      if (!includes(region)) continue;
      const old = this.#access.contentOf(state, region);
      const base = tagged(this.#bases, region, tag, () => {
        return new IndeterminateBase(this.#manager, `${region.name}'`);
      });
      bases.set(region, base);
      const content = this.#access.newContent(state, base);
      content.live = old.live;
      state.contents.set(region, content);
    }
    for (const cell of this.cells) {
      const { region, offset, size } = cell;
      if (!includes(region)) continue;
      const content = state.writable(region, this.#access.contentOf(state, region));
      const value = tagged(this.#values, cell, tag, () =>
        this.#arbitrary(cell, content.read(offset, size)),
      );
      content.write(offset, size, value);
    }
    return bases;
  }

  #arbitrary(cell: MemoryCell, old: Value): Value {
    const manager = this.#manager;
    const name = `${cell.region.name}+${cell.offset}'`;
    const regions = this.#targets.get(cell);
    if (regions === undefined) {
      const width = old instanceof Pointer ? cell.size * 8 : old.width;
      return manager.freshVariable(name, width);
    }
    invariant(regions.size <= 0x10000, "a selector has 16 bits");
    const selector = manager.freshVariable(`${name} target`, 16);
    const targets: PointerTarget[] = [];
    let rest = manager.true;
    for (const [index, [region, fixedOffset]] of [...regions].entries()) {
      const isLast = index === regions.size - 1;
      const chosen = isLast ? manager.true : manager.eq(selector, manager.constant(16, index));
      const offset =
        fixedOffset ?? manager.freshVariable(`${name} offset`, this.#memory.pointerBits);
      targets.push({ guard: manager.and(rest, chosen), region, offset });
      rest = manager.and(rest, manager.not(chosen));
    }
    return new Pointer(targets);
  }

  /**
   * Adds the differences between the state at the head and the one after an iteration. Returns whether there are
   * new ones.
   * @param known - regions that have a name at every visit
   * @param mayEnd - regions that need not be alive at every visit
   */
  grow(
    head: State,
    back: State,
    known: ReadonlySet<Region>,
    mayEnd: (region: Region) => boolean = () => false,
  ): boolean {
    if (head.roundingMode !== back.roundingMode) {
      throw new UnsupportedFeature("a loop that changes the rounding mode");
    }
    let grown = false;
    for (const [region, after] of back.contents) {
      const before = head.contents.get(region);
      // Regions made by the body are unreachable at the next visit, except through wild pointers.
      if (before === undefined || before === after || region.hasEnded) continue;
      if (before.live !== after.live && !mayEnd(region)) {
        throw new UnsupportedFeature(`a loop that ends the lifetime of '${region.name}'`);
      }
      if (this.#growRegion(region, before, after, known)) grown = true;
    }
    return grown;
  }

  #growRegion(
    region: Region,
    before: Content,
    after: Content,
    known: ReadonlySet<Region>,
  ): boolean {
    if (this.#whole.has(region)) return false;
    if (after.isArray || before.isArray) {
      if (after.isSameArray(before)) return false;
      this.#makeWhole(region);
      return true;
    }
    if (!after.hasSameBase(before)) {
      this.#makeWhole(region);
      return true;
    }
    let grown = false;
    for (const [offset, { size }] of [...after.chunks, ...before.chunks]) {
      const a = before.read(offset, size);
      const b = after.read(offset, size);
      if (isSame(a, b)) continue;
      if (this.#addCell(region, offset, size, a, b, known)) grown = true;
      if (this.#whole.has(region)) return true;
    }
    return grown;
  }

  #makeWhole(region: Region): void {
    this.#whole.add(region);
    this.#cells.delete(region);
  }

  #addCell(
    region: Region,
    offset: number,
    size: number,
    before: Value,
    after: Value,
    known: ReadonlySet<Region>,
  ): boolean {
    const cells = this.#cells.get(region) ?? new Map<number, MemoryCell>();
    this.#cells.set(region, cells);
    const old = cells.get(offset);
    if (old !== undefined && old.size !== size) {
      this.#makeWhole(region);
      return true;
    }
    const cell = old ?? { region, offset, size };
    cells.set(offset, cell);
    if (cells.size > MAX_CELLS) this.#makeWhole(region);
    const isPointer = before instanceof Pointer || after instanceof Pointer;
    return this.#addTargets(cell, isPointer ? [before, after] : [], known) || old === undefined;
  }

  #addTargets(cell: MemoryCell, values: readonly Value[], known: ReadonlySet<Region>): boolean {
    let grown = false;
    for (const value of values) {
      const pointer = value instanceof Pointer ? value : this.#memory.pointerOf(value);
      const targets = this.#targets.get(cell) ?? new Map<Region, Term | undefined>();
      this.#targets.set(cell, targets);
      for (const { region, offset } of pointer.targets) {
        // Regions that the iteration made have no name at its start.
        const isNamed = known.has(region) || region.kind === "null" || region.kind === "function";
        const target = isNamed ? region : this.#memory.wildRegion;
        const fixed = isNamed && offset.op === "constant" ? offset : undefined;
        if (!targets.has(target)) {
          targets.set(target, fixed);
          grown = true;
        } else if (targets.get(target) !== undefined && targets.get(target) !== fixed) {
          targets.set(target, undefined);
          grown = true;
        }
      }
    }
    if (grown) this.#values.delete(cell);
    return grown;
  }
}

/** The value for a key and a tag, created on first use. */
function tagged<K, V>(table: Map<K, Map<string, V>>, key: K, tag: string, make: () => V): V {
  const row = table.get(key) ?? new Map<string, V>();
  table.set(key, row);
  const known = row.get(tag);
  if (known !== undefined) return known;
  const value = make();
  row.set(tag, value);
  return value;
}

function isSame(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (!(a instanceof Pointer) || !(b instanceof Pointer)) return false;
  return (
    a.targets.length === b.targets.length &&
    a.targets.every((target, index) => {
      const other = b.targets[index];
      return (
        other !== undefined &&
        other.region === target.region &&
        other.guard === target.guard &&
        other.offset === target.offset
      );
    })
  );
}

/** The constants that an ite-tree can have as leaves beside one given term; undefined when it has other leaves. */
export function constantLeavesBeside(term: Term, beside: Term): Set<bigint> | undefined {
  const leaves = new Set<bigint>();
  const seen = new Set<Term>();
  const stack = [term];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (top === beside || seen.has(top)) continue;
    seen.add(top);
    if (top.op === "constant") leaves.add(top.value);
    else if (top.op === "ite") stack.push(top.args[1] as Term, top.args[2] as Term);
    else return undefined;
    if (leaves.size > 64) return undefined;
  }
  return leaves;
}
