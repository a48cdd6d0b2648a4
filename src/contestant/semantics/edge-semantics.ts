/**
 * The semantics of edges: which expressions they evaluate, in which order, and the effects.
 * Operands come before effects, the callee before its arguments, arguments from left to right, all
 * of them, even if the function does not use them; the place of a result is evaluated after the
 * call.
 */

import { unreachableKind } from "../../ground/util/unreachable-kind.ts";
import {
  type CallArgument,
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  callSignature,
  fits,
  functionSignature,
  intrinsicOf,
} from "../cfa/index.ts";
import type { FunctionSymbol } from "../cfront/index.ts";
import type { Algebra, CallSink, Carriers, Evaluation, Passed } from "./algebra.ts";
import { ExpressionSemantics } from "./expression-semantics.ts";
import { type IntrinsicExecution, IntrinsicSemantics } from "./intrinsic-semantics.ts";

export type StepEdge = Exclude<CfaEdge, CallEdge>;

/** Executes an edge; returns false when no execution continues to its target. */
export type Step<C extends Carriers> = (state: C["state"], frame: C["frame"]) => boolean;
/** Executes a call; the sink receives the executions. */
export type Call<C extends Carriers> = (
  state: C["state"],
  frame: C["frame"],
  sink: CallSink<C>,
) => void;
/** Stores the result of a call. */
export type ResultStore<C extends Carriers> = (
  state: C["state"],
  frame: C["frame"],
  value: C["value"],
) => void;

/** The edges of a program compiled to closures of an algebra, each once. */
export class EdgeSemantics<C extends Carriers> {
  readonly expressions: ExpressionSemantics<C>;
  readonly #program: CfaProgram;
  readonly #algebra: Algebra<C>;
  readonly #intrinsics: IntrinsicSemantics<C>;
  readonly #steps = new Map<StepEdge, Step<C>>();
  readonly #calls = new Map<CallEdge, Call<C>>();
  readonly #stores = new Map<CallEdge, ResultStore<C> | undefined>();

  constructor(
    program: CfaProgram,
    algebra: Algebra<C>,
    expressions: ExpressionSemantics<C> = new ExpressionSemantics(algebra.values),
  ) {
    this.#program = program;
    this.#algebra = algebra;
    this.expressions = expressions;
    this.#intrinsics = new IntrinsicSemantics(algebra, expressions);
  }

  /** Executes an edge without a call; returns false when no execution continues. */
  step(edge: StepEdge, state: C["state"], frame: C["frame"]): boolean {
    let step = this.#steps.get(edge);
    if (step === undefined) {
      step = this.#compileStep(edge);
      this.#steps.set(edge, step);
    }
    return step(state, frame);
  }

  call(edge: CallEdge, state: C["state"], frame: C["frame"], sink: CallSink<C>): void {
    let call = this.#calls.get(edge);
    if (call === undefined) {
      call = this.#compileCall(edge);
      this.#calls.set(edge, call);
    }
    call(state, frame, sink);
  }

  /**
   * Returns how the scalar result of a call is stored; undefined when it returns none, or a record.
   */
  resultStore(edge: CallEdge): ResultStore<C> | undefined {
    if (!this.#stores.has(edge)) this.#stores.set(edge, this.#compileStore(edge));
    return this.#stores.get(edge);
  }

  #compileStore({ result }: CallEdge): ResultStore<C> | undefined {
    if (result === undefined || !("scalar" in result)) return undefined;
    const target = { address: result.address, type: result.scalar, bitField: undefined };
    return this.#algebra.memory.store(target, this.expressions.compile(result.address));
  }

