/**
 * Candidates for accumulators, as in `s += a[i]`: the amount added by one iteration is bounded, so the variable
 * stays within multiples of the number of iterations, `l * (i - i0) <= s - s0 <= u * (i - i0)`. The bounds l and u
 * are found by asking which of some numbers bound the amount added by an iteration from an arbitrary state (like
 * octagons with a counter of iterations; Halbwachs, Péron, PLDI 2008, do the same for linear relations). They are
 * guesses: whether products or differences wrap around is part of the inductive proof.
 */
import type { Term, TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, MemoryCell, State } from "../../../symbolic/index.ts";
import type { Questions } from "../rankings/ranking-function.ts";
import { integerIn } from "./loop-examples.ts";
import type { CandidateInvariant } from "./loop-invariants.ts";

interface AccumulatorContext extends Pick<Questions, "proveAll"> {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  /** Constants of the function: the amount added by an iteration may be bounded by one of them. */
  readonly constants: readonly bigint[];
}

interface Step {
  readonly cell: MemoryCell;
  readonly first: Term;
  /** The amount added by an iteration. */
  readonly added: Term;
}

const MAX_ACCUMULATORS = 4;
const MAX_COUNTERS = 2;
const MAX_CONSTANTS = 12;

export function accumulatorCandidates(
  context: AccumulatorContext,
  cells: readonly MemoryCell[],
  entry: State,
  head: State,
  back: State,
): CandidateInvariant[] {
  const { manager, access, proveAll } = context;
  const known = new Set(cells.flatMap((cell) => integerIn(access, cell, head) ?? []));
  const steps = cells.flatMap((cell): Step[] => {
    const [first, before, after] = [entry, head, back].map((state) =>
      integerIn(access, cell, state),
    );
    if (first === undefined || before === undefined || after === undefined) return [];
    return isOneOf(known, after) ? [] : [{ cell, first, added: manager.sub(after, before) }];
  });
  const counters = steps.filter(({ added }) => countOf(added) !== undefined).slice(0, MAX_COUNTERS);
  const gathering = steps.filter(
    ({ added, first }) => added.op !== "constant" && first.width >= 32,
  );
  if (counters.length === 0) return [];
  return gathering.slice(0, MAX_ACCUMULATORS).flatMap((step) => {
    const { added } = step;
    const { width } = added;
    const limits = limitsOf(context.constants, width).map((value) =>
      manager.constant(width, BigInt.asUintN(width, value)),
    );
    const bounds = proveAll(back.path.term, [
      ...limits.map((limit) => manager.sle(added, limit)),
      ...limits.map((limit) => manager.sle(limit, added)),
    ]);
    const most = limits.find((_, index) => bounds[index]);
    const least = limits.findLast((_, index) => bounds[limits.length + index]);
    if (most === undefined || least === undefined) return [];
    return counters.flatMap((counter) => within(context, step, counter, least, most));
  });
}

/** Whether an iteration stores a value that it has read, or a constant: nothing is added. */
function isOneOf(known: ReadonlySet<Term>, value: Term): boolean {
  if (known.has(value) || value.op === "constant") return true;
  return value.op === "ite" && value.args.slice(1).every((leaf) => isOneOf(known, leaf));
}

/** 1 or -1 where an iteration counts by that. */
function countOf(added: Term): bigint | undefined {
  if (added.op !== "constant") return undefined;
  const value = BigInt.asIntN(added.width, added.value);
  return value === 1n || value === -1n ? value : undefined;
}

/** Possible bounds of the added amount, in ascending order. */
function limitsOf(constants: readonly bigint[], width: number): bigint[] {
  const powers = Array.from({ length: width - 2 }, (_, exponent) => 1n << BigInt(exponent));
  const own = constants.slice(0, MAX_CONSTANTS).map((value) => BigInt.asIntN(width, value));
  const some = [...powers, ...own];
  const limits = new Set([0n, ...some, ...some.map((value) => -value)]);
  return [...limits].sort((a, b) => (a < b ? -1 : 1));
}

function within(
  { manager, access }: AccumulatorContext,
  { cell, first }: Step,
  counter: Step,
  least: Term,
  most: Term,
): CandidateInvariant[] {
  const { width } = first;
  if (counter.first.width > width) return [];
  const isDown = countOf(counter.added) === -1n;
  const candidate = (
    condition: (gathered: Term, iterations: Term) => Term,
  ): CandidateInvariant => ({
    text: undefined,
    at: (state) => {
      const [value, count] = [cell, counter.cell].map((one) => integerIn(access, one, state));
      if (value === undefined || count === undefined) return manager.false;
      const passed = isDown ? manager.sub(counter.first, count) : manager.sub(count, counter.first);
      return condition(manager.sub(value, first), manager.signExtend(passed, width));
    },
  });
  if (least === most) {
    return [candidate((gathered, count) => manager.eq(gathered, manager.mul(most, count)))];
  }
  return [
    candidate((gathered, count) => manager.sle(manager.mul(least, count), gathered)),
    candidate((gathered, count) => manager.sle(gathered, manager.mul(most, count))),
  ];
}
