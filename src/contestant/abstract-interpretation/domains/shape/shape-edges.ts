/** The shape analysis, edge by edge. It has no target states: any possible violation ends it. */

import { pushFrame, type StackFrame } from "../../../analysis-core/index.ts";
import {
  type AssumeEdge,
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  type FunctionCfa,
  type MemoryObject,
  NEGATED,
  paddingOf,
  sizeInMemory,
} from "../../../cfa/index.ts";
import type { CType, FunctionSymbol } from "../../../cfront/index.ts";
import {
  type CallSink,
  type ControlAlgebra,
  EdgeSemantics,
  ExpressionSemantics,
  type Passed,
} from "../../../semantics/index.ts";
import type { Check, EngineSpecification } from "../../../specification/index.ts";
import type { CaseSplit, EdgeAnalysis } from "../../framework/edge-analysis.ts";
import { ComparisonSplit } from "../value/comparison-split.ts";
import { FunctionPointer } from "../value/value.ts";
import type { ShapeCarriers } from "./carriers.ts";
import { materialise, segmentOf, spliceOut } from "./materialisation.ts";
import type { ShapeContext } from "./shape-context.ts";
import { type FrameObjects, ShapeGraph } from "./shape-graph.ts";
import { ShapeIntrinsics } from "./shape-intrinsics.ts";
import { ShapeMemory } from "./shape-memory.ts";
import { type ShapeObject, zeroBlock } from "./shape-object.ts";
import { ShapeScalars } from "./shape-scalars.ts";
import { ChoiceSplit, SegmentSplit, ShapeState } from "./shape-state.ts";
import { type ObjectId, ShapePointer } from "./shape-value.ts";
import { traceCondition } from "./traced-conditions.ts";

/** The blocks that must not be left: none is checked, no lost ones, or none at the end of the program. */
export type LeakRule = "ignored" | "lost" | "unfreed";

const MAX_DEPTH = 60;

