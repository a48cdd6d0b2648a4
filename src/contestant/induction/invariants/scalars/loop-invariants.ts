/**
 * Candidate invariants of a loop, from templates over the scalars that it changes. They are guesses: Houdini
 * (Flanagan, Leino: "Houdini, an annotation assistant for ESC/Java", FME 2001) keeps the largest inductive subset.
 */

import type { InvariantText } from "../../../analysis-core/index.ts";
import { constantText } from "../../../analysis-core/index.ts";
import type { Term, TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, MemoryCell, Region, State } from "../../../symbolic/index.ts";
import {
  constantLeavesBeside,
  finiteSetText,
  integerVariable,
  linearText,
  lowBitsText,
  Pointer,
  relationText,
} from "../../../symbolic/index.ts";

/**
 * The result of a proof attempt for a candidate: it could not be proved at the entry of the loop, or could not be
 * proved to be preserved by every iteration, or both were proved.
 */
export type InvariantFate = "not-established" | "not-preserved" | "inductive";

/** A condition on the memory at a loop head. */
export interface CandidateInvariant {
  at(state: State): Term;
  readonly onFate?: (fate: InvariantFate) => void;
  /** The condition in C over variables of the program, if it has such a form. */
  readonly text: InvariantText | undefined;
}

/** Number of constants of a loop that are compared with. */
const MAX_CONSTANTS = 24;
const FEW_CONSTANTS = 3;
/** With more scalars than this, only the cheap templates are used. */
const MAX_SCALARS = 24;

/**
 * The templates that are instantiated: `few` are those that cost little, and suffice for most ranking functions;
 * `cases` the same with ranking functions by cases (ranking-splitting.ts); `bounds` those that prove accesses to be
 * within their blocks.
 */
export type Templates = "none" | "few" | "cases" | "bounds" | "all";

export interface CandidateContext {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  /** Constants that the function mentions. */
  readonly constants: readonly bigint[];
  /** Scalars that the loop does not change but may compare with. */
  readonly others: readonly MemoryCell[];
  readonly templates?: Templates;
}

/** Candidates for the cells, given the states at the head (before the loop, arbitrary) and after an iteration. */
export function candidateInvariants(
  context: CandidateContext,
  cells: readonly MemoryCell[],
  entry: State,
  head: State,
  back: State,
): CandidateInvariant[] {
  const result: CandidateInvariant[] = [];
  const integers = cells.filter((cell) => isTerm(context, cell, head));
  const brief = { ...context, constants: context.constants.slice(0, FEW_CONSTANTS) };
  if (context.templates === "bounds") {
    const own = integers.flatMap((cell) => [
      ...finiteSet(brief, cell, entry, head, back),
      ...bounds(brief, cell, entry),
    ]);
    if (integers.length > MAX_SCALARS) return own;
    const pairs = integers.flatMap((cell, index) =>
      [...integers.slice(index + 1), ...context.others].map((other) => [cell, other] as const),
    );
    return [...own, ...pairs.flatMap(([cell, other]) => orders(context, cell, other))];
  }
  if (context.templates === "few" || context.templates === "cases") {
    return integers.flatMap((cell) => [
      ...finiteSet(brief, cell, entry, head, back),
      ...bounds(brief, cell, entry),
      ...directions(brief, cell, entry),
    ]);
  }
  for (const cell of integers) {
    result.push(...finiteSet(context, cell, entry, head, back));
    if (integers.length <= MAX_SCALARS) result.push(...bounds(context, cell, entry));
    result.push(...lowBits(context, cell, entry));
    result.push(...directions(context, cell, entry));
  }
  if (integers.length <= MAX_SCALARS) {
    for (const [index, cell] of integers.entries()) {
      const partners = [...integers.slice(index + 1), ...context.others];
      for (const other of partners) result.push(...relations(context, cell, other, entry));
      if (integers.length > MAX_PHASED) continue;
      for (const other of [...integers, ...context.others]) {
        if (other !== cell) result.push(...phases(context, cell, other, entry));
      }
    }
  }
  return result;
}

