/**
 * Executes one thread from a place up to the next switch points: symbolic execution with merging, in the order of
 * places, so that all executions of a place are merged before it is left. Memory is shared by all threads.
 */

import { invariant } from "../../../ground/util/errors.ts";
import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import {
  type CallEdge,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  calledName,
  type FunctionCfa,
  intrinsicOf,
  isAtomicFunction,
  type MemoryObject,
  sizeInMemory,
} from "../../cfa/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type {
  EdgeExecution,
  PassArgument,
  Region,
  SymbolicStackFrame,
} from "../../symbolic/index.ts";
import { Pointer, State, UnsupportedFeature } from "../../symbolic/index.ts";
import { iterationsAfter, orderOf } from "./loop-positions.ts";
import type { SwitchPoints } from "./switch-points.ts";
import {
  type Activation,
  compareOrders,
  depthOf,
  lastIteration,
  type Standing,
  type ThreadPlace,
} from "./thread-place.ts";

/** One creation of a thread: at a place of another one. Its number is unique. */
export interface SymbolicThread {
  readonly id: number;
  /** Its own memory for thread-local objects. */
  readonly statics: ReadonlyMap<MemoryObject, Region>;
  readonly activations: Map<string, Activation>;
  readonly places: Map<string, ThreadPlace>;
}

/** A place where a thread stops. */
export interface Stop {
  readonly standing: ThreadPlace | "ended";
  readonly state: State;
  /** A thread that it has just created, and its start place. */
  readonly created?: { readonly thread: SymbolicThread; readonly start: ThreadPlace };
}

export interface ThreadExecutionOptions {
  /** Iterations of a loop, and activations of a function. */
  readonly bound: number;
  /** False only when no execution satisfies the condition. */
  readonly isFeasible: (path: Term) => boolean;
  readonly checkBudget: () => void;
}

/** Facts about the other threads before the step. */
export interface Beside {
  readonly standings: readonly Standing[];
  /** Whether no other thread can do anything. */
  readonly isAlone: boolean;
}

const MAX_THREADS = 40;

/**
 * Models that have no effect before they wait: a thread that is too early there repeats the whole step later. Joins
 * belong to them as long as a single thread joins and detaches others.
 */
const PURE_WAITS: ReadonlySet<string> = new Set([
  ...["__agon_sync_take", "__agon_sync_read", "__agon_sync_write", "__agon_sync_once"],
  ...["__agon_sync_join", "pthread_spin_lock", "sem_wait", "sem_timedwait"],
]);
/** Models that claim the result of a thread. */
const CLAIMS: ReadonlySet<string> = new Set(["__agon_sync_join", "pthread_detach"]);
/** They order threads by destructors, or have unsupported effects. */
const UNKNOWN_MODELS: ReadonlySet<string> = new Set(["__agon_sync_key"]);

export class ThreadExecution {
  readonly #program: CfaProgram;
  readonly #manager: TermManager;
  readonly #edges: EdgeExecution;
  readonly #points: SwitchPoints;
  readonly #options: ThreadExecutionOptions;
  readonly #created = new Map<string, SymbolicThread>();
  readonly #threads: SymbolicThread[] = [];
  /** The only thread that joins and detaches others. */
  #claimant: SymbolicThread | undefined;
  #steps = 0;

  // The thread of the current step.
  #thread!: SymbolicThread;
  #start!: ThreadPlace;
  #beside!: Beside;
  #pending = new Map<ThreadPlace, State>();
  #stop!: (stop: Stop) => void;

  constructor(
    program: CfaProgram,
    manager: TermManager,
    edges: EdgeExecution,
    points: SwitchPoints,
    options: ThreadExecutionOptions,
  ) {
    this.#program = program;
    this.#manager = manager;
    this.#edges = edges;
    this.#points = points;
    this.#options = options;
  }

