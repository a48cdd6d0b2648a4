/**
 * Constructors of CFA expressions that simplify exactly: constants are folded
 * where C defines the result, never where the operation is undefined (overflow,
 * division by zero, bad shifts), so that consumers still see those.
 */

import { compareFloats } from "../../../ground/util/ieee-float.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import type {
  AddressExpression,
  ArithmeticOperator,
  ComparisonOperator,
  Expression,
  FloatConstant,
  IntegerConstant,
  IntegerValueType,
  MemoryObject,
  PointerValueType,
  ValueType,
} from "./cfa.ts";
import { NEGATED } from "./comparison-operators.ts";
import { canFail } from "./expression-properties.ts";
import {
  exactFloatResult,
  floatAsFloat,
  floatAsInteger,
  formatOf,
  integerAsFloat,
  negateFloat,
  patternOf,
} from "./float-values.ts";
import { INT, integerType, sameValueType, typeRange, wrap } from "./value-types.ts";

export function integer(
  type: IntegerValueType | PointerValueType,
  value: bigint | number,
): IntegerConstant {
  return { kind: "integer", type, value: wrap(type, BigInt(value)) };
}

export function addressOf(
  target: MemoryObject | FunctionSymbol,
  type: PointerValueType,
): AddressExpression {
  return { kind: "address", type, target };
}

export function zero(type: ValueType): IntegerConstant | FloatConstant {
  return type.kind === "float" ? integerAsFloat(0n, type) : integer(type, 0n);
}

/** Adds a constant number of bytes to a pointer. */
export function offsetBy(address: Expression, bytes: bigint | number): Expression {
  const type = address.type as PointerValueType;
  return binary("add", type, address, integer(integerType(type.bits, false), bytes));
}

/** Conversion to a value type other than `_Bool`, as {@link CastExpression}. */
export function cast(type: ValueType, operand: Expression): Expression {
  const from = operand.type;
  if (sameValueType(from, type)) return operand;
  if (operand.kind === "integer") {
    return type.kind === "float"
      ? integerAsFloat(operand.value, type)
      : integer(type, operand.value);
  }
  if (operand.kind === "float") {
    if (type.kind === "float") return floatAsFloat(operand, type);
    const value = type.kind === "int" ? floatAsInteger(operand, type) : undefined;
    if (value !== undefined) return integer(type, value);
  }
  if (operand.kind === "cast" && type.kind !== "float" && from.kind === "int") {
    const inner = operand.operand.type;
    // Narrowing after any integer cast, and any cast after one that preserves values, depend on the
    // inner value only.
    const isPreserved = type.bits <= from.bits || isTruthValue(operand.operand);
    if (inner.kind === "int" && (isPreserved || preservesValues(inner, from))) {
      return cast(type, operand.operand);
    }
  }
  return { kind: "cast", type, operand };
}

function preservesValues(from: IntegerValueType, to: IntegerValueType): boolean {
  const [low, high] = typeRange(from);
  const [toLow, toHigh] = typeRange(to);
  return toLow <= low && high <= toHigh;
}

export function negate(operand: Expression, range?: TextRange): Expression {
  const { type } = operand;
  if (operand.kind === "float") return negateFloat(operand);
  if (operand.kind === "integer" && type.kind === "int") {
    if (!type.signed || operand.value !== typeRange(type)[0]) return integer(type, -operand.value);
  }
  return withRange({ kind: "unary", operator: "negate", type, operand }, range);
}

export function complement(operand: Expression, range?: TextRange): Expression {
  const { type } = operand;
  if (operand.kind === "integer") return integer(operand.type, ~operand.value);
  return withRange({ kind: "unary", operator: "complement", type, operand }, range);
}

function withRange<T extends Expression>(expression: T, range: TextRange | undefined): T {
  return range === undefined ? expression : { ...expression, range };
}

