import type { Term, TermManager } from "../../smt/index.ts";

export interface Summand {
  readonly factor: bigint;
  /** Has the width of the sum. */
  readonly term: Term;
}

/** A sum is 0 modulo 2^width, written without negative factors: the positive part equals the negative part. */
export function sumIsZero(manager: TermManager, width: number, sum: readonly Summand[]): Term {
  const sumOf = (sign: bigint): Term => {
    let total = manager.constant(width, 0n);
    for (const { factor, term } of sum) {
      const count = BigInt.asUintN(width, factor * sign);
      if (factor * sign > 0n)
        total = manager.add(total, manager.mul(manager.constant(width, count), term));
    }
    return total;
  };
  return manager.eq(sumOf(1n), sumOf(-1n));
}
