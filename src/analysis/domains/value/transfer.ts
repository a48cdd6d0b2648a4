/** The transfer relation: what an edge does to an abstract state. */
import type {
  CallArgument,
  CallEdge,
  CfaEdge,
  CfaProgram,
  FunctionCfa,
  ValueType,
} from "../../../cfa/model/cfa.ts";
import { type Intrinsic, intrinsicOf } from "../../../cfa/model/intrinsics.ts";
import { sizeInMemory, widthOf } from "../../../cfa/model/scalar-layout.ts";
import { callSignature, fits, functionSignature } from "../../../cfa/queries/signatures.ts";
import type { FunctionSymbol } from "../../../cfront/ast.ts";
import { pushFrame } from "../../core/stack-frame.ts";
import { AbstractState, type Frame } from "./abstract-state.ts";
import { type Doubts, ExpressionEvaluator } from "./expression-evaluator.ts";
import { MemoryEffects, zeroOf } from "./memory-effects.ts";
import { ProgramLayout } from "./program-layout.ts";
import { decide, range } from "./range.ts";
import {
  ANY,
  FloatPattern,
  FunctionPointer,
  isInteger,
  type ObjectPointer,
  type Value,
} from "./value.ts";

/** What the first slot of a frame holds until the function returns a value. */
const NO_RESULT = new FloatPattern(-1n);

const MAX_DEPTH = 300;

export interface TransferOptions {
  readonly errorFunctions: ReadonlySet<string>;
  /** Signed overflow is the violation; else it wraps around. */
  readonly overflowIsViolation: boolean;
  readonly onViolation: (state: AbstractState, edge: CfaEdge) => void;
  /** What the environment returns on an edge; on others it may be anything. */
  readonly inputs: ReadonlyMap<CfaEdge, Value>;
}

export class Transfer {
  readonly layout: ProgramLayout;
  readonly evaluator: ExpressionEvaluator;
  readonly #program: CfaProgram;
  readonly #options: TransferOptions;
  readonly #doubts: Doubts;
  readonly #memory: MemoryEffects;

  constructor(program: CfaProgram, doubts: Doubts, options: TransferOptions) {
    this.#program = program;
    this.#options = options;
    this.#doubts = doubts;
    this.layout = new ProgramLayout(program);
    this.evaluator = new ExpressionEvaluator(this.layout, doubts, options.overflowIsViolation);
    this.#memory = new MemoryEffects(this.layout, this.evaluator, doubts);
  }

  /** The state at the entry of `main`. */
  initial(): AbstractState {
    const { main, globals } = this.#program;
    const slots: Value[] = [];
    for (const { layout } of this.layout.statics) {
      for (const { type } of layout.cells) slots.push(zeroOf(type));
    }
    const frame = this.#frame(main, undefined, undefined, slots.length);
    const state = new AbstractState(main.entry, frame, slots, new Map(), undefined);
    for (const object of globals) {
      const { slot } = this.layout.placeOf(object);
      for (const { offset, bitField, value } of object.initial) {
        const { at, cells } = this.layout.placeOf(object).layout;
        const index = at.get(offset);
        const cell = index === undefined ? undefined : cells[index];
        const size = sizeInMemory(value.type, this.layout.pointerBits);
        if (index === undefined || cell?.size !== size || bitField !== undefined) {
          if (cells.length > 0) this.#memory.forget(state, object, slot);
          continue;
        }
        const known = this.evaluator.evaluate(value, state);
        state.slots[slot + index] = this.evaluator.retyped(state, known, value.type, cell.type);
      }
    }
    this.#enterFrame(state, frame);
    return state;
  }

