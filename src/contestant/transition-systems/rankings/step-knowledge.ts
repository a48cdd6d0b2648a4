/**
 * Facts about the reachable states of a transition system: predicates that every step preserves (Houdini: Flanagan,
 * Leino, FME 2001), and clauses that property-directed reachability finds when a question is left open. Questions
 * about single steps are asked under all of them.
 */
import type { Evaluator, SolverLimits, Term, TermManager } from "../../smt/index.ts";
import { Substitution } from "../../smt/index.ts";
import { LocationSolvers, type SolverSource } from "../extraction/location-solvers.ts";
import { initialPredicates } from "../extraction/predicates.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";
import { checkReachability } from "../ic3/property-directed-reachability.ts";

/** An undecided question counts as possible. */
const CONFLICTS = 20_000;
/** Share of the remaining time for one question about all executions; and its maximum. */
const REACHABILITY_SHARE = 0.2;
const MAX_REACHABILITY_SECONDS = 4;

export class StepKnowledge {
  readonly #manager: TermManager;
  readonly #system: TransitionSystem;
  readonly #source: SolverSource;
  readonly #solvers: LocationSolvers;
  readonly #known = new Map<Location, Term[]>();
  readonly #substitutions = new Map<Step, Substitution>();

  constructor(manager: TermManager, system: TransitionSystem, source: SolverSource) {
    this.#manager = manager;
    this.#system = system;
    this.#source = source;
    this.#solvers = new LocationSolvers(manager, system, source);
  }

  dispose(): void {
    this.#solvers.dispose();
  }

  /** The facts at a location. */
  at(location: Location): readonly Term[] {
    return this.#known.get(location) ?? [];
  }

  /** A value at the location where a step ends, as a term over those where it begins. */
  after(step: Step, term: Term): Term {
    const known = this.#substitutions.get(step) ?? new Substitution(this.#manager, step.next);
    this.#substitutions.set(step, known);
    return known.apply(term);
  }

  /** Whether no execution takes a step under a condition, according to the facts. */
  excludes(step: Step, condition: Term, limits: SolverLimits = {}): "yes" | "no" | "unknown" {
    if (condition === this.#manager.false) return "yes";
    const known = this.#known.get(step.from) ?? [];
    const answer = this.#solvers.check(step.from, [condition, ...known], {
      conflicts: CONFLICTS,
      ...limits,
    });
    return answer === "unsat" ? "yes" : answer === "sat" ? "no" : "unknown";
  }

  /** The model of the last answer "no". */
  modelOf(step: Step): Evaluator {
    return this.#solvers.modelOf(step);
  }

  /** Finds the predicates of the steps and of templates that hold whenever a location is reached. */
  collectPredicates(): void {
    const manager = this.#manager;
    const predicates = initialPredicates(manager, this.#system);
    for (const location of this.#system.locations) {
      if (location === this.#system.start) continue;
      const all = [...predicates.at(location)];
      this.#known.set(location, [...all, ...all.map((one) => manager.not(one))]);
    }
    for (let isStable = false; !isStable; ) {
      isStable = true;
      for (const step of this.#system.steps) {
        if (step.to !== this.#system.error && this.#thinOut(step)) isStable = false;
      }
    }
  }

  /** Drops predicates that a step does not establish; returns whether there were any. */
  #thinOut(step: Step): boolean {
    const manager = this.#manager;
    const before = this.#known.get(step.to) ?? [];
    let kept = before;
    for (;;) {
      const goals = kept.map((one) => this.after(step, one));
      const refuted = manager.not(manager.and(...goals));
      const answer = this.excludes(step, manager.and(step.guard, refuted));
      if (answer === "yes") break;
      const model = answer === "no" ? this.modelOf(step) : undefined;
      kept = model === undefined ? [] : kept.filter((_, at) => model.isTrue(goals[at] as Term));
      this.#known.set(step.to, kept);
    }
    return kept.length < before.length;
  }

  /**
   * Whether no execution takes a step under a condition: looks for an invariant that excludes it, and keeps it. An
   * unfinished search has no result.
   */
  proveExcluded(conditions: readonly { readonly from: Location; readonly guard: Term }[]): boolean {
    const { steps, error } = this.#system;
    const inside = steps.filter(({ to }) => to !== error);
    const bad = conditions.map(({ from, guard }) => ({
      from,
      to: error,
      guard,
      next: new Map<Term, Term>(),
    }));
    const left = this.#source.remainingSeconds();
    const end = left - Math.min(left * REACHABILITY_SHARE, MAX_REACHABILITY_SECONDS);
    const answer = checkReachability(
      this.#manager,
      { ...this.#system, steps: [...this.#strengthened(inside), ...bad] },
      {
        createSatSolver: this.#source.createSatSolver,
        remainingSeconds: () => this.#source.remainingSeconds() - end,
        confirm: () => true,
      },
    );
    if (answer.kind !== "invariant") return false;
    for (const [location, clauses] of answer.clauses) {
      const found = clauses.map((literals) => this.#manager.or(...literals));
      this.#known.set(location, [...(this.#known.get(location) ?? []), ...found]);
    }
    return true;
  }

  /** Steps from states that are not excluded already. */
  #strengthened(steps: readonly Step[]): readonly Step[] {
    return steps.map((step) => ({
      ...step,
      guard: this.#manager.and(
        step.guard,
        ...(this.#known.get(step.from) ?? []).slice(0, MAX_GIVEN),
      ),
    }));
  }
}

/** Number of facts that are passed to another search. */
const MAX_GIVEN = 40;
