/**
 * Arithmetic on 64-bit integers as pairs of 32-bit words, for generated code.
 * Functions return the low word and leave the high word in `HIGH[0]`, which
 * the caller reads at once. Words are int32 numbers.
 */
export const HIGH: Int32Array = new Int32Array(1);

const TWO_32 = 4294967296;
/** Quotients of integers below this magnitude are exact when truncated from a double division. */
const EXACT_LIMIT = 2 ** 52;

/** High word of the unsigned product of two words. */
export function mulHigh(a: number, b: number): number {
  const al = a & 0xffff;
  const ah = a >>> 16;
  const bl = b & 0xffff;
  const bh = b >>> 16;
  const middle = (Math.imul(ah, bl) >>> 0) + (Math.imul(al, bl) >>> 16);
  const carry = (Math.imul(al, bh) >>> 0) + (middle & 0xffff);
  return (Math.imul(ah, bh) + (middle >>> 16) + (carry >>> 16)) | 0;
}

export function mul64(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  HIGH[0] = mulHigh(aLow, bLow) + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh);
  return Math.imul(aLow, bLow);
}

export function signedNumber(low: number, high: number): number {
  return high * TWO_32 + (low >>> 0);
}

export function unsignedNumber(low: number, high: number): number {
  return (high >>> 0) * TWO_32 + (low >>> 0);
}

export function signedBig(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

export function unsignedBig(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/** The low 64 bits of any integer. */
export function fromBig(value: bigint): number {
  HIGH[0] = Number(BigInt.asIntN(32, value >> 32n));
  return Number(BigInt.asIntN(32, value));
}

/** The low 64 bits of an integral double. */
export function fromNumber(value: number): number {
  HIGH[0] = Math.floor(value / TWO_32) | 0;
  return value | 0;
}

function isSmall(value: number): boolean {
  return value > -EXACT_LIMIT && value < EXACT_LIMIT;
}

/** Divisions: the divisor is not zero, and the quotient fits. */
export function divS64(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  const a = signedNumber(aLow, aHigh);
  const b = signedNumber(bLow, bHigh);
  if (isSmall(a) && isSmall(b)) return fromNumber(Math.trunc(a / b));
  return fromBig(signedBig(aLow, aHigh) / signedBig(bLow, bHigh));
}

export function remS64(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  const a = signedNumber(aLow, aHigh);
  const b = signedNumber(bLow, bHigh);
  if (isSmall(a) && isSmall(b)) return fromNumber(a % b);
  return fromBig(signedBig(aLow, aHigh) % signedBig(bLow, bHigh));
}

export function divU64(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  const a = unsignedNumber(aLow, aHigh);
  const b = unsignedNumber(bLow, bHigh);
  if (isSmall(a) && isSmall(b)) return fromNumber(Math.trunc(a / b));
  return fromBig(unsignedBig(aLow, aHigh) / unsignedBig(bLow, bHigh));
}

export function remU64(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  const a = unsignedNumber(aLow, aHigh);
  const b = unsignedNumber(bLow, bHigh);
  if (isSmall(a) && isSmall(b)) return fromNumber(a % b);
  return fromBig(unsignedBig(aLow, aHigh) % unsignedBig(bLow, bHigh));
}

/** Shifts: `0 <= amount < 64`. */
export function shl64(low: number, high: number, amount: number): number {
  if (amount === 0) {
    HIGH[0] = high;
    return low;
  }
  if (amount >= 32) {
    HIGH[0] = low << (amount - 32);
    return 0;
  }
  HIGH[0] = (high << amount) | (low >>> (32 - amount));
  return low << amount;
}

export function shrS64(low: number, high: number, amount: number): number {
  if (amount === 0) {
    HIGH[0] = high;
    return low;
  }
  HIGH[0] = amount >= 32 ? high >> 31 : high >> amount;
  return amount >= 32 ? high >> (amount - 32) : (low >>> amount) | (high << (32 - amount));
}

export function shrU64(low: number, high: number, amount: number): number {
  if (amount === 0) {
    HIGH[0] = high;
    return low;
  }
  HIGH[0] = amount >= 32 ? 0 : high >>> amount;
  return amount >= 32 ? (high >>> (amount - 32)) | 0 : (low >>> amount) | (high << (32 - amount));
}

/** Whether the product of two signed values does not fit into 64 bits. */
export function mulOverflows(aLow: number, aHigh: number, bLow: number, bHigh: number): boolean {
  const approximate = signedNumber(aLow, aHigh) * signedNumber(bLow, bHigh);
  if (Math.abs(approximate) < 2 ** 62) return false;
  const exact = signedBig(aLow, aHigh) * signedBig(bLow, bHigh);
  return BigInt.asIntN(64, exact) !== exact;
}

/** Whether a signed value shifted left by `0 <= amount < 64` is negative before or does not fit after. */
export function shlOverflows(low: number, high: number, amount: number): boolean {
  if (high < 0) return true;
  const exact = signedBig(low, high) << BigInt(amount);
  return BigInt.asIntN(64, exact) !== exact;
}
