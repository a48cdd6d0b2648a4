/** Circuits of the bit-vector operators over words of literals, least significant bit first. */
import { FALSE, type GateGraph, type Literal, TRUE } from "./gate-graph.ts";

export type Word = readonly Literal[];

export function inverted(a: Word): Literal[] {
  return a.map((bit) => bit ^ 1);
}

export function constantWord(width: number, bit: Literal): Literal[] {
  return new Array<Literal>(width).fill(bit);
}

/** Ripple-carry sum; the last element is the carry out. */
function addWithCarry(g: GateGraph, a: Word, b: Word, carryIn: Literal): Literal[] {
  const sum: Literal[] = new Array(a.length + 1);
  let carry = carryIn;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as Literal;
    const y = b[i] as Literal;
    sum[i] = g.xor3(x, y, carry);
    carry = g.majority(x, y, carry);
  }
  sum[a.length] = carry;
  return sum;
}

export function add(g: GateGraph, a: Word, b: Word, carryIn: Literal = FALSE): Literal[] {
  const sum = addWithCarry(g, a, b, carryIn);
  sum.pop();
  return sum;
}

export function negate(g: GateGraph, a: Word): Literal[] {
  return add(g, inverted(a), constantWord(a.length, FALSE), TRUE);
}

export function muxWord(g: GateGraph, condition: Literal, a: Word, b: Word): Literal[] {
  return a.map((bit, i) => g.mux(condition, bit, b[i] as Literal));
}

export function equal(g: GateGraph, a: Word, b: Word): Literal {
  let result = TRUE;
  for (let i = 0; i < a.length; i++) {
    result = g.and(result, g.xor(a[i] as Literal, b[i] as Literal) ^ 1);
  }
  return result;
}

/** a < b, unsigned: the borrow of a - b. */
export function lessUnsigned(g: GateGraph, a: Word, b: Word): Literal {
  let less = FALSE;
  for (let i = 0; i < a.length; i++) {
    less = g.majority((a[i] as Literal) ^ 1, b[i] as Literal, less);
  }
  return less;
}

/** a < b in two's complement: the sign bits change roles. */
export function lessSigned(g: GateGraph, a: Word, b: Word): Literal {
  const top = a.length - 1;
  const x = [...a];
  const y = [...b];
  x[top] = b[top] as Literal;
  y[top] = a[top] as Literal;
  return lessUnsigned(g, x, y);
}

/**
 * Barrel shifter; `fill` is shifted in. Every stage moves by a power of
 * two; amounts that no stage covers leave only `fill`.
 */
export function shift(
  g: GateGraph,
  a: Word,
  amount: Word,
  direction: "left" | "right",
  fill: Literal,
): Literal[] {
  let result = [...a];
  let excess = FALSE;
  amount.forEach((bit, stage) => {
    const distance = 2 ** stage;
    if (distance >= a.length) {
      excess = g.or(excess, bit);
      return;
    }
    const previous = result;
    const step = direction === "left" ? -distance : distance;
    result = previous.map((value, i) => g.mux(bit, previous[i + step] ?? fill, value));
  });
  return result.map((bit) => g.mux(excess, fill, bit));
}

/**
 * Product modulo 2^width by shifted sums. The rows are the bits of the
 * operand that has fewer of them; the sign of an extended operand is one
 * subtracted row.
 */
export function multiply(g: GateGraph, first: Word, second: Word): Literal[] {
  const width = first.length;
  const [a, b] = rowCount(first) < rowCount(second) ? [second, first] : [first, second];
  const rows = rowCount(b);
  const isSigned = rows < width && b[width - 1] !== FALSE;
  let sum = constantWord(width, FALSE);
  for (let row = 0; row < rows; row++) {
    const bit = b[row] as Literal;
    if (bit === FALSE) continue;
    const isSubtracted = isSigned && row === rows - 1;
    const product = a.slice(0, width - row).map((x) => g.and(x, bit));
    const upper = sum.slice(row);
    const next = isSubtracted
      ? add(g, upper, inverted(product), TRUE)
      : add(g, upper, product, FALSE);
    sum = [...sum.slice(0, row), ...next];
  }
  return sum;
}

/** Number of bits without repetitions of the top one; a zero top bit is not counted either. */
function rowCount(a: Word): number {
  const top = a[a.length - 1] as Literal;
  let count = a.length;
  while (count > 1 && a[count - 2] === top) count--;
  return top === FALSE ? count - 1 : count;
}

/**
 * Product with a constant as a sum of its signed digits, of which no two
 * neighbours are non-zero (Reitwieser, Binary arithmetic, 1960).
 */
export function multiplyByConstant(g: GateGraph, a: Word, constant: bigint): Literal[] {
  const width = a.length;
  let sum = constantWord(width, FALSE);
  let rest = constant;
  for (let row = 0; row < width && rest !== 0n; row++, rest >>= 1n) {
    if ((rest & 1n) === 0n) continue;
    const isSubtracted = (rest & 3n) === 3n;
    const product = a.slice(0, width - row);
    const upper = sum.slice(row);
    const next = isSubtracted
      ? add(g, upper, inverted(product), TRUE)
      : add(g, upper, product, FALSE);
    sum = [...sum.slice(0, row), ...next];
    if (isSubtracted) rest += 1n;
  }
  return sum;
}

/** Restoring division; by zero the quotient is all ones and the remainder the dividend. */
export function divide(
  g: GateGraph,
  dividend: Word,
  divisor: Word,
): { quotient: Literal[]; remainder: Literal[] } {
  const width = dividend.length;
  const quotient = constantWord(width, FALSE);
  const subtrahend = inverted([...divisor, FALSE]);
  let remainder = constantWord(width, FALSE);
  for (let i = width - 1; i >= 0; i--) {
    const shifted = [dividend[i] as Literal, ...remainder];
    const difference = addWithCarry(g, shifted, subtrahend, TRUE);
    const fits = difference[width + 1] as Literal;
    quotient[i] = fits;
    remainder = muxWord(g, fits, difference.slice(0, width), shifted);
  }
  // Invariants of the steps, which the search could only find by induction.
  const isZero = inverted(divisor).reduce((all, bit) => g.and(all, bit), TRUE);
  const anchor = quotient[0] as Literal;
  g.addLemma(anchor, [isZero, lessUnsigned(g, remainder, divisor)]);
  g.addLemma(anchor, [lessUnsigned(g, dividend, remainder) ^ 1]);
  g.addLemma(anchor, [isZero, lessUnsigned(g, dividend, quotient) ^ 1]);
  return { quotient, remainder };
}

/** Truncating signed division through magnitudes. */
export function divideSigned(
  g: GateGraph,
  dividend: Word,
  divisor: Word,
): { quotient: Literal[]; remainder: Literal[] } {
  const top = dividend.length - 1;
  const sign = dividend[top] as Literal;
  const divisorSign = divisor[top] as Literal;
  const magnitudes = divide(
    g,
    muxWord(g, sign, negate(g, dividend), dividend),
    muxWord(g, divisorSign, negate(g, divisor), divisor),
  );
  const { quotient, remainder } = magnitudes;
  return {
    quotient: muxWord(g, g.xor(sign, divisorSign), negate(g, quotient), quotient),
    remainder: muxWord(g, sign, negate(g, remainder), remainder),
  };
}
