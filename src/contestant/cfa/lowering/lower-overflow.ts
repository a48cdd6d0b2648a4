/** gcc's arithmetic with overflow checks ("Integer Overflow Builtins"). */
import type { Expression as Ast } from "../../cfront/index.ts";
import type { ArithmeticOperator, Expression, IntegerValueType } from "../model/cfa.ts";
import { binary, cast, compare } from "../model/expressions.ts";
import { BYTE, integerType, isBool, valueTypeOf } from "../model/value-types.ts";
import type { Lowering } from "./lowering.ts";

const OPERATORS: Readonly<Record<string, ArithmeticOperator>> = {
  add: "add",
  sub: "sub",
  mul: "mul",
};

/**
 * `__builtin_add_overflow(a, b, &result)` and relatives: the exact result is
 * computed in a type that holds it; it does not fit when storing it changes it.
 * Undefined for other builtins.
 */
export function lowerOverflowBuiltin(
  lower: Lowering,
  name: string,
  operands: readonly Ast[],
): Expression | undefined {
  const match = /^(add|sub|mul)_overflow(_p)?$/.exec(name);
  const operator = OPERATORS[match?.[1] ?? ""];
  const [left, right, third] = operands;
  if (match === null || operator === undefined || !left || !right || !third) return undefined;
  const isPredicate = match[2] !== undefined;
  const targetType = isPredicate || third.type.kind !== "pointer" ? third.type : third.type.target;
  const target = valueTypeOf(targetType);
  const [a, b, last] = lower.sequence([left, right, third], (part) => lower.value(part));
  if (a?.type.kind !== "int" || b?.type.kind !== "int" || last === undefined) return undefined;
  const wide = target?.kind === "int" ? exactType(operator, a.type, b.type, target) : undefined;
  if (target === undefined || wide === undefined || isBool(targetType)) {
    return lower.unsupported(`__builtin_${name} of these types`, lower.types.bool);
  }
  // The last operand of a predicate tells the type, and is evaluated.
  if (isPredicate) lower.evaluate(last);
  const exact = binary(operator, wide, cast(wide, a), cast(wide, b));
  const kept = isPredicate ? exact : lower.save(exact);
  const stored = cast(target, kept);
  if (!isPredicate) lower.graph.emit({ kind: "assign", address: last, value: stored });
  return cast(BYTE, compare("ne", cast(wide, stored), kept));
}

/** A type that holds the result for all operands exactly and is wider than the target; undefined if there is none. */
function exactType(
  operator: ArithmeticOperator,
  a: IntegerValueType,
  b: IntegerValueType,
  target: IntegerValueType,
): IntegerValueType | undefined {
  const bits = Math.max(a.bits, b.bits, target.bits);
  if (bits > 64) return undefined;
  const needsUnsigned = operator === "mul" && !a.signed && !b.signed;
  if (bits < 64 && !needsUnsigned) return integerType(64, true);
  // Unsigned 64-bit factors need all 128 bits. Their product is at most 2^128 - 2^65 + 1,
  // so that no negative 64-bit result, extended, equals it.
  return integerType(128, !needsUnsigned);
}
