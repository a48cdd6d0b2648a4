/**
 * Symbolic memory graphs (Dudka, Peringer, Vojnar: "Byte-precise verification of low-level list manipulation", SAS
 * 2013): objects of memory, with has-value edges to values and points-to edges from values to objects. A graph
 * represents all memories that its objects and values can be mapped to: different objects are different pieces of
 * memory, a segment is a list of nodes. Instead of levels, objects and symbols have an owner: a segment each node
 * of which has its own instance.
 */
import type { ComparisonOperator, MemoryObject } from "../../../cfa/index.ts";
import { type Range, range, restrict } from "../interval/range.ts";
import type { SymbolRanges } from "../value/symbol-ranges.ts";
import { type Integer, IntegerSymbol } from "../value/value.ts";
import type { GraphTrace } from "./graph-trace.ts";
import { type HasValue, type ShapeObject, withoutBytes } from "./shape-object.ts";
import { type ObjectId, ShapePointer, type ShapeValue } from "./shape-value.ts";

/** Named objects of one stack frame. */
export interface FrameObjects {
  readonly objects: ReadonlyMap<MemoryObject, ObjectId>;
  /** Holds the result of the function. */
  readonly result: ObjectId;
}

export class ShapeGraph implements SymbolRanges {
  readonly statics: ReadonlyMap<MemoryObject, ObjectId>;
  /** From `main` inwards. */
  frames: readonly FrameObjects[];
  /** Records changes of lengths and numbers, where they are needed. */
  trace: GraphTrace | undefined;
  readonly #objects: Map<ObjectId, ShapeObject>;
  readonly #ranges: Map<IntegerSymbol, Range>;
  /** Symbols with a value for each node of a segment. */
  readonly #owners: Map<IntegerSymbol, ObjectId>;

  constructor(
    statics: ReadonlyMap<MemoryObject, ObjectId>,
    frames: readonly FrameObjects[] = [],
    objects: ReadonlyMap<ObjectId, ShapeObject> = new Map(),
    ranges: ReadonlyMap<IntegerSymbol, Range> = new Map(),
    owners: ReadonlyMap<IntegerSymbol, ObjectId> = new Map(),
  ) {
    this.statics = statics;
    this.frames = frames;
    this.#objects = new Map(objects);
    this.#ranges = new Map(ranges);
    this.#owners = new Map(owners);
  }

