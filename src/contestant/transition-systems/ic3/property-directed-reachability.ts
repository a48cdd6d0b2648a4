/**
 * Property-directed reachability over the control flow of a program (IC3: Bradley, "SAT-based model checking
 * without unrolling", VMCAI 2011; on control-flow automata: Lange, Neuhäußer, Noll, FMCAD 2015). Cubes are
 * conjunctions of predicates, while every question is about the concrete steps over bit-vectors: implicit predicate
 * abstraction (Cimatti, Griggio, Mover, Tonetta: "IC3 modulo theories via implicit predicate abstraction", TACAS
 * 2014), with counterexamples to induction generalised to cubes as in CTIGAR (Birgmeier, Bradley, Weissenbacher,
 * CAV 2014). So a blocked cube is blocked in the program, and stays blocked when predicates are added.
 */
import {
  Evaluator,
  type SatSolver,
  type SolverAnswer,
  type SolverLimits,
  Substitution,
  type Term,
  type TermManager,
  variablesIn,
} from "../../smt/index.ts";

import type { InputChoice } from "../../symbolic/index.ts";
import { concreteExecution } from "../extraction/concrete-execution.ts";
import { ExecutionPaths } from "../extraction/execution-path.ts";
import { LocationSolvers } from "../extraction/location-solvers.ts";
import { initialPredicates, onPathOf, type Predicates } from "../extraction/predicates.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";
import { entryBounds } from "./entry-bounds.ts";
import { type BlockedCube, type Cube, Frames } from "./frames.ts";
import { neededClauses } from "./needed-clauses.ts";

export interface ReachabilityOptions {
  readonly createSatSolver: () => SatSolver;
  readonly remainingSeconds: () => number;
  /** Replays a counterexample; true when the violation really happens. */
  readonly confirm: (choices: readonly InputChoice[]) => boolean;
  /** Initial predicates beside those of the system. */
  readonly guesses?: Predicates;
  /** Called at the start of every level. */
  readonly onLevel?: (level: number, predicates: number) => void;
}

/** A disjunction. */
export type Clause = readonly Term[];

export type ReachabilityAnswer =
  /** Clauses by location: they hold at the start, every step preserves them, and they exclude all errors. */
  | { readonly kind: "invariant"; readonly clauses: ReadonlyMap<Location, readonly Clause[]> }
  | { readonly kind: "violation" }
  | { readonly kind: "unknown"; readonly reason: string };

export function checkReachability(
  manager: TermManager,
  system: TransitionSystem,
  options: ReachabilityOptions,
): ReachabilityAnswer {
  const search = new PropertyDirectedReachability(manager, system, options);
  try {
    return search.run();
  } catch (error) {
    if (error instanceof Ended) return error.answer;
    throw error;
  } finally {
    search.dispose();
  }
}

/** Thrown to end the search from any depth. */
class Ended extends Error {
  readonly answer: ReachabilityAnswer;
  constructor(answer: ReachabilityAnswer) {
    super();
    this.answer = answer;
  }
}

/** Is the cube reachable in at most `level` steps? */
interface Obligation {
  readonly location: Location;
  readonly cube: Cube;
  readonly level: number;
  /** The rest of the execution from the cube to the error, in values of one state. */
  readonly onward: Onward | undefined;
}

interface Onward {
  readonly step: Step;
  readonly valueIn: (term: Term) => bigint;
  readonly goal: Obligation;
}

/** A step with the data for questions about it. */
interface Question {
  readonly step: Step;
  readonly primed: Substitution;
  /** Variables of its terms that are not state variables. */
  readonly inputs: readonly Term[];
}

/** Number of literals of a cube that are tried to be dropped. */
const MAX_DROPS = 24;
/** At this level the search is not converging: it gets more expensive predicates. */
const ENRICHMENT_LEVEL = 8;
/** Conflicts for questions that only improve results. */
const SHORT_CONFLICTS = 2000;

function evaluatorOf(values: ReadonlyMap<Term, bigint>): (term: Term) => bigint {
  const evaluator = new Evaluator((variable) => values.get(variable) ?? 0n);
  return (term) => evaluator.value(term);
}

