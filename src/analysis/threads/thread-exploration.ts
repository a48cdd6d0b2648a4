/**
 * Explores what each thread may do, by function calls, locks held and threads created and awaited
 * (locksets: Dinning, Schonberg, "Detecting access anomalies in programs with critical sections",
 * 1991; must-locksets and thread ids as in Goblint: Vojdani et al., ASE 2016). Threads do not see each
 * other's writes: what another one may write is unknown to them.
 *
 * An exploration rests on assumptions about who writes to which place; when it has shown one to be
 * wrong, it is to be repeated without (explored-threads.ts).
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
  type MemoryObject,
} from "../../cfa/index.ts";
import { controlVariables } from "./control-variables.ts";
import { applyIntrinsic, argumentPlace, type CallStep } from "./intrinsic-effects.ts";
import { LOCK_SIZES, releaseLock, takeLock, withoutLocks } from "./lock-effects.ts";
import { blockPlace, objectPlace, type Place, target } from "./memory-place.ts";
import type { PointsTo } from "./points-to.ts";
import { type Situation, Situations } from "./situations.ts";
import { atom, constant, constantOf, singleAtom, union, type Value } from "./symbolic-value.ts";
import { type Access, ancestry, type Context, MAIN_THREAD, type Thread } from "./thread.ts";
import { Evaluation, type Located, PlaceNames, type Surroundings } from "./thread-evaluation.ts";
import { type ThreadEffect, threadEffectOf } from "./thread-operations.ts";
import {
  EMPTY_STATE,
  forget,
  type HeldLock,
  intersection,
  type ThreadState,
  withCell,
} from "./thread-state.ts";

/** What an exploration takes for granted. */
export interface Assumptions {
  /** Places that several threads write to, or one of several instances: nobody knows what they hold. */
  readonly contested: ReadonlySet<string>;
  /** The only thread that writes to a place, by the place. */
  readonly writers: ReadonlyMap<string, string>;
  /** Conditions of loops that are not decided by what is known. */
  readonly undecided: ReadonlySet<CfaNode>;
}

export interface Limits {
  readonly isExhausted: () => boolean;
  readonly maxSituations: number;
}

const MAX_DEPTH = 60;
const MAX_ATOMIC = 8;
const MAX_THREADS = 400;
/** Cell of what a function returns, before it is stored. */
const RETURNED = "returned";

export class ThreadExploration {
  readonly #program: CfaProgram;
  readonly #pointsTo: PointsTo;
  readonly #assumptions: Assumptions;
  readonly #limits: Limits;
  readonly #names = new PlaceNames();
  readonly #situations: Situations;
  readonly threads: Map<string, Thread> = new Map([[MAIN_THREAD.key, MAIN_THREAD]]);
  /** Where threads are created. */
  readonly creations: Map<string, Set<Situation>> = new Map();
  /** Where blocks are allocated. */
  readonly allocations: Map<string, Set<Situation>> = new Map();
  /** Threads that create further instances of themselves. */
  readonly recurring: Set<string> = new Set();
  /** What a thread has certainly awaited when it ends; absent while it has no end. */
  readonly #ends = new Map<string, ReadonlySet<string>>();
  readonly #waiting = new Map<string, Set<Situation>>();
  readonly undecided: Set<CfaNode> = new Set();
  #failure: string | undefined;
  #record: ((access: Access) => void) | undefined;
  readonly #mayCheckErrors: boolean;

