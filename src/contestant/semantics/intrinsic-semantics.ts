/**
 * The semantics of functions without a body: their results, reads, writes, and whether they return
 * (contestant/cfa/model/intrinsics.ts documents each).
 */

import { unreachableKind } from "../../ground/util/unreachable-kind.ts";
import { callAccesses, type Intrinsic } from "../cfa/index.ts";
import type { Algebra, Carriers, Evaluation, IntrinsicCall } from "./algebra.ts";
import type { ExpressionSemantics } from "./expression-semantics.ts";

/**
 * The result of a call; `value` is arbitrary where the call has no result. Undefined: no execution
 * returns.
 */
export type IntrinsicExecution<C extends Carriers> = (
  state: C["state"],
  frame: C["frame"],
) => { readonly value: C["value"] } | undefined;

/** The effect of a call on evaluated arguments. */
type Effect<C extends Carriers> = (
  state: C["state"],
  frame: C["frame"],
  values: readonly C["value"][],
) => { readonly value: C["value"] } | undefined;

/** Number of arguments that an intrinsic needs; further ones are evaluated and have no effect. */
function argumentCount(intrinsic: Intrinsic): number {
  switch (intrinsic.kind) {
    case "nondet":
    case "no-effect":
    case "access":
    case "abort":
    case "exit":
    case "unreachable":
    case "atomic-begin":
    case "atomic-end":
    case "thread":
    case "fegetround":
    case "library-choice":
      return 0;
    case "assume":
    case "malloc":
    case "free":
    case "alloca":
    case "end-alloca":
    case "setjmp":
    case "fesetround":
    case "bits":
    case "open-result":
      return 1;
    case "calloc":
    case "realloc":
    case "nondet-memory":
    case "parse-float":
    case "longjmp":
      return 2;
    case "memory":
    case "disjoint":
      return 3;
    case "print-float":
      return 5;
    case "float": {
      const { operation } = intrinsic;
      switch (operation) {
        case "fma":
          return 3;
        case "fmin":
        case "fmax":
        case "fmod":
        case "remainder":
        case "copysign":
        case "fdim":
          return 2;
        case "sqrt":
        case "fabs":
        case "floor":
        case "ceil":
        case "trunc":
        case "round":
        case "roundeven":
        case "rint":
        case "nearbyint":
        case "lrint":
        case "lround":
        case "isnan":
        case "isinf":
        case "isinf-sign":
        case "isfinite":
        case "isnormal":
        case "signbit":
        case "fpclassify":
        case "nan":
          return 1;
        default:
          return unreachableKind(operation);
      }
    }
    default:
      return unreachableKind(intrinsic);
  }
}

export class IntrinsicSemantics<C extends Carriers> {
  readonly #algebra: Algebra<C>;
  readonly #expressions: ExpressionSemantics<C>;

  constructor(algebra: Algebra<C>, expressions: ExpressionSemantics<C>) {
    this.#algebra = algebra;
    this.#expressions = expressions;
  }

  compile(call: IntrinsicCall): IntrinsicExecution<C> {
    const { intrinsic, symbol } = call;
    const first = call.arguments[0];
    if (call.arguments.length < argumentCount(intrinsic)) {
      return this.#onValues(
        call.arguments.map((argument) => this.#expressions.compile(argument)),
        this.#unmodelled(call, `call of ${symbol.name} with missing arguments`),
      );
    }
    if (intrinsic.kind === "assume" && first !== undefined) {
      // A condition is more precise than its value.
      const test = this.#expressions.compileTest(first);
      const further = call.arguments.slice(1);
      return this.#onValues(
        further.map((argument) => this.#expressions.compile(argument)),
        (state, frame) =>
          this.#algebra.control.assume(state, test(state, frame), true)
            ? this.#nothing(call, state)
            : undefined,
      );
    }
    return this.#onValues(
      call.arguments.map((argument) => this.#expressions.compile(argument)),
      this.#effect(call),
    );
  }

