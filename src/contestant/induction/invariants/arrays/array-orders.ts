/**
 * Candidates for invariants of loops that sort: between two endpoints each element is at most the next one, or one
 * element, or a variable, is at most all of them (the atoms of Bradley, Manna, Sipma: "What's decidable about
 * arrays?", VMCAI 2006, that sorting needs). They are guesses like all others, kept as far as they hold at the
 * entry and after an iteration that starts from them, for an arbitrary index.
 * Nothing is assumed about indices: one whose offset wraps around, or lies outside of the array, denotes the
 * element that is read at that offset, here as in the goals; an endpoint that does not exist in a state makes no
 * instance.
 */
import type { ComparisonExpression, Expression } from "../../../cfa/index.ts";
import type { Term } from "../../../smt/index.ts";
import type { MemoryCell, Region, State } from "../../../symbolic/index.ts";
import { Pointer, UnsupportedFeature } from "../../../symbolic/index.ts";
import {
  type ArrayCandidate,
  type ArrayContext,
  type ArrayScope,
  addedTo,
  type Pattern,
  resized,
} from "./array-candidate.ts";
import { arrayOf, isElement, variableOf } from "./array-predicates.ts";

/** A comparison of elements, and their location. */
export interface ReadPredicate {
  readonly condition: ComparisonExpression;
  readonly patterns: readonly Pattern[];
}

/** Elements that the program compares with each other, or with variables that they are assigned to. */
export interface Elements {
  readonly region: Region;
  readonly size: number;
  readonly stride: bigint;
  /** Offset of the first element. */
  readonly start: bigint;
  readonly isSigned: boolean;
  /** The variables. */
  readonly keys: MemoryCell[];
}

/** A position in an array, as a signed number of pointer width. */
interface Endpoint {
  /** The cell, and the distance from its value. */
  readonly cell?: MemoryCell;
  readonly shift: bigint;
}

/** From an index on, and below another one; without the latter, to the end of the array. */
interface Range {
  readonly from: Endpoint;
  readonly below: Endpoint | "end";
  /** Only where this is no position before the first element. */
  readonly behind?: Endpoint;
  /** Only where a flag has this value. */
  readonly when?: { readonly cell: MemoryCell; readonly value: bigint };
}

const MAX_ARRAYS = 2;
const MAX_CELLS = 4;
const MAX_OTHERS = 3;
const MAX_KEYS = 2;
const FIRST: Endpoint = { shift: 0n };
/** Facts about an element and the one before it are instantiated: orders are transitive. */
const AND_BEFORE: readonly bigint[] = [0n, 1n];

export function orderCandidates(
  context: ArrayContext,
  ordered: readonly Elements[],
  scope: ArrayScope,
): ArrayCandidate[] {
  return ordered.flatMap((elements) => {
    const orders = new Orders(context, elements, scope);
    return scope.arrays.has(elements.region) ? orders.ofChanged() : orders.ofRead();
  });
}

/** Elements whose order may matter. */
export function orderedElements(
  { access, regionOf, taken, moved }: ArrayContext,
  predicates: readonly ReadPredicate[],
  { arrays, head }: ArrayScope,
): Elements[] {
  const found = new Map<Region, Elements>();
  for (const { condition, patterns } of predicates) {
    if (condition.operator === "eq" || condition.operator === "ne") continue;
    const sides = [condition.left, condition.right].map(withoutCasts);
    const [element, other] = sides.filter(
      (side) => side.kind === "load" && isElement(side.address) && moved.has(arrayOf(side.address)),
    );
    const key = sides.map(variableOf).find((object) => object !== undefined && taken.has(object));
    const [pattern] = patterns;
    if (element === undefined || (other ?? key) === undefined) continue;
    if (pattern === undefined || pattern.start.op !== "constant") continue;
    const { region, size, stride, start } = pattern;
    if (stride < BigInt(size) || element.type.kind !== "int") continue;
    // An array that the loop only writes has no order that an iteration depends on.
    if (arrays.has(region) && access.contentOf(head, region).base.isUnread) continue;
    const first = BigInt.asIntN(start.width, start.value) % stride;
    const elements = found.get(region) ?? {
      region,
      size,
      stride,
      start: first < 0n ? first + stride : first,
      isSigned: element.type.signed,
      keys: [],
    };
    if (!found.has(region) && found.size >= MAX_ARRAYS) continue;
    found.set(region, elements);
    if (key?.size !== size || elements.keys.length >= MAX_KEYS) continue;
    const cell = { region: regionOf(key), offset: 0, size };
    if (elements.keys.every((other) => other.region !== cell.region)) elements.keys.push(cell);
  }
  return [...found.values()];
}

