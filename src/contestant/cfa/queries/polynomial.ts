/** Polynomials with integer coefficients over the values of objects. */
import type { MemoryObject } from "../model/cfa.ts";

interface Term {
  readonly coefficient: bigint;
  /** In ascending order of their numbers. */
  readonly factors: readonly MemoryObject[];
}

/** Larger polynomials are not useful. */
const MAX_TERMS = 24;
const MAX_FACTORS = 6;

export class Polynomial {
  readonly terms: readonly Term[];

  private constructor(terms: Iterable<Term>) {
    this.terms = [...terms].filter(({ coefficient }) => coefficient !== 0n);
  }

  static constant(coefficient: bigint): Polynomial {
    return new Polynomial([{ coefficient, factors: [] }]);
  }

  static valueOf(object: MemoryObject): Polynomial {
    return new Polynomial([{ coefficient: 1n, factors: [object] }]);
  }

  get isZero(): boolean {
    return this.terms.length === 0;
  }

  /** Its value, if it is constant. */
  get constant(): bigint | undefined {
    const [first, ...others] = this.terms;
    if (first === undefined) return 0n;
    return others.length === 0 && first.factors.length === 0 ? first.coefficient : undefined;
  }

  get objects(): ReadonlySet<MemoryObject> {
    return new Set(this.terms.flatMap(({ factors }) => factors));
  }

  get degree(): number {
    return Math.max(0, ...this.terms.map(({ factors }) => factors.length));
  }

  plus(other: Polynomial): Polynomial {
    return sum([...this.terms, ...other.terms]);
  }

  minus(other: Polynomial): Polynomial {
    return this.plus(other.scaled(-1n));
  }

  scaled(factor: bigint): Polynomial {
    return new Polynomial(
      this.terms.map(({ coefficient, factors }) => ({
        coefficient: coefficient * factor,
        factors,
      })),
    );
  }

  /** Undefined when it gets too large. */
  times(other: Polynomial): Polynomial | undefined {
    if (this.terms.length * other.terms.length > MAX_TERMS * MAX_TERMS) return undefined;
    const products = this.terms.flatMap((a) =>
      other.terms.map((b) => ({
        coefficient: a.coefficient * b.coefficient,
        factors: [...a.factors, ...b.factors].toSorted((x, y) => x.id - y.id),
      })),
    );
    return small(sum(products));
  }

  /** Replaces the values of objects; undefined when one has none, or it gets too large. */
  substitute(valueIn: (object: MemoryObject) => Polynomial | undefined): Polynomial | undefined {
    let result = Polynomial.constant(0n);
    for (const { coefficient, factors } of this.terms) {
      let product: Polynomial | undefined = Polynomial.constant(coefficient);
      for (const factor of factors) {
        const value = valueIn(factor);
        product = value && product?.times(value);
      }
      if (product === undefined) return undefined;
      result = result.plus(product);
    }
    return small(result);
  }

  evaluate(valueIn: (object: MemoryObject) => bigint): bigint {
    return this.terms.reduce(
      (total, { coefficient, factors }) =>
        total + factors.reduce((product, factor) => product * valueIn(factor), coefficient),
      0n,
    );
  }

  // ------------------------------------------------------------------ private

  static of(terms: Iterable<Term>): Polynomial {
    return new Polynomial(terms);
  }
}

function small(polynomial: Polynomial): Polynomial | undefined {
  const isSmall = polynomial.terms.length <= MAX_TERMS && polynomial.degree <= MAX_FACTORS;
  return isSmall ? polynomial : undefined;
}

function sum(terms: readonly Term[]): Polynomial {
  const sums = new Map<string, Term>();
  for (const { coefficient, factors } of terms) {
    const key = factors.map(({ id }) => id).join(" ");
    const before = sums.get(key)?.coefficient ?? 0n;
    sums.set(key, { coefficient: before + coefficient, factors });
  }
  return Polynomial.of(sums.values());
}
