import {
  type AddressExpression,
  addressedObject,
  type Expression,
  type IntegerConstant,
  type MemoryObject,
} from "../../cfa/index.ts";
import { MIN_GAP, NEAR } from "../address-space.ts";
import { addressSum, type Sum } from "./address-sum.ts";
import { codeOf } from "./casts.ts";
import { type Pair, pairArithmetic, pairConstant } from "./pairs.ts";
import { checkOwner, NO_ORIGIN, originOf } from "./provenance.ts";
import { isSigned, representationOf } from "./representation.ts";
import { mayBeShared, noteAccess, noteModelAccess, switchPoint } from "./shared-access.ts";
import { isStatic } from "./static-object.ts";
import type { Writer } from "./writer.ts";

/** An address that an access may use: repeatable code of a memory index, and its known alignment. */
export interface Place {
  readonly index: string;
  readonly align: number;
}

export type Permission = "read" | "write";

export function isObject(target: AddressExpression["target"]): target is MemoryObject {
  return "id" in target;
}

/** The bytes that the memory location of an access has before those of the access, and all that it has. */
interface MemoryLocation {
  readonly before: number;
  readonly size: number;
}

/** Checks an access of `size` bytes, `skip` bytes after the address, and returns its place. */
export function placeOf(
  w: Writer,
  address: Expression,
  size: number,
  permission: Permission,
  skip: number = 0,
  location: MemoryLocation = { before: 0, size },
): Place {
  const sum = addressSum(address, w.pointerBits);
  const constant = Number(sum.constant) + skip;
  const object = addressedObject(sum.base);
  const isShared = mayBeShared(w, object);
  if (object === undefined) {
    const place = pointedPlace(w, sum, constant, size, permission);
    if (isShared || w.isSynchronisation) note(w, place, location, permission);
    return place;
  }
  if (permission === "write" && object.isReadOnly && isStatic(object)) {
    w.emit(w.undefinedBehaviour("read-only-write", "6.7.3p6"));
  }
  const place = namedPlace(w, object, sum, constant, size);
  noteModelAccess(w, object, place.index, size, permission);
  if (isShared) {
    switchPoint(w);
    note(w, place, location, permission);
  }
  return place;
}

function note(
  w: Writer,
  { index }: Place,
  { before, size }: MemoryLocation,
  permission: Permission,
): void {
  noteAccess(w, plus(index, -before), size, permission);
}

function invalid(w: Writer, address: Expression): string {
  return w.undefinedBehaviour("invalid-dereference", "6.5.3.2p4", address);
}

/** Greatest power of two up to 16 that divides a number. */
function powerOfTwoIn(value: number): number {
  for (let power = 16; power > 1; power /= 2) if (value % power === 0) return power;
  return 1;
}

function plus(base: string, offset: number): string {
  if (/^\d+$/.test(base)) return String(Number(base) + offset);
  return offset === 0 ? base : `(${base} + ${offset})`;
}

function namedPlace(
  w: Writer,
  object: MemoryObject,
  sum: Sum,
  constant: number,
  size: number,
): Place {
  const base = w.places.address(object);
  const last = object.size - size;
  if (last < 0 || (sum.terms.length === 0 && (constant < 0 || constant > last))) {
    w.emit(invalid(w, sum.whole));
    return { index: "0", align: 16 };
  }
  if (sum.terms.length === 0) {
    return { index: plus(base, constant), align: powerOfTwoIn(constant) };
  }
  const align = Math.min(powerOfTwoIn(constant), ...sum.terms.map(alignmentOf));
  if (w.pointerBits === 32) {
    const offset = w.hold(wordOffset(w, sum, constant));
    w.emit(`if (${offset} >>> 0 > ${last}) ${invalid(w, sum.whole)}`);
    return { index: w.hold(`(${base} + ${offset} | 0)`), align };
  }
  const strided = stride(w, sum, constant, last);
  if (strided !== undefined) {
    const index = w.hold(codeOf(w.expression(strided.index)));
    w.emit(`if (${index} >>> 0 > ${strided.last}) ${invalid(w, sum.whole)}`);
    const scaled = strided.scale === 1 ? index : `imul(${index}, ${strided.scale})`;
    return { index: w.hold(`(${base} + ${scaled} | 0)`), align };
  }
  const numbers = sumOfNumbers(w, sum.terms, constant);
  if (numbers !== undefined) {
    const offset = w.hold(numbers.code);
    w.emit(`if (!(${offset} >= 0 && ${offset} <= ${last})) ${invalid(w, sum.whole)}`);
    return { index: w.hold(`(${base} + ${offset})`), align };
  }
  const offset = pairOffset(w, sum.terms, constant);
  w.emit(`if (${offset.hi} !== 0 || ${offset.lo} >>> 0 > ${last}) ${invalid(w, sum.whole)}`);
  return { index: w.hold(`(${base} + ${offset.lo} | 0)`), align };
}

