/**
 * Reduced ordered binary decision diagrams (Bryant: "Graph-based algorithms for Boolean function manipulation",
 * IEEE Transactions on Computers, 1986): functions of Boolean variables; equal functions are equal numbers.
 * Variables are numbers as well; smaller ones are decided first.
 */

/** A function; compare with `===`. */
export type Diagram = number;

export interface Literal {
  readonly variable: number;
  readonly value: boolean;
}

export const NEVER: Diagram = 0;
export const ALWAYS: Diagram = 1;

export class DecisionDiagrams {
  readonly #variable: number[] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readonly #high: Diagram[] = [NEVER, ALWAYS];
  readonly #low: Diagram[] = [NEVER, ALWAYS];
  readonly #nodes = new Map<string, Diagram>();
  readonly #results = new Map<string, Diagram>();

  /** True where the variable has the value. */
  literal(variable: number, value: boolean): Diagram {
    return value ? this.#node(variable, ALWAYS, NEVER) : this.#node(variable, NEVER, ALWAYS);
  }

  and(a: Diagram, b: Diagram): Diagram {
    return this.choice(a, b, NEVER);
  }

  or(a: Diagram, b: Diagram): Diagram {
    return this.choice(a, ALWAYS, b);
  }

  not(a: Diagram): Diagram {
    return this.choice(a, NEVER, ALWAYS);
  }

  implies(a: Diagram, b: Diagram): boolean {
    return this.choice(a, b, ALWAYS) === ALWAYS;
  }

  /** True where some values of the left-out variables make the function true (existential quantification). */
  without(diagram: Diagram, isLeftOut: (variable: number) => boolean): Diagram {
    const results = new Map<Diagram, Diagram>([
      [NEVER, NEVER],
      [ALWAYS, ALWAYS],
    ]);
    const walk = (at: Diagram): Diagram => {
      const known = results.get(at);
      if (known !== undefined) return known;
      const [high, low] = [walk(this.high(at)), walk(this.low(at))];
      const variable = this.variableOf(at);
      const result = isLeftOut(variable)
        ? this.or(high, low)
        : this.choice(this.literal(variable, true), high, low);
      results.set(at, result);
      return result;
    };
    return walk(diagram);
  }

  /** If-then-else. */
  choice(condition: Diagram, then: Diagram, otherwise: Diagram): Diagram {
    if (condition === ALWAYS || then === otherwise) return then;
    if (condition === NEVER) return otherwise;
    if (then === ALWAYS && otherwise === NEVER) return condition;
    const key = `${condition},${then},${otherwise}`;
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    const top = Math.min(...[condition, then, otherwise].map((one) => this.variableOf(one)));
    const [high, low] = [true, false].map((value) =>
      this.choice(
        this.#cofactor(condition, top, value),
        this.#cofactor(then, top, value),
        this.#cofactor(otherwise, top, value),
      ),
    ) as [Diagram, Diagram];
    const result = this.#node(top, high, low);
    this.#results.set(key, result);
    return result;
  }

  /** The variable that is decided first; infinite for constants. */
  variableOf(diagram: Diagram): number {
    return this.#variable[diagram] as number;
  }

  /** The cofactor for the first variable true. */
  high(diagram: Diagram): Diagram {
    return this.#high[diagram] as Diagram;
  }

  /** The cofactor for the first variable false. */
  low(diagram: Diagram): Diagram {
    return this.#low[diagram] as Diagram;
  }

  /**
   * Conjunctive normal form of prime implicates: a clause for each path to false, without unnecessary literals.
   * @returns undefined when there are more clauses
   */
  clauses(diagram: Diagram, most: number): readonly (readonly Literal[])[] | undefined {
    const found: (readonly Literal[])[] = [];
    const walk = (at: Diagram, path: readonly Literal[]): boolean => {
      if (at === ALWAYS) return true;
      if (at === NEVER) return found.push(path) <= most;
      const variable = this.variableOf(at);
      return (
        walk(this.high(at), [...path, { variable, value: false }]) &&
        walk(this.low(at), [...path, { variable, value: true }])
      );
    };
    if (!walk(diagram, [])) return undefined;
    const short = new Map<Diagram, readonly Literal[]>();
    for (const clause of found) {
      let kept = clause;
      for (const literal of clause) {
        const fewer = kept.filter((other) => other !== literal);
        if (this.implies(diagram, this.#disjunction(fewer))) kept = fewer;
      }
      short.set(this.#disjunction(kept), kept);
    }
    return [...short.values()];
  }

  #disjunction(literals: readonly Literal[]): Diagram {
    return literals.reduce(
      (result, { variable, value }) => this.or(result, this.literal(variable, value)),
      NEVER,
    );
  }

  #cofactor(diagram: Diagram, variable: number, value: boolean): Diagram {
    if (this.variableOf(diagram) !== variable) return diagram;
    return value ? this.high(diagram) : this.low(diagram);
  }

  #node(variable: number, high: Diagram, low: Diagram): Diagram {
    if (high === low) return high;
    const key = `${variable},${high},${low}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const made = this.#variable.length;
    this.#variable.push(variable);
    this.#high.push(high);
    this.#low.push(low);
    this.#nodes.set(key, made);
    return made;
  }
}
