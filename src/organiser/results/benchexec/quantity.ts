/**
 * Numbers with units as BenchExec's columns hold them. Undefined: the text is
 * no number of the kind, or a negative or infinite one; callers know whether
 * that is a fault.
 */

const SECONDS: Readonly<Record<string, number>> = { "": 1, s: 1, ms: 1e-3, min: 60, h: 3600 };
/** Decimal units; without unit bytes (`memUsage` until 2015). */
const BYTES: Readonly<Record<string, number>> = {
  "": 1,
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
};
const JOULES: Readonly<Record<string, number>> = { "": 1, J: 1, kJ: 1e3, Ws: 1, Wh: 3600 };

/** `1.25s`, `900 s`. */
export function parseSeconds(text: string): number | undefined {
  return parseQuantity(text, SECONDS);
}

/** `15000000000B`, `3000 MB`, `128032768`. */
export function parseBytes(text: string): number | undefined {
  return parseQuantity(text, BYTES);
}

/** `12.5J`. */
export function parseJoules(text: string): number | undefined {
  return parseQuantity(text, JOULES);
}

function parseQuantity(
  text: string,
  factors: Readonly<Record<string, number>>,
): number | undefined {
  const parts = /^\s*(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)\s*([A-Za-z]*)\s*$/.exec(text);
  if (parts === null) return undefined;
  const [, digits = "", unit = ""] = parts;
  const factor = Object.hasOwn(factors, unit) ? factors[unit] : undefined;
  if (factor === undefined) return undefined;
  const number = Number(digits) * factor;
  return Number.isFinite(number) ? number : undefined;
}