  fork(): ShapeGraph {
    const copy = new ShapeGraph(
      ...([this.statics, this.frames, this.#objects, this.#ranges, this.#owners] as const),
    );
    copy.trace = this.trace?.fork();
    return copy;
  }

  // ------------------------------------------------------------------ objects

  get objects(): IterableIterator<ShapeObject> {
    return this.#objects.values();
  }

  get size(): number {
    return this.#objects.size;
  }

  has(id: ObjectId): boolean {
    return this.#objects.has(id);
  }

  /** An object of the graph. */
  object(id: ObjectId): ShapeObject {
    const object = this.#objects.get(id);
    if (object === undefined) throw new Error(`no object ${id}`);
    return object;
  }

  put(object: ShapeObject): void {
    this.#objects.set(object.id, object);
  }

  update(id: ObjectId, change: Partial<ShapeObject>): void {
    this.put({ ...this.object(id), ...change });
  }

  remove(id: ObjectId): void {
    this.#objects.delete(id);
  }

  /** Ends the lifetime of an object; its contents are removed. */
  invalidate(id: ObjectId): void {
    this.update(id, { isValid: false, edges: [] });
  }

  /** Objects that each node of a segment owns, not those that they own themselves. */
  ownedBy(segment: ObjectId): ShapeObject[] {
    return [...this.#objects.values()].filter(({ owner }) => owner === segment);
  }

  /** Replaces values in all chosen objects. */
  replaceValues(
    replace: (edge: HasValue, holder: ShapeObject) => ShapeValue,
    isChosen: (holder: ShapeObject) => boolean = () => true,
  ): void {
    for (const object of [...this.#objects.values()]) {
      if (!isChosen(object)) continue;
      let changed = false;
      const edges = object.edges.map((edge): HasValue => {
        const value = replace(edge, object);
        if (value === edge.value) return edge;
        changed = true;
        return value === 0
          ? { offset: edge.offset, size: edge.size, type: undefined, value }
          : { ...edge, value };
      });
      if (changed) this.put({ ...object, edges });
    }
  }

  /** Forgets the contents of bytes of an object. */
  forgetBytes(id: ObjectId, from: number, to: number): void {
    this.update(id, { edges: withoutBytes(this.object(id).edges, from, to) });
  }

  // ------------------------------------------------------------------ symbols

  get symbols(): IterableIterator<IntegerSymbol> {
    return this.#ranges.keys();
  }

  rangeOf(value: Integer | IntegerSymbol): Range {
    if (!(value instanceof IntegerSymbol)) return range(value, value);
    const known = this.#ranges.get(value);
    if (known === undefined) throw new Error(`a symbol without a range: ${value.id}`);
    return known;
  }

  addSymbol(symbol: IntegerSymbol, values: Range): void {
    this.#ranges.set(symbol, values);
    this.trace?.forget(symbol);
  }

  ownerOf(symbol: IntegerSymbol): ObjectId | undefined {
    return this.#owners.get(symbol);
  }

  own(symbol: IntegerSymbol, owner: ObjectId | undefined): void {
    if (owner === undefined) this.#owners.delete(symbol);
    else this.#owners.set(symbol, owner);
  }

  /** Restricts to executions where the comparison holds; false when there are none. */
  assume(symbol: IntegerSymbol, operator: ComparisonOperator, bound: Integer): boolean {
    const left = restrict(this.rangeOf(symbol), operator, bound);
    if (left === undefined) return false;
    if (left.low === left.high) this.replaceSymbol(symbol, left.low);
    else this.#ranges.set(symbol, left);
    return true;
  }

  replaceSymbol(symbol: IntegerSymbol, by: ShapeValue): void {
    this.replaceValues(({ value }) => (value === symbol ? by : value));
    this.#ranges.delete(symbol);
    this.#owners.delete(symbol);
  }

  // ------------------------------------------------------------- reachability

  /** Objects with names. */
  *roots(isChosen: (object: MemoryObject) => boolean = () => true): Generator<ObjectId> {
    yield* this.statics.values();
    for (const { objects, result } of this.frames) {
      for (const [object, id] of objects) if (isChosen(object)) yield id;
      yield result;
    }
  }

  /** Objects reachable from names; a pointer past the end of a block does not hold it. */
  reachable(roots: Iterable<ObjectId> = this.roots()): Set<ObjectId> {
    const found = new Set<ObjectId>(roots);
    for (const id of found) {
      for (const { value } of this.object(id).edges) {
        if (!(value instanceof ShapePointer)) continue;
        const { size } = this.object(value.target);
        if (value.low >= 0 && value.high <= size) found.add(value.target);
      }
    }
    return found;
  }

  /** Objects that some pointer refers to, at any offset. */
  #mentioned(from: Iterable<ObjectId>): Set<ObjectId> {
    const found = new Set<ObjectId>(from);
    for (const id of found) {
      for (const { value } of this.object(id).edges) {
        if (value instanceof ShapePointer) found.add(value.target);
      }
    }
    return found;
  }

  /** Live heap blocks that are not reachable from any holder: they are lost. */
  lost(isHolder: (object: MemoryObject) => boolean): ShapeObject[] {
    const reached = this.reachable(this.roots(isHolder));
    return [...this.#objects.values()].filter(
      ({ id, isValid, storage }) => isValid && storage === "heap" && !reached.has(id),
    );
  }

  /** Removes unreachable objects, including lost blocks, and unused symbols. */
  collectGarbage(): void {
    const mentioned = this.#mentioned(this.roots());
    for (const id of [...this.#objects.keys()]) {
      if (!mentioned.has(id)) this.#objects.delete(id);
    }
    const used = new Set<ShapeValue>();
    for (const { edges } of this.#objects.values()) {
      for (const { value } of edges) used.add(value);
    }
    for (const symbol of [...this.#ranges.keys()]) {
      if (used.has(symbol)) continue;
      this.#ranges.delete(symbol);
      this.#owners.delete(symbol);
    }
  }
}
