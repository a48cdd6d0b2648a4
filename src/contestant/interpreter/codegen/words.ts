import type { ArithmeticOperator, ComparisonOperator, ValueType } from "../../cfa/index.ts";
import { type Code, isSigned } from "./representation.ts";
import type { Writer } from "./writer.ts";

/** Integers and pointers of at most 32 bits. */

export function word(code: string): Code {
  return { rep: "word", code };
}

export function wordConstant(type: ValueType, value: bigint): Code {
  return word(String(type.kind !== "float" && type.bits < 32 ? value : BigInt.asIntN(32, value)));
}

/** Any number's value modulo the width of the type. */
export function wrapWord(type: ValueType, code: string): string {
  const bits = type.kind === "float" ? 32 : type.bits;
  if (/^\d{1,9}$/.test(code) && Number(code) < 2 ** (bits - 1)) return code;
  if (bits === 32) return `(${code} | 0)`;
  const unused = 32 - bits;
  return isSigned(type) ? `(${code} << ${unused} >> ${unused})` : `(${code} & ${2 ** bits - 1})`;
}

/** Code for comparing 32-bit patterns as unsigned; narrower unsigned values are themselves. */
function ordered(type: ValueType, code: string): string {
  const needsPattern = !isSigned(type) && type.kind !== "float" && type.bits === 32;
  return needsPattern && !/^\d+$/.test(code) ? `(${code} >>> 0)` : code;
}

export const JS_COMPARISONS: Readonly<Record<ComparisonOperator, string>> = {
  eq: "===",
  ne: "!==",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

export function compareWords(
  operator: ComparisonOperator,
  type: ValueType,
  a: string,
  b: string,
): string {
  if (operator === "eq" || operator === "ne") return `${a} ${JS_COMPARISONS[operator]} ${b}`;
  return `${ordered(type, a)} ${JS_COMPARISONS[operator]} ${ordered(type, b)}`;
}

/** The exact result, `+`, `-` or `*`, must fit into the signed type. */
function checked(w: Writer, type: ValueType, exact: string, overflow: string): string {
  const result = w.hold(exact);
  w.emit(`if (${result} !== ${wrapWord(type, result)}) ${overflow}`);
  return `(${result} | 0)`;
}

/** Operands and result have the type; for shifts `b` is an amount that was checked. */
export function wordArithmetic(
  w: Writer,
  operator: ArithmeticOperator,
  type: ValueType,
  left: string,
  right: string,
  overflow: string | undefined,
): Code {
  const wrap = (code: string): Code => word(wrapWord(type, code));
  const isChecked = overflow !== undefined;
  switch (operator) {
    case "add":
    case "sub": {
      const exact = `(${left} ${operator === "add" ? "+" : "-"} ${right})`;
      return isChecked ? word(checked(w, type, exact, overflow)) : wrap(exact);
    }
    case "mul": {
      if (!isChecked) return wrap(`imul(${left}, ${right})`);
      const [a, b] = [w.hold(left), w.hold(right)];
      // The double product may be rounded, but never across the limits of 32 bits.
      const rounded = w.hold(`(${a} * ${b})`);
      w.emit(`if (${rounded} !== ${wrapWord(type, rounded)}) ${overflow}`);
      return word(`imul(${a}, ${b})`);
    }
    case "div":
    case "rem":
      return divideWords(w, operator, type, left, right);
    case "and":
      return word(`(${left} & ${right})`);
    case "or":
      return word(`(${left} | ${right})`);
    case "xor":
      return word(`(${left} ^ ${right})`);
    case "shl": {
      if (!isChecked) return wrap(`(${left} << ${right})`);
      const [a, n] = [w.hold(left), w.hold(right)];
      const result = w.hold(wrapWord(type, `(${a} << ${n})`));
      w.emit(`if (${result} >> ${n} !== ${a} || ${result} < 0) ${overflow}`);
      return word(result);
    }
    case "shr":
      return isSigned(type) ? word(`(${left} >> ${right})`) : wrap(`(${left} >>> ${right})`);
  }
}

function divideWords(
  w: Writer,
  operator: "div" | "rem",
  type: ValueType,
  left: string,
  right: string,
): Code {
  const [a, b] = [w.hold(left), w.hold(right)];
  const expression = w.currentExpression;
  if (!/^-?[1-9]\d*$/.test(b)) {
    w.emit(`if (${b} === 0) ${w.undefinedBehaviour("division-by-zero", "6.5.5p5", expression)}`);
  }
  if (isSigned(type)) {
    if (!/^\d+$/.test(b) && type.kind !== "float") {
      const least = -(2 ** (type.bits - 1));
      const stop = w.undefinedBehaviour("signed-overflow", "6.5.5p6", expression);
      w.emit(`if (${b} === -1 && ${a} === ${least}) ${stop}`);
    }
    return word(`(${a} ${operator === "div" ? "/" : "%"} ${b} | 0)`);
  }
  const [x, y] = [ordered(type, a), ordered(type, b)];
  return word(`(${x} ${operator === "div" ? "/" : "%"} ${y} | 0)`);
}

export function negateWord(
  w: Writer,
  type: ValueType,
  operand: string,
  overflow: string | undefined,
): Code {
  if (overflow === undefined) return word(wrapWord(type, `(- ${operand})`));
  const a = w.hold(operand);
  const least = type.kind === "float" ? 0 : -(2 ** (type.bits - 1));
  w.emit(`if (${a} === ${least}) ${overflow}`);
  return word(`(- ${a} | 0)`);
}
