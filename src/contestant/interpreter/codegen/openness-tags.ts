/**
 * The tag of an expression: code that says whether its value depends on a choice of the implementation. It ends the
 * run where an operand that decides whether an operation is defined depends on one.
 */

import {
  type ArithmeticExpression,
  addressedObject,
  type BitField,
  type CastExpression,
  type ComparisonExpression,
  type Expression,
  type LoadExpression,
  sizeInMemory,
  type ValueType,
} from "../../cfa/index.ts";
import { placeOf } from "./address.ts";
import { addressSum } from "./address-sum.ts";
import { codeOf } from "./casts.ts";
import { conditionCode } from "./expressions.ts";
import type { Code } from "./representation.ts";
import type { Writer } from "./writer.ts";

/** JavaScript code of a tag: KNOWN, OPEN or SIGN_KNOWN. */
export type Tag = string;

export const KNOWN: Tag = "0";
export const OPEN: Tag = "1";

/** Bytes of an x87 number that hold its value. */
const X87_BYTES = 10;

/** Ends the run where the tag is open. */
export function need(w: Writer, tag: Tag, what: string): void {
  if (tag !== KNOWN) w.emit(`if (${tag} !== 0) ${dependence(w, what)}`);
}

/** A statement that ends the run. */
export function dependence(w: Writer, what: string): string {
  return w.unsupported(`${what} depends on choices of the implementation`);
}

/** Open where one of them is not fully known. */
export function combined(...tags: readonly Tag[]): Tag {
  const others = tags.filter((tag) => tag !== KNOWN);
  if (others.length === 0) return KNOWN;
  if (others.includes(OPEN)) return OPEN;
  return `((${others.join(" | ")}) === 0 ? 0 : 1)`;
}

/** The tag of a result that depends only on the sign. */
export function signed(tag: Tag): Tag {
  return tag === KNOWN || tag === OPEN ? tag : `(${tag} === 1 ? 1 : 0)`;
}

/** The tag of the value; where it decides on undefined behaviour, the run ends. */
export function tagOf(w: Writer, expression: Expression): Tag {
  switch (expression.kind) {
    case "integer":
    case "float":
    case "address":
      return KNOWN;
    case "load":
      return loadTag(w, expression);
    case "unary": {
      const tag = tagOf(w, expression.operand);
      const isInt = expression.type.kind === "int" && expression.type.signed;
      // A value with known sign only is never the least number: nothing overflows.
      if (expression.operator === "negate" && isInt) {
        if (checksOverflow(w)) need(w, signed(tag), "an operand");
        return tag;
      }
      return combined(tag);
    }
    case "binary":
      return arithmeticTag(w, expression);
    case "compare":
      return comparisonTag(w, expression);
    case "cast":
      return castTag(w, expression);
    case "conditional": {
      const condition = conditionTag(w, expression.condition);
      const tags = [tagOf(w, expression.whenTrue), tagOf(w, expression.whenFalse)];
      if (combined(condition, ...tags) === KNOWN) return KNOWN;
      const test = conditionCode(w, expression.condition);
      const chosen = w.hold(`((${test}) ? ${tags[0]} : ${tags[1]})`);
      return condition === KNOWN ? chosen : `(${condition} !== 0 ? 1 : ${chosen})`;
    }
  }
}

function checksOverflow(w: Writer): boolean {
  return w.context.options.overflow === "stop";
}

/** The tag of the test whether the scalar is zero. */
export function conditionTag(w: Writer, expression: Expression): Tag {
  return signed(tagOf(w, expression));
}

function loadTag(w: Writer, { type, address, bitField }: LoadExpression): Tag {
  const object = addressedObject(address);
  const register = object && w.places.register(object);
  if (register !== undefined) return registerTag(register);
  if (bitField !== undefined) {
    const { index, shift, width } = fieldAt(w, address, bitField, "read");
    return w.hold(`OPENNESS.bitsAt(${index}, ${shift}, ${width})`);
  }
  const size = sizeInMemory(type, w.pointerBits);
  const index = indexOf(w, address, size, "read");
  if (type.kind === "pointer") return w.hold(`OPENNESS.pointerAt(${index}, ${size})`);
  return w.hold(`OPENNESS.valueAt(${index}, ${usedBytes(type, size)})`);
}

export function usedBytes(type: ValueType, size: number): number {
  return type.kind === "float" && type.format === "ldouble" ? X87_BYTES : size;
}

/** The index of an access, which must be the same for every implementation. */
export function indexOf(
  w: Writer,
  address: Expression,
  size: number,
  permission: "read" | "write",
  skip = 0,
): string {
  need(w, addressTag(w, address), "an address");
  return w.hold(placeOf(w, address, size, permission, skip).index);
}

/** Accesses to named objects are checked against their bounds: only the offset matters. */
export function addressTag(w: Writer, address: Expression): Tag {
  const { base, terms } = addressSum(address, w.pointerBits);
  if (addressedObject(base) === undefined) return tagOf(w, address);
  return combined(...terms.map((term) => tagOf(w, term)));
}