export class ShapeEdges
  implements EdgeAnalysis<ShapeState>, ControlAlgebra<ShapeCarriers>, CallSink<ShapeCarriers>
{
  readonly #program: CfaProgram;
  readonly #context: ShapeContext;
  readonly #errorFunctions: ReadonlySet<string>;
  readonly leaks: LeakRule;
  readonly #endsAtErrors: boolean;
  readonly #memory: ShapeMemory;
  readonly #expressions: ExpressionSemantics<ShapeCarriers>;
  readonly #semantics: EdgeSemantics<ShapeCarriers>;
  /** The states in which the call that is being executed returns. */
  #goesOn: ShapeState[] = [];

  constructor(
    program: CfaProgram,
    context: ShapeContext,
    { execution, classify }: EngineSpecification,
  ) {
    const isAsked = (check: Check): boolean => classify({ check }) === "violation";
    const checksStrings = isAsked("dereference");
    this.#program = program;
    this.#context = context;
    this.#errorFunctions = execution.errorFunctions;
    this.leaks = isAsked("unfreed") ? "unfreed" : isAsked("leak") ? "lost" : "ignored";
    this.#memory = new ShapeMemory(context, (part) => this.#expressions.compile(part));
    const endsAt = (check: Check): boolean => classify({ check }) === "ends-execution";
    this.#endsAtErrors = endsAt("call");
    const values = new ShapeScalars(context, this.#memory, execution.overflow, isAsked("cycle"));
    this.#expressions = new ExpressionSemantics(values);
    const intrinsics = new ShapeIntrinsics(context, this.#memory, {
      checksStrings,
      onEnd: (state) => this.#ends(state),
    });
    const algebra = { values, memory: this.#memory, control: this, intrinsics };
    this.#semantics = new EdgeSemantics(program, algebra, this.#expressions);
  }

  // ------------------------------------------------------------------- frames

  initial(): ShapeState {
    const { main, globals } = this.#program;
    const statics = new Map<MemoryObject, ObjectId>();
    const graph = new ShapeGraph(statics);
    for (const object of globals) {
      const fresh = this.#namedObject(object, "static", 0);
      statics.set(object, fresh.id);
      graph.put({ ...fresh, edges: object.size > 0 ? [zeroBlock(0, object.size)] : [] });
    }
    const state = new ShapeState(main.entry, pushFrame(main, undefined, undefined), graph);
    this.#enterFrame(state, main);
    for (const object of globals) {
      const id = statics.get(object) as ObjectId;
      for (const { offset, bitField, value } of object.initial) {
        const size = sizeInMemory(value.type, 8 * this.#context.pointerBytes);
        const place = new ShapePointer(id, "region", offset);
        if (bitField !== undefined) {
          state.graph.forgetBytes(id, offset, Math.min(offset + size, object.size));
          continue;
        }
        // Read-only objects are written before the program starts.
        graph.update(id, { isReadOnly: false });
        this.#memory.write(state, place, value.type, this.#expressions.evaluate(value, state));
        graph.update(id, { isReadOnly: object.isReadOnly });
      }
    }
    return state;
  }

  #namedObject(object: MemoryObject, storage: "static" | "automatic", depth: number): ShapeObject {
    return {
      id: this.#context.newObject(),
      name: object.name,
      storage,
      depth,
      size: object.size,
      isExactSize: true,
      isValid: true,
      isReadOnly: object.isReadOnly,
      isLiteral: object.kind === "string",
      owner: undefined,
      segment: undefined,
      edges: [],
    };
  }

  /** Locals are indeterminate until they are declared or passed. */
  #enterFrame(state: ShapeState, fn: FunctionCfa): FrameObjects {
    const { graph, frame } = state;
    const objects = new Map<MemoryObject, ObjectId>();
    for (const object of fn.locals) {
      const fresh = this.#namedObject(object, "automatic", frame.depth);
      objects.set(object, fresh.id);
      graph.put(fresh);
    }
    const { result } = fn;
    const size =
      result === undefined
        ? 0
        : result.kind === "record"
          ? result.size
          : sizeInMemory(result, 8 * this.#context.pointerBytes);
    const holder: ShapeObject = {
      id: this.#context.newObject(),
      name: `result of ${fn.name}`,
      storage: "automatic",
      depth: frame.depth,
      size,
      isExactSize: true,
      isValid: true,
      isReadOnly: false,
      isLiteral: false,
      owner: undefined,
      segment: undefined,
      edges: [],
    };
    graph.put(holder);
    const entered = { objects, result: holder.id };
    graph.frames = [...graph.frames, entered];
    state.node = fn.entry;
    return entered;
  }

  #endFrame(state: ShapeState, { depth }: StackFrame): void {
    const { graph } = state;
    for (const { id, storage, depth: ends, isValid } of [...graph.objects]) {
      if (isValid && storage === "automatic" && ends === depth) graph.invalidate(id);
    }
    graph.frames = graph.frames.slice(0, -1);
  }

  // ------------------------------------------------------------ edge analysis

  fork(state: ShapeState): ShapeState {
    return state.fork();
  }

  branches(state: ShapeState, edges: readonly AssumeEdge[]): readonly AssumeEdge[] {
    this.#context.unknown.beginStep();
    return edges.filter((edge) => {
      const holds = this.#expressions.compileTest(edge.condition)(state);
      return holds === undefined || holds === edge.truth;
    });
  }

  post(state: ShapeState, edge: CfaEdge, others: ShapeState[]): ShapeState | undefined {
    this.#context.unknown.beginStep();
    if (edge.kind === "assume") {
      // Comparisons were split off before; other conditions give no facts about values.
      traceCondition(state, edge, this.#expressions);
      state.forgetChoices();
      state.node = edge.target;
      return state;
    }
    if (edge.kind !== "call") {
      if (!this.#semantics.step(edge, state, undefined)) return undefined;
      state.forgetChoices();
      state.node = edge.target;
      return state;
    }
    this.#goesOn = [];
    this.#semantics.call(edge, state, undefined, this);
    for (const next of this.#goesOn) next.forgetChoices();
    const [first, ...rest] = this.#goesOn;
    others.push(...rest);
    return first;
  }

  leave(state: ShapeState): ShapeState | undefined {
    const { frame, graph } = state;
    const { caller, call, fn } = frame;
    if (caller === undefined || call === undefined) {
      this.#endFrame(state, frame);
      this.#ends(state);
      return undefined;
    }
    const { result: holder } = graph.frames.at(-1) as FrameObjects;
    const { edges, size } = graph.object(holder);
    this.#endFrame(state, frame);
    state.frame = caller;
    state.node = call.target;
    const { result } = call;
    if (result === undefined) return state;
    // The result object has ended with the frame: the returned value lies in it until it is stored.
    const returned = this.#context.newObject();
    graph.put({ ...graph.object(holder), id: returned, isValid: true, edges });
    const from = new ShapePointer(returned, "region", 0);
    if ("scalar" in result) {
      if (size === 0 || edges.length === 0) {
        this.#context.doubt("undefined", `use of the missing result of ${fn.name}`);
      }
      const value = this.#memory.read(state, from, result.scalar);
      graph.remove(returned);
      this.#semantics.resultStore(call)?.(state, undefined, value);
    } else {
      const pointer = this.#expressions.evaluate(result.address, state);
      const to = this.#memory.target(state, pointer, result.recordSize);
      this.#memory.copy(state, to, from, Math.min(result.recordSize, size));
      graph.remove(returned);
    }
    return state;
  }

  split(state: ShapeState, by: CaseSplit): readonly ShapeState[] {
    const other = state.fork();
    const halves: ShapeState[] = [];
    if (by instanceof ComparisonSplit) {
      const { symbol, operator, bound } = by;
      if (state.graph.assume(symbol, operator, bound)) halves.push(state);
      if (other.graph.assume(symbol, NEGATED[operator], bound)) halves.push(other);
      return halves;
    }
    if (by instanceof ChoiceSplit) {
      state.choose(by.choice, true);
      other.choose(by.choice, false);
      return [state, other];
    }
    if (!(by instanceof SegmentSplit)) throw new Error("a case split of another domain");
    const { least } = segmentOf(state.graph.object(by.segment));
    materialise(state.graph, by.segment, by.end, this.#context);
    this.#context.counts.opened++;
    halves.push(state);
    if (least === 0) {
      spliceOut(other.graph, by.segment, this.#context.pointerBytes);
      halves.push(other);
    }
    return halves;
  }

  isTarget(): boolean {
    return false;
  }

  /** Handles the end of the program: checks its blocks. */
  #ends(state: ShapeState): void {
    this.#requireNoneLost(state);
    if (this.leaks !== "unfreed") return;
    for (const { isValid, storage } of state.graph.objects) {
      if (isValid && storage === "heap") {
        this.#context.doubt("leak", "a block that may be left at the end");
      }
    }
  }

  #requireNoneLost({ graph }: ShapeState): void {
    // Temporaries are not variables of the program.
    const isHolder = ({ kind }: MemoryObject): boolean => kind !== "temporary";
    const isLost = this.leaks === "lost" && graph.lost(isHolder).length > 0;
    if (isLost) this.#context.doubt("leak", "possible leak");
  }

  // ------------------------------------------------------------------ control

  leaveOpen({ open }: { readonly open: string }): void {
    this.#context.doubt("unsupported", open);
  }

  assume(state: ShapeState, truth: boolean | undefined, expected: boolean): boolean {
    // An execution that waits here for ever has no other end.
    if (truth !== expected) this.#requireNoneLost(state);
    return truth === undefined || truth === expected;
  }

  unsupported(_edge: CfaEdge, reason: string): void {
    this.#context.doubt("unsupported", reason);
  }

  return(
    _edge: CfaEdge,
    state: ShapeState,
    _frame: ShapeCarriers["frame"],
    value: Passed<ShapeCarriers> | undefined,
  ): void {
    if (value === undefined) return;
    const { result } = state.graph.frames.at(-1) as FrameObjects;
    this.#pass(state, result, value, state.frame.fn.symbol.type.result);
  }

  /** Stores an argument or a result in its place. */
  #pass(state: ShapeState, to: ObjectId, value: Passed<ShapeCarriers>, type: CType): void {
    const place = new ShapePointer(to, "region", 0);
    if (value.kind === "scalar") {
      const { isReadOnly } = state.graph.object(to);
      state.graph.update(to, { isReadOnly: false });
      this.#memory.write(state, place, value.type, value.value);
      state.graph.update(to, { isReadOnly });
      return;
    }
    this.#memory.copy(state, place, value.place, value.size);
    // Passing a record leaves its padding unspecified (C11 6.2.6.1p6).
    this.#memory.forgetBits(state, place, paddingOf(type));
  }

  callees(
    _edge: CallEdge,
    state: ShapeState,
    _frame: ShapeCarriers["frame"],
    pointer: ShapeCarriers["value"],
  ): readonly { readonly symbol: FunctionSymbol; readonly state: ShapeState }[] {
    if (pointer instanceof FunctionPointer) return [{ symbol: pointer.symbol, state }];
    return this.#context.doubt("dereference", "call through a pointer that is not known");
  }

  isErrorFunction(name: string): boolean {
    return this.#errorFunctions.has(name);
  }

  violation(_edge: CallEdge, { name }: FunctionSymbol): void {
    if (this.#endsAtErrors) return;
    this.#context.doubt("call", `possible call of ${name}`);
  }

  mismatch(_edge: CallEdge, { name }: FunctionCfa): void {
    this.#context.doubt("undefined", `call of ${name} with arguments or a result of other types`);
  }

  isPossible(): boolean {
    return true;
  }

  enter(
    edge: CallEdge,
    fn: FunctionCfa,
    state: ShapeState,
    _frame: ShapeCarriers["frame"],
    passed: readonly Passed<ShapeCarriers>[],
  ): void {
    if (state.frame.depth >= MAX_DEPTH) {
      this.#context.doubt("unwinding", `deep recursion of ${fn.name}`);
    }
    state.frame = pushFrame(fn, state.frame, edge);
    const { objects } = this.#enterFrame(state, fn);
    for (const [index, argument] of passed.entries()) {
      const parameter = fn.parameters[index];
      const id = parameter === undefined ? undefined : objects.get(parameter);
      if (parameter !== undefined && id !== undefined) {
        this.#pass(state, id, argument, parameter.type);
      }
    }
    this.#goesOn.push(state);
  }

  goOn({ target }: CallEdge, state: ShapeState): void {
    state.node = target;
    this.#goesOn.push(state);
  }
}