  /** The thread of `main`, with its start place. */
  begin(state: State): { readonly thread: SymbolicThread; readonly start: ThreadPlace } {
    const thread = this.#newThread(new Map());
    return { thread, start: this.#enterFirst(thread, this.#program.main, state, []) };
  }

  get threads(): readonly SymbolicThread[] {
    return this.#threads;
  }

  /** Reports every place where the thread may be when others continue. */
  run(
    thread: SymbolicThread,
    start: ThreadPlace,
    state: State,
    beside: Beside,
    stop: (stop: Stop) => void,
  ): void {
    this.#thread = thread;
    this.#start = start;
    this.#beside = beside;
    this.#stop = stop;
    this.#pending = new Map([[start, state]]);
    for (let place = this.#first(); place !== undefined; place = this.#first()) {
      const taken = this.#pending.get(place) as State;
      this.#pending.delete(place);
      if (taken.isEmpty) continue;
      if ((++this.#steps & 0x3f) === 0) this.#options.checkBudget();
      if (place !== start && !beside.isAlone && this.#isSwitchPoint(place)) {
        stop({ standing: place, state: taken });
      } else this.#leave(place, taken);
    }
  }

  #first(): ThreadPlace | undefined {
    let first: ThreadPlace | undefined;
    for (const place of this.#pending.keys()) {
      if (first === undefined || compareOrders(place.order, first.order) < 0) first = place;
    }
    return first;
  }

  #isAtomic({ activation, node }: ThreadPlace): boolean {
    return activation.isAtomic || this.#points.factsOf(activation.fn).atomic.has(node);
  }

  #isSwitchPoint(place: ThreadPlace): boolean {
    if (this.#isAtomic(place)) return false;
    return this.#points.isBefore(place.node) || this.#isEndOfProgram(place);
  }

  #isEndOfProgram({ activation, node }: ThreadPlace): boolean {
    const isLast = node === activation.fn.exit && activation.caller === undefined;
    return isLast && this.#thread.id === 0;
  }

  // -------------------------------------------------------------------- steps

