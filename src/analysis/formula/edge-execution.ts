/**
 * What the edges of a control-flow automaton do to symbolic states, one edge at
 * a time. Where the states go next is decided elsewhere: symbolic-execution.ts
 * merges them at joins, path-execution.ts follows each by itself.
 *
 * Nothing is decided here: what may go wrong becomes a proof obligation, with
 * its path condition.
 */
import type {
  AssumeEdge,
  CallArgument,
  CallEdge,
  CfaEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
  MemoryObject,
} from "../../cfa/model/cfa.ts";
import { intrinsicOf } from "../../cfa/model/intrinsics.ts";
import { paddingOf } from "../../cfa/model/padding.ts";
import { sizeInMemory } from "../../cfa/model/scalar-layout.ts";
import { callSignature, fits, functionSignature } from "../../cfa/queries/signatures.ts";
import type { FunctionSymbol } from "../../cfront/ast.ts";
import type { Term, TermManager } from "../../smt/term.ts";
import { invariant } from "../../util/errors.ts";
import type { InvariantText } from "../core/loop-invariants.ts";
import { MemoryAccess } from "../memory/access.ts";
import { ExecutionRecord } from "../memory/execution-record.ts";
import { SymbolicMemory } from "../memory/memory.ts";
import { decidedBy, rootPath } from "../memory/path-condition.ts";
import type { Region } from "../memory/region.ts";
import { State } from "../memory/state.ts";
import { UnsupportedFeature } from "../memory/unsupported.ts";
import { pointerTo, type Value } from "../memory/value.ts";
import { Activation, type ActivationOptions } from "./activation.ts";
import { type Environment, Evaluator, type OverflowMode } from "./evaluator.ts";
import { SymbolicIntrinsics } from "./intrinsics.ts";

/** A condition that is claimed to hold at a node. */
export interface Assertion {
  readonly condition: Expression;
  /** For messages. */
  readonly text: string;
  /** The same in C for witnesses, undefined when C cannot say it; absent: the text is C, and its names are visible. */
  readonly inC?: InvariantText | undefined;
}

export interface EdgeExecutionOptions {
  /** Functions whose call violates the property. */
  readonly errorFunctions: ReadonlySet<string>;
  readonly overflow: OverflowMode;
  /** Conditions to check whenever a node is reached. */
  readonly assertions?: ReadonlyMap<CfaNode, readonly Assertion[]>;
}

/** Stores an argument, evaluated in the caller, in the activation that is called. */
export type PassArgument = (activation: Activation, state: State) => void;

export class EdgeExecution {
  readonly record: ExecutionRecord = new ExecutionRecord();
  readonly memory: SymbolicMemory;
  readonly access: MemoryAccess;
  readonly evaluator: Evaluator;
  readonly #manager: TermManager;
  readonly #program: CfaProgram;
  readonly #options: EdgeExecutionOptions;
  readonly #intrinsics: SymbolicIntrinsics;
  readonly #statics = new Map<MemoryObject, Region>();

