/** Calls of intrinsics that a pass adds to a program. */
import { basicTypes, MACHINE_MODELS } from "../../cfront/index.ts";
import type { CallEdge, CfaProgram, Expression } from "../model/cfa.ts";
import { addressOf } from "../model/expressions.ts";
import type { Operation } from "../model/graph.ts";
import { INTERNAL_NAMES } from "../model/intrinsics.ts";
import { pointerType } from "../model/value-types.ts";

/** A call that gives any value, as an input of the program does. */
export function inputCall(program: CfaProgram, result: NonNullable<CallEdge["result"]>): Operation {
  return intrinsicCall(program, INTERNAL_NAMES.nondet, [], result);
}

export function intrinsicCall(
  { machine }: CfaProgram,
  name: string,
  values: readonly Expression[],
  result: CallEdge["result"],
): Operation {
  const types = basicTypes(MACHINE_MODELS[machine.name]);
  const range = { start: 0, end: 0 };
  const symbol = {
    ...({ kind: "function", name, definition: undefined, range } as const),
    type: {
      ...({ kind: "function", result: types.int, parameters: [] } as const),
      ...{ variadic: false, oldStyle: false },
    },
    isNoReturn: false,
  };
  const callee = addressOf(symbol, pointerType(machine.pointerBits / 8));
  const passed = values.map((value) => ({ kind: "scalar", value }) as const);
  return { kind: "call", callee, arguments: passed, result, closeParen: range };
}
