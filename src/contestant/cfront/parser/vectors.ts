/** GNU vectors: "Using Vector Instructions through Built-in Functions". */
import { defined } from "../../../ground/util/defined.ts";
import type { Expression } from "../ast.ts";
import { foldInteger } from "../constant-folding.ts";
import { intMin, isInteger, underlyingInteger, unsignedCounterpart } from "../conversions.ts";
import { arrayOf, pointerTo, unqualified, vectorOf } from "../type-factory.ts";
import { sizeOf } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import { isCompatible } from "../type-relations.ts";
import type { CType, IntegerType, RecordDefinition, VectorShape } from "../types.ts";
import type { Parser } from "./context.ts";

/** Operators that give masks. */
export const COMPARISONS: ReadonlySet<string> = new Set(["<", ">", "<=", ">=", "==", "!="]);
/** Bits of the significands. */
const PRECISIONS = { float: 24, double: 53, ldouble: 64, float128: 113 } as const;

/**
 * Returns the type of `__attribute__((vector_size(bytes)))`: the innermost arithmetic type, also
 * below pointers, arrays and functions, becomes a vector, a record of the elements with gcc's size
 * and alignment.
 */
export function vectorType(p: Parser, type: CType, bytes: number): CType {
  switch (type.kind) {
    case "pointer":
      return { ...type, target: vectorType(p, type.target, bytes) };
    case "array":
      return { ...type, element: vectorType(p, type.element, bytes) };
    case "function":
      return { ...type, result: vectorType(p, type.result, bytes) };
    default:
      break;
  }
  const size = sizeOf(type);
  if (size === undefined || size === 0 || bytes % size !== 0) return type;
  const { const: isConst, volatile } = type;
  const vector = vectorTypeOf(p, { element: unqualified(type), count: bytes / size });
  return {
    ...vector,
    ...defined({ const: isConst, volatile }),
  };
}

/** Equal vectors are one type. */
function vectorTypeOf(p: Parser, shape: VectorShape): CType {
  const { element, count } = shape;
  const key = `${count} ${typeToString(element)}`;
  let definition = p.vectors.get(key);
  if (definition === undefined) {
    definition = newDefinition(shape);
    p.vectors.set(key, definition);
  }
  return { kind: "struct", tag: undefined, definition };
}

function newDefinition(shape: VectorShape): RecordDefinition {
  const bytes = (sizeOf(shape.element) ?? 0) * shape.count;
  const elements = arrayOf(shape.element, shape.count);
  const fields = [{ name: undefined, type: elements, offset: 0 }];
  return { fields, size: bytes, align: bytes, vector: shape };
}

/** The type of comparisons: signed integers as wide as the elements. */
export function maskType(p: Parser, { element, count }: VectorShape): CType {
  const size = sizeOf(element);
  const { schar, short, int, long, llong, int128 } = p.types;
  const mask = [schar, short, int, long, llong, int128].find((type) => type.size === size);
  return vectorTypeOf(p, { element: mask ?? int, count });
}

/**
 * Whether a vector may be assigned to another of the type: vectors of the same
 * elements, and masks (gcc's opaque vectors) to any vector of their size. gcc
 * takes more only with -flax-vector-conversions.
 */
export function isAssignableVector(p: Parser, value: Expression, target: CType): boolean {
  const [x, y] = [vectorOf(value.type), vectorOf(target)];
  if (x === undefined || y === undefined) return false;
  if (isMask(value)) return sizeOf(value.type) === sizeOf(target);
  return x.count === y.count && isCompatible(x.element, y.element, p.types);
}

/** Whether the value is that of comparisons, or combines it with something. */
function isMask(value: Expression): boolean {
  switch (value.kind) {
    case "binary":
      return COMPARISONS.has(value.operator) || isMask(value.left);
    case "unary":
    case "cast":
      return (value.kind === "unary" || value.implicit) && isMask(value.operand);
    case "comma":
      return isMask(value.right);
    default:
      return false;
  }
}

/** Whether the vectors may be operands of one operator: elements that differ in signedness at most. */
function areOperands(p: Parser, operand: Expression, type: CType): boolean {
  const [x, y] = [vectorOf(operand.type), vectorOf(type)];
  if (x === undefined || y === undefined || x.count !== y.count) return false;
  if (!isInteger(x.element) || !isInteger(y.element)) return false;
  const [a, b] = [underlyingInteger(x.element), underlyingInteger(y.element)];
  if (isMask(operand)) return a.size === b.size;
  return unsignedCounterpart(a, p.types) === unsignedCounterpart(b, p.types);
}

/** An operand beside one of the vector type: a vector, or a number that becomes all elements; undefined when it does not fit. */
export function asVector(p: Parser, operand: Expression, vector: CType): Expression | undefined {
  const type = unqualified(vector);
  const source = unqualified(operand.type);
  const cast: Expression = { kind: "cast", operand, implicit: true, type, range: operand.range };
  if (source.kind === "struct" && type.kind === "struct" && source.definition === type.definition) {
    return operand;
  }
  if (areOperands(p, operand, type)) return cast;
  const element = vectorOf(type)?.element;
  if (element === undefined) return undefined;
  const isSmallEnough = (sizeOf(source) ?? 0) <= (sizeOf(element) ?? 0);
  const fits =
    source.kind === "integer"
      ? source.name !== "bool" && isExact(p, operand, source, element)
      : source.kind === "float" &&
        element.kind === "float" &&
        (isSmallEnough || operand.kind === "float");
  return fits ? cast : undefined;
}

/**
 * Whether the elements hold the integer: its value when it is constant, else all
 * of its type. Changes between signed and unsigned do not matter.
 */
function isExact(p: Parser, operand: Expression, source: IntegerType, element: CType): boolean {
  const value = foldInteger(operand, p.machine);
  if (isInteger(element)) {
    const target = underlyingInteger(element);
    if (value === undefined) return sizeBeforeWidening(operand) <= target.size;
    if (value < 0n) return !target.signed || value >= intMin(target);
    return value < 1n << BigInt(target.signed && source.signed ? target.bits - 1 : target.bits);
  }
  if (element.kind !== "float") return false;
  const precision = PRECISIONS[element.name];
  if (value === undefined) return sizeBeforeWidening(operand) * 8 <= precision;
  const size = value < 0n ? -value : value;
  const width = size.toString(2).replace(/0+$/, "").length;
  return width <= precision;
}

/** The size of the value before casts that keep it, as gcc looks through them. */
function sizeBeforeWidening(operand: Expression): number {
  const size = sizeOf(operand.type) ?? 0;
  if (operand.kind !== "cast" || !isInteger(operand.operand.type)) return size;
  return Math.min(size, sizeBeforeWidening(operand.operand));
}

/** The array of the elements of a vector, for subscripts. */
export function elementsOf(p: Parser, vector: Expression): Expression | undefined {
  const { type, range } = vector;
  const field =
    vectorOf(type) === undefined
      ? undefined
      : type.kind === "struct"
        ? type.definition.fields?.[0]
        : undefined;
  if (field === undefined || field.type.kind !== "array") return undefined;
  const { const: isConst, volatile } = type;
  const element = {
    ...field.type.element,
    ...defined({ const: isConst, volatile }),
  };
  const member: Expression = {
    kind: "member",
    base: vector,
    field,
    type: { ...field.type, element },
    range,
  };
  return { kind: "decay", operand: member, type: pointerTo(element, p.machine), range };
}
