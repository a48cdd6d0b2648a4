/**
 * Sets of vectors over the integers modulo 2^w that are given by linear equations (Müller-Olm, Seidl: "Analysis of
 * modular arithmetic", TOPLAS 2007). Only odd numbers have an inverse, so an equation with a factor of two states
 * that a sum is a multiple: congruences need no extra domain.
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

  /** The space of a single vector. */
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
   * The least space that also contains the given vector. It is given by combinations of equations that hold there:
   * the equation that the vector violates by the least power of two is subtracted from the others, and is itself
   * kept only as a congruence. Among several such equations the shortest is chosen, so that equations stay short.
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
    // Several congruences that remain are often equal.
    const left = new Map(
      [...rest, ...congruence]
        .filter((equation) => lengthOf(equation) > 0)
        .map((equation) => [equation.coefficients.join(), equation]),
    );
    return new AffineSpace(this.#width, [...left.values()]);
  }

  /** The difference between the two sides of an equation for a vector. */
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

/** Number of variables in an equation. */
function lengthOf({ coefficients }: AffineEquation): number {
  return coefficients.filter((coefficient) => coefficient !== 0n).length;
}
