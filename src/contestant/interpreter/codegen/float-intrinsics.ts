import type {
  Expression,
  FloatOperation,
  FloatValueType,
  Intrinsic,
  ValueType,
} from "../../cfa/index.ts";

import { codeOf } from "./casts.ts";
import { expressionCode } from "./expressions.ts";
import { type IntrinsicResult, isIntResult } from "./memory-intrinsics.ts";
import { pairCall } from "./pairs.ts";
import { type Code, representationOf } from "./representation.ts";
import { word } from "./words.ts";
import type { Writer } from "./writer.ts";

const ARITY: Partial<Record<FloatOperation, number>> = {
  fmin: 2,
  fmax: 2,
  fmod: 2,
  remainder: 2,
  copysign: 2,
  fdim: 2,
  fma: 3,
};

const CLASSIFICATIONS: ReadonlySet<FloatOperation> = new Set([
  "isnan",
  "isinf",
  "isinf-sign",
  "isfinite",
  "isnormal",
  "signbit",
  "fpclassify",
]);

/** JavaScript's own functions where they are exact for float and double, and do not depend on the rounding mode. */
const NATIVE: Partial<Record<FloatOperation, (x: string, y: string) => string>> = {
  fabs: (x) => `abs(${x})`,
  floor: (x) => `floor(${x})`,
  ceil: (x) => `ceil(${x})`,
  trunc: (x) => `trunc(${x})`,
  fmod: (x, y) => `(${x} % ${y})`,
};
const NATIVE_TESTS: Partial<Record<FloatOperation, (x: string) => string>> = {
  isnan: (x) => `(${x} !== ${x} ? 1 : 0)`,
  isinf: (x) => `(abs(${x}) === Infinity ? 1 : 0)`,
  isfinite: (x) => `(${x} - ${x} === 0 ? 1 : 0)`,
};

/** A call of a floating-point function; undefined when arguments or result do not fit it. */
export function floatIntrinsic(
  w: Writer,
  intrinsic: Extract<Intrinsic, { kind: "float" }>,
  list: readonly Expression[],
  result: ValueType | undefined,
): IntrinsicResult {
  const { operation, format } = intrinsic;
  const type: FloatValueType = { kind: "float", format };
  const rep = representationOf(type) as "number" | "big";
  if (operation === "nan")
    return isFloat(result, format) ? { code: notANumber(format, rep) } : undefined;
  const count = ARITY[operation] ?? 1;
  if (list.length !== count || !list.every((e) => isFloat(e.type, format))) return undefined;
  const [x = "0", y = "0", z = "0"] = list.map((e) => w.hold(codeOf(expressionCode(w, e))));
  if (operation === "lrint" || operation === "lround") {
    if (result?.kind !== "int" || result.bits < 32 || result.bits > 64) return undefined;
    const call = `FLOATS.roundToInteger("${operation}", "${format}", ${x}, ${result.bits})`;
    return { code: result.bits === 64 ? pairCall(w, call) : word(w.hold(call)) };
  }
  // The sign of a NaN is unspecified (see runtime/nan-bits.ts).
  const signed = operation === "signbit" ? x : operation === "copysign" ? y : undefined;
  if (signed !== undefined) {
    const isNan =
      rep === "number" ? `${signed} !== ${signed}` : `FLOATS.isNaN("${format}", ${signed})`;
    w.emit(`if (${isNan}) ${w.unsupported("the sign of a NaN")}`);
  }
  if (CLASSIFICATIONS.has(operation)) {
    if (!isIntResult(result)) return undefined;
    const test = rep === "number" ? NATIVE_TESTS[operation] : undefined;
    const general = `FLOATS.classify("${operation}", "${format}", ${x})`;
    return { code: word(w.hold(test?.(x) ?? general)) };
  }
  if (result !== undefined && !isFloat(result, format)) return undefined;
  const general = `FLOATS.operation("${operation}", "${format}", ${x}, ${y}, ${z})`;
  const native = rep === "number" ? NATIVE[operation] : undefined;
  if (native !== undefined) return { code: { rep, code: w.hold(native(x, y)) } };
  if (operation === "sqrt" && rep === "number") {
    const root = format === "float" ? `fround(sqrt(${x}))` : `sqrt(${x})`;
    return { code: { rep, code: w.hold(w.rounded(root, general)) } };
  }
  return { code: { rep, code: w.hold(general) } };
}

function isFloat(type: ValueType | undefined, format: string): boolean {
  return type?.kind === "float" && type.format === format;
}

function notANumber(format: string, rep: "number" | "big"): Code {
  return { rep, code: rep === "number" ? "NaN" : `FLOATS.convert("double", "${format}", NaN)` };
}
