/**
 * Executions of a loop with small inputs: the terms of its entry and of one iteration are evaluated in turn. A
 * condition that is false in one of them is not an invariant, which needs no question to a solver; one that holds
 * in all of them may be one (Sharma et al., ESOP 2013). Iterations start from the scalars that the last one left,
 * so they are executions of the generalised loop in which nothing else changes.
 */

import { Evaluator, presolve, type Term, type TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, MemoryCell, PathCondition, State } from "../../../symbolic/index.ts";
import { Pointer } from "../../../symbolic/index.ts";
import type { LoopStates } from "../loop-states.ts";

export interface LoopStep extends LoopStates {
  /** Size of the manager before the loop was first executed: iterations create later variables. */
  readonly size: number;
  /** Whether the loop is entered regardless of the code before it: such visits refute nothing. */
  readonly isEnteredAnyway?: boolean;
}

/** A visit of the loop head. */
export interface Visit {
  /**
   * Unsigned values of the cells that the loop changes, and of those that it does not; at the first visit as well.
   */
  readonly values: readonly bigint[];
  readonly first: readonly bigint[];
  /** The value of a variable of the head, or of the inputs; undefined for those of single iterations. */
  readonly known: ReadonlyMap<Term, bigint>;
}

const EXECUTIONS = 24;
const ITERATIONS = 16;
/** Number of executions where evaluation is slow. */
const FEW_EXECUTIONS = 6;
const MANY_TERMS = 100_000;
/** Number of inputs that do not reach the loop, in all executions together. */
const MAX_FAILURES = 150;
/** After this many failures, equations of the path to the loop are solved. */
const FAILURES_BEFORE_SOLVING = 30;
/** Sizes of inputs, in turn. */
const RANGES: readonly number[] = [4, 9, 25, 100, 1000];

/** The integer value of a cell in a state, if it has one. */
export function integerIn(access: MemoryAccess, cell: MemoryCell, state: State): Term | undefined {
  if (cell.size > 8) return undefined;
  const value = access.readAt(state, cell.region, cell.offset, cell.size);
  return value instanceof Pointer || value.width !== cell.size * 8 ? undefined : value;
}

/**
 * @param cells - all that the loop changes
 * @param others - further cells whose values are recorded
 * @returns nothing when a cell is not an integer
 */
export function visitsOf(
  manager: TermManager,
  access: MemoryAccess,
  cells: readonly MemoryCell[],
  others: readonly MemoryCell[],
  { entry, head, back, size, isEnteredAnyway = false }: LoopStep,
  checkBudget: () => void,
): Visit[] {
  const isEntered = isEnteredAnyway ? manager.true : entry.path.term;
  const goesOn = isEnteredAnyway ? conditionOfIteration(manager, head, back) : back.path.term;
  const terms = (state: State): Term[] =>
    [...cells, ...others].flatMap((cell) => integerIn(access, cell, state) ?? []);
  const [atEntry, atHead, atBack] = [terms(entry), terms(head), terms(back)];
  const count = cells.length + others.length;
  if ([atEntry, atHead, atBack].some(({ length }) => length < count)) return [];
  const variables = atHead.slice(0, cells.length);
  if (!variables.every(({ op }) => op === "variable")) return [];
  const numbers = new Numbers();
  const visits: Visit[] = [];
  const executions = manager.size > MANY_TERMS ? FEW_EXECUTIONS : EXECUTIONS;
  let complete: Completion = (assignment) => assignment;
  let failures = 0;
  for (let execution = 0; execution < executions && failures < MAX_FAILURES; ) {
    checkBudget();
    if (failures === FAILURES_BEFORE_SOLVING) complete = solved(manager, isEntered);
    const range = RANGES[execution % RANGES.length] as number;
    const inputs = new Map<Term, bigint>();
    const input = noted(inputs, complete(chosen(new Map(), numbers, range)));
    const start = new Evaluator(input);
    if (!start.isTrue(isEntered)) {
      failures++;
      continue;
    }
    execution++;
    const first = atEntry.map((term) => start.value(term));
    let values = first;
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      const known = new Map(inputs);
      for (const [index, term] of variables.entries()) known.set(term, values[index] as bigint);
      visits.push({ values, first, known: new Map(known) });
      const own = chosen(known, numbers, range);
      const evaluator = new Evaluator((variable) =>
        known.has(variable) || variable.id >= size ? own(variable) : input(variable),
      );
      if (!evaluator.isTrue(goesOn)) break;
      values = atBack.map((term) => evaluator.value(term));
    }
  }
  return visits;
}

