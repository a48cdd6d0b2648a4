/** Numbers with a unit, as files and options hold them: `20s`, `1.5 min`, `4 GB`. */

/** The value of one of each unit; the unit `""` is a number without unit. */
export type Units = Readonly<Record<string, number>>;

/** In seconds. */
export const TIME_UNITS: Units = { ms: 0.001, s: 1, min: 60, h: 3600 };

/** In bytes. They are decimal, as in the rules of competitions: 15 GB are 15·10⁹ bytes. */
export const SIZE_UNITS: Units = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

const QUANTITY = /^\s*(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)\s*([A-Za-z]*)\s*$/;

/**
 * Reads a number that is not negative and its unit. Blanks around and between both do not count.
 * @param number what the digits must look like, where not every decimal number will do
 * @returns undefined: the text is something else, has another unit, or is larger than numbers are
 */
export function parseQuantity(text: string, units: Units, number?: RegExp): number | undefined {
  const [, digits = "", unit = ""] = QUANTITY.exec(text) ?? [];
  const factor = digits !== "" && Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (factor === undefined || number?.test(digits) === false) return undefined;
  const value = Number(digits) * factor;
  return Number.isFinite(value) ? value : undefined;
}
