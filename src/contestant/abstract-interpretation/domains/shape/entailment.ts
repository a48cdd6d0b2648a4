/**
 * Entailment of symbolic memory graphs: every memory of the specific graph is one of the general graph. It is
 * proved by an embedding: a region of the general graph is mapped to a region of the specific one, a segment to a
 * chain of regions and segments, the objects owned by a node to those that each node of the chain owns, and every
 * live block of the specific graph is in the image. All abstraction rests on this check: proposals of joins and
 * folding count only when it holds.
 */
import { contains, fullRange, type Range } from "../interval/range.ts";
import { ANY, IntegerSymbol, isInteger } from "../value/value.ts";
import { beyond, type SegmentEnd, segmentOf } from "./materialisation.ts";
import type { ShapeGraph } from "./shape-graph.ts";
import {
  areZero,
  dataEdges,
  edgeAt,
  type HasValue,
  linkValue,
  type ShapeObject,
  sameLink,
} from "./shape-object.ts";
import {
  isNumber,
  type ObjectId,
  ShapePointer,
  type ShapeValue,
  sameShapeValue,
} from "./shape-value.ts";

/** Number of chains that are tried before the answer is no. */
const MAX_ATTEMPTS = 200;

/** The image of a general segment in the specific graph. */
interface Chain {
  readonly nodes: readonly ObjectId[];
}

/** A scope in which the names of a general graph are mapped: the whole graph, or one node of a chain. */
class Scope {
  readonly parent: Scope | undefined;
  /** The general segment, and the object of its chain. */
  readonly segment: ObjectId | undefined;
  readonly node: ObjectId | undefined;
  /** The owner, in the specific graph, of the objects in this scope. */
  readonly owner: ObjectId | undefined;
  readonly regions = new Map<ObjectId, ObjectId>();
  readonly chains = new Map<ObjectId, Chain>();
  readonly symbols = new Map<IntegerSymbol, ShapeValue>();

  constructor(
    parent: Scope | undefined,
    segment: ObjectId | undefined,
    node: ObjectId | undefined,
    owner: ObjectId | undefined,
  ) {
    this.parent = parent;
    this.segment = segment;
    this.node = node;
    this.owner = owner;
  }
}

/** A value of the general graph, in a scope, and the value that it would have to be mapped to. */
interface Goal {
  readonly scope: Scope;
  readonly general: ShapeValue;
  readonly specific: ShapeValue;
}

/** Whether every memory of `specific` is one of `general`. Errs on the side of no. */
export function entails(specific: ShapeGraph, general: ShapeGraph, pointerBytes: number): boolean {
  return new Embedding(specific, general, pointerBytes).exists();
}

/** The images of the lists and numbers of a general graph that are not owned by segments. */
export interface Meaning {
  /** For segments: the objects of the chain. Segments without an image have no node. */
  readonly chains: ReadonlyMap<ObjectId, readonly ObjectId[]>;
  readonly symbols: ReadonlyMap<IntegerSymbol, ShapeValue>;
}

/** The embedding that proves entailment; undefined when none is found. */
export function meaningIn(
  specific: ShapeGraph,
  general: ShapeGraph,
  pointerBytes: number,
): Meaning | undefined {
  const embedding = new Embedding(specific, general, pointerBytes);
  return embedding.exists() ? embedding.meaning() : undefined;
}

class Embedding {
  readonly #specific: ShapeGraph;
  readonly #general: ShapeGraph;
  readonly #pointerBytes: number;
  readonly #root = new Scope(undefined, undefined, undefined, undefined);
  readonly #claimed = new Set<ObjectId>();
  readonly #scopes: Scope[] = [];
  #goals: Goal[] = [];
  /** Pointers to segments whose image is not known yet. */
  #deferred: Goal[] = [];
  readonly #undo: (() => void)[] = [];
  #attempts = 0;

  constructor(specific: ShapeGraph, general: ShapeGraph, pointerBytes: number) {
    this.#specific = specific;
    this.#general = general;
    this.#pointerBytes = pointerBytes;
  }

  exists(): boolean {
    return this.#bindNames() && this.#solve();
  }

  meaning(): Meaning {
    const { chains, symbols } = this.#root;
    const nodes = new Map([...chains].map(([segment, chain]) => [segment, chain.nodes]));
    return { chains: nodes, symbols: new Map(symbols) };
  }

