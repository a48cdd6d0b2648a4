/**
 * Ranking functions of loops that continue while one of several conditions holds: `while (i < m || j < n)` ends
 * because the larger of the distances `m - i` and `n - j` decreases, neither of which has a limit by itself.
 */

import { composedText, type RankingText } from "../../../analysis-core/index.ts";
import type { Term } from "../../../smt/index.ts";
import type { State } from "../../../symbolic/index.ts";
import { type Component, type RankingContext, wideOf } from "./ranking-function.ts";

/** A signed number that does not wrap around. */
export interface Linear {
  read(state: State): Term | undefined;
  readonly text: RankingText | undefined;
  readonly isFinite: boolean;
}

/** The largest one, as a decreasing value; the smallest one, as a growing value. */
export function extremum(
  { manager }: RankingContext,
  some: readonly Linear[],
  grows: boolean,
): Component {
  const read = (state: State): Term | undefined => {
    const values = some.map((one) => one.read(state));
    const width = Math.max(...values.map((value) => value?.width ?? 0));
    return values
      .map((value) => wideOf({ manager }, value, true, width))
      .reduceRight((y, x) => {
        if (x === undefined || y === undefined) return undefined;
        return manager.ite(grows ? manager.slt(x, y) : manager.slt(y, x), x, y);
      });
  };
  return {
    read,
    isSigned: true,
    tier: "maximum",
    parts: some.map(
      (one): Component => ({
        read: one.read,
        isFinite: one.isFinite,
        grows,
        isSigned: true,
        expression: undefined,
      }),
    ),
    isFinite: some.every((one) => one.isFinite),
    grows,
    expression: some
      .map(({ text }) => text)
      .reduceRight((b, a) => a && b && extremumText(a, b, grows)),
  };
}

function extremumText(a: RankingText, b: RankingText, grows: boolean): RankingText {
  return composedText(`(${a.text} ${grows ? "<" : ">"} ${b.text} ? ${a.text} : ${b.text})`, a, b);
}

/** With more candidates than this, no three of them are combined; with more than the next, no two. */
const MAX_IN_TRIPLES = 6;
const MAX_IN_PAIRS = 24;

/**
 * The largest of two or three.
 * @param falling - each of them moves in its direction in every iteration, from this state and others
 */
export function extremaOf(
  context: RankingContext,
  falling: readonly Component[],
  state: State,
): readonly Component[] {
  if (falling.length > MAX_IN_PAIRS) return [];
  const pairs = pairsOf(falling);
  const triples =
    falling.length > MAX_IN_TRIPLES
      ? []
      : falling.flatMap((a, index) =>
          pairsOf(falling.slice(index + 1)).map(([b, c]) => [a, b, c] as const),
        );
  return [...pairs, ...triples].map((some) => {
    // Growing values are negated, unless all are growing.
    const grows = some.every((one) => one.grows);
    const numbers = some.map((one) => linearOf(context, one, one.grows !== grows, state));
    return extremum(context, numbers, grows);
  });
}

function pairsOf<T>(some: readonly T[]): readonly (readonly [T, T])[] {
  return some.flatMap((a, index) => some.slice(index + 1).map((b) => [a, b] as const));
}

/** Maximal width of a value whose negation also fits `long long`. */
const LONG_BITS = 36;

function linearOf(
  context: RankingContext,
  component: Component,
  isNegated: boolean,
  state: State,
): Linear {
  const { manager } = context;
  const { read, isSigned, expression } = component;
  const type = (read(state)?.width ?? LONG_BITS) <= LONG_BITS ? "long long" : "__int128";
  const sign = isNegated ? "-" : "";
  return {
    isFinite: component.isFinite,
    read: (at) => {
      const value = read(at);
      // One bit for the sign of an unsigned value, and one for the negation of the least value.
      const wide = value && wideOf(context, value, isSigned, value.width + 2);
      if (wide === undefined || !isNegated) return wide;
      return manager.sub(manager.constant(wide.width, 0n), wide);
    },
    text: expression && composedText(`${sign}(${type})(${expression.text})`, expression),
  };
}
