/**
 * Closed recurrent sets: sets of states at loop heads that are reached, and that no step leaves, for all values
 * that the analysis does not know, when the environment gives the same inputs again and again (Chen, Cook, Fuhs,
 * Nimkar, O'Hearn: "Proving nontermination via safety", TACAS 2014). So an execution that reaches one goes on for
 * ever, regardless of when a state recurs. The sets are conjunctions of predicates: all that hold in a reached
 * state, without those that a step from the set violates.
 */

import { FLOAT32, FLOAT64, type FloatFormat } from "../../../ground/util/ieee-float.ts";
import type { InvariantText } from "../../analysis-core/index.ts";
import { cyclicComponents } from "../../analysis-core/index.ts";
import type { CfaEdge, CfaProgram, Expression } from "../../cfa/index.ts";
import { pointerType } from "../../cfa/index.ts";
import {
  type Evaluator,
  Substitution,
  solveOnce,
  type Term,
  TermManager,
  UnsupportedFloatOperator,
} from "../../smt/index.ts";
import type { Claim } from "../../symbolic/index.ts";
import { choicesIn, type InputChoice } from "../../symbolic/index.ts";
import { ExecutionPaths, type PathPosition, positionsTo } from "../extraction/execution-path.ts";
import { LocationSolvers } from "../extraction/location-solvers.ts";
import { initialPredicates } from "../extraction/predicates.ts";
import { stepsOf } from "../extraction/program-steps.ts";
import { NoTransitionSystem } from "../extraction/program-steps-options.ts";
import { clauseExpression } from "../extraction/term-expression.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";
import { evaluatorOf, RecurrenceClosure } from "./recurrence-closure.ts";

/** A proof of nontermination. */
export interface RecurrentSet {
  /** The loop head whose states are in the set. */
  readonly node: NonNullable<Location["node"]>;
  /** Conditions on the visible variables there that define the set, with their texts where C has one. */
  readonly conditions: readonly {
    readonly expression: Expression;
    readonly text: InvariantText | undefined;
  }[];
  /** The inputs until an execution is in the set. */
  readonly stem: readonly InputChoice[];
  /** The inputs from then on, by edge. */
  readonly inputs: ReadonlyMap<CfaEdge, bigint>;
}

/** Number of steps of paths to states that are tried, and number of these paths to each location. */
const MAX_PATH = 4;
const MAX_PATHS = 6;
/** Number of states that are tried at each location. */
const MAX_SEEDS = 60;
const CONFLICTS = 5000;

export type RecurrenceOptions = Pick<
  Claim,
  "specification" | "createSatSolver" | "remainingSeconds"
>;

/** The steps between loop heads, as needed by the search for sets and by their check. */
export function recurrenceSystem(
  program: CfaProgram,
  manager: TermManager,
  { specification, remainingSeconds }: RecurrenceOptions,
): TransitionSystem {
  return stepsOf(program, manager, {
    ...specification.execution,
    // Behaviour that C leaves to implementations is excluded: the execution must exist in all of them.
    classify: (obligation) =>
      obligation.check === "unspecified" ? "incomplete" : specification.classify(obligation),
    checkBudget: () => {
      if (remainingSeconds() <= 0) throw new NoTransitionSystem("time limit");
    },
    blockEnds: "loop-heads",
  });
}

/** Components of steps that executions may stay in. */
export function repeatedSteps({
  steps,
  start,
  error,
}: TransitionSystem): readonly (readonly Step[])[] {
  const inside = steps.filter(({ from, to }) => from !== start && to !== error);
  return cyclicComponents(inside, (step) => step);
}

/** Whether a visit of the loop head determines the chain of calls. */
export function isOnlyOneOf({ locations }: TransitionSystem, { node }: Location): boolean {
  return locations.filter((other) => other.node === node).length === 1;
}

