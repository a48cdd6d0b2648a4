/**
 * A common description of two parts of memory: the joins of values and objects, pair by pair from a pair of start
 * values (Dudka, Peringer, Vojnar, SAS 2013, sections 4 and 5: joinSPCs and mergeSubSMGs). The result is a
 * proposal: the caller checks that both parts entail it (entailment.ts).
 */
import { contains, fullRange, hull, type Range } from "../interval/range.ts";
import { ANY, IntegerSymbol, isInteger } from "../value/value.ts";
import { BlockTypes } from "./block-types.ts";
import { type Names, ownedTransitively, type SegmentEnd, segmentOf } from "./materialisation.ts";
import type { ShapeGraph } from "./shape-graph.ts";
import {
  areZero,
  dataEdges,
  edgeAt,
  type HasValue,
  type Link,
  linkValue,
  type ShapeObject,
  sameLink,
  withEdge,
  zeroBlock,
} from "./shape-object.ts";
import {
  isNumber,
  type NodeSpec,
  type ObjectId,
  ShapePointer,
  type ShapeValue,
  sameShapeValue,
} from "./shape-value.ts";

/** Thrown when the two parts have no common description here. */
export class Unfusible extends Error {}

export interface FusionOptions {
  readonly names: Names;
  /** The owner of objects that differ: the segment that is made of two nodes; undefined for whole states. */
  readonly base: ObjectId | undefined;
  /** Links of lists that were seen, by the size of their nodes. */
  readonly links: ReadonlyMap<number, readonly Link[]>;
  /**
   * Whether to give up where much would be forgotten: different addresses, although no block is lost with them, and
   * different small constants, such as flags and indices.
   */
  readonly isCareful: boolean;
  /** Replaces the hull of two ranges. */
  readonly widen: (left: Range, both: Range) => Range;
}

/** The holder of values: whether it is, or belongs to, a node of a segment on either side. */
interface Holder {
  /** In the result: the owner of objects that are only reachable from here. */
  readonly owner: ObjectId | undefined;
  readonly leftOwns: boolean;
  readonly rightOwns: boolean;
}

export class Fusion {
  readonly #left: ShapeGraph;
  readonly #right: ShapeGraph;
  readonly #into: ShapeGraph;
  readonly #options: FusionOptions;
  readonly #pairs = new Map<string, ObjectId>();
  readonly #symbols = new Map<string, IntegerSymbol>();
  /** The image of the objects of either side. */
  readonly fromLeft: Map<ObjectId, ObjectId> = new Map();
  readonly fromRight: Map<ObjectId, ObjectId> = new Map();
  /** Whether the result is weaker than the side. */
  losesLeft: boolean = false;
  losesRight: boolean = false;

  /** Types of the blocks on both sides, computed on first use. */
  #types: { readonly left: BlockTypes; readonly right: BlockTypes } | undefined;

  /** The holder of the values that are being joined. */
  #holder: Holder;

  constructor(left: ShapeGraph, right: ShapeGraph, into: ShapeGraph, options: FusionOptions) {
    this.#left = left;
    this.#right = right;
    this.#into = into;
    this.#options = options;
    this.#holder = { owner: options.base, leftOwns: false, rightOwns: false };
  }

