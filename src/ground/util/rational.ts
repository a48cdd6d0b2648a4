import { gcd } from "./gcd.ts";
/**
 * Exact fractions of integers, for scores that must not depend on the order
 * of additions. Always reduced, the denominator positive.
 */
export class Rational {
  static readonly zero: Rational = new Rational(0n, 1n);
  readonly numerator: bigint;
  readonly denominator: bigint;

  private constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** Throws RangeError for a zero denominator or arguments that are not integers. */
  static of(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
    const top = BigInt(numerator);
    const bottom = BigInt(denominator);
    if (bottom === 0n) throw new RangeError("the denominator is zero");
    const divisor = gcd(top, bottom) * (bottom < 0n ? -1n : 1n);
    return new Rational(top / divisor, bottom / divisor);
  }

  static sum(values: Iterable<Rational>): Rational {
    let sum = Rational.zero;
    for (const value of values) sum = sum.plus(value);
    return sum;
  }

  plus(other: Rational): Rational {
    return Rational.of(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  times(other: Rational): Rational {
    return Rational.of(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  /** Throws RangeError when `other` is zero. */
  dividedBy(other: Rational): Rational {
    return Rational.of(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  /** Negative, zero or positive, for sorting in ascending order. */
  compare(other: Rational): number {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    if (difference === 0n) return 0;
    return difference < 0n ? -1 : 1;
  }

  equals(other: Rational): boolean {
    return this.compare(other) === 0;
  }

  /** Nearest double, up to the rounding of the two conversions and the division. */
  toNumber(): number {
    return Number(this.numerator) / Number(this.denominator);
  }

  /** Decimal text with exactly `digits` digits after the point, rounded half to even. */
  toFixed(digits: number): string {
    const scale = 10n ** BigInt(digits);
    const isNegative = this.numerator < 0n;
    const scaled = (isNegative ? -this.numerator : this.numerator) * scale;
    let quotient = scaled / this.denominator;
    const twiceRest = 2n * (scaled % this.denominator);
    const isTie = twiceRest === this.denominator;
    if (twiceRest > this.denominator || (isTie && quotient % 2n === 1n)) quotient += 1n;
    const text = String(quotient).padStart(digits + 1, "0");
    const sign = isNegative && quotient !== 0n ? "-" : "";
    if (digits === 0) return sign + text;
    return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
  }

  /** `3`, `-7/2`. */
  toString(): string {
    return this.denominator === 1n
      ? String(this.numerator)
      : `${this.numerator}/${this.denominator}`;
  }
}

/** Reads what `Rational.toString` writes. */
export function parseRational(text: string): Rational {
  const [numerator = "0", denominator = "1"] = text.split("/");
  return Rational.of(BigInt(numerator), BigInt(denominator));
}
