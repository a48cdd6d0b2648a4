/**
 * Affine ranking functions of a transition system: at every location of a component, a linear combination of its
 * integers with a constant.
 */

import { composedText, type RankingText } from "../../analysis-core/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { Location, StateVariable } from "../extraction/transition-system.ts";

/** An integer of the program's state. */
export type Numeral = StateVariable & { readonly isSigned: boolean };

export interface AffineForm {
  readonly products: readonly { readonly numeral: Numeral; readonly coefficient: bigint }[];
  readonly constant: bigint;
}

/** By location. */
export type AffineFunction = ReadonlyMap<Location, AffineForm>;

const UNNAMED = "a value without a name";

/** Larger coefficients are artefacts of the examples. */
export const MAX_COEFFICIENT: bigint = 1n << 10n;
/** Maximal number of integers at a location. */
export const MAX_NUMERALS = 10;
/** Enough for the sums of so many products, of numbers of 32 bits and of 64. */
const NARROW = 50;
const WIDE = 84;

export function widthFor(numerals: Iterable<Numeral>): number {
  return [...numerals].every(({ term }) => term.width <= 32) ? NARROW : WIDE;
}

/** Its value as a signed number, over the variables of the location. */
export function termOf(manager: TermManager, form: AffineForm, width: number): Term {
  let sum = manager.constant(width, BigInt.asUintN(width, form.constant));
  for (const { numeral, coefficient } of form.products) {
    const { term, isSigned } = numeral;
    const value = isSigned ? manager.signExtend(term, width) : manager.zeroExtend(term, width);
    const size = manager.constant(width, coefficient < 0n ? -coefficient : coefficient);
    const product = manager.mul(size, value);
    sum = coefficient < 0n ? manager.sub(sum, product) : manager.add(sum, product);
  }
  return sum;
}

/** In C, in a type that holds every sum; in words where a variable has no name there. */
export function textOf({ products, constant }: AffineForm): RankingText {
  const type = products.every(({ numeral }) => numeral.term.width <= 32) ? "long long" : "__int128";
  const parts: string[] = [];
  const named: RankingText[] = [];
  const positiveFirst = [...products].sort(
    (a, b) => Number(b.coefficient > 0n) - Number(a.coefficient > 0n),
  );
  for (const { numeral, coefficient } of positiveFirst) {
    const own = numeralText(numeral);
    named.push(own);
    const size = coefficient < 0n ? -coefficient : coefficient;
    const product = `${size === 1n ? "" : `${size} * `}(${type})${own.text}`;
    parts.push(signed(parts.length === 0, coefficient < 0n, product));
  }
  if (constant !== 0n || parts.length === 0) {
    const size = constant < 0n ? -constant : constant;
    parts.push(signed(parts.length === 0, constant < 0n, `${size}`));
  }
  return composedText(parts.join(""), ...named);
}

function numeralText({ object, offset, isNamed }: Numeral): RankingText {
  const objects = [object];
  if (object.variable === undefined) return { text: UNNAMED, objects, isWords: true };
  if (object.scalar === undefined)
    return { text: `the number at byte ${offset} of ${object.name}`, objects, isWords: true };
  return { text: object.name, objects, ...(isNamed ? {} : { isWords: true }) };
}

function signed(isFirst: boolean, isNegative: boolean, text: string): string {
  if (isFirst) return isNegative ? `-${text}` : text;
  return isNegative ? ` - ${text}` : ` + ${text}`;
}
