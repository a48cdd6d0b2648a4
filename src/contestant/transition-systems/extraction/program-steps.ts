/**
 * The transition system of a program, by symbolic execution from every loop head to the next ones. Functions are
 * inlined, so a location is a loop head together with the calls that lead to it. Scalars are state variables;
 * pointers, and objects without scalar parts, hold anything at a location: facts proved for the system hold for the
 * program.
 */

import { incompleteOnes, layoutOf, type Obligations } from "../../analysis-core/index.ts";
import {
  type CallEdge,
  type CfaNode,
  type CfaProgram,
  componentHeads,
  type Expression,
  type FunctionCfa,
  isTracked,
  Liveness,
  type MemoryObject,
  sizeInMemory,
  type ThreadedProgram,
  type WtoElement,
  weakTopologicalOrder,
} from "../../cfa/index.ts";
import { Substitution, type Term, type TermManager, variablesIn } from "../../smt/index.ts";
import type { InputEvent, SymbolicStackFrame } from "../../symbolic/index.ts";
import { EdgeExecution, type PassArgument, RESULT, State } from "../../symbolic/index.ts";
import {
  type Cell,
  type Context,
  type ContextLocation,
  depthOf,
  type Frame,
  isEnd,
  isFunctionItself,
  rootOf,
  stackOf,
} from "./call-context.ts";
import {
  NoTransitionSystem,
  type ProgramStepsOptions,
  type SummedUp,
} from "./program-steps-options.ts";
import type {
  Block,
  BlockCall,
  BlockLoop,
  BlockSystem,
  Location,
  StateVariable,
  Step,
  ThreadSystem,
  TransitionSystem,
} from "./transition-system.ts";

/** Limits for the number of locations, and of variables at one of them. */
const MAX_LOCATIONS = { "loop-heads": 60, "loop-heads-and-calls": 400, edges: 1500 } as const;
const TOO_MANY = {
  "loop-heads": "too many loops",
  "loop-heads-and-calls": "too many loops and calls",
  edges: "too many edges",
} as const;
/** Limit for all threads or blocks together. */
const MAX_SEVERAL_LOCATIONS = 300;
const MAX_VARIABLES = 250;

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

interface ExtractedBlock extends Block {
  exit: ContextLocation | undefined;
  result: StateVariable | undefined;
  /** Undefined while its steps are being computed: everything. */
  changed: ReadonlySet<Term> | undefined;
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

const NOWHERE = { node: undefined, isLoopHead: false, variables: [], stack: [] } as const;

class Extraction {
  readonly #program: CfaProgram;
  readonly #manager: TermManager;
  readonly #options: ProgramStepsOptions;
  readonly #edges: EdgeExecution;
  readonly #threaded: ThreadedProgram | undefined;
  readonly #summedUp: SummedUp | undefined;
  readonly #blocks = new Map<FunctionCfa | BlockLoop, ExtractedBlock>();
  readonly #calls = new Map<Location, BlockCall>();
  readonly #followed = new Set<Location>();
  readonly #orders = new Map<FunctionCfa, readonly CfaNode[]>();
  readonly #heads = new Map<FunctionCfa, ReadonlySet<CfaNode>>();
  readonly #liveness = new Map<FunctionCfa, Liveness>();
  /** State variables, by context and object. */
  readonly #cells = new Map<Context | undefined, Map<MemoryObject, readonly Cell[]>>();
  readonly #start: Location = { ...NOWHERE, id: 0 };
  readonly #error: Location = { ...NOWHERE, id: 1 };
  readonly #locations: ContextLocation[] = [];
  readonly #steps: Step[] = [];
  readonly #inputs = new Map<Location, readonly InputEvent[]>();
  /** The location whose steps are being computed. */
  #from: Location = this.#start;
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
    this.#edges.access.endsAtOverflow =
      options.classify({ check: "overflow" }) === "ends-execution";
  }

  run(): TransitionSystem {
    return this.#run(this.#edges.initialState());
  }

