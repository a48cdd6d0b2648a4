/** A call that gives any value, as an input of the program does. */
import { basicTypes, MACHINE_MODELS } from "../../cfront/index.ts";
import type { CallEdge, CfaProgram } from "../model/cfa.ts";
import { addressOf } from "../model/expressions.ts";
import type { Operation } from "../model/graph.ts";
import { INTERNAL_NAMES } from "../model/intrinsics.ts";
import { pointerType } from "../model/value-types.ts";

export function inputCall(
  { machine }: CfaProgram,
  result: NonNullable<CallEdge["result"]>,
): Operation {
  const types = basicTypes(MACHINE_MODELS[machine.name]);
  const range = { start: 0, end: 0 };
  const symbol = {
    ...({ kind: "function", name: INTERNAL_NAMES.nondet, definition: undefined, range } as const),
    type: {
      ...({ kind: "function", result: types.int, parameters: [] } as const),
      ...{ variadic: false, oldStyle: false },
    },
    isNoReturn: false,
  };
  const callee = addressOf(symbol, pointerType(machine.pointerBits / 8));
  return { kind: "call", callee, arguments: [], result, closeParen: range };
}