export function fieldAt(
  w: Writer,
  address: Expression,
  { bitOffset, bitWidth }: BitField,
  permission: "read" | "write",
): { readonly index: string; readonly shift: number; readonly width: number } {
  const shift = bitOffset & 7;
  const bytes = Math.ceil((shift + bitWidth) / 8);
  const index = indexOf(w, address, bytes, permission, bitOffset >> 3);
  return { index, shift, width: bitWidth };
}

function arithmeticTag(w: Writer, expression: ArithmeticExpression): Tag {
  const { operator, type, left, right } = expression;
  const [a, b] = [tagOf(w, left), tagOf(w, right)];
  if (type.kind === "pointer") return movedTag(w, expression, combined(a, b));
  if (left.type.kind === "pointer" && right.type.kind === "pointer") {
    const related = `OPENNESS.difference(${wordsOf(w, left)}, ${wordsOf(w, right)})`;
    return combined(a, b, w.hold(related));
  }
  if (type.kind === "float") return combined(a, b);
  switch (operator) {
    case "div":
    case "rem": {
      const isSafe = right.kind === "integer" && right.value !== 0n && right.value !== -1n;
      if (!isSafe) need(w, combined(a, b), "an operand");
      break;
    }
    case "shl":
    case "shr":
      need(w, combined(b), "an operand");
      if (operator === "shl" && type.signed && checksOverflow(w))
        need(w, combined(a), "an operand");
      break;
    case "add":
    case "sub":
    case "mul":
      if (type.signed && checksOverflow(w)) need(w, combined(a, b), "an operand");
      break;
    case "and":
    case "or":
    case "xor":
      break;
  }
  return combined(a, b);
}

/** A pointer stays known while it stays at its object. */
function movedTag(w: Writer, expression: ArithmeticExpression, tag: Tag): Tag {
  const { base, constant, terms } = addressSum(expression, w.pointerBits);
  const object = addressedObject(base);
  if (object !== undefined && terms.length === 0) {
    return constant >= 0n && constant <= BigInt(object.size) ? tag : OPEN;
  }
  const moved = `OPENNESS.moved(${wordsOf(w, base)}, ${wordsOf(w, expression)})`;
  return combined(tag, w.hold(moved));
}

/** Two arguments: the low and the high word of a pointer. */
export function wordsOf(w: Writer, pointer: Expression): string {
  return words(w, w.expression(pointer));
}

export function words(w: Writer, code: Code): string {
  return code.rep === "pair"
    ? `${w.hold(code.lo)}, ${w.hold(code.hi)}`
    : `${w.hold(codeOf(code))}, 0`;
}

function comparisonTag(w: Writer, { operator, left, right }: ComparisonExpression): Tag {
  const [a, b] = [tagOf(w, left), tagOf(w, right)];
  if (left.type.kind === "pointer") {
    const isNull = (side: Expression): boolean => side.kind === "integer" && side.value === 0n;
    if (isNull(left) || isNull(right)) return combined(a, b);
    const isEquality = operator === "eq" || operator === "ne";
    const words = `${wordsOf(w, left)}, ${wordsOf(w, right)}`;
    return combined(a, b, w.hold(`OPENNESS.comparison(${isEquality}, ${words})`));
  }
  if (asksForSign(operator, right)) return signed(a);
  if (left.kind === "integer" && left.value === 0n) return signed(b);
  return combined(a, b);
}

/** Whether a comparison with the constant is one with 0. */
function asksForSign(operator: ComparisonExpression["operator"], right: Expression): boolean {
  if (right.kind !== "integer") return false;
  switch (right.value) {
    case 0n:
      return true;
    case 1n:
      return operator === "lt" || operator === "ge";
    case -1n:
      return operator === "gt" || operator === "le";
    default:
      return false;
  }
}

function castTag(w: Writer, { type, operand }: CastExpression): Tag {
  const tag = tagOf(w, operand);
  const from = operand.type;
  if (from.kind === "pointer" || type.kind === "pointer") {
    if (from.kind === type.kind) return tag;
    if (operand.kind === "integer" && operand.value === 0n) return tag;
    // No program may rely on a number being the address of an object.
    const pointer = from.kind === "pointer" ? operand : { kind: "cast" as const, type, operand };
    return combined(tag, w.hold(`OPENNESS.numeric(${wordsOf(w, pointer)})`));
  }
  if (from.kind === "float" && type.kind === "int") {
    need(w, combined(tag), "an operand");
    return KNOWN;
  }
  const keepsSign =
    from.kind === "int" &&
    type.kind === "int" &&
    from.signed &&
    type.signed &&
    type.bits >= from.bits;
  return keepsSign ? tag : combined(tag);
}

/** The variable that holds the tag of a register. */
export function registerTag(register: string): string {
  return `q${register}`;
}

export function tracksOpenness(w: Writer): boolean {
  return w.context.options.tracksOpenness === true;
}
