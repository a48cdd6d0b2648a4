/**
 * Finds contradictions by counting: variables that are pairwise different need as many values as
 * there are variables (Hall: "On representatives of subsets", 1935; the constraint all-different:
 * Régin, AAAI 1994). Resolution proofs of this have exponential length (Haken: "The intractability
 * of resolution", 1985). Whether two variables differ is determined by trying their values,
 * independent of the form of the facts.
 */
import { evaluate } from "./evaluate.ts";
import type { Term } from "./term.ts";

/** Maximal width of variables whose values are tried. */
const MAX_WIDTH = 6;
/** Maximal number of terms of a fact. */
const MAX_TERMS = 60;
/** Maximal number of tried values, and of sets of variables. */
const MAX_TRIALS = 400_000;
const MAX_SETS = 64;
/** Fewer variables are easy for a solver. */
const MIN_SET = 4;

/**
 * Whether facts about pairs of variables with few values cannot all be true; false when unknown.
 */
export function contradictsByCounting(facts: readonly Term[]): boolean {
  return new Counting(facts).contradicts();
}

/** Variables with pairwise different values. */
interface DifferentOnes {
  readonly variables: readonly Term[];
  /** Whether some two of them, except one variable, may have two values. */
  readonly together: (u: bigint, v: bigint, without: Term) => boolean;
}

class Counting {
  /** Facts about single variables. */
  readonly #own = new Map<Term, Term[]>();
  /** Facts about two variables, under both. */
  readonly #pairs = new Map<Term, Map<Term, Term[]>>();
  readonly #values = new Map<Term, readonly bigint[]>();
  #trials = 0;

