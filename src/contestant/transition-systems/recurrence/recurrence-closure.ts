/**
 * Whether executions that enter a set of states stay among such states for ever (recurrent-sets.ts). A set is a
 * conjunction at each location; it is extended by the states that steps lead to, until no step leaves it, or one
 * may end.
 */
import { type CfaEdge, isDetermined } from "../../cfa/index.ts";
import { Evaluator, Substitution, type Term, type TermManager } from "../../smt/index.ts";
import type { LocationSolvers } from "../extraction/location-solvers.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";

const CONFLICTS = 5000;

/** By location: conditions that hold in all states of the set. */
export type StateSets = ReadonlyMap<Location, readonly Term[]>;

export class RecurrenceClosure {
  readonly #manager: TermManager;
  readonly #system: TransitionSystem;
  readonly #solvers: LocationSolvers;
  readonly #predicatesAt: (location: Location) => readonly Term[];
  readonly #isLate: () => boolean;
  /** Conditions that the sets at these locations must keep. */
  readonly #claims: StateSets;

  constructor(
    manager: TermManager,
    system: TransitionSystem,
    solvers: LocationSolvers,
    options: {
      readonly predicatesAt: (location: Location) => readonly Term[];
      readonly isLate: () => boolean;
      readonly claims?: StateSets;
    },
  ) {
    this.#manager = manager;
    this.#system = system;
    this.#solvers = solvers;
    this.#predicatesAt = options.predicatesAt;
    this.#isLate = options.isLate;
    this.#claims = options.claims ?? new Map();
  }

  /** First arbitrary inputs; then, for inputs within the component that the environment can choose, zeros. */
  answersIn(component: readonly Step[]): readonly ReadonlyMap<CfaEdge, bigint>[] {
    const zeros = this.#zeros(component);
    return zeros.size === 0 ? [zeros] : [new Map(), zeros];
  }

  #zeros(component: readonly Step[]): ReadonlyMap<CfaEdge, bigint> {
    const locations = new Set(component.map(({ from }) => from));
    const events = [...locations].flatMap((location) => this.#system.inputs.get(location) ?? []);
    return new Map(
      events.flatMap(({ edge, value }) =>
        "op" in value && value.op === "variable" && !isDetermined(edge) ? [[edge, 0n]] : [],
      ),
    );
  }

  /**
   * The predicates that hold in a state and after all steps from states where they hold; at the locations of
   * claims, the claims. Undefined when a claim is not preserved, or executions may end.
   * @param component - steps that executions stay within
   */
  from(
    location: Location,
    state: Evaluator,
    component: readonly Step[],
    inputs: ReadonlyMap<CfaEdge, bigint>,
  ): StateSets | undefined {
    const sets = new Map<Location, readonly Term[]>([[location, this.#firstSet(location, state)]]);
    const answers = new Map<Location, Substitution>();
    for (const { from } of component) answers.set(from, this.#answered(from, inputs));
    const open = [location];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      if (this.#isLate()) return undefined;
      const answered = answers.get(from);
      if (answered === undefined || this.#mayEnd(from, sets.get(from) ?? [], component, answered))
        return undefined;
      for (const step of component) {
        if (step.from !== from) continue;
        const grown = this.#follow(step, sets, answered);
        if (grown === "unknown" || grown === "beyond its claim") return undefined;
        if (grown && !open.includes(step.to)) open.push(step.to);
      }
    }
    return sets;
  }

  #firstSet(location: Location, state: Evaluator): readonly Term[] {
    return this.#claims.get(location) ?? this.#trueIn(location, state);
  }

  #trueIn(location: Location, state: Evaluator): readonly Term[] {
    const manager = this.#manager;
    const own = location.variables.map(({ term }) =>
      manager.eq(term, manager.constant(term.width, state.value(term))),
    );
    const predicates = this.#predicatesAt(location).map((one) =>
      state.isTrue(one) ? one : manager.not(one),
    );
    return [...own, ...predicates];
  }

  /** Inputs get the value of the answer; unknown values stay variables. */
  #answered(from: Location, inputs: ReadonlyMap<CfaEdge, bigint>): Substitution {
    const values = new Map<Term, Term>();
    for (const { edge, value } of this.#system.inputs.get(from) ?? []) {
      const answer = inputs.get(edge);
      if (answer === undefined || !("op" in value) || value.op !== "variable") continue;
      values.set(value, this.#manager.constant(value.width, BigInt.asUintN(value.width, answer)));
    }
    return new Substitution(this.#manager, values);
  }

  /** Whether a state of a set may have no step within the component, or one to an error. */
  #mayEnd(
    from: Location,
    set: readonly Term[],
    component: readonly Step[],
    answered: Substitution,
  ): boolean {
    const manager = this.#manager;
    const onward = component
      .filter((step) => step.from === from)
      .map(({ guard }) => answered.apply(guard));
    const wrong = this.#system.steps
      .filter((step) => step.from === from && !component.includes(step))
      .map(({ guard }) => answered.apply(guard));
    const ends = manager.or(manager.not(manager.or(...onward)), ...wrong);
    return this.#solvers.check(from, [...set, ends], { conflicts: CONFLICTS }) !== "unsat";
  }

  /** Extends a set by the states that a step leads to; whether it grew. */
  #follow(
    { from, to, guard, next }: Step,
    sets: Map<Location, readonly Term[]>,
    answered: Substitution,
  ): boolean | "unknown" | "beyond its claim" {
    const manager = this.#manager;
    const own = sets.get(from) ?? [];
    const values = new Map([...next].map(([variable, term]) => [variable, answered.apply(term)]));
    const arrival = new Substitution(manager, values);
    const taken = answered.apply(guard);
    let hasGrown = false;
    for (;;) {
      const before = sets.get(to);
      const stays =
        before === undefined
          ? manager.false
          : manager.and(...before.map((one) => arrival.apply(one)));
      const answer = this.#solvers.check(
        from,
        [...(sets.get(from) ?? own), taken, manager.not(stays)],
        {
          conflicts: CONFLICTS,
        },
      );
      if (answer === "unknown") return "unknown";
      if (answer === "unsat") return hasGrown;
      if (before !== undefined && this.#claims.has(to)) return "beyond its claim";
      hasGrown = true;
      const solver = this.#solvers.of(from);
      const state = evaluatorOf(
        new Map([...values].map(([variable, term]) => [variable, solver.value(term)])),
      );
      sets.set(
        to,
        before === undefined
          ? this.#firstSet(to, state)
          : before.filter((one) => state.isTrue(one)),
      );
    }
  }
}

export function evaluatorOf(values: ReadonlyMap<Term, bigint>): Evaluator {
  return new Evaluator((variable) => values.get(variable) ?? 0n);
}