/** See {@link ArithmeticExpression} for the types of the operands. */
export function binary(
  operator: ArithmeticOperator,
  type: ValueType,
  left: Expression,
  right: Expression,
  range?: TextRange,
): Expression {
  if (left.kind === "float" && right.kind === "float") {
    const value = exactFloatResult(operator, left, right);
    if (value !== undefined) return value;
  }
  if (type.kind !== "float" && right.kind === "integer") {
    if (left.kind === "integer" && left.type.kind === "int") {
      const value = foldIntegers(operator, left, right);
      if (value !== undefined) return value;
    }
    // The difference of a pointer and null is the pointer as a number.
    if (isNeutral(operator, type, right.value)) return cast(type, left);
    if (operator === "add" && left.kind === "binary" && left.operator === "add") {
      const merged = mergeConstants(type, left.left, left.right, right);
      if (merged !== undefined) return merged;
    }
    if (operator === "add" && left.kind === "integer" && type.kind === "pointer") {
      return integer(type, left.value + right.value);
    }
  }
  if (type.kind === "int" && !type.signed && left.kind === "integer" && right.kind !== "integer") {
    // Constants to the right, where the order of evaluation cannot be observed.
    if (operator === "add" || operator === "mul") {
      return binary(operator, type, right, left, range);
    }
  }
  return withRange({ kind: "binary", operator, type, left, right }, range);
}

/** Whether the result is always the left operand. */
function isNeutral(operator: ArithmeticOperator, type: ValueType, right: bigint): boolean {
  switch (operator) {
    case "add":
    case "sub":
    case "or":
    case "xor":
    case "shr":
      return right === 0n;
    case "shl":
      // A negative value may not be shifted at all (C11 6.5.7p4).
      return right === 0n && !(type.kind === "int" && type.signed);
    case "mul":
    case "div":
      return right === 1n;
    case "rem":
    case "and":
      return false;
    default:
      return unreachableKind(operator);
  }
}

/** `(base + inner) + outer` for pointers and unsigned integers, where sums of constants wrap. */
function mergeConstants(
  type: ValueType,
  base: Expression,
  inner: Expression,
  outer: IntegerConstant,
): Expression | undefined {
  if (inner.kind !== "integer" || (type.kind === "int" && type.signed)) return undefined;
  return binary("add", type, base, integer(inner.type, inner.value + outer.value));
}

function foldIntegers(
  operator: ArithmeticOperator,
  left: IntegerConstant,
  right: IntegerConstant,
): IntegerConstant | undefined {
  const type = left.type as IntegerValueType;
  const exact = exactResult(operator, type, left.value, right.value);
  if (exact === undefined) return undefined;
  const result = integer(type, exact);
  const mayWrap = !type.signed || operator === "and" || operator === "or" || operator === "xor";
  return mayWrap || result.value === exact ? result : undefined;
}

function exactResult(
  operator: ArithmeticOperator,
  type: IntegerValueType,
  a: bigint,
  b: bigint,
): bigint | undefined {
  switch (operator) {
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "mul":
      return a * b;
    case "div":
      return b === 0n ? undefined : a / b;
    case "rem":
      // The remainder is undefined where the quotient overflows (C11 6.5.5p6).
      return b === 0n || (type.signed && b === -1n && a === typeRange(type)[0]) ? undefined : a % b;
    case "and":
      return a & b;
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
    case "shl":
    case "shr":
      if (b < 0n || b >= BigInt(type.bits) || (operator === "shl" && a < 0n)) return undefined;
      return operator === "shl" ? a << b : a >> b;
  }
}

export function compare(
  operator: ComparisonOperator,
  left: Expression,
  right: Expression,
): Expression {
  const known = foldComparison(operator, left, right);
  if (known !== undefined) return integer(INT, known ? 1n : 0n);
  if (right.kind === "integer" && right.value === 0n && left.type.kind === "int") {
    const bare = withoutWidening(left);
    if (operator === "ne" && isTruthValue(bare)) return bare;
    if (operator === "eq" && isTruthValue(bare)) {
      const negation = negatedTruth(bare);
      if (negation !== undefined) return negation;
    }
  }
  return { kind: "compare", operator, type: INT, left, right };
}

