/** Calls of functions that have contracts in place of their bodies: recursive ones, and those that are summarised like them. */
import { defined } from "../../../ground/util/defined.ts";
import { invariant } from "../../../ground/util/errors.ts";
import {
  allocatesBlocks,
  type CallEdge,
  type CfaNode,
  type CfaProgram,
  type FunctionCfa,
  sizeInMemory,
} from "../../cfa/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import {
  type EdgeExecution,
  type PassArgument,
  Pointer,
  type State,
  type SymbolicStackFrame,
  UnsupportedFeature,
} from "../../symbolic/index.ts";
import type { History } from "../invariants/arrays/fold-relations.ts";
import type { FunctionFacts } from "./function-facts.ts";
import type { MergedExecutionOptions } from "./merged-execution-options.ts";
import { type Exit, RecursionAbstraction } from "./recursion-abstraction.ts";
import { recursionFamilies } from "./recursion-families.ts";
import { TabulatedCalls } from "./tabulated-calls.ts";

/** How the execution that meets the calls executes bodies of functions. */
export interface BodyExecution {
  /** Executes a call; undefined when no execution returns. */
  call(
    fn: FunctionCfa,
    passes: readonly PassArgument[],
    caller: SymbolicStackFrame,
    state: State,
  ): { readonly state: State; readonly stackFrame: SymbolicStackFrame } | undefined;
  /** Executes the states that wait in a stack frame up to the exit of its function. */
  run(fn: FunctionCfa, stackFrame: SymbolicStackFrame): void;
  deliver(node: CfaNode, stackFrame: SymbolicStackFrame, state: State): void;
}

export class RecursiveCalls {
  readonly #program: CfaProgram;
  readonly #manager: TermManager;
  readonly #edges: EdgeExecution;
  readonly #options: MergedExecutionOptions;
  readonly #facts: FunctionFacts;
  readonly #histories: readonly History[] | undefined;
  readonly #body: BodyExecution;
  /**
   * To each function, the functions that call each other in turn with it, or that are summarised together with it.
   */
  readonly #families: ReadonlyMap<FunctionCfa, readonly FunctionCfa[]>;
  /** Functions whose contracts are being inferred. */
  readonly #recursions = new Map<FunctionCfa, RecursionAbstraction>();
  readonly #allocates: boolean;
  readonly #tables: TabulatedCalls;

  constructor(
    program: CfaProgram,
    manager: TermManager,
    edges: EdgeExecution,
    options: MergedExecutionOptions,
    facts: FunctionFacts,
    histories: History[] | undefined,
    body: BodyExecution,
  ) {
    this.#program = program;
    this.#manager = manager;
    this.#edges = edges;
    this.#options = options;
    this.#facts = facts;
    this.#histories = histories;
    this.#body = body;
    this.#families = recursionFamilies(program, options.loopAbstraction);
    this.#allocates = allocatesBlocks(program);
    this.#tables = new TabulatedCalls(program, manager, options);
  }

  /** Takes a call by a contract; false where the function has none and its body is to be executed. */
  take(
    edge: CallEdge,
    fn: FunctionCfa,
    caller: SymbolicStackFrame,
    state: State,
    passes: readonly PassArgument[],
  ): boolean {
    const recursion = this.#recursions.get(fn);
    if (recursion !== undefined) {
      const called = this.#enterParameters(fn, recursion, passes, caller, state);
      this.#edges.record.calls.push({ fn, state: called });
      this.#returnByContract(fn, edge, recursion, called, caller, state);
      return true;
    }
    const family = this.#families.get(fn);
    if (family === undefined) return false;
    this.#abstractRecursion(fn, family, edge, passes, caller, state);
    return true;
  }

