import type { ArithmeticOperator, ComparisonOperator, ValueType } from "../../cfa/index.ts";
import { type Code, isSigned } from "./representation.ts";
import type { Writer } from "./writer.ts";

/** 64-bit integers and pointers: the functions of runtime/pairs.ts, or their code in place. */

export type Pair = Extract<Code, { rep: "pair" }>;

export function pairConstant(value: bigint): Pair {
  return {
    rep: "pair",
    lo: String(BigInt.asIntN(32, value)),
    hi: String(BigInt.asIntN(32, value >> 32n)),
  };
}

/** A call of a runtime function that leaves the high word in HIGH[0]. */
export function pairCall(w: Writer, call: string): Code {
  const lo = w.hold(call);
  return w.pair(lo, "HIGH[0]");
}

function unsigned(code: string): string {
  return /^\d+$/.test(code) ? code : `(${code} >>> 0)`;
}

export function comparePairs(
  operator: ComparisonOperator,
  type: ValueType,
  a: Pair,
  b: Pair,
): string {
  switch (operator) {
    case "eq":
      return `(${a.lo} === ${b.lo} && ${a.hi} === ${b.hi})`;
    case "ne":
      return `(${a.lo} !== ${b.lo} || ${a.hi} !== ${b.hi})`;
    case "gt":
      return lessThan(type, b, a, "<");
    case "ge":
      return lessThan(type, b, a, "<=");
    case "lt":
      return lessThan(type, a, b, "<");
    case "le":
      return lessThan(type, a, b, "<=");
  }
}

function lessThan(type: ValueType, a: Pair, b: Pair, operator: "<" | "<="): string {
  const [x, y] = isSigned(type) ? [a.hi, b.hi] : [unsigned(a.hi), unsigned(b.hi)];
  const low = `${unsigned(a.lo)} ${operator} ${unsigned(b.lo)}`;
  return `(${x} < ${y} || (${a.hi} === ${b.hi} && ${low}))`;
}

/** As {@link wordArithmetic}; for shifts `b` is the checked amount as a word in `b.lo`. */
export function pairArithmetic(
  w: Writer,
  operator: ArithmeticOperator,
  type: ValueType,
  a: Pair,
  b: Pair,
  overflow: string | undefined,
): Code {
  switch (operator) {
    case "add": {
      const lo = w.hold(`(${a.lo} + ${b.lo} | 0)`);
      const carry = b.lo === "0" ? "" : ` + (${unsigned(lo)} < ${unsigned(a.lo)} ? 1 : 0)`;
      const hi = w.hold(`(${a.hi} + ${b.hi}${carry} | 0)`);
      if (overflow !== undefined) {
        w.emit(`if (((${a.hi} ^ ${hi}) & (${b.hi} ^ ${hi})) < 0) ${overflow}`);
      }
      return { rep: "pair", lo, hi };
    }
    case "sub": {
      const lo = w.hold(`(${a.lo} - ${b.lo} | 0)`);
      const borrow = b.lo === "0" ? "" : ` - (${unsigned(a.lo)} < ${unsigned(b.lo)} ? 1 : 0)`;
      const hi = w.hold(`(${a.hi} - ${b.hi}${borrow} | 0)`);
      if (overflow !== undefined) {
        w.emit(`if (((${a.hi} ^ ${b.hi}) & (${a.hi} ^ ${hi})) < 0) ${overflow}`);
      }
      return { rep: "pair", lo, hi };
    }
    case "mul": {
      const words = `${a.lo}, ${a.hi}, ${b.lo}, ${b.hi}`;
      if (overflow !== undefined) w.emit(`if (mulOverflows(${words})) ${overflow}`);
      return pairCall(w, `mul64(${words})`);
    }
    case "div":
    case "rem":
      return dividePairs(w, operator, type, a, b);
    case "and":
      return w.pair(`(${a.lo} & ${b.lo})`, `(${a.hi} & ${b.hi})`);
    case "or":
      return w.pair(`(${a.lo} | ${b.lo})`, `(${a.hi} | ${b.hi})`);
    case "xor":
      return w.pair(`(${a.lo} ^ ${b.lo})`, `(${a.hi} ^ ${b.hi})`);
    case "shl":
      if (overflow !== undefined) {
        w.emit(`if (shlOverflows(${a.lo}, ${a.hi}, ${b.lo})) ${overflow}`);
      }
      return shiftLeft(w, a, b.lo);
    case "shr":
      return shiftRight(w, isSigned(type), a, b.lo);
  }
}

function dividePairs(w: Writer, operator: "div" | "rem", type: ValueType, a: Pair, b: Pair): Code {
  const expression = w.currentExpression;
  const zero = w.undefinedBehaviour("division-by-zero", "6.5.5p5", expression);
  w.emit(`if ((${b.lo} | ${b.hi}) === 0) ${zero}`);
  if (isSigned(type)) {
    const stop = w.undefinedBehaviour("signed-overflow", "6.5.5p6", expression);
    const isMinusOne = `(${b.lo} & ${b.hi}) === -1`;
    w.emit(`if (${isMinusOne} && ${a.lo} === 0 && ${a.hi} === -2147483648) ${stop}`);
  }
  const name = `${operator}${isSigned(type) ? "S" : "U"}64`;
  return pairCall(w, `${name}(${a.lo}, ${a.hi}, ${b.lo}, ${b.hi})`);
}

function shiftLeft(w: Writer, a: Pair, amount: string): Code {
  if (!/^\d+$/.test(amount)) return pairCall(w, `shl64(${a.lo}, ${a.hi}, ${amount})`);
  const n = Number(amount);
  if (n === 0) return a;
  if (n >= 32) return w.pair("0", `(${a.lo} << ${n - 32})`);
  return w.pair(`(${a.lo} << ${n})`, `(${a.hi} << ${n} | ${a.lo} >>> ${32 - n})`);
}

function shiftRight(w: Writer, signed: boolean, a: Pair, amount: string): Code {
  if (!/^\d+$/.test(amount)) {
    return pairCall(w, `${signed ? "shrS64" : "shrU64"}(${a.lo}, ${a.hi}, ${amount})`);
  }
  const n = Number(amount);
  if (n === 0) return a;
  const [shift, fill] = signed ? [">>", `(${a.hi} >> 31)`] : [">>>", "0"];
  if (n >= 32) return w.pair(`(${a.hi} ${shift} ${n - 32} | 0)`, fill);
  return w.pair(`(${a.lo} >>> ${n} | ${a.hi} << ${32 - n})`, `(${a.hi} ${shift} ${n} | 0)`);
}

export function negatePair(w: Writer, a: Pair, overflow: string | undefined): Code {
  return pairArithmetic(w, "sub", { kind: "int", bits: 64, signed: true }, ZERO, a, overflow);
}
const ZERO: Pair = { rep: "pair", lo: "0", hi: "0" };
