/** Result of {@link parseSimpleNumber}; one object for all, as millions of cells are parsed. */
export const SIMPLE: {
  isNegative: boolean;
  /** Whether all digits are 0. */
  isZero: boolean;
  /** Digits before the point, without leading zeros. */
  integerDigits: number;
  /** Digits after the point. */
  decimals: number;
  /** Zeros directly after the point; all decimals when they are zeros. */
  leadingZeros: number;
  /** Position of the first digit. */
  numberStart: number;
  /** Position after the last digit. */
  numberEnd: number;
  unitStart: number;
  unitEnd: number;
} = {
  isNegative: false,
  isZero: false,
  integerDigits: 0,
  decimals: 0,
  leadingZeros: 0,
  numberStart: 0,
  numberEnd: 0,
  unitStart: 0,
  unitEnd: 0,
};

const ZERO = 0x30;
const NINE = 0x39;

/**
 * Parses `-12.50s`, `0`, `0.01 kB`: digits without superfluous leading zeros, and at most 28 of
 * them. Returns false for other texts, which are not simple.
 */
export function parseSimpleNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  SIMPLE.isNegative = bytes[at] === 0x2d;
  if (SIMPLE.isNegative) at++;
  SIMPLE.numberStart = at;
  let byte = at < end ? (bytes[at] as number) : 0;
  if (byte < ZERO || byte > NINE) return false;
  let hasDigit = false;
  if (byte === ZERO) {
    SIMPLE.integerDigits = 0;
    byte = ++at < end ? (bytes[at] as number) : 0;
    if (byte >= ZERO && byte <= NINE) return false;
  } else {
    const first = at;
    do byte = ++at < end ? (bytes[at] as number) : 0;
    while (byte >= ZERO && byte <= NINE);
    SIMPLE.integerDigits = at - first;
    hasDigit = true;
  }
  SIMPLE.decimals = 0;
  SIMPLE.leadingZeros = 0;
  if (byte === 0x2e) {
    const first = ++at;
    while (at < end && bytes[at] === ZERO) at++;
    SIMPLE.leadingZeros = at - first;
    byte = at < end ? (bytes[at] as number) : 0;
    if (byte >= ZERO && byte <= NINE) hasDigit = true;
    while (byte >= ZERO && byte <= NINE) byte = ++at < end ? (bytes[at] as number) : 0;
    SIMPLE.decimals = at - first;
    if (at === first) return false;
  }
  SIMPLE.isZero = !hasDigit;
  SIMPLE.numberEnd = at;
  if (byte === 0x20) byte = ++at < end ? (bytes[at] as number) : 0;
  SIMPLE.unitStart = at;
  for (; at < end; at++) {
    const letter = (bytes[at] as number) | 0x20;
    if (letter < 0x61 || letter > 0x7a) return false;
    // Exponents are not simple.
    if (letter === 0x65 && at === SIMPLE.numberEnd && at + 1 < end) return false;
  }
  SIMPLE.unitEnd = end;
  return SIMPLE.integerDigits + SIMPLE.decimals <= 28;
}
