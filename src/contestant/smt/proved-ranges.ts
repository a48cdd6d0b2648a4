/** Ranges of terms under a condition, found by queries to a solver. */
import type { SolverAnswer } from "./sat-solver.ts";
import type { Term, TermManager } from "./term.ts";

/** Narrower terms have no useful range. */
const MIN_WIDTH = 8;

/** With its premises. */
type Range = { readonly low: bigint; readonly high: bigint; readonly premises: readonly Term[] };

/** Ranges of natural numbers under a condition, proved by a solver. */
export class ProvedRanges {
  readonly #manager: TermManager;
  readonly #check: (assumptions: readonly Term[]) => SolverAnswer;
  readonly #known = new Map<Term, Range | undefined>();

  constructor(manager: TermManager, check: (assumptions: readonly Term[]) => SolverAnswer) {
    this.#manager = manager;
    this.#check = check;
  }

  /** Undefined where the term may be negative in two's complement. */
  of(term: Term): Range | undefined {
    if (!this.#known.has(term)) this.#known.set(term, this.#search(term));
    return this.#known.get(term);
  }

  /** Bounds have three leading bits: a power of two would often be too coarse. */
  #search(term: Term): Range | undefined {
    const manager = this.#manager;
    const { width } = term;
    if (width < MIN_WIDTH) return undefined;
    const isBelow = (bound: bigint): Term => manager.ult(term, manager.constant(width, bound));
    const isCertain = (condition: Term): boolean =>
      this.#check([manager.not(condition)]) === "unsat";
    const bounds = Array.from(
      { length: (width - 3) * 4 + 1 },
      (_, index) => BigInt(4 + (index & 3)) << BigInt(index >> 2),
    );
    let [low, high] = [0, bounds.length - 1];
    if (!isCertain(isBelow(1n << BigInt(width - 1)))) return undefined;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isCertain(isBelow(bounds[middle] as bigint))) high = middle;
      else low = middle + 1;
    }
    const bound = bounds[high] as bigint;
    // A positive factor shows that a product less one is not negative.
    const isPositive = manager.not(isBelow(1n));
    return isCertain(isPositive)
      ? { low: 1n, high: bound - 1n, premises: [isPositive, isBelow(bound)] }
      : { low: 0n, high: bound - 1n, premises: [isBelow(bound)] };
  }
}
