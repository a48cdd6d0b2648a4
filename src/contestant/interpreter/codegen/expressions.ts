import { decodeX87 } from "../../../ground/util/ieee-float.ts";
import type {
  ArithmeticExpression,
  CastExpression,
  ComparisonExpression,
  ConditionalExpression,
  Expression,
  IntegerConstant,
  UnaryExpression,
  ValueType,
} from "../../cfa/index.ts";
import { FUNCTION_BASE } from "../address-space.ts";
import { floatValue } from "../runtime/floats.ts";
import { isObject } from "./address.ts";
import { castCode, codeOf, wrapBig } from "./casts.ts";
import { comparePairs, negatePair, type Pair, pairArithmetic, pairConstant } from "./pairs.ts";
import { noteDifference, noteNumber } from "./provenance.ts";
import { type Code, isSigned, representationOf } from "./representation.ts";
import { loadCode } from "./scalars.ts";
import {
  compareWords,
  JS_COMPARISONS,
  negateWord,
  word,
  wordArithmetic,
  wordConstant,
} from "./words.ts";
import type { Writer } from "./writer.ts";

/**
 * Code of an expression. Operations that can fail are emitted as statements before the returned
 * code, which itself has no effects and cannot fail.
 */
export function expressionCode(w: Writer, expression: Expression): Code {
  switch (expression.kind) {
    case "integer":
      return integerConstant(expression);
    case "float":
      return floatConstant(expression.type, expression.bits);
    case "address": {
      const { target } = expression;
      const code = isObject(target)
        ? w.places.address(target)
        : String(w.places.functionAddress(target));
      return representationOf(expression.type) === "pair" ? w.pair(code, "0") : word(code);
    }
    case "load":
      return loadCode(w, expression);
    case "unary":
      return unaryCode(w, expression);
    case "binary":
      return arithmeticCode(w, expression);
    case "compare":
      return word(`(${comparisonCode(w, expression)} ? 1 : 0)`);
    case "cast": {
      const value = heldAddress(w, expression, expressionCode(w, expression.operand));
      w.currentExpression = expression;
      return castCode(w, expression.operand.type, expression.type, value);
    }
    case "conditional":
      return conditionalCode(w, expression);
  }
}

/**
 * Runs for exploration refuse addresses as numbers: the number is a choice of the implementation.
 */
function heldAddress(w: Writer, { operand, type }: CastExpression, value: Code): Code {
  const isNumber = operand.type.kind === "pointer" && type.kind !== "pointer";
  if (isNumber) noteNumber(w, value);
  if (!w.context.options.explores || w.isLibrary || !isNumber) return value;
  const held: Code = value.rep === "pair" ? value : word(w.hold(codeOf(value)));
  const low = held.rep === "pair" ? held.lo : codeOf(held);
  const isSmall = held.rep === "pair" ? `${held.hi} === 0` : "true";
  const refusal = w.unsupported("an address as a number");
  w.emit(`if (${isSmall} && ${low} >= ${FUNCTION_BASE} && ${low} < U8.length) ${refusal}`);
  return held;
}

function integerConstant(expression: IntegerConstant): Code {
  const { type, value } = expression;
  switch (representationOf(type)) {
    case "word":
      return wordConstant(type, value);
    case "pair":
      return pairConstant(value);
    default:
      return { rep: "big", code: `${value}n` };
  }
}

function floatConstant(type: ValueType, bits: bigint): Code {
  if (type.kind !== "float" || representationOf(type) === "big") {
    const isX87 = type.kind === "float" && type.format === "ldouble";
    return { rep: "big", code: `${isX87 ? decodeX87(bits) : bits}n` };
  }
  const value = floatValue(type.format, bits);
  return { rep: "number", code: Object.is(value, -0) ? "-0" : String(value) };
}

/** JavaScript condition for `expression != 0`. */
export function conditionCode(w: Writer, expression: Expression): string {
  if (expression.kind === "compare") {
    const inner = zeroTest(expression);
    if (inner === undefined) return comparisonCode(w, expression);
    const condition = conditionCode(w, inner);
    return expression.operator === "ne" ? condition : `!(${condition})`;
  }
  const code = expressionCode(w, expression);
  if (code.rep === "pair") return `(${code.lo} | ${code.hi}) !== 0`;
  if (expression.type.kind !== "float" || code.rep === "number") {
    return `${code.code} !== ${code.rep === "big" ? "0n" : "0"}`;
  }
  const zero = `FLOATS.convert("double", "${expression.type.format}", 0)`;
  return `FLOATS.compare("ne", "${expression.type.format}", ${code.code}, ${zero})`;
}

/** The comparison `c` in `c == 0` or `c != 0`. */
function zeroTest(expression: ComparisonExpression): ComparisonExpression | undefined {
  if (expression.operator !== "eq" && expression.operator !== "ne") return undefined;
  const { left, right } = expression;
  const isZero = right.kind === "integer" && right.value === 0n;
  return isZero && left.kind === "compare" ? left : undefined;
}

