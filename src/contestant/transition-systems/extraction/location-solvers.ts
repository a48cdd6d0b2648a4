/** Incremental solvers for questions about single steps: one for each location, which has the axioms. */
import {
  Evaluator,
  type SatSolver,
  SmtSolver,
  type SolverAnswer,
  type SolverLimits,
  type Term,
  type TermManager,
  variablesIn,
} from "../../smt/index.ts";
import type { Location, Step, TransitionSystem } from "./transition-system.ts";

export interface SolverSource {
  readonly createSatSolver: () => SatSolver;
  readonly remainingSeconds: () => number;
}

/** A solver that has translated more than this is replaced: every call costs time for all of it. */
const MAX_GATES = 300_000;

export class LocationSolvers {
  readonly #manager: TermManager;
  readonly #system: TransitionSystem;
  readonly #source: SolverSource;
  readonly #solvers = new Map<Location, SmtSolver>();
  /** The variables of steps. */
  readonly #variables = new Map<Step, readonly Term[]>();
  /** Number of questions so far. */
  questions = 0;

  constructor(manager: TermManager, system: TransitionSystem, source: SolverSource) {
    this.#manager = manager;
    this.#system = system;
    this.#source = source;
  }

  dispose(): void {
    for (const solver of this.#solvers.values()) solver.dispose();
  }

  /** The solver of the steps from a location; valid until the next call. */
  of(location: Location): SmtSolver {
    let solver = this.#solvers.get(location);
    if (solver !== undefined && solver.gateCount > MAX_GATES) {
      solver.dispose();
      solver = undefined;
    }
    if (solver === undefined) {
      solver = new SmtSolver(this.#manager, this.#source.createSatSolver());
      for (const axiom of this.#system.axioms) solver.assert(axiom);
      this.#solvers.set(location, solver);
    }
    return solver;
  }

  /**
   * Ends at the deadline with "unknown".
   * @param preferred - conditions that a model should satisfy if possible
   */
  check(
    location: Location,
    assumptions: readonly Term[],
    limits: SolverLimits = {},
    preferred: readonly Term[] = [],
  ): SolverAnswer {
    this.questions++;
    const deadline = (): boolean => this.#source.remainingSeconds() <= 0;
    return this.of(location).check(assumptions, { deadline, ...limits }, preferred);
  }

  /**
   * The model of the last answer "sat" about the location that a step leaves: values there, and those that the step
   * mentions.
   */
  modelOf(step: Step): Evaluator {
    const mentioned = this.#variables.get(step) ?? [
      ...variablesIn(step.guard, ...step.next.values()),
    ];
    this.#variables.set(step, mentioned);
    const own = step.from.variables.map(({ term }) => term);
    const values = this.of(step.from).modelOf([...own, ...mentioned]);
    return new Evaluator((variable) => values.get(variable) ?? 0n);
  }

  /** The core of the last answer "unsat" about a location: the chosen terms that it needs. */
  failed(location: Location, among: readonly Term[]): Term[] {
    const failed = new Set(this.of(location).failedAssumptions());
    return among.filter((term) => failed.has(term));
  }
}
