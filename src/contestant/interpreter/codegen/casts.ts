import { invariant } from "../../../ground/util/errors.ts";
import { type FloatValueType, typeKey, type ValueType } from "../../cfa/index.ts";
import { pairCall } from "./pairs.ts";
import { type Code, isSigned, representationOf } from "./representation.ts";
import { word, wrapWord } from "./words.ts";
import type { Writer } from "./writer.ts";

/** Conversions between value types (C11 6.3.1), as gcc does them. */
export function castCode(w: Writer, from: ValueType, to: ValueType, value: Code): Code {
  if (typeKey(from) === typeKey(to)) return value;
  if (from.kind === "float") {
    return to.kind === "float"
      ? floatToFloat(w, from, to, value)
      : floatToInteger(w, from, to, value);
  }
  return to.kind === "float"
    ? integerToFloat(w, from, to, value)
    : integerToInteger(w, from, to, value);
}

/** gcc extends a pointer into a wider integer by its sign. */
function extendsSign(from: ValueType): boolean {
  return from.kind === "pointer" || isSigned(from);
}

function integerToInteger(w: Writer, from: ValueType, to: ValueType, value: Code): Code {
  const target = representationOf(to);
  if (target === "word") return word(lowWord(to, value, from));
  if (target === "pair") {
    if (value.rep === "pair") return value;
    if (value.rep === "word") {
      const lo = w.hold(value.code);
      return { rep: "pair", lo, hi: extendsSign(from) ? signWord(w, lo) : "0" };
    }
    return pairCall(w, `fromBig(${codeOf(value)})`);
  }
  const exact =
    value.rep === "pair"
      ? `${extendsSign(from) ? "signedBig" : "unsignedBig"}(${value.lo}, ${value.hi})`
      : value.rep === "word"
        ? `BigInt(${extendsSign(from) || narrow(from) ? codeOf(value) : `${codeOf(value)} >>> 0`})`
        : codeOf(value);
  return { rep: "big", code: wrapBig(to, exact) };
}

function narrow(type: ValueType): boolean {
  return type.kind !== "float" && type.bits < 32;
}

function signWord(w: Writer, lo: string): string {
  return /^\d+$/.test(lo) ? "0" : w.hold(`(${lo} >> 31)`);
}

/** Conversion to an integer of at most 32 bits. */
function lowWord(to: ValueType, value: Code, from: ValueType): string {
  if (value.rep === "pair") return narrow(to) ? wrapWord(to, value.lo) : value.lo;
  if (value.rep === "big") return wrapWord(to, `Number(BigInt.asIntN(32, ${value.code}))`);
  const isWidening =
    from.kind !== "float" &&
    to.kind !== "float" &&
    (to.bits === 32 || (to.bits > from.bits && !isSigned(from)));
  return isWidening ? value.code : wrapWord(to, value.code);
}

/** Code of a value that is not a pair. */
export function codeOf(value: Code): string {
  invariant(value.rep !== "pair", "a 64-bit value has no single code");
  return value.code;
}

export function wrapBig(type: ValueType, code: string): string {
  return `BigInt.${isSigned(type) ? "asIntN" : "asUintN"}(128, ${code})`;
}

function integerToFloat(w: Writer, from: ValueType, to: FloatValueType, value: Code): Code {
  const name = JSON.stringify(to.format);
  const rep = representationOf(to) as "number" | "big";
  if (value.rep === "pair") {
    return { rep, code: `FLOATS.fromPair(${name}, ${value.lo}, ${value.hi}, ${isSigned(from)})` };
  }
  if (value.rep === "big") return { rep, code: `FLOATS.fromInteger(${name}, ${value.code})` };
  const number = isSigned(from) || narrow(from) ? codeOf(value) : `(${codeOf(value)} >>> 0)`;
  if (to.format === "double") return { rep, code: number };
  if (to.format === "float") {
    const held = w.hold(number);
    const nearest = `fround(${held})`;
    return { rep, code: w.rounded(nearest, `FLOATS.fromWord("float", ${held})`) };
  }
  return { rep, code: `FLOATS.fromWord(${name}, ${number})` };
}

function floatToFloat(w: Writer, from: FloatValueType, to: FloatValueType, value: Code): Code {
  const code = codeOf(value);
  if (from.format === "float" && to.format === "double") return { rep: "number", code };
  const rep = representationOf(to) as "number" | "big";
  const names = `${JSON.stringify(from.format)}, ${JSON.stringify(to.format)}`;
  if (from.format === "double" && to.format === "float") {
    const held = w.hold(code);
    return {
      rep,
      code: w.rounded(`fround(${held})`, `FLOATS.convert(${names}, ${held})`),
    };
  }
  return { rep, code: `FLOATS.convert(${names}, ${code})` };
}

function floatToInteger(
  w: Writer,
  from: FloatValueType,
  to: Exclude<ValueType, FloatValueType>,
  value: Code,
): Code {
  const stop = w.undefinedBehaviour("float-to-integer", "6.3.1.4p1", w.currentExpression);
  const signed = isSigned(to);
  if (value.rep === "number" && to.bits <= 64) {
    const truncated = w.hold(`trunc(${value.code})`);
    const [least, limit] = signed ? [-(2 ** (to.bits - 1)), 2 ** (to.bits - 1)] : [0, 2 ** to.bits];
    w.emit(`if (!(${truncated} >= ${least} && ${truncated} < ${limit})) ${stop}`);
    if (to.bits <= 32) return word(`(${truncated} | 0)`);
    return pairCall(w, `fromNumber(${truncated})`);
  }
  const big = w.hold(
    `FLOATS.toInteger(${JSON.stringify(from.format)}, ${codeOf(value)}, ${to.bits}, ${signed})`,
  );
  w.emit(`if (${big} === undefined) ${stop}`);
  if (to.bits === 128) return { rep: "big", code: big };
  return integerToInteger(w, { kind: "int", bits: 128, signed: true }, to, {
    rep: "big",
    code: big,
  });
}
