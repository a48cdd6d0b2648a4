/**
 * Affine functions with small coefficients that fit examples of steps, as a question about few bits: a solver
 * chooses the coefficients (as in Chen, David, Kroening, Schrammel, Wachter: "Synthesising interprocedural
 * bit-precise termination proofs", ASE 2015). The real solution of a linear program would depend on the largest
 * examples.
 */
import { type SatSolver, SmtSolver, type Term, type TermManager } from "../../smt/index.ts";
import type { Location } from "../extraction/transition-system.ts";
import type { AffineForm, AffineFunction, Numeral } from "./affine-form.ts";
import type { Example } from "./affine-synthesis.ts";

export interface IntegerSynthesisOptions {
  readonly numerals: ReadonlyMap<Location, readonly Numeral[]>;
  /** The largest constant. */
  readonly depth: bigint;
  /** Whether a decreasing value must be at least zero before. */
  readonly isBounded: boolean;
  /** Width of a coefficient, with its sign. */
  readonly bits: number;
  /** Width of the sums. */
  readonly width: number;
  readonly isLate: () => boolean;
}

/** Bits of a coefficient are inverted: the solver tries true first, which leads to zeros. */
interface Unknowns {
  readonly coefficients: readonly Term[];
  readonly constant: Term;
}

export class IntegerSynthesis {
  readonly #manager: TermManager;
  readonly #solver: SmtSolver;
  readonly #options: IntegerSynthesisOptions;
  readonly #unknowns = new Map<Location, Unknowns>();

  constructor(manager: TermManager, solver: SatSolver, options: IntegerSynthesisOptions) {
    this.#manager = manager;
    this.#solver = new SmtSolver(manager, solver);
    this.#options = options;
    const { numerals, bits, depth } = options;
    const constantBits = depth.toString(2).length + 1;
    for (const [location, own] of numerals) {
      const coefficients = own.map(() => this.#manager.freshVariable("coefficient", bits));
      const constant = this.#manager.freshVariable("constant", constantBits);
      this.#unknowns.set(location, { coefficients, constant });
      // The least number has no negation.
      for (const one of coefficients) {
        const least = manager.constant(bits, BigInt.asUintN(bits, ~(-1n << BigInt(bits - 1))));
        this.#solver.assert(manager.not(manager.eq(one, least)));
      }
    }
  }

  dispose(): void {
    this.#solver.dispose();
  }

  add({ from, to, before, after }: Example, isStrict: boolean): void {
    const manager = this.#manager;
    const [a, b] = [this.#sum(from, before), this.#sum(to, after)];
    if (!isStrict) {
      this.#solver.assert(manager.sle(b, a));
      return;
    }
    this.#solver.assert(manager.slt(b, a));
    if (this.#options.isBounded)
      this.#solver.assert(manager.sle(manager.constant(this.#options.width, 0n), a));
  }

  /** Undefined when no function fits, or none is found. */
  candidate(): AffineFunction | undefined {
    if (this.#solver.check([], { deadline: this.#options.isLate }) !== "sat") return undefined;
    const numberOf = (unknown: Term): bigint =>
      BigInt.asIntN(unknown.width, ~this.#solver.value(unknown));
    return new Map(
      [...this.#unknowns].map(([location, { coefficients, constant }]): [Location, AffineForm] => {
        const own = this.#options.numerals.get(location) ?? [];
        const products = own
          .map((numeral, at) => ({ numeral, coefficient: numberOf(coefficients[at] as Term) }))
          .filter(({ coefficient }) => coefficient !== 0n);
        return [location, { products, constant: numberOf(constant) }];
      }),
    );
  }

  #sum(location: Location, values: readonly bigint[]): Term {
    const { coefficients, constant } = this.#unknowns.get(location) as Unknowns;
    return coefficients
      .map((unknown, at) => this.#product(unknown, values[at] as bigint))
      .reduce((sum, one) => this.#manager.add(sum, one), this.#product(constant, 1n));
  }

  /** Bit by bit: the value is constant. */
  #product(unknown: Term, value: bigint): Term {
    const manager = this.#manager;
    const { width } = this.#options;
    const numeral = (number: bigint): Term =>
      manager.constant(width, BigInt.asUintN(width, number));
    let sum = numeral(0n);
    if (value === 0n) return sum;
    for (let at = 0; at < unknown.width; at++) {
      const isSet = manager.eq(manager.extract(unknown, at, at), manager.constant(1, 0n));
      const weight = at === unknown.width - 1 ? -(1n << BigInt(at)) : 1n << BigInt(at);
      sum = manager.add(sum, manager.ite(isSet, numeral(weight * value), numeral(0n)));
    }
    return sum;
  }
}