  #leave(place: ThreadPlace, state: State): void {
    const { activation, node } = place;
    const { frame, fn } = activation;
    if (node === fn.exit) {
      this.#return(place, state);
      return;
    }
    const [edge] = node.leaving;
    if (edge?.kind === "call" && this.#threadOperation(place, edge, state)) return;
    if (edge?.kind === "declare") this.#refuseSecondInstance(place, edge, state);
    if (edge?.kind === "end-scope") this.#endLives(edge.objects, edge, state);
    this.#edges.leave(
      node,
      frame,
      state,
      (call, callee, taken, passes) => this.#enter(place, call, callee, taken, passes),
      (target, taken) => this.#deliver(place, target, taken),
    );
  }

  /** Old pointers must not reach the next instance of an object. */
  #refuseSecondInstance(
    place: ThreadPlace,
    edge: Extract<CfaEdge, { kind: "declare" }>,
    state: State,
  ): void {
    if (!edge.object.isAddressTaken || place.iterations.every((iteration) => iteration === 0))
      return;
    this.#edges.guarded(edge, state, () => {
      this.#unsupported(edge, state, `several instances of '${edge.object.name}'`);
    });
  }

  #unsupported(edge: CfaEdge | undefined, state: State, reason: string): void {
    const guard = state.path.term;
    this.#edges.record.obligations.add({ check: "unsupported", guard, reason, edge });
  }

  #deliver(from: ThreadPlace, target: CfaNode, state: State): void {
    if (state.isEmpty) return;
    const place = this.#placeAfter(from, target);
    if (lastIteration(place) > 0 && this.#isCut(from, place, state)) return;
    this.#put(place, state);
  }

  #put(place: ThreadPlace, state: State): void {
    const waiting = this.#pending.get(place);
    this.#pending.set(place, waiting === undefined ? state : State.merge(waiting, state));
  }

  /** Whether a loop is not unrolled any further, or no execution continues there. */
  #isCut(from: ThreadPlace, place: ThreadPlace, state: State): boolean {
    const isNext = place.iterations.some(
      (iteration, level) => iteration > (from.iterations[level] ?? 0),
    );
    if (!isNext) return false;
    if (!this.#options.isFeasible(state.path.term)) return true;
    if (lastIteration(place) <= this.#options.bound) return false;
    this.#cut(state, `loop in ${place.activation.fn.name}`);
    return true;
  }

  #cut(state: State, reason: string): void {
    const { edge } = this.#edges.access;
    const guard = state.path.term;
    this.#edges.record.obligations.add({ check: "unwinding", guard, reason, edge });
  }

  // -------------------------------------------------------------------- places

  #placeAfter(from: ThreadPlace, target: CfaNode): ThreadPlace {
    const { positions } = this.#points.factsOf(from.activation.fn);
    const [before, after] = [positions.get(from.node), positions.get(target)];
    invariant(before !== undefined && after !== undefined, "reached nodes have positions");
    const iterations = iterationsAfter(before, from.iterations, after, target);
    return this.#place(from.activation, target, iterations);
  }

  #place(activation: Activation, node: CfaNode, iterations: readonly number[]): ThreadPlace {
    const position = this.#points.factsOf(activation.fn).positions.get(node);
    invariant(position !== undefined, "reached nodes have positions");
    const order = [...activation.order, ...orderOf(position, iterations)];
    const key = order.join(" ");
    let place = this.#thread.places.get(key);
    if (place === undefined) {
      place = { activation, node, iterations, order, key };
      this.#thread.places.set(key, place);
    }
    return place;
  }

  // --------------------------------------------------------------------- calls

  #enter(
    place: ThreadPlace,
    edge: CallEdge,
    fn: FunctionCfa,
    state: State,
    passes: readonly PassArgument[],
  ): void {
    const { activation } = place;
    if (UNKNOWN_MODELS.has(fn.name)) throw new UnsupportedFeature(`a call of ${fn.name}`);
    if (fn.isLibrary && CLAIMS.has(fn.name)) this.#claim(edge, state);
    if (depthOf(fn, activation) > this.#options.bound) {
      if (this.#options.isFeasible(state.path.term)) this.#cut(state, `recursion of ${fn.name}`);
      return;
    }
    const { number } = this.#points.factsOf(fn);
    const order = [...place.order, number];
    const key = order.join(" ");
    let called = this.#thread.activations.get(key);
    if (called === undefined) {
      const isAtomic = this.#isAtomic(place) || isAtomicFunction(fn);
      const frame = this.#newFrame(fn, activation.frame, state);
      called = { fn, frame, caller: { place, edge }, isAtomic, order };
      this.#thread.activations.set(key, called);
    }
    this.#beginFrame(called.frame, state, passes);
    this.#put(this.#entryOf(called), state);
  }

  #entryOf(activation: Activation): ThreadPlace {
    const { entry } = activation.fn;
    const position = this.#points.factsOf(activation.fn).positions.get(entry);
    return this.#place(
      activation,
      entry,
      (position?.heads ?? []).map(() => 0),
    );
  }

  #newFrame(
    fn: FunctionCfa,
    caller: SymbolicStackFrame | undefined,
    state: State,
  ): SymbolicStackFrame {
    const { statics } = this.#thread;
    return this.#edges.newFrame(fn, caller, state, {
      sharesRegions: true,
      keepsRegions: true,
      statics,
    });
  }

  #beginFrame(frame: SymbolicStackFrame, state: State, passes: readonly PassArgument[]): void {
    frame.begin(state, this.#edges.access);
    for (const pass of passes) pass(frame, state);
  }

  #return(place: ThreadPlace, state: State): void {
    const { frame, caller } = place.activation;
    if (caller === undefined) {
      // The program ends with the thread of main.
      if (this.#thread.id === 0) return;
      this.#endFrame(place.activation, this.#edges.access.edge, state);
      this.#stop({ standing: "ended", state });
      return;
    }
    const { edge } = caller;
    this.#edges.guarded(edge, state, () => {
      this.#edges.takeResult(edge, frame, caller.place.activation.frame, state);
      this.#endFrame(place.activation, edge, state);
      this.#deliver(caller.place, edge.target, state);
    });
  }

  #endFrame({ fn, frame }: Activation, edge: CfaEdge | undefined, state: State): void {
    this.#endLives(fn.locals, edge, state);
    frame.endFor(state, this.#edges.access);
  }

  /** Whether other threads access the objects too late may depend on omitted switches. */
  #endLives(objects: readonly MemoryObject[], edge: CfaEdge | undefined, state: State): void {
    if (this.#beside.isAlone) return;
    const escaped = this.#points.escapedAmong(objects);
    if (escaped === undefined) return;
    const reason = `'${escaped.name}' ends while other threads may have pointers to it`;
    this.#unsupported(edge, state, reason);
  }

  // ------------------------------------------------------------------- threads

  /** Whether the call is one of the operations on threads that models consist of. */
  #threadOperation(place: ThreadPlace, edge: CallEdge, state: State): boolean {
    const name = calledName(edge);
    const intrinsic = name === undefined ? undefined : intrinsicOf(name);
    if (intrinsic?.kind !== "thread") return false;
    const { frame } = place.activation;
    const goOn = (): void => this.#deliver(place, edge.target, state);
    this.#edges.guarded(edge, state, () => {
      switch (intrinsic.operation) {
        case "point":
        case "wake":
        case "acquire":
        case "release":
          goOn();
          return;
        case "self":
          this.#give(edge, BigInt(this.#thread.id + 1), frame, state);
          goOn();
          return;
        case "ended":
          this.#edges.storeResult(edge, this.#ended(edge, frame, state), frame, state);
          goOn();
          return;
        case "exit":
          for (let a: Activation | undefined = place.activation; a !== undefined; ) {
            this.#endFrame(a, edge, state);
            a = a.caller?.place.activation;
          }
          this.#stop({ standing: "ended", state });
          return;
        case "wait":
        case "wait-condition":
          this.#wait(place, edge, state, intrinsic.operation);
          return;
        case "create":
          this.#create(place, edge, state);
          return;
        default:
          unreachableKind(intrinsic);
      }
    });
    return true;
  }

  #give(edge: CallEdge, value: bigint, frame: SymbolicStackFrame, state: State): void {
    const type =
      edge.result !== undefined && "scalar" in edge.result ? edge.result.scalar : undefined;
    if (type === undefined) return;
    const bits = 8 * sizeInMemory(type, this.#program.machine.pointerBits);
    this.#edges.storeResult(edge, this.#manager.constant(bits, value), frame, state);
  }

  /** 1 or 0; -1 when there is no such thread. */
  #ended(edge: CallEdge, frame: SymbolicStackFrame, state: State): Term {
    const manager = this.#manager;
    const [argument] = edge.arguments;
    if (argument?.kind !== "scalar") throw new UnsupportedFeature("an unknown thread");
    const number = this.#edges.evaluator.evaluate(argument.value, state, frame);
    if (number instanceof Pointer) throw new UnsupportedFeature("a pointer as a thread");
    let result = manager.constant(32, -1n);
    for (const [id, standing] of this.#beside.standings.entries()) {
      if (standing === undefined) continue;
      const isIt = manager.eq(number, manager.constant(number.width, BigInt(id + 1)));
      result = manager.ite(isIt, manager.constant(32, standing === "ended" ? 1n : 0n), result);
    }
    return result;
  }

  /** With two claimants, the order of claims would matter although it is not observable. */
  #claim(edge: CallEdge, state: State): void {
    this.#claimant ??= this.#thread;
    if (this.#claimant !== this.#thread) {
      this.#unsupported(edge, state, "several threads that join or detach others");
    }
  }

  #wait(
    place: ThreadPlace,
    edge: CallEdge,
    state: State,
    operation: "wait" | "wait-condition",
  ): void {
    if (this.#isAtomic(place)) throw new UnsupportedFeature("a thread waits in an atomic block");
    const { activation } = place;
    if (operation === "wait") {
      const hasWaited = this.#start.activation === activation && this.#start.node === edge.target;
      // It has had no effect, so it may as well have stayed.
      if (hasWaited || PURE_WAITS.has(activation.fn.name)) return;
    }
    this.#stop({ standing: this.#placeAfter(place, edge.target), state });
  }

  #create(place: ThreadPlace, edge: CallEdge, state: State): void {
    if (this.#isAtomic(place))
      throw new UnsupportedFeature("a thread is created in an atomic block");
    const key = `${this.#thread.id} ${place.key}`;
    const [routine, ...passed] = edge.arguments.map((argument) => {
      if (argument.kind === "scalar") return argument.value;
      throw new UnsupportedFeature("a thread that begins with a record");
    });
    const first = routine?.kind === "cast" ? routine.operand : routine;
    const name = first?.kind === "address" && !("size" in first.target) ? first.target.name : "";
    const fn = this.#program.functions.get(name);
    if (fn === undefined)
      throw new UnsupportedFeature("a thread that begins with an unknown function");
    const { frame } = place.activation;
    const values = passed.map((value) => this.#edges.evaluator.evaluate(value, state, frame));
    let thread = this.#created.get(key);
    if (thread === undefined) {
      if (this.#threads.length >= MAX_THREADS) {
        this.#cut(state, `more than ${MAX_THREADS} threads`);
        return;
      }
      thread = this.#newThread(this.#edges.newThreadLocals());
      this.#created.set(key, thread);
    }
    this.#edges.initialiseThreadLocals(thread.statics, state);
    this.#give(edge, BigInt(thread.id + 1), frame, state);
    const passes = values.map((value, index): PassArgument => {
      const parameter = fn.parameters[index];
      return (called, inner) => {
        if (parameter === undefined) return;
        this.#edges.access.writeAt(inner, called.regionOf(parameter), 0, parameter.size, value);
      };
    });
    const creator = this.#thread;
    this.#thread = thread;
    const start = this.#enterFirst(thread, fn, state, passes);
    this.#thread = creator;
    this.#stop({
      standing: this.#placeAfter(place, edge.target),
      state,
      created: { thread, start },
    });
  }

  #newThread(statics: ReadonlyMap<MemoryObject, Region>): SymbolicThread {
    const thread = {
      id: this.#threads.length,
      statics,
      activations: new Map<string, Activation>(),
      places: new Map<string, ThreadPlace>(),
    };
    this.#threads.push(thread);
    return thread;
  }

  /** The start place of a thread. */
  #enterFirst(
    thread: SymbolicThread,
    fn: FunctionCfa,
    state: State,
    passes: readonly PassArgument[],
  ): ThreadPlace {
    this.#thread = thread;
    let first = thread.activations.get("");
    if (first === undefined) {
      const frame = this.#newFrame(fn, undefined, state);
      first = { fn, frame, caller: undefined, isAtomic: false, order: [] };
      thread.activations.set("", first);
    }
    this.#beginFrame(first.frame, state, passes);
    return this.#entryOf(first);
  }
}
