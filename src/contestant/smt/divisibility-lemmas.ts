/**
 * Divisibility: a divisor of some numbers divides all their integer combinations, and of the
 * numbers nearer to zero only zero. So the remainders `(a - b) % d` and `b % d` determine that of
 * `a % d`, where nothing overflows. Combinations are found by Gaussian elimination over the
 * integers (Cohen, "A Course in Computational Algebraic Number Theory", 1993, section 2.4). Each
 * conclusion is a lemma on terms: it holds in every model.
 */
import {
  degreeOf,
  type Facts,
  type IntegerPolynomial,
  IntegerReader,
  keysOf,
  plus,
  times,
} from "./integer-reading.ts";
import type { Term, TermManager } from "./term.ts";

/** Maximal number of lemmas from one model. */
const MAX_LEMMAS = 8;
const MAX_ROWS = 40;
const MAX_FACTORS = 4;

/** `dividend % divisor == 0`. */
interface Division {
  readonly atom: Term;
  readonly dividend: Term;
  readonly divisor: Term;
  readonly isSigned: boolean;
}

/** A polynomial that is known to be divisible, with its premises. */
interface Row {
  readonly polynomial: IntegerPolynomial;
  readonly premises: ReadonlySet<Term>;
}

/**
 * Returns implications that hold in all models but not in this one.
 * @param atoms - equations with a truth value in the model
 */
export function divisibilityLemmas(
  manager: TermManager,
  facts: Facts,
  atoms: readonly Term[],
): Term[] {
  const divisions = atoms.flatMap((atom) => divisionIn(atom) ?? []);
  const lemmas: Term[] = [];
  for (const division of divisions) {
    if (lemmas.length >= MAX_LEMMAS) break;
    const lemma = facts.holds(division.atom)
      ? tooSmall(manager, facts, division)
      : // A divisor that is an if-then-else need not be decided, as long as it is the same.
        ((division.divisor.op === "ite"
          ? combination(manager, facts, division, divisions, atoms, division.divisor)
          : undefined) ?? combination(manager, facts, division, divisions, atoms));
    if (lemma !== undefined) lemmas.push(lemma);
  }
  return lemmas;
}

function divisionIn(atom: Term): Division | undefined {
  if (atom.op !== "eq") return undefined;
  const [a, b] = atom.args as [Term, Term];
  const [remainder, zero] = b.op === "constant" ? [a, b] : [b, a];
  if (zero.op !== "constant" || zero.value !== 0n) return undefined;
  if (remainder.op !== "urem" && remainder.op !== "srem") return undefined;
  const [dividend, divisor] = remainder.args as [Term, Term];
  return { atom, dividend, divisor, isSigned: remainder.op === "srem" };
}

/** No number between 0 and the divisor is divisible. */
function tooSmall(
  manager: TermManager,
  facts: Facts,
  { atom, dividend, divisor, isSigned }: Division,
): Term | undefined {
  const [x, d] = [facts.abstract(dividend), facts.abstract(divisor)];
  const zero = manager.constant(x.width, 0);
  const isBetween = isSigned
    ? manager.and(manager.slt(zero, x), manager.slt(x, d))
    : manager.and(manager.not(manager.eq(x, zero)), manager.ult(x, d));
  return facts.holds(isBetween) ? manager.implies(isBetween, manager.not(atom)) : undefined;
}

/**
 * The division has no remainder, because others have none.
 * @param whole - a term that is treated as an unknown
 */
