/**
 * Sequence interpolants of paths, bit-precise and without an interpolating solver: after every step a condition on
 * the variables that are live there, so that each step leads from one to the next, and the last one is the goal of
 * the path (`false`, for an infeasible path).
 * - From facts: the strongest postcondition in terms of predicates (path-facts.ts); unsatisfiable cores keep the
 *   facts that the next step needs.
 * - From weakest preconditions, of which cores keep the parts that contradict the beginning of the path; choices of
 *   steps are eliminated.
 * - From solutions of the path's chain of Horn clauses over mathematical integers (horn-chains.ts), where nothing
 *   on the path wraps around.
 * - From invariants of the program that consists of the path's steps, where a path of the same steps was refuted
 *   before: then interpolants count iterations.
 * After Dietsch, Heizmann, Musa, Nutz, Podelski: "Craig vs. Newton in software model checking" (FSE 2017). Every
 * sequence is checked before it is used.
 */

import { defined } from "../../../ground/util/defined.ts";
import {
  SmtSolver,
  Substitution,
  type Term,
  type TermManager,
  variablesIn,
} from "../../smt/index.ts";
import type { InputChoice } from "../../symbolic/index.ts";
import { concreteExecution } from "../extraction/concrete-execution.ts";
import { type PathPosition, positionsTo } from "../extraction/execution-path.ts";
import type { LocationSolvers, SolverSource } from "../extraction/location-solvers.ts";
import type { Predicates } from "../extraction/predicates.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";
import type { HornChains } from "./horn-chains.ts";
import { PathFacts } from "./path-facts.ts";

/** A conjunction for every position of a path: the facts after that many steps, from 0. */
export type InterpolantSequence = readonly (readonly Term[])[];

export type InterpolantKind = "facts" | "chains" | "preconditions" | "invariants";

/** By location, an invariant that keeps the program of some steps from the error; undefined when none is known. */
export type PathInvariants = (
  steps: ReadonlySet<Step>,
) => ReadonlyMap<Location, readonly Term[]> | undefined;

/** Sources of interpolants beside the steps of a path. */
export interface InterpolantSources {
  /** Invariants of path programs; by default, none are known. */
  readonly invariants?: PathInvariants;
  /** Chains of Horn clauses, where there is a solver for them. */
  readonly chains?: HornChains | undefined;
}

export interface InterpolationStatistics {
  /** Number of sequences that passed the check, by their origin. */
  readonly made: Readonly<Record<InterpolantKind, number>>;
  /**
   * Number of sequences that did not pass, which are never used: faults of the interpolator, except for those of
   * `chains`, which are guesses.
   */
  readonly refused: number;
  /**
   * Number of paths whose chains of Horn clauses were given to a solver, and of resulting sequences that did not
   * pass; absent where there is no solver.
   */
  readonly chains?: {
    readonly asked: number;
    readonly refused: number;
    /** Whether it turned out not to be installed. */
    readonly isAbsent: boolean;
  };
}

export type PathExplanation =
  | {
      readonly kind: "infeasible";
      readonly interpolants: InterpolantSequence;
      readonly by: InterpolantKind;
    }
  | { readonly kind: "feasible"; readonly choices: readonly InputChoice[] }
  | { readonly kind: "unknown"; readonly reason: string };

/** Number of literals of a core that are tried to be left out. */
const MAX_DROPS = 12;
/** Number of choices of one step that are distinguished. */
const MAX_CASES = 12;
const SHORT_CONFLICTS = 1000;
const MAX_PATH_GATES = 400_000;