  /** Names denote the same objects in both. */
  #bindNames(): boolean {
    const [specific, general] = [this.#specific, this.#general];
    if (specific.frames.length !== general.frames.length) return false;
    const pairs: [ObjectId, ObjectId | undefined][] = [];
    for (const [object, id] of general.statics) pairs.push([id, specific.statics.get(object)]);
    for (const [index, frame] of general.frames.entries()) {
      const other = specific.frames[index];
      if (other === undefined || frame.objects.size !== other.objects.size) return false;
      for (const [object, id] of frame.objects) pairs.push([id, other.objects.get(object)]);
      pairs.push([frame.result, other.result]);
    }
    return pairs.every(
      ([from, to]) => to !== undefined && this.#bindRegion(this.#root, from, to, false),
    );
  }

  // ---------------------------------------------------------------- searching

  #solve(): boolean {
    for (let goal = this.#goals.pop(); goal !== undefined; goal = this.#goals.pop()) {
      if (!this.#embed(goal)) return false;
    }
    // Contradictions with the chains found so far are detected before more chains are tried.
    const answered = this.#deferred.filter((goal) => this.#hasChain(goal));
    if (answered.length > 0) {
      this.#deferred = this.#deferred.filter((goal) => !answered.includes(goal));
      this.#goals = answered;
      return this.#solve();
    }
    const next = this.#deferred.pop();
    if (next === undefined) return this.#isComplete();
    const { scope, general, specific } = next;
    if (!(general instanceof ShapePointer)) return false;
    const home = this.#scopeOf(scope, this.#general.object(general.target).owner);
    if (home === undefined) return false;
    const deferred = [...this.#deferred];
    const mark = this.#undo.length;
    for (const chain of this.#candidates(home, general, specific)) {
      if (++this.#attempts > MAX_ATTEMPTS) return false;
      this.#goals = [];
      this.#deferred = [...deferred];
      if (this.#bindChain(home, general.target, chain)) {
        this.#goals.push(next);
        if (this.#solve()) return true;
      }
      while (this.#undo.length > mark) this.#undo.pop()?.();
    }
    return false;
  }

  #hasChain({ scope, general }: Goal): boolean {
    if (!(general instanceof ShapePointer)) return false;
    const home = this.#scopeOf(scope, this.#general.object(general.target).owner);
    return home?.chains.has(general.target) === true;
  }

  /** Every live block is in the image, and everything in the general graph has an image. */
  #isComplete(): boolean {
    for (const { id, isValid, storage } of this.#specific.objects) {
      if (isValid && storage === "heap" && !this.#claimed.has(id)) return false;
    }
    return [this.#root, ...this.#scopes].every((scope) => {
      for (const { id, owner, isValid, storage, segment } of this.#general.objects) {
        if (owner !== scope.segment || !isValid || storage !== "heap") continue;
        if (segment === undefined ? !scope.regions.has(id) : !scope.chains.has(id)) {
          if (segment?.least !== 0) return false;
        }
      }
      return true;
    });
  }

  // ------------------------------------------------------------------- values

  #scopeOf(scope: Scope, owner: ObjectId | undefined): Scope | undefined {
    let at: Scope | undefined = scope;
    while (at !== undefined && at.segment !== owner) at = at.parent;
    return at;
  }

  /** Whether an object or symbol of the specific graph that `owner` owns is the same for all nodes in a scope. */
  #isSingle(scope: Scope, owner: ObjectId | undefined): boolean {
    for (let at = scope.owner; at !== owner; ) {
      if (at === undefined) return false;
      at = this.#specific.object(at).owner;
    }
    return true;
  }

