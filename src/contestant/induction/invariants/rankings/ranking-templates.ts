/**
 * Templates for ranking functions: scalars that a loop or a recursion changes, their sums and differences, and the
 * larger of two of these; and conditions by which a loop may be split into phases.
 */

import { composedText, type RankingText } from "../../../analysis-core/index.ts";
import type { Term } from "../../../smt/index.ts";
import type { MemoryCell, State } from "../../../symbolic/index.ts";
import { extremum, type Linear } from "./ranking-extrema.ts";
import {
  type Component,
  type Predicate,
  type RankingContext,
  type Scalar,
  wideOf,
} from "./ranking-function.ts";
import { type Numeral, numberIn, numeralsOf, scalarOf } from "./ranking-numerals.ts";
import { positionCandidates } from "./ranking-positions.ts";

/** Wide enough for sums of two numbers of 64 bits, of 32 bits, and their doubles. */
const WIDE = 72;
const NARROW = 36;
/** With more changed scalars than this, no sums are tried. */
const MAX_SUMMED = 10;

/** Parameters of mutually recursive functions, and other memory that they change: a cell for each. */
export interface RecursionCells {
  /** By function, the cells of its parameters. */
  readonly parameters: readonly (readonly MemoryCell[])[];
  readonly shared: readonly MemoryCell[];
  /** Index of the function at whose entry a state is. */
  readonly functionOf: (state: State) => number;
  /** Their names. */
  readonly functions: readonly string[];
}

/** With more choices of a parameter for every function, only those at the same place are tried. */
const MAX_TUPLES = 64;

/** A scalar that a recursion changes: one parameter of every function, or shared memory. */
export interface RecursionScalars {
  readonly parameters: readonly Scalar[];
  readonly shared: readonly Scalar[];
}

/** Undefined where the parameters can be combined in too many ways. */
export function recursionScalars(
  context: RankingContext,
  { parameters, shared, functionOf, functions }: RecursionCells,
  entries: readonly State[],
): RecursionScalars | undefined {
  const numerals = parameters.map((cells, index) => numeralsAt(context, cells, entries[index]));
  let tuples: (readonly Numeral[])[] = [[]];
  for (const own of numerals) {
    tuples = tuples.flatMap((tuple) => own.map((numeral) => [...tuple, numeral]));
    if (tuples.length > MAX_TUPLES) return undefined;
  }
  const choices = tuples.filter(([first, ...others]) =>
    others.every(({ isSigned, bits }) => isSigned === first?.isSigned && bits === first.bits),
  );
  const among = (tuple: readonly Numeral[]): Scalar => ({
    text: parametersText(tuple, functions),
    read: (state) => {
      const numeral = tuple[functionOf(state)];
      return numeral === undefined ? undefined : numberIn(context, numeral.cell, state);
    },
    isSigned: tuple[0]?.isSigned === true,
    bits: tuple[0]?.bits ?? 0,
  });
  const common = numeralsAt(context, shared, entries[0]).map((numeral) =>
    scalarOf(context, numeral),
  );
  return { parameters: choices.map(among), shared: common };
}

/** The parameters of each function, and the scalars that all of them change. */
export function recursionNumbers(
  context: RankingContext,
  { parameters, shared }: RecursionCells,
  entries: readonly State[],
): readonly (readonly Scalar[])[] {
  return parameters.map((cells, index) =>
    numeralsAt(context, [...cells, ...shared], entries[index]).map((numeral) =>
      scalarOf(context, numeral),
    ),
  );
}

function numeralsAt(
  context: RankingContext,
  cells: readonly MemoryCell[],
  state: State | undefined,
): readonly Numeral[] {
  if (state === undefined) return [];
  return cells
    .filter((cell) => numberIn(context, cell, state) !== undefined)
    .flatMap((cell) => numeralsOf(cell, state));
}

/** `n`, or `n of even, m of odd`. */
function parametersText(
  tuple: readonly Numeral[],
  functions: readonly string[],
): RankingText | undefined {
  const texts = tuple.flatMap(({ text }) => text ?? []);
  if (texts.length < tuple.length) return undefined;
  const names =
    texts.length === 1
      ? texts.map(({ text }) => text)
      : texts.map(({ text }, index) => `${text} of ${functions[index]}`);
  return { ...composedText(names.join(", "), ...texts), isWords: true };
}

