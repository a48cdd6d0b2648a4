/**
 * Decimal numbers with 28 digits, rounding half up: the arithmetic that
 * BenchExec's tables are computed with (Python's `decimal` with
 * `ROUND_HALF_UP`; "General Decimal Arithmetic", version 1.70). Trailing zeros
 * are kept, as they say how exactly something was measured. Immutable.
 */

const PRECISION = 28;

type Special = "NaN" | "Inf" | "-Inf";

const SYNTAX =
  /^\s*([-+])?(?:(nan)|(inf(?:inity)?)|(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?|\.(\d+)(?:[eE]([-+]?\d+))?)\s*$/i;
/** Larger exponents are refused: their plain notation would fill the memory. */
const MAX_EXPONENT = 10_000;

export class Decimal {
  static readonly zero: Decimal = new Decimal(0n, 0);
  static readonly one: Decimal = new Decimal(1n, 0);
  static readonly nan: Decimal = new Decimal(0n, 0, false, "NaN");
  static readonly infinity: Decimal = new Decimal(0n, 0, false, "Inf");
  static readonly negativeInfinity: Decimal = new Decimal(0n, 0, true, "-Inf");

  /** Without sign. The value is coefficient · 10^exponent. */
  readonly coefficient: bigint;
  readonly exponent: number;
  /** Also of −0. */
  readonly isNegative: boolean;
  readonly special: Special | undefined;

  private constructor(
    coefficient: bigint,
    exponent: number,
    isNegative: boolean = false,
    special?: Special,
  ) {
    this.coefficient = coefficient;
    this.exponent = exponent;
    this.isNegative = isNegative;
    this.special = special;
  }

  /** Exact; undefined when the text is no number, or one of thousands of digits. */
  static parse(text: string): Decimal | undefined {
    const parts = SYNTAX.exec(text);
    if (parts === null) return undefined;
    const isNegative = parts[1] === "-";
    if (parts[2] !== undefined) return Decimal.nan;
    if (parts[3] !== undefined) return isNegative ? Decimal.negativeInfinity : Decimal.infinity;
    const integer = parts[4] ?? "";
    const fraction = (parts[4] === undefined ? parts[7] : parts[5]) ?? "";
    const power = Number((parts[4] === undefined ? parts[8] : parts[6]) ?? 0);
    if (Math.abs(power) > MAX_EXPONENT) return undefined;
    if (integer.length + fraction.length > MAX_EXPONENT) return undefined;
    return new Decimal(BigInt(integer + fraction), power - fraction.length, isNegative);
  }

  static ofInteger(value: number | bigint): Decimal {
    const integer = BigInt(value);
    return integer < 0n ? new Decimal(-integer, 0, true) : new Decimal(integer, 0);
  }

  /** value · 10^exponent, exact. */
  static of(value: bigint, exponent: number): Decimal {
    return value < 0n ? new Decimal(-value, exponent, true) : new Decimal(value, exponent);
  }

  get isFinite(): boolean {
    return this.special === undefined;
  }

  get isZero(): boolean {
    return this.special === undefined && this.coefficient === 0n;
  }

  /** Number of digits of the coefficient; 1 for zero. */
  get digits(): number {
    return digitsOf(this.coefficient);
  }

  /** Exponent of the first digit: 2 for 123, −2 for 0.0123. */
  get adjusted(): number {
    return this.digits + this.exponent - 1;
  }

  get signed(): bigint {
    return this.isNegative ? -this.coefficient : this.coefficient;
  }

  /** The nearest double. */
  toNumber(): number {
    if (this.special !== undefined) {
      return this.special === "NaN"
        ? Number.NaN
        : this.isNegative
          ? Number.NEGATIVE_INFINITY
          : Number.POSITIVE_INFINITY;
    }
    return Number(`${this.isNegative ? "-" : ""}${this.coefficient}e${this.exponent}`);
  }

  /** All digits, without exponent: `1E+3` is `1000`. */
  toString(): string {
    if (this.special !== undefined) return this.special;
    const sign = this.isNegative ? "-" : "";
    if (this.exponent >= 0) {
      return this.coefficient === 0n
        ? `${sign}0`
        : `${sign}${this.coefficient}${"0".repeat(this.exponent)}`;
    }
    const digits = String(this.coefficient).padStart(1 - this.exponent, "0");
    return `${sign}${digits.slice(0, this.exponent)}.${digits.slice(this.exponent)}`;
  }

  /** Rounded to 28 digits. */
  plus(other: Decimal): Decimal {
    if (this.special !== undefined || other.special !== undefined) {
      if (this.special === undefined) return other;
      if (other.special === undefined || this.special === other.special) return this;
      return Decimal.nan;
    }
    const exponent = Math.min(this.exponent, other.exponent);
    const sum = atExponent(this, exponent) + atExponent(other, exponent);
    if (sum === 0n) return new Decimal(0n, exponent, this.isNegative && other.isNegative);
    return rounded(Decimal.of(sum, exponent));
  }

  negated(): Decimal {
    if (this.special === "NaN") return this;
    if (this.special !== undefined) {
      return this.isNegative ? Decimal.infinity : Decimal.negativeInfinity;
    }
    return new Decimal(this.coefficient, this.exponent, !this.isNegative);
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }

  /** Rounded to 28 digits. Finite numbers only. */
  times(other: Decimal): Decimal {
    return rounded(
      new Decimal(
        this.coefficient * other.coefficient,
        this.exponent + other.exponent,
        this.isNegative !== other.isNegative,
      ),
    );
  }

  /** Rounded to 28 digits; exact quotients have as few digits as possible. Finite numbers, divisor not 0. */
  dividedBy(divisor: Decimal): Decimal {
    const isNegative = this.isNegative !== divisor.isNegative;
    const ideal = this.exponent - divisor.exponent;
    if (this.coefficient === 0n) return new Decimal(0n, ideal, isNegative);
    const shift = Math.max(0, divisor.digits - this.digits + PRECISION + 1);
    const dividend = this.coefficient * 10n ** BigInt(shift);
    let quotient = dividend / divisor.coefficient;
    let exponent = ideal - shift;
    if (quotient * divisor.coefficient !== dividend) {
      // Appends a non-zero digit, so that rounding sees that more digits follow.
      if (quotient % 5n === 0n) quotient += 1n;
    } else {
      while (exponent < ideal && quotient % 10n === 0n) {
        quotient /= 10n;
        exponent++;
      }
    }
    return rounded(new Decimal(quotient, exponent, isNegative));
  }

  /** Correctly rounded to 28 digits; exact roots have as few digits as possible. Not for negative numbers. */
  squareRoot(): Decimal {
    const ideal = Math.floor(this.exponent / 2);
    if (this.coefficient === 0n) return new Decimal(0n, ideal);
    const isOdd = (this.exponent & 1) !== 0;
    let coefficient = isOdd ? this.coefficient * 10n : this.coefficient;
    let exponent = (isOdd ? this.exponent - 1 : this.exponent) / 2;
    const shift = PRECISION + 1 - ((digitsOf(coefficient) + 1) >> 1);
    let isExact = true;
    if (shift >= 0) coefficient *= 100n ** BigInt(shift);
    else {
      const divisor = 100n ** BigInt(-shift);
      isExact = coefficient % divisor === 0n;
      coefficient /= divisor;
    }
    exponent -= shift;
    let root = integerSquareRoot(coefficient);
    isExact &&= root * root === coefficient;
    if (isExact) {
      while (exponent < ideal && root % 10n === 0n) {
        root /= 10n;
        exponent++;
      }
    } else if (root % 5n === 0n) root += 1n;
    return rounded(new Decimal(root, exponent));
  }

  /** Negative, 0 or positive. Not for NaN. */
  compare(other: Decimal): number {
    if (this.special !== undefined || other.special !== undefined) {
      return Math.sign(infinitySign(this) - infinitySign(other));
    }
    const exponent = Math.min(this.exponent, other.exponent);
    const difference = atExponent(this, exponent) - atExponent(other, exponent);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  /** With exactly this exponent, rounded half up (away from zero). Finite numbers only. */
  withExponent(exponent: number): Decimal {
    if (this.exponent >= exponent) {
      const shifted = this.coefficient * 10n ** BigInt(this.exponent - exponent);
      return new Decimal(shifted, exponent, this.isNegative);
    }
    const dropped = exponent - this.exponent;
    // More than all digits are dropped: the result is 0, and no huge power is computed.
    if (dropped > this.digits) return new Decimal(0n, exponent, this.isNegative);
    return new Decimal(halfUp(this.coefficient, dropped), exponent, this.isNegative);
  }
}

function infinitySign(value: Decimal): number {
  return value.special === undefined ? 0 : value.isNegative ? -1 : 1;
}

function atExponent(value: Decimal, exponent: number): bigint {
  return value.exponent === exponent
    ? value.signed
    : value.signed * 10n ** BigInt(value.exponent - exponent);
}

function rounded(value: Decimal): Decimal {
  if (value.coefficient < LIMIT) return value;
  const once = value.withExponent(value.exponent + value.digits - PRECISION);
  // 99…9.5 became 100…0, with one digit too many.
  return once.coefficient === LIMIT ? once.withExponent(once.exponent + 1) : once;
}

const LIMIT = 10n ** BigInt(PRECISION);

function halfUp(coefficient: bigint, dropped: number): bigint {
  const power = 10n ** BigInt(dropped);
  return (coefficient + power / 2n) / power;
}

function digitsOf(coefficient: bigint): number {
  return coefficient < 1_000_000_000_000_000n
    ? digitsOfSmall(Number(coefficient))
    : String(coefficient).length;
}

function digitsOfSmall(value: number): number {
  let digits = 1;
  for (let limit = 10; value >= limit; limit *= 10) digits++;
  return digits;
}

/** ⌊√value⌋ by Newton's method. */
function integerSquareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