  constructor(program: CfaProgram, manager: TermManager, options: EdgeExecutionOptions) {
    this.#program = program;
    this.#manager = manager;
    this.#options = options;
    this.memory = new SymbolicMemory(manager, program.machine.pointerBits);
    this.access = new MemoryAccess(this.memory, this.record);
    this.evaluator = new Evaluator(this.memory, this.access, options.overflow);
    this.#intrinsics = new SymbolicIntrinsics(
      this.memory,
      this.access,
      this.evaluator,
      this.record,
    );
  }

  /** The state before `main` is called: static objects have their initial values. */
  initialState(): State {
    const manager = this.#manager;
    const state = new State(manager, rootPath(manager), new Map(), manager.constant(32, 0n));
    this.#initialiseStatics(state);
    return state;
  }

  #initialiseStatics(state: State): void {
    for (const object of this.#program.globals) {
      const { name, size, align, isReadOnly } = object;
      const options = { size, align, isReadOnly, isLiteral: object.kind === "string", object };
      const region = this.memory.newRegion("static", name, options);
      this.#statics.set(object, region);
      state.contents.set(region, this.access.zeroContent(state));
    }
    const environment: Environment = {
      regionOf: (object) => this.#statics.get(object) as Region,
    };
    for (const object of this.#program.globals) {
      const region = this.#statics.get(object) as Region;
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

  newActivation(
    fn: FunctionCfa,
    caller: Activation | undefined,
    state: State,
    options: ActivationOptions = {},
  ): Activation {
    return new Activation(fn, caller, state.path, this.#statics, this.memory, options);
  }

  /** Records the assertions at a node that need not hold. */
  checkAssertions(node: CfaNode, activation: Activation, state: State): void {
    for (const assertion of this.#options.assertions?.get(node) ?? []) {
      const { condition, text } = assertion;
      const holds = this.evaluator.condition(condition, state, activation);
      const guard = this.#manager.and(state.path.term, this.#manager.not(holds));
      if (guard === this.#manager.false) continue;
      const reason = `'${text}' does not hold`;
      const edge = node.leaving[0];
      this.record.obligations.add({ check: "assertion", guard, reason, edge, assertion });
    }
  }

  /**
   * Parts a state by what leaves a node: `enter` gets the executions that call a
   * function of the program, `deliver` those that come to another node.
   */
  leave(
    { leaving }: CfaNode,
    activation: Activation,
    state: State,
    enter: (edge: CallEdge, fn: FunctionCfa, taken: State) => void,
    deliver: (node: CfaNode, taken: State) => void,
  ): void {
    const first = leaving[0];
    if (first === undefined) return;
    if (first.kind === "assume") {
      const edges = leaving as readonly AssumeEdge[];
      this.branch(edges, activation, state, ({ target }, taken) => deliver(target, taken));
      return;
    }
    invariant(leaving.length === 1, "a node with several edges has assumptions only");
    this.guarded(first, state, () => {
      if (first.kind === "call") {
        this.call(
          first,
          activation,
          state,
          (fn, taken) => enter(first, fn, taken),
          (taken) => deliver(first.target, taken),
        );
        return;
      }
      this.step(first, activation, state);
      deliver(first.target, state);
    });
  }

  /** Runs one step; what it does not support ends the state with a record. */
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

  /** Parts a state at its branch; `take` gets the executions of every edge that may be taken. */
  branch(
    edges: readonly AssumeEdge[],
    activation: Activation,
    state: State,
    take: (edge: AssumeEdge, taken: State) => void,
  ): void {
    let last: { readonly expression: Expression; readonly condition: Term } | undefined;
    for (const [index, edge] of edges.entries()) {
      this.guarded(edge, state, () => {
        // The edges of a pair share their condition.
        if (last?.expression !== edge.condition) {
          const condition = this.evaluator.condition(edge.condition, state, activation);
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

  /** Executes an edge that is neither an assumption nor a call. */
  step(edge: CfaEdge, activation: Activation, state: State): void {
    const evaluator = this.evaluator;
    switch (edge.kind) {
      case "skip":
        if (edge.open !== undefined) {
          const guard = state.path.term;
          this.record.obligations.add({ check: "unsupported", guard, reason: edge.open, edge });
        }
        break;
      case "end-scope":
        for (const object of edge.objects) activation.endObject(object, state);
        break;
      case "assume":
        throw new UnsupportedFeature("an assumption among other edges");
      case "assign": {
        const value = evaluator.evaluate(edge.value, state, activation);
        evaluator.store(edge.address, edge.value.type, edge.bitField, value, state, activation);
        break;
      }
      case "copy": {
        const from = evaluator.pointer(edge.from, state, activation);
        const to = evaluator.pointer(edge.to, state, activation);
        this.access.checkOverlap(state, to, from, edge.size);
        this.access.copy(state, to, from, edge.size);
        this.access.forgetBits(state, to, edge.padding ?? []);
        break;
      }
      case "clear": {
        const to = evaluator.pointer(edge.address, state, activation);
        this.access.clear(state, to, edge.size);
        this.access.forgetBits(state, to, edge.padding ?? []);
        break;
      }
      case "declare":
        this.#declare(edge, edge.object, activation, state);
        break;
      case "call":
        throw new UnsupportedFeature("a call among other edges");
      case "return":
        this.#return(edge.value, activation, state);
        break;
      case "unsupported":
        throw new UnsupportedFeature(edge.reason);
    }
  }

  #declare(edge: CfaEdge, object: MemoryObject, activation: Activation, state: State): void {
    const region = activation.declare(object, state, this.access);
    const { content, base } = this.access.indeterminateContent(state, object.name);
    state.contents.set(region, content);
    this.record.inputs.push({ guard: state.path.term, edge, value: base });
  }

  #return(value: CallArgument | undefined, activation: Activation, state: State): void {
    if (value === undefined) return;
    if (value.kind === "scalar") {
      const evaluated = this.evaluator.evaluate(value.value, state, activation);
      const size = sizeInMemory(value.value.type, this.memory.pointerBits);
      this.access.writeAt(state, activation.result, 0, size, evaluated);
    } else {
      this.#copyRecord(state, activation.result, value, activation);
    }
    this.access.revive(state, activation.result);
  }

  #copyRecord(
    state: State,
    to: Region,
    record: Extract<CallArgument, { kind: "record" }>,
    environment: Environment,
  ): void {
    const from = this.evaluator.pointer(record.address, state, environment);
    this.access.copyToRegion(state, to, from, record.size);
  }

  // -------------------------------------------------------------------- calls

  /**
   * Finds out what a call means: `enter` gets the executions that call a
   * function of the program, `goOn` those that have come back from an intrinsic.
   */
  call(
    edge: CallEdge,
    activation: Activation,
    state: State,
    enter: (fn: FunctionCfa, state: State) => void,
    goOn: (state: State) => void,
  ): void {
    const callSymbol = (symbol: FunctionSymbol, taken: State): void => {
      const { name } = symbol;
      if (this.#options.errorFunctions.has(name)) {
        const guard = taken.path.term;
        this.record.obligations.add({ check: "call", guard, reason: `call of ${name}`, edge });
        return;
      }
      const fn = this.#program.functions.get(name);
      if (fn !== undefined) enter(fn, taken);
      else if (this.#callIntrinsic(edge, symbol, activation, taken)) goOn(taken);
    };
    const { callee } = edge;
    if (callee.kind === "address" && callee.target.kind === "function") {
      callSymbol(callee.target, state);
      return;
    }
    const pointer = this.evaluator.pointer(callee, state, activation);
    const targets = pointer.targets.filter(
      ({ guard }) => decidedBy(this.#manager, state.path, guard) !== false,
    );
    for (const { guard, region, offset } of targets) {
      if (region.function === undefined) {
        this.access.undefinedWhen(state, guard, "call through an invalid function pointer");
        continue;
      }
      const moved = this.#manager.not(this.#manager.eq(offset, this.memory.constantOffset(0)));
      this.access.undefinedWhen(
        state,
        this.#manager.and(guard, moved),
        "call through an invalid function pointer",
      );
      const taken = targets.length === 1 ? state : state.fork();
      const symbol = region.function;
      if (decidedBy(this.#manager, taken.path, guard) !== true) taken.restrict(guard);
      if (taken.isEmpty) continue;
      this.guarded(edge, taken, () => callSymbol(symbol, taken));
    }
  }

  /** False when no execution comes back. */
  #callIntrinsic(
    edge: CallEdge,
    symbol: FunctionSymbol,
    activation: Activation,
    state: State,
  ): boolean {
    const intrinsic = intrinsicOf(symbol.name);
    if (intrinsic === undefined)
      throw new UnsupportedFeature(`call of '${symbol.name}', which has no body`);
    const scalars = edge.arguments.map((argument) => {
      if (argument.kind === "record") {
        throw new UnsupportedFeature(`call of '${symbol.name}' with a record argument`);
      }
      return argument.value;
    });
    const { result } = edge;
    if (result !== undefined && !("scalar" in result)) {
      throw new UnsupportedFeature(`call of '${symbol.name}' with a record result`);
    }
    const returned = symbol.type.result;
    const value = this.#intrinsics.execute(
      {
        edge,
        name: symbol.name,
        intrinsic,
        arguments: scalars.map((scalar) => this.evaluator.evaluate(scalar, state, activation)),
        argumentTypes: scalars.map((scalar) => scalar.type),
        resultType: result?.scalar,
        returnsBool: returned.kind === "integer" && returned.name === "bool",
        allocas: activation.allocas,
      },
      state,
    );
    if (state.isEmpty) return false;
    if (result !== undefined) {
      if (value === undefined) throw new UnsupportedFeature(`'${symbol.name}' has no result`);
      this.storeResult(edge, value, activation, state);
    }
    return true;
  }

  /** Stores what a call returns where the caller wants it. */
  storeResult(edge: CallEdge, value: Value, activation: Activation, state: State): void {
    const { result } = edge;
    if (result === undefined || !("scalar" in result)) return;
    const typed = this.evaluator.fromMemory(value, result.scalar);
    this.evaluator.store(result.address, result.scalar, undefined, typed, state, activation);
  }

  /** Evaluates the arguments of a call; undefined when the function cannot be called so. */
  argumentsOf(
    edge: CallEdge,
    fn: FunctionCfa,
    caller: Activation,
    state: State,
  ): PassArgument[] | undefined {
    if (!fits(callSignature(edge), functionSignature(fn))) {
      const reason = `call of ${fn.name} with arguments or a result of other types`;
      this.access.undefinedWhen(state, this.#manager.true, reason);
      return undefined;
    }
    return edge.arguments.map((argument, index) => {
      const parameter = fn.parameters[index];
      if (parameter === undefined) {
        // More arguments than parameters: only va_arg could see them, and that is not modelled.
        return () => {};
      }
      return this.#passArgument(argument, parameter, caller, state);
    });
  }

  /** Takes the result of an activation that has come to its end. */
  takeResult(edge: CallEdge, callee: Activation, caller: Activation, after: State): void {
    this.access.edge = edge;
    const { result } = edge;
    if (result === undefined) return;
    // The function may end without a value although the caller asks for one (C11 6.9.1p12).
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

  /** Evaluates an argument now, in the caller, and stores it when the activation exists. */
  #passArgument(
    argument: CallArgument,
    parameter: MemoryObject,
    caller: Activation,
    state: State,
  ): PassArgument {
    if (argument.kind === "record") {
      const from = this.evaluator.pointer(argument.address, state, caller);
      return (activation, inner) => {
        const region = activation.regionOf(parameter);
        this.access.copyToRegion(inner, region, from, argument.size);
        const to = pointerTo(this.#manager, region, this.memory.constantOffset(0));
        this.access.forgetBits(inner, to, paddingOf(parameter.type));
      };
    }
    const value = this.evaluator.evaluate(argument.value, state, caller);
    const size = sizeInMemory(argument.value.type, this.memory.pointerBits);
    if (size !== parameter.size) {
      throw new UnsupportedFeature(`argument for '${parameter.name}' of another size`);
    }
    const { scalar } = parameter;
    return (activation, inner) => {
      const typed = scalar === undefined ? value : this.evaluator.fromMemory(value, scalar);
      this.access.writeAt(inner, activation.regionOf(parameter), 0, size, typed);
    };
  }
}