class Orders {
  readonly #context: ArrayContext;
  readonly #elements: Elements;
  readonly #cells: readonly MemoryCell[];
  readonly #others: readonly MemoryCell[];
  readonly #flags: readonly { readonly cell: MemoryCell; readonly value: bigint }[];
  readonly #result: ArrayCandidate[] = [];

  constructor(context: ArrayContext, elements: Elements, { cells, others }: ArrayScope) {
    this.#context = context;
    this.#elements = elements;
    const flags = context.flags.map(({ object, values }) => ({
      cell: { region: context.regionOf(object), offset: 0, size: object.size },
      values,
    }));
    const isFlag = ({ region }: MemoryCell): boolean =>
      flags.some(({ cell }) => cell.region === region);
    const isIndex = ({ region: { object } }: MemoryCell): boolean =>
      object !== undefined && context.indices.has(object);
    const isInteger = (cell: MemoryCell): boolean =>
      cell.size >= 4 && cell.size <= 8 && !isFlag(cell);
    this.#cells = cells.filter((cell) => isInteger(cell) && isIndex(cell)).slice(0, MAX_CELLS);
    this.#others = [
      ...others.filter(isIndex),
      ...others.filter((cell) => !isIndex(cell) && !elements.keys.some(isSameCell(cell))),
    ]
      .filter(isInteger)
      .slice(0, MAX_OTHERS);
    this.#flags = flags.flatMap(({ cell, values }) =>
      cells.some(({ region }) => region === cell.region)
        ? values.map((value) => ({ cell, value }))
        : [],
    );
  }

  /** Candidates about an array that the loop changes. */
  ofChanged(): ArrayCandidate[] {
    const after = (cell: MemoryCell): Endpoint[] => [
      { cell, shift: 0n },
      { cell, shift: 1n },
    ];
    const all = [...this.#cells, ...this.#others];
    const points = all.flatMap(after);
    for (const from of [FIRST, ...points]) {
      for (const below of [...points, "end"] as const) {
        if (from.cell !== undefined && below !== "end" && below.cell === from.cell) continue;
        this.#ascending({ from, below });
        for (const key of this.#elements.keys) {
          if (from.cell !== key && (below === "end" || below.cell !== key)) {
            this.#bounded({ from, below }, (state) => this.#scalar(state, key));
          }
        }
      }
    }
    for (const when of this.#flags) {
      this.#ascending({ from: FIRST, below: "end", when });
      for (const below of points) this.#ascending({ from: FIRST, below, when });
    }
    for (const cell of all) {
      const ends = [...all.filter((other) => other !== cell).flatMap(after), "end"] as const;
      for (const below of ends) {
        this.#around({ cell, shift: -1n }, { from: { cell, shift: 0n }, below });
        this.#around({ cell, shift: 0n }, { from: { cell, shift: 1n }, below });
      }
      this.#around({ cell, shift: 0n }, { from: FIRST, below: { cell, shift: 0n } });
    }
    return this.#result;
  }

  /**
   * Candidates about an array that the loop only reads: an element that is at most, or at least, all those read so
   * far.
   */
  ofRead(): ArrayCandidate[] {
    for (const cell of [...this.#cells, ...this.#others]) {
      for (const counter of this.#cells) {
        if (counter === cell) continue;
        const pivot = { cell, shift: 0n };
        const below = { cell: counter, shift: 0n };
        this.#around(pivot, { from: FIRST, below }, AND_BEFORE);
        for (const other of this.#others) {
          const from = { cell: other, shift: other === cell ? 1n : 0n };
          this.#around(pivot, { from, below }, AND_BEFORE);
        }
      }
    }
    return this.#result;
  }

  /** Each element of the range is at most the next one, or each at least. */
  #ascending(range: Range): void {
    const one = this.#constant(1n);
    const next = (index: Term): Term => this.#context.manager.add(index, one);
    this.#add(range, 1n, [0n, 1n], (state, index) => [
      this.#element(state, index),
      this.#element(state, next(index)),
    ]);
  }

  /** The element at an endpoint is at most all elements of a range, or at least. */
  #around(pivot: Endpoint, range: Range, uses: readonly bigint[] = [0n]): void {
    const bound = (state: State): Term | undefined => {
      const at = this.#position(state, pivot);
      return at === undefined ? undefined : this.#element(state, at);
    };
    // There is no element before the first one.
    this.#bounded(pivot.shift < 0n ? { ...range, behind: pivot } : range, bound, uses);
  }

  #bounded(
    range: Range,
    bound: (state: State) => Term | undefined,
    uses: readonly bigint[] = [0n],
  ): void {
    this.#add(range, 0n, uses, (state, index) => [bound(state), this.#element(state, index)]);
  }

  /**
   * @param last - how far behind the index the last element lies that an instance reads
   * @param uses - distances behind the index of the elements whose reads create an instance
   */
  #add(
    range: Range,
    last: bigint,
    uses: readonly bigint[],
    sides: (state: State, index: Term) => readonly [Term | undefined, Term | undefined],
  ): void {
    const { manager, access } = this.#context;
    const { region, size, stride, start, isSigned } = this.#elements;
    const width = access.pointerBits;
    const patterns = uses.map(
      (shift): Pattern => ({ region, size, stride, start: this.#constant(start + shift * stride) }),
    );
    const atMost = (a: Term, b: Term): Term => (isSigned ? manager.sle(a, b) : manager.ule(a, b));
    const within = (state: State, index: Term): Term | undefined =>
      this.#within(state, range, index, last);
    for (const isFalling of [false, true]) {
      this.#result.push({
        width,
        patterns,
        within,
        at: (state, index) => {
          const guard = within(state, index);
          if (guard === undefined) return undefined;
          if (guard === manager.false) return { known: manager.true, holds: manager.true };
          const probe = state.fork();
          const [a, b] = sides(probe, index);
          if (a === undefined || b === undefined || probe.isEmpty) return undefined;
          const order = isFalling ? atMost(b, a) : atMost(a, b);
          return {
            known: addedTo(manager, probe.path, state.path),
            holds: manager.implies(guard, order),
          };
        },
      });
    }
  }

  /** The condition that an index, and another one at a distance behind it, lie in a range. */
  #within(
    state: State,
    { from, below, behind, when }: Range,
    index: Term,
    last: bigint,
  ): Term | undefined {
    const { manager } = this.#context;
    const low = this.#position(state, from);
    const high = below === "end" ? this.#end() : this.#position(state, below);
    if (low === undefined || high === undefined) return undefined;
    const pivot = behind === undefined ? undefined : this.#position(state, behind);
    const top = manager.add(index, this.#constant(last));
    const flag = when === undefined ? undefined : this.#scalar(state, when.cell);
    if (when !== undefined && flag === undefined) return undefined;
    return manager.and(
      manager.sle(low, index),
      manager.slt(index, high),
      manager.slt(top, high),
      pivot === undefined ? manager.true : manager.sle(this.#constant(0n), pivot),
      when === undefined || flag === undefined
        ? manager.true
        : manager.eq(flag, manager.constant(flag.width, BigInt.asUintN(flag.width, when.value))),
    );
  }

  /** Number of elements; undefined where it is not constant. */
  #end(): Term | undefined {
    const { region, size, stride, start } = this.#elements;
    if (region.size === undefined) return undefined;
    const room = BigInt(region.size - size) - start;
    return room < 0n ? undefined : this.#constant(room / stride + 1n);
  }

  #position(state: State, { cell, shift }: Endpoint): Term | undefined {
    if (cell === undefined) return this.#constant(shift);
    const { manager, access } = this.#context;
    const value = this.#scalar(state, cell);
    if (value === undefined) return undefined;
    return manager.add(resized(manager, value, access.pointerBits), this.#constant(shift));
  }

  #scalar(state: State, { region, offset, size }: MemoryCell): Term | undefined {
    const value = this.#context.access.readAt(state, region, offset, size);
    return value instanceof Pointer || value.width !== 8 * size ? undefined : value;
  }

  #element(state: State, index: Term): Term | undefined {
    const { manager, access } = this.#context;
    const { region, size, stride, start } = this.#elements;
    const offset = manager.add(manager.mul(index, this.#constant(stride)), this.#constant(start));
    try {
      const value = access.readElement(state, region, offset, size);
      return value instanceof Pointer ? undefined : value;
    } catch (error) {
      if (!(error instanceof UnsupportedFeature)) throw error;
      return undefined;
    }
  }

  #constant(value: bigint): Term {
    const { manager, access } = this.#context;
    return manager.constant(access.pointerBits, BigInt.asUintN(access.pointerBits, value));
  }
}

function isSameCell({ region, offset }: MemoryCell): (other: MemoryCell) => boolean {
  return (other) => other.region === region && other.offset === offset;
}

function withoutCasts(expression: Expression): Expression {
  return expression.kind === "cast" ? withoutCasts(expression.operand) : expression;
}
