/**
 * Polynomial equations between the scalars of a loop as candidates for invariants: relations common to the values
 * at visits of its head (loop-examples.ts, polynomial-relations.ts). Where the function divides by small constants,
 * linear equations may also contain remainders (`2 * n == i + i % 2`).
 */

import type { IntegerVariable, InvariantText } from "../../../analysis-core/index.ts";
import type { Term, TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, MemoryCell, State } from "../../../symbolic/index.ts";
import { integerVariable } from "../../../symbolic/index.ts";
import { integerIn, type Visit } from "./loop-examples.ts";
import type { CandidateInvariant } from "./loop-invariants.ts";
import { commonRelations, type Example, type Relation } from "./polynomial-relations.ts";

export interface PolynomialContext {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  /** Scalars that the loop does not change. */
  readonly others: readonly MemoryCell[];
  /** Maximal degree of the equations. */
  readonly degree: number;
  /** Small constants by which the function divides. */
  readonly divisors: readonly bigint[];
  /** Whether equations are also tried in twice the width. */
  readonly isExact: boolean;
}

/** Number of scalars in one relation. */
const MAX_SCALARS = 8;
const MAX_REMAINDERS = 6;

/** A scalar of the relations, or a remainder of it; sign-extended or zero-extended to their width. */
interface Scalar {
  readonly cell: MemoryCell;
  readonly isSigned: boolean;
  readonly changes: boolean;
  /** Index of its value in a visit. */
  readonly place: number;
  readonly divisor?: bigint;
}

/** @param visits - with the values of the cells, followed by those of the others */
export function polynomialCandidates(
  context: PolynomialContext,
  cells: readonly MemoryCell[],
  entry: State,
  visits: readonly Visit[],
): CandidateInvariant[] {
  if (cells.length === 0 || cells.length > MAX_SCALARS || visits.length === 0) return [];
  const width = Math.max(...cells.map(({ size }) => size)) * 8;
  if (width < 32) return [];
  const all: Scalar[] = [...cells, ...context.others].map((cell, place) => ({
    cell,
    isSigned: isSigned(cell),
    changes: place < cells.length,
    place,
  }));
  const scalars = all.filter(({ cell }) => cell.size * 8 <= width).slice(0, MAX_SCALARS);
  const remainders = scalars
    .flatMap((scalar) => context.divisors.map((divisor) => ({ ...scalar, divisor })))
    .slice(0, MAX_REMAINDERS);
  const relate = (chosen: readonly Scalar[], degree: number): Fit[] =>
    fits({ ...context, degree }, chosen, width, entry, visits);
  const found = relate(scalars, context.degree);
  const known = new Set(found.map(({ key }) => key));
  const special = remainders.length === 0 ? [] : relate([...scalars, ...remainders], 1);
  return [...found, ...special.filter(({ key }) => !known.has(key))].flatMap(
    ({ candidates }) => candidates,
  );
}

/** A relation with its candidates. */
interface Fit {
  readonly key: string;
  readonly candidates: readonly CandidateInvariant[];
}

function fits(
  context: PolynomialContext,
  scalars: readonly Scalar[],
  width: number,
  entry: State,
  visits: readonly Visit[],
): Fit[] {
  const limit = 1n << BigInt(width - 2);
  const examples: Example[] = [];
  for (const visit of visits) {
    const numbers = (values: readonly bigint[]): bigint[] =>
      scalars.map((scalar) => numberOf(values[scalar.place] as bigint, scalar));
    const later = numbers(visit.values);
    if (later.every((value) => -limit < value && value < limit)) {
      examples.push({ first: numbers(visit.first), later });
    }
  }
  const changes = scalars.map((scalar) => scalar.changes);
  const relations = (kind: "values" | "differences"): Relation[] =>
    commonRelations(examples, changes, context.degree, kind);
  const absolute = relations("values");
  const seen = new Set(absolute.map((relation) => keyOf(relation, scalars)));
  const relative = relations("differences").filter(
    (relation) => !seen.has(keyOf(relation, scalars)),
  );
  return [
    ...absolute.map((relation) => [relation, undefined] as const),
    ...relative.map((relation) => [relation, entry] as const),
  ].map(([relation, first]) => ({
    key: keyOf(relation, scalars),
    candidates: (context.isExact ? widthsFor(relation, width) : [width]).map((own) =>
      candidate(context, scalars, own, relation, first),
    ),
  }));
}

/** Products that do not overflow have an order, which is stronger than an equation modulo 2^width. */
function widthsFor(relation: Relation, width: number): readonly number[] {
  const degrees = relation.map(({ exponents }) => exponents.reduce((sum, one) => sum + one, 0));
  return Math.max(...degrees) === 2 ? [width, 2 * width] : [width];
}