function pointedPlace(
  w: Writer,
  sum: Sum,
  constant: number,
  size: number,
  permission: Permission,
): Place {
  const base = w.expression(sum.base);
  let index: string;
  if (base.rep === "pair") {
    const numbers = sumOfNumbers(w, sum.terms, constant);
    if (numbers !== undefined) {
      // A base beyond 2^31 belongs to no object, for any offset (6.5.6p8).
      w.emit(`if (${base.hi} !== 0 || ${base.lo} < 0) ${invalid(w, sum.whole)}`);
      index = w.hold(numbers.code === "0" ? base.lo : `(${base.lo} + ${numbers.code})`);
    } else {
      const type = { kind: "int", bits: 64, signed: false } as const;
      const offset = pairOffset(w, sum.terms, constant);
      const total = pairArithmetic(w, "add", type, base, offset, undefined) as Pair;
      w.emit(`if (${total.hi} !== 0) ${invalid(w, sum.whole)}`);
      index = total.lo;
    }
  } else {
    const offset = wordOffset(w, sum, constant);
    index = w.hold(offset === "0" ? codeOf(base) : `(${codeOf(base)} + ${offset} | 0)`);
  }
  switchPoint(w);
  // Memory near the pointer belongs to its object, or to none.
  const isNear = sum.terms.length === 0 && constant >= -NEAR && constant + size <= NEAR;
  checkOwner(w, sum.base, base, isNear ? undefined : index, invalid(w, sum.whole));
  const bit = permission === "write" ? 2 : 1;
  if (size > MIN_GAP) {
    const stop = invalid(w, sum.whole);
    const readOnly = w.undefinedBehaviour("read-only-write", "6.4.5p7");
    const permits = (p: number): string => `SPACE.permits(${index}, ${size}, ${p})`;
    w.emit(
      `if (!${permits(bit)}) { ${bit === 2 ? `if (${permits(1)}) ${readOnly}` : ""} ${stop} }`,
    );
    return { index, align: 1 };
  }
  const ends = size === 1 ? "" : ` & SHADOW[${plus(index, size - 1)}]`;
  const readable = `SHADOW[${index}]${size === 1 ? "" : ` & SHADOW[${plus(index, size - 1)}]`} & 1`;
  const stop =
    permission === "write"
      ? `{ if (${readable}) ${w.undefinedBehaviour("read-only-write", "6.4.5p7")} ${invalid(w, sum.whole)} }`
      : invalid(w, sum.whole);
  w.emit(`if ((SHADOW[${index}]${ends} & ${bit}) === 0) ${stop}`);
  return { index, align: 1 };
}

/**
 * The value of an address as a number for runtime functions: -1 when it is beyond 2^31, or has left
 * its object.
 */
export function addressNumber(w: Writer, address: Expression): string {
  const code = w.expression(address);
  const [lo, hi] = code.rep === "pair" ? [code.lo, code.hi] : [w.hold(codeOf(code)), "0"];
  const origin = originOf(w, address);
  const tests = [
    ...(hi === "0" ? [] : [`${hi} === 0`]),
    ...(origin === NO_ORIGIN ? [] : [`${origin} === 0`]),
  ];
  return tests.length === 0 ? lo : w.hold(`(${tests.join(" && ")} ? ${lo} : -1)`);
}

// -------------------------------------------------------------------- offsets

/** Sum of terms on ILP32, modulo 2^32. */
function wordOffset(w: Writer, sum: Sum, constant: number): string {
  const codes = sum.terms.map((term) => codeOf(w.expression(term)));
  if (codes.length === 0) return String(constant | 0);
  if (constant !== 0) codes.push(String(constant | 0));
  return codes.length === 1 ? (codes[0] as string) : `(${codes.join(" + ")} | 0)`;
}

/** Sum of terms on LP64, modulo 2^64. */
function pairOffset(w: Writer, terms: readonly Expression[], constant: number): Pair {
  const type = { kind: "int", bits: 64, signed: false } as const;
  let total = pairConstant(BigInt(constant));
  for (const term of terms) {
    const code = w.expression(term) as Pair;
    total =
      total.lo === "0" && total.hi === "0"
        ? code
        : (pairArithmetic(w, "add", type, code, total, undefined) as Pair);
  }
  return total;
}

