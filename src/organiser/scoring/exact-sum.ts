import { invariant } from "../../ground/util/errors.ts";
import { Rational } from "../../ground/util/rational.ts";

/**
 * The decimal number that a double represents: the shortest one that reads as it, which is the one
 * in the result file (up to 15 digits).
 */
export function exactRational(value: number): Rational {
  const parts = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  invariant(parts !== null, `${value} is not a finite number`);
  const [, whole = "0", fraction = "", exponent = "0"] = parts;
  const shift = Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0
    ? Rational.of(digits * 10n ** BigInt(shift))
    : Rational.of(digits, 10n ** BigInt(-shift));
}

/** Nine decimals: the resolution of BenchExec's times and energies. */
const UNITS_PER_ONE = 1e9;

/**
 * Below this bound a decimal with nine digits after the point has at most 15 digits, so it is
 * unique.
 */
const UNIQUE_BELOW = 1e15;

/** The number in units of 10⁻⁹, as a safe integer; undefined where that would not be exact. */
export function unitsOf(value: number): number | undefined {
  const units = Math.round(value * UNITS_PER_ONE);
  return Math.abs(units) < UNIQUE_BELOW && units / UNITS_PER_ONE === value ? units : undefined;
}

/**
 * A sum of decimal numbers without rounding, so that it does not depend on
 * the order of additions. Numbers with up to nine digits after the point take
 * a fast path; there are millions of runs.
 */
export class ExactSum {
  /** Units of 10⁻⁹, always a safe integer. */
  #units = 0;
  #overflow = 0n;
  #rest = Rational.zero;

  add(value: number): void {
    const units = unitsOf(value);
    if (units !== undefined) this.addUnits(units);
    else this.#rest = this.#rest.plus(exactRational(value));
  }

  /** Adds the same number many times. */
  addTimes(value: number, times: number): void {
    const units = (unitsOf(value) ?? Number.NaN) * times;
    if (Number.isSafeInteger(units)) this.addUnits(units);
    else this.#rest = this.#rest.plus(exactRational(value).times(Rational.of(times)));
  }

  addSum(other: ExactSum): void {
    this.addUnits(other.#units);
    if (other.#overflow !== 0n) this.#overflow += other.#overflow;
    if (other.#rest !== Rational.zero) this.#rest = this.#rest.plus(other.#rest);
  }

  toRational(): Rational {
    const sum =
      this.#overflow === 0n
        ? Rational.of(this.#units, UNITS_PER_ONE)
        : Rational.of(this.#overflow + BigInt(this.#units), BigInt(UNITS_PER_ONE));
    return this.#rest === Rational.zero ? sum : sum.plus(this.#rest);
  }

  /** Nearest double. */
  toNumber(): number {
    // Both are integers that doubles represent exactly, so the division rounds once.
    if (this.#overflow === 0n && this.#rest === Rational.zero) return this.#units / UNITS_PER_ONE;
    return this.toRational().toNumber();
  }

  /** Adds units, see {@link unitsOf}, or a sum of them that is a safe integer. */
  addUnits(units: number): void {
    const sum = this.#units + units;
    if (Number.isSafeInteger(sum)) {
      this.#units = sum;
    } else {
      this.#overflow += BigInt(this.#units);
      this.#units = units;
    }
  }
}
