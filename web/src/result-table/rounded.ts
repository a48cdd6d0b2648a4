import type { ResultPageColumn } from "../../../src/organiser/tables/index.ts";

const DEFAULT_DIGITS = 3;

/**
 * A number as the table shows it: rounded half up, on the decimal digits. Other texts are not
 * changed.
 */
export function rounded(text: string, { kind, digits }: ResultPageColumn): string {
  if (kind !== "measure" && digits === undefined) return text;
  const [, sign = "", whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const all = (whole + fraction).replace(/^0+/, "");
  const wanted = digits ?? DEFAULT_DIGITS;
  if (all.length <= wanted) return text;
  let value = BigInt(all.slice(0, wanted)) + ((all[wanted] ?? "0") >= "5" ? 1n : 0n);
  let exponent = all.length - wanted - fraction.length;
  if (String(value).length > wanted) {
    value /= 10n;
    exponent++;
  }
  if (exponent >= 0) return sign + String(value) + "0".repeat(exponent);
  const shown = String(value).padStart(1 - exponent, "0");
  return `${sign}${shown.slice(0, exponent)}.${shown.slice(exponent)}`;
}
