/**
 * The common parts of predicate abstraction and IMPACT: the question, the answer, and the treatment of paths to
 * errors.
 */

import { Interruption } from "../../analysis-core/index.ts";
import type { HornSolver, SatSolver, Term, TermManager } from "../../smt/index.ts";
import type { InputChoice } from "../../symbolic/index.ts";
import { ExecutionPaths, type PathPosition } from "../extraction/execution-path.ts";
import { LocationSolvers } from "../extraction/location-solvers.ts";
import { initialPredicates } from "../extraction/predicates.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";
import { HornChains } from "../interpolation/horn-chains.ts";
import {
  type InterpolantSequence,
  type InterpolationStatistics,
  Interpolator,
} from "../interpolation/interpolants.ts";

import type { LocationStates } from "../step-proof.ts";
import { invariantsOfPathPrograms } from "./path-programs.ts";
import type { ReachedGraph } from "./reached-graph.ts";
import { sampledRelations } from "./sampled-relations.ts";

export interface LazyAbstractionOptions {
  readonly createSatSolver: () => SatSolver;
  readonly remainingSeconds: () => number;
  /** Replays a counterexample; true when the violation really happens. */
  readonly confirm: (choices: readonly InputChoice[]) => boolean;
  /** For interpolants; absent where there is no such solver. */
  readonly solveHorn?: HornSolver;
  /** Called after every refinement. */
  readonly onRefinement?: (statistics: LazyAbstractionStatistics) => void;
}

export interface LazyAbstractionStatistics {
  readonly refinements: number;
  /** Number for all locations together. */
  readonly predicates: number;
  /** Number of created nodes of the abstract reachability graph. */
  readonly nodes: number;
  readonly covered: number;
  readonly solverQuestions: number;
  readonly interpolants: InterpolationStatistics;
}

export type LazyAbstractionAnswer = (
  | {
      readonly kind: "invariant";
      /**
       * By location a conjunction of disjunctions: they hold at the start, every step preserves them, and they
       * exclude all errors.
       */
      readonly clauses: ReadonlyMap<Location, readonly (readonly Term[])[]>;
      /** The same in its original form. */
      readonly states: LocationStates;
    }
  | { readonly kind: "violation" }
  | { readonly kind: "unknown"; readonly reason: string }
) & {
  readonly statistics: LazyAbstractionStatistics;
  /** The explored graph at the end. */
  readonly graph: ReachedGraph;
};

const LOOK_AHEAD_VISITS = 3;
const LOOK_AHEAD_PATHS = 30;

/** Thrown when a violation was confirmed. */
class ViolationFound extends Error {}

/** A search that runs until no state is left to follow. */
interface Exploration {
  /** Returns the reason if it has ended too early. */
  run(): string | undefined;
  clauses(): ReadonlyMap<Location, readonly (readonly Term[])[]>;
  states(): LocationStates;
  statistics(): LazyAbstractionStatistics;
  graph(): ReachedGraph;
}

/** Runs an exploration, and disposes of the search. */
export function ended(search: PathSearch, exploration: Exploration): LazyAbstractionAnswer {
  try {
    const problem = exploration.run();
    const reason = search.incomplete ?? problem;
    const found = { statistics: exploration.statistics(), graph: exploration.graph() };
    if (reason !== undefined) return { kind: "unknown", reason, ...found };
    const [clauses, states] = [exploration.clauses(), exploration.states()];
    return { kind: "invariant", clauses, states, ...found };
  } catch (end) {
    const found = { statistics: exploration.statistics(), graph: exploration.graph() };
    if (end instanceof ViolationFound) return { kind: "violation", ...found };
    if (!(end instanceof Interruption)) throw end;
    return { kind: "unknown", reason: search.incomplete ?? end.message, ...found };
  } finally {
    search.dispose();
  }
}

export class PathSearch {
  readonly manager: TermManager;
  readonly system: TransitionSystem;
  readonly options: LazyAbstractionOptions;
  readonly solvers: LocationSolvers;
  readonly interpolator: Interpolator;
  readonly paths: ExecutionPaths;
  /** By location; steps to violations first, and to mere causes of incompleteness last. */
  readonly #steps = new Map<Location, Step[]>();
  /** The reason why the exploration is not a proof any more. */
  #incomplete: string | undefined;
  readonly #given = new Set<Step>();
  #refinements = 0;