function foldComparison(
  operator: ComparisonOperator,
  left: Expression,
  right: Expression,
): boolean | undefined {
  if (left.kind === "integer" && right.kind === "integer") {
    return holds(operator, left.value < right.value ? -1 : left.value > right.value ? 1 : 0);
  }
  if (left.kind === "float" && right.kind === "float") {
    const relation = compareFloats(formatOf(left.type), patternOf(left), patternOf(right));
    if (relation === "unordered") return operator === "ne";
    return holds(operator, relation === "less" ? -1 : relation === "greater" ? 1 : 0);
  }
  // No object or function stands at the null pointer.
  if (left.kind === "address" && right.kind === "integer" && right.value === 0n) {
    if (operator === "eq" || operator === "ne") return operator === "ne";
  }
  return undefined;
}

function holds(operator: ComparisonOperator, order: -1 | 0 | 1): boolean {
  switch (operator) {
    case "eq":
      return order === 0;
    case "ne":
      return order !== 0;
    case "lt":
      return order < 0;
    case "le":
      return order <= 0;
    case "gt":
      return order > 0;
    case "ge":
      return order >= 0;
  }
}

/** Strips integer casts that keep zero zero and everything else not zero. */
function withoutWidening(expression: Expression): Expression {
  let bare = expression;
  while (
    bare.kind === "cast" &&
    bare.type.kind === "int" &&
    bare.operand.type.kind === "int" &&
    (bare.type.bits >= bare.operand.type.bits || isTruthValue(bare.operand))
  ) {
    bare = bare.operand;
  }
  return bare;
}

/** Whether the value is an `int` that is always 0 or 1 by its form. */
function isTruthValue(expression: Expression): boolean {
  switch (expression.kind) {
    case "compare":
      return true;
    case "integer":
      return expression.type === INT && (expression.value === 0n || expression.value === 1n);
    case "conditional":
      return (
        expression.type === INT &&
        isTruthValue(expression.whenTrue) &&
        isTruthValue(expression.whenFalse)
      );
    case "float":
    case "address":
    case "load":
    case "unary":
    case "binary":
    case "cast":
      return false;
    default:
      return unreachableKind(expression);
  }
}

function negatedTruth(expression: Expression): Expression | undefined {
  if (expression.kind !== "compare") return undefined;
  const { operator, left, right } = expression;
  // With NaNs only equality has a negation.
  if (left.type.kind === "float" && operator !== "eq" && operator !== "ne") return undefined;
  return { kind: "compare", operator: NEGATED[operator], type: INT, left, right };
}

/** `int` 1 when the scalar is not zero, else 0. */
export function truthOf(expression: Expression): Expression {
  return isTruthValue(expression) ? expression : compare("ne", expression, zero(expression.type));
}

/** `int` 1 when the scalar is zero, else 0: C's `!`. */
export function notOf(expression: Expression): Expression {
  return compare("eq", expression, zero(expression.type));
}

export function conditional(
  condition: Expression,
  whenTrue: Expression,
  whenFalse: Expression,
): Expression {
  const known = constantTruth(condition);
  if (known !== undefined) return known ? whenTrue : whenFalse;
  if (whenTrue.kind === "integer" && whenFalse.kind === "integer" && whenTrue.type === INT) {
    // Undefined operations must remain visible to consumers.
    if (whenTrue.value === whenFalse.value && !canFail(condition)) return whenTrue;
    if (whenTrue.value === 1n && whenFalse.value === 0n) return truthOf(condition);
    if (whenTrue.value === 0n && whenFalse.value === 1n) return notOf(condition);
  }
  return { kind: "conditional", type: whenTrue.type, condition, whenTrue, whenFalse };
}

/** Whether the scalar is known to be nonzero or zero. */
export function constantTruth(expression: Expression): boolean | undefined {
  switch (expression.kind) {
    case "integer":
      return expression.value !== 0n;
    case "float":
      return foldComparison("ne", expression, zero(expression.type));
    case "address":
      return true;
    default:
      return undefined;
  }
}
