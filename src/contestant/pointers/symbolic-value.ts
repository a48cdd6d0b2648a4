/**
 * Values of one thread as sums: a constant and multiples of atoms, modulo two to the width. Atoms are names of
 * unknown values: a value that an edge read when it was last executed, the address of an object, a comparison.
 * Equal texts mean equal values, in one state of one thread.
 */
export interface Value {
  /** The same for equal values. */
  readonly key: string;
  readonly constant: bigint;
  readonly terms: ReadonlyMap<string, bigint>;
  /** Names of executions that the atoms depend on: when one happens again, the value is no longer known. */
  readonly depends: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();
/** Longer texts are treated as unknown. */
const MAX_LENGTH = 240;

function make(
  constant: bigint,
  terms: ReadonlyMap<string, bigint>,
  depends: ReadonlySet<string>,
): Value {
  const parts = [...terms].map(([atom, factor]) => `${factor}*${atom}`).sort();
  return { key: [`${constant}`, ...parts].join("+"), constant, terms, depends };
}

export function constant(value: bigint, bits: number): Value {
  return make(BigInt.asUintN(bits, value), new Map(), NOTHING);
}

/** @param depends - names of executions */
export function atom(name: string, depends: ReadonlySet<string> = new Set([name])): Value {
  return make(0n, new Map([[name, 1n]]), depends);
}

export function constantOf({ terms, constant: value }: Value): bigint | undefined {
  return terms.size === 0 ? value : undefined;
}

/** Whether the text is short enough to work with. */
export function isManageable({ key }: Value): boolean {
  return key.length <= MAX_LENGTH;
}

/** `a + factor * b`, modulo two to the width. */
export function sum(a: Value, b: Value, factor: bigint, bits: number): Value {
  const terms = new Map<string, bigint>();
  const add = (name: string, amount: bigint): void => {
    const total = BigInt.asUintN(bits, (terms.get(name) ?? 0n) + amount);
    if (total === 0n) terms.delete(name);
    else terms.set(name, total);
  };
  for (const [name, amount] of a.terms) add(name, amount);
  for (const [name, amount] of b.terms) add(name, factor * amount);
  const total = BigInt.asUintN(bits, a.constant + factor * b.constant);
  return make(total, terms, union(a.depends, b.depends));
}

export function product(a: Value, factor: bigint, bits: number): Value {
  return sum(constant(0n, bits), a, factor, bits);
}

/** An operation other than a sum, on values. */
export function operation(name: string, ...operands: readonly Value[]): Value {
  const text = `${name}(${operands.map(({ key }) => key).join(",")})`;
  return atom(
    text,
    operands.reduce((all, { depends }) => union(all, depends), NOTHING),
  );
}

export function union<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  return new Set([...a, ...b]);
}

/** The name of the only atom, if it has factor 1, and the constant. */
export function singleAtom({
  terms,
  constant: rest,
}: Value): { name: string; rest: bigint } | undefined {
  if (terms.size !== 1) return undefined;
  const [entry] = terms;
  if (entry === undefined || entry[1] !== 1n) return undefined;
  return { name: entry[0], rest };
}

/**
 * The condition that decides whether a value is nonzero: one text for a condition and its negation.
 * Comparisons are atoms that are 0 or 1, named `?…`; `a != b` is `1 - (a == b)`.
 */
export function truthOf(
  value: Value,
  bits: number,
): {
  readonly condition: string;
  readonly depends: ReadonlySet<string>;
  readonly negated: boolean;
} {
  const [entry] = value.terms;
  if (value.terms.size === 1 && entry?.[0].startsWith("?")) {
    const [name, factor] = entry;
    if (factor === 1n && value.constant === 0n) {
      return { condition: name, depends: value.depends, negated: false };
    }
    if (BigInt.asIntN(bits, factor) === -1n && value.constant === 1n) {
      return { condition: name, depends: value.depends, negated: true };
    }
  }
  return { condition: `?eq(${value.key},0)`, depends: value.depends, negated: true };
}
