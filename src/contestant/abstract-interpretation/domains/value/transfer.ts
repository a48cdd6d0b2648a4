/** The transfer relation: the effect of an edge on an abstract state. */

import { pushFrame } from "../../../analysis-core/index.ts";
import {
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  type FunctionCfa,
  isSynchronisation,
  sizeInMemory,
} from "../../../cfa/index.ts";
import type { FunctionSymbol } from "../../../cfront/index.ts";
import {
  type CallSink,
  type ControlAlgebra,
  EdgeSemantics,
  type Passed,
} from "../../../semantics/index.ts";
import type { Check, OverflowMode } from "../../../specification/index.ts";
import { AbstractState, type Frame } from "./abstract-state.ts";
import { forgetPointers, zeroOf } from "./block-effects.ts";
import type { ValueCarriers } from "./carriers.ts";
import { ExpressionEvaluator } from "./expression-evaluator.ts";
import { IntrinsicEffects } from "./intrinsic-effects.ts";
import { type MemoryOfThreads, ProgramLayout } from "./program-layout.ts";
import type { Incompleteness } from "./unknown-values.ts";
import { ANY, FloatPattern, FunctionPointer, ObjectPointer, UNBORN, type Value } from "./value.ts";

/** Value of the first slot of a frame until the function returns a value. */
const NO_RESULT = new FloatPattern(-1n);

const MAX_DEPTH = 300;

export interface TransferOptions {
  readonly errorFunctions: ReadonlySet<string>;
  readonly overflow: OverflowMode;
  /** Whether the property depends on a check. */
  readonly asks: (check: Check) => boolean;
  readonly onViolation: (state: AbstractState, edge: CfaEdge) => void;
  /** The values that the environment returns on an edge; on other edges any value. */
  readonly inputs: ReadonlyMap<CfaEdge, Value>;
  /** In programs with threads. */
  readonly threads?: ThreadOptions;
}

export interface ThreadOptions extends MemoryOfThreads {
  /** Whether no other thread exists, or will exist. */
  readonly isAlone: (state: AbstractState) => boolean;
  /**
   * Called for a synchronisation function.
   * @returns whether the thread continues behind the call; {@link Transfer.storeResult} stores the result
   */
  readonly synchronise: (
    edge: CallEdge,
    name: string,
    state: AbstractState,
    passed: readonly Passed<ValueCarriers>[],
  ) => boolean;
}

export class Transfer implements ControlAlgebra<ValueCarriers>, CallSink<ValueCarriers> {
  readonly layout: ProgramLayout;
  readonly evaluator: ExpressionEvaluator;
  readonly #program: CfaProgram;
  readonly #options: TransferOptions;
  readonly #incompleteness: Incompleteness;
  readonly #semantics: EdgeSemantics<ValueCarriers>;
  readonly #mayLose: boolean;
  /** The last frame of each call: most calls are entered from the same frame as before. */
  readonly #frames = new Map<CallEdge, Frame>();
  /** Whether the call that is being executed returns. */
  #goesOn = false;

  constructor(program: CfaProgram, incompleteness: Incompleteness, options: TransferOptions) {
    this.#program = program;
    this.#options = options;
    this.#incompleteness = incompleteness;
    this.layout = new ProgramLayout(program, options.threads);
    // With threads, leaks are reported at each allocation.
    const looksForLeaks = options.asks("leak") && options.threads === undefined;
    this.#mayLose = looksForLeaks && this.layout.sites.length > 0;
    const evaluator = new ExpressionEvaluator(this.layout, incompleteness, options.overflow);
    this.evaluator = evaluator;
    const { scalars: values, memory, expressions } = evaluator;
    const { inputs, asks, threads } = options;
    const isAlone = threads === undefined ? {} : { isAlone: threads.isAlone };
    const intrinsics = new IntrinsicEffects(evaluator, memory, { inputs, asks, ...isAlone });
    const algebra = { values, memory, control: this, intrinsics };
    this.#semantics = new EdgeSemantics(program, algebra, expressions);
  }

