/** Arithmetic conversions (C11 6.3.1) and the ranges of integer types. */
import { invariant } from "../../ground/util/errors.ts";
import { type BasicTypes, complexOf } from "./type-factory.ts";
import type {
  ComplexType,
  CType,
  EnumType,
  FloatKind,
  FloatType,
  IntegerKind,
  IntegerType,
} from "./types.ts";

export type ArithmeticType = IntegerType | FloatType | ComplexType | EnumType;

/** Conversion rank (C11 6.3.1.1p1); equal for the signed and unsigned type of a kind. */
const INTEGER_RANK: Readonly<Record<IntegerKind, number>> = {
  bool: 0,
  char: 1,
  schar: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 3,
  uint: 3,
  long: 4,
  ulong: 4,
  llong: 5,
  ullong: 5,
  int128: 6,
  uint128: 6,
};
const FLOAT_RANK: Readonly<Record<FloatKind, number>> = {
  float: 0,
  double: 1,
  ldouble: 2,
  float128: 3,
};
const UNSIGNED_COUNTERPART: Readonly<Partial<Record<IntegerKind, IntegerKind>>> = {
  char: "uchar",
  schar: "uchar",
  short: "ushort",
  int: "uint",
  long: "ulong",
  llong: "ullong",
  int128: "uint128",
};

export function integerRank(type: IntegerType): number {
  return INTEGER_RANK[type.name];
}

/** The unsigned type of the same size, unqualified; unsigned types stay. */
export function unsignedCounterpart(type: IntegerType, types: BasicTypes): IntegerType {
  return types[UNSIGNED_COUNTERPART[type.name] ?? type.name];
}

/** Integer types and enumerated types, the latter by their compatible type. */
export function isInteger(type: CType): type is IntegerType | EnumType {
  return type.kind === "integer" || type.kind === "enum";
}
export function isArithmetic(type: CType): type is ArithmeticType {
  return isInteger(type) || type.kind === "float" || type.kind === "complex";
}
/** Arithmetic and pointer types (C11 6.2.5p21). */
export function isScalar(type: CType): boolean {
  return isArithmetic(type) || type.kind === "pointer";
}

/** The integer type that represents values of `type`: itself, or an enum's compatible type. */
export function underlyingInteger(type: IntegerType | EnumType): IntegerType {
  if (type.kind === "integer") return type;
  invariant(type.definition.underlying !== undefined, "a value has a complete enumerated type");
  return type.definition.underlying;
}

/** Smallest value of an integer type; `bits` narrows it for bit-fields. */
export function intMin(type: IntegerType, bits: number = type.bits): bigint {
  return type.signed ? -(1n << BigInt(bits - 1)) : 0n;
}
/** Largest value of an integer type; `bits` narrows it for bit-fields. */
export function intMax(type: IntegerType, bits: number = type.bits): bigint {
  return (1n << BigInt(type.signed ? bits - 1 : bits)) - 1n;
}

/** The value converted to the type modulo 2^bits; to `_Bool` by comparison with zero (C11 6.3.1.2-3). */
export function wrapInteger(value: bigint, type: IntegerType): bigint {
  if (type.name === "bool") return value === 0n ? 0n : 1n;
  return type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
}

/**
 * Integer promotions (C11 6.3.1.1p2). With `bitWidth`, those of a bit-field of that width. Like
 * gcc, narrow bit-fields of any declared type become `int`; one wider than `int` keeps its declared
 * type (gcc itself computes with the bit-field's own width there: a caller that must not differ has
 * to refuse).
 */
export function integerPromote(
  type: IntegerType | EnumType,
  types: BasicTypes,
  bitWidth?: number,
): IntegerType {
  const integer = underlyingInteger(type);
  const bits = bitWidth ?? integer.bits;
  if (bitWidth === undefined && integerRank(integer) > INTEGER_RANK.int) {
    return types[integer.name];
  }
  if (bits < 32 || (bits === 32 && integer.signed)) return types.int;
  if (bits === 32) return types.uint;
  return types[integer.name];
}

/**
 * The common real or complex type of two operands (C11 6.3.1.8), unqualified.
 * Like gcc, the parts of two complex integers are not promoted.
 */
export function usualArithmeticConversions(
  left: ArithmeticType,
  right: ArithmeticType,
  types: BasicTypes,
): IntegerType | FloatType | ComplexType {
  if (left.kind === "complex" && right.kind === "complex") {
    const [a, b] = [left.element, right.element];
    const areIntegers = a.kind === "integer" && b.kind === "integer";
    return complexOf(areIntegers ? commonInteger(a, b, types) : commonReal(a, b, types));
  }
  const common = commonReal(elementOf(left), elementOf(right), types);
  return left.kind === "complex" || right.kind === "complex" ? complexOf(common) : common;
}

function elementOf(type: ArithmeticType): IntegerType | FloatType {
  if (type.kind === "complex") return type.element;
  return type.kind === "float" ? type : underlyingInteger(type);
}

function commonReal(
  left: IntegerType | FloatType,
  right: IntegerType | FloatType,
  types: BasicTypes,
): IntegerType | FloatType {
  if (left.kind === "float" || right.kind === "float") {
    const leftRank = left.kind === "float" ? FLOAT_RANK[left.name] : -1;
    const rightRank = right.kind === "float" ? FLOAT_RANK[right.name] : -1;
    return types[(leftRank >= rightRank ? left : right).name];
  }
  return commonInteger(integerPromote(left, types), integerPromote(right, types), types);
}

function commonInteger(a: IntegerType, b: IntegerType, types: BasicTypes): IntegerType {
  if (a.signed === b.signed) return integerRank(a) >= integerRank(b) ? a : b;
  const [signed, unsigned] = a.signed ? [a, b] : [b, a];
  if (integerRank(unsigned) >= integerRank(signed)) return unsigned;
  return signed.bits > unsigned.bits ? signed : unsignedCounterpart(signed, types);
}

/**
 * The integer type gcc makes compatible with an enumeration (C11 6.7.2.2p4):
 * the first of unsigned int / int, then the long types, that holds all values;
 * the smallest of all for a packed one. Undefined when no type holds them.
 */
export function enumUnderlying(
  values: readonly bigint[],
  types: BasicTypes,
  options: { readonly packed?: boolean } = {},
): IntegerType | undefined {
  const hasNegative = values.some((value) => value < 0n);
  const wide: readonly IntegerKind[] = hasNegative
    ? ["int", "long", "llong"]
    : ["uint", "ulong", "ullong"];
  const narrow: readonly IntegerKind[] = hasNegative ? ["schar", "short"] : ["uchar", "ushort"];
  const kinds = options.packed ? [...narrow, ...wide] : wide;
  return kinds
    .map((kind) => types[kind])
    .find((type) => values.every((value) => value >= intMin(type) && value <= intMax(type)));
}