/** @param accept - executes the program: whether it enters the set and stays there for a while */
export function findRecurrentSet(
  program: CfaProgram,
  options: RecurrenceOptions,
  accept: (set: RecurrentSet) => boolean,
): RecurrentSet | undefined {
  const manager = new TermManager();
  let search: RecurrentSetSearch | undefined;
  try {
    const system = recurrenceSystem(program, manager, options);
    search = new RecurrentSetSearch(program, manager, system, options);
    return search.run(accept);
  } catch (error) {
    if (error instanceof NoTransitionSystem || error instanceof UnsupportedFloatOperator)
      return undefined;
    throw error;
  } finally {
    search?.dispose();
  }
}

/** A state that executions reach. */
interface Seed {
  readonly location: Location;
  readonly state: Evaluator;
  readonly stem: readonly InputChoice[];
}

class RecurrentSetSearch {
  readonly #program: CfaProgram;
  readonly #manager: TermManager;
  readonly #system: TransitionSystem;
  readonly #options: Pick<Claim, "createSatSolver" | "remainingSeconds">;
  readonly #solvers: LocationSolvers;
  readonly #predicates = new Map<Location, readonly Term[]>();
  readonly #paths: ExecutionPaths;
  readonly #closure: RecurrenceClosure;

  constructor(
    program: CfaProgram,
    manager: TermManager,
    system: TransitionSystem,
    options: Pick<Claim, "createSatSolver" | "remainingSeconds">,
  ) {
    this.#program = program;
    this.#manager = manager;
    this.#system = system;
    this.#options = options;
    this.#solvers = new LocationSolvers(manager, system, options);
    this.#paths = new ExecutionPaths(manager, system);
    this.#closure = new RecurrenceClosure(manager, system, this.#solvers, {
      predicatesAt: (location) => this.#predicates.get(location) ?? [],
      isLate: () => options.remainingSeconds() <= 0,
    });
    const initial = initialPredicates(manager, system);
    for (const location of system.locations) {
      this.#predicates.set(location, [...initial.at(location), ...this.#extremes(location)]);
    }
  }

  dispose(): void {
    this.#solvers.dispose();
  }

  run(accept: (set: RecurrentSet) => boolean): RecurrentSet | undefined {
    for (const component of repeatedSteps(this.#system)) {
      for (const location of new Set(component.map(({ from }) => from))) {
        if (!isOnlyOneOf(this.#system, location)) continue;
        this.#addFixpoints(location);
        let count = 0;
        for (const seed of this.#seedsAt(location)) {
          if (this.#options.remainingSeconds() <= 0 || ++count > MAX_SEEDS) break;
          for (const inputs of this.#closure.answersIn(component)) {
            const set = this.#closedSet(seed, component, inputs);
            if (set !== undefined && accept(set)) return set;
          }
        }
      }
    }
    return undefined;
  }

  /** The ends of types. */
  #extremes({ variables }: Location): readonly Term[] {
    const manager = this.#manager;
    return variables.flatMap(({ term, isSigned }) => {
      if (isSigned === undefined) return [];
      const { width } = term;
      const most = (1n << BigInt(isSigned ? width - 1 : width)) - 1n;
      const ends = isSigned ? [most, most + 1n, (1n << BigInt(width)) - 1n] : [most];
      return [0n, ...ends].map((value) => manager.eq(term, manager.constant(width, value)));
    });
  }

  /** Limits of floating-point numbers that a step does not change: where rounding loses the addend. */
  #addFixpoints(location: Location): void {
    const manager = this.#manager;
    for (const { from, to, guard, next } of this.#system.steps) {
      if (from !== location || to !== location) continue;
      for (const { term, isSigned } of location.variables) {
        const format = FORMATS.get(term.width);
        const value = next.get(term);
        if (isSigned !== undefined || format === undefined) continue;
        if (value === undefined || value === term) continue;
        for (const sign of [0n, 1n]) {
          const isSign = manager.eq(
            manager.extract(term, term.width - 1, term.width - 1),
            manager.constant(1, sign),
          );
          const question = [guard, isSign, manager.eq(value, term)];
          const answer = this.#solvers.check(location, question, { conflicts: CONFLICTS });
          if (answer !== "sat") continue;
          const limit = manager.constant(term.width, this.#solvers.of(location).value(term));
          const known = this.#predicates.get(location) ?? [];
          const bounds = [manager.fpLe(format, term, limit), manager.fpLe(format, limit, term)];
          this.#predicates.set(location, [...known, ...bounds]);
        }
      }
    }
  }

  // --------------------------------------------------------------------- seeds

  *#seedsAt(location: Location): Generator<Seed> {
    const manager = this.#manager;
    const wishes = (this.#predicates.get(location) ?? []).flatMap((one) => [one, manager.not(one)]);
    const paths = this.#pathsTo(location);
    for (const wish of [manager.true, ...wishes]) {
      for (const path of paths) {
        const seed = this.#seed(path, wish);
        if (seed !== undefined) yield seed;
      }
    }
  }

  #pathsTo(location: Location): readonly PathPosition[] {
    const found: PathPosition[] = [];
    let ends: readonly PathPosition[] = [this.#paths.root];
    for (let depth = 0; depth < MAX_PATH && found.length < MAX_PATHS; depth++) {
      ends = ends.flatMap((end) =>
        this.#system.steps
          .filter(({ from, to }) => from === end.location && to !== this.#system.error)
          .map((step) => this.#paths.after(end, step)),
      );
      found.push(...ends.filter((end) => end.location === location));
      ends = ends.slice(0, MAX_ENDS);
    }
    return found.slice(0, MAX_PATHS);
  }

  #seed(end: PathPosition, wish: Term): Seed | undefined {
    const { createSatSolver, remainingSeconds } = this.#options;
    const positions = positionsTo(end);
    const wished = new Substitution(this.#manager, end.values).apply(wish);
    const conditions = [...positions.flatMap((position) => position.conditions), wished];
    const deadline = (): boolean => remainingSeconds() <= 0;
    const solution = solveOnce(this.#manager, createSatSolver(), conditions, { deadline });
    if (solution.answer !== "sat") return undefined;
    const stem = positions.flatMap(({ step, renaming }) =>
      step === undefined || renaming === undefined
        ? []
        : choicesIn(this.#system.inputs.get(step.from) ?? [], (term) =>
            solution.value(renaming.apply(term)),
          ),
    );
    const values = new Map(
      [...end.values].map(([variable, term]) => [variable, solution.value(term)]),
    );
    return { location: end.location, state: evaluatorOf(values), stem };
  }

  #closedSet(
    { location, state, stem }: Seed,
    component: readonly Step[],
    inputs: ReadonlyMap<CfaEdge, bigint>,
  ): RecurrentSet | undefined {
    const sets = this.#closure.from(location, state, component, inputs);
    const conditions = sets && this.#said(location, sets.get(location) ?? []);
    const { node } = location;
    if (conditions === undefined || node === undefined) return undefined;
    return { node, conditions, stem, inputs };
  }

  /**
   * As expressions over visible variables; undefined when one has no expression: then no execution can be observed
   * in the set.
   */
  #said({ variables }: Location, set: readonly Term[]): RecurrentSet["conditions"] | undefined {
    const pointer = pointerType(this.#program.machine.pointerBits / 8);
    const said = set.map((literal) => clauseExpression([literal], variables, pointer));
    if (said.includes(undefined)) return undefined;
    return said.flatMap((one) =>
      one === undefined ? [] : [{ expression: one.condition, text: one.inC }],
    );
  }
}

/** By width. */
const FORMATS: ReadonlyMap<number, FloatFormat> = new Map([
  [32, FLOAT32],
  [64, FLOAT64],
]);
/** Number of ends of paths that are extended. */
const MAX_ENDS = 20;
