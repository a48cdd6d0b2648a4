/**
 * The transition system of a program, by symbolic execution from every loop head to the next ones. Functions are
 * inlined, so a location is a loop head together with the calls that lead to it. Scalars are state variables;
 * pointers, and objects without scalar parts, hold anything at a location: facts proved for the system hold for the
 * program.
 */

import { incompleteOnes, type Obligations } from "../../analysis-core/index.ts";
import type {
  CallEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
  ThreadedProgram,
} from "../../cfa/index.ts";
import { type Term, type TermManager, variablesIn } from "../../smt/index.ts";
import {
  EdgeExecution,
  type InputEvent,
  type PassArgument,
  State,
  type SymbolicStackFrame,
} from "../../symbolic/index.ts";
import { BlockCalls, type ExtractedBlock, exitOf } from "./block-calls.ts";
import {
  type Context,
  type ContextLocation,
  type Frame,
  framesOf,
  isEnd,
  isFunctionItself,
  isVisible,
  rootOf,
} from "./call-context.ts";
import { FunctionOrders } from "./function-orders.ts";
import { Locations } from "./locations.ts";
import {
  NoTransitionSystem,
  type ProgramStepsOptions,
  type SummedUp,
} from "./program-steps-options.ts";
import { StateVariables } from "./state-variables.ts";
import type {
  BlockLoop,
  BlockSystem,
  Location,
  Step,
  ThreadSystem,
  TransitionSystem,
} from "./transition-system.ts";

/** @throws NoTransitionSystem when the program is too large or recursive */
export function stepsOf(
  program: CfaProgram,
  manager: TermManager,
  options: ProgramStepsOptions,
): TransitionSystem {
  return new Extraction(program, manager, options).run();
}

/**
 * The same for a program with threads, for every start function of a thread: a step ends at the next place where
 * another thread may continue. The effects of other threads in between are not part of the steps.
 * @throws NoTransitionSystem when the program is too large or recursive
 */
export function threadStepsOf(
  threaded: ThreadedProgram,
  manager: TermManager,
  options: ProgramStepsOptions,
): ThreadSystem {
  return new Extraction(threaded.program, manager, options, threaded).runThreads();
}

/**
 * The same with every block as a separate system: where one is called, a step ends, and another one begins with an
 * arbitrary exit state of the block.
 * @throws NoTransitionSystem when the program is too large or recursive
 */
export function blockStepsOf(
  program: CfaProgram,
  manager: TermManager,
  options: ProgramStepsOptions,
  summedUp: SummedUp,
): BlockSystem {
  return new Extraction(program, manager, options, undefined, summedUp).runBlocks();
}

class Extraction {
  readonly #program: CfaProgram;
  readonly #manager: TermManager;
  readonly #options: ProgramStepsOptions;
  readonly #edges: EdgeExecution;
  readonly #threaded: ThreadedProgram | undefined;
  readonly #summedUp: SummedUp | undefined;
  readonly #blocks = new Map<FunctionCfa | BlockLoop, ExtractedBlock>();
  readonly #calls: BlockCalls;
  readonly #followed = new Set<Location>();
  readonly #orders: FunctionOrders;
  readonly #variables: StateVariables;
  readonly #locations: Locations;
  readonly #steps: Step[] = [];
  readonly #inputs = new Map<Location, readonly InputEvent[]>();
  /** The location whose steps are being computed. */
  #from: Location;
  #visits = 0;

