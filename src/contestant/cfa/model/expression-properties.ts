/** Queries about CFA expressions: possible undefined behaviour, and dependencies. */
import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import type { BitField, Expression, MemoryObject, ValueType } from "./cfa.ts";
import { sameValueType, typeRange } from "./value-types.ts";

/** The object and byte offset of an address that is constant in the activation. */
export function constantAddress(
  address: Expression,
): { readonly object: MemoryObject; readonly offset: bigint } | undefined {
  if (address.kind === "address") {
    return "size" in address.target ? { object: address.target, offset: 0n } : undefined;
  }
  if (address.kind === "binary" && address.operator === "add" && address.right.kind === "integer") {
    if (address.left.kind === "address" && "size" in address.left.target) {
      return { object: address.left.target, offset: address.right.value };
    }
  }
  return undefined;
}

/** The object whose exact address the expression is. */
export function addressedObject(address: Expression): MemoryObject | undefined {
  return address.kind === "address" && "size" in address.target ? address.target : undefined;
}

/** Whether an expression is the whole value of an object of a scalar type. */
export function isLoadOf(expression: Expression, object: MemoryObject): boolean {
  return (
    expression.kind === "load" &&
    expression.bitField === undefined &&
    addressedObject(expression.address) === object &&
    object.scalar !== undefined &&
    sameValueType(expression.type, object.scalar)
  );
}

/** All objects that an expression mentions by name. */
export function mentionedObjects(expression: Expression): ReadonlySet<MemoryObject> {
  const objects = new Set<MemoryObject>();
  forEachSubexpression(expression, (part) => {
    const object = addressedObject(part);
    if (object !== undefined) objects.add(object);
  });
  return objects;
}

/** Bytes that an access of that type, or of that bit-field, touches. */
export function accessSize(type: ValueType, bitField?: BitField): number {
  if (bitField !== undefined) return Math.ceil((bitField.bitOffset + bitField.bitWidth) / 8);
  if (type.kind !== "float") return type.bits / 8;
  return { float: 4, double: 8, ldouble: 10, float128: 16 }[type.format];
}

/**
 * Whether evaluation can be undefined: signed overflow, division, shifts,
 * loads through computed pointers, pointer differences, float to integer.
 * False only when it certainly is defined in every state.
 */
export function canFail(expression: Expression): boolean {
  switch (expression.kind) {
    case "integer":
    case "float":
    case "address":
      return false;
    case "load": {
      const place = constantAddress(expression.address);
      if (place === undefined) return true;
      const end = place.offset + BigInt(accessSize(expression.type, expression.bitField));
      return end > BigInt(place.object.size);
    }
    case "unary":
      return overflows(expression) || canFail(expression.operand);
    case "binary": {
      const { operator } = expression;
      switch (operator) {
        case "div":
        case "rem":
        case "shl":
        case "shr":
          if (expression.type.kind !== "float" && !isSafeSecondOperand(expression)) return true;
          break;
        case "add":
        case "sub":
        case "mul":
          if (expression.type.kind === "int" && overflows(expression)) return true;
          break;
        case "and":
        case "or":
        case "xor":
          break;
        default:
          return unreachableKind(operator);
      }
      return canFail(expression.left) || canFail(expression.right);
    }
    case "compare":
      return canFail(expression.left) || canFail(expression.right);
    case "cast":
      return (
        (expression.operand.type.kind === "float" && expression.type.kind !== "float") ||
        canFail(expression.operand)
      );
    case "conditional":
      return canFail(expression.condition);
  }
}

/** Divisors and shift amounts that are constants without danger. */
function isSafeSecondOperand(expression: Expression & { readonly kind: "binary" }): boolean {
  const { operator, type, left, right } = expression;
  if (right.kind !== "integer" || type.kind !== "int") return false;
  if (operator === "div" || operator === "rem") return right.value !== 0n && right.value !== -1n;
  if (right.value < 0n || right.value >= BigInt(type.bits)) return false;
  if (operator === "shr" || !type.signed) return true;
  const [low, high] = valueRange(left, RANGE_DEPTH);
  return low >= 0n && high << right.value <= typeRange(type)[1];
}

