/** Candidates for properties of all elements of a part of an array, and their ingredients. */
import type { Expression, MemoryObject } from "../../../cfa/index.ts";
import type { Term, TermManager } from "../../../smt/index.ts";
import type {
  ExecutionRecord,
  MemoryAccess,
  MemoryCell,
  PathCondition,
  Region,
  State,
  Value,
} from "../../../symbolic/index.ts";
import type { ArrayPredicate } from "./array-predicates.ts";

/** A variable to which a function assigns only constants. */
export interface FlagVariable {
  readonly object: MemoryObject;
  readonly values: readonly bigint[];
}

/** The use of arrays in a function. */
export interface ArrayUse {
  readonly predicates: readonly ArrayPredicate[];
  readonly flags: readonly FlagVariable[];
  /** Variables that occur in the indices of elements. */
  readonly indices: ReadonlySet<MemoryObject>;
  /** Variables that elements are assigned to. */
  readonly taken: ReadonlySet<MemoryObject>;
  /** Arrays whose elements are moved within the array, named as by `arrayOf`. */
  readonly moved: ReadonlySet<string>;
}

/** Information about the function around a loop that its candidates use. */
export interface ArrayContext extends ArrayUse {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  readonly record: ExecutionRecord;
  /** Factors of a counter in a bound, as in `a[2 * i]`. */
  readonly factors: readonly bigint[];
  readonly regionOf: (object: MemoryObject) => Region;
  readonly condition: (expression: Expression, state: State) => Term;
  readonly value: (expression: Expression, state: State) => Value;
  /** Candidates assumed at the heads of the enclosing loops; grows and shrinks with them. */
  readonly assumed: ArrayCandidate[];
}

/** The memory that concerns a loop. */
export interface ArrayScope {
  /** Arrays that the loop changes. */
  readonly arrays: ReadonlySet<Region>;
  /** Scalars that the loop changes, and others. */
  readonly cells: readonly MemoryCell[];
  readonly others: readonly MemoryCell[];
  readonly head: State;
}

/** An element that a predicate reads, as a function of the index: `offset(k)`. */
export interface Pattern {
  readonly region: Region;
  readonly size: number;
  /** Offset of index 0, and bytes from one index to the next. */
  readonly start: Term;
  readonly stride: bigint;
}

/** Facts that accompany an instance, and whether it holds. */
export interface Instance {
  readonly known: Term;
  readonly holds: Term;
}

export interface ArrayCandidate {
  readonly width: number;
  readonly patterns: readonly Pattern[];
  /** Whether the index lies in the part of the array; undefined where the bounds have no value. */
  within(state: State, index: Term): Term | undefined;
  /** The instance for one index. Undefined where the predicate has no value. */
  at(state: State, index: Term): Instance | undefined;
}

/** The literals of a path beyond an earlier part of it. */
export function addedTo(manager: TermManager, path: PathCondition, start: PathCondition): Term {
  let known = manager.true;
  for (let node = path; node !== start; node = node.parent as PathCondition) {
    known = manager.and(known, node.literal);
  }
  return known;
}

export function resized(manager: TermManager, term: Term, width: number): Term {
  if (term.width === width) return term;
  return term.width > width ? manager.extract(term, width - 1, 0) : manager.signExtend(term, width);
}