function comparisonCode(w: Writer, expression: ComparisonExpression): string {
  const { operator, left, right } = expression;
  const type = left.type;
  const a = expressionCode(w, left);
  const b = expressionCode(w, right);
  if (a.rep === "word") return compareWords(operator, type, a.code, codeOf(b));
  if (a.rep === "pair") return comparePairs(operator, type, a, b as Pair);
  if (a.rep === "big" && type.kind === "float") {
    return `FLOATS.compare("${operator}", "${type.format}", ${a.code}, ${codeOf(b)})`;
  }
  return `${a.code} ${JS_COMPARISONS[operator]} ${codeOf(b)}`;
}

/** Both branches are values that cannot fail, but they may need statements. */
function conditionalCode(w: Writer, expression: ConditionalExpression): Code {
  const condition = conditionCode(w, expression.condition);
  const yes = w.capture(() => expressionCode(w, expression.whenTrue));
  const no = w.capture(() => expressionCode(w, expression.whenFalse));
  const isPair = representationOf(expression.type) === "pair";
  if (!isPair && yes.lines.length === 0 && no.lines.length === 0) {
    return {
      rep: representationOf(expression.type) as "word",
      code: `(${condition} ? ${codeOf(yes.result)} : ${codeOf(no.result)})`,
    };
  }
  const results = isPair ? [w.temporary(), w.temporary()] : [w.temporary()];
  const assign = (code: Code): string => {
    const parts = code.rep === "pair" ? [code.lo, code.hi] : [code.code];
    return parts.map((part, i) => `${results[i]} = ${part};`).join(" ");
  };
  w.emit(`if (${condition}) {`);
  for (const line of yes.lines) w.emit(line);
  w.emit(`${assign(yes.result)} } else {`);
  for (const line of no.lines) w.emit(line);
  w.emit(`${assign(no.result)} }`);
  const [first, second] = results as [string, string];
  return isPair
    ? { rep: "pair", lo: first, hi: second }
    : { rep: representationOf(expression.type) as "word", code: first };
}

// ----------------------------------------------------------------- arithmetic

/** The statement for a signed overflow of the expression, or undefined where it wraps around. */
function overflowStop(
  w: Writer,
  expression: UnaryExpression | ArithmeticExpression,
  paragraph: string,
): string | undefined {
  if (w.context.options.overflow === "wrap" || !isSigned(expression.type)) return undefined;
  return w.undefinedBehaviour("signed-overflow", paragraph, expression);
}

function unaryCode(w: Writer, expression: UnaryExpression): Code {
  const { type, operator } = expression;
  const operand = expressionCode(w, expression.operand);
  if (type.kind === "float") {
    return operand.rep === "number"
      ? { rep: "number", code: `(- ${operand.code})` }
      : { rep: "big", code: `FLOATS.negate("${type.format}", ${codeOf(operand)})` };
  }
  if (operator === "complement") {
    if (operand.rep === "pair") return w.pair(`(~${operand.lo})`, `(~${operand.hi})`);
    if (operand.rep === "big") return { rep: "big", code: wrapBig(type, `~${operand.code}`) };
    return wordArithmetic(w, "xor", type, codeOf(operand), allOnes(type), undefined);
  }
  const overflow = overflowStop(w, expression, "6.5p5");
  if (operand.rep === "pair") return negatePair(w, operand, overflow);
  if (operand.rep === "big") return bigArithmetic(w, "-", type, "0n", operand.code, overflow);
  return negateWord(w, type, codeOf(operand), overflow);
}

function allOnes(type: ValueType): string {
  return isSigned(type) || type.kind === "float" || type.bits === 32
    ? "-1"
    : String(2 ** type.bits - 1);
}

function arithmeticCode(w: Writer, expression: ArithmeticExpression): Code {
  const { operator, type } = expression;
  if (operator === "shl" || operator === "shr") return shiftCode(w, expression);
  const a = expressionCode(w, expression.left);
  const b = expressionCode(w, expression.right);
  w.currentExpression = expression;
  if (type.kind === "float") return floatArithmetic(w, expression, codeOf(a), codeOf(b));
  const isOfPointers = expression.left.type.kind === "pointer";
  if (isOfPointers && expression.right.type.kind === "pointer") noteDifference(w, a, b);
  const overflow = isOfPointers ? undefined : overflowStop(w, expression, "6.5p5");
  if (a.rep === "pair") return pairArithmetic(w, operator, type, a, b as Pair, overflow);
  if (a.rep === "word") {
    return wordArithmetic(w, operator, type, a.code, codeOf(b), overflow);
  }
  if (operator === "div" || operator === "rem") {
    const [x, y] = [w.hold(a.code), w.hold(codeOf(b))];
    const zero = w.undefinedBehaviour("division-by-zero", "6.5.5p5", expression);
    w.emit(`if (${y} === 0n) ${zero}`);
    const stop = w.undefinedBehaviour("signed-overflow", "6.5.5p6", expression);
    const least = `-${2n ** 127n}n`;
    if (isSigned(type)) w.emit(`if (${y} === -1n && ${x} === ${least}) ${stop}`);
    return { rep: "big", code: `(${x} ${operator === "div" ? "/" : "%"} ${y})` };
  }
  return bigArithmetic(w, BIG_OPERATORS[operator], type, a.code, codeOf(b), overflow);
}

