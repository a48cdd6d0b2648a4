/**
 * Many iterations of a loop at once, where they only count and sum up
 * (contestant/cfa/queries/loop-cycles.ts): with numbers for the values of objects, sequences are
 * polynomials in the number of iterations, and binary search finds how long conditions hold.
 */
import type { Cycle, CycleCondition, MemoryObject } from "../../cfa/index.ts";

/** The facts about a loop, and the order in which its values are passed. */
export interface JumpingLoop {
  readonly cycles: readonly Cycle[];
  /** Objects whose values are needed. */
  readonly read: readonly MemoryObject[];
  /** Objects that are assigned. */
  readonly written: readonly MemoryObject[];
}

/** Fewer iterations are not worth it. */
const MIN_ITERATIONS = 1000n;
/** No object of C counts further. */
const MAX_ITERATIONS = 1n << 130n;

/**
 * Returns the values of objects before a later iteration that takes the same path as the current
 * one; undefined when it is not far away.
 */
export function valuesAhead(
  { cycles, read, written }: JumpingLoop,
  values: readonly bigint[],
): readonly bigint[] | undefined {
  const byObject = new Map(read.map((object, index) => [object, values[index] as bigint]));
  const valueIn = (object: MemoryObject): bigint => byObject.get(object) as bigint;
  for (const { conditions, updates } of cycles) {
    const iterations = iterationsAhead(conditions, valueIn);
    if (iterations < MIN_ITERATIONS) continue;
    const results = new Map(
      updates.map(({ object, sequence }) => {
        const differences = sequence.map((difference) => difference.evaluate(valueIn));
        return [object, valueAfter(differences, iterations)] as const;
      }),
    );
    return written.map((object) => results.get(object) ?? valueIn(object));
  }
  return undefined;
}

/** Number of iterations on the same path before another one on it; 0 when nothing ends them. */
function iterationsAhead(
  conditions: readonly CycleCondition[],
  valueIn: (object: MemoryObject) => bigint,
): bigint {
  let fewest = MAX_ITERATIONS;
  for (const { relation, sequence } of conditions) {
    const [first = 0n, ...steps] = sequence.map((difference) => difference.evaluate(valueIn));
    switch (relation) {
      case "zero":
        if (first !== 0n || steps.some((step) => step !== 0n)) return 0n;
        break;
      case "nonzero": {
        if (first === 0n) return 0n;
        const sign = first > 0n ? 1n : -1n;
        const distance = [sign * first - 1n, ...steps.map((step) => sign * step)];
        fewest = whileNonnegative(distance, fewest);
        break;
      }
      case "nonnegative":
        if (first < 0n) return 0n;
        fewest = whileNonnegative([first, ...steps], fewest);
    }
    if (fewest < MIN_ITERATIONS) return 0n;
  }
  return fewest === MAX_ITERATIONS ? 0n : fewest;
}

/**
 * Number of iterations, `most` at most, for which a sequence certainly stays nonnegative: without
 * its growing part, it only decreases.
 */
function whileNonnegative([first = 0n, ...steps]: readonly bigint[], most: bigint): bigint {
  if (steps.every((step) => step >= 0n)) return most;
  const falling = [first, ...steps.map((step) => (step < 0n ? step : 0n))];
  let [low, high] = [0n, most + 1n];
  while (low + 1n < high) {
    const middle = (low + high) / 2n;
    if (valueAfter(falling, middle) >= 0n) low = middle;
    else high = middle;
  }
  return low;
}

/** Newton's formula. */
function valueAfter(differences: readonly bigint[], iterations: bigint): bigint {
  let value = 0n;
  let binomial = 1n;
  for (const [order, difference] of differences.entries()) {
    value += binomial * difference;
    binomial = (binomial * (iterations - BigInt(order))) / BigInt(order + 1);
  }
  return value;
}