/**
 * The greatest power of two up to 16 that divides all values of an offset, as far as its form
 * shows.
 */
function alignmentOf(term: Expression): number {
  if (term.kind === "binary" && term.operator === "mul") {
    const factor = [term.left, term.right].find((e) => e.kind === "integer");
    if (factor?.kind === "integer") return powerOfTwoIn(Number(BigInt.asIntN(64, factor.value)));
  }
  return 1;
}

/** An integer that a number holds exactly, congruent to the 64-bit value modulo 2^64. */
interface ExactNumber {
  readonly code: string;
  readonly min: number;
  readonly max: number;
}
const EXACT = 2 ** 52;

function sumOfNumbers(
  w: Writer,
  terms: readonly Expression[],
  constant: number,
): ExactNumber | undefined {
  if (Math.abs(constant) > EXACT) return undefined;
  let total: ExactNumber = { code: String(constant), min: constant, max: constant };
  // Code may be written for terms before one of them fails; it is harmless.
  for (const term of terms) {
    const next = exactNumber(w, term);
    const sum = next && inRange(addNumbers(next, total));
    if (sum === undefined) return undefined;
    total = sum;
  }
  return total;
}

function addNumbers(a: ExactNumber, b: ExactNumber): ExactNumber {
  const code = b.code === "0" ? a.code : `(${a.code} + ${b.code})`;
  return { code, min: a.min + b.min, max: a.max + b.max };
}

function inRange(number: ExactNumber): ExactNumber | undefined {
  return number.min >= -EXACT && number.max <= EXACT ? number : undefined;
}

/** A conversion of a value of at most 32 bits to a 64-bit integer, perhaps by steps. */
function widenedWord(expression: Expression): Expression | undefined {
  let inner = expression;
  while (inner.kind === "cast" && inner.type.kind === "int" && inner.operand.type.kind === "int") {
    inner = inner.operand;
    if (representationOf(inner.type) === "word") return inner;
    if (representationOf(inner.type) !== "pair") return undefined;
  }
  return undefined;
}

function exactNumber(w: Writer, expression: Expression): ExactNumber | undefined {
  if (expression.kind === "integer") {
    const value = Number(BigInt.asIntN(64, expression.value));
    return inRange({ code: String(value), min: value, max: value });
  }
  const inner = widenedWord(expression);
  if (inner !== undefined && inner.type.kind === "int") {
    const { bits, signed } = inner.type;
    const code = codeOf(w.expression(inner));
    return {
      code: bits === 32 && !signed ? `(${code} >>> 0)` : code,
      min: signed ? -(2 ** (bits - 1)) : 0,
      max: signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1,
    };
  }
  // Signed 64-bit arithmetic of the program may overflow: that is checked elsewhere.
  if (expression.kind !== "binary" || isSigned(expression.type)) return undefined;
  if (expression.operator === "add") {
    const [a, b] = [exactNumber(w, expression.left), exactNumber(w, expression.right)];
    return a && b && inRange(addNumbers(a, b));
  }
  const product = constantProduct(expression);
  const factor = product && exactNumber(w, product.operand);
  if (product === undefined || factor === undefined) return undefined;
  const scale = Number(BigInt.asIntN(64, product.constant.value));
  const ends = [factor.min * scale, factor.max * scale];
  return inRange({
    code: `(${factor.code} * ${scale})`,
    min: Math.min(...ends),
    max: Math.max(...ends),
  });
}

function constantProduct(
  expression: Expression,
): { readonly operand: Expression; readonly constant: IntegerConstant } | undefined {
  if (expression.kind !== "binary" || expression.operator !== "mul") return undefined;
  const { left, right } = expression;
  if (right.kind === "integer") return { operand: left, constant: right };
  return left.kind === "integer" ? { operand: right, constant: left } : undefined;
}

/** `scale * index` with an index of at most 32 bits: the index alone can be checked, which stays in int32. */
function stride(
  w: Writer,
  sum: Sum,
  constant: number,
  last: number,
): { readonly index: Expression; readonly scale: number; readonly last: number } | undefined {
  const [term, ...others] = sum.terms;
  if (term === undefined || others.length > 0 || constant !== 0 || w.pointerBits !== 64) {
    return undefined;
  }
  const product = constantProduct(term);
  const index = widenedWord(product === undefined ? term : product.operand);
  const scale = product === undefined ? 1 : Number(product.constant.value);
  if (index === undefined || !(scale >= 1 && scale < 2 ** 31)) return undefined;
  return { index, scale, last: Math.floor(last / scale) };
}