function overflows(expression: Expression & { readonly kind: "unary" | "binary" }): boolean {
  const { type } = expression;
  if (type.kind !== "int" || !type.signed) return false;
  // A difference of pointers is undefined unless they point into one object.
  if (expression.kind === "binary" && expression.left.type.kind === "pointer") return true;
  const exact = exactRange(expression, RANGE_DEPTH);
  const [low, high] = typeRange(type);
  return exact !== undefined && (exact[0] < low || exact[1] > high);
}

const RANGE_DEPTH = 4;
type Interval = readonly [low: bigint, high: bigint];

/** An interval around the mathematical result of a sum, difference, product or negation; undefined for other operators. */
function exactRange(
  expression: Expression & { readonly kind: "unary" | "binary" },
  depth: number,
): Interval | undefined {
  if (expression.kind === "unary") {
    if (expression.operator !== "negate") return undefined;
    const [low, high] = valueRange(expression.operand, depth - 1);
    return [-high, -low];
  }
  const { operator } = expression;
  if (operator !== "add" && operator !== "sub" && operator !== "mul") return undefined;
  const [a, b] = valueRange(expression.left, depth - 1);
  const [c, d] = valueRange(expression.right, depth - 1);
  if (operator === "add") return [a + c, b + d];
  if (operator === "sub") return [a - d, b - c];
  const products = [a * c, a * d, b * c, b * d];
  return [products.reduce(least), products.reduce(most)];
}

// Math.min and Math.max take no bigints.
function least(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

function most(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** An interval around the values of an integer expression, looking `depth` operators deep. */
function valueRange(expression: Expression, depth: number): Interval {
  const { type } = expression;
  const whole: Interval = type.kind === "float" ? [0n, 0n] : typeRange(type);
  if (expression.kind === "integer") return [expression.value, expression.value];
  if (expression.kind === "compare") return [0n, 1n];
  if (depth <= 0) return whole;
  let inner: Interval | undefined;
  switch (expression.kind) {
    case "load":
      if (expression.bitField !== undefined && type.kind === "int") {
        const bits = BigInt(expression.bitField.bitWidth);
        inner = type.signed
          ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
          : [0n, (1n << bits) - 1n];
      }
      break;
    case "cast":
      if (expression.operand.type.kind === "int") inner = valueRange(expression.operand, depth - 1);
      break;
    case "unary":
      inner = exactRange(expression, depth);
      break;
    case "binary":
      inner = binaryRange(expression, depth);
      break;
    case "conditional": {
      const [a, b] = valueRange(expression.whenTrue, depth - 1);
      const [c, d] = valueRange(expression.whenFalse, depth - 1);
      inner = [least(a, c), most(b, d)];
      break;
    }
    case "float":
    case "address":
      break;
    default:
      return unreachableKind(expression);
  }
  return inner !== undefined && inner[0] >= whole[0] && inner[1] <= whole[1] ? inner : whole;
}

function binaryRange(
  expression: Expression & { readonly kind: "binary" },
  depth: number,
): Interval | undefined {
  if (expression.type.kind !== "int") return undefined;
  if (expression.operator === "and") {
    const ranges = [expression.left, expression.right].map((e) => valueRange(e, depth - 1));
    const bounds = ranges.filter(([low]) => low >= 0n).map(([, high]) => high);
    return bounds.length === 0 ? undefined : [0n, bounds.reduce(least)];
  }
  return exactRange(expression, depth);
}

/** Calls `visit` for every load in the expression. */
export function forEachLoad(
  expression: Expression,
  visit: (load: Expression & { readonly kind: "load" }) => void,
): void {
  forEachSubexpression(expression, (part) => {
    if (part.kind === "load") visit(part);
  });
}

/** Calls `visit` for the expression and everything in it, parents first. */
export function forEachSubexpression(
  expression: Expression,
  visit: (part: Expression) => void,
): void {
  const stack: Expression[] = [expression];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    visit(part);
    for (const operand of operandsOf(part)) stack.push(operand);
  }
}

/** Direct operands, left to right. */
export function operandsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "integer":
    case "float":
    case "address":
      return [];
    case "load":
      return [expression.address];
    case "unary":
    case "cast":
      return [expression.operand];
    case "binary":
    case "compare":
      return [expression.left, expression.right];
    case "conditional":
      return [expression.condition, expression.whenTrue, expression.whenFalse];
  }
}
