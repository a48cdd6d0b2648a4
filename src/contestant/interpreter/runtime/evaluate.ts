import * as ieee from "../../../ground/util/ieee-float.ts";
import {
  type ArithmeticExpression,
  type CastExpression,
  type Expression,
  FLOAT_FORMATS,
  type FloatValueType,
  type LoadExpression,
  type MemoryObject,
  sizeInMemory,
  type ValueType,
} from "../../cfa/index.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import { READABLE, UNNAMED } from "../address-space.ts";
import { isObject } from "../codegen/address.ts";
import { isSigned } from "../codegen/representation.ts";
import { UndefinedEvaluation } from "../contract.ts";
import type { Memory } from "./memory.ts";

/** The state in which an expression is evaluated: everything is in memory. */
export interface Environment {
  readonly memory: Memory;
  readonly pointerBits: number;
  readonly roundingMode: ieee.RoundingMode;
  /** Base address; undefined when the object does not exist in this state. */
  addressOf(object: MemoryObject): number | undefined;
  functionAddress(symbol: FunctionSymbol): number;
}

/**
 * The value of an expression as an unsigned bit pattern, straight from the
 * definitions: slow, and independent of the code generator, which is tested
 * against it. Long double is the 80-bit pattern of memory.
 */
export function evaluate(env: Environment, expression: Expression): bigint {
  const bits = value(env, expression);
  return expression.type.kind === "float" ? bits : BigInt.asUintN(expression.type.bits, bits);
}

/** Integers as their values, pointers unsigned, floats as bit patterns in memory. */
function value(env: Environment, expression: Expression): bigint {
  switch (expression.kind) {
    case "integer":
      return expression.value;
    case "float":
      return expression.bits;
    case "address": {
      const { target } = expression;
      return BigInt(isObject(target) ? baseOf(env, target) : env.functionAddress(target));
    }
    case "load":
      return load(env, expression);
    case "unary": {
      const operand = value(env, expression.operand);
      const { type } = expression;
      if (type.kind === "float")
        return fromFormat(type, ieee.floatNegate(format(type), toFormat(type, operand)));
      return wrap(type, expression.operator === "negate" ? -operand : ~operand);
    }
    case "binary":
      return arithmetic(env, expression);
    case "compare": {
      const { left, right, operator } = expression;
      const [a, b] = [value(env, left), value(env, right)];
      return compare(operator, left.type, a, b) ? 1n : 0n;
    }
    case "cast":
      return cast(env, expression);
    case "conditional":
      return isTrue(expression.condition.type, value(env, expression.condition))
        ? value(env, expression.whenTrue)
        : value(env, expression.whenFalse);
  }
}

function wrap(type: ValueType, exact: bigint): bigint {
  if (type.kind === "float") return exact;
  return isSigned(type) ? BigInt.asIntN(type.bits, exact) : BigInt.asUintN(type.bits, exact);
}

function format(type: FloatValueType): ieee.FloatFormat {
  return FLOAT_FORMATS[type.format];
}

function toFormat(type: FloatValueType, bits: bigint): bigint {
  return type.format === "ldouble" ? ieee.decodeX87(bits) : bits;
}

function fromFormat(type: FloatValueType, bits: bigint): bigint {
  return type.format === "ldouble" ? ieee.encodeX87(bits) : bits;
}

function baseOf(env: Environment, object: MemoryObject): number {
  const base = env.addressOf(object);
  if (base === undefined) throw new UndefinedEvaluation("invalid-dereference", "6.2.4p2");
  return base;
}

function load(env: Environment, expression: LoadExpression): bigint {
  const { type, bitField } = expression;
  const start = value(env, expression.address) + BigInt((bitField?.bitOffset ?? 0) >> 3);
  const shift = (bitField?.bitOffset ?? 0) & 7;
  const bytes =
    bitField === undefined
      ? sizeInMemory(type, env.pointerBits)
      : Math.ceil((shift + bitField.bitWidth) / 8);
  const address = Number(start);
  const { space } = env.memory;
  const isReadable =
    space.permits(address, bytes, READABLE) ||
    (isTemporary(expression.address) && space.permits(address, bytes, UNNAMED));
  if (!isReadable) {
    throw new UndefinedEvaluation("invalid-dereference", "6.5.3.2p4");
  }
  if (type.kind === "float") {
    const bits = env.memory.loadBits(address, type.format === "ldouble" ? 10 : bytes);
    const pattern = toFormat(type, bits);
    return fromFormat(
      type,
      ieee.isFloatNaN(format(type), pattern) ? ieee.floatNaN(format(type)) : pattern,
    );
  }
  if (env.memory.nanBits.isMarked(address, bytes)) {
    throw new UndefinedEvaluation("unspecified-value", "6.2.6.1");
  }
  const bits = env.memory.loadBits(address, bytes) >> BigInt(shift);
  const width = bitField?.bitWidth ?? type.bits;
  return isSigned(type) ? BigInt.asIntN(width, bits) : BigInt.asUintN(width, bits);
}

