/**
 * Transition invariants: a union of well-founded relations that holds between any visit of a loop head and any
 * later one (Podelski, Rybalchenko: "Transition invariants", LICS 2004). Relations are synthesised for single paths
 * from the head to itself that the union does not cover yet. Whether the union covers all paths is a reachability
 * question, in which an arbitrary visit saves a copy of its values (Cook, Podelski, Rybalchenko, PLDI 2006);
 * property-directed reachability answers it on bits.
 */

import type { RankingKind } from "../../induction/index.ts";
import {
  type SatSolver,
  Substitution,
  solveOnce,
  type Term,
  type TermManager,
} from "../../smt/index.ts";
import { ExecutionPaths, type PathPosition, positionsTo } from "../extraction/execution-path.ts";
import { onPathOf } from "../extraction/predicates.ts";
import type {
  Location,
  StateVariable,
  Step,
  TransitionSystem,
} from "../extraction/transition-system.ts";
import { checkReachability } from "../ic3/property-directed-reachability.ts";
import { type AffineForm, termOf } from "./affine-form.ts";
import type { ClaimedValue } from "./claimed-value.ts";

export interface UnionOptions {
  readonly createSatSolver: () => SatSolver;
  readonly remainingSeconds: () => number;
  /** Facts at every visit of the head. */
  readonly known: readonly Term[];
}

export interface DisjunctiveOptions extends UnionOptions {
  readonly kind: RankingKind;
  /** Width of the values of functions. */
  readonly width: number;
  /** A function that a path from the head to itself lowers. */
  readonly rank: (way: Step) => AffineForm | undefined;
}

/** Relations in a union. */
const MAX_RELATIONS = 4;
/** Maximal number of steps of paths that are examined individually. */
const MAX_LENGTH = 4;
const MAX_WAYS = 40;

/** Functions one of which decreases between any two visits of the head; undefined when that is not proved. */
export function disjunctiveRanking(
  manager: TermManager,
  system: TransitionSystem,
  component: readonly Step[],
  head: Location,
  options: DisjunctiveOptions,
): readonly AffineForm[] | undefined {
  const union = new Union(manager, system, component, head, options);
  const { kind, width, rank, remainingSeconds } = options;
  const forms: AffineForm[] = [];
  const limit = kind === "bounds" ? 0n : undefined;
  const values = (): readonly ClaimedValue[] =>
    forms.map((form) => ({ value: termOf(manager, form, width), limit }));
  while (remainingSeconds() > 0) {
    const way = union.uncovered(values());
    if (way === "none") break;
    if (forms.length === MAX_RELATIONS || way === "unknown") return undefined;
    const form = rank(way);
    if (form === undefined) return undefined;
    forms.push(form);
  }
  return forms.length > 0 && union.coversAll(values()) ? forms : undefined;
}

/** Whether one of the values has decreased from any visit of the head to any later one, within its limit. */
export function provesUnion(
  manager: TermManager,
  system: TransitionSystem,
  component: readonly Step[],
  head: Location,
  values: readonly ClaimedValue[],
  options: UnionOptions,
): boolean {
  return new Union(manager, system, component, head, options).coversAll(values);
}

class Union {
  readonly #manager: TermManager;
  readonly #system: TransitionSystem;
  readonly #head: Location;
  readonly #options: UnionOptions;
  /** By variable of the head. */
  readonly #copies: ReadonlyMap<Term, Term>;
  readonly #steps: readonly Step[];
  readonly #locations = new Map<Location, Location>();

