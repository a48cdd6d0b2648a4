/** Lowers gcc's builtins that are not ordinary calls; their names are those of cfront's parser/builtins.ts. */

import { floatInfinity, floatMaxFinite, floatNaN } from "../../../ground/util/ieee-float.ts";
import type { Expression as Ast, BuiltinExpression, CType } from "../../cfront/index.ts";
import type { Expression, FloatValueType } from "../model/cfa.ts";
import { canFail } from "../model/expression-properties.ts";
import {
  addressOf,
  cast,
  compare,
  conditional,
  integer,
  negate,
  truthOf,
} from "../model/expressions.ts";
import { floatConstant, formatOf } from "../model/float-values.ts";
import { INT, valueTypeOf } from "../model/value-types.ts";
import { emitInternalCall } from "./internal-call.ts";
import { lowerAtomicBuiltin } from "./lower-atomic.ts";
import { lowerOverflowBuiltin } from "./lower-overflow.ts";
import type { Lowering } from "./lowering.ts";
import { lowerVaArg, lowerVariableArguments } from "./variable-arguments.ts";

/** The value of the builtin, in its type; a placeholder for those without. */
export function lowerBuiltin(lower: Lowering, expression: BuiltinExpression): Expression {
  const value = builtinValue(lower, expression);
  if (value === undefined) {
    return lower.unsupported(`builtin ${expression.name}`, expression.type);
  }
  const isScalar = valueTypeOf(expression.type) !== undefined;
  return isScalar ? lower.convert(value, expression.type) : value;
}

function builtinValue(lower: Lowering, expression: BuiltinExpression): Expression | undefined {
  const { name, type } = expression;
  const [first] = expression.arguments;
  switch (name) {
    case "va_arg":
      return lowerVaArg(lower, expression);
    case "inf":
    case "nan":
      return floatConstantBuiltin(name, type);
    case "alloca":
    case "unreachable":
    case "trap":
      return callIntrinsic(lower, name, expression);
    case "clz":
    case "ctz":
    case "clrsb":
    case "ffs":
    case "parity":
    case "popcount":
    case "bswap":
      return callIntrinsic(lower, `${name}${bitSuffix(name, first)}`, expression);
    case "signbit":
      return callIntrinsic(lower, `signbit${floatSuffix(first)}`, expression);
    default:
      break;
  }
  return (
    lowerFloatTest(lower, name, expression.arguments) ??
    lowerOverflowBuiltin(lower, name, expression.arguments) ??
    lowerAtomicBuiltin(lower, expression) ??
    lowerVariableArguments(lower, expression)
  );
}

function sequence(lower: Lowering, operands: readonly Ast[]): Expression[] {
  lower.checkOrder(operands.map((ast) => ({ ast })));
  return lower.sequence(operands, (operand) => lower.value(operand));
}

function callIntrinsic(lower: Lowering, bare: string, expression: BuiltinExpression): Expression {
  const { type } = expression;
  lower.graph.mutate();
  const parameters = expression.arguments.map((argument) => argument.type);
  const symbol = lower.names.internalFunction(`__builtin_${bare}`, type, parameters);
  const values = sequence(lower, expression.arguments);
  const scalar = valueTypeOf(type);
  if (scalar === undefined) {
    emitInternalCall(lower, symbol, values);
    return integer(INT, 0);
  }
  const address = addressOf(lower.names.newTemporary(type), lower.pointer);
  emitInternalCall(lower, symbol, values, { address, scalar });
  return { kind: "load", type: scalar, address };
}

/** The suffixes by which gcc distinguishes the operand's type. */
function bitSuffix(name: string, operand: Ast | undefined): string {
  const type = operand?.type;
  if (type?.kind !== "integer") return "";
  if (name === "bswap") return String(type.bits);
  return { long: "l", ulong: "l", llong: "ll", ullong: "ll" }[type.name as string] ?? "";
}

function floatSuffix(operand: Ast | undefined): string {
  const type = operand?.type;
  if (type?.kind !== "float") return "";
  return { float: "f", double: "", ldouble: "l", float128: "f128" }[type.name];
}

function floatConstantBuiltin(name: "inf" | "nan", type: CType): Expression | undefined {
  const valueType = valueTypeOf(type);
  if (valueType?.kind !== "float") return undefined;
  const format = formatOf(valueType);
  // The payload that the argument of nan selects is not modelled: NaNs have one pattern.
  return floatConstant(valueType, name === "nan" ? floatNaN(format) : floatInfinity(format));
}