/** Candidates of a recursion, including the function itself. */
export function recursionCandidates(
  context: RankingContext,
  { parameters, shared }: RecursionScalars,
  { functionOf, functions }: Pick<RecursionCells, "functionOf" | "functions">,
): readonly Component[] {
  const { manager } = context;
  const scalars = [...parameters, ...shared];
  const directions = [false, true];
  const singles = scalars.flatMap((scalar) =>
    directions.map((grows) => componentOf(scalar, grows)),
  );
  const sums = scalars.flatMap((x, index) =>
    scalars
      .slice(index + 1)
      .flatMap((y) =>
        ([1, -1] as const).flatMap((sign) =>
          directions.map((grows) => sumOf(context, x, y, sign, grows)),
        ),
      ),
  );
  const ranks = directions.map(
    (grows): Component => ({
      read: (state) => manager.constant(8, functionOf(state)),
      isSigned: false,
      isFinite: true,
      grows,
      expression: {
        text: `the place of the function among ${functions.join(", ")}`,
        objects: [],
        isWords: true,
      },
    }),
  );
  return [
    ...singles,
    ...(scalars.length > MAX_SUMMED ? [] : sums),
    ...scaledMaxima(context, parameters),
    ...ranks,
  ];
}

/** Candidates of a loop, simple ones first. */
export function loopCandidates(
  context: RankingContext,
  cells: readonly MemoryCell[],
  others: readonly MemoryCell[],
  head: State,
  back: State,
): readonly Component[] {
  const isNumber = (cell: MemoryCell): boolean =>
    numberIn(context, cell, head) !== undefined && numberIn(context, cell, back) !== undefined;
  const changed = cells.filter(isNumber).flatMap((cell) => numeralsOf(cell, head));
  const positions = positionCandidates(context, cells, head);
  const singles = [
    ...changed.flatMap((numeral) =>
      [false, true].map((grows) => componentOf(scalarOf(context, numeral), grows)),
    ),
    ...positions.filter(({ tier }) => tier === undefined),
  ];
  if (changed.length > MAX_SUMMED) return singles;
  const fixed = others.filter(isNumber).flatMap((cell) => numeralsOf(cell, head));
  const sums = changed.flatMap((x, index) => {
    // A value that does not change is relevant only for its limit.
    const partners = [...changed.slice(index + 1), ...(context.kind === "bounds" ? fixed : [])];
    return partners
      .filter(({ cell }) => cell !== x.cell)
      .flatMap((y) => {
        const [a, b] = [scalarOf(context, x), scalarOf(context, y)];
        return ([1, -1] as const).flatMap((sign) =>
          [false, true].map((grows) => sumOf(context, a, b, sign, grows)),
        );
      });
  });
  return [
    ...singles,
    ...sums,
    ...positions.filter(({ tier }) => tier !== undefined),
    ...scaledMaxima(
      context,
      changed.map((numeral) => scalarOf(context, numeral)),
    ),
  ];
}

/** The scalars that a loop changes; and those that it does not, where they may be limits. */
export function loopScalars(
  context: RankingContext,
  cells: readonly MemoryCell[],
  others: readonly MemoryCell[],
  head: State,
  back: State,
): readonly Scalar[] {
  return [...cells, ...(context.kind === "bounds" ? others : [])]
    .filter((cell) => [head, back].every((state) => numberIn(context, cell, state) !== undefined))
    .flatMap((cell) => numeralsOf(cell, head).slice(0, 1))
    .map((numeral) => scalarOf(context, numeral));
}

/** With more scalars than this, no maxima are tried. */
const MAX_COMPARED = 5;
/** `max(2 * x + d, 2 * y)` for these d. */
const OFFSETS: readonly bigint[] = [-3n, -2n, -1n, 0n, 1n, 2n, 3n];

function scaledMaxima(context: RankingContext, scalars: readonly Scalar[]): readonly Component[] {
  if (scalars.length > MAX_COMPARED) return [];
  return scalars.flatMap((x, index) =>
    scalars
      .slice(index + 1)
      .flatMap((y) =>
        OFFSETS.map((offset) =>
          extremum(context, [doubled(context, x, offset), doubled(context, y, 0n)], false),
        ),
      ),
  );
}

function doubled(context: RankingContext, scalar: Scalar, offset: bigint): Linear {
  const { manager } = context;
  const { isSigned, bits, text } = scalar;
  const type = bits <= 32 ? "long long" : "__int128";
  const width = widthOfSum(scalar);
  const shift = manager.constant(width, BigInt.asUintN(width, offset));
  return {
    read: (state) => {
      const value = wideOf(context, scalar.read(state), isSigned, width);
      return value && manager.add(manager.add(value, value), shift);
    },
    text: text && composedText(`2 * (${type})${text.text} + (${offset})`, text),
    isFinite: !isSigned || bits < 32,
  };
}