  runBlocks(): BlockSystem {
    const system = this.#run(this.#edges.initialState());
    const steps = [...system.steps, ...[...this.#calls.values()].map(({ enter }) => enter)];
    return { ...system, steps, calls: this.#calls, blocks: [...this.#blocks.values()] };
  }

  runThreads(): ThreadSystem {
    const initial = this.#edges.initialState();
    const starts = new Map<FunctionCfa, ContextLocation>();
    for (const fn of this.#threaded?.creations.values() ?? []) {
      if (starts.has(fn)) continue;
      if (fn === this.#program.main) throw new NoTransitionSystem("a thread that runs main");
      const root = this.#newContext(fn, undefined, undefined, initial);
      starts.set(fn, this.#locationAt(root, fn.entry));
    }
    const system = this.#run(initial);
    const creates = new Map<Location, Location>();
    const threadOf = new Map<Location, FunctionCfa>();
    for (const location of this.#locations) {
      const created = this.#threaded?.creations.get(location.node);
      if (created !== undefined) creates.set(location, starts.get(created) as Location);
      threadOf.set(location, rootOf(location.context).stackFrame.function);
    }
    return { ...system, starts: [...starts.values()], creates, threadOf, own: this.#own(initial) };
  }

  /** Thread-local variables of static storage, with their initial values. */
  #own(initial: State): Map<Term, Term> {
    const own = new Map<Term, Term>();
    const frame = this.#locations[0]?.context.stackFrame;
    for (const [object, cells] of this.#cells.get(undefined) ?? []) {
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
    this.#follow(this.#start, frame, main.entry);
    // The list grows on the way.
    for (const location of this.#locations) this.#followFrom(location, initial);
    return {
      start: this.#start,
      error: this.#error,
      locations: [this.#start, ...this.#locations],
      steps: this.#steps,
      inputs: this.#inputs,
      axioms: this.#edges.memory.axioms,
      valueAt: (location, expression) => this.#valueAt(location, expression, initial),
    };
  }

  #valueAt(location: Location, expression: Expression, initial: State): Term | undefined {
    const own = this.#locations.find((one) => one === location);
    if (own === undefined) return undefined;
    const { evaluator } = this.#edges;
    const value = evaluator.evaluate(
      expression,
      this.#stateAt(own, initial),
      own.context.stackFrame,
    );
    if (!("op" in value)) return undefined;
    const known = new Set(location.variables.map(({ term }) => term));
    return [...variablesIn(value)].every((variable) => known.has(variable)) ? value : undefined;
  }

  #followFrom(location: ContextLocation, initial: State): void {
    if (isEnd(location) || this.#followed.has(location)) return;
    this.#followed.add(location);
    const state = this.#stateAt(location, initial);
    const innermost = this.#framesOf(location.context);
    const { node } = location;
    const loop = this.#loopCalledAt(location);
    if (loop !== undefined) {
      this.#takeOutcome(location, this.#blockOf(loop.fn, loop, initial), state);
      this.#followWith(location, innermost, () => {
        this.#deliver(loop.exit, innermost, state);
        this.#runFunction(innermost, undefined);
      });
      return;
    }
    let start = node;
    if (this.#isCall(location)) {
      const { function: fn } = location.context.stackFrame;
      this.#takeOutcome(location, this.#blockOf(fn, undefined, initial), state);
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
    const first = this.#locations.length;
    const entry = this.#locationAt(root, loop?.head ?? fn.entry);
    const block: ExtractedBlock = {
      fn,
      loop,
      entry,
      exit: undefined,
      result: undefined,
      changed: undefined,
    };
    this.#blocks.set(loop ?? fn, block);
    for (let at = first; at < this.#locations.length; at++) {
      this.#followFrom(this.#locations[at] as ContextLocation, initial);
    }
    if (root.locations.has(exitOf(block))) this.#takeExit(block);
    block.changed = this.#changedBy(block, new Set<Location>(this.#locations.slice(first)));
    return block;
  }

  #takeExit(block: ExtractedBlock): void {
    const { context } = block.entry as ContextLocation;
    block.exit ??= this.#locationAt(context, exitOf(block));
    block.result ??= block.exit.cells.find(({ isResult }) => isResult)?.variable;
  }

  /**
   * The variables changed by steps that begin in a block, or in locations that were found on its way. Its recursive
   * calls change the same variables, and leave the rest unchanged.
   */
  #changedBy(block: ExtractedBlock, own: ReadonlySet<Location>): ReadonlySet<Term> {
    const inner = [...this.#calls].filter(([at, call]) => own.has(at) && call.block === block);
    const kept = new Map<Term, Term>();
    for (const [, { outcome }] of inner) {
      for (const [variable, after] of outcome) kept.set(after, variable);
    }
    const changed = new Set<Term>();
    for (const { from, next } of this.#steps) {
      if (!own.has(from)) continue;
      for (const [variable, term] of next) {
        if (term !== variable && kept.get(term) !== variable) changed.add(variable);
      }
    }
    if (inner.length > 0) this.#keep(inner, own, changed);
    return changed;
  }

  /** Static storage that a block does not change keeps its value across recursive calls. */
  #keep(
    inner: readonly (readonly [Location, BlockCall])[],
    own: ReadonlySet<Location>,
    changed: ReadonlySet<Term>,
  ): void {
    const bindings = new Map<Term, Term>();
    for (const [at, call] of inner) {
      const outcome = new Map(call.outcome);
      for (const [variable, after] of call.outcome) {
        const before = call.enter.next.get(variable);
        if (changed.has(variable) || before === undefined) continue;
        bindings.set(after, before);
        outcome.set(variable, before);
      }
      this.#calls.set(at, { ...call, outcome });
    }
    const left = new Substitution(this.#manager, bindings);
    for (const [index, step] of this.#steps.entries()) {
      if (!own.has(step.from)) continue;
      const next = [...step.next].map(([variable, term]) => [variable, left.apply(term)] as const);
      this.#steps[index] = { ...step, guard: left.apply(step.guard), next: new Map(next) };
    }
  }

  /** The state at the exit of a block that was called: the variables that it changes may hold anything. */
  #takeOutcome(location: ContextLocation, block: ExtractedBlock, state: State): void {
    const { stackFrame } = location.context;
    const passed = this.#passed(location, block);
    const enter = { from: location, to: block.entry, guard: this.#manager.true, next: passed };
    const kept = block.loop === undefined ? this.#summedUp?.keptOf(block.fn) : undefined;
    const first = new Map<MemoryObject | undefined, Term | undefined>(
      block.entry.variables.map(({ object, term }) => [object, passed.get(term)]),
    );
    const outcome = new Map<Term, Term>();
    const { access } = this.#edges;
    for (const cell of block.exit?.cells ?? []) {
      const { variable, size, owner, isResult } = cell;
      const { term, object, offset } = variable;
      const original = owner === undefined ? undefined : kept?.get(object);
      const isKept = original === object || block.changed?.has(term) === false;
      const isUnchanged = isKept && passed.has(term);
      const isCopy = original !== undefined && original !== object;
      const known = isUnchanged ? passed.get(term) : isCopy ? first.get(original) : undefined;
      const after = known ?? this.#manager.freshVariable(`${object.name}'`, term.width);
      outcome.set(term, after);
      if (isResult) {
        access.writeAt(state, stackFrame.result, 0, size, after);
        access.revive(state, stackFrame.result);
      } else if ((owner === undefined || block.loop !== undefined) && !isUnchanged) {
        access.writeAt(state, stackFrame.regionOf(object), offset, size, after);
      }
    }
    this.#calls.set(location, { block, enter, outcome });
  }

  /** The arguments of a block call, for the variables of its entry. */
  #passed({ cells, context }: ContextLocation, { entry }: Block): Map<Term, Term> {
    const keyOf = ({ variable: { object, offset }, owner }: Cell): string =>
      `${owner === undefined} ${object.id} ${offset}`;
    const own = cells.filter(({ owner }) => owner === undefined || owner === context);
    const terms = new Map(own.map((cell) => [keyOf(cell), cell.variable.term]));
    return new Map(
      (entry as ContextLocation).cells.map((cell) => {
        const { term } = cell.variable;
        return [
          term,
          terms.get(keyOf(cell)) ?? this.#manager.freshVariable(`${term.name}`, term.width),
        ];
      }),
    );
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

  #framesOf(context: Context): Frame {
    const caller = context.caller === undefined ? undefined : this.#framesOf(context.caller);
    return { context, stackFrame: context.stackFrame.fork(caller?.stackFrame), caller };
  }

  #begin(stackFrame: SymbolicStackFrame, state: State): void {
    // The memory may have belonged to an earlier stack frame.
    for (const [, region] of stackFrame.objects) state.contents.delete(region);
    stackFrame.begin(state, this.#edges.access);
  }

  // ----------------------------------------------------------------- locations

  #locationAt(context: Context, node: CfaNode): ContextLocation {
    const known = context.locations.get(node);
    if (known !== undefined) return known;
    const cells = this.#cellsAt(context, node);
    if (cells.length > MAX_VARIABLES) throw new NoTransitionSystem("too many variables at a loop");
    const location: ContextLocation = {
      id: this.#locations.length + 2,
      node,
      isLoopHead: this.#headsOf(context.stackFrame.function).has(node),
      context,
      cells,
      variables: cells.map(({ variable, owner }) => ({
        ...variable,
        isNamed: owner === undefined || owner === context,
        depth: owner && depthOf(owner, context),
      })),
      stack: stackOf(context),
    };
    context.locations.set(node, location);
    this.#locations.push(location);
    const { blockEnds } = this.#options;
    const isWhole = this.#threaded === undefined && this.#summedUp === undefined;
    const most = isWhole ? MAX_LOCATIONS[blockEnds] : MAX_SEVERAL_LOCATIONS;
    if (this.#locations.length > most) {
      throw new NoTransitionSystem(TOO_MANY[blockEnds]);
    }
    return location;
  }

  #cellsAt(innermost: Context, head: CfaNode): Cell[] {
    const cells: Cell[] = [];
    const loop = rootOf(innermost).loop;
    for (const object of this.#program.globals) {
      const isKnown = loop === undefined || loop.objects.has(object);
      if (isKnown && !object.isReadOnly && object.kind !== "string")
        cells.push(...this.#cellsOf(undefined, object));
    }
    let node = head;
    for (let c: Context | undefined = innermost; c !== undefined; c = c.caller) {
      const live = this.#livenessOf(c.stackFrame.function).liveAt(node);
      const kept = this.#keptAt(c, node);
      for (const [object] of c.stackFrame.objects) {
        if (isTracked(object) && !live.has(object) && !kept.has(object)) continue;
        if (c.loop?.objects.has(object) === false) continue;
        cells.push(...this.#cellsOf(c, object));
      }
      node = c.edge?.target ?? node;
    }
    const { function: fn } = innermost.stackFrame;
    if (isFunctionItself(innermost) && this.#summedUp?.isBlock(fn) && head === fn.exit)
      cells.push(...this.#resultOf(innermost));
    return cells;
  }

  /** The entry values that a block keeps; before it has begun, there are no copies. */
  #keptAt({ stackFrame, caller, loop }: Context, node: CfaNode): ReadonlySet<MemoryObject> {
    const fn = stackFrame.function;
    if (loop !== undefined) return new Set();
    if (this.#summedUp?.isBlock(fn) !== true) return new Set();
    const kept = [...this.#summedUp.keptOf(fn).keys()];
    if (node === fn.entry) return new Set(kept.filter((object) => fn.parameters.includes(object)));
    return new Set(caller === undefined ? kept : []);
  }

  #resultOf(owner: Context): readonly Cell[] {
    const { result, name } = owner.stackFrame.function;
    if (result === undefined || result.kind === "record") return [];
    const size = sizeInMemory(result, this.#program.machine.pointerBits);
    const term = this.#manager.freshVariable(`result of ${name}`, size * 8);
    const isSigned = result.kind === "int" ? result.signed : undefined;
    const object = { ...RESULT, size, scalar: result };
    return [
      {
        variable: { term, object, offset: 0, isSigned, isNamed: true, depth: 0 },
        size,
        owner,
        isResult: true,
      },
    ];
  }

  #cellsOf(owner: Context | undefined, object: MemoryObject): readonly Cell[] {
    const table = this.#cells.get(owner) ?? new Map<MemoryObject, readonly Cell[]>();
    this.#cells.set(owner, table);
    const known = table.get(object);
    if (known !== undefined) return known;
    const { pointerBits } = this.#program.machine;
    const layout = layoutOf(object, pointerBits).cells;
    const cells = (layout.length > MAX_CELLS ? [] : layout).flatMap(({ offset, size, type }) => {
      if (type.kind === "pointer" || (type.kind === "float" && type.format === "ldouble"))
        return [];
      const name = offset === 0 ? object.name : `${object.name}+${offset}`;
      const term = this.#manager.freshVariable(name, size * 8);
      const isSigned = type.kind === "int" ? type.signed : undefined;
      const variable = { term, object, offset, isSigned, isNamed: true, depth: owner && 0 };
      return [{ variable, size, owner }];
    });
    table.set(object, cells);
    return cells;
  }

  /** An arbitrary state at a location. */
  #stateAt(location: ContextLocation, initial: State): State {
    const { access } = this.#edges;
    const state = initial.fork();
    const frame = location.context;
    for (const object of this.#program.globals) {
      if (object.isReadOnly || object.kind === "string") continue;
      const region = frame.stackFrame.regionOf(object);
      state.contents.set(region, access.indeterminateContent(state, object.name).content);
    }
    for (let c: Context | undefined = frame; c !== undefined; c = c.caller) {
      for (const [object, region] of c.stackFrame.objects) {
        state.contents.set(region, access.indeterminateContent(state, object.name).content);
      }
      state.contents.set(c.stackFrame.result, access.unbornContents("result").ended);
    }
    for (const { variable, size, owner } of location.cells) {
      const { object, offset, term } = variable;
      const region = (owner ?? frame).stackFrame.regionOf(object);
      access.writeAt(state, region, offset, size, term);
    }
    return state;
  }

  /** Ends a step at a loop head. */
  #arrive(frame: Frame, node: CfaNode, state: State): void {
    const to = this.#locationAt(frame.context, node);
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
    const step = { from: this.#from, to: this.#error, guard, next: new Map<Term, Term>() };
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
    for (const node of this.#orderOf(stackFrame.function)) {
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
      this.#endsBlock(stackFrame.function, node) ||
      this.#isVisible(context, node)
    ) {
      this.#arrive(frame, node, state);
      return;
    }
    const waiting = stackFrame.pending.get(node);
    stackFrame.pending.set(node, waiting === undefined ? state : State.merge(waiting, state));
  }

  /** Whether another thread may continue here. */
  #isVisible({ isAtomic }: Context, node: CfaNode): boolean {
    if (this.#threaded?.creations.has(node) || this.#threaded?.ends.has(node)) return true;
    if (this.#threaded === undefined || isAtomic) return false;
    return this.#threaded.visible.has(node) && !this.#threaded.atomic.has(node);
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

  // -------------------------------------------------------------------- orders

  /** Every edge that does not lead to a loop head leads to a later node. */
  #orderOf(fn: FunctionCfa): readonly CfaNode[] {
    const known = this.#orders.get(fn);
    if (known !== undefined) return known;
    const order = weakTopologicalOrder(fn);
    const nodes = flattened(order);
    this.#orders.set(fn, nodes);
    this.#heads.set(fn, componentHeads(order));
    return nodes;
  }

  #endsBlock(fn: FunctionCfa, node: CfaNode): boolean {
    if (this.#headsOf(fn).has(node)) return true;
    switch (this.#options.blockEnds) {
      case "loop-heads":
        return false;
      case "loop-heads-and-calls":
        return this.#callsFunction(node);
      case "edges":
        return node !== fn.exit;
    }
  }

  #callsFunction({ leaving }: CfaNode): boolean {
    return leaving.some(
      (edge) =>
        edge.kind === "call" &&
        edge.callee.kind === "address" &&
        this.#program.functions.has(edge.callee.target.name),
    );
  }

  #headsOf(fn: FunctionCfa): ReadonlySet<CfaNode> {
    this.#orderOf(fn);
    return this.#heads.get(fn) as ReadonlySet<CfaNode>;
  }

  #livenessOf(fn: FunctionCfa): Liveness {
    const known = this.#liveness.get(fn) ?? new Liveness(fn);
    this.#liveness.set(fn, known);
    return known;
  }
}

/** Objects with more scalars hold anything at a location. */
const MAX_CELLS = 16;

function flattened(order: readonly WtoElement[]): CfaNode[] {
  const nodes: CfaNode[] = [];
  const stack = [...order].reverse();
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    nodes.push(element.kind === "node" ? element.node : element.head);
    if (element.kind === "component") stack.push(...[...element.body].reverse());
  }
  return nodes;
}

function exitOf({ fn, loop }: Block): CfaNode {
  return loop?.exit ?? fn.exit;
}
