/**
 * Numbers with units in BenchExec's columns. Undefined: the text is not a number of the kind, or a
 * negative or infinite one; the caller decides whether that is a fault.
 */

import { parseQuantity, SIZE_UNITS, TIME_UNITS } from "../../../ground/util/quantity.ts";

const SECONDS = { ...TIME_UNITS, "": 1 };
/** Without unit bytes (`memUsage` until 2015). */
const BYTES = { ...SIZE_UNITS, "": 1 };
const JOULES = { "": 1, J: 1, kJ: 1e3, Ws: 1, Wh: 3600 };

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