  #embed(goal: Goal): boolean {
    const { scope, general, specific } = goal;
    if (general === ANY) return true;
    if (general instanceof IntegerSymbol) return this.#embedSymbol(scope, general, specific);
    if (general instanceof ShapePointer) return this.#embedPointer(goal, general);
    return sameShapeValue(general, specific);
  }

  #embedSymbol(scope: Scope, symbol: IntegerSymbol, value: ShapeValue): boolean {
    const home = this.#scopeOf(scope, this.#general.ownerOf(symbol));
    if (home === undefined) return false;
    const known = home.symbols.get(symbol);
    if (known !== undefined) {
      // Two addresses within the same bounds need not be equal.
      const isExact = !(value instanceof ShapePointer) || value.isExact;
      return isExact && sameShapeValue(known, value);
    }
    const range = this.#general.rangeOf(symbol);
    if (isNumber(value)) {
      if (!contains(range, this.#specific.rangeOf(value))) return false;
      const owner = isInteger(value) ? undefined : this.#specific.ownerOf(value);
      if (!isInteger(value) && !this.#isSingle(home, owner)) return false;
    } else if (value === ANY || !this.#mayBeAnyAddress(range)) {
      return false;
    } else if (value instanceof ShapePointer) {
      const { owner, segment, id, size } = this.#specific.object(value.target);
      const holder = value.spec === "own" ? id : owner;
      if (!this.#isSingle(home, holder)) return false;
      // An address out of bounds, or of a list that may be empty, may be null.
      const isNonnull = segment === undefined && value.low >= 0 && value.high <= size;
      if (!isNonnull && range.low !== 0) return false;
    }
    home.symbols.set(symbol, value);
    this.#undo.push(() => home.symbols.delete(symbol));
    return true;
  }

  /** Every address, or every one except null. */
  #mayBeAnyAddress({ low, high, excluded }: Range): boolean {
    const full = fullRange({ kind: "pointer", bits: (8 * this.#pointerBytes) as 32 | 64 });
    return low >= 0 && low <= 1 && high === full.high && excluded.length === 0;
  }

  #embedPointer(goal: Goal, general: ShapePointer): boolean {
    const { scope, specific } = goal;
    if (general.spec === "own") {
      const owner = this.#scopeOf(scope, general.target);
      if (owner?.node === undefined) return false;
      const { segment } = this.#specific.object(owner.node);
      const spec = segment === undefined ? "region" : "own";
      return sameShapeValue(specific, general.to(owner.node, spec));
    }
    const target = this.#general.object(general.target);
    const home = this.#scopeOf(scope, target.owner);
    if (home === undefined) return false;
    if (target.segment === undefined) {
      if (!(specific instanceof ShapePointer) || specific.spec !== "region") return false;
      if (specific.low !== general.low || specific.high !== general.high) return false;
      const known = home.regions.get(target.id);
      if (known !== undefined) return known === specific.target;
      return this.#bindRegion(home, target.id, specific.target, true);
    }
    const chain = home.chains.get(target.id);
    if (chain === undefined) {
      this.#deferred.push(goal);
      return true;
    }
    return this.#embedEnd(goal, general, chain, home);
  }

  /** A pointer to an end of a segment whose image is known. */
  #embedEnd(goal: Goal, general: ShapePointer, { nodes }: Chain, home: Scope): boolean {
    const { specific } = goal;
    const { target, spec, low, high } = general;
    if (spec !== "first" && spec !== "last") return false;
    const node = spec === "first" ? nodes[0] : nodes.at(-1);
    if (node === undefined) {
      const other = beyond(this.#general, target, spec, low, high, this.#pointerBytes);
      if (other === undefined) return false;
      // A segment without nodes next to another one: these could go on for ever in a ring.
      if (++this.#attempts > MAX_ATTEMPTS) return false;
      this.#goals.push({ scope: home, general: other, specific });
      return true;
    }
    const isRegion = this.#specific.object(node).segment === undefined;
    return sameShapeValue(specific, general.to(node, isRegion ? "region" : spec));
  }

  // ------------------------------------------------------------------ objects

  #claim(id: ObjectId): boolean {
    if (this.#claimed.has(id)) return false;
    this.#claimed.add(id);
    this.#undo.push(() => this.#claimed.delete(id));
    return true;
  }

  #bindRegion(scope: Scope, from: ObjectId, to: ObjectId, checksOwner: boolean): boolean {
    const general = this.#general.object(from);
    const specific = this.#specific.object(to);
    const isAlike =
      specific.segment === undefined &&
      general.segment === undefined &&
      general.storage === specific.storage &&
      general.depth === specific.depth &&
      general.isValid === specific.isValid &&
      general.isReadOnly === specific.isReadOnly &&
      general.isLiteral === specific.isLiteral &&
      (general.isExactSize
        ? specific.isExactSize && general.size === specific.size
        : general.size <= specific.size);
    if (!isAlike || (checksOwner && specific.owner !== scope.owner) || !this.#claim(to)) {
      return false;
    }
    scope.regions.set(from, to);
    this.#undo.push(() => scope.regions.delete(from));
    return general.edges.every((edge) => this.#embedEdge(scope, edge, specific));
  }

  #embedEdge(scope: Scope, edge: HasValue, { edges }: ShapeObject): boolean {
    const { offset, size, value, type } = edge;
    if (value === 0) return areZero(edges, offset, offset + size);
    const other = edgeAt(edges, offset, size);
    if (other === undefined) return false;
    if (other.type !== undefined && type !== undefined) {
      const isAlike =
        type.kind === other.type.kind &&
        (type.kind !== "int" || other.type.kind !== "int" || type.signed === other.type.signed);
      if (!isAlike) return false;
    } else if (type?.kind === "float" && value !== ANY) return false;
    this.#goals.push({ scope, general: value, specific: other.value });
    return true;
  }

  /** The possible images of a segment, given the image of a pointer to one of its ends: the longest first. */
  *#candidates(scope: Scope, general: ShapePointer, start: ShapeValue): Generator<Chain> {
    const { target, spec } = general;
    if (spec !== "first" && spec !== "last") return;
    const segment = this.#general.object(target);
    const { link, least } = segmentOf(segment);
    const field = spec === "first" ? link.next : link.previous;
    if (field === undefined) return;
    const nodes: ObjectId[] = [];
    let at: ShapeValue | undefined = start;
    const others = this.#endsOfOthers(target);
    for (let offset = general.low; ; offset = link.head) {
      const node = this.#nodeAt(scope, segment, at, offset, spec);
      if (node === undefined || nodes.includes(node.id) || others.has(node.id)) break;
      nodes.push(node.id);
      at = linkValue(node, field, this.#pointerBytes);
    }
    const lengths = nodes.map((id) => this.#specific.object(id).segment?.least ?? 1);
    for (let count = nodes.length; count >= 0; count--) {
      const length = lengths.slice(0, count).reduce((sum, each) => sum + each, 0);
      if (length < least) break;
      const chain = nodes.slice(0, count);
      yield { nodes: spec === "first" ? chain : chain.reverse() };
    }
  }

  /** Objects that are ends of other segments, which are known to have nodes. */
  #endsOfOthers(target: ObjectId): ReadonlySet<ObjectId> {
    const ends = new Set<ObjectId>();
    for (const { general, specific } of this.#deferred) {
      if (!(general instanceof ShapePointer) || !(specific instanceof ShapePointer)) continue;
      const { segment } = this.#general.object(general.target);
      if (general.target !== target && segment?.least !== 0) ends.add(specific.target);
    }
    return ends;
  }

  /** The object at an address, if it may be a node, or nodes, of a general segment. */
  #nodeAt(
    scope: Scope,
    general: ShapeObject,
    value: ShapeValue | undefined,
    offset: number,
    end: SegmentEnd,
  ): ShapeObject | undefined {
    if (!(value instanceof ShapePointer) || !value.isExact || value.low !== offset)
      return undefined;
    const object = this.#specific.object(value.target);
    const { segment } = object;
    if (value.spec !== (segment === undefined ? "region" : end)) return undefined;
    if (segment !== undefined && !sameLink(segment.link, segmentOf(general).link)) return undefined;
    const isAlike =
      object.isValid &&
      object.storage === general.storage &&
      object.isExactSize &&
      object.size === general.size &&
      object.owner === scope.owner &&
      !this.#claimed.has(object.id);
    return isAlike ? object : undefined;
  }

  #bindChain(scope: Scope, id: ObjectId, chain: Chain): boolean {
    const general = this.#general.object(id);
    const { link } = segmentOf(general);
    scope.chains.set(id, chain);
    this.#undo.push(() => scope.chains.delete(id));
    const nodes = chain.nodes.map((node) => this.#specific.object(node));
    const data = dataEdges(general.edges, link, this.#pointerBytes);
    for (const [index, node] of nodes.entries()) {
      if (!this.#claim(node.id)) return false;
      const owner = node.segment === undefined ? scope.owner : node.id;
      const inner = new Scope(scope, id, node.id, owner);
      this.#scopes.push(inner);
      this.#undo.push(() => this.#scopes.pop());
      if (!data.every((edge) => this.#embedEdge(inner, edge, node))) return false;
      const next = nodes[index + 1];
      if (next !== undefined && !this.#areNeighbours(node, next, general)) return false;
    }
    const [first, last] = [nodes[0], nodes.at(-1)];
    if (first === undefined || last === undefined) return true;
    const ends: readonly (readonly [number | undefined, ShapeObject])[] = [
      [link.next, last],
      [link.previous, first],
    ];
    return ends.every(([offset, node]) => {
      if (offset === undefined) return true;
      const expected = linkValue(general, offset, this.#pointerBytes);
      const found = linkValue(node, offset, this.#pointerBytes);
      if (expected === undefined) return true;
      if (found === undefined) return false;
      this.#goals.push({ scope, general: expected, specific: found });
      return true;
    });
  }

  #areNeighbours(node: ShapeObject, next: ShapeObject, general: ShapeObject): boolean {
    const { link } = segmentOf(general);
    const pointer = (to: ShapeObject, end: SegmentEnd): ShapeValue =>
      new ShapePointer(to.id, to.segment === undefined ? "region" : end, link.head);
    const isPointer = (from: ShapeObject, offset: number, value: ShapeValue): boolean => {
      const found = linkValue(from, offset, this.#pointerBytes);
      return found !== undefined && sameShapeValue(found, value);
    };
    return (
      isPointer(node, link.next, pointer(next, "first")) &&
      (link.previous === undefined || isPointer(next, link.previous, pointer(node, "last")))
    );
  }
}
