/**
 * Explores the behaviour of each thread, by call stacks, locks held and threads created and awaited (locksets:
 * Dinning, Schonberg, "Detecting access anomalies in programs with critical sections", 1991; must-locksets and
 * thread ids as in Goblint: Vojdani et al., ASE 2016). Threads do not see each other's writes: values that another
 * one may write are unknown.
 * An exploration rests on assumptions about the writers of each place; when it has refuted one, it must be repeated
 * without it (explored-threads.ts).
 */
import {
  accessSize,
  type CallEdge,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  type Expression,
  type FunctionCfa,
  intrinsicOf,
  isAtomicFunction,
  isSynchronisation,
} from "../../cfa/index.ts";
import type { PointsTo } from "../../pointers/index.ts";
import {
  blockPlace,
  constant,
  objectPlace,
  target,
  union,
  type Value,
} from "../../pointers/index.ts";
import { controlVariables } from "./control-variables.ts";
import type { ExplorationSteps } from "./exploration-steps.ts";
import { applyIntrinsic, type CallStep } from "./intrinsic-effects.ts";
import type { MutexKinds } from "./mutex-kinds.ts";
import { ObjectLives } from "./object-lives.ts";
import { type Situation, Situations } from "./situations.ts";
import { SynchronisationCalls } from "./synchronisation-calls.ts";
import { type Access, type Context, MAIN_THREAD, type Thread } from "./thread.ts";
import { Evaluation, PlaceNames, type Surroundings } from "./thread-evaluation.ts";
import { ThreadLives } from "./thread-lives.ts";
import { forget, type ThreadState, withCell } from "./thread-state.ts";
import { type Assumptions, TrackedMemory } from "./tracked-memory.ts";

export interface Limits {
  readonly isExhausted: () => boolean;
  readonly maxSituations: number;
}

const MAX_DEPTH = 60;
const MAX_ATOMIC = 8;
/** Cell of the result of a function, before it is stored. */
const RETURNED = "returned";

export class ThreadExploration {
  readonly #program: CfaProgram;
  readonly #pointsTo: PointsTo;
  readonly #memory: TrackedMemory;
  readonly #limits: Limits;
  readonly #names = new PlaceNames();
  readonly #situations: Situations;
  readonly #threads: ThreadLives;
  readonly #lives: ObjectLives;
  readonly #synchronisation: SynchronisationCalls;
  /** Situations in which blocks are allocated. */
  readonly allocations: Map<string, Set<Situation>> = new Map();
  readonly undecided: Set<CfaNode> = new Set();
  #failure: string | undefined;
  #record: ((access: Access) => void) | undefined;

