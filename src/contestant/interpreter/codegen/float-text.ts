import type { Expression, Intrinsic, ValueType } from "../../cfa/index.ts";

import { addressNumber } from "./address.ts";
import { codeOf } from "./casts.ts";
import { done, type IntrinsicResult, isIntResult, isWord } from "./memory-intrinsics.ts";
import { tracksOpenness } from "./openness-tags.ts";
import { representationOf } from "./representation.ts";
import { word } from "./words.ts";
import type { Writer } from "./writer.ts";

/** Conversions between floats and text; undefined when arguments or result do not fit. */
export function floatTextIntrinsic(
  w: Writer,
  { kind, format }: Extract<Intrinsic, { kind: "parse-float" | "print-float" }>,
  list: readonly Expression[],
  result: ValueType | undefined,
): IntrinsicResult {
  const [address, second, conversion, precision, alternate] = list;
  if (address?.type.kind !== "pointer" || second === undefined) return undefined;
  const at = w.hold(addressNumber(w, address));
  if (kind === "parse-float") {
    if (!isWord(second) || result?.kind !== "float" || result.format !== format) return undefined;
    const rep = representationOf(result) as "number" | "big";
    const length = codeOf(w.expression(second));
    const value = w.call(`FLOATS.parse("${format}", U8.subarray(${at}, ${at} + ${length}))`);
    w.emit(`if (${value} === undefined) ${w.unsupported("text of a number that is none")}`);
    return { code: { rep, code: value } };
  }
  if (second.type.kind !== "float" || second.type.format !== format) return undefined;
  if (!isWord(conversion) || !isWord(precision) || !isWord(alternate) || !isIntResult(result)) {
    return undefined;
  }
  const [value, ...style] = [second, conversion, precision, alternate].map((part) =>
    w.hold(codeOf(w.expression(part))),
  );
  const text = w.call(`FLOATS.print("${format}", ${value}, ${style.join(", ")})`);
  const invalid = w.undefinedBehaviour("invalid-dereference", "7.21.6.6p2");
  w.emit(`if (!SPACE.permits(${at}, ${text}.length, 2)) ${invalid}`);
  w.emit(`U8.set(${text}, ${at});`);
  if (tracksOpenness(w)) w.emit(`OPENNESS.known(${at}, ${text}.length);`);
  return result === undefined ? done : { code: word(`${text}.length`) };
}