function combination(
  manager: TermManager,
  facts: Facts,
  goal: Division,
  divisions: readonly Division[],
  atoms: readonly Term[],
  whole?: Term,
): Term | undefined {
  const premises = new Set<Term>();
  const reader = new IntegerReader(manager, facts, premises, whole);
  const rowOf = (read: () => IntegerPolynomial | undefined): Row | undefined => {
    premises.clear();
    const polynomial = read();
    return polynomial && { polynomial, premises: new Set(premises) };
  };
  const divisor = rowOf(() => reader.of(goal.divisor, goal.isSigned));
  const dividend = rowOf(() => reader.of(goal.dividend, goal.isSigned));
  if (divisor === undefined || dividend === undefined) return undefined;
  const modulus = unknownIn(divisor.polynomial);
  /** Removes multiples of the divisor. */
  const reduced = ({ polynomial, premises: because }: Row): Row => ({
    polynomial: new Map(
      [...polynomial].filter(([key]) => modulus === undefined || !keysOf(key).includes(modulus)),
    ),
    premises: because,
  });
  const rows: Row[] = modulus === undefined ? [divisor] : [];
  const add = (row: Row | undefined): void => {
    if (row !== undefined && rows.length < MAX_ROWS) rows.push(row);
  };
  for (const other of divisions) {
    if (other.isSigned !== goal.isSigned || !facts.holds(other.atom)) continue;
    if (other.divisor.width !== goal.divisor.width) continue;
    const isSame = manager.eq(facts.abstract(other.divisor), facts.abstract(goal.divisor));
    if (!facts.holds(isSame)) continue;
    add(
      rowOf(() => {
        premises.add(other.atom).add(isSame);
        return reader.of(other.dividend, goal.isSigned);
      }),
    );
  }
  for (const atom of atoms) {
    if (atom.op !== "eq" || divisionIn(atom) !== undefined || !facts.holds(atom)) continue;
    const [a, b] = atom.args as [Term, Term];
    add(
      rowOf(() => {
        premises.add(atom);
        return plus(reader.of(a, goal.isSigned), reader.of(b, goal.isSigned), -1n);
      }),
    );
  }
  const module = new IntegerModule();
  for (const row of [...rows, ...multiples([dividend, ...rows], rows)]) module.add(reduced(row));
  const because = module.premisesOf(reduced(dividend));
  if (because === undefined) return undefined;
  const all = new Set([...divisor.premises, ...dividend.premises, ...because]);
  return manager.implies(manager.and(...all), goal.atom);
}

/**
 * Multiplies rows by the unknowns that occur in products: a divisor of b and a % b divides a, which
 * is a % b + q * b.
 */
function multiples(all: readonly Row[], rows: readonly Row[]): Row[] {
  const factors = new Set(
    all.flatMap(({ polynomial }) =>
      [...polynomial.keys()].filter((key) => keysOf(key).length > 1).flatMap(keysOf),
    ),
  );
  return [...factors].slice(0, MAX_FACTORS).flatMap((key) =>
    rows.flatMap(({ polynomial, premises }): Row[] => {
      const product =
        degreeOf(polynomial) > 1 ? undefined : times(polynomial, new Map([[key, 1n]]));
      return product === undefined ? [] : [{ polynomial: product, premises }];
    }),
  );
}

/** Returns the unknown that the polynomial or its negation is. */
function unknownIn(polynomial: IntegerPolynomial): string | undefined {
  const [[key, coefficient] = ["", 0n], ...others] = polynomial;
  const isUnit = coefficient === 1n || coefficient === -1n;
  return isUnit && others.length === 0 && keysOf(key).length === 1 ? key : undefined;
}

/** Integer combinations of polynomials, as rows in echelon form. */
class IntegerModule {
  /** By their first monomial. */
  readonly #rows = new Map<string, Row>();

  add(row: Row): void {
    let rest: Row | undefined = row;
    for (;;) {
      const monomial = firstOf(rest.polynomial);
      if (monomial === undefined) return;
      const known = this.#rows.get(monomial);
      if (known === undefined) {
        this.#rows.set(monomial, rest);
        return;
      }
      // Euclid's algorithm on the leading coefficients of two rows.
      const pivot = known.polynomial.get(monomial) as bigint;
      const quotient = (rest.polynomial.get(monomial) as bigint) / pivot;
      rest = without(rest, known, quotient);
      if (rest === undefined) return;
      if (rest.polynomial.has(monomial)) {
        this.#rows.set(monomial, rest);
        rest = known;
      }
    }
  }

  /** Returns the premises for which a polynomial is a combination; undefined where it is none. */
  premisesOf(row: Row): ReadonlySet<Term> | undefined {
    let rest: Row | undefined = row;
    while (rest !== undefined) {
      const monomial = firstOf(rest.polynomial);
      if (monomial === undefined) return rest.premises;
      const known = this.#rows.get(monomial);
      if (known === undefined) return undefined;
      const pivot = known.polynomial.get(monomial) as bigint;
      const own = rest.polynomial.get(monomial) as bigint;
      if (own % pivot !== 0n) return undefined;
      rest = without(rest, known, own / pivot);
    }
    return undefined;
  }
}

function without(row: Row, other: Row, factor: bigint): Row | undefined {
  if (factor === 0n) return row;
  const polynomial = plus(row.polynomial, other.polynomial, -factor);
  return polynomial && { polynomial, premises: new Set([...row.premises, ...other.premises]) };
}

/** In an order of all monomials; undefined for the polynomial 0. */
function firstOf(polynomial: IntegerPolynomial): string | undefined {
  let first: string | undefined;
  for (const key of polynomial.keys()) if (first === undefined || key > first) first = key;
  return first;
}