  constructor(
    program: CfaProgram,
    pointsTo: PointsTo,
    assumptions: Assumptions,
    limits: Limits,
    mayCheckErrors: boolean,
  ) {
    this.#program = program;
    this.#pointsTo = pointsTo;
    this.#assumptions = assumptions;
    this.#limits = limits;
    this.#mayCheckErrors = mayCheckErrors;
    this.#situations = new Situations(
      controlVariables(program, pointsTo.functions, assumptions.undecided),
    );
  }

  /** @returns why the exploration is incomplete; undefined when it is not */
  explore(): string | undefined {
    this.#begin(MAIN_THREAD, this.#program.main, this.#initialState());
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

  /** Tells of all accesses, when everything has been explored. */
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

  #initialState(): ThreadState {
    let state = EMPTY_STATE;
    for (const object of this.#program.globals) {
      const { scalar } = object;
      const place = objectPlace(object);
      if (scalar?.kind !== "int" || !this.#isTracked(place, MAIN_THREAD)) continue;
      const initial = object.initial.find(({ offset }) => offset === 0)?.value;
      if (initial !== undefined && initial.kind !== "integer") continue;
      const value = constant(initial?.value ?? 0n, scalar.bits);
      state = withCell(state, place.key, `0:${scalar.bits / 8}`, value);
    }
    return state;
  }

  #isTracked(place: Place, thread: Thread): boolean {
    switch (place.kind) {
      case "object": {
        const { object } = place;
        if (object.kind === "string" || object.isReadOnly) return object.scalar !== undefined;
        const isPrivate = object.kind !== "global" && !this.#pointsTo.isEscaped(place);
        if (isPrivate) return true;
        if (object.kind === "thread-local") return false;
        break;
      }
      case "block":
        if (!this.#pointsTo.isEscaped(place)) return true;
        break;
      default:
        return false;
    }
    if (this.#assumptions.contested.has(place.key)) return false;
    return (this.#assumptions.writers.get(place.key) ?? thread.key) === thread.key;
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
      isTracked: (place) => this.#isTracked(place, context.thread),
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
        const isBitField = edge.bitField !== undefined;
        const size = accessSize(edge.value.type, edge.bitField);
        if (!this.#isOwnVariable(edge.address)) {
          evaluation.publish(value, this.#pointsTo.evaluate(edge.value));
        }
        evaluation.store(located, size, value, isBitField, edge.address);
        go(evaluation.state);
        break;
      }
      case "copy": {
        const [from, to] = [evaluation.locate(edge.from), evaluation.locate(edge.to)];
        evaluation.access(from, edge.size, { isWrite: false, base: edge.from });
        evaluation.store(to, edge.size, undefined, false, edge.to);
        go(evaluation.state);
        break;
      }
      case "clear":
        evaluation.store(
          evaluation.locate(edge.address),
          edge.size,
          undefined,
          false,
          edge.address,
        );
        go(evaluation.state);
        break;
      case "declare":
        evaluation.overwrite([target(objectPlace(edge.object), 0, 0)], Number.POSITIVE_INFINITY);
        go(evaluation.state);
        break;
      case "end-scope":
        this.#endLives(evaluation, edge.objects);
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
        this.#synchronise(situation, edge, name, evaluation, values);
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
      ...{ thread: context.thread, fn, caller },
      ...(once === undefined ? {} : { once }),
    });
    let next = this.#fresh(fn, state);
    for (const [index, value] of values.entries()) {
      const parameter = fn.parameters[index];
      if (parameter === undefined || value === undefined || parameter.scalar === undefined)
        continue;
      if (parameter.isAddressTaken) next = { ...next, fresh: new Set() };
      const place = objectPlace(parameter);
      if (!this.#isTracked(place, context.thread)) continue;
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

  /** A function ends. */
  #leave(situation: Situation): void {
    const { context, node, state } = situation;
    const { fn, caller, thread, once } = context;
    const result = state.cells.get(RETURNED)?.get("0:0");
    const cells = new Map(state.cells);
    cells.delete(RETURNED);
    for (const local of fn.locals) cells.delete(objectPlace(local).key);
    let next: ThreadState = { ...state, cells };
    if (isAtomicFunction(fn)) next = { ...next, atomic: Math.max(0, next.atomic - 1) };
    this.#endActivation(context, next, node.entering[0]);
    if (caller === undefined) {
      this.#end(thread, next);
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

  /** What a call returns is stored. */
  #result(evaluation: Evaluation, { result }: CallEdge, value: Value | undefined): void {
    if (result === undefined) return;
    const located = evaluation.locate(result.address);
    if (!this.#isOwnVariable(result.address)) {
      const held = this.#pointsTo.load(located.targets, 8);
      evaluation.publish(value, held);
    }
    const size = "scalar" in result ? accessSize(result.scalar) : result.recordSize;
    evaluation.store(located, size, value ?? evaluation.fresh(), false, result.address);
  }

  /** The thread ends itself, with all its activations. */
  #endActivations(context: Context, state: ThreadState, edge: CfaEdge): void {
    this.#endThreadLocals(this.#evaluation(context, edge, state));
    for (let each: Context | undefined = context; each !== undefined; each = each.caller?.context)
      this.#endFrame(each, state, edge);
  }

  /** A function returns: its objects end, and with the thread's first one what is the thread's own; with `main`, the program. */
  #endActivation(context: Context, state: ThreadState, last: CfaEdge | undefined): void {
    if (last === undefined || this.#record === undefined) return;
    const isFirst = context.caller === undefined;
    if (isFirst && context.thread.parent === undefined) return;
    if (isFirst) this.#endThreadLocals(this.#evaluation(context, last, state));
    this.#endFrame(context, state, last);
  }

  #endFrame(context: Context, state: ThreadState, edge: CfaEdge): void {
    if (this.#record === undefined) return;
    const { fn } = context;
    const evaluation = this.#evaluation(context, edge, state);
    this.#endLives(evaluation, new Set([...fn.parameters, ...fn.locals]));
    this.#endAllocas(evaluation, fn);
  }

  #endThreadLocals(evaluation: Evaluation): void {
    for (const object of this.#program.globals) {
      if (object.kind === "thread-local")
        this.#endLife(evaluation, objectPlace(object), object.size);
    }
  }

  #endLives(evaluation: Evaluation, objects: Iterable<MemoryObject>): void {
    for (const object of objects) {
      const { kind } = object;
      const isAutomatic = kind !== "global" && kind !== "string" && kind !== "thread-local";
      if (isAutomatic) this.#endLife(evaluation, objectPlace(object), object.size);
    }
  }

  /** Blocks of `alloca` end with the function, those of arrays of variable length before: all that the function may have made. */
  #endAllocas(evaluation: Evaluation, { nodes }: FunctionCfa): void {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      if (edge.kind !== "call") continue;
      const called = this.#pointsTo.functionsAt(this.#pointsTo.evaluate(edge.callee));
      if (called.some((name) => intrinsicOf(name)?.kind === "alloca")) {
        this.#endLife(evaluation, blockPlace(edge), Number.POSITIVE_INFINITY);
      }
    }
  }

  #endLife(evaluation: Evaluation, place: Place, size: number): void {
    const located = {
      ...{ value: this.#names.value(place), targets: [target(place, 0, 0)], isExact: false },
    };
    evaluation.access(located, size, { isWrite: true, role: "end" });
  }

  #end(thread: Thread, { joined }: ThreadState): void {
    const known = this.#ends.get(thread.key);
    const next = known === undefined ? joined : intersection(known, joined);
    if (next === known || this.#record !== undefined) return;
    this.#ends.set(thread.key, next);
    for (const situation of this.#waiting.get(thread.key) ?? [])
      this.#situations.enqueue(situation);
  }

  #intrinsic(
    situation: Situation,
    edge: CallEdge,
    name: string,
    evaluation: Evaluation,
    values: readonly (Value | undefined)[],
  ): void {
    const go = (value?: Value): void => {
      this.#result(evaluation, edge, value);
      this.#reach(situation, situation.context, edge.target, evaluation.state);
    };
    const call: CallStep = {
      ...{ edge, evaluation, values, go },
      fail: (reason) => this.#fail(reason),
      allocate: () => this.#allocate(situation, edge, evaluation, go),
      enterAtomic: () => {
        evaluation.state = this.#enterAtomic(evaluation.state);
      },
    };
    if (intrinsicOf(name)?.kind === "end-alloca") {
      this.#endAllocas(evaluation, situation.context.fn);
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
    // The name stands for the latest block from now on.
    const rest = forget(evaluation.state, new Set([`&${place.key}`]));
    const cells = new Map(rest.cells);
    cells.delete(place.key);
    evaluation.state = { ...rest, cells, fresh: union(rest.fresh, new Set([place.key])) };
    go(this.#names.value(place));
  }

  // ----------------------------------------------------- synchronisation

  #synchronise(
    situation: Situation,
    edge: CallEdge,
    name: string,
    evaluation: Evaluation,
    values: readonly (Value | undefined)[],
  ): void {
    const effect = threadEffectOf(name);
    if (effect === undefined) {
      this.#fail(`'${name}' has no model here`);
      return;
    }
    const { context } = situation;
    const go = (value?: Value): void => {
      this.#result(evaluation, edge, value);
      this.#reach(situation, context, edge.target, evaluation.state);
    };
    const done = constant(0n, 32);
    const argument = (index: number): Located | undefined =>
      argumentPlace({ edge, evaluation }, index);
    const mayWait = !["none", "create", "set-specific", "get-specific"].includes(effect.kind);
    if (mayWait && evaluation.state.atomic > 0) {
      this.#fail(`'${name}' in an atomic block`);
      return;
    }
    const call = { edge, evaluation, go, fail: (reason: string) => this.#fail(reason) };
    switch (effect.kind) {
      case "create":
        this.#create(situation, edge, effect, evaluation, values, go);
        return;
      case "exit":
        this.#endActivations(context, evaluation.state, edge);
        this.#end(context.thread, evaluation.state);
        return;
      case "join":
        this.#join(situation, effect, evaluation, values[0], argument(1), go);
        return;
      case "lock":
        takeLock(effect, call, this.#mayCheckErrors);
        return;
      case "unlock":
        releaseLock(effect.type, call);
        go(effect.type === "mutex" && this.#mayCheckErrors ? undefined : done);
        return;
      case "initialise":
      case "destroy": {
        const lock = argument(0);
        if (lock === undefined) break;
        evaluation.access(lock, LOCK_SIZES.spin, { isWrite: true, role: "setup" });
        evaluation.state = withoutLocks(evaluation.state, lock);
        go(done);
        return;
      }
      case "await": {
        const lock = argument(1);
        if (lock !== undefined)
          evaluation.access(lock, LOCK_SIZES.mutex, { isWrite: false, role: "lock" });
        for (const result of effect.results) {
          const { state } = evaluation;
          go(constant(BigInt(result), 32));
          evaluation.state = state;
        }
        return;
      }
      case "once":
        this.#once(situation, edge, evaluation, argument(0), go);
        return;
      case "create-key": {
        const key = argument(0);
        const destructor = values[1];
        if (key === undefined || destructor === undefined || constantOf(destructor) !== 0n) {
          this.#fail("destructors of data that threads keep by key");
          return;
        }
        evaluation.store(key, 4, undefined);
        go(done);
        return;
      }
      case "set-specific":
        evaluation.publish(values[1], argument(1)?.targets ?? []);
        go();
        return;
      case "get-specific":
      case "set-mutex-type":
        go();
        return;
      case "none":
        if (effect.stores !== undefined) {
          const to = argument(effect.stores);
          if (to !== undefined) evaluation.store(to, 4, undefined);
        }
        go(effect.result === 0 ? done : undefined);
        return;
    }
    this.#fail(`a call of '${name}' with arguments that do not fit`);
  }

  #create(
    situation: Situation,
    edge: CallEdge,
    effect: ThreadEffect & { kind: "create" },
    evaluation: Evaluation,
    values: readonly (Value | undefined)[],
    go: (value?: Value) => void,
  ): void {
    const thread = this.#threadOf(situation, edge);
    if (this.threads.size > MAX_THREADS) {
      this.#fail("too many threads");
      return;
    }
    const sites = this.creations.get(thread.key) ?? new Set();
    this.creations.set(thread.key, sites.add(situation));
    const start = evaluation.argument(edge.arguments[effect.start]);
    const to = evaluation.argument(edge.arguments[0]);
    if (start === undefined || to === undefined) {
      this.#fail("the creation of a thread with arguments that do not fit");
      return;
    }
    const passed = evaluation.argument(edge.arguments[effect.argument]);
    const value = values[effect.argument];
    if (passed !== undefined) {
      evaluation.publish(value, this.#pointsTo.evaluate(passed));
    }
    const routines =
      start.kind === "address" ? this.#pointsTo.evaluate(start) : evaluation.locate(start).targets;
    if ([...routines].some(({ place }) => place.kind === "unknown")) {
      this.#fail("a thread that may start anywhere");
      return;
    }
    for (const name of this.#pointsTo.functionsAt(routines)) {
      const fn = this.#program.functions.get(name);
      if (fn === undefined || fn.isLibrary || fn === this.#program.main) {
        this.#fail(`a thread that starts with '${name}'`);
        return;
      }
      this.#begin(thread, fn, this.#startState(evaluation.state, thread, fn, value));
    }
    // The handle names the latest thread that was created here.
    const name = `thread ${thread.key}`;
    evaluation.state = forget(evaluation.state, new Set([name]));
    evaluation.state = {
      ...evaluation.state,
      created: union(evaluation.state.created, new Set([thread.key])),
    };
    const located = evaluation.locate(to);
    evaluation.store(located, this.#program.machine.pointerBits / 8, atom(name));
    go(constant(0n, 32));
  }

  #startState(
    state: ThreadState,
    thread: Thread,
    fn: FunctionCfa,
    value: Value | undefined,
  ): ThreadState {
    let start: ThreadState = { ...EMPTY_STATE, joined: state.joined };
    const [parameter] = fn.parameters;
    if (parameter?.scalar === undefined || value === undefined) return start;
    const place = objectPlace(parameter);
    if (!this.#isTracked(place, thread) || !this.#isShareable(value)) return start;
    start = withCell(start, place.key, `0:${accessSize(parameter.scalar)}`, value);
    return start;
  }

  /** Whether a value means the same to another thread: constants, and addresses of what is there once. */
  #isShareable(value: Value): boolean {
    return [...value.terms.keys()].every((name) => {
      const place = this.#names.place(name);
      return (
        place?.kind === "function" || (place?.kind === "object" && isSingle(place, this.#program))
      );
    });
  }

  #threadOf({ context, state }: Situation, edge: CallEdge): Thread {
    const { thread } = context;
    // A thread that creates threads like itself is one with them.
    const same = ancestry(thread).find(({ creation }) => creation === edge);
    if (same !== undefined) {
      this.recurring.add(same.key);
      return same;
    }
    const calls = context.key.slice(thread.key.length);
    const key = `${thread.key}/${calls}#${edge.id}(${this.#situations.controlKey(context, state)})`;
    let found = this.threads.get(key);
    if (found === undefined) {
      found = { key, parent: thread, creation: edge };
      this.threads.set(key, found);
    }
    return found;
  }

  #join(
    situation: Situation,
    effect: ThreadEffect & { kind: "join" },
    evaluation: Evaluation,
    handle: Value | undefined,
    result: Located | undefined,
    go: (value?: Value) => void,
  ): void {
    const named = handle === undefined ? undefined : singleAtom(handle);
    const key =
      named?.rest === 0n && named.name.startsWith("thread ") ? named.name.slice(7) : undefined;
    if (key !== undefined) {
      const waiting = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, waiting.add(situation));
      const ended = this.#ends.get(key);
      // Nobody has ever come to the end of that thread: nothing follows.
      if (ended === undefined) return;
      const { state } = evaluation;
      evaluation.state = { ...state, joined: union(state.joined, union(ended, new Set([key]))) };
    }
    if (result !== undefined && result.targets.length > 0) {
      evaluation.publish(undefined, []);
      const size = effect.storesPointer ? this.#program.machine.pointerBits / 8 : 4;
      evaluation.store(result, size, undefined);
    }
    go(key === undefined ? undefined : constant(0n, 32));
  }

  /** The routine runs once, and whoever comes later comes after it: as under a lock for reading and writing. */
  #once(
    situation: Situation,
    edge: CallEdge,
    evaluation: Evaluation,
    flag: Located | undefined,
    go: (value?: Value) => void,
  ): void {
    const routine = evaluation.argument(edge.arguments[1]);
    if (flag === undefined || routine === undefined) {
      this.#fail("a routine that runs once, with arguments that do not fit");
      return;
    }
    evaluation.access(flag, LOCK_SIZES.spin, { isWrite: false, role: "lock" });
    const { state } = evaluation;
    const under = (mode: HeldLock["mode"]): ThreadState => {
      const { value, targets } = flag;
      const others = state.locks.filter((each) => each.value.key !== value.key);
      const added: HeldLock = { value, targets, type: "once", mode, count: 1 };
      return { ...state, locks: [...others, added] };
    };
    const found =
      routine.kind === "address"
        ? this.#pointsTo.evaluate(routine)
        : evaluation.locate(routine).targets;
    if ([...found].some(({ place }) => place.kind === "unknown")) {
      this.#fail("a routine that runs once, which may be any");
      return;
    }
    for (const name of this.#pointsTo.functionsAt(found)) {
      const fn = this.#program.functions.get(name);
      if (fn === undefined || fn.isLibrary) {
        this.#fail(`'${name}' as a routine that runs once`);
        return;
      }
      this.#enter(situation, edge, fn, under("exclusive"), [], flag.value);
    }
    evaluation.state = under("shared");
    go(constant(0n, 32));
  }
}

/** Whether there is one instance of the place in every execution. */
export function isSingle(place: Place, program: CfaProgram): boolean {
  if (place.kind !== "object") return false;
  const { object } = place;
  if (object.kind === "global" || object.kind === "string") return true;
  return object.kind !== "thread-local" && program.main.locals.includes(object);
}