function isTerm(context: CandidateContext, cell: MemoryCell, state: State): boolean {
  const value = context.access.readAt(state, cell.region, cell.offset, cell.size);
  return !(value instanceof Pointer) && value.width === cell.size * 8 && cell.size <= 8;
}

function read(context: CandidateContext, cell: MemoryCell, state: State): Term | undefined {
  const value = context.access.readAt(state, cell.region, cell.offset, cell.size);
  return value instanceof Pointer ? undefined : value;
}

/** A candidate on one cell. */
function unary(
  context: CandidateContext,
  cell: MemoryCell,
  text: InvariantText | undefined,
  condition: (value: Term) => Term,
): CandidateInvariant {
  return {
    text,
    at: (state) => {
      const value = read(context, cell, state);
      return value === undefined ? context.manager.false : condition(value);
    },
  };
}

/** `x == 1 || x == 2 || …` when the loop assigns constants only. */
function finiteSet(
  context: CandidateContext,
  cell: MemoryCell,
  entry: State,
  head: State,
  back: State,
): CandidateInvariant[] {
  const { manager } = context;
  const before = read(context, cell, head);
  const after = read(context, cell, back);
  const first = read(context, cell, entry);
  if (before === undefined || after === undefined || first === undefined) return [];
  const assigned = constantLeavesBeside(after, before);
  const initial = constantLeavesBeside(first, first.op === "ite" ? before : first);
  if (assigned === undefined || (initial === undefined && first.op !== "constant")) return [];
  const values = new Set([...assigned, ...(initial ?? [])]);
  if (first.op === "constant") values.add(first.value);
  return [
    unary(context, cell, finiteSetText(cell, values), (value) =>
      manager.or(
        ...[...values].map((constant) =>
          manager.eq(value, manager.constant(value.width, constant)),
        ),
      ),
    ),
  ];
}

function bounds(context: CandidateContext, cell: MemoryCell, entry: State): CandidateInvariant[] {
  const { manager } = context;
  const width = cell.size * 8;
  const first = read(context, cell, entry);
  const constants = new Set(
    context.constants
      .flatMap((constant) => (constant > 1n ? [constant, constant + 1n] : [constant]))
      .filter((constant) => constant === BigInt.asIntN(width, constant) || constant >= 0n)
      .slice(0, MAX_CONSTANTS)
      .map((constant) => BigInt.asUintN(width, constant)),
  );
  constants.add(0n);
  if (first?.op === "constant") constants.add(first.value);
  const variable = integerVariable(cell);
  const text = (constant: bigint, operator: string, signed: boolean): InvariantText | undefined =>
    variable?.isSigned === signed
      ? {
          text: `${variable.name} ${operator} ${constantText(constant, variable)}`,
          objects: [variable.object],
        }
      : undefined;
  const isAtLeast = (constant: bigint): CandidateInvariant =>
    unary(context, cell, text(constant, ">=", true), (value) =>
      manager.sle(manager.constant(value.width, constant), value),
    );
  const comparisons = [...constants].flatMap((constant) => {
    const bound = (value: Term): Term => manager.constant(value.width, constant);
    return [
      isAtLeast(constant),
      unary(context, cell, text(constant, "<=", true), (value) => manager.sle(value, bound(value))),
      unary(context, cell, text(constant, "<=", false), (value) =>
        manager.ule(value, bound(value)),
      ),
      unary(
        context,
        cell,
        variable === undefined ? undefined : text(constant, "!=", variable.isSigned),
        (value) => manager.not(manager.eq(value, bound(value))),
      ),
    ];
  });
  // Where a loop counts down to 0, and one further.
  const minusOne = BigInt.asUintN(width, -1n);
  return constants.has(minusOne) ? comparisons : [...comparisons, isAtLeast(minusOne)];
}

/** The value is at least, or at most, what it was at the start. */
function directions(
  context: CandidateContext,
  cell: MemoryCell,
  entry: State,
): CandidateInvariant[] {
  const { manager } = context;
  const first = read(context, cell, entry);
  // Constants are among the bounds.
  if (first === undefined || first.op === "constant") return [];
  return [
    unary(context, cell, undefined, (value) => manager.sle(first, value)),
    unary(context, cell, undefined, (value) => manager.sle(value, first)),
    unary(context, cell, undefined, (value) => manager.ule(first, value)),
    unary(context, cell, undefined, (value) => manager.ule(value, first)),
  ];
}