class PropertyDirectedReachability {
  readonly #manager: TermManager;
  readonly #system: TransitionSystem;
  readonly #options: ReachabilityOptions;
  readonly #predicates: Predicates;
  readonly #frames: Frames;
  readonly #solvers: LocationSolvers;
  readonly #into = new Map<Location, Question[]>();
  /** The highest level whose executions are known to be error-free. */
  #safe = 0;

  constructor(manager: TermManager, system: TransitionSystem, options: ReachabilityOptions) {
    this.#manager = manager;
    this.#system = system;
    this.#options = options;
    this.#predicates = initialPredicates(manager, system);
    if (options.guesses !== undefined) this.#predicates.addAll(options.guesses, system.locations);
    this.#frames = new Frames(manager);
    this.#solvers = new LocationSolvers(manager, system, options);
    for (const step of system.steps) {
      const own = new Set(step.from.variables.map(({ term }) => term));
      const mentioned = variablesIn(step.guard, ...step.next.values());
      const question = {
        step,
        primed: new Substitution(manager, step.next),
        inputs: [...mentioned].filter((variable) => !own.has(variable)),
      };
      this.#into.set(step.to, [...(this.#into.get(step.to) ?? []), question]);
    }
  }

  dispose(): void {
    this.#solvers.dispose();
  }

  run(): ReachabilityAnswer {
    for (let level = 1; ; level++) {
      if (level % ENRICHMENT_LEVEL === 0) this.#enrich();
      const count = this.#system.locations.map((location) => this.#predicates.at(location).size);
      this.#options.onLevel?.(
        level,
        count.reduce((sum, size) => sum + size, 0),
      );
      this.#blockErrors(level);
      this.#safe = level;
      const fixpoint = this.#propagate(level);
      if (fixpoint !== undefined) return { kind: "invariant", clauses: this.#clauses(fixpoint) };
    }
  }

  #clauses(level: number): Map<Location, Clause[]> {
    const { locations, error, steps } = this.#system;
    const at = (location: Location): BlockedCube[] =>
      this.#frames.at(location).filter((blocked) => blocked.level >= level);
    const used = (step: Step, cube: Cube, known: readonly BlockedCube[]) =>
      this.#used(step, cube, known);
    const needed = neededClauses({ error, steps, at, used });
    const negated = ({ cube }: BlockedCube): Clause =>
      cube.map((literal) => this.#manager.not(literal));
    return new Map(
      locations.map((location) => {
        const chosen = needed === undefined ? at(location) : [...(needed.get(location) ?? [])];
        return [location, chosen.map(negated)];
      }),
    );
  }

  #used(step: Step, cube: Cube, known: readonly BlockedCube[]): BlockedCube[] | undefined {
    const question = this.#into.get(step.to)?.find((one) => one.step === step);
    if (question === undefined) return undefined;
    const after = cube.map((literal) => question.primed.apply(literal));
    const clauses = known.map(({ clause }) => clause);
    // For a step from a location to itself, the clause that it has to preserve is assumed before.
    const itself = step.from === step.to ? [this.#manager.not(this.#manager.and(...cube))] : [];
    const solver = this.#solvers.of(step.from);
    const assumptions = [step.guard, ...after, ...clauses, ...itself];
    const answer = solver.check(assumptions, {
      deadline: () => this.#options.remainingSeconds() <= 0,
    });
    if (answer !== "unsat") return undefined;
    const failed = new Set(solver.failedAssumptions());
    return known.filter(({ clause }) => failed.has(clause));
  }

  // ----------------------------------------------------------------- blocking