const FLOAT_TESTS: ReadonlySet<string> = new Set(
  `isnan isinf isinf_sign isfinite isnormal fpclassify isunordered isgreater
   isgreaterequal isless islessequal islessgreater`.split(/\s+/),
);

/** Tests of any floating type; undefined for other builtins. */
function lowerFloatTest(
  lower: Lowering,
  test: string,
  operands: readonly Ast[],
): Expression | undefined {
  if (!FLOAT_TESTS.has(test)) return undefined;
  const values = sequence(lower, operands).map((value) => reusable(lower, value));
  const x = values.at(test === "fpclassify" ? -1 : 0);
  if (x?.type.kind !== "float") return undefined;
  const limits = limitsOf(x.type);
  const not = (value: Expression): Expression => compare("eq", value, integer(INT, 0));
  const both = (a: Expression, b: Expression): Expression => conditional(a, b, integer(INT, 0));
  const either = (a: Expression, b: Expression): Expression => conditional(a, integer(INT, 1), b);
  const isNan = compare("ne", x, x);
  const isPlusInfinity = compare("eq", x, limits.infinity);
  const isMinusInfinity = compare("eq", x, negate(limits.infinity));
  const isInfinite = either(isPlusInfinity, isMinusInfinity);
  const isBounded = both(
    compare("le", negate(limits.largest), x),
    compare("le", x, limits.largest),
  );
  const isLarge = either(
    compare("ge", x, limits.smallestNormal),
    compare("le", x, negate(limits.smallestNormal)),
  );
  switch (test) {
    case "isnan":
      return isNan;
    case "isinf":
      return isInfinite;
    case "isinf_sign":
      return conditional(
        isPlusInfinity,
        integer(INT, 1),
        conditional(isMinusInfinity, integer(INT, -1), integer(INT, 0)),
      );
    case "isfinite":
      return isBounded;
    case "isnormal":
      return both(isBounded, isLarge);
    case "fpclassify": {
      const [nan, infinite, normal, subnormal, zero] = values;
      if (!nan || !infinite || !normal || !subnormal || !zero) return undefined;
      const isZero = compare("eq", x, cast(x.type, integer(INT, 0)));
      const small = conditional(isZero, zero, conditional(isLarge, normal, subnormal));
      return conditional(isNan, nan, conditional(isInfinite, infinite, small));
    }
    default:
      break;
  }
  const second = values[1];
  if (second?.type.kind !== "float") return undefined;
  const type = wider(x.type, second.type);
  const [a, b] = [cast(type, x), cast(type, second)];
  const isUnordered = either(compare("ne", a, a), compare("ne", b, b));
  switch (test) {
    case "isunordered":
      return isUnordered;
    case "isgreater":
      return compare("gt", a, b);
    case "isgreaterequal":
      return compare("ge", a, b);
    case "isless":
      return compare("lt", a, b);
    case "islessequal":
      return compare("le", a, b);
    case "islessgreater":
      return truthOf(both(not(isUnordered), compare("ne", a, b)));
    default:
      return undefined;
  }
}

const RANK: readonly FloatValueType["format"][] = ["float", "double", "ldouble", "float128"];

function wider(a: FloatValueType, b: FloatValueType): FloatValueType {
  return RANK.indexOf(a.format) >= RANK.indexOf(b.format) ? a : b;
}

function limitsOf(type: FloatValueType): {
  readonly infinity: Expression;
  readonly largest: Expression;
  readonly smallestNormal: Expression;
} {
  const format = formatOf(type);
  return {
    infinity: floatConstant(type, floatInfinity(format)),
    largest: floatConstant(type, floatMaxFinite(format)),
    // Exponent field 1, fraction 0.
    smallestNormal: floatConstant(type, 1n << BigInt(format.significandBits - 1)),
  };
}

/** The value, in a temporary unless it is cheap to compute again. */
function reusable(lower: Lowering, value: Expression): Expression {
  const isCheap =
    value.kind === "integer" ||
    value.kind === "float" ||
    (value.kind === "load" && value.address.kind === "address");
  const isPure = lower.graph.isFrozen && (lower.allowsGuardedFailure || !canFail(value));
  return isCheap || isPure ? value : lower.save(value);
}