  #compileStep(edge: StepEdge): Step<C> {
    const { memory, control } = this.#algebra;
    const { expressions } = this;
    switch (edge.kind) {
      case "skip": {
        const { open } = edge;
        if (open === undefined) return () => true;
        return (state) => {
          control.leaveOpen({ ...edge, open }, state);
          return true;
        };
      }
      case "assume": {
        const test = expressions.compileTest(edge.condition);
        const { truth } = edge;
        return (state, frame) => control.assume(state, test(state, frame), truth);
      }
      case "assign": {
        const { address, bitField } = edge;
        const value = expressions.compile(edge.value);
        const target = { address, type: edge.value.type, bitField };
        const store = memory.store(target, expressions.compile(address));
        return (state, frame) => {
          store(state, frame, value(state, frame));
          return true;
        };
      }
      case "copy": {
        const { size, padding } = edge;
        const from = memory.place(edge.from, expressions.compile(edge.from));
        const to = memory.place(edge.to, expressions.compile(edge.to));
        return (state, frame) => {
          const source = from(state, frame, size);
          const target = to(state, frame, size);
          memory.copy(state, target, source, size);
          if (padding !== undefined) memory.forgetBits(state, target, padding);
          return true;
        };
      }
      case "clear": {
        const { size, padding } = edge;
        const place = memory.place(edge.address, expressions.compile(edge.address));
        return (state, frame) => {
          const target = place(state, frame, size);
          memory.clear(state, target, size);
          if (padding !== undefined) memory.forgetBits(state, target, padding);
          return true;
        };
      }
      case "declare":
        return (state, frame) => {
          memory.declare(edge, state, frame);
          return true;
        };
      case "end-scope":
        return (state, frame) => {
          memory.endScope(edge, state, frame);
          return true;
        };
      case "return": {
        const value = edge.value === undefined ? undefined : this.#passed(edge.value);
        return (state, frame) => {
          control.return(edge, state, frame, value?.(state, frame));
          return true;
        };
      }
      case "unsupported":
        return (state) => {
          control.unsupported(edge, edge.reason, state);
          return false;
        };
      default:
        return unreachableKind(edge);
    }
  }

  /** An argument, or a returned value. */
  #passed(argument: CallArgument): Evaluation<C, Passed<C>> {
    const { expressions } = this;
    switch (argument.kind) {
      case "scalar": {
        const { type } = argument.value;
        const value = expressions.compile(argument.value);
        return (state, frame) => ({ kind: "scalar", type, value: value(state, frame) });
      }
      case "record": {
        const { address, size } = argument;
        const place = this.#algebra.memory.place(address, expressions.compile(address));
        return (state, frame) => ({ kind: "record", size, place: place(state, frame, size) });
      }
      default:
        return unreachableKind(argument);
    }
  }

  // -------------------------------------------------------------------- calls

  #compileCall(edge: CallEdge): Call<C> {
    const { callee } = edge;
    if (callee.kind === "address" && callee.target.kind === "function") {
      return this.#compileDirectCall(edge, callee.target);
    }
    const pointer = this.expressions.compile(callee);
    const passed = edge.arguments.map((argument) => this.#passed(argument));
    const { control } = this.#algebra;
    const intrinsics = new Map<FunctionSymbol, Call<C>>();
    return (state, frame, sink) => {
      const designated = pointer(state, frame);
      const values = passed.map((argument) => argument(state, frame));
      for (const called of control.callees(edge, state, frame, designated)) {
        const { symbol } = called;
        const fn = control.isErrorFunction(symbol.name)
          ? undefined
          : this.#program.functions.get(symbol.name);
        if (fn !== undefined) {
          if (fits(callSignature(edge), functionSignature(fn))) {
            sink.enter(edge, fn, called.state, frame, values);
          } else control.mismatch(edge, fn, called.state);
          continue;
        }
        let call = intrinsics.get(symbol);
        if (call === undefined) {
          call = this.#compileDirectCall(edge, symbol);
          intrinsics.set(symbol, call);
        }
        call(called.state, frame, sink);
      }
    };
  }

  #compileDirectCall(edge: CallEdge, symbol: FunctionSymbol): Call<C> {
    const { control } = this.#algebra;
    const { name } = symbol;
    const passed = edge.arguments.map((argument) => this.#passed(argument));
    const evaluated = (state: C["state"], frame: C["frame"]): readonly Passed<C>[] =>
      passed.map((argument) => argument(state, frame));
    if (control.isErrorFunction(name)) {
      return (state, frame) => {
        evaluated(state, frame);
        if (control.isPossible(state)) control.violation(edge, symbol, state);
      };
    }
    const fn = this.#program.functions.get(name);
    if (fn !== undefined) {
      if (!fits(callSignature(edge), functionSignature(fn))) {
        return (state) => control.mismatch(edge, fn, state);
      }
      return (state, frame, sink) => sink.enter(edge, fn, state, frame, evaluated(state, frame));
    }
    const execute = this.#intrinsic(edge, symbol);
    if (typeof execute === "string") {
      return (state, frame) => {
        evaluated(state, frame);
        control.unsupported(edge, execute, state);
      };
    }
    const store = this.resultStore(edge);
    return (state, frame, sink) => {
      const outcome = execute(state, frame);
      if (outcome === undefined || !control.isPossible(state)) return;
      store?.(state, frame, outcome.value);
      sink.goOn(edge, state);
    };
  }

  /**
   * Returns the execution of a call of a function without a body, or the reason why it is invalid.
   */
  #intrinsic(edge: CallEdge, symbol: FunctionSymbol): IntrinsicExecution<C> | string {
    const { name } = symbol;
    const intrinsic = intrinsicOf(name);
    if (intrinsic === undefined) return `call of '${name}', which has no body`;
    const scalars = edge.arguments.flatMap((argument) =>
      argument.kind === "scalar" ? [argument.value] : [],
    );
    if (scalars.length < edge.arguments.length) return `call of '${name}' with a record argument`;
    const { result } = edge;
    if (result !== undefined && !("scalar" in result)) {
      return `call of '${name}' with a record result`;
    }
    const returned = symbol.type.result;
    return this.#intrinsics.compile({
      edge,
      symbol,
      intrinsic,
      arguments: scalars,
      argumentTypes: scalars.map(({ type }) => type),
      resultType: result?.scalar,
      returnsBool: returned.kind === "integer" && returned.name === "bool",
    });
  }
}