const BIG_OPERATORS = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" } as const;

function bigArithmetic(
  w: Writer,
  operator: string,
  type: ValueType,
  a: string,
  b: string,
  overflow: string | undefined,
): Code {
  const exact = w.hold(`(${a} ${operator} ${b})`);
  const wrapped = wrapBig(type, exact);
  if (overflow === undefined) return { rep: "big", code: wrapped };
  w.emit(`if (${exact} !== ${wrapped}) ${overflow}`);
  return { rep: "big", code: exact };
}

function floatArithmetic(w: Writer, expression: ArithmeticExpression, a: string, b: string): Code {
  const { operator, type } = expression;
  if (type.kind !== "float" || !(operator in FLOAT_OPERATORS)) {
    w.emit(w.unsupported(`the floating-point operation ${operator}`));
    return { rep: "number", code: "0" };
  }
  const general = (x: string, y: string): string =>
    `FLOATS.arithmetic("${operator}", "${type.format}", ${x}, ${y})`;
  if (representationOf(type) === "big") return { rep: "big", code: general(a, b) };
  const sign = FLOAT_OPERATORS[operator as keyof typeof FLOAT_OPERATORS];
  const nearest = (x: string, y: string): string =>
    type.format === "float" ? `fround(${x} ${sign} ${y})` : `(${x} ${sign} ${y})`;
  if (!w.context.changesRounding) return { rep: "number", code: nearest(a, b) };
  const [x, y] = [w.hold(a), w.hold(b)];
  return { rep: "number", code: w.rounded(nearest(x, y), general(x, y)) };
}

const FLOAT_OPERATORS = { add: "+", sub: "-", mul: "*", div: "/" } as const;

/**
 * The amount has a type of its own; it must be at least 0 and less than the width (6.5.7p3). Left shifts of negative
 * values are undefined; of others they overflow where the result does not fit (6.5.7p4).
 */
function shiftCode(w: Writer, expression: ArithmeticExpression): Code {
  const { type, operator } = expression;
  const width = type.kind === "float" ? 0 : type.bits;
  const a = expressionCode(w, expression.left);
  const amount = shiftAmount(w, expression, width);
  const overflow = operator === "shl" ? overflowStop(w, expression, "6.5.7p4") : undefined;
  const refuseNegative = (condition: string): void => {
    if (overflow === undefined) return;
    w.emit(`if (${condition}) ${w.undefinedBehaviour("shift", "6.5.7p4", expression)}`);
  };
  if (a.rep === "pair") {
    refuseNegative(`${a.hi} < 0`);
    const b: Pair = { rep: "pair", lo: amount, hi: "0" };
    return pairArithmetic(w, operator, type, a, b, overflow);
  }
  if (a.rep === "word") {
    const word = overflow === undefined ? a.code : w.hold(a.code);
    refuseNegative(`${word} < 0`);
    return wordArithmetic(w, operator, type, word, amount, overflow);
  }
  const value = w.hold(codeOf(a));
  refuseNegative(`${value} < 0n`);
  const count = `BigInt(${amount})`;
  if (operator === "shr") return { rep: "big", code: `(${value} >> ${count})` };
  const exact = w.hold(`(${value} << ${count})`);
  const wrapped = wrapBig(type, exact);
  if (overflow !== undefined) w.emit(`if (${exact} !== ${wrapped}) ${overflow}`);
  return { rep: "big", code: wrapped };
}

function shiftAmount(w: Writer, expression: ArithmeticExpression, width: number): string {
  const { right } = expression;
  const stop = w.undefinedBehaviour("shift", "6.5.7p3", expression);
  const code = expressionCode(w, right);
  if (code.rep === "pair") {
    w.emit(`if (${code.hi} !== 0 || ${code.lo} >>> 0 >= ${width}) ${stop}`);
    return code.lo;
  }
  if (code.rep === "big") {
    const held = w.hold(code.code);
    w.emit(`if (${held} < 0n || ${held} >= ${width}n) ${stop}`);
    return w.hold(`Number(${held})`);
  }
  if (/^\d+$/.test(codeOf(code)) && Number(codeOf(code)) < width) return codeOf(code);
  const held = w.hold(codeOf(code));
  w.emit(`if (${held} >>> 0 >= ${width}) ${stop}`);
  return held;
}