  constructor(
    program: CfaProgram,
    manager: TermManager,
    options: ProgramStepsOptions,
    threaded?: ThreadedProgram,
    summedUp?: SummedUp,
  ) {
    this.#program = program;
    this.#manager = manager;
    this.#options = options;
    this.#threaded = threaded;
    this.#summedUp = summedUp;
    this.#edges = new EdgeExecution(program, manager, options);
    this.#orders = new FunctionOrders(program, options.blockEnds);
    this.#variables = new StateVariables(program, manager, this.#orders, summedUp);
    const isWhole = threaded === undefined && summedUp === undefined;
    const { blockEnds } = options;
    this.#locations = new Locations(program, this.#orders, this.#variables, blockEnds, isWhole);
    this.#from = this.#locations.start;
    this.#calls = new BlockCalls(manager, this.#edges.access, summedUp, this.#steps);
    this.#edges.access.endsAtOverflow =
      options.classify({ check: "overflow" }) === "ends-execution";
  }

  run(): TransitionSystem {
    return this.#run(this.#edges.initialState());
  }

  runBlocks(): BlockSystem {
    const system = this.#run(this.#edges.initialState());
    const { calls } = this.#calls;
    const steps = [...system.steps, ...[...calls.values()].map(({ enter }) => enter)];
    return { ...system, steps, calls, blocks: [...this.#blocks.values()] };
  }

  runThreads(): ThreadSystem {
    const initial = this.#edges.initialState();
    const starts = new Map<FunctionCfa, ContextLocation>();
    for (const fn of this.#threaded?.creations.values() ?? []) {
      if (starts.has(fn)) continue;
      if (fn === this.#program.main) throw new NoTransitionSystem("a thread that runs main");
      const root = this.#newContext(fn, undefined, undefined, initial);
      starts.set(fn, this.#locations.at(root, fn.entry));
    }
    const system = this.#run(initial);
    const creates = new Map<Location, Location>();
    const threadOf = new Map<Location, FunctionCfa>();
    for (const location of this.#locations.all) {
      const created = this.#threaded?.creations.get(location.node);
      if (created !== undefined) creates.set(location, starts.get(created) as Location);
      threadOf.set(location, rootOf(location.context).stackFrame.function);
    }
    return { ...system, starts: [...starts.values()], creates, threadOf, own: this.#own(initial) };
  }

  /** Thread-local variables of static storage, with their initial values. */
  #own(initial: State): Map<Term, Term> {
    const own = new Map<Term, Term>();
    const frame = this.#locations.all[0]?.context.stackFrame;
    for (const [object, cells] of this.#variables.statics) {
      if (object.kind !== "thread-local" || frame === undefined) continue;
      for (const { variable, size } of cells) {
        const region = frame.regionOf(object);
        const value = this.#edges.access.readAt(initial, region, variable.offset, size);
        const { term } = variable;
        const isTerm = "op" in value && value.width === term.width;
        own.set(term, isTerm ? value : this.#manager.freshVariable(object.name, term.width));
      }
    }
    return own;
  }

  #run(initial: State): TransitionSystem {
    const { main } = this.#program;
    const root = this.#newContext(main, undefined, undefined, initial);
    const first = initial.fork();
    const frame = { context: root, stackFrame: root.stackFrame.fork(undefined), caller: undefined };
    this.#begin(frame.stackFrame, first);
    frame.stackFrame.pending.set(main.entry, first);
    this.#follow(this.#locations.start, frame, main.entry);
    // The list grows on the way.
    for (const location of this.#locations.all) this.#followFrom(location, initial);
    return {
      start: this.#locations.start,
      error: this.#locations.error,
      locations: [this.#locations.start, ...this.#locations.all],
      steps: this.#steps,
      inputs: this.#inputs,
      axioms: this.#edges.memory.axioms,
      valueAt: (location, expression) => this.#valueAt(location, expression, initial),
    };
  }

  #valueAt(location: Location, expression: Expression, initial: State): Term | undefined {
    const own = this.#locations.all.find((one) => one === location);
    if (own === undefined) return undefined;
    const { evaluator } = this.#edges;
    const value = evaluator.evaluate(
      expression,
      this.#locations.stateAt(own, initial, this.#edges.access),
      own.context.stackFrame,
    );
    if (!("op" in value)) return undefined;
    const known = new Set(location.variables.map(({ term }) => term));
    return [...variablesIn(value)].every((variable) => known.has(variable)) ? value : undefined;
  }

  #followFrom(location: ContextLocation, initial: State): void {
    if (isEnd(location) || this.#followed.has(location)) return;
    this.#followed.add(location);
    const state = this.#locations.stateAt(location, initial, this.#edges.access);
    const innermost = framesOf(location.context);
    const { node } = location;
    const loop = this.#loopCalledAt(location);
    if (loop !== undefined) {
      this.#calls.enter(location, this.#blockOf(loop.fn, loop, initial), state);
      this.#followWith(location, innermost, () => {
        this.#deliver(loop.exit, innermost, state);
        this.#runFunction(innermost, undefined);
      });
      return;
    }
    let start = node;
    if (this.#isCall(location)) {
      const { function: fn } = location.context.stackFrame;
      this.#calls.enter(location, this.#blockOf(fn, undefined, initial), state);
      start = fn.exit;
    }
    innermost.stackFrame.pending.set(start, state);
    this.#follow(location, innermost, start);
  }

  // -------------------------------------------------------------------- blocks

  /** Whether a block is called at the location, which is its entry in the stack frame of a caller. */
  #isCall({ context, node }: ContextLocation): boolean {
    const { function: fn } = context.stackFrame;
    if (context.caller === undefined || node !== fn.entry) return false;
    return this.#summedUp?.isBlock(fn) === true;
  }

  /** The loop block that begins at the location, when it is entered from outside. */
  #loopCalledAt(location: ContextLocation): BlockLoop | undefined {
    const loop = this.#summedUp?.loopAt(location.node);
    return loop === location.context.loop || this.#isCall(location) ? undefined : loop;
  }

  /** The block of a function or loop; one that calls itself is returned before all of its steps are known. */
  #blockOf(fn: FunctionCfa, loop: BlockLoop | undefined, initial: State): ExtractedBlock {
    const known = this.#blocks.get(loop ?? fn);
    if (known !== undefined) {
      if (known.changed === undefined) this.#takeExit(known);
      return known;
    }
    const root = { ...this.#newContext(fn, undefined, undefined, initial), loop };
    const first = this.#locations.all.length;
    const entry = this.#locations.at(root, loop?.head ?? fn.entry);
    const block: ExtractedBlock = {
      fn,
      loop,
      entry,
      exit: undefined,
      result: undefined,
      changed: undefined,
    };
    this.#blocks.set(loop ?? fn, block);
    for (let at = first; at < this.#locations.all.length; at++) {
      this.#followFrom(this.#locations.all[at] as ContextLocation, initial);
    }
    if (root.locations.has(exitOf(block))) this.#takeExit(block);
    block.changed = this.#calls.changedBy(
      block,
      new Set<Location>(this.#locations.all.slice(first)),
    );
    return block;
  }

  #takeExit(block: ExtractedBlock): void {
    const { context } = block.entry as ContextLocation;
    block.exit ??= this.#locations.at(context, exitOf(block));
    block.result ??= block.exit.cells.find(({ isResult }) => isResult)?.variable;
  }