  constructor(facts: readonly Term[]) {
    for (const whole of facts) {
      const [a, b] = variablesOf(whole) ?? [];
      // Values are given by name.
      if (a === undefined || a.name === b?.name) continue;
      const fact = renumbered(whole);
      if (b === undefined) listed(this.#own, a).push(fact);
      else {
        listed(row(this.#pairs, a), b).push(fact);
        listed(row(this.#pairs, b), a).push(fact);
      }
    }
  }

  contradicts(): boolean {
    const sets = this.#sets();
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (const { variables, together } of sets) {
        for (const variable of variables) {
          const others = variables.filter((other) => other !== variable);
          const values = this.#valuesOf(variable);
          const left = values.filter(
            (value) =>
              !lacksValues(others.length, this.#valuesBeside(others, variable, value), (u, v) =>
                together(u, v, variable),
              ),
          );
          if (left.length === 0) return true;
          if (left.length < values.length) hasChanged = true;
          this.#values.set(variable, left);
        }
        if (variables.some((one) => this.#fillMore(variables, this.#valuesOf(one)))) return true;
      }
    }
    return false;
  }

  /** Sets of variables that are pairwise different. */
  #sets(): readonly DifferentOnes[] {
    const different = this.#differing();
    const sets = new Map<string, DifferentOnes>();
    const order = [...different.keys()].sort((a, b) => sizeIn(different, b) - sizeIn(different, a));
    for (const first of order) {
      const variables = largeClique(different, first, order);
      const key = variables
        .map(({ id }) => id)
        .sort((a, b) => a - b)
        .join();
      if (variables.length < MIN_SET || sets.has(key)) continue;
      if (sets.size >= MAX_SETS) break;
      sets.set(key, { variables, together: this.#togetherIn(variables) });
    }
    return [...sets.values()];
  }

  /** Returns which variables never have the same value. */
  #differing(): Map<Term, Set<Term>> {
    const different = new Map<Term, Set<Term>>();
    for (const [a, others] of this.#pairs) {
      for (const [b] of others) {
        if (a.width !== b.width || a.id > b.id) continue;
        const mayBeSame = this.#valuesOf(a).some((value) => this.#allows(a, value, b, value));
        if (mayBeSame) continue;
        for (const [x, y] of [
          [a, b],
          [b, a],
        ] as const) {
          different.set(x, (different.get(x) ?? new Set()).add(y));
        }
      }
    }
    return different;
  }

  /** Whether more variables than there are values have no other values. */
  #fillMore(variables: readonly Term[], values: readonly bigint[]): boolean {
    const within = variables.filter((one) =>
      this.#valuesOf(one).every((value) => values.includes(value)),
    );
    return within.length > values.length;
  }

  /** Returns the remaining values of some variables where another one has a value. */
  #valuesBeside(variables: readonly Term[], other: Term, taken: bigint): Set<bigint> {
    const values = new Set<bigint>();
    for (const variable of variables) {
      for (const value of this.#valuesOf(variable)) {
        if (!values.has(value) && this.#allows(other, taken, variable, value)) values.add(value);
      }
    }
    return values;
  }

  /** Whether some two of the variables, except one, may have two values; true when in doubt. */
  #togetherIn(variables: readonly Term[]): DifferentOnes["together"] {
    const known = new Map<string, ReadonlySet<Term>>();
    return (u, v, without) => {
      const key = u < v ? `${u} ${v}` : `${v} ${u}`;
      const inAll = known.get(key) ?? this.#inAllPairs(variables, u, v);
      known.set(key, inAll);
      return !inAll.has(without);
    };
  }

  /** The variables without which no two others may have two values. */
  #inAllPairs(variables: readonly Term[], u: bigint, v: bigint): ReadonlySet<Term> {
    let inAll: readonly Term[] = variables;
    for (const a of variables) {
      for (const b of variables) {
        if (a === b || inAll.length === 0) continue;
        if (this.#allows(a, u, b, v)) inAll = inAll.filter((one) => one === a || one === b);
      }
    }
    return new Set(inAll);
  }

  #valuesOf(variable: Term): readonly bigint[] {
    const known = this.#values.get(variable);
    if (known !== undefined) return known;
    const all = Array.from({ length: 2 ** variable.width }, (_, value) => BigInt(value));
    const own = this.#own.get(variable) ?? [];
    const values = all.filter((value) => this.#holds(own, () => value));
    this.#values.set(variable, values);
    return values;
  }

  /** True when in doubt. */
  #allows(a: Term, u: bigint, b: Term, v: bigint): boolean {
    if (this.#trials > MAX_TRIALS) return true;
    const facts = this.#pairs.get(a)?.get(b) ?? [];
    return this.#holds(facts, (name) => (name === a.name ? u : v));
  }

  #holds(facts: readonly Term[], valueIn: (name: string | undefined) => bigint): boolean {
    this.#trials += facts.length;
    return facts.every((fact) => evaluate(fact, ({ name }) => valueIn(name)) === 1n);
  }
}

/**
 * Whether variables that are pairwise different have too few values. Of two values that no two
 * variables have together at most one is taken: each disjoint pair of such values loses one value.
 */
function lacksValues(
  count: number,
  values: Set<bigint>,
  areTogether: (u: bigint, v: bigint) => boolean,
): boolean {
  let left = values.size;
  for (const u of values) {
    // At most one of every two values is lost.
    if (left < count || left - values.size / 2 >= count) break;
    values.delete(u);
    for (const v of values) {
      if (areTogether(u, v)) continue;
      values.delete(v);
      left--;
      break;
    }
  }
  return left < count;
}

/** The variables of a short fact, if all of them have few values. */
function variablesOf(fact: Term): readonly Term[] | undefined {
  const seen = new Set([fact]);
  const variables: Term[] = [];
  for (const term of seen) {
    if (term.op === "variable") {
      if (term.width === 0 || term.width > MAX_WIDTH) return undefined;
      variables.push(term);
    }
    for (const part of term.args) seen.add(part);
    if (seen.size > MAX_TERMS || variables.length > 2) return undefined;
  }
  return variables;
}

/**
 * The same with variables numbered from 0: the work of an evaluation grows with the largest number.
 */
function renumbered(fact: Term): Term {
  const known = new Map<Term, Term>();
  const visit = (term: Term): Term => {
    const args = term.args.map((part) => known.get(part) ?? visit(part));
    const copy: Term = Object.create(term, {
      id: { value: known.size, enumerable: true },
      args: { value: args, enumerable: true },
    });
    known.set(term, copy);
    return copy;
  };
  return visit(fact);
}

/** Returns variables that are pairwise different: the first one, and others while they are. */
function largeClique(
  different: ReadonlyMap<Term, ReadonlySet<Term>>,
  first: Term,
  order: readonly Term[],
): Term[] {
  const set = [first];
  for (const other of order) {
    if (other !== first && set.every((one) => different.get(one)?.has(other) === true))
      set.push(other);
  }
  return set;
}

function sizeIn(table: ReadonlyMap<Term, ReadonlySet<Term>>, key: Term): number {
  return table.get(key)?.size ?? 0;
}

function row(table: Map<Term, Map<Term, Term[]>>, key: Term): Map<Term, Term[]> {
  const known = table.get(key) ?? new Map<Term, Term[]>();
  table.set(key, known);
  return known;
}

function listed(table: Map<Term, Term[]>, key: Term): Term[] {
  const known = table.get(key) ?? [];
  table.set(key, known);
  return known;
}