  /** The state at the entry of `main`. */
  initial(): AbstractState {
    return this.initialOf(this.#program.main);
  }

  /** The state in which a thread begins with a function, while all memory is as at the start of the program. */
  initialOf(start: FunctionCfa): AbstractState {
    const { globals } = this.#program;
    const { expressions, integers, memory } = this.evaluator;
    const slots: Value[] = [];
    for (const { layout } of this.layout.statics) {
      for (const { type } of layout.cells) slots.push(zeroOf(type));
    }
    while (slots.length < this.layout.staticSize) slots.push(UNBORN);
    const frame = this.#frame(start, undefined, undefined, slots.length);
    const state = new AbstractState(start.entry, frame, slots, new Map(), undefined);
    for (const object of globals) {
      const { slot } = this.layout.placeOf(object);
      for (const { offset, bitField, value } of object.initial) {
        const { at, cells } = this.layout.placeOf(object).layout;
        const index = at.get(offset);
        const cell = index === undefined ? undefined : cells[index];
        const size = sizeInMemory(value.type, this.layout.pointerBits);
        if (index === undefined || cell?.size !== size || bitField !== undefined) {
          memory.havoc(state, new ObjectPointer(object, slot, offset), size);
          continue;
        }
        const known = expressions.evaluate(value, state);
        state.slots[slot + index] = integers.retyped(state, known, value.type, cell.type);
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
    const last = call && this.#frames.get(call);
    if (last?.fn === fn && last.caller === caller && last.base === base) return last;
    const layout = this.layout.functionLayout(fn);
    const frame = { ...pushFrame(fn, caller, call), caller, layout, base };
    if (call !== undefined) this.#frames.set(call, frame);
    return frame;
  }

  /** Extends the state by a frame; locals are indeterminate until they are declared or passed. */
  #enterFrame(state: AbstractState, frame: Frame): void {
    state.frame = frame;
    state.node = frame.layout.fn.entry;
    state.slots.length = frame.base;
    state.slots.push(NO_RESULT);
    const dead = new Set(frame.layout.deadAt(state.node));
    for (const { object, layout, slot } of frame.layout.objects) {
      // Parameters are passed at once; dead slots are written before they are read.
      const isLate = object.kind === "parameter" || dead.has(slot);
      for (const { type } of layout.cells) {
        state.slots.push(isLate ? 0 : this.evaluator.any(state, type));
      }
    }
  }

  /**
   * Takes an edge, changing the state; false when no execution continues.
   * @throws ComparisonSplit before anything has changed
   */
  step(state: AbstractState, edge: CfaEdge): boolean {
    const { evaluator } = this;
    evaluator.beginStep();
    let goesOn: boolean;
    if (edge.kind === "call") {
      this.#goesOn = false;
      this.#semantics.call(edge, state, undefined, this);
      goesOn = this.#goesOn;
    } else {
      goesOn = this.#semantics.step(edge, state, undefined);
      if (goesOn) state.node = edge.target;
    }
    if (evaluator.overflow) {
      this.#options.onViolation(state, edge);
      return false;
    }
    if (this.#mayLose) this.#checkBlocks(state, false);
    return goesOn;
  }

  /** For properties of lost blocks: checks that no prefix of an execution loses one. */
  #checkBlocks(state: AbstractState, hasEnded: boolean): void {
    if (!this.evaluator.memory.blocks.keepsAll(state, hasEnded)) {
      this.#incompleteness.add("a block that may be lost");
    }
  }

  // ------------------------------------------------------------------ control

  leaveOpen({ open }: { readonly open: string }): void {
    this.#incompleteness.add(open);
  }

  assume(_state: AbstractState, truth: boolean | undefined, expected: boolean): boolean {
    return truth === undefined || truth === expected;
  }

  unsupported(_edge: CfaEdge, reason: string): void {
    this.#incompleteness.add(`unsupported: ${reason}`);
  }

  return(
    _edge: CfaEdge,
    state: AbstractState,
    _frame: ValueCarriers["frame"],
    value: Passed<ValueCarriers> | undefined,
  ): void {
    if (value === undefined) return;
    // The contents of a returned record are not tracked.
    state.slots[state.frame.base] = value.kind === "scalar" ? value.value : ANY;
  }

  callees(
    _edge: CallEdge,
    state: AbstractState,
    _frame: ValueCarriers["frame"],
    pointer: Value,
  ): readonly { readonly symbol: FunctionSymbol; readonly state: AbstractState }[] {
    if (pointer instanceof FunctionPointer) return [{ symbol: pointer.symbol, state }];
    this.#incompleteness.add("call through a pointer that is not known");
    return [];
  }

  isErrorFunction(name: string): boolean {
    return this.#options.errorFunctions.has(name);
  }

  violation(edge: CallEdge, _called: FunctionSymbol, state: AbstractState): void {
    this.#options.onViolation(state, edge);
  }

  mismatch(_edge: CallEdge, { name }: FunctionCfa): void {
    this.#incompleteness.add(`call of ${name} with arguments or a result of other types`);
  }

  isPossible(): boolean {
    return true;
  }

  enter(
    edge: CallEdge,
    fn: FunctionCfa,
    state: AbstractState,
    _frame: ValueCarriers["frame"],
    passed: readonly Passed<ValueCarriers>[],
  ): void {
    const { threads } = this.#options;
    if (threads !== undefined && fn.isLibrary && isSynchronisation(fn.name)) {
      this.#goesOn = threads.synchronise(edge, fn.name, state, passed);
      state.node = edge.target;
      return;
    }
    if (state.frame.depth >= MAX_DEPTH) {
      this.#incompleteness.add(`deep recursion of ${fn.name}`);
      return;
    }
    const frame = this.#frame(fn, state.frame, edge, state.slots.length);
    this.#enterFrame(state, frame);
    for (const [index, argument] of passed.entries()) {
      const parameter = fn.parameters[index];
      if (parameter === undefined) continue;
      const { slot, layout } = this.layout.placeOf(parameter);
      const base = frame.base + slot;
      const cell = layout.cells[0];
      if (argument.kind === "record") {
        const to = new ObjectPointer(parameter, base, 0);
        this.evaluator.memory.copy(state, to, argument.place, argument.size);
      } else if (cell !== undefined) {
        const { value, type } = argument;
        state.slots[base] = this.evaluator.integers.retyped(state, value, type, cell.type);
      }
    }
    this.#goesOn = true;
  }

  /** Stores the result of a call that is not followed. */
  storeResult(edge: CallEdge, state: AbstractState, value: Value): void {
    this.#semantics.resultStore(edge)?.(state, undefined, value);
  }

  goOn({ target }: CallEdge, state: AbstractState): void {
    state.node = target;
    this.#goesOn = true;
  }

  /** Leaves the function at whose exit the state is; false at the end of the program. */
  leave(state: AbstractState): boolean {
    const { frame } = state;
    const { caller, call, base, layout } = frame;
    const { memory, integers, expressions } = this.evaluator;
    if (caller === undefined || call === undefined) {
      if (this.#mayLose) this.#checkBlocks(state, true);
      if (this.#options.asks("unfreed") && memory.blocks.hasBlocks(state)) {
        this.#incompleteness.add("a block that may be left at the end");
      }
      return false;
    }
    memory.blocks.leave(state, layout.fn);
    const value = state.slots[base] as Value;
    state.slots.length = base;
    if (layout.hasAddressedLocals) forgetPointers(state, (p) => p.base >= base);
    state.frame = caller;
    const { result } = call;
    if (result !== undefined && "scalar" in result) {
      const type = layout.fn.result;
      const isMissing =
        value === NO_RESULT || (value === ANY && type?.kind === "int") || type === undefined;
      const hasEnded = value instanceof ObjectPointer && value.base >= base;
      if (isMissing) this.#incompleteness.add(`use of the missing result of ${layout.fn.name}`);
      const known =
        isMissing || hasEnded || type.kind === "record"
          ? this.evaluator.any(state, result.scalar)
          : integers.retyped(state, value, type, result.scalar);
      this.#semantics.resultStore(call)?.(state, undefined, known);
    } else if (result !== undefined && "recordSize" in result) {
      const { address, recordSize } = result;
      const pointer = expressions.evaluate(address, state);
      const place = memory.placeAt(state, pointer, address, recordSize);
      if (place !== undefined) memory.overwrite(state, place, recordSize);
      if (value === NO_RESULT) {
        this.#incompleteness.add(`use of the missing result of ${layout.fn.name}`);
      }
    }
    state.node = call.target;
    if (this.#mayLose) this.#checkBlocks(state, false);
    return true;
  }
}
