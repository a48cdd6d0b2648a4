/**
 * The effect of single edges of a control-flow automaton on symbolic states. The order of exploration is decided
 * elsewhere: symbolic-execution.ts merges states at joins, path-execution.ts follows each path separately.
 * Nothing is decided here: each possible fault becomes a proof obligation with its path condition.
 */

import { invariant } from "../../../ground/util/errors.ts";
import type { Classify, InvariantText } from "../../analysis-core/index.ts";
import {
  type AssumeEdge,
  type CallEdge,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  type DeclareEdge,
  type Expression,
  type FunctionCfa,
  type MemoryObject,
  paddingOf,
  sizeInMemory,
} from "../../cfa/index.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import {
  type ControlAlgebra,
  EdgeSemantics,
  type MemoryAlgebra,
  type Passed,
} from "../../semantics/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { OverflowMode } from "../../specification/index.ts";
import { MemoryAccess } from "../memory/access.ts";
import { BlockChecks } from "../memory/block-checks.ts";
import { ExecutionRecord } from "../memory/execution-record.ts";
import { SymbolicMemory } from "../memory/memory.ts";
import { decidedBy, rootPath } from "../memory/path-condition.ts";
import type { Region } from "../memory/region.ts";
import { State } from "../memory/state.ts";
import { UnsupportedFeature } from "../memory/unsupported.ts";
import { pointerTo, type Value } from "../memory/value.ts";
import type { SymbolicCarriers, SymbolicFrame } from "./carriers.ts";
import { Evaluator } from "./evaluator.ts";
import { SymbolicIntrinsics } from "./intrinsics.ts";
import { SymbolicStackFrame, type SymbolicStackFrameOptions } from "./symbolic-stack-frame.ts";

/** A condition that is claimed to hold at a node. */
export interface Assertion {
  readonly condition: Expression;
  /** For messages. */
  readonly text: string;
  /**
   * The condition in C for witnesses; undefined when C cannot express it; absent: `text` is C, and its names are
   * visible.
   */
  readonly inC?: InvariantText | undefined;
}

export interface EdgeExecutionOptions {
  /** Functions whose call violates the property. */
  readonly errorFunctions: ReadonlySet<string>;
  readonly overflow: OverflowMode;
  /** The question: checks of blocks that it does not ask for are not computed. */
  readonly classify: Classify;
  /** Conditions to check whenever a node is reached. */
  readonly assertions?: ReadonlyMap<CfaNode, readonly Assertion[]>;
}

/** Stores an argument, evaluated in the caller, in the stack frame of the callee. */
export type PassArgument = (stackFrame: SymbolicStackFrame, state: State) => void;

/** The frame of static storage before any function is called. */
class StaticFrame implements SymbolicFrame {
  readonly #statics: ReadonlyMap<MemoryObject, Region>;
  readonly allocas: Region[] = [];

  constructor(statics: ReadonlyMap<MemoryObject, Region>) {
    this.#statics = statics;
  }

  regionOf(object: MemoryObject): Region {
    const region = this.#statics.get(object);
    invariant(region !== undefined, `object '${object.name}' is not static`);
    return region;
  }

  get result(): Region {
    throw new Error("no function is running");
  }

  declare(): Region {
    throw new Error("no function is running");
  }

  endObject(): void {
    throw new Error("no function is running");
  }
}

export class EdgeExecution {
  readonly record: ExecutionRecord = new ExecutionRecord();
  readonly memory: SymbolicMemory;
  readonly access: MemoryAccess;
  readonly evaluator: Evaluator;
  readonly blocks: BlockChecks;
  readonly #manager: TermManager;
  readonly #program: CfaProgram;
  readonly #options: EdgeExecutionOptions;
  readonly #semantics: EdgeSemantics<SymbolicCarriers>;
  readonly #statics = new Map<MemoryObject, Region>();

  constructor(program: CfaProgram, manager: TermManager, options: EdgeExecutionOptions) {
    this.#program = program;
    this.#manager = manager;
    this.#options = options;
    this.memory = new SymbolicMemory(manager, program.machine.pointerBits);
    this.access = new MemoryAccess(this.memory, this.record);
    this.evaluator = new Evaluator(this.memory, this.access, options.overflow);
    this.blocks = new BlockChecks(this.memory, this.record, options.classify);
    const algebra = {
      values: this.evaluator,
      memory: this.#memoryAlgebra(),
      control: this.#controlAlgebra(),
      intrinsics: new SymbolicIntrinsics(
        this.memory,
        this.access,
        this.evaluator,
        this.record,
        this.blocks,
      ),
    };
    this.#semantics = new EdgeSemantics(program, algebra, this.evaluator.expressions);
  }

