/** Sums of multiples of variables and a constant. */
export class LinearForm<V> {
  readonly constant: bigint;
  /** Non-zero coefficients. */
  readonly terms: ReadonlyMap<V, bigint>;

  private constructor(constant: bigint, terms: ReadonlyMap<V, bigint>) {
    this.constant = constant;
    this.terms = terms;
  }

  static constant<V>(value: bigint): LinearForm<V> {
    return new LinearForm<V>(value, new Map());
  }

  static variable<V>(variable: V): LinearForm<V> {
    return new LinearForm(0n, new Map([[variable, 1n]]));
  }

  plus(other: LinearForm<V>): LinearForm<V> {
    const terms = new Map(this.terms);
    for (const [variable, factor] of other.terms) {
      const sum = (terms.get(variable) ?? 0n) + factor;
      if (sum === 0n) terms.delete(variable);
      else terms.set(variable, sum);
    }
    return new LinearForm(this.constant + other.constant, terms);
  }

  times(factor: bigint): LinearForm<V> {
    if (factor === 0n) return LinearForm.constant(0n);
    const terms = new Map([...this.terms].map(([variable, value]) => [variable, value * factor]));
    return new LinearForm(this.constant * factor, terms);
  }

  minus(other: LinearForm<V>): LinearForm<V> {
    return this.plus(other.times(-1n));
  }

  shifted(by: bigint): LinearForm<V> {
    return new LinearForm(this.constant + by, this.terms);
  }
}
