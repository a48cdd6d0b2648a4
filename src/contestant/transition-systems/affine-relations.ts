/**
 * The strongest linear equations, modulo the width, among the variables at every location that the steps as a whole
 * preserve: models of steps are joined until no step leads out (symbolic abstraction: Reps, Sagiv, Yorsh, VMCAI
 * 2004; King, Søndergaard: "Automatic abstraction for congruences", VMCAI 2010). A step is a formula, so equations
 * need not hold within it, where variables are updated one after the other.
 */

import { type AffineEquation, AffineSpace } from "../abstract-interpretation/index.ts";
import { Substitution, type Term, type TermManager } from "../smt/index.ts";
import { firstStates } from "./extraction/first-states.ts";
import { LocationSolvers, type SolverSource } from "./extraction/location-solvers.ts";
import { sumIsZero } from "./extraction/modular-equation.ts";
import type { Location, Step, TransitionSystem } from "./extraction/transition-system.ts";

/** Number of executions that are followed first, which needs no solver, and of their steps. */
const EXECUTIONS = 48;
const STEPS = 24;

export type AffineAnswer =
  | {
      readonly kind: "invariant";
      /** By location a conjunction of disjunctions, each of which is one equation. */
      readonly clauses: ReadonlyMap<Location, readonly (readonly Term[])[]>;
    }
  | { readonly kind: "unknown"; readonly reason: string };

export function proveByAffineRelations(
  manager: TermManager,
  system: TransitionSystem,
  source: SolverSource,
): AffineAnswer {
  const solvers = new LocationSolvers(manager, system, source);
  try {
    return new AffineFixpoint(manager, system, solvers).run();
  } finally {
    solvers.dispose();
  }
}

/** The integers of one width at a location. */
interface Group {
  readonly width: number;
  readonly variables: readonly Term[];
  space: AffineSpace | undefined;
}

class AffineFixpoint {
  readonly #manager: TermManager;
  readonly #system: TransitionSystem;
  readonly #solvers: LocationSolvers;
  readonly #groups: ReadonlyMap<Location, readonly Group[]>;
  readonly #reached = new Set<Location>();
  readonly #primed = new Map<Step, Substitution>();

  constructor(manager: TermManager, system: TransitionSystem, solvers: LocationSolvers) {
    this.#manager = manager;
    this.#system = system;
    this.#solvers = solvers;
    this.#groups = new Map(system.locations.map((location) => [location, groupsAt(location)]));
  }

  run(): AffineAnswer {
    const { start, error, steps } = this.#system;
    for (const [location, states] of firstStates(this.#system, EXECUTIONS, STEPS)) {
      for (const values of states) this.#join(location, (variable) => values.get(variable) ?? 0n);
    }
    const open = new Set([start, ...this.#reached]);
    for (const location of open) {
      open.delete(location);
      for (const step of steps.filter(({ from }) => from === location)) {
        if (step.to === error) continue;
        const grown = this.#follow(step);
        if (grown === undefined) return { kind: "unknown", reason: "time limit" };
        if (grown) open.add(step.to);
      }
    }
    const isPossible = (step: Step): boolean =>
      (step.from === start || this.#reached.has(step.from)) &&
      this.#solvers.check(step.from, [...this.#at(step.from), step.guard]) !== "unsat";
    if (steps.some((step) => step.to === error && isPossible(step))) {
      return { kind: "unknown", reason: "equations among variables do not suffice" };
    }
    const clauses = [...this.#reached].map(
      (location) => [location, this.#at(location).map((one) => [one])] as const,
    );
    return { kind: "invariant", clauses: new Map(clauses) };
  }

  /**
   * Whether a step leads outside of the joined states after all its targets were joined; undefined when this is not
   * known.
   */
  #follow(step: Step): boolean | undefined {
    const primed = this.#primed.get(step) ?? new Substitution(this.#manager, step.next);
    this.#primed.set(step, primed);
    const before = this.#at(step.from);
    for (let hasGrown = false; ; hasGrown = true) {
      const known = this.#reached.has(step.to)
        ? this.#at(step.to).map((equation) => primed.apply(equation))
        : [this.#manager.false];
      const leaves = this.#manager.not(this.#manager.and(...known));
      const answer = this.#solvers.check(step.from, [...before, step.guard, leaves]);
      if (answer === "unknown") return undefined;
      if (answer === "unsat") return hasGrown;
      const model = this.#solvers.modelOf(step);
      this.#join(step.to, (variable) => model.value(step.next.get(variable) ?? variable));
    }
  }

  #join(location: Location, valueIn: (variable: Term) => bigint): void {
    this.#reached.add(location);
    for (const group of this.#groups.get(location) ?? []) {
      const point = group.variables.map(valueIn);
      group.space = group.space?.with(point) ?? AffineSpace.at(group.width, point);
    }
  }

  /** The equations at a location. */
  #at(location: Location): Term[] {
    return (this.#groups.get(location) ?? []).flatMap(({ width, variables, space }) =>
      (space?.equations ?? []).map((equation) => this.#termOf(width, variables, equation)),
    );
  }

  #termOf(
    width: number,
    variables: readonly Term[],
    { coefficients, constant }: AffineEquation,
  ): Term {
    const summands = [
      ...coefficients.map((factor, index) => ({ factor, term: variables[index] as Term })),
      { factor: -constant, term: this.#manager.constant(width, 1n) },
    ];
    // The smaller one of a factor and its negation.
    const short = summands.map(({ factor, term }) => ({
      factor: BigInt.asIntN(width, factor),
      term,
    }));
    return sumIsZero(this.#manager, width, short);
  }
}

function groupsAt({ variables }: Location): Group[] {
  const integers = variables.filter(({ isSigned }) => isSigned !== undefined);
  const widths = new Set(integers.map(({ term }) => term.width));
  return [...widths].map((width) => ({
    width,
    variables: integers.filter(({ term }) => term.width === width).map(({ term }) => term),
    space: undefined,
  }));
}
