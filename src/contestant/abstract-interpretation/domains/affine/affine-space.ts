/**
 * Sets of vectors over the integers modulo 2^w that are given by linear equations (Müller-Olm, Seidl: "Analysis of
 * modular arithmetic", TOPLAS 2007). Since only 1 divides what is odd, an equation that is left with a factor of two
 * says that a sum is a multiple: congruences come for free.
 */

import { inverse, valuation } from "../../../../ground/util/powers-of-two.ts";

/** `sum of coefficient * variable = constant`, all modulo 2^w. */
export interface AffineEquation {
  readonly coefficients: readonly bigint[];
  readonly constant: bigint;
}

export class AffineSpace {
  readonly #width: number;
  readonly equations: readonly AffineEquation[];

  private constructor(width: number, equations: readonly AffineEquation[]) {
    this.#width = width;
    this.equations = equations;
  }

  /** One vector alone. */
  static at(width: number, point: readonly bigint[]): AffineSpace {
    const equations = point.map((value, index) => ({
      coefficients: point.map((_, other) => (other === index ? 1n : 0n)),
      constant: BigInt.asUintN(width, value),
    }));
    return new AffineSpace(width, equations);
  }

  has(point: readonly bigint[]): boolean {
    return this.equations.every((equation) => this.#excess(equation, point) === 0n);
  }

  /**
   * The least space with another vector. Combinations of equations that hold there are left: one that misses it by the
   * least power of two is taken off the others, and is kept itself only as a congruence. Of those the shortest is
   * chosen, so that equations stay short.
   */
  with(point: readonly bigint[]): AffineSpace {
    const excesses = this.equations.map((equation) => this.#excess(equation, point));
    const broken = [...excesses.keys()].filter((index) => excesses[index] !== 0n);
    if (broken.length === 0) return this;
    const rank = (index: number): number =>
      valuation(excesses[index] as bigint) * (point.length + 1) +
      lengthOf(this.equations[index] as AffineEquation);
    const chosen = broken.reduce((best, index) => (rank(index) < rank(best) ? index : best));
    const pivot = this.equations[chosen] as AffineEquation;
    const missed = excesses[chosen] as bigint;
    const twos = BigInt(valuation(missed));
    const unit = inverse(missed >> twos, this.#width);
    const rest = this.equations.flatMap((equation, index) => {
      const factor = index === chosen ? 0n : ((excesses[index] as bigint) >> twos) * unit;
      return index === chosen
        ? []
        : [factor === 0n ? equation : this.#sum(equation, -factor, pivot)];
    });
    const congruence = twos === 0n ? [] : [this.#times(1n << (BigInt(this.#width) - twos), pivot)];
    // Congruences are often the same when more than one is left.
    const left = new Map(
      [...rest, ...congruence]
        .filter((equation) => lengthOf(equation) > 0)
        .map((equation) => [equation.coefficients.join(), equation]),
    );
    return new AffineSpace(this.#width, [...left.values()]);
  }

  /** By how much a vector misses an equation. */
  #excess({ coefficients, constant }: AffineEquation, point: readonly bigint[]): bigint {
    let sum = -constant;
    for (const [index, coefficient] of coefficients.entries()) {
      if (coefficient !== 0n) sum += coefficient * (point[index] as bigint);
    }
    return BigInt.asUintN(this.#width, sum);
  }

  #sum(a: AffineEquation, factor: bigint, b: AffineEquation): AffineEquation {
    const plus = (x: bigint, y: bigint): bigint => BigInt.asUintN(this.#width, x + factor * y);
    return {
      coefficients: a.coefficients.map((x, index) => plus(x, b.coefficients[index] as bigint)),
      constant: plus(a.constant, b.constant),
    };
  }

  #times(factor: bigint, { coefficients, constant }: AffineEquation): AffineEquation {
    const scaled = (x: bigint): bigint => BigInt.asUintN(this.#width, factor * x);
    return { coefficients: coefficients.map(scaled), constant: scaled(constant) };
  }
}

/** How many variables an equation mentions. */
function lengthOf({ coefficients }: AffineEquation): number {
  return coefficients.filter((coefficient) => coefficient !== 0n).length;
}
