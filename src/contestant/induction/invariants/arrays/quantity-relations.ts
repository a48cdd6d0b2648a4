/** Candidate invariants between several quantities: their orders, equal progress, and sums. */

import { gcd } from "../../../../ground/util/gcd.ts";
import type { Term } from "../../../smt/index.ts";
import { type MemoryCell, Pointer, type State } from "../../../symbolic/index.ts";
import type { LoopStates } from "../loop-states.ts";
import type { CandidateInvariant } from "../scalars/loop-invariants.ts";
import {
  absolute,
  type BoundsContext,
  MAX_QUANTITIES,
  over,
  pairsOf,
  type Quantity,
  valueIn,
} from "./bounds-quantities.ts";

/** The order of two positions in one block. */
export function ordered(context: BoundsContext, a: Quantity, b: Quantity): CandidateInvariant[] {
  if (a.region !== b.region) return [];
  const { manager } = context;
  return [
    over(context, [a, b], (x, y) => manager.sle(x, y)),
    over(context, [a, b], (x, y) => manager.sle(y, x)),
  ];
}

/** Two quantities move by equally many steps; or the first one has never moved further than the second one. */
export function together(
  context: BoundsContext,
  a: Quantity,
  b: Quantity,
  { entry }: LoopStates,
): CandidateInvariant[] {
  const { manager } = context;
  const [first, second] = [a.at(entry)?.value, b.at(entry)?.value];
  if (first === undefined || second === undefined) return [];
  const [s] = a.steps;
  const [t] = b.steps;
  if (s === undefined || t === undefined || a.steps.length > 1 || b.steps.length > 1) return [];
  const times = (value: Term, factor: bigint): Term =>
    manager.mul(manager.constant(value.width, BigInt.asUintN(value.width, factor)), value);
  const [p, q] = [absolute(s), absolute(t)];
  const divisor = gcd(p, q);
  // Both distances in the same unit, both growing.
  const moved = (now: Term, before: Term, step: bigint): Term =>
    step > 0n ? manager.sub(now, before) : manager.sub(before, now);
  const left = (x: Term): Term => times(moved(x, first, s), q / divisor);
  const right = (y: Term): Term => times(moved(y, second, t), p / divisor);
  return [
    over(context, [a, b], (x, y) => manager.eq(left(x), right(y))),
    over(context, [a, b], (x, y) => manager.ule(left(x), right(y))),
    over(context, [a, b], (x, y) => manager.ule(right(y), left(x))),
  ];
}

/** `i < n` for integers of one width, beside the orders that are always tried; and `-1 <= i`. */
export function strictOrders(
  context: BoundsContext,
  cells: readonly MemoryCell[],
  others: readonly MemoryCell[],
  { head }: LoopStates,
): CandidateInvariant[] {
  const { manager } = context;
  const term = (cell: MemoryCell, state: State): Term | undefined => {
    const value = valueIn(context, cell, state);
    return value instanceof Pointer || value.width !== cell.size * 8 ? undefined : value;
  };
  const isInteger = (cell: MemoryCell): boolean => cell.size <= 8 && term(cell, head) !== undefined;
  const integers = cells.filter(isInteger).slice(0, MAX_QUANTITIES);
  const binary = (
    a: MemoryCell,
    b: MemoryCell,
    condition: (x: Term, y: Term) => Term,
  ): CandidateInvariant => ({
    text: undefined,
    at: (state) => {
      const [x, y] = [term(a, state), term(b, state)];
      return x === undefined || y === undefined ? manager.false : condition(x, y);
    },
  });
  const floors = integers.map(
    (cell): CandidateInvariant =>
      binary(cell, cell, (x) => {
        const minusOne = manager.constant(x.width, BigInt.asUintN(x.width, -1n));
        return manager.sle(minusOne, x);
      }),
  );
  const orders = pairsOf(integers, others.filter(isInteger)).flatMap(([a, b]) =>
    a.size !== b.size
      ? []
      : [
          binary(a, b, (x, y) => manager.slt(x, y)),
          binary(a, b, (x, y) => manager.slt(y, x)),
          binary(a, b, (x, y) => manager.ult(x, y)),
          binary(a, b, (x, y) => manager.ult(y, x)),
        ],
  );
  return [...floors, ...orders];
}

/** `x == y + z` up to their difference at the start: for a counter that advances with either of two others. */
export function sums(
  context: BoundsContext,
  counters: readonly Quantity[],
  { entry }: LoopStates,
): CandidateInvariant[] {
  const { manager } = context;
  if (counters.length < 3 || counters.length > MAX_SUMMANDS) return [];
  return counters.flatMap((x) =>
    pairsOf(
      counters.filter((other) => other !== x),
      [],
    ).flatMap(([y, z]): CandidateInvariant[] => {
      const rest = (a: Term, b: Term, c: Term): Term => manager.sub(a, manager.add(b, c));
      const first = [x, y, z].map((counter) => counter.at(entry)?.value);
      if (first.includes(undefined)) return [];
      const start = rest(...(first as [Term, Term, Term]));
      return [over(context, [x, y, z], (a, b, c) => manager.eq(rest(a, b, c), start))];
    }),
  );
}

const MAX_SUMMANDS = 5;
