/** Candidates for statements about threads: comparisons of variables with each other and with constants. */
import type { Term, TermManager } from "../../smt/index.ts";

/** A variable of a statement. */
export interface Compared {
  readonly term: Term;
  /** Undefined: not an integer. */
  readonly isSigned: boolean | undefined;
  /** Whether all threads see it. */
  readonly isShared: boolean;
}

/** Number of the program's constants of one width, besides 0 and 1. */
const MAX_CONSTANTS = 6;
/** Implications are only tried between at most this many shared variables. */
const MAX_SHARED = 6;

/** Constants of a program by width. */
export function constantsIn(roots: readonly Term[]): ReadonlyMap<number, readonly Term[]> {
  const found = new Map<number, Set<Term>>();
  const seen = new Set(roots);
  for (const term of seen) {
    for (const argument of term.args) seen.add(argument);
    if (term.op !== "constant" || term.width === 0) continue;
    const known = found.get(term.width) ?? new Set();
    found.set(term.width, known);
    if (known.size < MAX_CONSTANTS) known.add(term);
  }
  return new Map([...found].map(([width, terms]) => [width, [...terms]]));
}

export function candidatesOver(
  manager: TermManager,
  variables: readonly Compared[],
  constants: ReadonlyMap<number, readonly Term[]>,
): Term[] {
  const integers = variables.filter(({ isSigned }) => isSigned !== undefined);
  const candidates = new Set<Term>();
  const add = (...terms: readonly Term[]): void => {
    for (const term of terms) if (term.op !== "constant") candidates.add(term);
  };
  for (const [index, { term, isSigned }] of integers.entries()) {
    for (const value of valuesFor(manager, term.width, constants)) {
      const equal = manager.eq(term, value);
      add(equal, manager.not(equal));
      add(isSigned ? manager.sle(term, value) : manager.ule(term, value));
      add(isSigned ? manager.sle(value, term) : manager.ule(value, term));
    }
    for (const other of integers.slice(index + 1)) {
      if (other.term.width !== term.width) continue;
      const equal = manager.eq(term, other.term);
      const isLess = isSigned && other.isSigned ? manager.slt : manager.ult;
      const [less, greater] = [
        isLess.call(manager, term, other.term),
        isLess.call(manager, other.term, term),
      ];
      add(equal, manager.not(equal), less, greater, manager.not(less), manager.not(greater));
    }
  }
  return [...candidates];
}

function valuesFor(
  manager: TermManager,
  width: number,
  constants: ReadonlyMap<number, readonly Term[]>,
): Set<Term> {
  const common = [0n, 1n].map((value) => manager.constant(width, value));
  return new Set([...common, ...(constants.get(width) ?? [])]);
}

/** Candidates that the value of one shared variable implies another's. */
export function implicationsOver(
  manager: TermManager,
  variables: readonly Compared[],
  constants: ReadonlyMap<number, readonly Term[]>,
): Term[] {
  const shared = variables.filter(({ isShared, isSigned }) => isShared && isSigned !== undefined);
  if (shared.length > MAX_SHARED) return [];
  return shared.flatMap(({ term }) =>
    shared.flatMap((other) => {
      if (other.term === term) return [];
      return [...valuesFor(manager, term.width, constants)].flatMap((value) =>
        [...valuesFor(manager, other.term.width, constants)].map((consequence) =>
          manager.implies(manager.eq(term, value), manager.eq(other.term, consequence)),
        ),
      );
    }),
  );
}
