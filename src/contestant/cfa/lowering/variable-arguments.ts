/**
 * `<stdarg.h>` (C11 7.16). A caller of a function with variable arguments and a body puts these
 * into a buffer and passes its address as a further argument, where the function finds it after its
 * parameters. The buffer is a sequence of slots, each with a tag (8 bytes, padded to 16) for the
 * passed type, and the value; a tag of 0 ends it. `va_list` holds the address of the next slot.
 */
import {
  arrayOf,
  type BuiltinExpression,
  type CType,
  type FunctionDefinition,
  sizeOf,
  walkAst,
} from "../../cfront/index.ts";

import type { CallArgument, Expression, IntegerConstant } from "../model/cfa.ts";
import { addressOf, compare, integer, offsetBy } from "../model/expressions.ts";
import { sizeInMemory } from "../model/scalar-layout.ts";
import { integerType, isInMemory, valueTypeOf } from "../model/value-types.ts";
import type { Lowering } from "./lowering.ts";
import { paddingIn } from "./record-copy.ts";

const TAG = integerType(64, false);
/** Offset of the value in a slot. */
const VALUE_OFFSET = 16;
/** Offset of `overflow_arg_area` in the record that is a `va_list` on x86-64. */
const POINTER_OFFSET = { ILP32: 0, LP64: 8 } as const;

const starts = new WeakMap<FunctionDefinition, boolean>();

/** Whether a function reads its variable arguments. */
export function usesVariableArguments(definition: FunctionDefinition): boolean {
  let found = starts.get(definition);
  if (found === undefined) {
    let isUsed = false;
    walkAst(definition.body, (part) => {
      isUsed ||= part.kind === "builtin" && part.name === "va_start";
      return !isUsed;
    });
    found = isUsed;
    starts.set(definition, found);
  }
  return found;
}

/** Signedness is no part of it: `va_arg` may ask for the other one (C11 7.16.1.1p2). */
function tagOf(lower: Lowering, type: CType): IntegerConstant | undefined {
  const scalar = valueTypeOf(type);
  if (scalar === undefined) {
    const kind = type.kind === "complex" ? 5n : 4n;
    return isInMemory(type) ? integer(TAG, (kind << 32n) + BigInt(sizeOf(type) ?? 0)) : undefined;
  }
  const kind = { int: 1n, float: 2n, pointer: 3n }[scalar.kind];
  const detail =
    scalar.kind === "float"
      ? BigInt(["float", "double", "ldouble", "float128"].indexOf(scalar.format))
      : BigInt(sizeInMemory(scalar, lower.pointer.bits));
  return integer(TAG, (kind << 32n) + detail);
}

function slotSize(type: CType): number {
  return VALUE_OFFSET + Math.ceil((sizeOf(type) ?? 0) / 16) * 16;
}

/** Stores the arguments in a buffer; returns its address, as the hidden argument. */
export function passVariableArguments(
  lower: Lowering,
  passed: readonly { readonly argument: CallArgument; readonly type: CType }[],
): CallArgument {
  const size = passed.reduce((sum, { type }) => sum + slotSize(type), 0) + VALUE_OFFSET;
  const buffer = lower.names.newTemporary(arrayOf(lower.types.ullong, size / 8));
  const address = addressOf(buffer, lower.pointer);
  let offset = 0;
  for (const { argument, type } of passed) {
    const tag = tagOf(lower, type);
    if (tag === undefined) lower.unsupported(`a variable argument of a ${type.kind} type`, type);
    else lower.graph.emit({ kind: "assign", address: offsetBy(address, offset), value: tag });
    const to = offsetBy(address, offset + VALUE_OFFSET);
    if (argument.kind === "scalar") {
      lower.graph.emit({ kind: "assign", address: to, value: argument.value });
    } else if (argument.size > 0) {
      lower.graph.emit({ kind: "copy", to, from: argument.address, size: argument.size });
    }
    offset += slotSize(type);
  }
  const end = offsetBy(address, offset);
  lower.graph.emit({ kind: "assign", address: end, value: integer(TAG, 0) });
  return { kind: "scalar", value: address };
}

/** `va_start`, `va_copy`, `va_end`: undefined for other builtins. */
export function lowerVariableArguments(
  lower: Lowering,
  { name, arguments: [list, source] }: BuiltinExpression,
): Expression | undefined {
  const done = integer(integerType(32, true), 0);
  switch (name) {
    case "va_start": {
      const arguments_ = lower.names.variableArguments();
      if (list === undefined || arguments_ === undefined) return undefined;
      const value: Expression = {
        kind: "load",
        type: lower.pointer,
        address: addressOf(arguments_, lower.pointer),
      };
      lower.graph.emit({ kind: "assign", address: pointerIn(lower, list), value });
      return done;
    }
    case "va_copy": {
      if (list === undefined || source === undefined) return undefined;
      lower.graph.mutate();
      const from = pointerIn(lower, source);
      const value = lower.save({ kind: "load", type: lower.pointer, address: from });
      lower.graph.emit({ kind: "assign", address: pointerIn(lower, list), value });
      return done;
    }
    case "va_end":
      if (list !== undefined) lower.evaluate(pointerIn(lower, list));
      return done;
    default:
      return undefined;
  }
}

function pointerIn(lower: Lowering, list: BuiltinExpression["arguments"][number]): Expression {
  const offset = POINTER_OFFSET[lower.types.machine.name];
  return offsetBy(lower.place(list).address, offset);
}

/** The next argument: a scalar value, or the address of a record. */
export function lowerVaArg(lower: Lowering, expression: BuiltinExpression): Expression {
  const { type } = expression;
  const [list] = expression.arguments;
  const tag = tagOf(lower, type);
  if (list === undefined || tag === undefined) {
    return lower.unsupported(`va_arg of a ${type.kind} type`, type);
  }
  const { graph, pointer } = lower;
  graph.mutate();
  const place = lower.save(pointerIn(lower, list));
  const slot = lower.save({ kind: "load", type: pointer, address: place });
  const isSame = compare("eq", { kind: "load", type: TAG, address: slot }, tag);
  const [same, other] = [graph.newNode(), graph.newNode()];
  graph.assume(isSame, true, undefined, same);
  graph.assume(isSame, false, undefined, other);
  graph.moveTo(other);
  lower.unsupported("va_arg of another type than that of the argument (C11 7.16.1.1p2)", type);
  graph.moveTo(same);
  const from = offsetBy(slot, VALUE_OFFSET);
  const scalar = valueTypeOf(type);
  let result: Expression;
  if (scalar === undefined) {
    result = addressOf(lower.names.newTemporary(type), pointer);
    const size = sizeOf(type) ?? 0;
    if (size > 0) graph.emit({ kind: "copy", to: result, from, size, ...paddingIn(type) });
  } else {
    result = lower.save({ kind: "load", type: scalar, address: from });
  }
  const next = offsetBy(slot, slotSize(type));
  graph.emit({ kind: "assign", address: place, value: next });
  return result;
}