  /** The state before `main` is called: static objects have their initial values. */
  initialState(): State {
    const manager = this.#manager;
    const state = new State(manager, rootPath(manager), new Map(), manager.constant(32, 0n));
    for (const object of this.#program.globals) this.#statics.set(object, this.#newStatic(object));
    this.#initialise(this.#statics, state);
    return state;
  }

  /** Allocates the thread-local objects of a further thread. */
  newThreadLocals(): Map<MemoryObject, Region> {
    const objects = this.#program.globals.filter(({ kind }) => kind === "thread-local");
    return new Map(objects.map((object) => [object, this.#newStatic(object)]));
  }

  /** Initialises the thread-local objects when the thread begins. */
  initialiseThreadLocals(regions: ReadonlyMap<MemoryObject, Region>, state: State): void {
    this.#initialise(regions, state);
  }

  #newStatic(object: MemoryObject): Region {
    const { name, size, align, isReadOnly } = object;
    const options = { size, align, isReadOnly, isLiteral: object.kind === "string", object };
    return this.memory.newRegion("static", name, options);
  }

  #initialise(regions: ReadonlyMap<MemoryObject, Region>, state: State): void {
    for (const region of regions.values()) {
      state.contents.set(region, this.access.zeroContent(state));
    }
    const environment = new StaticFrame(this.#statics);
    for (const [object, region] of regions) {
      for (const { offset, bitField, value } of object.initial) {
        const evaluated = this.evaluator.evaluate(value, state, environment);
        if (bitField === undefined) {
          const size = sizeInMemory(value.type, this.memory.pointerBits);
          this.access.writeAt(state, region, offset, size, evaluated);
        } else {
          this.evaluator.initialiseBitField(state, region, offset, bitField, evaluated);
        }
      }
    }
  }

  newFrame(
    fn: FunctionCfa,
    caller: SymbolicStackFrame | undefined,
    state: State,
    options: SymbolicStackFrameOptions = {},
  ): SymbolicStackFrame {
    return new SymbolicStackFrame(fn, caller, state.path, this.#statics, this.memory, options);
  }

  /** Records the assertions at a node that need not hold. */
  checkAssertions(node: CfaNode, stackFrame: SymbolicStackFrame, state: State): void {
    for (const assertion of this.#options.assertions?.get(node) ?? []) {
      const { condition, text } = assertion;
      const holds = this.evaluator.condition(condition, state, stackFrame);
      const guard = this.#manager.and(state.path.term, this.#manager.not(holds));
      if (guard === this.#manager.false) continue;
      const reason = `'${text}' does not hold`;
      const edge = node.leaving[0];
      this.record.obligations.add({ check: "assertion", guard, reason, edge, assertion });
    }
  }

  /**
   * Splits a state by the edges that leave a node: `enter` gets the executions that call a function of the program,
   * `deliver` those that reach another node.
   */
  leave(
    { leaving }: CfaNode,
    stackFrame: SymbolicStackFrame,
    state: State,
    enter: (edge: CallEdge, fn: FunctionCfa, taken: State, passes: readonly PassArgument[]) => void,
    deliver: (node: CfaNode, taken: State) => void,
  ): void {
    const first = leaving[0];
    if (first === undefined) return;
    if (first.kind === "assume") {
      const edges = leaving as readonly AssumeEdge[];
      this.branch(edges, stackFrame, state, ({ target }, taken) => deliver(target, taken));
      return;
    }
    invariant(leaving.length === 1, "a node with several edges has assumptions only");
    this.guarded(first, state, () => {
      if (first.kind === "call") {
        this.call(
          first,
          stackFrame,
          state,
          (fn, taken, passes) => enter(first, fn, taken, passes),
          (taken) => deliver(first.target, taken),
        );
        return;
      }
      this.step(first, stackFrame, state);
      deliver(first.target, state);
    });
  }

  /** Runs one step; an unsupported feature ends the state with a record. */
  guarded(edge: CfaEdge, state: State, step: () => void): void {
    this.access.edge = edge;
    const { path } = state;
    try {
      step();
    } catch (error) {
      if (!(error instanceof UnsupportedFeature)) throw error;
      const guard = path.term;
      this.record.obligations.add({ check: "unsupported", guard, reason: error.message, edge });
    }
  }

  /** Splits a state at a branch; `take` gets the executions of every edge that may be taken. */
  branch(
    edges: readonly AssumeEdge[],
    stackFrame: SymbolicStackFrame,
    state: State,
    take: (edge: AssumeEdge, taken: State) => void,
  ): void {
    let last: { readonly expression: Expression; readonly condition: Term } | undefined;
    for (const [index, edge] of edges.entries()) {
      this.guarded(edge, state, () => {
        // The edges of a pair share their condition.
        if (last?.expression !== edge.condition) {
          const condition = this.evaluator.condition(edge.condition, state, stackFrame);
          last = { expression: edge.condition, condition };
        }
        const { condition } = last;
        const literal = edge.truth ? condition : this.#manager.not(condition);
        const decided = decidedBy(this.#manager, state.path, literal);
        if (decided === false) return;
        const taken = index === edges.length - 1 ? state : state.fork();
        if (decided === undefined) taken.restrict(literal);
        take(edge, taken);
      });
    }
  }

  // -------------------------------------------------------------------- edges

  /** Executes an edge that is not a call. */
  step(edge: CfaEdge, stackFrame: SymbolicStackFrame, state: State): void {
    if (edge.kind === "call") throw new UnsupportedFeature("a call among other edges");
    this.#semantics.step(edge, state, stackFrame);
  }

  #memoryAlgebra(): MemoryAlgebra<SymbolicCarriers> {
    const { access, evaluator } = this;
    return {
      // The access itself checks the validity of the pointer.
      place: (_address, pointer) => (state, frame) => evaluator.asPointer(pointer(state, frame)),
      store: (target, pointer) => evaluator.store(target, pointer),
      copy: (state, to, from, size) => {
        access.checkOverlap(state, to, from, size);
        access.copy(state, to, from, size);
      },
      clear: (state, place, size) => access.clear(state, place, size),
      forgetBits: (state, place, bits) => access.forgetBits(state, place, bits),
      declare: (edge, state, frame) => this.#declare(edge, state, frame),
      endScope: ({ objects }, state, frame) => {
        for (const object of objects) frame.endObject(object, state);
      },
    };
  }

  #declare(edge: DeclareEdge, state: State, frame: SymbolicFrame): void {
    const { object } = edge;
    const region = frame.declare(object, state, this.access);
    const { content, base } = this.access.indeterminateContent(state, object.name);
    state.contents.set(region, content);
    this.record.inputs.push({ guard: state.path.term, edge, value: base });
  }

  #controlAlgebra(): ControlAlgebra<SymbolicCarriers> {
    const { obligations } = this.record;
    return {
      leaveOpen: (edge, state) => {
        const guard = state.path.term;
        obligations.add({ check: "unsupported", guard, reason: edge.open, edge });
      },
      assume: (state, condition, expected) => {
        const literal = expected ? condition : this.#manager.not(condition);
        if (this.blocks.areTracked) {
          const waiting = state.fork();
          waiting.restrict(this.#manager.not(literal));
          this.blocks.mayStay(waiting, this.access.edge);
        }
        state.restrict(literal);
        return !state.isEmpty;
      },
      unsupported: (edge, reason, state) => {
        obligations.add({ check: "unsupported", guard: state.path.term, reason, edge });
      },
      return: (_edge, state, frame, value) => this.#return(state, frame, value),
      callees: (_edge, state, _frame, pointer) => this.#callees(state, pointer),
      isErrorFunction: (name) => this.#options.errorFunctions.has(name),
      violation: (edge, { name }, state) => {
        const guard = state.path.term;
        obligations.add({ check: "call", guard, reason: `call of ${name}`, edge });
      },
      mismatch: (_edge, fn, state) => {
        const reason = `call of ${fn.name} with arguments or a result of other types`;
        this.access.undefinedWhen(state, this.#manager.true, reason);
      },
      isPossible: (state) => !state.isEmpty,
    };
  }

  #return(
    state: State,
    { result }: SymbolicFrame,
    value: Passed<SymbolicCarriers> | undefined,
  ): void {
    if (value === undefined) return;
    if (value.kind === "scalar") {
      const size = sizeInMemory(value.type, this.memory.pointerBits);
      this.access.writeAt(state, result, 0, size, value.value);
    } else this.access.copyToRegion(state, result, value.place, value.size);
    this.access.revive(state, result);
  }

  // -------------------------------------------------------------------- calls

  /**
   * Resolves a call: `enter` gets the executions that call a function of the program, `goOn` those that have
   * returned from an intrinsic.
   */
  call(
    edge: CallEdge,
    stackFrame: SymbolicStackFrame,
    state: State,
    enter: (fn: FunctionCfa, state: State, passes: readonly PassArgument[]) => void,
    goOn: (state: State) => void,
  ): void {
    this.#semantics.call(edge, state, stackFrame, {
      enter: (_edge, fn, taken, _frame, passed) =>
        this.guarded(edge, taken, () => enter(fn, taken, this.#passesOf(fn, passed))),
      goOn: (_edge, taken) => goOn(taken),
    });
  }

  #callees(state: State, value: Value): { symbol: FunctionSymbol; state: State }[] {
    const manager = this.#manager;
    const { targets } = this.evaluator.asPointer(value);
    const possible = targets.filter(({ guard }) => decidedBy(manager, state.path, guard) !== false);
    return possible.flatMap(({ guard, region, offset }) => {
      const reason = "call through an invalid function pointer";
      if (region.function === undefined) {
        this.access.undefinedWhen(state, guard, reason);
        return [];
      }
      const moved = manager.not(manager.eq(offset, this.memory.constantOffset(0)));
      this.access.undefinedWhen(state, manager.and(guard, moved), reason);
      const taken = possible.length === 1 ? state : state.fork();
      if (decidedBy(manager, taken.path, guard) !== true) taken.restrict(guard);
      return taken.isEmpty ? [] : [{ symbol: region.function, state: taken }];
    });
  }

  /** Stores the result of a call where the caller needs it. */
  storeResult(edge: CallEdge, value: Value, stackFrame: SymbolicStackFrame, state: State): void {
    const { result } = edge;
    if (result === undefined || !("scalar" in result)) return;
    const typed = this.evaluator.fromMemory(value, result.scalar);
    this.#semantics.resultStore(edge)?.(state, stackFrame, typed);
  }

  /** Takes the result of a stack frame whose function has returned. */
  takeResult(
    edge: CallEdge,
    callee: SymbolicStackFrame,
    caller: SymbolicStackFrame,
    after: State,
  ): void {
    this.access.edge = edge;
    const { result } = edge;
    if (result === undefined) return;
    // The function may end without a value although the caller uses one (C11 6.9.1p12).
    const { live } = this.access.contentOf(after, callee.result);
    const missing = this.#manager.not(live);
    this.access.undefinedWhen(
      after,
      missing,
      `use of the missing result of ${callee.function.name}`,
    );
    if ("scalar" in result) {
      const size = sizeInMemory(result.scalar, this.memory.pointerBits);
      const value = this.access.readAt(after, callee.result, 0, size);
      this.storeResult(edge, value, caller, after);
    } else {
      const to = this.evaluator.pointer(result.address, after, caller);
      this.access.copyFromRegion(after, to, callee.result, result.recordSize);
      this.access.forgetBits(after, to, paddingOf(callee.function.symbol.type.result));
    }
  }

  /** Actions that store arguments, evaluated in the caller, once the stack frame exists. */
  #passesOf(fn: FunctionCfa, passed: readonly Passed<SymbolicCarriers>[]): PassArgument[] {
    return passed.map((argument, index) => {
      const parameter = fn.parameters[index];
      // More arguments than parameters: only va_arg could see them, and that is not modelled.
      return parameter === undefined ? () => {} : this.#passArgument(argument, parameter);
    });
  }

  #passArgument(argument: Passed<SymbolicCarriers>, parameter: MemoryObject): PassArgument {
    if (argument.kind === "record") {
      const { place, size } = argument;
      return (stackFrame, inner) => {
        const region = stackFrame.regionOf(parameter);
        this.access.copyToRegion(inner, region, place, size);
        const to = pointerTo(this.#manager, region, this.memory.constantOffset(0));
        this.access.forgetBits(inner, to, paddingOf(parameter.type));
      };
    }
    const { value, type } = argument;
    const size = sizeInMemory(type, this.memory.pointerBits);
    if (size !== parameter.size) {
      throw new UnsupportedFeature(`argument for '${parameter.name}' of another size`);
    }
    const { scalar } = parameter;
    return (stackFrame, inner) => {
      const typed = scalar === undefined ? value : this.evaluator.fromMemory(value, scalar);
      this.access.writeAt(inner, stackFrame.regionOf(parameter), 0, size, typed);
    };
  }
}
