/** Maps C types to machine value types. */
import type { ComplexType, CType, RecordType } from "../../cfront/index.ts";
import type { FloatValueType, IntegerValueType, PointerValueType, ValueType } from "./cfa.ts";

const signedTypes: IntegerValueType[] = [];
const unsignedTypes: IntegerValueType[] = [];

/** The integer value type of that width; one object per type. */
export function integerType(bits: number, signed: boolean): IntegerValueType {
  const types = signed ? signedTypes : unsignedTypes;
  types[bits] ??= { kind: "int", bits, signed };
  return types[bits] as IntegerValueType;
}

/** C's `int`: the type of comparisons. */
export const INT: IntegerValueType = integerType(32, true);
/** Type of single bytes, and of `_Bool`. */
export const BYTE: IntegerValueType = integerType(8, false);

const pointerTypes: Readonly<Record<number, PointerValueType>> = {
  4: { kind: "pointer", bits: 32 },
  8: { kind: "pointer", bits: 64 },
};

export function pointerType(size: number): PointerValueType {
  return pointerTypes[size] as PointerValueType;
}

const floatTypes: Readonly<Record<FloatValueType["format"], FloatValueType>> = {
  float: { kind: "float", format: "float" },
  double: { kind: "float", format: "double" },
  ldouble: { kind: "float", format: "ldouble" },
  float128: { kind: "float", format: "float128" },
};

/** Value type of a scalar C type; undefined for void, arrays, functions, records and complex types. */
export function valueTypeOf(type: CType): ValueType | undefined {
  switch (type.kind) {
    case "integer":
      return integerType(type.size * 8, type.signed);
    case "enum": {
      const underlying = type.definition.underlying;
      return underlying === undefined ? undefined : valueTypeOf(underlying);
    }
    case "float":
      return floatTypes[type.name];
    case "pointer":
      return pointerType(type.size);
    default:
      return undefined;
  }
}

/**
 * Whether values are represented by their address: records (GNU vectors, too) and complex numbers.
 */
export function isInMemory(type: CType): type is RecordType | ComplexType {
  return type.kind === "struct" || type.kind === "union" || type.kind === "complex";
}

export function isBool(type: CType): boolean {
  return type.kind === "integer" && type.name === "bool";
}

/** An array whose number of elements, or that of its elements, is known only at run time. */
export function isVariableLengthArray(type: CType): boolean {
  return (
    type.kind === "array" &&
    (type.lengthExpression !== undefined || isVariableLengthArray(type.element))
  );
}

export function sameValueType(a: ValueType, b: ValueType): boolean {
  switch (a.kind) {
    case "int":
      return b.kind === "int" && a.bits === b.bits && a.signed === b.signed;
    case "float":
      return b.kind === "float" && a.format === b.format;
    case "pointer":
      return b.kind === "pointer" && a.bits === b.bits;
  }
}

type Range = readonly [low: bigint, high: bigint];
/** By width. */
const signedRanges: Range[] = [];
const unsignedRanges: Range[] = [];

/** Smallest and largest value of an integer type; pointers count as unsigned integers. */
export function typeRange(type: IntegerValueType | PointerValueType): Range {
  const isSigned = type.kind === "int" && type.signed;
  const ranges = isSigned ? signedRanges : unsignedRanges;
  ranges[type.bits] ??= isSigned
    ? signedRange(BigInt(type.bits))
    : [0n, (1n << BigInt(type.bits)) - 1n];
  return ranges[type.bits] as Range;
}

function signedRange(bits: bigint): Range {
  const half = 1n << (bits - 1n);
  return [-half, half - 1n];
}

/** The value of the type that is congruent modulo two to the width. */
export function wrap(type: IntegerValueType | PointerValueType, value: bigint): bigint {
  return type.kind === "int" && type.signed
    ? BigInt.asIntN(type.bits, value)
    : BigInt.asUintN(type.bits, value);
}

/** Types with equal keys have the same values in the same representation, in registers and memory. */
export function typeKey(type: ValueType): string {
  if (type.kind === "float") return type.format;
  const signed = type.kind === "int" && type.signed;
  return type.bits === 32 || type.bits === 64
    ? `i${type.bits}`
    : `${signed ? "s" : "u"}${type.bits}`;
}