  constructor(
    manager: TermManager,
    system: TransitionSystem,
    component: readonly Step[],
    head: Location,
    options: UnionOptions,
  ) {
    this.#manager = manager;
    this.#system = system;
    this.#head = head;
    this.#options = options;
    const copyOf = ({ term }: StateVariable): [Term, Term] => [
      term,
      manager.freshVariable(`earlier ${term.name}`, term.width),
    ];
    this.#copies = new Map(head.variables.map(copyOf));
    const copies = head.variables.map((variable) => ({
      ...variable,
      term: this.#copies.get(variable.term) as Term,
    }));
    for (const { from, to } of component) {
      for (const one of [from, to]) {
        if (this.#locations.has(one)) continue;
        this.#locations.set(one, { ...one, variables: [...one.variables, ...copies] });
      }
    }
    this.#steps = component.flatMap((step) => this.#copied(step));
  }

  /** A step that keeps the copy, and one that takes the copy at its start. */
  #copied({ from, to, guard, next }: Step): readonly Step[] {
    const target = this.#locations.get(to) as Location;
    const kept = [...this.#copies.values()].map((copy): [Term, Term] => [copy, copy]);
    const onward: Step = {
      from: this.#locations.get(from) as Location,
      to: target,
      guard,
      next: new Map([...next, ...kept]),
    };
    if (from !== this.#head) return [onward];
    const taken = [...this.#copies].map(([term, copy]): [Term, Term] => [copy, term]);
    const known = this.#options.known;
    const first: Step = {
      from: this.#system.start,
      to: target,
      guard: this.#manager.and(guard, ...known),
      next: new Map([...next, ...taken]),
    };
    return [onward, first];
  }

  /** The condition that one of the values has decreased since the copy was taken. */
  #isCovered(values: readonly ClaimedValue[]): Term {
    const manager = this.#manager;
    const earlier = new Substitution(manager, this.#copies);
    const cases = values.map(({ value, limit }) => {
      const before = earlier.apply(value);
      const falls = manager.slt(value, before);
      if (limit === undefined) return falls;
      const { width } = value;
      const least = manager.constant(width, BigInt.asUintN(width, limit));
      return manager.and(falls, manager.sle(least, before));
    });
    return manager.or(...cases);
  }

  /** A path of few steps from the head to itself that no function covers, with its conditions decided. */
  uncovered(values: readonly ClaimedValue[]): Step | "none" | "unknown" {
    const paths = new ExecutionPaths(this.#manager, this.#productOf([]));
    const isCovered = this.#isCovered(values);
    let ends: readonly PathPosition[] = [paths.root];
    for (let length = 0; length < MAX_LENGTH; length++) {
      ends = ends
        .flatMap((end) =>
          this.#steps
            .filter(({ from }) => from === end.location)
            .map((step) => paths.after(end, step)),
        )
        .slice(0, MAX_WAYS);
      for (const end of ends) {
        if (end.location !== this.#locations.get(this.#head)) continue;
        const way = this.#uncoveredOn(end, isCovered);
        if (way !== undefined) return way;
      }
    }
    return "none";
  }

  #uncoveredOn(end: PathPosition, isCovered: Term): Step | "unknown" | undefined {
    const manager = this.#manager;
    const { createSatSolver, remainingSeconds } = this.#options;
    const covered = new Substitution(manager, end.values).apply(isCovered);
    const conditions = positionsTo(end).flatMap((position) => position.conditions);
    const deadline = (): boolean => remainingSeconds() <= 0;
    const all = [...conditions, manager.not(covered)];
    const solution = solveOnce(manager, createSatSolver(), all, { deadline });
    if (solution.answer === "unsat") return undefined;
    if (solution.answer === "unknown") return "unknown";
    // The copies hold the values at the start; the rest of the path is chosen on the way.
    const start = new Map<Term, Term>();
    const next = new Map<Term, Term>();
    const equations: Term[] = [];
    for (const [term, copy] of this.#copies) {
      const [first, last] = [end.values.get(copy), end.values.get(term)];
      if (first === undefined || last === undefined) return "unknown";
      if (first.op === "variable") start.set(first, term);
      const result = manager.freshVariable(`later ${term.name}`, term.width);
      next.set(term, result);
      equations.push(manager.eq(result, last));
    }
    const taken = manager.and(...conditions, ...equations);
    // The values of results were chosen after the model was found.
    const results = new Map(
      [...next].map(([term, result]) => [result, end.values.get(term) as Term] as const),
    );
    const inModel = new Substitution(manager, results);
    const decided = onPathOf(manager, taken, (term) => solution.value(inModel.apply(term)));
    const guard = new Substitution(manager, start).apply(decided);
    return { from: this.#head, to: this.#head, guard, next };
  }

  /** Proved by an invariant of all paths. */
  coversAll(values: readonly ClaimedValue[]): boolean {
    const { error } = this.#system;
    const head = this.#locations.get(this.#head) as Location;
    const guard = this.#manager.not(this.#isCovered(values));
    const bad: Step = { from: head, to: error, guard, next: new Map() };
    const { createSatSolver, remainingSeconds } = this.#options;
    const answer = checkReachability(this.#manager, this.#productOf([bad]), {
      createSatSolver,
      remainingSeconds,
      confirm: () => true,
    });
    return answer.kind === "invariant";
  }

  #productOf(more: readonly Step[]): TransitionSystem {
    const locations = [this.#system.start, ...this.#locations.values()];
    return { ...this.#system, locations, steps: [...this.#steps, ...more], inputs: new Map() };
  }
}