  constructor(
    program: CfaProgram,
    pointsTo: PointsTo,
    assumptions: Assumptions,
    limits: Limits,
    mutexKinds: MutexKinds,
  ) {
    this.#program = program;
    this.#pointsTo = pointsTo;
    this.#memory = new TrackedMemory(program, pointsTo, assumptions);
    this.#limits = limits;
    this.#situations = new Situations(
      controlVariables(program, pointsTo.functions, assumptions.undecided),
    );
    const steps: ExplorationSteps = {
      program,
      pointsTo,
      names: this.#names,
      situations: this.#situations,
      memory: this.#memory,
      isRecording: () => this.#record !== undefined,
      fail: (reason) => this.#fail(reason),
      evaluationAt: (...at) => this.#evaluation(...at),
      begin: (...thread) => this.#begin(...thread),
      enter: (...call) => this.#enter(...call),
      goOn: (...call) => this.#goOn(...call),
    };
    this.#threads = new ThreadLives(steps);
    this.#lives = new ObjectLives(steps);
    this.#synchronisation = new SynchronisationCalls(steps, this.#threads, this.#lives, mutexKinds);
  }

  get threads(): ReadonlyMap<string, Thread> {
    return this.#threads.threads;
  }

  /** Situations in which threads are created. */
  get creations(): ReadonlyMap<string, ReadonlySet<Situation>> {
    return this.#threads.creations;
  }

  /** Threads that create further instances of themselves. */
  get recurring(): ReadonlySet<string> {
    return this.#threads.recurring;
  }

  /** @returns the reason why the exploration is incomplete; undefined when it is complete */
  explore(): string | undefined {
    this.#begin(MAIN_THREAD, this.#program.main, this.#memory.initialState());
    for (let steps = 0; ; steps++) {
      if (this.#failure !== undefined) return this.#failure;
      const situation = this.#situations.take();
      if (situation === undefined) break;
      this.#follow(situation);
      if (steps % 256 === 0 && this.#limits.isExhausted()) return "time limit";
      if (this.#situations.size > this.#limits.maxSituations) {
        return "too many situations of threads";
      }
    }
    return this.#failure;
  }

  /** Reports all accesses, when everything has been explored. */
  accesses(record: (access: Access) => void): string | undefined {
    this.#record = record;
    for (const situation of [...this.#situations.all]) this.#follow(situation);
    this.#record = undefined;
    return this.#failure;
  }

  get situations(): Iterable<Situation> {
    return this.#situations.all;
  }

  #fail(reason: string): void {
    this.#failure ??= reason;
  }

  // ---------------------------------------------------------- situations

  #begin(thread: Thread, fn: FunctionCfa, state: ThreadState): void {
    const context = this.#situations.context(`${thread.key}:${fn.name}`, { thread, fn });
    this.#reach(undefined, context, fn.entry, state);
  }

  /** Locals are new objects when a function is called. */
  #fresh(fn: FunctionCfa, state: ThreadState): ThreadState {
    const cells = new Map(state.cells);
    const names = new Set<string>();
    for (const local of fn.locals) {
      const { key } = objectPlace(local);
      cells.delete(key);
      if (local.isAddressTaken) names.add(`&${key}`);
    }
    const next = { ...state, cells };
    return names.size === 0 ? next : forget(next, names);
  }

  #reach(from: Situation | undefined, context: Context, node: CfaNode, state: ThreadState): void {
    const isFinal = this.#record !== undefined;
    if (!this.#situations.reach({ from, context, node, state, isFinal })) {
      this.#fail("the exploration of threads is not stable");
    }
  }

  // --------------------------------------------------------------- edges

  #follow(situation: Situation): void {
    const { context, node } = situation;
    if (node === context.fn.exit) {
      this.#leave(situation);
      return;
    }
    for (const edge of node.leaving) this.#step(situation, edge);
  }

  #evaluation(
    context: Context,
    edge: CfaEdge,
    state: ThreadState,
    phase: "before" | "after" = "before",
  ): Evaluation {
    const around: Surroundings = {
      pointsTo: this.#pointsTo,
      names: this.#names,
      isTracked: (place) => this.#memory.isTracked(place, context.thread),
      incomplete: (reason) => this.#fail(reason),
      ...(this.#record === undefined ? {} : { record: this.#record }),
    };
    return new Evaluation(around, context, edge, state, phase);
  }

  #step(situation: Situation, edge: CfaEdge): void {
    const { context } = situation;
    const before = forget(situation.state, new Set([`@${edge.id}`]));
    const evaluation = this.#evaluation(context, edge, before);
    const go = (state: ThreadState): void => this.#reach(situation, context, edge.target, state);
    switch (edge.kind) {
      case "skip":
        if (edge.open !== undefined) this.#fail(edge.open);
        go(before);
        break;
      case "assume": {
        const value = evaluation.value(edge.condition);
        const { type } = edge.condition;
        const truth = evaluation.truth(value, type);
        if (truth === undefined && this.#situations.isControl(context.fn, edge.source)) {
          this.undecided.add(edge.source);
        }
        if (truth !== undefined && truth !== edge.truth) break;
        if (truth === undefined) evaluation.learn(value, type, edge.truth);
        go(evaluation.state);
        break;
      }
      case "assign": {
        const located = evaluation.locate(edge.address);
        const value = evaluation.value(edge.value);
        const size = accessSize(edge.value.type, edge.bitField);
        if (!this.#isOwnVariable(edge.address)) {
          evaluation.publish(value, this.#pointsTo.evaluate(edge.value));
        }
        evaluation.store(located, size, value, edge.bitField, edge.address);
        go(evaluation.state);
        break;
      }
      case "copy": {
        const [from, to] = [evaluation.locate(edge.from), evaluation.locate(edge.to)];
        evaluation.access(from, edge.size, { isWrite: false, base: edge.from });
        evaluation.store(to, edge.size, undefined, undefined, edge.to);
        go(evaluation.state);
        break;
      }
      case "clear":
        evaluation.store(
          evaluation.locate(edge.address),
          edge.size,
          undefined,
          undefined,
          edge.address,
        );
        go(evaluation.state);
        break;
      case "declare":
        evaluation.overwrite([target(objectPlace(edge.object), 0, 0)], Number.POSITIVE_INFINITY);
        go(evaluation.state);
        break;
      case "end-scope":
        this.#lives.endLives(evaluation, edge.objects);
        go(before);
        break;
      case "return": {
        const { value } = edge;
        let state = evaluation.state;
        if (value?.kind === "scalar") {
          const result = evaluation.value(value.value);
          state = withCell(evaluation.state, RETURNED, "0:0", result);
        } else if (value !== undefined) {
          evaluation.access(evaluation.locate(value.address), value.size, { isWrite: false });
          state = evaluation.state;
        }
        go(state);
        break;
      }
      case "call":
        this.#call(situation, edge, evaluation);
        break;
      case "unsupported":
        this.#fail(edge.reason);
        break;
    }
  }

  /** Whether an address is that of a variable to which no pointer leads. */
  #isOwnVariable(address: Expression): boolean {
    if (address.kind !== "address" || !("size" in address.target)) return false;
    const { kind, isAddressTaken } = address.target;
    return !isAddressTaken && kind !== "global" && kind !== "thread-local";
  }

  // --------------------------------------------------------------- calls

  #call(situation: Situation, edge: CallEdge, evaluation: Evaluation): void {
    evaluation.value(edge.callee);
    const names = this.#pointsTo.functionsAt(
      edge.callee.kind === "address"
        ? this.#pointsTo.evaluate(edge.callee)
        : evaluation.locate(edge.callee).targets,
    );
    const values = edge.arguments.map((argument) =>
      argument.kind === "scalar" ? evaluation.value(argument.value) : undefined,
    );
    for (const argument of edge.arguments) {
      if (argument.kind !== "record") continue;
      const at = evaluation.locate(argument.address);
      evaluation.access(at, argument.size, { isWrite: false, base: argument.address });
    }
    if (edge.callee.kind !== "address" && this.#mayBeUnknown(edge)) {
      this.#fail("a call through a pointer that may lead anywhere");
    }
    const { state } = evaluation;
    for (const name of names) {
      evaluation.state = state;
      const fn = this.#program.functions.get(name);
      if (fn === undefined) this.#intrinsic(situation, edge, name, evaluation, values);
      else if (fn.isExternal) this.#fail(`'${name}' has no definition`);
      else if (fn.isLibrary && isSynchronisation(name)) {
        this.#synchronisation.call(situation, edge, name, evaluation, values);
      } else this.#enter(situation, edge, fn, evaluation.state, values);
    }
  }

  #mayBeUnknown({ callee }: CallEdge): boolean {
    return this.#pointsTo.evaluate(callee).hasUnknown;
  }

  #enter(
    situation: Situation,
    edge: CallEdge,
    fn: FunctionCfa,
    state: ThreadState,
    values: readonly (Value | undefined)[],
    once?: Value,
  ): void {
    const { context } = situation;
    for (let each: Context | undefined = context; each !== undefined; each = each.caller?.context) {
      if (each.fn !== fn) continue;
      this.#fail("recursion");
      return;
    }
    const caller = { context, edge };
    const key = `${context.key}>${edge.id}:${fn.name}`;
    if (key.split(">").length > MAX_DEPTH) {
      this.#fail("calls that are too deep");
      return;
    }
    const callee = this.#situations.context(key, {
      thread: context.thread,
      fn,
      caller,
      ...(once === undefined ? {} : { once }),
    });
    let next = this.#fresh(fn, state);
    for (const [index, value] of values.entries()) {
      const parameter = fn.parameters[index];
      if (parameter === undefined || value === undefined || parameter.scalar === undefined)
        continue;
      if (parameter.isAddressTaken) next = { ...next, fresh: new Set() };
      const place = objectPlace(parameter);
      if (!this.#memory.isTracked(place, context.thread)) continue;
      const size = accessSize(parameter.scalar);
      next = withCell(next, place.key, `0:${size}`, value);
    }
    if (isAtomicFunction(fn)) next = this.#enterAtomic(next);
    this.#reach(situation, callee, fn.entry, next);
  }

  #enterAtomic(state: ThreadState): ThreadState {
    if (state.atomic >= MAX_ATOMIC) this.#fail("atomic blocks that are never left");
    return { ...state, atomic: state.atomic + 1 };
  }

  /** Handles the end of a function. */
  #leave(situation: Situation): void {
    const { context, node, state } = situation;
    const { fn, caller, thread, once } = context;
    const result = state.cells.get(RETURNED)?.get("0:0");
    const cells = new Map(state.cells);
    cells.delete(RETURNED);
    for (const local of fn.locals) cells.delete(objectPlace(local).key);
    let next: ThreadState = { ...state, cells };
    if (isAtomicFunction(fn)) next = { ...next, atomic: Math.max(0, next.atomic - 1) };
    this.#lives.endActivation(context, next, node.entering[0]);
    if (caller === undefined) {
      this.#threads.end(thread, next);
      return;
    }
    if (once !== undefined) {
      const locks = next.locks.map((lock) =>
        lock.type === "once" && lock.value.key === once.key
          ? { ...lock, mode: "shared" as const }
          : lock,
      );
      next = { ...next, locks };
    }
    const evaluation = this.#evaluation(caller.context, caller.edge, next, "after");
    this.#result(evaluation, caller.edge, once === undefined ? result : constant(0n, 32));
    this.#reach(situation, caller.context, caller.edge.target, evaluation.state);
  }

  /** Stores the result of a call. */
  #result(evaluation: Evaluation, { result }: CallEdge, value: Value | undefined): void {
    if (result === undefined) return;
    const located = evaluation.locate(result.address);
    if (!this.#isOwnVariable(result.address)) {
      const held = this.#pointsTo.load(located.targets, 8);
      evaluation.publish(value, held);
    }
    const size = "scalar" in result ? accessSize(result.scalar) : result.recordSize;
    evaluation.store(located, size, value ?? evaluation.fresh(), undefined, result.address);
  }

  #goOn(situation: Situation, edge: CallEdge, evaluation: Evaluation, value?: Value): void {
    this.#result(evaluation, edge, value);
    this.#reach(situation, situation.context, edge.target, evaluation.state);
  }

  #intrinsic(
    situation: Situation,
    edge: CallEdge,
    name: string,
    evaluation: Evaluation,
    values: readonly (Value | undefined)[],
  ): void {
    const go = (value?: Value): void => this.#goOn(situation, edge, evaluation, value);
    const call: CallStep = {
      edge,
      evaluation,
      values,
      go,
      fail: (reason) => this.#fail(reason),
      allocate: () => this.#allocate(situation, edge, evaluation, go),
      enterAtomic: () => {
        evaluation.state = this.#enterAtomic(evaluation.state);
      },
    };
    if (intrinsicOf(name)?.kind === "end-alloca") {
      this.#lives.endAllocas(evaluation, situation.context.fn);
    }
    applyIntrinsic(call, name);
  }

  #allocate(
    situation: Situation,
    edge: CallEdge,
    evaluation: Evaluation,
    go: (value: Value) => void,
  ): void {
    const place = blockPlace(edge);
    const sites = this.allocations.get(place.key) ?? new Set();
    this.allocations.set(place.key, sites.add(situation));
    // The name denotes the latest block from now on.
    const rest = forget(evaluation.state, new Set([`&${place.key}`]));
    const cells = new Map(rest.cells);
    cells.delete(place.key);
    evaluation.state = { ...rest, cells, fresh: union(rest.fresh, new Set([place.key])) };
    go(this.#names.value(place));
  }
}
