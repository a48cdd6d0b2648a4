/**
 * Facts after a path, from a pool of predicates: those that every step of it preserves (Houdini on one path:
 * Flanagan, Leino, FME 2001). It is the strongest postcondition that the pool can express.
 */
import { Substitution, type Term, type TermManager } from "../../smt/index.ts";
import type { PathPosition } from "../extraction/execution-path.ts";
import type { LocationSolvers } from "../extraction/location-solvers.ts";
import type { Predicates } from "../extraction/predicates.ts";
import type { Location, Step } from "../extraction/transition-system.ts";

/** Number of questions about one step after which no facts are returned. */
const MAX_ROUNDS = 400;
const MAX_CONFLICTS = 2000;

export class PathFacts {
  readonly #manager: TermManager;
  readonly #solvers: LocationSolvers;
  readonly #pool: Predicates;
  readonly #known = new Map<PathPosition, readonly Term[]>();
  /** Facts for a smaller pool: they still hold. */
  readonly #held = new Map<PathPosition, readonly Term[]>();
  /** Predicates that failed after a path for a smaller pool: they are not tried again. */
  readonly #failed = new Map<PathPosition, Set<Term>>();
  readonly #primed = new Map<Step, Substitution>();
  /** By location, facts that held after every path so far. */
  readonly #persistent = new Map<Location, ReadonlySet<Term>>();

  constructor(manager: TermManager, solvers: LocationSolvers, pool: Predicates) {
    this.#manager = manager;
    this.#solvers = solvers;
    this.#pool = pool;
  }

  /** Substitutes values at the end of a step by those at its start. */
  primedBy(step: Step): Substitution {
    const known = this.#primed.get(step) ?? new Substitution(this.#manager, step.next);
    this.#primed.set(step, known);
    return known;
  }

  /** The pool has changed. */
  forget(): void {
    for (const [position, facts] of this.#known) this.#held.set(position, facts);
    this.#known.clear();
    this.#persistent.clear();
  }

  /** Whether it held after all paths to the location so far: likely to be an invariant. */
  isPersistent(location: Location, fact: Term): boolean {
    return this.#persistent.get(location)?.has(fact) ?? true;
  }

  /** Predicates and negated ones over the variables of the location; `false` for an infeasible path. */
  at(position: PathPosition): readonly Term[] {
    const missing: PathPosition[] = [];
    let before: readonly Term[] = [];
    for (let at: PathPosition | undefined = position; at !== undefined; at = at.before) {
      const known = this.#known.get(at);
      if (known !== undefined) {
        before = known;
        break;
      }
      missing.push(at);
    }
    for (const at of missing.reverse()) {
      before = at.step === undefined ? [] : this.#after(before, at.step, at);
      this.#known.set(at, before);
      this.#persist(at.location, before);
    }
    return before;
  }

  #persist(location: Location, facts: readonly Term[]): void {
    if (facts.includes(this.#manager.false)) return;
    const kept = facts.filter((fact) => this.isPersistent(location, fact));
    this.#persistent.set(location, new Set(kept));
  }

  #after(before: readonly Term[], step: Step, position: PathPosition): readonly Term[] {
    const manager = this.#manager;
    const held = this.#held.get(position) ?? [];
    if (before.includes(manager.false) || held.includes(manager.false)) return [manager.false];
    const conditions = [...before, step.guard];
    const limits = { conflicts: MAX_CONFLICTS };
    const first = this.#solvers.check(step.from, conditions, limits);
    if (first === "unsat") return [manager.false];
    if (first === "unknown") return held;
    const tried = this.#undecided(position, held);
    const primed = this.primedBy(step);
    let valueIn = this.#solvers.modelOf(step);
    let kept = tried.map((predicate) => {
      const after = primed.apply(predicate);
      return valueIn.isTrue(after)
        ? { predicate, literal: predicate, after }
        : { predicate, literal: manager.not(predicate), after: manager.not(after) };
    });
    for (let round = 0; round < MAX_ROUNDS; round++) {
      // A model that violates most of them saves questions.
      const opposites = kept.map(({ after }) => manager.not(after));
      const broken = manager.or(...opposites);
      const answer =
        broken === manager.false
          ? "unsat"
          : this.#solvers.check(step.from, [...conditions, broken], limits, opposites);
      if (answer === "unknown") return held;
      if (answer === "unsat") {
        this.#fail(position, tried, new Set(kept.map(({ predicate }) => predicate)));
        return [...held, ...kept.map(({ literal }) => literal)];
      }
      valueIn = this.#solvers.modelOf(step);
      kept = kept.filter(({ after }) => valueIn.isTrue(after));
    }
    return held;
  }

  /** Predicates that are undetermined after a path: neither they nor their negations are known to hold. */
  #undecided(position: PathPosition, held: readonly Term[]): readonly Term[] {
    const isHeld = new Set(held);
    const failed = this.#failed.get(position);
    const all = new Set([...this.#pool.at(position.location), ...this.#values(position)]);
    return [...all].filter(
      (predicate) =>
        !isHeld.has(predicate) &&
        !isHeld.has(this.#manager.not(predicate)) &&
        failed?.has(predicate) !== true,
    );
  }

  #fail(position: PathPosition, tried: readonly Term[], kept: ReadonlySet<Term>): void {
    const failed = this.#failed.get(position) ?? new Set();
    this.#failed.set(position, failed);
    for (const predicate of tried) if (!kept.has(predicate)) failed.add(predicate);
  }

  /** Constants and equal values that the path computes. */
  #values({ values, location }: PathPosition): Term[] {
    const holders = new Map<Term, Term>();
    const facts: Term[] = [];
    for (const { term } of location.variables) {
      const value = values.get(term);
      if (value === undefined) continue;
      if (value.op === "constant") {
        facts.push(this.#manager.eq(term, value));
        continue;
      }
      const holder = holders.get(value);
      if (holder === undefined) holders.set(value, term);
      else facts.push(this.#manager.eq(term, holder));
    }
    return facts;
  }
}