  constructor(manager: TermManager, system: TransitionSystem, options: LazyAbstractionOptions) {
    this.manager = manager;
    this.system = system;
    this.options = options;
    this.solvers = new LocationSolvers(manager, system, options);
    const pool = initialPredicates(manager, system);
    const guesses = sampledRelations(manager, system);
    pool.addAll(guesses, system.locations);
    const invariants = invariantsOfPathPrograms(manager, system, { ...options, guesses }, () => {
      throw new ViolationFound();
    });
    const { solveHorn, remainingSeconds } = options;
    const chains = solveHorn && new HornChains(manager, { solveHorn, remainingSeconds });
    this.interpolator = new Interpolator(manager, system, this.solvers, options, pool, {
      invariants,
      chains,
    });
    this.paths = new ExecutionPaths(manager, system);
    const rank = ({ to, incompleteness }: Step): number =>
      to !== system.error ? 1 : incompleteness === undefined ? 0 : 2;
    for (const step of system.steps.toSorted((a, b) => rank(a) - rank(b))) {
      const known = this.#steps.get(step.from);
      if (known === undefined) this.#steps.set(step.from, [step]);
      else known.push(step);
    }
  }

  dispose(): void {
    this.interpolator.dispose();
    this.solvers.dispose();
  }

  /** The statistics common to both kinds of search. */
  statistics(): Pick<
    LazyAbstractionStatistics,
    "refinements" | "solverQuestions" | "interpolants"
  > {
    return {
      refinements: this.#refinements,
      solverQuestions: this.solvers.questions,
      interpolants: this.interpolator.statistics,
    };
  }

  get incomplete(): string | undefined {
    return this.#incomplete;
  }

  stepsFrom(location: Location): readonly Step[] {
    return (this.#steps.get(location) ?? []).filter((step) => !this.#given.has(step));
  }

  /**
   * Executes the first paths, the shortest first, so that facts common to all of them are known when interpolants
   * are chosen.
   */
  lookAhead(): void {
    const visits = new Map<Location, number>();
    const paths = [this.paths.root];
    for (const path of paths) {
      const { location } = path;
      const count = (visits.get(location) ?? 0) + 1;
      visits.set(location, count);
      if (
        count > LOOK_AHEAD_VISITS ||
        this.interpolator.factsAt(path).includes(this.manager.false)
      ) {
        continue;
      }
      this.checkBudget();
      for (const step of this.stepsFrom(location)) {
        if (step.to === this.system.error || paths.length > LOOK_AHEAD_PATHS) continue;
        paths.push(this.paths.after(path, step));
      }
    }
  }

  /** @throws Interruption when the time is used up */
  checkBudget(): void {
    if (this.options.remainingSeconds() <= 0) throw new Interruption("time limit");
  }

  /** Whether a step can be taken from states that satisfy conditions; true when in doubt. */
  isPossible(conditions: readonly Term[], step: Step): boolean {
    const answer = this.solvers.check(step.from, [...conditions, step.guard]);
    if (answer === "unknown") throw new Interruption("time limit");
    return answer === "sat";
  }

  /**
   * Interpolants of a path to an error; undefined when the path is feasible but not a violation: the exploration
   * continues without its last step, and is not a proof.
   * @throws ViolationFound, Interruption
   */
  interpolantsOf(end: PathPosition): InterpolantSequence | undefined {
    this.checkBudget();
    const explanation = this.interpolator.explain(end);
    switch (explanation.kind) {
      case "infeasible":
        this.#refinements++;
        return explanation.interpolants;
      case "unknown":
        throw new Interruption(explanation.reason);
      case "feasible":
        this.takesPath(end.step, explanation.choices);
        return undefined;
    }
  }

  /**
   * Handles an execution that takes a path to an error: when it is not a violation, the exploration continues
   * without its last step, and is not a proof.
   * @throws ViolationFound
   */
  takesPath(last: Step | undefined, choices: readonly InputChoice[]): void {
    const incompleteness = last?.incompleteness;
    if (incompleteness === undefined && this.options.confirm(choices)) throw new ViolationFound();
    this.#incomplete ??= incompleteness ?? "a possible violation could not be replayed";
    if (last !== undefined) this.#given.add(last);
  }

  /** Counts a spurious path. */
  countRefinement(): void {
    this.#refinements++;
  }
}
