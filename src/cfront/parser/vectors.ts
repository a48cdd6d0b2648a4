/** GNU vectors: "Using Vector Instructions through Built-in Functions". */
import type { Expression } from "../ast.ts";
import { isInteger } from "../conversions.ts";
import { arrayOf, pointerTo, unqualified, vectorOf } from "../type-factory.ts";
import { sizeOf } from "../type-layout.ts";
import { typeToString } from "../type-printer.ts";
import type { CType, RecordDefinition, VectorShape } from "../types.ts";
import type { Parser } from "./context.ts";

/**
 * The type that `__attribute__((vector_size(bytes)))` makes of a type: the
 * innermost arithmetic type, also below pointers, arrays and functions, becomes
 * a vector, a record of the elements with size and alignment as gcc's.
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
    ...(isConst === undefined ? {} : { const: isConst }),
    ...(volatile === undefined ? {} : { volatile }),
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

/** Whether values of the one vector type are taken for the other: integers of the same width. */
export function isInterchangeable(a: CType, b: CType): boolean {
  const [x, y] = [vectorOf(a), vectorOf(b)];
  if (x === undefined || y === undefined || x.count !== y.count) return false;
  return isInteger(x.element) && isInteger(y.element) && sizeOf(x.element) === sizeOf(y.element);
}

/** An operand beside one of the vector type: a vector, or a number that becomes all elements; undefined when it does not fit. */
export function asVector(operand: Expression, vector: CType): Expression | undefined {
  const type = unqualified(vector);
  const source = unqualified(operand.type);
  const cast: Expression = { kind: "cast", operand, implicit: true, type, range: operand.range };
  if (source.kind === "struct" && type.kind === "struct" && source.definition === type.definition) {
    return operand;
  }
  if (isInterchangeable(source, type)) return cast;
  const element = vectorOf(type)?.element;
  if (element === undefined) return undefined;
  const isSmallEnough =
    (sizeOf(source) ?? 0) <= (sizeOf(element) ?? 0) || operand.kind === "integer";
  const fits = isInteger(source)
    ? isInteger(element) || isSmallEnough
    : source.kind === "float" &&
      element.kind === "float" &&
      (isSmallEnough || operand.kind === "float");
  return fits ? cast : undefined;
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
    ...(isConst === undefined ? {} : { const: isConst }),
    ...(volatile === undefined ? {} : { volatile }),
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