/** The value keeps its residue modulo 2, 4, 8. */
function lowBits(context: CandidateContext, cell: MemoryCell, entry: State): CandidateInvariant[] {
  const { manager } = context;
  const first = read(context, cell, entry);
  if (first === undefined) return [];
  return [1, 2, 3].map((bits) =>
    unary(context, cell, lowBitsText(cell, first, bits), (value) =>
      manager.eq(manager.extract(value, bits - 1, 0), manager.extract(first, bits - 1, 0)),
    ),
  );
}

/** A candidate on two cells of one width. */
function binary(
  context: CandidateContext,
  a: MemoryCell,
  b: MemoryCell,
  text: InvariantText | undefined,
  condition: (x: Term, y: Term) => Term,
): CandidateInvariant {
  return {
    text,
    at: (state) => {
      const x = read(context, a, state);
      const y = read(context, b, state);
      return x === undefined || y === undefined || x.width !== y.width
        ? context.manager.false
        : condition(x, y);
    },
  };
}

/** The order of two cells. */
function orders(context: CandidateContext, a: MemoryCell, b: MemoryCell): CandidateInvariant[] {
  if (a.size !== b.size) return [unequalWidths(context, a, b)];
  const { manager } = context;
  const text = (operator: string, signed: boolean): InvariantText | undefined =>
    relationText(a, operator, b, signed);
  return [
    binary(context, a, b, text("<=", true), (x, y) => manager.sle(x, y)),
    binary(context, a, b, text(">=", true), (x, y) => manager.sle(y, x)),
    binary(context, a, b, text("<=", false), (x, y) => manager.ule(x, y)),
    binary(context, a, b, text(">=", false), (x, y) => manager.ule(y, x)),
  ];
}

function relations(
  context: CandidateContext,
  a: MemoryCell,
  b: MemoryCell,
  entry: State,
): CandidateInvariant[] {
  const result = orders(context, a, b);
  if (a.size !== b.size) return result;
  const { manager } = context;
  const x0 = read(context, a, entry);
  const y0 = read(context, b, entry);
  if (x0 !== undefined && y0 !== undefined && x0.width === y0.width) {
    // The difference and the sum keep their initial values: also x == y.
    const difference = manager.sub(x0, y0);
    const sum = manager.add(x0, y0);
    result.push(
      binary(context, a, b, linearText(a, b, -1n, difference), (x, y) =>
        manager.eq(manager.sub(x, y), difference),
      ),
      binary(context, a, b, linearText(a, b, 1n, sum), (x, y) =>
        manager.eq(manager.add(x, y), sum),
      ),
    );
    for (const factor of factorsOf(context.constants)) {
      result.push(
        ...[
          [a, b, x0, y0],
          [b, a, y0, x0],
        ].map(([p, q, p0, q0]) =>
          scaled(context, p as MemoryCell, q as MemoryCell, p0 as Term, q0 as Term, factor),
        ),
      );
    }
  }
  return result;
}

/** With more scalars than this, phases are not tried. */
const MAX_PHASED = 5;
const MAX_PHASE_CONSTANTS = 6;

/**
 * Relations that hold once a counter has moved at all, or has reached a constant: `x == x0 || x <= y`, and `x <= c`
 * while y does not change, `y - y0 == x - c` from then on.
 */
