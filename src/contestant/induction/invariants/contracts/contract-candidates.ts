/** Candidates for the result of a function, in terms of its parameters. */
import type { Term } from "../../../smt/index.ts";
import type { MemoryCell, State } from "../../../symbolic/index.ts";
import { Pointer } from "../../../symbolic/index.ts";
import type { CandidateContext } from "../scalars/loop-invariants.ts";

/** A condition on the parameters at the start of a stack frame, the result, and the memory at the return. */
export interface ReturnCandidate {
  at(called: State, result: Term | undefined, after: State): Term;
}

const MAX_CONSTANTS = 16;
const MAX_PARAMETERS = 4;

export function contractCandidates(
  context: CandidateContext,
  parameters: readonly MemoryCell[],
  called: State,
  result: Term | undefined,
): ReturnCandidate[] {
  if (result === undefined) return [];
  const { width } = result;
  const { manager, access } = context;
  const read = (cell: MemoryCell, state: State): Term | undefined => {
    const value = access.readAt(state, cell.region, cell.offset, cell.size);
    return value instanceof Pointer || value.width !== width ? undefined : value;
  };
  const numbers = parameters
    .filter((cell) => read(cell, called) !== undefined)
    .slice(0, MAX_PARAMETERS);
  const constants = constantsFor(context.constants, width).map((c) => manager.constant(width, c));
  type Condition = (inputs: readonly Term[], result: Term) => Term;
  const claims: Condition[] = [];
  for (const constant of constants) {
    claims.push(
      (_, r) => manager.sle(constant, r),
      (_, r) => manager.sle(r, constant),
      (_, r) => manager.ule(r, constant),
      (_, r) => manager.not(manager.eq(r, constant)),
    );
  }
  for (const i of numbers.keys()) {
    const x = (inputs: readonly Term[]): Term => inputs[i] as Term;
    claims.push(
      (p, r) => manager.eq(r, x(p)),
      (p, r) => manager.sle(r, x(p)),
      (p, r) => manager.sle(x(p), r),
      (p, r) => manager.ule(r, x(p)),
      (p, r) => manager.eq(r, manager.neg(x(p))),
      (p, r) => manager.sle(manager.sub(x(p), manager.constant(width, 1n)), r),
    );
    for (const j of numbers.keys()) {
      const y = (inputs: readonly Term[]): Term => inputs[j] as Term;
      if (j > i) claims.push((p, r) => manager.eq(r, manager.add(x(p), y(p))));
      if (j !== i) claims.push((p, r) => manager.eq(r, manager.sub(x(p), y(p))));
    }
  }
  const sum = (p: readonly Term[]): Term => p.reduce((a, b) => manager.add(a, b));
  if (numbers.length > 2) claims.push((p, r) => manager.eq(r, sum(p)));
  /** All stack frames, and those with a parameter on one side of a small number. */
  const cases: ((inputs: readonly Term[]) => Term)[] = [() => manager.true];
  for (const i of numbers.keys()) {
    for (const bound of [0n, 1n]) {
      const limit = manager.constant(width, bound);
      cases.push(
        (p) => manager.sle(limit, p[i] as Term),
        (p) => manager.sle(p[i] as Term, limit),
      );
    }
  }
  return cases.flatMap((when) =>
    claims.map(
      (claim): ReturnCandidate => ({
        at: (state, value) => {
          const inputs = numbers.map((cell) => read(cell, state));
          if (value === undefined || inputs.includes(undefined)) return manager.false;
          const known = inputs as Term[];
          return manager.implies(when(known), claim(known, value));
        },
      }),
    ),
  );
}

function constantsFor(constants: readonly bigint[], width: number): bigint[] {
  const found = new Set([0n, 1n]);
  for (const constant of constants) {
    if (found.size >= MAX_CONSTANTS) break;
    found.add(BigInt.asUintN(width, constant));
  }
  return [...found];
}