export class Interpolator {
  readonly #manager: TermManager;
  readonly #system: TransitionSystem;
  readonly #solvers: LocationSolvers;
  readonly #source: SolverSource;
  readonly #pool: Predicates;
  readonly #facts: PathFacts;
  readonly #invariants: PathInvariants;
  readonly #chains: HornChains | undefined;
  /** The steps of refuted paths. */
  readonly #refuted: ReadonlySet<Step>[] = [];
  /** For paths that recurred: their steps together, and the result for that program. */
  #repeated: { readonly steps: ReadonlySet<Step>; readonly found: ReturnType<PathInvariants> } = {
    steps: new Set(),
    found: new Map(),
  };
  readonly #made = { facts: 0, chains: 0, preconditions: 0, invariants: 0 };
  #refused = 0;
  #refusedChains = 0;
  #pathSolver: SmtSolver | undefined;

  /** @param pool - initial predicates; it grows */
  constructor(
    manager: TermManager,
    system: TransitionSystem,
    solvers: LocationSolvers,
    source: SolverSource,
    pool: Predicates,
    { invariants = () => undefined, chains }: InterpolantSources = {},
  ) {
    this.#manager = manager;
    this.#system = system;
    this.#solvers = solvers;
    this.#source = source;
    this.#pool = pool;
    this.#invariants = invariants;
    this.#chains = chains;
    this.#facts = new PathFacts(manager, solvers, pool);
  }

  get statistics(): InterpolationStatistics {
    const chains = this.#chains && {
      asked: this.#chains.asked,
      refused: this.#refusedChains,
      isAbsent: this.#chains.isAbsent,
    };
    return { made: { ...this.#made }, refused: this.#refused, ...defined({ chains }) };
  }

  dispose(): void {
    this.#pathSolver?.dispose();
  }

  /** Explains why no execution takes a path, or returns one that does. */
  explain(end: PathPosition): PathExplanation {
    const explanation = this.#explained(end);
    if (explanation.kind !== "infeasible") return explanation;
    this.#refuted.push(stepsOf(end));
    if (explanation.by !== "facts") this.#learn(end, explanation.interpolants);
    return explanation;
  }

  #explained(end: PathPosition): PathExplanation {
    const goal = [this.#manager.false];
    const byInvariants = this.#checked(end, goal, this.#fromInvariants(end), "invariants");
    if (byInvariants !== undefined) {
      return { kind: "infeasible", interpolants: byInvariants, by: "invariants" };
    }
    const byFacts = this.#checked(end, goal, this.#fromFacts(end, goal), "facts");
    if (byFacts !== undefined) return { kind: "infeasible", interpolants: byFacts, by: "facts" };
    const found = concreteExecution(this.#manager, this.#system, end, this.#source);
    if (found.kind === "execution") return { kind: "feasible", choices: found.choices };
    if (found.kind === "unknown") return { kind: "unknown", reason: "time limit" };
    const sequence = this.#fromPreconditions(end);
    const interpolants = this.#checked(end, goal, sequence, "preconditions");
    if (interpolants !== undefined) {
      return { kind: "infeasible", interpolants, by: "preconditions" };
    }
    const byChain = this.#checked(end, goal, this.#fromChain(end), "chains");
    if (byChain !== undefined) {
      this.#chains?.confirm();
      return { kind: "infeasible", interpolants: byChain, by: "chains" };
    }
    const isLate = this.#source.remainingSeconds() <= 0;
    return { kind: "unknown", reason: isLate ? "time limit" : "no interpolants of a path" };
  }

  /** Adds the parts of interpolants to the pool of facts. */
  #learn(end: PathPosition, interpolants: InterpolantSequence): void {
    for (const position of positionsTo(end)) {
      for (const term of interpolants[position.depth] ?? []) this.propose(position.location, term);
    }
  }

  /** Explains why a condition holds after every execution of a path; undefined when facts do not show it. */
  establish(end: PathPosition, goal: readonly Term[]): InterpolantSequence | undefined {
    return this.#checked(end, goal, this.#fromFacts(end, goal), "facts");
  }

  /** Facts after a path: predicates of the pool and negated ones. */
  factsAt(position: PathPosition): readonly Term[] {
    return this.#facts.at(position);
  }

  /** Adds a condition to the pool of a location. */
  propose(location: Location, condition: Term): void {
    if (this.#pool.addAtoms(location, condition)) this.#facts.forget();
  }

  /** Whether a step leads from the conditions to the goal. */
  isKept(before: readonly Term[], step: Step, goal: readonly Term[]): boolean {
    return this.#core(before, step, goal) !== undefined;
  }

  // -------------------------------------------------------------------- facts

  #fromFacts(end: PathPosition, goal: readonly Term[]): InterpolantSequence | undefined {
    return this.#needed(end, goal, (position) => this.#facts.at(position));
  }

  /** Backwards: the facts at positions that the next step needs; undefined when all of them do not suffice. */
  #needed(
    end: PathPosition,
    goal: readonly Term[],
    holdsAt: (position: PathPosition) => readonly Term[],
  ): InterpolantSequence | undefined {
    const sequence: (readonly Term[])[] = [goal];
    let need = goal;
    for (let at = end; at.before !== undefined && at.step !== undefined; at = at.before) {
      const core = need.length === 0 ? [] : this.#smallCore(holdsAt(at.before), at.step, need);
      if (core === undefined) return undefined;
      sequence.unshift(core);
      need = core;
    }
    return sequence;
  }

  /**
   * Facts that suffice for a step to establish the goal, preferring those that generalise best to other executions.
   */
  #smallCore(
    facts: readonly Term[],
    step: Step,
    goal: readonly Term[],
  ): readonly Term[] | undefined {
    let core = this.#core(facts, step, goal);
    if (core === undefined) return undefined;
    let most = facts;
    for (const isSpecial of [
      isOfOneValue,
      (fact: Term) => !this.#facts.isPersistent(step.from, fact),
      hasConstant,
    ]) {
      const general = most.filter((fact) => !isSpecial(fact));
      if (general.length === most.length) continue;
      const enough = this.#core(general, step, goal, SHORT_CONFLICTS);
      if (enough === undefined) continue;
      core = enough;
      most = general;
    }
    const rank = (fact: Term): number => (isOfOneValue(fact) ? 0 : hasConstant(fact) ? 1 : 2);
    for (const literal of core.toSorted((x, y) => rank(x) - rank(y)).slice(0, MAX_DROPS)) {
      if (!core.includes(literal)) continue;
      const fewer: readonly Term[] = core.filter((other) => other !== literal);
      core = this.#core(fewer, step, goal, SHORT_CONFLICTS) ?? core;
    }
    return core;
  }

  /** Conditions that suffice for a step to establish the goal; undefined when all do not. */
  #core(
    before: readonly Term[],
    step: Step,
    goal: readonly Term[],
    conflicts?: number,
  ): readonly Term[] | undefined {
    const manager = this.#manager;
    const primed = this.#facts.primedBy(step);
    const missed = manager.not(manager.and(...goal.map((term) => primed.apply(term))));
    const limits = conflicts === undefined ? {} : { conflicts };
    const answer = this.#solvers.check(step.from, [...before, step.guard, missed], limits);
    return answer === "unsat" ? this.#solvers.failed(step.from, before) : undefined;
  }

  // ------------------------------------------------------------------- chains

  /** With facts, which may show that nothing wraps around; most of both is not needed. */
  #fromChain(end: PathPosition): InterpolantSequence | undefined {
    const guessed = this.#chains?.sequenceOf(end);
    if (guessed === undefined) return undefined;
    const holdsAt = (position: PathPosition): Term[] => [
      ...(guessed[position.depth] ?? []),
      ...this.#facts.at(position),
    ];
    return this.#needed(end, [this.#manager.false], holdsAt) ?? guessed;
  }

  // --------------------------------------------------------------- invariants

  /** For paths with the steps of another one. Earlier steps that recurred are part of the current path program. */
  #fromInvariants(end: PathPosition): InterpolantSequence | undefined {
    const steps = stepsOf(end);
    if (!isWithin(steps, this.#repeated.steps)) {
      // Where fewer steps had no result, more steps are not tried.
      if (this.#repeated.found === undefined) return undefined;
      if (!this.#refuted.some((other) => isWithin(steps, other))) return undefined;
      const all = new Set([...steps, ...this.#repeated.steps]);
      this.#repeated = { steps: all, found: this.#invariants(all) };
    }
    const { found } = this.#repeated;
    if (found === undefined) return undefined;
    const between = positionsTo(end).slice(0, -1);
    return [[], ...between.map(({ location }) => found.get(location) ?? []), [this.#manager.false]];
  }

  // ------------------------------------------------------------ preconditions

  /**
   * Backwards: conditions that lead to the error by the rest of the path, as far as they contradict the beginning.
   */
  #fromPreconditions(end: PathPosition): InterpolantSequence | undefined {
    const manager = this.#manager;
    const sequence: (readonly Term[])[] = [[manager.false]];
    let leads: readonly Term[] = [];
    for (let at = end; at.before !== undefined && at.step !== undefined; at = at.before) {
      const before = this.#leadingTo(leads, at.step, at.before);
      if (before === undefined) return undefined;
      leads = before;
      const isStart = at.before.before === undefined;
      sequence.unshift(isStart ? [] : [manager.not(manager.and(...leads))]);
    }
    return sequence;
  }

  /** A conjunction that holds wherever the step may establish another one, and nowhere after the path. */
  #leadingTo(after: readonly Term[], step: Step, path: PathPosition): readonly Term[] | undefined {
    const primed = this.#facts.primedBy(step);
    const parts = [step.guard, ...after.map((term) => primed.apply(term))].flatMap(conjunctsOf);
    const own = new Set(step.from.variables.map(({ term }) => term));
    const isOver = (term: Term): boolean => [...variablesIn(term)].every((v) => own.has(v));
    const fixed = parts.filter(isOver);
    const direct = this.#contradicting(fixed, path);
    if (direct !== undefined || fixed.length === parts.length) return direct;
    const cases = this.#cases(parts, step, own);
    if (cases === undefined) return undefined;
    return this.#contradicting([...fixed, cases], path);
  }

  /** Replaces choices of the step by values, as many as make a difference. */
  #cases(parts: readonly Term[], step: Step, own: ReadonlySet<Term>): Term | undefined {
    const manager = this.#manager;
    const inputs = [...variablesIn(...parts)].filter((variable) => !own.has(variable));
    let covered = manager.false;
    for (let round = 0; round <= MAX_CASES; round++) {
      const answer = this.#solvers.check(step.from, [...parts, manager.not(covered)]);
      if (answer === "unsat") return covered;
      if (answer === "unknown") return undefined;
      const model = this.#solvers.of(step.from).modelOf(inputs);
      const chosen = new Map(
        [...model].map(([input, value]) => [input, manager.constant(input.width, value)]),
      );
      const choice = new Substitution(manager, chosen);
      covered = manager.or(covered, manager.and(...parts.map((part) => choice.apply(part))));
    }
    return undefined;
  }

  /** Conditions that no execution of the path satisfies together; undefined when some does. */
  #contradicting(conditions: readonly Term[], path: PathPosition): readonly Term[] | undefined {
    const values = new Substitution(this.#manager, path.values);
    const renamed = conditions.map((condition) => values.apply(condition));
    const beginning = positionsTo(path).flatMap((position) => position.conditions);
    const solver = this.#solverOfPaths();
    const answer = solver.check([...beginning, ...renamed], {
      deadline: () => this.#source.remainingSeconds() <= 0,
    });
    if (answer !== "unsat") return undefined;
    const failed = new Set(solver.failedAssumptions());
    return conditions.filter((_, index) => failed.has(renamed[index] as Term));
  }

  #solverOfPaths(): SmtSolver {
    if (this.#pathSolver !== undefined && this.#pathSolver.gateCount > MAX_PATH_GATES) {
      this.#pathSolver.dispose();
      this.#pathSolver = undefined;
    }
    this.#pathSolver ??= new SmtSolver(this.#manager, this.#source.createSatSolver());
    return this.#pathSolver;
  }

  // -------------------------------------------------------------------- check

  /** The sequence, when it is one. */
  #checked(
    end: PathPosition,
    goal: readonly Term[],
    sequence: InterpolantSequence | undefined,
    kind: InterpolantKind,
  ): InterpolantSequence | undefined {
    if (sequence === undefined) return undefined;
    if (
      isSequence(sequence, end, goal, (before, step, after) => this.isKept(before, step, after))
    ) {
      this.#made[kind]++;
      return sequence;
    }
    if (this.#source.remainingSeconds() <= 0) return undefined;
    if (kind === "chains") this.#refusedChains++;
    else this.#refused++;
    return undefined;
  }
}

function stepsOf(end: PathPosition): Set<Step> {
  return new Set(positionsTo(end).flatMap(({ step }) => step ?? []));
}

function isWithin(steps: ReadonlySet<Step>, others: ReadonlySet<Step>): boolean {
  return [...steps].every((step) => others.has(step));
}

/**
 * Whether conditions are over the variables of their locations, each step leads to the next one, and the last is
 * the goal.
 */
export function isSequence(
  sequence: InterpolantSequence,
  end: PathPosition,
  goal: readonly Term[],
  isKept: (before: readonly Term[], step: Step, after: readonly Term[]) => boolean,
): boolean {
  const first = sequence[0];
  if (first === undefined || first.length > 0 || sequence.length !== end.depth + 1) return false;
  if (sequence.at(-1) !== goal && !goal.every((term) => sequence.at(-1)?.includes(term))) {
    return false;
  }
  return positionsTo(end).every(({ step, depth, location }) => {
    const [before, after] = [sequence[depth - 1], sequence[depth]];
    if (before === undefined || after === undefined || step === undefined) return false;
    const own = new Set(location.variables.map(({ term }) => term));
    for (const variable of variablesIn(...after)) if (!own.has(variable)) return false;
    return after.length === 0 || isKept(before, step, after);
  });
}

/** A single value seldom generalises to the executions that pass the next time. */
function isOfOneValue({ op, args }: Term): boolean {
  return op === "eq" && args.some(isConstant) && !args.some(isOfBits);
}

/** A comparison with a constant holds for fewer executions than a comparison of variables. */
function hasConstant(fact: Term): boolean {
  const { op, args } = fact.op === "not" ? (fact.args[0] as Term) : fact;
  const compares = op === "ult" || op === "slt" || op === "eq";
  return compares && args.some(isConstant) && !args.some(isOfBits);
}

function isConstant({ op }: Term): boolean {
  return op === "constant";
}

/** A fact about some bits holds for many values. */
function isOfBits({ op }: Term): boolean {
  return op === "extract";
}

function conjunctsOf(term: Term): Term[] {
  return term.op === "and" ? term.args.flatMap(conjunctsOf) : [term];
}
