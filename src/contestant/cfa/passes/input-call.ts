/** Calls of intrinsics that a pass adds to a program. */
import { basicTypes, type FunctionSymbol, MACHINE_MODELS } from "../../cfront/index.ts";
import type { CallEdge, CfaProgram, Expression } from "../model/cfa.ts";
import { addressOf } from "../model/expressions.ts";
import type { Operation } from "../model/graph.ts";
import { INTERNAL_NAMES } from "../model/intrinsics.ts";
import { pointerType } from "../model/value-types.ts";

/** A call that returns any value, like an input of the program. */
export function inputCall(program: CfaProgram, result: NonNullable<CallEdge["result"]>): Operation {
  return intrinsicCall(program, INTERNAL_NAMES.nondet, [], result);
}

export function intrinsicCall(
  program: CfaProgram,
  name: string,
  values: readonly Expression[],
  result: CallEdge["result"],
): Operation {
  return functionCall(program, newFunction(name, program, "int"), values, result);
}

export function functionCall(
  { machine }: CfaProgram,
  symbol: FunctionSymbol,
  values: readonly Expression[],
  result?: CallEdge["result"],
): Operation {
  const callee = addressOf(symbol, pointerType(machine.pointerBits / 8));
  const passed = values.map((value) => ({ kind: "scalar", value }) as const);
  const closeParen = { start: 0, end: 0 };
  return { kind: "call", callee, arguments: passed, result, closeParen };
}

/** The symbol of a function that a pass adds to a program, or whose meaning is known without a body. */
export function newFunction(
  name: string,
  { machine }: CfaProgram,
  result: "int" | "void",
): FunctionSymbol {
  const types = basicTypes(MACHINE_MODELS[machine.name]);
  return {
    ...({ kind: "function", name, definition: undefined, range: { start: 0, end: 0 } } as const),
    type: {
      ...({ kind: "function", result: types[result], parameters: [] } as const),
      variadic: false,
      oldStyle: false,
    },
    isNoReturn: false,
  };
}
