import { Decimal } from "../../../ground/util/decimal.ts";
import { isNumeric, type TypedColumn, withoutUnit } from "./column.ts";

/**
 * The use of a written value. `csv` and `raw` are not rounded unless the column requires it (`raw`
 * never is); `html_cell` is padded so that points are aligned; `tooltip_stochastic` is for means
 * and deviations.
 */
export type FormatTarget = "csv" | "raw" | "html_cell" | "tooltip" | "tooltip_stochastic";

/** Number of digits of measures where the column does not define it. */
const DEFAULT_DIGITS = 3;
const STOCHASTIC_DECIMALS = 2;
const FIGURE_SPACE = "&#x2007;";
const PUNCTUATION_SPACE = "&#x2008;";

/** The value of a cell, or a figure computed from many, in the form of the column. */
export function formatValue(
  column: TypedColumn,
  value: string | Decimal | undefined,
  target: FormatTarget,
): string {
  if (!isNumeric(column)) return value === undefined ? "" : String(value);
  if (value === undefined || value === "") return "";
  const text = typeof value === "string" ? withoutUnit(value.trim()) : value.toString();
  const number = typeof value === "string" ? Decimal.parse(text) : value;
  // Cannot be scaled: shown as written.
  if (number === undefined) return String(value);
  if (!number.isFinite) return number.toString();
  const scaled = column.scaleFactor === undefined ? number : number.times(column.scaleFactor);
  const { significantDigits } = column;
  if (significantDigits === undefined && column.kind === "count") {
    return target === "tooltip_stochastic"
      ? scaled.withExponent(-STOCHASTIC_DECIMALS).toString()
      : scaled.toString();
  }
  const digits =
    target === "raw"
      ? undefined
      : (significantDigits ?? (target === "csv" ? undefined : DEFAULT_DIGITS));
  if (digits === undefined) return scaled.toString();
  return roundTo(scaled, significantDigitsOf(text), digits, column.maximalDecimals, target);
}

const NUMBER = /^\s*[-+]?(\d+)(\.(0*)(\d+))?/;

/** Leading zeros do not count, but a zero's digits after the point do. */
function significantDigitsOf(text: string): number {
  const [, whole = "", withPoint = "", , rest = ""] = NUMBER.exec(text) ?? [];
  const isWholeZero = /^0*$/.test(whole);
  const isZero = isWholeZero && /^\.?0*$/.test(withPoint);
  if (isWholeZero && !isZero) return rest.length;
  return (isZero ? 0 : whole.length) + Math.max(0, withPoint.length - 1);
}

/** Rounds to the number's own significant digits or the wanted ones, whichever are fewer. */
function roundTo(
  number: Decimal,
  ownDigits: number,
  wantedDigits: number,
  maximalDecimals: number,
  target: FormatTarget,
): string {
  const digits = Math.min(ownDigits, wantedDigits);
  const rounded = number.isZero
    ? Decimal.of(0n, -digits)
    : number.withExponent(number.adjusted - (digits - 1));
  let text = rounded.toString();
  // 9.99 with two digits became 10.0, which has a digit too many.
  if (significantDigitsOf(text) > digits && text.includes(".")) {
    text = text.slice(0, -1).replace(/\.$/, "");
  }
  if (target !== "html_cell") return text;
  const isBelowOne = text.startsWith("0.");
  return aligned(isBelowOne ? text.slice(1) : text, maximalDecimals);
}

function aligned(text: string, maximalDecimals: number): string {
  const point = text.indexOf(".");
  const missing = maximalDecimals - (point < 0 ? 0 : text.length - point - 1);
  const padding = FIGURE_SPACE.repeat(Math.max(0, missing));
  return `${text}${point < 0 && maximalDecimals > 0 ? PUNCTUATION_SPACE : ""}${padding}`;
}