/** No pointer leads to a temporary that the expression itself does not name. */
function isTemporary(address: Expression): boolean {
  return (
    address.kind === "address" && isObject(address.target) && address.target.kind === "temporary"
  );
}

function isTrue(type: ValueType, bits: bigint): boolean {
  if (type.kind !== "float") return bits !== 0n;
  return !ieee.floatEqual(format(type), toFormat(type, bits), ieee.floatZero(format(type)));
}

function compare(operator: string, type: ValueType, a: bigint, b: bigint): boolean {
  let [x, y] = [a, b];
  if (type.kind === "float") {
    const relation = ieee.compareFloats(format(type), toFormat(type, a), toFormat(type, b));
    if (relation === "unordered") return operator === "ne";
    [x, y] = [relation === "less" ? -1n : relation === "greater" ? 1n : 0n, 0n];
  }
  switch (operator) {
    case "eq":
      return x === y;
    case "ne":
      return x !== y;
    case "lt":
      return x < y;
    case "le":
      return x <= y;
    case "gt":
      return x > y;
    default:
      return x >= y;
  }
}

const FLOAT_OPERATIONS = {
  add: ieee.floatAdd,
  sub: ieee.floatSub,
  mul: ieee.floatMul,
  div: ieee.floatDiv,
} as const;

function arithmetic(env: Environment, expression: ArithmeticExpression): bigint {
  const { type, operator } = expression;
  const a = value(env, expression.left);
  const b = value(env, expression.right);
  if (type.kind === "float") {
    const operation = FLOAT_OPERATIONS[operator as keyof typeof FLOAT_OPERATIONS];
    const [x, y] = [toFormat(type, a), toFormat(type, b)];
    return fromFormat(type, operation(format(type), env.roundingMode, x, y));
  }
  switch (operator) {
    case "add":
      return wrap(type, a + b);
    case "sub":
      return wrap(type, a - b);
    case "mul":
      return wrap(type, a * b);
    case "div":
    case "rem": {
      if (b === 0n) throw new UndefinedEvaluation("division-by-zero", "6.5.5p5");
      const quotient = a / b;
      if (wrap(type, quotient) !== quotient) {
        throw new UndefinedEvaluation("signed-overflow", "6.5.5p6");
      }
      return operator === "div" ? quotient : a % b;
    }
    case "and":
      return wrap(type, a & b);
    case "or":
      return wrap(type, a | b);
    case "xor":
      return wrap(type, a ^ b);
    default:
      if (b < 0n || b >= BigInt(type.bits)) throw new UndefinedEvaluation("shift", "6.5.7p3");
      return operator === "shl" ? wrap(type, a << b) : a >> b;
  }
}

function cast(env: Environment, expression: CastExpression): bigint {
  const { type } = expression;
  const from = expression.operand.type;
  const operand = value(env, expression.operand);
  if (from.kind === "float") {
    const bits = toFormat(from, operand);
    if (type.kind === "float") {
      return fromFormat(
        type,
        ieee.convertFloat(format(from), format(type), env.roundingMode, bits),
      );
    }
    const range = { width: type.bits, signed: isSigned(type) };
    const integer = ieee.floatToInteger(format(from), "toward-zero", bits, range);
    if (integer === undefined) throw new UndefinedEvaluation("float-to-integer", "6.3.1.4p1");
    return integer;
  }
  if (type.kind === "float") {
    return fromFormat(type, ieee.integerToFloat(format(type), env.roundingMode, operand));
  }
  // gcc extends a pointer by its sign into a wider integer.
  const extended = from.kind === "pointer" ? BigInt.asIntN(from.bits, operand) : operand;
  return wrap(type, extended);
}