  /** Explores all stack frames of a recursive function at once; see recursion-abstraction.ts. */
  #abstractRecursion(
    fn: FunctionCfa,
    family: readonly FunctionCfa[],
    edge: CallEdge,
    passes: readonly PassArgument[],
    caller: SymbolicStackFrame,
    state: State,
  ): void {
    const abstraction = this.#options.loopAbstraction;
    invariant(abstraction !== undefined, "recursion is generalised in proofs only");
    if (this.#edges.blocks.areAsked && this.#allocates) {
      throw new UnsupportedFeature(
        "recursion in a program with blocks, of which all are asked for",
      );
    }
    const { proveAll, counterexample } = abstraction;
    const recursion = new RecursionAbstraction(
      {
        manager: this.#manager,
        memory: this.#edges.memory,
        access: this.#edges.access,
        record: this.#edges.record,
        proveAll,
        counterexample,
        constants: [this.#program.main, ...family].flatMap((f) => [...this.#facts.constantsOf(f)]),
        contracts: this.#options.contracts ?? new Map(),
        histories: this.#histories ?? [],
        templates: abstraction.templates,
        ...defined({ rankings: abstraction.rankings }),
        checkBudget: this.#options.checkBudget,
      },
      {
        parametersOf: (f) =>
          f.parameters.map((object) => {
            const { name, size, align } = object;
            return this.#edges.memory.newRegion("automatic", name, { size, align, object });
          }),
        execute: (f, start) => this.#executeBody(f, recursion, caller, start),
      },
      family,
      state,
    );
    const called = this.#enterParameters(fn, recursion, passes, caller, state);
    const tabulated = this.#tables.resultOf(fn, recursion.argumentsOf(fn, called), called.path);
    if (tabulated !== undefined) {
      this.#edges.storeResult(edge, tabulated, caller, state);
      this.#body.deliver(edge.target, caller, state);
      return;
    }
    for (const member of family) this.#recursions.set(member, recursion);
    if (recursion.explore(fn, called)) {
      this.#callOnce(fn, edge, passes, recursion, called, caller, state);
    }
    for (const member of family) this.#recursions.delete(member);
  }

  /**
   * Executes the body for the call that led into a recursion: more is known about its arguments than about those of
   * the nested calls, which the contract covers. Its steps are among those of an arbitrary stack frame, whose
   * obligations are recorded.
   */
  #callOnce(
    fn: FunctionCfa,
    edge: CallEdge,
    passes: readonly PassArgument[],
    recursion: RecursionAbstraction,
    called: State,
    caller: SymbolicStackFrame,
    state: State,
  ): void {
    const mark = this.#edges.record.mark();
    const returned = this.#body.call(fn, passes, caller, state);
    this.#edges.record.reset(mark);
    this.#edges.access.edge = edge;
    if (returned === undefined) return;
    const { stackFrame, state: after } = returned;
    recursion.ensure(fn, called, after, this.#resultOf(fn, stackFrame, after));
    this.#edges.takeResult(edge, stackFrame, caller, after);
    stackFrame.end(after);
    this.#body.deliver(edge.target, caller, after);
  }

  /** A state with the arguments of a call in the regions that represent the parameters of all stack frames. */
  #enterParameters(
    fn: FunctionCfa,
    recursion: RecursionAbstraction,
    passes: readonly PassArgument[],
    caller: SymbolicStackFrame,
    state: State,
  ): State {
    const called = state.fork();
    const stackFrame = this.#frameOf(fn, recursion, caller, called);
    recursion.clearParameters(fn, called);
    for (const pass of passes) pass(stackFrame, called);
    return called;
  }

  #frameOf(
    fn: FunctionCfa,
    recursion: RecursionAbstraction,
    caller: SymbolicStackFrame,
    state: State,
  ): SymbolicStackFrame {
    const parameters = recursion.parametersOf(fn);
    return this.#edges.newFrame(fn, caller, state, { parameters });
  }

  #executeBody(
    fn: FunctionCfa,
    recursion: RecursionAbstraction,
    caller: SymbolicStackFrame,
    start: State,
  ): Exit | undefined {
    const stackFrame = this.#frameOf(fn, recursion, caller, start);
    stackFrame.begin(start, this.#edges.access);
    stackFrame.pending.set(fn.entry, start);
    this.#body.run(fn, stackFrame);
    const state = stackFrame.pending.get(fn.exit);
    stackFrame.pending.clear();
    if (state === undefined || state.isEmpty) return undefined;
    if (fn.result === undefined) return { state, result: undefined };
    // The function may end without a value (C11 6.9.1p12); whether a caller uses it is not known here.
    const { live } = this.#edges.access.contentOf(state, stackFrame.result);
    const missing = this.#manager.not(live);
    this.#edges.access.undefinedWhen(state, missing, `use of the missing result of ${fn.name}`);
    const value = this.#resultOf(fn, stackFrame, state);
    state.contents.delete(stackFrame.result);
    return { state, result: value };
  }

  /** The result left in a stack frame, if it is a number. */
  #resultOf(
    { result }: FunctionCfa,
    stackFrame: SymbolicStackFrame,
    state: State,
  ): Term | undefined {
    if (result === undefined) return undefined;
    if (result.kind === "record") throw new UnsupportedFeature("recursion that returns a record");
    const size = sizeInMemory(result, this.#edges.memory.pointerBits);
    const value = this.#edges.access.readAt(state, stackFrame.result, 0, size);
    return value instanceof Pointer ? undefined : value;
  }

  #returnByContract(
    fn: FunctionCfa,
    edge: CallEdge,
    recursion: RecursionAbstraction,
    called: State,
    caller: SymbolicStackFrame,
    state: State,
  ): void {
    const type = fn.result;
    if (type?.kind === "record" || (edge.result !== undefined && !("scalar" in edge.result))) {
      throw new UnsupportedFeature("recursion that returns a record");
    }
    const width = type === undefined ? 8 : sizeInMemory(type, this.#edges.memory.pointerBits) * 8;
    const result = recursion.return(fn, edge, called, state, width);
    if (type !== undefined) this.#edges.storeResult(edge, result, caller, state);
    this.#body.deliver(edge.target, caller, state);
  }
}
