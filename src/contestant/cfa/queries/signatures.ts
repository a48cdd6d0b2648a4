import type { CallArgument, CallEdge, FunctionCfa } from "../model/cfa.ts";
import { typeKey } from "../model/value-types.ts";

/** The parts that must agree between a call and the definition it reaches (C11 6.5.2.2p6, p9). */
export interface Signature {
  readonly parameters: readonly string[];
  /** "void" also for calls whose result is discarded. */
  readonly result: string;
  /** More arguments than parameters are harmless. */
  readonly takesMore: boolean;
}

/** Stands for the address of variable arguments. */
const VARIABLE_ARGUMENTS = "...";

function argumentKey(argument: CallArgument): string {
  return argument.kind === "scalar" ? typeKey(argument.value.type) : `record${argument.size}`;
}

export function callSignature(edge: CallEdge): Signature {
  const { result } = edge;
  return {
    parameters: edge.arguments.map((argument, index) =>
      edge.passesVariableArguments && index === edge.arguments.length - 1
        ? VARIABLE_ARGUMENTS
        : argumentKey(argument),
    ),
    result:
      result === undefined
        ? "void"
        : "scalar" in result
          ? typeKey(result.scalar)
          : `record${result.recordSize}`,
    takesMore: false,
  };
}

export function functionSignature(cfa: FunctionCfa): Signature {
  const { result } = cfa;
  const { type } = cfa.symbol;
  return {
    parameters: cfa.parameters.map((object, index) =>
      type.variadic && index === cfa.parameters.length - 1
        ? VARIABLE_ARGUMENTS
        : object.scalar === undefined
          ? `record${object.size}`
          : typeKey(object.scalar),
    ),
    result:
      result === undefined
        ? "void"
        : result.kind === "record"
          ? `record${result.size}`
          : typeKey(result),
    takesMore: type.oldStyle,
  };
}

export function fits(call: Signature, definition: Signature): boolean {
  const { parameters } = definition;
  const count = call.parameters.length;
  if (count < parameters.length || (count > parameters.length && !definition.takesMore))
    return false;
  if (call.result !== "void" && call.result !== definition.result) return false;
  return parameters.every((key, i) => key === call.parameters[i]);
}