  /** Evaluates all arguments, regardless of their use: each of them may be undefined. */
  #onValues(evaluations: readonly Evaluation<C>[], effect: Effect<C>): IntrinsicExecution<C> {
    return (state, frame) =>
      effect(
        state,
        frame,
        evaluations.map((evaluation) => evaluation(state, frame)),
      );
  }

  /** The result of a function without one, where a call still asks for it. */
  #nothing(call: IntrinsicCall, state: C["state"]): { readonly value: C["value"] } | undefined {
    const { edge, resultType, symbol } = call;
    const { intrinsics } = this.#algebra;
    if (resultType === undefined) return NOTHING;
    if (!intrinsics.unmodelled(edge, `'${symbol.name}' has no result`, state)) return undefined;
    return { value: intrinsics.arbitraryResult(edge, resultType, state) };
  }

  #unmodelled(call: IntrinsicCall, reason: string): Effect<C> {
    const { intrinsics } = this.#algebra;
    const { edge, resultType } = call;
    return (state) => {
      if (!intrinsics.unmodelled(edge, reason, state)) return undefined;
      if (resultType === undefined) return NOTHING;
      return { value: intrinsics.arbitraryResult(edge, resultType, state) };
    };
  }

  /** For a function that never returns. */
  #unmodelledEnd({ edge }: IntrinsicCall, reason: string): Effect<C> {
    return (state) => {
      this.#algebra.intrinsics.unmodelled(edge, reason, state);
      return undefined;
    };
  }

  #effect(call: IntrinsicCall): Effect<C> {
    const { intrinsic, symbol } = call;
    const { intrinsics } = this.#algebra;
    switch (intrinsic.kind) {
      case "no-effect":
      case "access":
        return this.#accesses(call);
      case "nondet":
        if (call.resultType === undefined) return () => NOTHING;
        return (state) => ({ value: intrinsics.input(call, state) });
      case "assume":
        throw new Error("assumptions have an argument");
      case "abort":
      case "exit":
        return (state, _frame, values) => {
          intrinsics.end(call, state, values[0]);
          return undefined;
        };
      case "unreachable":
        return (state) => {
          intrinsics.undefinedHere(call, state);
          return undefined;
        };
      case "malloc":
      case "alloca": {
        const lifetime = intrinsic.kind === "malloc" ? "heap" : "automatic";
        return (state, frame, [size]) => ({
          value: intrinsics.allocate(call, state, frame, { lifetime, isZero: false, size }),
        });
      }
      case "calloc":
        return (state, frame, [count, size]) => ({
          value: intrinsics.allocate(call, state, frame, {
            lifetime: "heap",
            isZero: true,
            size,
            count,
          }),
        });
      case "realloc":
        return (state, frame, [pointer, size]) => ({
          value: intrinsics.reallocate(call, state, frame, pointer, size),
        });
      case "free":
      case "end-alloca": {
        const lifetime = intrinsic.kind === "free" ? "heap" : "automatic";
        return (state, _frame, [pointer]) => {
          intrinsics.free(call, state, pointer, lifetime);
          return this.#nothing(call, state);
        };
      }
      case "memory":
        return this.#memory(call, intrinsic.operation);
      case "nondet-memory":
        return (state, _frame, [pointer, size]) => {
          intrinsics.makeArbitrary(call, state, pointer, size);
          return this.#nothing(call, state);
        };
      case "disjoint":
        return (state, _frame, [a, b, size]) => {
          intrinsics.requireDisjoint(call, state, a, b, size);
          return this.#nothing(call, state);
        };
      case "atomic-begin":
      case "atomic-end":
        return (state) => this.#nothing(call, state);
      case "thread":
        return this.#thread(call, intrinsic.operation);
      case "parse-float":
      case "print-float":
      case "setjmp":
        return this.#unmodelled(call, symbol.name);
      case "longjmp":
        return this.#unmodelledEnd(call, symbol.name);
      case "float": {
        const { operation, format } = intrinsic;
        return (state, _frame, operands) => ({
          value: intrinsics.floatFunction(call, state, operation, format, operands),
        });
      }
      case "open-result": {
        const { promise } = intrinsic;
        return (state, _frame, [usual]) => ({
          value: intrinsics.openResult(call, state, promise, usual),
        });
      }
      case "library-choice":
        return (state) => ({ value: intrinsics.libraryChoice(call, state) });
      case "fegetround":
        return (state) => ({ value: intrinsics.roundingMode(call, state) });
      case "fesetround":
        return (state, _frame, [mode]) => ({
          value: intrinsics.setRoundingMode(call, state, mode),
        });
      case "bits": {
        const { operation } = intrinsic;
        const isPartial = operation === "clz" || operation === "ctz";
        return (state, _frame, [operand]) => {
          if (isPartial) intrinsics.requireNonzero(call, state, operand);
          return { value: intrinsics.bits(call, state, operation, operand) };
        };
      }
      default:
        return unreachableKind(intrinsic);
    }
  }

  /** Accesses what the contract of the function says, and gives any result. */
  #accesses(call: IntrinsicCall): Effect<C> {
    const { intrinsics } = this.#algebra;
    const { accesses, unseen } = callAccesses(call.symbol.name, call.edge.arguments);
    return (state, _frame, values) => {
      const bytes = (
        given: number | { readonly argument: number } | undefined,
      ): number | C["value"] | undefined =>
        typeof given === "object" ? values[given.argument] : given;
      for (const access of accesses) {
        const { argument } = access;
        const pointer = values[argument];
        // A missing argument is undefined; one that is no pointer, too.
        if (pointer === undefined || call.argumentTypes[argument]?.kind !== "pointer") {
          intrinsics.readUnseen(call, state, `the arguments of ${call.symbol.name}`);
          continue;
        }
        if (access.mayBeNull === true) {
          intrinsics.readUnseen(call, state, `a pointer for ${call.symbol.name} that may be null`);
          continue;
        }
        if (access.kind === "string") {
          intrinsics.readString(call, state, pointer, bytes(access.limit));
          continue;
        }
        const size = bytes(access.size);
        if (size === undefined) continue;
        intrinsics.requireBytes(call, state, pointer, size, access.mode !== "read");
      }
      if (unseen !== undefined) intrinsics.readUnseen(call, state, unseen);
      if (call.resultType === undefined) return NOTHING;
      return { value: intrinsics.input(call, state) };
    };
  }

  #memory(call: IntrinsicCall, operation: "copy" | "move" | "set"): Effect<C> {
    const { intrinsics } = this.#algebra;
    switch (operation) {
      case "copy":
      case "move": {
        const mayOverlap = operation === "move";
        return (state, _frame, [to, from, size]) => ({
          value: intrinsics.copyBytes(call, state, to, from, size, mayOverlap),
        });
      }
      case "set":
        return (state, _frame, [to, byte, size]) => ({
          value: intrinsics.fillBytes(call, state, to, byte, size),
        });
      default:
        return unreachableKind(operation);
    }
  }

  #thread(
    call: IntrinsicCall,
    operation: Extract<Intrinsic, { kind: "thread" }>["operation"],
  ): Effect<C> {
    switch (operation) {
      // Without effect while there is one thread.
      case "point":
      case "wake":
      case "acquire":
      case "release":
        return (state) => this.#nothing(call, state);
      case "self":
        return (state) => ({ value: this.#algebra.intrinsics.currentThread(call, state) });
      case "exit":
        return this.#unmodelledEnd(call, `threads (${call.symbol.name})`);
      case "create":
      case "ended":
      case "wait":
      case "wait-condition":
        return this.#unmodelled(call, `threads (${call.symbol.name})`);
      default:
        return unreachableKind(operation);
    }
  }
}

/** Returns without a value. */
const NOTHING = { value: undefined } as const;