function numberOf(value: bigint, { cell, isSigned: signed, divisor }: Scalar): bigint {
  const number = signed ? BigInt.asIntN(cell.size * 8, value) : value;
  return divisor === undefined ? number : number % divisor;
}

function isSigned(cell: MemoryCell): boolean {
  return integerVariable(cell)?.isSigned ?? true;
}

/** The part of a relation that remains when differences are taken. */
function keyOf(relation: Relation, scalars: readonly Scalar[]): string {
  return relation
    .map(({ coefficient, exponents }) => ({
      coefficient,
      powers: exponents.flatMap((exponent, i) =>
        exponent === 0 ? [] : [{ exponent, scalar: scalars[i] as Scalar }],
      ),
    }))
    .filter(({ powers }) => powers.some(({ scalar }) => scalar.changes))
    .map(({ coefficient, powers }) => {
      const names = powers.map(({ exponent, scalar: { place, divisor } }) =>
        divisor === undefined ? `${place}^${exponent}` : `${place}%${divisor}`,
      );
      return `${coefficient}*${names}`;
    })
    .sort()
    .join(" ");
}

// ------------------------------------------------------------------ candidates

function candidate(
  context: PolynomialContext,
  scalars: readonly Scalar[],
  width: number,
  relation: Relation,
  entry: State | undefined,
): CandidateInvariant {
  const { manager } = context;
  const at = (state: State): Term | undefined => sumIn(context, scalars, width, relation, state);
  const first = entry === undefined ? manager.constant(width, 0) : at(entry);
  return {
    text:
      first?.op === "constant" && width <= 64
        ? textOf(scalars, width, relation, first.value)
        : undefined,
    at: (state) => {
      const sum = at(state);
      return sum === undefined || first === undefined ? manager.false : manager.eq(sum, first);
    },
  };
}

function sumIn(
  context: PolynomialContext,
  scalars: readonly Scalar[],
  width: number,
  relation: Relation,
  state: State,
): Term | undefined {
  const { manager } = context;
  const values: Term[] = [];
  for (const { cell, isSigned: signed, divisor } of scalars) {
    const whole = integerIn(context.access, cell, state);
    if (whole === undefined) return undefined;
    const value = divisor === undefined ? whole : remainder(manager, whole, divisor, signed);
    values.push(signed ? manager.signExtend(value, width) : manager.zeroExtend(value, width));
  }
  let sum = manager.constant(width, 0);
  for (const { coefficient, exponents } of relation) {
    let product = manager.constant(width, BigInt.asUintN(width, coefficient));
    for (const [index, exponent] of exponents.entries()) {
      for (let count = 0; count < exponent; count++) {
        product = manager.mul(product, values[index] as Term);
      }
    }
    sum = manager.add(sum, product);
  }
  return sum;
}

function remainder(manager: TermManager, value: Term, divisor: bigint, signed: boolean): Term {
  const by = manager.constant(value.width, divisor);
  return signed ? manager.srem(value, by) : manager.urem(value, by);
}

/** In unsigned arithmetic, so that nothing overflows. */
function textOf(
  scalars: readonly Scalar[],
  width: number,
  relation: Relation,
  value: bigint,
): InvariantText | undefined {
  const [type, suffix] = width === 64 ? ["unsigned long long", "ULL"] : ["unsigned int", "U"];
  const variables: (IntegerVariable | undefined)[] = scalars.map(({ cell }) =>
    integerVariable(cell),
  );
  const used = scalars.map((_, i) =>
    relation.some(({ exponents }) => (exponents[i] as number) > 0),
  );
  if (variables.some((variable, i) => used[i] === true && variable === undefined)) return undefined;
  const known = variables as readonly IntegerVariable[];
  const nameOf = ({ cell, divisor }: Scalar): string => {
    const name = integerVariable(cell)?.name ?? "";
    return divisor === undefined ? name : `(${name} % ${divisor})`;
  };
  const terms = relation.map(({ coefficient, exponents }) => {
    const magnitude = coefficient < 0n ? -coefficient : coefficient;
    const factors = exponents.flatMap((exponent, i) =>
      Array.from({ length: exponent }, () => `(${type})${nameOf(scalars[i] as Scalar)}`),
    );
    const isFactor = magnitude !== 1n || factors.length === 0;
    const product = [...(isFactor ? [`${magnitude}${suffix}`] : []), ...factors].join(" * ");
    return `${coefficient < 0n ? "-" : "+"} ${product}`;
  });
  return {
    text: `0${suffix} ${terms.join(" ")} == ${value}${suffix}`,
    objects: known.filter((_, i) => used[i] === true).map(({ object }) => object),
  };
}