  /** Repeats until no error is reachable in one step from the states of the level below. */
  #blockErrors(level: number): void {
    const root: Obligation = {
      location: this.#system.error,
      cube: [],
      level: level + 1,
      onward: undefined,
    };
    for (;;) {
      const reached = this.#predecessor(root);
      if (reached === undefined) return;
      this.#block(reached, level);
    }
  }

  #block(first: Obligation, top: number): void {
    const open: Obligation[] = [first];
    while (open.length > 0) {
      this.#checkBudget();
      const obligation = open.reduce((a, b) => (b.level <= a.level ? b : a));
      const { location, cube, level } = obligation;
      if (location === this.#system.start) {
        this.#counterexample(obligation);
        return;
      }
      const forget = (): void => {
        open.splice(open.indexOf(obligation), 1);
      };
      if (this.#frames.isBlocked(location, cube, level)) {
        forget();
        continue;
      }
      const reached = this.#predecessor(obligation);
      if (reached !== undefined) {
        open.push(reached);
        continue;
      }
      forget();
      const general = this.#generalise(location, cube, level);
      const highest = this.#highestLevel(location, general, level, top);
      this.#frames.block(location, general, highest);
      if (highest < top) open.push({ ...obligation, level: highest + 1 });
    }
  }

  /** A cube from which a step leads into that of an obligation; undefined when there is none. */
  #predecessor(obligation: Obligation): Obligation | undefined {
    const { location, cube, level } = obligation;
    for (const question of this.#into.get(location) ?? []) {
      const { step } = question;
      const answer = this.#ask(question, cube, level);
      if (answer === "unknown") this.#giveUp("a question is too hard");
      if (answer !== "sat") continue;
      const solver = this.#solvers.of(step.from);
      const owned = step.from.variables.map(({ term }) => term);
      const valueIn = evaluatorOf(solver.modelOf([...owned, ...question.inputs]));
      const from = this.#lifted(question, cube, valueIn);
      const onward = { step, valueIn, goal: obligation };
      return { location: step.from, cube: from, level: level - 1, onward };
    }
    return undefined;
  }

  /** Whether a step leads from the states of the level below into a cube. */
  #ask(question: Question, cube: Cube, level: number, limits: SolverLimits = {}): SolverAnswer {
    const { step } = question;
    const { from, to, guard } = step;
    const { start } = this.#system;
    this.#core = [];
    if (level <= 1 && from !== start) return "unsat";
    const known = from === start ? [] : this.#frames.clausesAt(from, level - 1);
    const elsewhere = from === to ? [this.#manager.not(this.#manager.and(...cube))] : [];
    const after = cube.map((literal) => question.primed.apply(literal));
    const solver = this.#solvers.of(from);
    const answer = solver.check([guard, ...after, ...known, ...elsewhere], {
      deadline: () => this.#options.remainingSeconds() <= 0,
      ...limits,
    });
    if (answer === "unsat") {
      const failed = new Set(solver.failedAssumptions());
      this.#core = cube.filter((_, index) => failed.has(after[index] as Term));
    }
    return answer;
  }

  /** The core of the last answer "unsat": the literals that it needs. */
  #core: Cube = [];

  /**
   * The predicates that a state satisfies: those that suffice for the step to lead into the cube with the same
   * inputs, or all of them when none do.
   */
  #lifted(question: Question, cube: Cube, valueIn: (term: Term) => bigint): Cube {
    const manager = this.#manager;
    const { step, primed, inputs } = question;
    const { from, guard } = step;
    const all = [...this.#predicates.at(from)].map((predicate) =>
      valueIn(predicate) === 1n ? predicate : manager.not(predicate),
    );
    if (all.length === 0) return all;
    const after = manager.and(guard, ...cube.map((literal) => primed.apply(literal)));
    const chosen = inputs.map((input) =>
      manager.eq(input, manager.constant(input.width, valueIn(input))),
    );
    const solver = this.#solvers.of(from);
    const answer = solver.check([...all, ...chosen, manager.not(after)], {
      deadline: () => this.#options.remainingSeconds() <= 0,
      conflicts: SHORT_CONFLICTS,
    });
    if (answer !== "unsat") return all;
    const failed = new Set(solver.failedAssumptions());
    return all.filter((literal) => failed.has(literal));
  }

  // ----------------------------------------------------------- generalisation

  /** The literals that suffice to exclude a step into the cube; undefined when there is such a step. */
  #sufficient(location: Location, cube: Cube, level: number, isShort: boolean): Cube | undefined {
    const needed = new Set<Term>();
    for (const question of this.#into.get(location) ?? []) {
      const limits = isShort ? { conflicts: SHORT_CONFLICTS } : {};
      if (this.#ask(question, cube, level, limits) !== "unsat") return undefined;
      for (const literal of this.#core) needed.add(literal);
    }
    return cube.filter((literal) => needed.has(literal));
  }

  /** A smaller cube that is blocked as well. */
  #generalise(location: Location, cube: Cube, level: number): Cube {
    let kept = this.#sufficient(location, cube, level, false);
    if (kept === undefined) this.#giveUp("time limit");
    for (const literal of kept.slice(0, MAX_DROPS)) {
      this.#checkBudget();
      if (!kept.includes(literal)) continue;
      const fewer: Cube = kept.filter((other) => other !== literal);
      kept = this.#sufficient(location, fewer, level, true) ?? kept;
    }
    return kept;
  }

  #highestLevel(location: Location, cube: Cube, level: number, top: number): number {
    let highest = level;
    while (highest < top && this.#sufficient(location, cube, highest + 1, true) !== undefined) {
      highest++;
    }
    return highest;
  }

  /** Propagates clauses to higher levels; returns the level from which on all levels are equal, if there is one. */
  #propagate(top: number): number | undefined {
    for (let level = 1; level <= top; level++) {
      let isSame = true;
      for (const location of this.#system.locations) {
        for (const blocked of this.#frames.at(location)) {
          if (blocked.level !== level) continue;
          this.#checkBudget();
          if (this.#sufficient(location, blocked.cube, level + 1, true) === undefined)
            isSame = false;
          else blocked.level = level + 1;
        }
      }
      if (isSame) return level + 1;
    }
    return undefined;
  }

  // ---------------------------------------------------------- counterexamples

  /** Real ones end the search, spurious ones lead to new predicates. */
  #counterexample(first: Obligation): void {
    const path: Onward[] = [];
    for (let at: Obligation | undefined = first; at?.onward !== undefined; at = at.onward.goal) {
      path.push(at.onward);
    }
    const steps = path.map(({ step }) => step);
    const end = new ExecutionPaths(this.#manager, this.#system).along(steps);
    const found = concreteExecution(this.#manager, this.#system, end, this.#options);
    if (found.kind === "unknown") this.#giveUp("time limit");
    if (found.kind === "execution") {
      const incompleteness = steps.at(-1)?.incompleteness;
      if (incompleteness !== undefined) this.#giveUp(incompleteness);
      if (this.#options.confirm(found.choices)) throw new Ended({ kind: "violation" });
      this.#giveUp("a possible violation could not be replayed");
    }
    if (!this.#refine(path) && !this.#enrich()) {
      this.#giveUp("no predicates exclude a spurious counterexample");
    }
  }

  /** Adds predicates from the weakest preconditions of an infeasible path. */
  #refine(path: readonly Onward[]): boolean {
    const manager = this.#manager;
    let isNew = false;
    let condition = manager.true;
    for (const { step, valueIn } of [...path].reverse()) {
      const before = manager.and(step.guard, new Substitution(manager, step.next).apply(condition));
      if (this.#predicates.addAtoms(step.from, onPathOf(manager, before, valueIn))) isNew = true;
      condition = before;
    }
    return isNew;
  }

  /**
   * Adds predicates that are expensive to find, once: the bounds of sums and differences at the entries of loops.
   */
  #enrich(): boolean {
    if (this.#isEnriched) return false;
    this.#isEnriched = true;
    let isNew = false;
    const bounds = entryBounds(this.#manager, this.#system, (step, exceeds) => {
      this.#checkBudget();
      const { from, guard } = step;
      const known = from === this.#system.start ? [] : this.#frames.clausesAt(from, this.#safe);
      const limits = { conflicts: SHORT_CONFLICTS };
      return this.#solvers.of(from).check([guard, exceeds, ...known], limits) !== "unsat";
    });
    for (const bound of bounds) {
      // Bounds of one loop often bound those within it.
      for (const other of this.#system.locations) {
        if (this.#predicates.add(other, bound)) isNew = true;
      }
    }
    return isNew;
  }

  #isEnriched = false;

  // ------------------------------------------------------------------- limits

  #checkBudget(): void {
    if (this.#options.remainingSeconds() <= 0) this.#giveUp("time limit");
  }

  #giveUp(why: string): never {
    const hasTime = this.#options.remainingSeconds() > 0;
    const reason = `${hasTime ? why : "time limit"}, ${this.#safe} steps are safe`;
    throw new Ended({ kind: "unknown", reason });
  }
}