  #frame(
    fn: FunctionCfa,
    caller: Frame | undefined,
    call: CallEdge | undefined,
    base: number,
  ): Frame {
    const layout = this.layout.functionLayout(fn);
    return { ...pushFrame(fn, caller, call), caller, layout, base };
  }

  /** Grows the state by a frame; locals are indeterminate until they are declared or passed. */
  #enterFrame(state: AbstractState, frame: Frame): void {
    state.frame = frame;
    state.node = frame.layout.fn.entry;
    state.slots.length = frame.base;
    state.slots.push(NO_RESULT);
    const dead = new Set(frame.layout.deadAt(state.node));
    for (const { object, layout, slot } of frame.layout.objects) {
      // Parameters are passed at once; what is dead is written before it is read.
      const isLate = object.kind === "parameter" || dead.has(slot);
      for (const { type } of layout.cells) {
        state.slots.push(isLate ? 0 : this.evaluator.unknown(state, type));
      }
    }
  }

  /**
   * Takes an edge, changing the state; false when no execution goes on.
   * @throws Parting before anything has changed
   */
  step(state: AbstractState, edge: CfaEdge): boolean {
    const { evaluator } = this;
    evaluator.beginStep();
    const goesOn = this.#step(state, edge);
    if (evaluator.overflow) {
      this.#options.onViolation(state, edge);
      return false;
    }
    return goesOn;
  }

  #step(state: AbstractState, edge: CfaEdge): boolean {
    const { evaluator } = this;
    switch (edge.kind) {
      case "skip":
        if (edge.open !== undefined) this.#doubts.add(edge.open);
        break;
      case "assume":
        throw new Error("assumptions are decided by the exploration");
      case "assign": {
        const value = evaluator.evaluate(edge.value, state);
        this.#assign(state, edge.address, edge.value.type, value, edge.bitField === undefined);
        break;
      }
      case "copy": {
        const from = evaluator.place(state, edge.from, edge.size);
        const to = evaluator.place(state, edge.to, edge.size);
        this.#memory.copy(state, to, from, edge.size);
        break;
      }
      case "clear":
        this.#memory.clear(state, evaluator.place(state, edge.address, edge.size), edge.size);
        break;
      case "declare": {
        const { slot, isStatic } = this.layout.placeOf(edge.object);
        this.#memory.forget(state, edge.object, isStatic ? slot : state.frame.base + slot);
        break;
      }
      case "end-scope": {
        const ended = new Set(edge.objects);
        const { base } = state.frame;
        this.#memory.endObjects(state, (p) => p.base >= base && ended.has(p.object));
        break;
      }
      case "call":
        return this.#call(state, edge);
      case "return":
        this.#return(state, edge.value);
        break;
      case "unsupported":
        this.#doubts.add(`unsupported: ${edge.reason}`);
        return false;
      default:
        this.#doubts.add(`unsupported: ${(edge as CfaEdge).kind}`);
        return false;
    }
    state.node = edge.target;
    return true;
  }

  #assign(
    state: AbstractState,
    address: Parameters<ExpressionEvaluator["place"]>[1],
    type: ValueType,
    value: Value,
    isWhole = true,
  ): void {
    const size = sizeInMemory(type, this.layout.pointerBits);
    const place = this.evaluator.place(state, address, size);
    this.#memory.store(state, place, type, value, isWhole);
  }

  // -------------------------------------------------------------------- calls

  #call(state: AbstractState, edge: CallEdge): boolean {
    const callee = this.evaluator.evaluate(edge.callee, state);
    if (!(callee instanceof FunctionPointer)) {
      this.#doubts.add("call through a pointer that is not known");
      return false;
    }
    const { symbol } = callee;
    if (this.#options.errorFunctions.has(symbol.name)) {
      this.#options.onViolation(state, edge);
      return false;
    }
    const fn = this.#program.functions.get(symbol.name);
    return fn === undefined
      ? this.#callIntrinsic(state, edge, symbol)
      : this.#enter(state, edge, fn);
  }

  #enter(state: AbstractState, edge: CallEdge, fn: FunctionCfa): boolean {
    if (!fits(callSignature(edge), functionSignature(fn))) {
      this.#doubts.add(`call of ${fn.name} with arguments or a result of other types`);
      return false;
    }
    if (state.frame.depth >= MAX_DEPTH) {
      this.#doubts.add(`deep recursion of ${fn.name}`);
      return false;
    }
    const { evaluator } = this;
    const passed = edge.arguments.map((argument) => {
      if (argument.kind === "scalar") return evaluator.evaluate(argument.value, state);
      return evaluator.place(state, argument.address, argument.size);
    });
    const frame = this.#frame(fn, state.frame, edge, state.slots.length);
    this.#enterFrame(state, frame);
    for (const [index, argument] of edge.arguments.entries()) {
      const parameter = fn.parameters[index];
      if (parameter === undefined) continue;
      const base = frame.base + this.layout.placeOf(parameter).slot;
      const { cells } = this.layout.placeOf(parameter).layout;
      const value = passed[index];
      if (argument.kind === "record") {
        const to = { object: parameter, base, low: 0, high: 0 } as ObjectPointer;
        this.#memory.copy(state, to, value as ObjectPointer | undefined, argument.size);
      } else if (cells[0] !== undefined) {
        const { type } = argument.value;
        state.slots[base] = evaluator.retyped(state, value as Value, type, cells[0].type);
      }
    }
    return true;
  }

  #return(state: AbstractState, value: CallArgument | undefined): void {
    if (value === undefined) return;
    state.slots[state.frame.base] = this.#passed(state, value);
  }

  /** A scalar, or anything for a record, whose address is evaluated nevertheless. */
  #passed(state: AbstractState, passed: CallArgument): Value {
    if (passed.kind === "scalar") return this.evaluator.evaluate(passed.value, state);
    this.evaluator.place(state, passed.address, passed.size);
    return ANY;
  }

  /** Leaves the function at whose exit the state stands; false at the end of the program. */
  leave(state: AbstractState): boolean {
    const { frame } = state;
    const { caller, call, base, layout } = frame;
    if (caller === undefined || call === undefined) return false;
    const value = state.slots[base] as Value;
    state.slots.length = base;
    if (layout.hasAddressedLocals) this.#memory.endObjects(state, (p) => p.base >= base);
    state.frame = caller;
    const { result } = call;
    if (result !== undefined && "scalar" in result) {
      const type = layout.fn.result;
      const isMissing =
        value === NO_RESULT || (value === ANY && type?.kind === "int") || type === undefined;
      const hasEnded = typeof value === "object" && "base" in value && value.base >= base;
      if (isMissing) this.#doubts.add(`use of the missing result of ${layout.fn.name}`);
      const known =
        isMissing || hasEnded || type.kind === "record"
          ? this.evaluator.unknown(state, result.scalar)
          : this.evaluator.retyped(state, value, type, result.scalar);
      this.#assign(state, result.address, result.scalar, known);
    } else if (result !== undefined && "recordSize" in result) {
      const place = this.evaluator.place(state, result.address, result.recordSize);
      if (place !== undefined) this.#memory.havoc(state, place, result.recordSize);
      if (value === NO_RESULT) {
        this.#doubts.add(`use of the missing result of ${layout.fn.name}`);
      }
    }
    state.node = call.target;
    return true;
  }

  // --------------------------------------------------------------- intrinsics

  #callIntrinsic(state: AbstractState, edge: CallEdge, symbol: FunctionSymbol): boolean {
    // All arguments, whatever the function makes of them: each may overflow.
    for (const index of edge.arguments.keys()) this.#argument(state, edge, index);
    const intrinsic = intrinsicOf(symbol.name);
    const { result } = edge;
    if (
      intrinsic === undefined ||
      edge.arguments.some(({ kind }) => kind === "record") ||
      (result !== undefined && !("scalar" in result))
    ) {
      this.#doubts.add(`call of '${symbol.name}', which is not modelled`);
      return false;
    }
    const resultType = result?.scalar;
    const returned = symbol.type.result;
    const isBool = returned.kind === "integer" && returned.name === "bool";
    const value = this.#intrinsicResult(state, edge, intrinsic, resultType, isBool);
    if (value === undefined) return false;
    if (result !== undefined && resultType !== undefined) {
      this.#assign(state, result.address, resultType, value);
    }
    state.node = edge.target;
    return true;
  }

  #argument(state: AbstractState, edge: CallEdge, index: number): Value {
    const argument = edge.arguments[index];
    return argument === undefined ? ANY : this.#passed(state, argument);
  }

  /** Undefined when no execution goes on. */
  #intrinsicResult(
    state: AbstractState,
    edge: CallEdge,
    intrinsic: Intrinsic,
    type: ValueType | undefined,
    isBool: boolean,
  ): Value | undefined {
    const { evaluator } = this;
    const unknown = (): Value => (type === undefined ? ANY : evaluator.unknown(state, type));
    switch (intrinsic.kind) {
      case "nondet":
      case "no-effect": {
        if (type === undefined) return ANY;
        const value =
          this.#options.inputs.get(edge) ??
          (isBool ? evaluator.within(state, range(0, 1)) : unknown());
        state.trail = { kind: "input", edge, bits: widthOf(type), value, before: state.trail };
        return value;
      }
      case "assume": {
        const argument = edge.arguments[0];
        if (argument?.kind !== "scalar") return undefined;
        return evaluator.compileTest(argument.value)(state) === false ? undefined : ANY;
      }
      case "abort":
      case "exit":
        return undefined;
      case "unreachable":
        this.#doubts.add("__builtin_unreachable may be reached");
        return undefined;
      case "atomic-begin":
      case "atomic-end":
        return ANY;
      case "thread":
        switch (intrinsic.operation) {
          // While there is one thread, which has the number 1.
          case "self":
            return 1;
          case "point":
          case "wake":
          case "acquire":
          case "release":
            return ANY;
          default:
            this.#doubts.add("threads are not modelled");
            return undefined;
        }
      case "fegetround":
        return unknown();
      case "float":
        return unknown();
      case "bits": {
        const argument = this.#argument(state, edge, 0);
        const isCount = intrinsic.operation === "clz" || intrinsic.operation === "ctz";
        const isNonzero =
          isInteger(argument) || (typeof argument === "object" && "id" in argument)
            ? decide("ne", state.rangeOf(argument), range(0, 0)) === true
            : false;
        if (isCount && !isNonzero) this.#doubts.add(`possible ${intrinsic.operation} of 0`);
        return unknown();
      }
      case "memory":
        return this.#memoryOperation(state, edge, intrinsic.operation);
      case "free":
        if (this.#argument(state, edge, 0) === 0) return ANY;
        this.#doubts.add("free of a block that is not known");
        return ANY;
      case "malloc":
      case "calloc":
      case "realloc":
      case "alloca":
        if (intrinsic.kind === "realloc") this.#doubts.add("realloc is not modelled");
        return ANY;
      case "end-alloca":
        return ANY;
      case "nondet-memory":
      case "fesetround":
        this.#doubts.add(`${intrinsic.kind} is not modelled`);
        return unknown();
      default:
        this.#doubts.add("a library function is not modelled");
        return undefined;
    }
  }

  #memoryOperation(
    state: AbstractState,
    edge: CallEdge,
    operation: "copy" | "move" | "set",
  ): Value | undefined {
    const [to, second, bytes] = edge.arguments;
    if (to?.kind !== "scalar" || second?.kind !== "scalar" || bytes?.kind !== "scalar") {
      this.#doubts.add("a memory operation with other arguments");
      return undefined;
    }
    const size = this.evaluator.evaluate(bytes.value, state);
    if (typeof size !== "number") {
      this.#doubts.add("a memory operation of unknown size");
      return undefined;
    }
    const target = this.evaluator.place(state, to.value, size);
    if (operation === "set") {
      const byte = this.evaluator.evaluate(second.value, state);
      if (byte === 0) this.#memory.clear(state, target, size);
      else if (target !== undefined) this.#memory.havoc(state, target, size);
    } else {
      const from = this.evaluator.place(state, second.value, size);
      this.#memory.copy(state, target, from, size, operation === "move");
    }
    return target ?? ANY;
  }
}
