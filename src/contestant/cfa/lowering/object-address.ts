import type { Variable } from "../../cfront/index.ts";
import type { Expression } from "../model/cfa.ts";
import { addressOf } from "../model/expressions.ts";
import type { Lowering } from "./lowering.ts";

/** The address of a variable's object; for an array of variable length, of a hidden pointer. */
export function addressOfObject(lower: Lowering, variable: Variable): Expression {
  const capture = lower.names.captureOf(variable);
  if (capture === undefined) return addressOf(lower.names.objectOf(variable), lower.pointer);
  return { kind: "load", type: lower.pointer, address: addressOf(capture, lower.pointer) };
}
