/**
 * Affine functions that fit examples of steps: an exact linear program, whose variables are the coefficients at
 * every location (Podelski, Rybalchenko: "A complete method for the synthesis of linear ranking functions", VMCAI
 * 2004; from examples as in Gonnord, Monniaux, Radanne, PLDI 2015).
 */
import { integers, rounded } from "../../../ground/util/integer-proportions.ts";
import { type LinearConstraint, maximize } from "../../../ground/util/linear-program.ts";
import type { Location } from "../extraction/transition-system.ts";
import {
  type AffineForm,
  type AffineFunction,
  MAX_COEFFICIENT,
  type Numeral,
} from "./affine-form.ts";

/** A step that executions may take, with the values of the integers at its ends. */
export interface Example {
  readonly from: Location;
  readonly to: Location;
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
}

export interface SynthesisOptions {
  readonly numerals: ReadonlyMap<Location, readonly Numeral[]>;
  /** Bound of a constant per unit of the coefficients. */
  readonly depth: bigint;
  /** Whether a decreasing value must be at least zero before. */
  readonly isBounded: boolean;
  readonly isLate: () => boolean;
}

/** More than any sum of useful coefficients. */
const WEIGHT = 1n << 80n;

/** Greatest amount by which integers may exceed the rational constants that they approximate. */
const ROUNDING = 16n;

type Entry = readonly [place: number, value: bigint];

/** A function that no example raises and that decreases in the chosen ones; undefined when there is none. */
export function affineFunction(
  examples: readonly Example[],
  isStrict: (example: Example) => boolean,
  options: SynthesisOptions,
): AffineFunction | undefined {
  return new Synthesis(examples, isStrict, options).run();
}

class Synthesis {
  readonly #examples: readonly Example[];
  readonly #strict: readonly Example[];
  readonly #options: SynthesisOptions;
  /** By location, the index of its first variable: two for each coefficient, then two for the constant. */
  readonly #bases = new Map<Location, number>();
  readonly #fixed: number;

  constructor(
    examples: readonly Example[],
    isStrict: (example: Example) => boolean,
    options: SynthesisOptions,
  ) {
    this.#examples = examples;
    this.#strict = examples.filter(isStrict);
    this.#options = options;
    let size = 0;
    for (const [location, numerals] of options.numerals) {
      this.#bases.set(location, size);
      size += 2 * (numerals.length + 1);
    }
    this.#fixed = size;
  }

  run(): AffineFunction | undefined {
    const size = this.#fixed + this.#strict.length;
    const objective = Array.from({ length: size }, (_, place) =>
      place >= this.#fixed ? WEIGHT : -1n,
    );
    const solution = maximize(objective, this.#constraints(), this.#options.isLate);
    if (solution === undefined) return undefined;
    // Values at the ends of types lead to fractions that are almost integers.
    for (const toIntegers of [rounded, integers]) {
      const found = this.#read(toIntegers(solution.slice(0, this.#fixed)));
      if (this.#fits(found)) return found;
    }
    return undefined;
  }

  #constraints(): readonly LinearConstraint[] {
    const { numerals, depth, isBounded } = this.#options;
    const size = this.#fixed + this.#strict.length;
    const row = (entries: readonly Entry[], atMost: bigint): LinearConstraint => {
      const coefficients = new Array<bigint>(size).fill(0n);
      for (const [place, value] of entries)
        coefficients[place] = (coefficients[place] ?? 0n) + value;
      return { coefficients, atMost };
    };
    const rows = this.#examples.map((example) => {
      const { from, to, before, after } = example;
      const fall = [...this.#sum(to, after, 1n), ...this.#sum(from, before, -1n)];
      const at = this.#strict.indexOf(example);
      return row(at < 0 ? fall : [...fall, [this.#fixed + at, 1n]], 0n);
    });
    for (const [at, { from, before }] of this.#strict.entries()) {
      rows.push(row([[this.#fixed + at, 1n]], 1n));
      if (isBounded) rows.push(row(this.#sum(from, before, -1n), 0n));
    }
    for (const [location, own] of numerals) {
      const base = this.#bases.get(location) as number;
      const constant = base + 2 * own.length;
      const coefficients = own.flatMap((_, index): Entry[] => [
        [base + 2 * index, -depth],
        [base + 2 * index + 1, -depth],
      ]);
      rows.push(row([...coefficients, [constant, 1n], [constant + 1, 1n]], depth));
    }
    return rows;
  }

  #sum(location: Location, values: readonly bigint[], sign: bigint): Entry[] {
    const base = this.#bases.get(location) as number;
    return [...values, 1n].flatMap((value, index): Entry[] => [
      [base + 2 * index, sign * value],
      [base + 2 * index + 1, -sign * value],
    ]);
  }

  #read(numbers: readonly bigint[]): AffineFunction {
    return new Map(
      [...this.#options.numerals].map(([location, own]): [Location, AffineForm] => {
        const base = this.#bases.get(location) as number;
        const at = (index: number): bigint =>
          (numbers[base + 2 * index] as bigint) - (numbers[base + 2 * index + 1] as bigint);
        const products = own
          .map((numeral, index) => ({ numeral, coefficient: at(index) }))
          .filter(({ coefficient }) => coefficient !== 0n);
        return [location, { products, constant: at(own.length) }];
      }),
    );
  }

  /** Whether it is small, raises no example, and decreases in the chosen ones. */
  #fits(found: AffineFunction): boolean {
    const { depth, isBounded } = this.#options;
    const isSmall = [...found.values()].every(({ products, constant }) => {
      const sizes = products.map(({ coefficient }) =>
        coefficient < 0n ? -coefficient : coefficient,
      );
      const most = ROUNDING * depth * sizes.reduce((sum, size) => sum + size, 1n);
      return (
        sizes.every((size) => size <= MAX_COEFFICIENT) && constant <= most && -constant <= most
      );
    });
    const value = (location: Location, values: readonly bigint[]): bigint => {
      const numerals = this.#options.numerals.get(location) ?? [];
      const { products, constant } = found.get(location) as AffineForm;
      return products.reduce(
        (sum, { numeral, coefficient }) =>
          sum + coefficient * (values[numerals.indexOf(numeral)] as bigint),
        constant,
      );
    };
    const strict = new Set(this.#strict);
    return (
      isSmall &&
      this.#examples.every((example) => {
        const [a, b] = [value(example.from, example.before), value(example.to, example.after)];
        return strict.has(example) ? b < a && (!isBounded || a >= 0n) : b <= a;
      })
    );
  }
}
