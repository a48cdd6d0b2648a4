/**
 * The strongest region of predicates that contains all states after a step: exactly, by all its models (Boolean
 * abstraction; Lahiri, Nieuwenhuis, Oliveras: "SMT techniques for fast predicate abstraction", CAV 2006), or the
 * conjunction of the predicates that certainly hold (Cartesian abstraction: Ball, Podelski, Rajamani: "Boolean and
 * Cartesian abstraction for model checking C programs", TACAS 2001).
 */

import type { PredicateRegions } from "../../abstract-interpretation/index.ts";
import { ALWAYS, type Diagram, NEVER } from "../../abstract-interpretation/index.ts";
import { Interruption } from "../../analysis-core/index.ts";
import { type Evaluator, Substitution, type Term, type TermManager } from "../../smt/index.ts";
import type { LocationSolvers } from "../extraction/location-solvers.ts";
import type { Step } from "../extraction/transition-system.ts";

export type Abstraction = "boolean" | "cartesian";

/** Number of models of one step that are enumerated; with more the abstraction becomes Cartesian. */
const MAX_MODELS = 80;

/** A predicate with its value at the end of a step. */
interface Primed {
  readonly predicate: Term;
  readonly after: Term;
}

export class AbstractPost {
  readonly #manager: TermManager;
  readonly #solvers: LocationSolvers;
  readonly #regions: PredicateRegions;
  readonly #kind: Abstraction;
  readonly #primed = new Map<Step, Substitution>();

  constructor(
    manager: TermManager,
    solvers: LocationSolvers,
    regions: PredicateRegions,
    kind: Abstraction,
  ) {
    this.#manager = manager;
    this.#solvers = solvers;
    this.#regions = regions;
    this.#kind = kind;
  }

  /**
   * @returns `NEVER` when the step cannot be taken from the region
   * @throws Interruption when the solver does not know
   */
  after(region: Diagram, step: Step, predicates: Iterable<Term>): Diagram {
    const before = this.#regions.termOf(region);
    const primed = this.#primed.get(step) ?? new Substitution(this.#manager, step.next);
    this.#primed.set(step, primed);
    const all = [...predicates].map((predicate) => ({
      predicate,
      after: primed.apply(predicate),
    }));
    const first = this.#model([before, step.guard], step);
    if (first === undefined) return NEVER;
    return this.#kind === "boolean"
      ? this.#boolean(before, step, all, first)
      : this.#cartesian(before, step, all, [first]);
  }

  #boolean(before: Term, step: Step, all: readonly Primed[], first: Evaluator): Diagram {
    const { diagrams } = this.#regions;
    const seen = [first];
    let result = NEVER;
    for (let model: Evaluator | undefined = first; model !== undefined; ) {
      const found: Evaluator = model;
      const cube = this.#conjunction(all, (after) => found.isTrue(after));
      result = diagrams.or(result, cube);
      if (all.length === 0) return ALWAYS;
      if (seen.length > MAX_MODELS) return this.#cartesian(before, step, all, seen);
      const covered = this.#primedTerm(result, step);
      model = this.#model([before, step.guard, this.#manager.not(covered)], step);
      if (model !== undefined) seen.push(model);
    }
    return result;
  }

  #cartesian(
    before: Term,
    step: Step,
    all: readonly Primed[],
    seen: readonly Evaluator[],
  ): Diagram {
    const manager = this.#manager;
    const [first] = seen;
    if (first === undefined) return NEVER;
    let kept = all.filter(({ after }) =>
      seen.every((model) => model.isTrue(after) === first.isTrue(after)),
    );
    const literalOf = (after: Term): Term => (first.isTrue(after) ? after : manager.not(after));
    while (kept.length > 0) {
      const broken = manager.not(manager.and(...kept.map(({ after }) => literalOf(after))));
      const model = this.#model([before, step.guard, broken], step);
      if (model === undefined) break;
      kept = kept.filter(({ after }) => model.isTrue(after) === first.isTrue(after));
    }
    return this.#conjunction(kept, (after) => first.isTrue(after));
  }

  #conjunction(all: readonly Primed[], isTrue: (after: Term) => boolean): Diagram {
    const { diagrams } = this.#regions;
    let result = ALWAYS;
    for (const { predicate, after } of all) {
      result = diagrams.and(result, this.#regions.literal(predicate, isTrue(after)));
    }
    return result;
  }

  /** The condition that a region holds at the end of a step. */
  #primedTerm(region: Diagram, step: Step): Term {
    return (this.#primed.get(step) as Substitution).apply(this.#regions.termOf(region));
  }

  #model(conditions: readonly Term[], step: Step): Evaluator | undefined {
    const answer = this.#solvers.check(step.from, conditions);
    if (answer === "unknown") throw new Interruption("time limit");
    return answer === "unsat" ? undefined : this.#solvers.modelOf(step);
  }
}
