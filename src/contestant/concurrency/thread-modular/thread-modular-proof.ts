/**
 * Proofs for any number of threads: invariants of every thread at a place, and of every two threads at two places,
 * that hold for all behaviours of the others (thread modularity at level 2: Hoenicke, Majumdar, Podelski: "Thread
 * modularity at many levels", POPL 2017; rely-guarantee reasoning: Jones, 1983). Statements are conjunctions of
 * candidates; those that a step may violate are dropped until none is left that could be (Houdini: Flanagan, Leino,
 * FME 2001).
 * The argument: in every state of every execution the statement about each thread holds, and the one about each two
 * of them. A step of a thread preserves the statements about it and about it with another (checked with the
 * statements about both), and the statements about one or two others (checked with the statements about these and
 * about each of them with the stepping thread). A thread that begins joins all that are there.
 */

import type { FunctionCfa } from "../../cfa/index.ts";
import { type SatSolver, SmtSolver, type Term, type TermManager } from "../../smt/index.ts";
import type { Location, Step, ThreadSystem } from "../../transition-systems/index.ts";
import { type Compared, candidatesOver, constantsIn, implicationsOver } from "./candidates.ts";
import { type Role, type RoleStep, ThreadRoles, variablesIn } from "./thread-roles.ts";

export interface ThreadModularOptions {
  readonly createSatSolver: () => SatSolver;
  readonly remainingSeconds: () => number;
  /** Whether to report invariants of shared variables. */
  readonly reportsShared?: boolean;
}

export type ThreadModularAnswer =
  | {
      readonly kind: "true";
      readonly places: number;
      readonly pairs: number;
      /**
       * Invariants of shared variables once there are threads, outside of atomic blocks; none of them follows from
       * the others.
       */
      readonly shared: readonly Term[];
    }
  | { readonly kind: "unknown"; readonly reason: string };

export function proveThreadModularly(
  manager: TermManager,
  system: ThreadSystem,
  options: ThreadModularOptions,
): ThreadModularAnswer {
  const proof = new ThreadModularProof(manager, system, options);
  try {
    return proof.run();
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    return { kind: "unknown", reason: error.message };
  } finally {
    proof.dispose();
  }
}

class GivenUp extends Error {}

/** A statement about threads at one or two places; places that no thread reaches have none. */
interface Statement {
  /** In the order of their numbers; the threads there have roles 0 and 1. */
  readonly places: readonly Location[];
  /** A conjunction. */
  parts: readonly Term[];
  /** 0: no threads are there together; grows when a part is dropped. */
  version: number;
}

/** A solver that has translated more than this is replaced: every call costs time for all of it. */
const MAX_GATES = 150_000;
/** Maximal number of variables of a statement. */
const MAX_VARIABLES = 40;

class ThreadModularProof {
  readonly #manager: TermManager;
  readonly #system: ThreadSystem;
  readonly #options: ThreadModularOptions;
  readonly #roles: ThreadRoles;
  readonly #constants: ReadonlyMap<number, readonly Term[]>;
  readonly #from = new Map<Location, Step[]>();
  readonly #statements = new Map<string, Statement>();
  readonly #main: FunctionCfa | undefined;
  /** Start functions of at most one thread. */
  readonly #unique: ReadonlySet<FunctionCfa | undefined>;
  /** Variables that influence a decision. */
  readonly #read: ReadonlySet<Term>;
  readonly #checked = new Map<string, number>();
  #solver: SmtSolver;
  #hasChanged = false;