// ----------------------------------------------------------------- conditions

const MAX_PREDICATES = 80;
const MAX_PREDICATE_CONSTANTS = 3;

/** Signs of the scalars and their comparisons, by which iterations may be distinguished. */
export function loopPredicates(
  context: RankingContext,
  cells: readonly MemoryCell[],
  others: readonly MemoryCell[],
  head: State,
  back: State,
): readonly Predicate[] {
  const { manager, constants } = context;
  const scalarsOf = (some: readonly MemoryCell[]): readonly Scalar[] =>
    some
      .filter((cell) => [head, back].every((state) => numberIn(context, cell, state) !== undefined))
      .flatMap((cell) => numeralsOf(cell, head).slice(0, 1))
      .map((numeral) => scalarOf(context, numeral));
  // A scalar that does not change and has no name is only an intermediate value.
  const isNamed = ({ text }: Scalar): boolean => text !== undefined && text.isWords !== true;
  const scalars = [...scalarsOf(cells), ...scalarsOf(others).filter(isNamed)];
  const compared = (
    x: Scalar,
    operator: "<" | "<=",
    y: Pick<Scalar, "read" | "text">,
  ): Predicate => ({
    at: (state) => {
      const [a, b] = [x.read(state), y.read(state)];
      if (a === undefined || b === undefined || a.width !== b.width) return undefined;
      if (operator === "<") return x.isSigned ? manager.slt(a, b) : manager.ult(a, b);
      return x.isSigned ? manager.sle(a, b) : manager.ule(a, b);
    },
    text:
      x.text && y.text && composedText(`${x.text.text} ${operator} ${y.text.text}`, x.text, y.text),
  });
  const constantOf = (bits: number, value: bigint): Pick<Scalar, "read" | "text"> => ({
    read: () => manager.constant(bits, BigInt.asUintN(bits, value)),
    text: { text: `${value}`, objects: [] },
  });
  const signs = scalars.flatMap((x) => [
    compared(x, "<=", constantOf(x.bits, 0n)),
    ...(x.isSigned ? [compared(x, "<", constantOf(x.bits, 0n))] : []),
  ]);
  const pairs = scalars.flatMap((x, index) =>
    scalars
      .slice(index + 1)
      .filter(({ bits, isSigned }) => bits === x.bits && isSigned === x.isSigned)
      .flatMap((y) => [compared(x, "<", y), compared(x, "<=", y)]),
  );
  const named = constants
    .filter((value) => value > 1n && value < 1n << 7n)
    .slice(0, MAX_PREDICATE_CONSTANTS);
  const limits = scalars.flatMap((x) =>
    named.flatMap((value) => [
      compared(x, "<", constantOf(x.bits, value)),
      compared(x, "<=", constantOf(x.bits, value)),
    ]),
  );
  return [...signs, ...pairs, ...limits].slice(0, MAX_PREDICATES);
}

function componentOf({ read, isSigned, bits, text }: Scalar, grows: boolean): Component {
  return { read, isSigned, isFinite: !isSigned || bits < 32, grows, expression: text };
}

/** `x + y` or `x - y`, in a type that holds it. */
function sumOf(
  context: RankingContext,
  x: Scalar,
  y: Scalar,
  sign: 1 | -1,
  grows: boolean,
): Component {
  const { manager } = context;
  const width = widthOfSum(x, y);
  const wide = ({ read, isSigned }: Scalar, state: State): Term | undefined =>
    wideOf(context, read(state), isSigned, width);
  return {
    read: (state) => {
      const [a, b] = [wide(x, state), wide(y, state)];
      if (a === undefined || b === undefined) return undefined;
      return sign > 0 ? manager.add(a, b) : manager.sub(a, b);
    },
    isSigned: true,
    tier: "sum",
    isDistance: sign < 0,
    isFinite: [x, y].every(({ isSigned, bits }) => !isSigned || bits < 32),
    grows,
    expression: sumText(x, y, sign),
  };
}

function widthOfSum(...scalars: readonly Pick<Scalar, "bits">[]): number {
  return scalars.every(({ bits }) => bits <= 32) ? NARROW : WIDE;
}

function sumText(x: Scalar, y: Scalar, sign: 1 | -1): RankingText | undefined {
  if (x.text === undefined || y.text === undefined) return undefined;
  const type = Math.max(x.bits, y.bits) <= 32 ? "long long" : "__int128";
  const text = `(${type})${x.text.text} ${sign > 0 ? "+" : "-"} (${type})${y.text.text}`;
  return composedText(text, x.text, y.text);
}