/** The condition of an iteration beyond what holds at the head. */
function conditionOfIteration(manager: TermManager, head: State, back: State): Term {
  const literals: Term[] = [];
  let path: PathCondition | undefined = back.path;
  for (; path !== undefined && path !== head.path; path = path.parent) literals.push(path.literal);
  return manager.and(...literals);
}

/** The conditions that hold at all visits, or mention more than is known there. */
export function unrefuted<T>(
  visits: readonly Visit[],
  candidates: readonly T[],
  conditionOf: (candidate: T) => Term,
): T[] {
  let left = candidates.map((candidate) => ({ candidate, condition: conditionOf(candidate) }));
  for (const { known } of visits) {
    const missing = { isMet: false };
    const evaluator = (): Evaluator =>
      new Evaluator((variable) => {
        const value = known.get(variable);
        if (value === undefined) missing.isMet = true;
        return value ?? 0n;
      });
    let current = evaluator();
    left = left.filter(({ condition }) => {
      missing.isMet = false;
      const holds = current.isTrue(condition);
      if (!missing.isMet) return holds;
      current = evaluator();
      return true;
    });
  }
  return left.map(({ candidate }) => candidate);
}

/** The movement of a loop's scalars from visit to visit. */
export interface Steps {
  /**
   * Some scalar moves by an amount that is the same in all iterations of an execution, but not in all executions.
   */
  readonly areChosen: boolean;
  /** Some scalar moves by the same amount in all executions, so that it determines the number of iterations. */
  readonly areCounted: boolean;
}

/** @param cells - number of scalars that the loop changes */
export function stepsIn(visits: readonly Visit[], cells: number): Steps {
  const steps = Array.from({ length: cells }, () => new Set<bigint>());
  const unsteady = new Set<number>();
  for (let index = 1, last: bigint[] | undefined; index < visits.length; index++) {
    const [before, after] = [visits[index - 1] as Visit, visits[index] as Visit];
    if (before.first !== after.first) {
      last = undefined;
      continue;
    }
    const moved = steps.map(
      (_, cell) => (after.values[cell] as bigint) - (before.values[cell] as bigint),
    );
    for (const [cell, step] of moved.entries()) {
      if (last !== undefined && last[cell] !== step) unsteady.add(cell);
      steps[cell]?.add(step);
    }
    last = moved;
  }
  const steady = steps.filter((_, cell) => !unsteady.has(cell));
  return {
    areChosen: steady.some(({ size }) => size > 1),
    areCounted: steady.some((own) => own.size === 1 && !own.has(0n)),
  };
}

type Assignment = (variable: Term) => bigint;
type Completion = (assignment: Assignment) => Assignment;

/** Assigns variables the values that equations of a condition require. */
function solved(manager: TermManager, condition: Term): Completion {
  return presolve(manager, [condition]).extended;
}

function noted(known: Map<Term, bigint>, assignment: Assignment): Assignment {
  return (variable) => {
    const value = BigInt.asUintN(Math.max(variable.width, 1), assignment(variable));
    known.set(variable, value);
    return value;
  };
}

/** The value of a variable: known, or chosen now. */
function chosen(known: Map<Term, bigint>, numbers: Numbers, range: number): Assignment {
  return (variable) => {
    const old = known.get(variable);
    if (old !== undefined) return old;
    const magnitude = BigInt(numbers.below(range));
    const isNegative = numbers.below(4) === 0;
    const value = BigInt.asUintN(Math.max(variable.width, 1), isNegative ? -magnitude : magnitude);
    known.set(variable, value);
    return value;
  };
}

/** Numbers that are the same in every run (a linear congruential generator). */
class Numbers {
  #state = 20261125;

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }
}