function phases(
  context: CandidateContext,
  a: MemoryCell,
  b: MemoryCell,
  entry: State,
): CandidateInvariant[] {
  if (a.size !== b.size) return [];
  const { manager } = context;
  const [x0, y0] = [read(context, a, entry), read(context, b, entry)];
  if (x0 === undefined || y0 === undefined || x0.width !== y0.width) return [];
  const { width } = x0;
  const binary = (condition: (x: Term, y: Term) => Term): CandidateInvariant => ({
    text: undefined,
    at: (state) => {
      const x = read(context, a, state);
      const y = read(context, b, state);
      return x?.width !== width || y?.width !== width ? manager.false : condition(x, y);
    },
  });
  const before = (x: Term): Term => manager.sub(x, manager.constant(width, 1n));
  const result = [
    binary((x, y) => manager.or(manager.eq(x, x0), manager.sle(x, y))),
    binary((x, y) => manager.or(manager.eq(x, x0), manager.sle(before(x), y))),
    binary((x, y) => manager.or(manager.eq(x, x0), manager.ule(before(x), y))),
  ];
  if (y0.op !== "constant") return result;
  const constants = context.constants.filter((constant) => constant > 1n);
  for (const value of constants.slice(0, MAX_PHASE_CONSTANTS)) {
    const c = manager.constant(width, BigInt.asUintN(width, value));
    const moved = (x: Term, y: Term): Term => manager.eq(manager.sub(y, y0), manager.sub(x, c));
    result.push(
      binary((x, y) => manager.implies(manager.sle(x, c), manager.eq(y, y0))),
      binary((x, y) => manager.implies(manager.sle(c, x), moved(x, y))),
    );
  }
  return result;
}

const MAX_FACTOR = 16n;
const MAX_FACTORS = 5;

/** Small constants of a function, by which one counter may move faster than another. */
export function factorsOf(constants: readonly bigint[]): bigint[] {
  const own = constants.filter((constant) => constant > 1n && constant <= MAX_FACTOR);
  return [...new Set([2n, 3n, 4n, ...own])].slice(-MAX_FACTORS);
}

/** The narrower one is at most the wider one, both unsigned. */
function unequalWidths(
  context: CandidateContext,
  a: MemoryCell,
  b: MemoryCell,
): CandidateInvariant {
  const { manager } = context;
  const [narrow, wide] = a.size < b.size ? [a, b] : [b, a];
  return {
    text: undefined,
    at: (state) => {
      const x = read(context, narrow, state);
      const y = read(context, wide, state);
      return x === undefined || y === undefined || x.width > y.width
        ? manager.false
        : manager.ule(manager.zeroExtend(x, y.width), y);
    },
  };
}

/** `p - p0 == factor * (q - q0)`. */
function scaled(
  context: CandidateContext,
  p: MemoryCell,
  q: MemoryCell,
  p0: Term,
  q0: Term,
  factor: bigint,
): CandidateInvariant {
  const { manager } = context;
  const start = manager.sub(p0, manager.mul(manager.constant(p0.width, factor), q0));
  return {
    text: linearText(p, q, -factor, start),
    at: (state) => {
      const x = read(context, p, state);
      const y = read(context, q, state);
      if (x === undefined || y === undefined || x.width !== y.width) return manager.false;
      const scaledBy = manager.constant(x.width, factor);
      return manager.eq(manager.sub(x, p0), manager.mul(scaledBy, manager.sub(y, q0)));
    },
  };
}

/** Scalars of the state that are not loop variables, as partners of relations. */
export function otherScalars(
  state: State,
  changed: readonly MemoryCell[],
  isInteresting: (region: Region) => boolean,
): MemoryCell[] {
  const taken = new Set(changed.map(({ region }) => region));
  const result: MemoryCell[] = [];
  for (const [region, content] of state.contents) {
    if (taken.has(region) || !isInteresting(region)) continue;
    const chunk = content.chunks.get(0);
    if (chunk === undefined || chunk.value instanceof Pointer || chunk.size !== region.size)
      continue;
    if (chunk.value.op === "constant") continue;
    result.push({ region, offset: 0, size: chunk.size });
  }
  return result.slice(0, MAX_OTHERS);
}

const MAX_OTHERS = 8;

/** Regions of the size of a scalar that were never written: their values are inputs. */
export function unwrittenScalars(state: State): MemoryCell[] {
  const result: MemoryCell[] = [];
  for (const [region, { chunks }] of state.contents) {
    if (region.hasEnded || chunks.size > 0 || ![1, 2, 4, 8].includes(region.size ?? 0)) continue;
    result.push({ region, offset: 0, size: region.size as number });
  }
  return result.slice(0, MAX_OTHERS);
}
