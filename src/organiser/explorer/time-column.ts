/**
 * CPU times as whole nanoseconds (the resolution of BenchExec and of control groups) in 48 bits,
 * because the digits beyond are noise that does not compress. Values that are not multiples of a
 * nanosecond are stored as doubles: nothing is rounded.
 */
import type { NumberColumn } from "./column-file.ts";

const NANO = 1e9;
const HIGH = 2 ** 32;
const ABSENT = 0xffff;

/** Columns by the names `NAME.low` and `NAME.high`, or only `NAME`. NaN stands for not measured. */
export function encodeTimes(name: string, seconds: Float64Array): Record<string, NumberColumn> {
  const low = new Uint32Array(seconds.length);
  const high = new Uint16Array(seconds.length);
  for (let index = 0; index < seconds.length; index++) {
    const value = seconds[index] as number;
    if (Number.isNaN(value)) {
      high[index] = ABSENT;
      continue;
    }
    const units = Math.round(value * NANO);
    if (units / NANO !== value || units < 0 || units >= ABSENT * HIGH) return { [name]: seconds };
    high[index] = Math.floor(units / HIGH);
    low[index] = units % HIGH;
  }
  return { [`${name}.low`]: low, [`${name}.high`]: high };
}

/** Restores exactly the numbers that {@link encodeTimes} was given. */
export function decodeTimes(
  name: string,
  columns: Readonly<Record<string, NumberColumn>>,
): Float64Array {
  const plain = columns[name];
  if (plain instanceof Float64Array) return plain;
  const low = columns[`${name}.low`] as Uint32Array;
  const high = columns[`${name}.high`] as Uint16Array;
  const seconds = new Float64Array(low.length);
  for (let index = 0; index < low.length; index++) {
    const top = high[index] as number;
    seconds[index] = top === ABSENT ? Number.NaN : (top * HIGH + (low[index] as number)) / NANO;
  }
  return seconds;
}