  /** Ends a block. */
  #endBlock(innermost: Frame): void {
    const root = rootOf(innermost);
    const { stackFrame } = root;
    const fn = stackFrame.function;
    const state = stackFrame.pending.get(fn.exit);
    stackFrame.pending.delete(fn.exit);
    if (state === undefined || state.isEmpty) return;
    if (fn.result !== undefined) {
      // The function may end without a value (C11 6.9.1p12); whether a caller uses it is not known here.
      const { live } = this.#edges.access.contentOf(state, stackFrame.result);
      const missing = this.#manager.and(state.path.term, this.#manager.not(live));
      if (missing !== this.#manager.false) {
        this.#steps.push(this.#failing(missing, `a missing result of ${fn.name}`));
      }
    }
    this.#arrive(root, fn.exit, state);
  }

  // ------------------------------------------------------------------ contexts

  #newContext(
    fn: FunctionCfa,
    caller: Context | undefined,
    edge: CallEdge | undefined,
    state: State,
  ): Context {
    // A block that is called within itself is followed only as far as its entry.
    const isBlock = this.#summedUp?.isBlock(fn) === true;
    for (let c = caller; c !== undefined && !isBlock; c = c.caller) {
      if (c.stackFrame.function === fn) throw new NoTransitionSystem(`recursion of ${fn.name}`);
    }
    const stackFrame = this.#edges.newFrame(fn, caller?.stackFrame, state, {
      sharesRegions: true,
    });
    const isCalledAtomically = edge !== undefined && this.#threaded?.atomic.has(edge.source);
    const isAtomic = caller?.isAtomic === true || isCalledAtomically === true;
    const own = { called: new Map(), locations: new Map(), isAtomic };
    return { stackFrame, caller, loop: undefined, edge, ...own };
  }

  #begin(stackFrame: SymbolicStackFrame, state: State): void {
    // The memory may have belonged to an earlier stack frame.
    for (const [, region] of stackFrame.objects) state.contents.delete(region);
    stackFrame.begin(state, this.#edges.access);
  }

  /** Ends a step at a loop head. */
  #arrive(frame: Frame, node: CfaNode, state: State): void {
    const to = this.#locations.at(frame.context, node);
    const next = new Map<Term, Term>();
    for (const { variable, size, owner, isResult } of to.cells) {
      let holder: Frame = frame;
      while (owner !== undefined && holder.context !== owner) holder = holder.caller as Frame;
      const { stackFrame } = holder;
      const region = isResult ? stackFrame.result : stackFrame.regionOf(variable.object);
      const value = this.#edges.access.readAt(state, region, variable.offset, size);
      const { width, name } = variable.term;
      const isTerm = "op" in value && value.width === width;
      next.set(variable.term, isTerm ? value : this.#manager.freshVariable(`${name}`, width));
    }
    const guard = state.path.term;
    if (state.roundingMode !== this.#manager.constant(32, 0n)) {
      this.#steps.push(this.#failing(guard, "a rounding mode at a loop"));
    }
    this.#steps.push({ from: this.#from, to, guard, next });
  }

  #failing(guard: Term, incompleteness?: string): Step {
    const step = {
      from: this.#from,
      to: this.#locations.error,
      guard,
      next: new Map<Term, Term>(),
    };
    return incompleteness === undefined ? step : { ...step, incompleteness };
  }

  // ----------------------------------------------------------------- execution

  /** Computes all steps from a location, whose state waits in the innermost stack frame. */
  #follow(from: Location, innermost: Frame, start: CfaNode): void {
    this.#followWith(from, innermost, () => this.#runFunction(innermost, start));
  }

  /** @param run - executes the state in the innermost stack frame; afterwards it waits at the exit */
  #followWith(from: Location, innermost: Frame, run: () => void): void {
    this.#options.checkBudget();
    this.#from = from;
    const { record } = this.#edges;
    record.clear();
    run();
    for (let frame = innermost; frame.caller !== undefined; frame = frame.caller) {
      const { edge } = frame.context;
      if (edge !== undefined) this.#return(frame, frame.caller, edge);
      this.#runFunction(frame.caller, undefined);
    }
    if (this.#threaded !== undefined) this.#endThread(innermost);
    if (this.#isOfBlock(innermost)) this.#endBlock(innermost);
    this.#inputs.set(from, [...record.inputs]);
    this.#failWith(record.obligations);
  }

  #isOfBlock(frame: Frame): boolean {
    const root = rootOf(frame.context);
    return isFunctionItself(root) && this.#summedUp?.isBlock(root.stackFrame.function) === true;
  }

  /** Other threads continue, and see the last writes. */
  #endThread(innermost: Frame): void {
    const root = rootOf(innermost);
    const { exit } = root.stackFrame.function;
    const state = root.stackFrame.pending.get(exit);
    root.stackFrame.pending.delete(exit);
    if (state !== undefined && !state.isEmpty) this.#arrive(root, exit, state);
  }

  /** Adds steps to the error location: one for the violations, one for every kind of incompleteness. */
  #failWith(obligations: Obligations<Term>): void {
    const { classify } = this.#options;
    const violated = obligations.filter((obligation) => classify(obligation) === "violation");
    const violation = this.#manager.or(...violated.map(({ guard }) => guard));
    if (violation !== this.#manager.false) this.#steps.push(this.#failing(violation));
    for (const [what, some] of incompleteOnes(obligations, classify)) {
      const guard = this.#manager.or(...some.map((obligation) => obligation.guard));
      if (guard === this.#manager.false) continue;
      const reasons = [...new Set(some.map(({ reason }) => reason))].slice(0, 3).join(", or ");
      this.#steps.push(this.#failing(guard, `${what}: ${reasons}`));
    }
  }

  /** Executes the states that wait in a stack frame; afterwards they wait at the exit. */
  #runFunction(frame: Frame, start: CfaNode | undefined): void {
    const { stackFrame } = frame;
    for (const node of this.#orders.of(stackFrame.function)) {
      if (node === stackFrame.function.exit) continue;
      if (node === start || stackFrame.pending.has(node)) this.#runNode(node, frame);
    }
  }

  #runNode(node: CfaNode, frame: Frame): void {
    const { stackFrame } = frame;
    const state = stackFrame.pending.get(node);
    if (state === undefined) return;
    stackFrame.pending.delete(node);
    if (state.isEmpty) return;
    if ((++this.#visits & 0xff) === 0) this.#options.checkBudget();
    this.#edges.leave(
      node,
      stackFrame,
      state,
      (edge, fn, taken, passes) => this.#call(edge, fn, frame, taken, passes),
      (target, taken) => this.#deliver(target, frame, taken),
    );
  }

  #deliver(node: CfaNode, frame: Frame, state: State): void {
    if (state.isEmpty) return;
    const { stackFrame, context } = frame;
    const leavesLoop = context.loop?.nodes.has(node) === false;
    if (
      leavesLoop ||
      this.#orders.endsBlock(stackFrame.function, node) ||
      isVisible(this.#threaded, context, node)
    ) {
      this.#arrive(frame, node, state);
      return;
    }
    const waiting = stackFrame.pending.get(node);
    stackFrame.pending.set(node, waiting === undefined ? state : State.merge(waiting, state));
  }

  #call(
    edge: CallEdge,
    fn: FunctionCfa,
    caller: Frame,
    state: State,
    passes: readonly PassArgument[],
  ): void {
    const key = `${edge.id} ${fn.name}`;
    let context = caller.context.called.get(key);
    if (context === undefined) {
      context = this.#newContext(fn, caller.context, edge, state);
      caller.context.called.set(key, context);
    }
    const stackFrame = context.stackFrame.fork(caller.stackFrame);
    this.#begin(stackFrame, state);
    for (const pass of passes) pass(stackFrame, state);
    const frame = { context, stackFrame, caller };
    if (this.#summedUp?.isBlock(fn)) {
      this.#arrive(frame, fn.entry, state);
      return;
    }
    stackFrame.pending.set(fn.entry, state);
    this.#runFunction(frame, undefined);
    this.#return(frame, caller, edge);
  }

  #return({ stackFrame }: Frame, caller: Frame, edge: CallEdge): void {
    const state = stackFrame.pending.get(stackFrame.function.exit);
    stackFrame.pending.clear();
    if (state === undefined || state.isEmpty) return;
    this.#edges.guarded(edge, state, () => {
      this.#edges.takeResult(edge, stackFrame, caller.stackFrame, state);
      stackFrame.endFor(state, this.#edges.access);
      this.#deliver(edge.target, caller, state);
    });
  }
}
