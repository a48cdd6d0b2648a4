/**
 * Termination of recursion by size change: in every endless chain of nested calls some number would decrease again
 * and again, though it is passed by way of changing parameters (Lee, Jones, Ben-Amram: "The size-change principle
 * for program termination", POPL 2001). The effect of a call on the numbers is a graph, proved on bits; the graphs
 * are composed until no new one appears, and each that is its own square must decrease a number in place.
 */
import type { Term } from "../../../smt/index.ts";
import { type RankingContext, type Scalar, type Step, wideOf } from "./ranking-function.ts";
import { areWellFounded, FALLS, NEVER_RISES, NONE, type SizeChange } from "./size-change-graphs.ts";

/** A nested call. Functions are numbers. */
export interface CallStep extends Step {
  readonly caller: number;
  readonly callee: number;
}

/** Pairs of numbers that are compared for one call. */
const MAX_PAIRS = 100;

/**
 * Whether no chain of calls is endless.
 * @param scalars - the numbers of each function
 */
export function endsBySizeChange(
  context: RankingContext,
  scalars: readonly (readonly Scalar[])[],
  calls: readonly CallStep[],
): boolean {
  const sizes = scalars.map(({ length }) => length);
  const changes: SizeChange[] = [];
  for (const call of calls) {
    const [from, to] = [scalars[call.caller] ?? [], scalars[call.callee] ?? []];
    if (from.length * to.length > MAX_PAIRS) return false;
    changes.push({ ...call, arcs: arcsOf(context, from, to, call) });
  }
  return areWellFounded(sizes, changes);
}

function arcsOf(
  context: RankingContext,
  from: readonly Scalar[],
  to: readonly Scalar[],
  { path, before, after }: CallStep,
): Uint8Array {
  const { manager, kind, proveAll } = context;
  const pairs = from.flatMap((one) => to.map((other) => [one, other] as const));
  const ask = (condition: (a: Term, b: Term, one: Scalar) => Term): readonly boolean[] =>
    proveAll(
      path,
      pairs.map(([one, other]) => {
        const width = Math.max(one.bits, other.bits) + 1;
        const a = wideOf(context, one.read(before), one.isSigned, width);
        const b = wideOf(context, other.read(after), other.isSigned, width);
        return a === undefined || b === undefined ? manager.false : condition(a, b, one);
      }),
    );
  const falls = ask((a, b, { isSigned }) => {
    const less = manager.slt(b, a);
    // Where signed arithmetic ends an execution, only a limit makes a signed number well-founded.
    const isLimited = kind === "bounds" && isSigned;
    return isLimited ? manager.and(less, manager.sle(manager.constant(a.width, 0), a)) : less;
  });
  const neverRises = ask((a, b) => manager.sle(b, a));
  return Uint8Array.from(pairs, (_, index) =>
    falls[index] === true ? FALLS : neverRises[index] === true ? NEVER_RISES : NONE,
  );
}