  #within<T>(holder: Holder, join: () => T): T {
    const before = this.#holder;
    this.#holder = holder;
    try {
      return join();
    } finally {
      this.#holder = before;
    }
  }

  get #pointerBytes(): number {
    return this.#options.names.pointerBytes;
  }

  /** Identifies an object of each side. */
  bind(left: ObjectId, right: ObjectId, into: ObjectId): void {
    if (this.fromLeft.has(left) || this.fromRight.has(right)) throw new Unfusible("bound twice");
    this.#pairs.set(`${left}:${right}`, into);
    this.fromLeft.set(left, into);
    this.fromRight.set(right, into);
  }

  // ------------------------------------------------------------------- values

  value(left: ShapeValue, right: ShapeValue): ShapeValue {
    if (left instanceof ShapePointer && right instanceof ShapePointer) {
      return this.#pointers(left, right);
    }
    if (isNumber(left) && isNumber(right)) return this.#numbers(left, right);
    if (left instanceof ShapePointer && right === 0) return this.#withNothing(left, "left");
    if (right instanceof ShapePointer && left === 0) return this.#withNothing(right, "right");
    if (sameShapeValue(left, right)) return left;
    this.losesLeft = true;
    this.losesRight = true;
    const isAddress = (value: ShapeValue, graph: ShapeGraph): boolean =>
      isNumber(value) ||
      (value instanceof ShapePointer
        ? this.#mayBeForgotten(graph.object(value.target))
        : value !== ANY);
    if (left === ANY || right === ANY) return ANY;
    if (isAddress(left, this.#left) && isAddress(right, this.#right)) {
      return this.#anyAddress(isNonnull(left, this.#left) && isNonnull(right, this.#right) ? 1 : 0);
    }
    throw new Unfusible("values of different kinds");
  }

  /** Whether no block is lost with a pointer to the object. */
  #mayBeForgotten({ storage, isValid, owner, segment }: ShapeObject): boolean {
    return (storage !== "heap" || !isValid) && owner === undefined && segment === undefined;
  }

  /** @param least - 1 for any address but null */
  #anyAddress(least: 0 | 1): ShapeValue {
    if (this.#options.isCareful) throw new Unfusible("different addresses");
    const symbol = this.#options.names.newSymbol();
    const bits = (8 * this.#pointerBytes) as 32 | 64;
    this.#into.addSymbol(symbol, { ...fullRange({ kind: "pointer", bits }), low: least });
    this.#into.own(symbol, this.#holder.owner);
    return symbol;
  }

  #numbers(left: ShapeValue, right: ShapeValue): ShapeValue {
    if (!isNumber(left) || !isNumber(right)) throw new Error("no numbers");
    const isSymbol = left instanceof IntegerSymbol || right instanceof IntegerSymbol;
    if (!isSymbol && left === right) return left;
    if (this.#options.isCareful && isSmall(left) && isSmall(right)) {
      throw new Unfusible("numbers that may distinguish lists");
    }
    const { names, base, widen } = this.#options;
    // The same part of memory twice: common objects stay as they are.
    if (left === right && this.#left === this.#right && left instanceof IntegerSymbol) return left;
    const nameOf = (value: typeof left): string =>
      value instanceof IntegerSymbol ? `s${value.id}` : `${value}`;
    const key = `${nameOf(left)}:${nameOf(right)}`;
    const place = `${key}@${this.#holder.owner}`;
    let symbol = this.#symbols.get(`${key}@${base}`) ?? this.#symbols.get(place);
    if (symbol === undefined) {
      symbol = names.newSymbol();
      this.#symbols.set(place, symbol);
      const [a, b] = [this.#left.rangeOf(left), this.#right.rangeOf(right)];
      const both = hull(a, b);
      const result = contains(a, both) ? a : widen(a, both);
      this.#into.addSymbol(symbol, result);
      const owner = this.#mappedOwner(
        left instanceof IntegerSymbol ? this.#left.ownerOf(left) : undefined,
        right instanceof IntegerSymbol ? this.#right.ownerOf(right) : undefined,
      );
      this.#into.own(symbol, owner ?? this.#holder.owner);
    }
    const result = this.#into.rangeOf(symbol);
    if (!(left instanceof IntegerSymbol) || !contains(this.#left.rangeOf(left), result)) {
      this.losesLeft = true;
    }
    if (!(right instanceof IntegerSymbol) || !contains(this.#right.rangeOf(right), result)) {
      this.losesRight = true;
    }
    return symbol;
  }

  #mappedOwner(left: ObjectId | undefined, right: ObjectId | undefined): ObjectId | undefined {
    const a = left === undefined ? undefined : this.fromLeft.get(left);
    const b = right === undefined ? undefined : this.fromRight.get(right);
    if (a !== undefined && b !== undefined && a !== b) throw new Unfusible("different owners");
    return a ?? b;
  }

  /**
   * The owner of the description of objects with the given owners; null for a side without one. An object that
   * nodes of a segment point to without owning it is the same for all of them.
   */
  #ownerOf(
    left: ObjectId | undefined | null,
    right: ObjectId | undefined | null,
  ): ObjectId | undefined {
    const mapped = this.#mappedOwner(left ?? undefined, right ?? undefined);
    if (mapped !== undefined) return mapped;
    const { owner, leftOwns, rightOwns } = this.#holder;
    const isShared = (left === undefined && leftOwns) || (right === undefined && rightOwns);
    return isShared ? this.#options.base : owner;
  }

  // ----------------------------------------------------------------- pointers

  #pointers(left: ShapePointer, right: ShapePointer): ShapeValue {
    const isOne = this.#left === this.#right && sameShapeValue(left, right);
    if (isOne && !this.fromLeft.has(left.target) && !this.fromRight.has(left.target)) return left;
    const x = this.#left.object(left.target);
    const y = this.#right.object(right.target);
    if (left.low !== right.low || left.high !== right.high) {
      if (this.#mayBeForgotten(x) && this.#mayBeForgotten(y)) return this.#lostAddress(left, right);
      throw new Unfusible("different offsets");
    }
    const known = this.#pairs.get(`${x.id}:${y.id}`);
    if (known !== undefined) return left.to(known, this.#specOf(left, right));
    if (this.fromLeft.has(x.id) || this.fromRight.has(y.id)) {
      const spliced = this.#spliced(left, right);
      if (spliced !== undefined) return spliced;
      if (this.#mayBeForgotten(x) && this.#mayBeForgotten(y)) return this.#lostAddress(left, right);
      throw new Unfusible("objects that are shared in one part only");
    }
    if (this.#areAlike(x, y)) return left.to(this.#objects(x, y), this.#specOf(left, right));
    if (x.segment !== undefined && x.segment.least === 0) {
      return this.#inserted(left, right, "left");
    }
    if (y.segment !== undefined && y.segment.least === 0) {
      return this.#inserted(right, left, "right");
    }
    if (x.segment !== undefined) return this.#inserted(left, right, "left");
    if (y.segment !== undefined) return this.#inserted(right, left, "right");
    if (this.#mayBeForgotten(x) && this.#mayBeForgotten(y)) return this.#lostAddress(left, right);
    throw new Unfusible("different objects");
  }

  #lostAddress(left: ShapePointer, right: ShapePointer): ShapeValue {
    this.losesLeft = true;
    this.losesRight = true;
    const areNonnull = isNonnull(left, this.#left) && isNonnull(right, this.#right);
    return this.#anyAddress(areNonnull ? 1 : 0);
  }

  #specOf(left: ShapePointer, right: ShapePointer): NodeSpec {
    if (left.spec === right.spec) return left.spec;
    if (left.spec === "own" || right.spec === "own") return "own";
    if (left.spec === "region") return right.spec;
    if (right.spec === "region") return left.spec;
    throw new Unfusible("different ends of a segment");
  }

  /** Whether two objects may have a common description: regions, or nodes of the same kind of list. */
  #areAlike(x: ShapeObject, y: ShapeObject): boolean {
    const isSame =
      x.storage === y.storage &&
      x.depth === y.depth &&
      x.isValid === y.isValid &&
      x.size === y.size &&
      x.isExactSize === y.isExactSize &&
      x.isReadOnly === y.isReadOnly &&
      x.isLiteral === y.isLiteral;
    if (!isSame) return false;
    // An object outside of the heap is only equal to itself; of two nodes of a list neither owns it.
    if (this.#options.base !== undefined && (x.storage !== "heap" || !x.isValid)) return false;
    if (x.storage === "static") return x.id === y.id;
    if (x.storage === "heap") {
      this.#types ??= { left: new BlockTypes(this.#left), right: new BlockTypes(this.#right) };
      if (this.#types.left.areDifferent(x.id, this.#types.right, y.id)) return false;
    }
    const [a, b] = [x.segment?.link, y.segment?.link];
    return a === undefined || b === undefined || sameLink(a, b);
  }

  /** The object that represents both. */
  #objects(x: ShapeObject, y: ShapeObject): ObjectId {
    const id = this.#options.names.newObject();
    const owner = this.#ownerOf(x.owner, y.owner);
    this.bind(x.id, y.id, id);
    const link = x.segment?.link ?? y.segment?.link;
    const least = Math.min(x.segment?.least ?? 1, y.segment?.least ?? 1);
    if (link !== undefined) {
      if (x.segment?.least !== least) this.losesLeft = true;
      if (y.segment?.least !== least) this.losesRight = true;
    }
    const object: ShapeObject = {
      ...x,
      id,
      owner,
      segment: link === undefined ? undefined : { link, least },
      edges: [],
    };
    this.#into.put(object);
    const leftOwns = x.segment !== undefined || x.owner !== undefined;
    const rightOwns = y.segment !== undefined || y.owner !== undefined;
    const inner = { owner: link === undefined ? owner : id, leftOwns, rightOwns };
    const outer = {
      owner,
      leftOwns: x.owner !== undefined,
      rightOwns: y.owner !== undefined,
    };
    const data = (edges: readonly HasValue[]): readonly HasValue[] =>
      link === undefined ? edges : dataEdges(edges, link, this.#pointerBytes);
    let edges = this.#within(inner, () => this.edges(data(x.edges), data(y.edges)));
    for (const offset of link === undefined ? [] : [link.next, link.previous]) {
      if (offset === undefined) continue;
      const linked = (all: readonly HasValue[]): readonly HasValue[] => {
        const edge = edgeAt(all, offset, this.#pointerBytes);
        return edge === undefined ? [] : [edge];
      };
      const ends = this.#within(outer, () => this.edges(linked(x.edges), linked(y.edges)));
      edges = ends.reduce((all, edge) => withEdge(all, edge), edges);
    }
    this.#into.put({ ...object, edges });
    return id;
  }

  /** The edges that hold for the bytes of both. */
  edges(left: readonly HasValue[], right: readonly HasValue[]): readonly HasValue[] {
    let edges: readonly HasValue[] = [];
    for (const edge of left) {
      const { offset, size, value, type } = edge;
      if (value === 0) {
        for (const other of right) {
          if (other.value !== 0) continue;
          const from = Math.max(offset, other.offset);
          const to = Math.min(offset + size, other.offset + other.size);
          if (from < to) edges = withEdge(edges, zeroBlock(from, to));
        }
        if (!areZero(right, offset, offset + size)) this.losesLeft = true;
        continue;
      }
      const other = edgeAt(right, offset, size);
      if (other === undefined || !areTypesAlike(edge, other)) {
        this.losesLeft = true;
        continue;
      }
      edges = withEdge(edges, { offset, size, type, value: this.value(value, other.value) });
    }
    for (const edge of right) {
      const { offset, size, value, type } = edge;
      if (value === 0) {
        if (!areZero(left, offset, offset + size)) this.losesRight = true;
        continue;
      }
      const other = edgeAt(left, offset, size);
      if (other === undefined) this.losesRight = true;
      else if (other.value === 0) {
        edges = withEdge(edges, { offset, size, type, value: this.value(0, value) });
      }
    }
    return edges;
  }

  // ---------------------------------------------------------------- insertion

  /** A pointer to a segment that was inserted, where the other side has the object beyond it. */
  #spliced(left: ShapePointer, right: ShapePointer): ShapeValue | undefined {
    const pair = this.#pairs.get(`${left.target}:`);
    if (pair !== undefined) return left.to(pair, left.spec);
    const other = this.#pairs.get(`:${right.target}`);
    return other === undefined ? undefined : right.to(other, right.spec);
  }

  /** A list on one side, and null on the other: a list that may be empty. */
  #withNothing(pointer: ShapePointer, side: "left" | "right"): ShapeValue {
    const graph = side === "left" ? this.#left : this.#right;
    const { segment } = graph.object(pointer.target);
    if (segment !== undefined) return this.#inserted(pointer, 0, side);
    return this.#insertedNode(pointer, side);
  }

  /** Inserts a segment that one side has, and that may be empty from now on. */
  #inserted(pointer: ShapePointer, other: ShapeValue, side: "left" | "right"): ShapeValue {
    const graph = side === "left" ? this.#left : this.#right;
    const opposite = side === "left" ? this.#right : this.#left;
    if (other instanceof ShapePointer && !opposite.object(other.target).isValid) {
      throw new Unfusible("a list, and a node that has ended");
    }
    const mapped = side === "left" ? this.fromLeft : this.fromRight;
    const segment = graph.object(pointer.target);
    const { link, least } = segmentOf(segment);
    const name = side === "left" ? `${segment.id}:` : `:${segment.id}`;
    const known = this.#pairs.get(name);
    if (known !== undefined) return pointer.to(known, pointer.spec);
    if (mapped.has(segment.id) || !segment.isValid) throw new Unfusible("a segment that is shared");
    if (pointer.low !== link.head || !pointer.isExact) throw new Unfusible("inside of a segment");
    const { spec } = pointer;
    if (spec !== "first" && spec !== "last") throw new Unfusible("no end of a segment");
    if (least > 0) {
      if (this.#options.isCareful) throw new Unfusible("a list with nodes, and none");
      this.#loses(side);
    }
    this.#loses(side === "left" ? "right" : "left");
    const id = this.#options.names.newObject();
    this.#pairs.set(name, id);
    mapped.set(segment.id, id);
    const owner = this.#ownerOf(
      side === "left" ? segment.owner : null,
      side === "right" ? segment.owner : null,
    );
    this.#into.put({ ...segment, id, owner, segment: { link, least: 0 }, edges: [] });
    let edges = this.#copiedData(segment, id, side);
    for (const end of ["first", "last"] as const) {
      const offset = end === "first" ? link.next : link.previous;
      if (offset === undefined) continue;
      const edge = edgeAt(segment.edges, offset, this.#pointerBytes);
      if (edge === undefined) throw new Unfusible("a segment without a neighbour");
      const holder = { ...this.#holder, owner };
      const value = this.#within(holder, () =>
        this.#neighbour(edge.value, end === spec ? other : undefined, side),
      );
      edges = withEdge(edges, { ...edge, offset, size: this.#pointerBytes, value });
    }
    this.#into.update(id, { edges });
    return pointer.to(id, spec);
  }

  #loses(side: "left" | "right"): void {
    if (side === "left") this.losesLeft = true;
    else this.losesRight = true;
  }

  /** @param other - the value of the other side in its place; undefined when it is not known */
  #neighbour(value: ShapeValue, other: ShapeValue | undefined, side: "left" | "right"): ShapeValue {
    if (other !== undefined) {
      return side === "left" ? this.value(value, other) : this.value(other, value);
    }
    if (value === 0) return 0;
    if (!(value instanceof ShapePointer)) throw new Unfusible("an unknown neighbour");
    const mapped = (side === "left" ? this.fromLeft : this.fromRight).get(value.target);
    if (mapped === undefined) {
      const isShared = this.#left === this.#right && !this.#isConsumed(value.target);
      if (isShared) return value;
      throw new Unfusible("a neighbour that is not there");
    }
    // The segment that is being made of two nodes is not a neighbour of objects that they own.
    if (!this.#into.has(mapped)) throw new Unfusible("a neighbour that is not there yet");
    const { segment } = this.#into.object(mapped);
    const spec: NodeSpec = segment === undefined || value.spec !== "region" ? value.spec : "last";
    return value.to(mapped, spec);
  }

  #isConsumed(id: ObjectId): boolean {
    return this.fromLeft.has(id) || this.fromRight.has(id);
  }

  /** Copies the objects that each node of a segment of one side owns, for the segment that takes its place. */
  #copiedData(segment: ShapeObject, id: ObjectId, side: "left" | "right"): readonly HasValue[] {
    const graph = side === "left" ? this.#left : this.#right;
    const mapped = side === "left" ? this.fromLeft : this.fromRight;
    const { names } = this.#options;
    const owned = [...ownedTransitively(graph, segment.id)].map((each) => graph.object(each));
    for (const each of owned) mapped.set(each.id, names.newObject());
    const symbols = new Map<IntegerSymbol, IntegerSymbol>();
    const translate = (edge: HasValue): HasValue => {
      const { value } = edge;
      if (value instanceof IntegerSymbol) {
        const owner = graph.ownerOf(value);
        const newOwner = owner === undefined ? this.#options.base : mapped.get(owner);
        if (owner === undefined && this.#left === this.#right) return edge;
        let copy = symbols.get(value);
        if (copy === undefined) {
          copy = names.newSymbol();
          symbols.set(value, copy);
          this.#into.addSymbol(copy, graph.rangeOf(value));
          // The other side lacks the segment, so every value can be used for it.
          this.#into.own(copy, newOwner ?? id);
        }
        return { ...edge, value: copy };
      }
      if (!(value instanceof ShapePointer)) return edge;
      const target = mapped.get(value.target);
      if (target !== undefined) return { ...edge, value: value.to(target, value.spec) };
      if (this.#left === this.#right && !this.#isConsumed(value.target)) return edge;
      if (graph.object(value.target).storage === "static") return edge;
      throw new Unfusible("a segment with pointers to others");
    };
    for (const object of owned) {
      const owner = mapped.get(object.owner as ObjectId);
      const copy = mapped.get(object.id) as ObjectId;
      this.#into.put({ ...object, id: copy, owner, edges: object.edges.map(translate) });
    }
    const { link } = segmentOf(segment);
    const isLink = ({ offset, size }: HasValue): boolean =>
      [link.next, link.previous].some(
        (at) => at !== undefined && offset < at + this.#pointerBytes && offset + size > at,
      );
    return segment.edges
      .flatMap((edge) => (isLink(edge) ? this.#withoutLinks(edge, link) : [edge]))
      .map(translate);
  }

  /** The rest of a zero block that has link fields inside. */
  #withoutLinks(edge: HasValue, { next, previous }: Link): readonly HasValue[] {
    if (edge.value !== 0) return [];
    const rest: HasValue[] = [];
    let from = edge.offset;
    const links = [next, ...(previous === undefined ? [] : [previous])].sort((a, b) => a - b);
    for (const at of links) {
      if (at > from && at < edge.offset + edge.size) rest.push(zeroBlock(from, at));
      from = Math.max(from, at + this.#pointerBytes);
    }
    if (from < edge.offset + edge.size) rest.push(zeroBlock(from, edge.offset + edge.size));
    return rest;
  }

  /** A single node of a known kind of list, where the other side has null. */
  #insertedNode(pointer: ShapePointer, side: "left" | "right"): ShapeValue {
    const graph = side === "left" ? this.#left : this.#right;
    const mapped = side === "left" ? this.fromLeft : this.fromRight;
    const node = graph.object(pointer.target);
    const links = this.#options.links.get(node.size) ?? [];
    const isNode = node.isValid && node.storage === "heap" && node.isExactSize;
    if (!isNode || pointer.spec !== "region" || mapped.has(node.id) || node.owner !== undefined) {
      throw new Unfusible("a pointer and null");
    }
    const link = links.find(
      ({ next, previous, head }) =>
        pointer.isExact &&
        pointer.low === head &&
        linkValue(node, next, this.#pointerBytes) === 0 &&
        (previous === undefined || linkValue(node, previous, this.#pointerBytes) === 0),
    );
    if (link === undefined) throw new Unfusible("a pointer and null");
    this.losesLeft = true;
    this.losesRight = true;
    const id = this.#options.names.newObject();
    this.#pairs.set(side === "left" ? `${node.id}:` : `:${node.id}`, id);
    mapped.set(node.id, id);
    const symbols = new Map<IntegerSymbol, IntegerSymbol>();
    const edges = node.edges.map((edge): HasValue => {
      const { value } = edge;
      if (value instanceof ShapePointer) {
        if (graph.object(value.target).storage === "static") return edge;
        throw new Unfusible("a node with pointers to others, and null");
      }
      if (!(value instanceof IntegerSymbol)) return edge;
      let copy = symbols.get(value);
      if (copy === undefined) {
        copy = this.#options.names.newSymbol();
        symbols.set(value, copy);
        this.#into.addSymbol(copy, graph.rangeOf(value));
        this.#into.own(copy, id);
      }
      return { ...edge, value: copy };
    });
    const owner = this.#ownerOf(
      side === "left" ? node.owner : null,
      side === "right" ? node.owner : null,
    );
    this.#into.put({ ...node, id, owner, segment: { link, least: 0 }, edges });
    const spec: SegmentEnd = "first";
    return pointer.to(id, spec);
  }
}

/** Flags, and indices of arrays that may hold lists. */
function isSmall(value: ShapeValue): boolean {
  return isInteger(value) && value >= 0 && value < 16;
}

/** Whether an address cannot be null, even when the object there has ended. */
function isNonnull(value: ShapeValue, graph: ShapeGraph): boolean {
  if (isNumber(value)) return graph.rangeOf(value).low > 0;
  if (!(value instanceof ShapePointer)) return value !== ANY;
  const { size, segment } = graph.object(value.target);
  return segment === undefined && value.low >= 0 && value.high <= size;
}

function areTypesAlike(a: HasValue, b: HasValue): boolean {
  if (a.type === undefined || b.type === undefined) return true;
  if (a.type.kind !== b.type.kind) return false;
  return a.type.kind !== "int" || b.type.kind !== "int" || a.type.signed === b.type.signed;
}