  constructor(manager: TermManager, system: ThreadSystem, options: ThreadModularOptions) {
    this.#manager = manager;
    this.#system = system;
    this.#options = options;
    this.#roles = new ThreadRoles(manager, system);
    this.#constants = constantsIn(
      system.steps.flatMap(({ guard, next }) => [guard, ...next.values()]),
    );
    this.#read = readVariables(system);
    for (const step of system.steps) {
      this.#from.set(step.from, [...(this.#from.get(step.from) ?? []), step]);
    }
    const [first] = this.#from.get(system.start) ?? [];
    this.#main = first && system.threadOf.get(first.to);
    this.#unique = new Set([this.#main, ...uniqueThreads(system)]);
    this.#solver = new SmtSolver(manager, options.createSatSolver());
  }

  dispose(): void {
    this.#solver.dispose();
  }

  run(): ThreadModularAnswer {
    const { creates, threadOf } = this.#system;
    for (const place of creates.keys()) {
      if (threadOf.get(place) !== this.#main) throw new GivenUp("threads that create threads");
    }
    do {
      this.#hasChanged = false;
      this.#begin();
      for (const statement of this.#reached(1)) this.#stepsOf(statement);
      for (const statement of this.#reached(2)) this.#stepsOfPair(statement);
      for (const statement of this.#reached(1)) this.#disturb(statement);
    } while (this.#hasChanged);
    const [places, pairs] = [this.#reached(1).length, this.#reached(2).length];
    return {
      kind: "true",
      places,
      pairs,
      shared: this.#options.reportsShared ? this.#shared() : [],
    };
  }

  /**
   * The statements common to all places where there may be several threads: others see shared variables only at
   * places.
   */
  #shared(): readonly Term[] {
    const behind = this.#behindCreations();
    const statements = this.#reached(1).filter(({ places: [place] }) => {
      const at = place as Location;
      return this.#system.threadOf.get(at) !== this.#main || behind.has(at);
    });
    const [first, ...others] = statements.map(({ parts }) => new Set(parts));
    const common = [...(first ?? [])].filter(
      (part) =>
        others.every((parts) => parts.has(part)) &&
        !isDisequality(part) &&
        [...variablesIn([part])].every((variable) => this.#roles.shared.has(variable)),
    );
    try {
      return this.#withoutConsequences(common);
    } catch (error) {
      // The proof is valid without them.
      if (!(error instanceof GivenUp)) throw error;
      return [];
    }
  }

  /** Places where the main thread may have created another one. */
  #behindCreations(): ReadonlySet<Location> {
    const behind = new Set<Location>();
    const { creates } = this.#system;
    const add = (from: Location): void => {
      for (const { to } of this.#from.get(from) ?? []) behind.add(to);
    };
    for (const place of creates.keys()) add(place);
    // Iteration over a growing set includes new elements.
    for (const place of behind) add(place);
    return behind;
  }

  #withoutConsequences(parts: readonly Term[]): readonly Term[] {
    let kept: Term[] = [];
    for (const part of parts) {
      if (this.#isPossible([...kept, this.#manager.not(part)])) kept.push(part);
    }
    // Later parts may imply earlier ones.
    for (const part of [...kept]) {
      const others = kept.filter((other) => other !== part);
      if (!this.#isPossible([...others, this.#manager.not(part)])) kept = others;
    }
    return kept;
  }

  // ---------------------------------------------------------------------- rules

  /** The main thread, before any effect that others could see. */
  #begin(): void {
    for (const step of this.#stepsFrom(this.#system.start, 0)) {
      if (!this.#isNew(`begin ${step.to.id}`, [])) continue;
      if (step.to === this.#system.error) this.#fail(step, []);
      else
        this.#establish(this.#aboutOne(step.to), [step.guard], (part) => [step.after.apply(part)]);
    }
  }

  /** Checks the effect of a thread's steps on the statement about it. */
  #stepsOf(before: Statement): void {
    const [place] = before.places as readonly [Location];
    for (const [index, step] of this.#stepsFrom(place, 0).entries()) {
      if (!this.#isNew(`one ${place.id} ${index}`, [before])) continue;
      const known = [...before.parts, step.guard];
      if (step.to === this.#system.error) {
        this.#fail(step, known);
        continue;
      }
      this.#establish(this.#aboutOne(step.to), known, (part) => [step.after.apply(part)]);
      const created = this.#system.creates.get(place);
      if (created === undefined) continue;
      const first = this.#firstValues(created);
      const starting = this.#roles.renaming(1, 0);
      // The part is about role 0, but the thread is another one than its creator.
      const about = (part: Term): Term[] => [step.after.apply(starting.apply(part))];
      this.#establish(this.#aboutOne(created), [...known, ...first], about);
      this.#establishPair(step.to, created, [...known, ...first], (part) => step.after.apply(part));
    }
  }

  /** Checks the effect of the steps of one of two threads on the statement about both. */
  #stepsOfPair({ places }: Statement): void {
    const [first, second] = places as readonly [Location, Location];
    this.#stepsBeside(first, second);
    if (first !== second) this.#stepsBeside(second, first);
  }

  /** Role 0 steps, role 1 stays. */
  #stepsBeside(stepping: Location, other: Location): void {
    const pair = this.#aboutTwo(stepping, other);
    const [one, two] = [this.#aboutOne(stepping), this.#aboutOne(other)];
    for (const [index, step] of this.#stepsFrom(stepping, 0).entries()) {
      if (step.to === this.#system.error) continue;
      if (!this.#isNew(`two ${stepping.id} ${other.id} ${index}`, [pair, one, two])) continue;
      const known = [
        ...this.#said(pair, stepping, other, 0, 1),
        ...one.parts,
        ...this.#renamed(two.parts, 1, 0),
        step.guard,
      ];
      this.#establishPair(step.to, other, known, (part) => step.after.apply(part));
      const created = this.#system.creates.get(stepping);
      if (created === undefined) continue;
      // The new thread has role 2; the statements relate it to the other one, as roles 0 and 1.
      const first = this.#renamed(this.#firstValues(created), 0, 2);
      const renaming = this.#roles.renaming(1, 2);
      this.#establishPair(other, created, [...known, ...first], (part) =>
        step.after.apply(renaming.apply(part)),
      );
    }
  }

  /** Checks the effect of a thread at a place on the statements about others. */
  #disturb({ places: [third] }: Statement): void {
    for (const [index, step] of this.#stepsFrom(third as Location, 2).entries()) {
      if (!step.writes || step.to === this.#system.error) continue;
      for (const statement of [...this.#reached(1), ...this.#reached(2)]) {
        this.#disturbance(statement, step, index);
      }
    }
  }

  /** Threads at the places of the statement have roles 0 and 1, the stepping thread has role 2. */
  #disturbance(statement: Statement, step: RoleStep, index: number): void {
    const { places } = statement;
    const third = step.from;
    const beside = places.map((place) => this.#aboutTwo(place, third));
    // They are never there together.
    if (beside.some(({ version }) => version === 0)) return;
    const singles = places.map((place) => this.#aboutOne(place));
    const moving = this.#aboutOne(third);
    const used = [statement, moving, ...singles, ...beside];
    const rule = `beside ${places.map(({ id }) => id).join(" ")} ${third.id} ${index}`;
    if (!this.#isNew(rule, used)) return;
    const known = [...statement.parts, ...this.#renamed(moving.parts, 2, 1), step.guard];
    for (const [role, place] of places.entries()) {
      const [single, pair] = [singles[role], beside[role]] as [Statement, Statement];
      known.push(...this.#renamed(single.parts, role as Role, 2));
      known.push(...this.#said(pair, place, third, role as Role, 2));
    }
    const isTwice = places.length === 2 && places[0] === places[1];
    const swapped = this.#roles.renaming(1, 0);
    if (isTwice) known.push(...statement.parts.map((part) => swapped.apply(part)));
    this.#establish(statement, known, (part) => [step.after.apply(part)]);
  }

  // ----------------------------------------------------------------- statements

  #aboutOne(place: Location): Statement {
    return this.#about([place]);
  }

  /** In the order of their numbers. */
  #aboutTwo(a: Location, b: Location): Statement {
    return this.#about(a.id <= b.id ? [a, b] : [b, a]);
  }

  #about(places: readonly Location[]): Statement {
    const key = places.map(({ id }) => id).join(" ");
    let statement = this.#statements.get(key);
    if (statement === undefined) {
      statement = { places, parts: [], version: 0 };
      this.#statements.set(key, statement);
    }
    return statement;
  }

  /** Statements about this many threads that may be there. */
  #reached(threads: 1 | 2): Statement[] {
    const all = [...this.#statements.values()];
    return all.filter(({ places, version }) => version > 0 && places.length === threads);
  }

  /** The statement about two places, for the roles of threads there. */
  #said({ parts }: Statement, a: Location, b: Location, first: Role, second: Role): Term[] {
    const [p, q] = a.id <= b.id ? [first, second] : [second, first];
    const said = this.#renamed(parts, p, q);
    return a === b ? [...said, ...this.#renamed(parts, q, p)] : said;
  }

  #renamed(parts: readonly Term[], first: Role, second: Role): Term[] {
    const renaming = this.#roles.renaming(first, second);
    return parts.map((part) => renaming.apply(part));
  }

  /**
   * A statement about two threads after a step; `after` gets it with the thread at `a` as role 0, and at `b` as
   * role 1.
   */
  #establishPair(
    a: Location,
    b: Location,
    known: readonly Term[],
    after: (part: Term) => Term,
  ): void {
    const { threadOf } = this.#system;
    const isSame = threadOf.get(a) === threadOf.get(b);
    if (isSame && this.#unique.has(threadOf.get(a))) return;
    const swapped = this.#roles.renaming(1, 0);
    this.#establish(this.#aboutTwo(a, b), known, (part) => {
      // Either thread may be the one that is called the first.
      if (a === b) return [after(part), after(swapped.apply(part))];
      return [after(a.id < b.id ? part : swapped.apply(part))];
    });
  }

  /**
   * Drops parts that need not hold after a step.
   * @param known - conditions that hold before it
   * @param after - a part over the variables before the step; for threads at one place, in both orders
   */
  #establish(
    statement: Statement,
    known: readonly Term[],
    after: (part: Term) => readonly Term[],
  ): void {
    const isFirst = statement.version === 0;
    if (isFirst) {
      if (!this.#isPossible(known)) return;
      statement.parts = this.#candidates(statement);
    }
    const holds = new Set([...known, this.#manager.true]);
    let claims = statement.parts.map((part) => {
      const open = after(part).filter((term) => !holds.has(term));
      return { part, open };
    });
    for (;;) {
      const negated = claims.flatMap(({ open }) => open.map((term) => this.#manager.not(term)));
      if (negated.length === 0) break;
      if (!this.#isPossible([...known, this.#manager.or(...negated)])) break;
      const solver = this.#solver;
      claims = claims.filter(({ open }) => open.every((term) => solver.value(term) === 1n));
    }
    if (claims.length === statement.parts.length && !isFirst) return;
    statement.parts = claims.map(({ part }) => part);
    statement.version++;
    this.#hasChanged = true;
  }

  #candidates({ places }: Statement): Term[] {
    const variables = new Map<Term, Compared>();
    for (const [index, place] of places.entries()) {
      for (const { term: variable, isSigned } of place.variables) {
        if (!this.#read.has(variable)) continue;
        const term = this.#roles.in(variable, index as Role);
        variables.set(term, { term, isSigned, isShared: this.#roles.shared.has(term) });
      }
    }
    if (variables.size > MAX_VARIABLES) throw new GivenUp("too many variables");
    const compared = [...variables.values()];
    const candidates = candidatesOver(this.#manager, compared, this.#constants);
    if (places.length > 1) return candidates;
    return [...candidates, ...implicationsOver(this.#manager, compared, this.#constants)];
  }

  /** Initial values of a thread, over the variables of role 1. */
  #firstValues({ variables }: Location): Term[] {
    return variables.flatMap(({ term }) => {
      const value = this.#system.own.get(term);
      return value === undefined ? [] : [this.#manager.eq(this.#roles.in(term, 1), value)];
    });
  }

  // ------------------------------------------------------------------ questions

  #stepsFrom(place: Location, role: Role): RoleStep[] {
    return (this.#from.get(place) ?? []).map((step) => this.#roles.step(step, role));
  }

  /** Whether an input of a rule has changed since its last check. */
  #isNew(rule: string, used: readonly Statement[]): boolean {
    const version = used.reduce((sum, statement) => sum + statement.version, 0);
    if (this.#checked.get(rule) === version) return false;
    this.#checked.set(rule, version);
    return true;
  }

  #fail({ incompleteness, guard }: RoleStep, known: readonly Term[]): void {
    if (!this.#isPossible([...known, guard])) return;
    throw new GivenUp(incompleteness ?? "invariants of two threads do not exclude a violation");
  }

  #isPossible(terms: readonly Term[]): boolean {
    const { remainingSeconds } = this.#options;
    if (remainingSeconds() <= 0) throw new GivenUp("time limit");
    if (this.#solver.gateCount > MAX_GATES) {
      this.#solver.dispose();
      this.#solver = new SmtSolver(this.#manager, this.#options.createSatSolver());
    }
    const assumptions = [...new Set(terms)].filter((term) => term !== this.#manager.true);
    const answer = this.#solver.check(assumptions, { deadline: () => remainingSeconds() <= 0 });
    if (answer === "unknown") throw new GivenUp("time limit");
    return answer === "sat";
  }
}

/** A disequality gives little information. */
function isDisequality({ op, args: [first] }: Term): boolean {
  return op === "not" && first?.op === "eq" && !isSignBit(first);
}

/** A comparison with zero. */
function isSignBit({ args }: Term): boolean {
  return args.some(({ width }) => width === 1);
}

/** Start functions whose threads are created at one place, which is passed once. */
function uniqueThreads({ creates, steps, threadOf }: ThreadSystem): FunctionCfa[] {
  const places = new Map<Location, Location[]>();
  for (const [place, start] of creates) places.set(start, [...(places.get(start) ?? []), place]);
  return [...places].flatMap(([start, [place, ...others]]) => {
    const thread = threadOf.get(start);
    const isOnce = place !== undefined && others.length === 0 && !isRepeated(place, steps);
    return isOnce && thread !== undefined ? [thread] : [];
  });
}

function isRepeated(place: Location, steps: readonly Step[]): boolean {
  const reached = new Set<Location>();
  for (const { from, to } of steps) if (from === place) reached.add(to);
  for (const next of reached) for (const { from, to } of steps) if (from === next) reached.add(to);
  return reached.has(place);
}

/** Variables on which a guard depends, or the next value of another one. */
function readVariables({ steps }: ThreadSystem): ReadonlySet<Term> {
  const roots = steps.flatMap(({ guard, next }) => [
    guard,
    ...[...next].flatMap(([variable, value]) => (value === variable ? [] : [value])),
  ]);
  return variablesIn(roots);
}
