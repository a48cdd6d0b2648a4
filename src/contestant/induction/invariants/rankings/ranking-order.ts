/** The orders of ranking functions, as conditions on two states. */
import type { Term, TermManager } from "../../../smt/index.ts";
import type { State } from "../../../symbolic/index.ts";
import type { Addend, Component, RankingFunction, Step } from "./ranking-function.ts";

/** Whether a state is within the limit of a component. */
export function isWithinLimit(manager: TermManager, part: Component, state: State): Term {
  const value = part.read(state);
  if (part.limit === undefined) return manager.true;
  if (value === undefined) return manager.false;
  const limit = manager.constant(value.width, part.limit);
  return part.grows ? manager.sle(value, limit) : manager.sle(limit, value);
}

/** Lexicographically less after than before; `isLimited`: and within the limit of the component that decreases. */
export function descends(
  manager: TermManager,
  ranking: RankingFunction,
  before: State,
  after: State,
  isLimited = false,
): Term {
  let equal = manager.true;
  const cases: Term[] = [];
  for (const component of ranking) {
    const [a, b] = ordered(manager, component, before, after);
    if (a === undefined || b === undefined) return manager.false;
    const limit = isLimited ? isWithinLimit(manager, component, before) : manager.true;
    cases.push(manager.and(equal, less(manager, component, b, a), limit));
    equal = manager.and(equal, manager.eq(a, b));
  }
  return manager.or(...cases);
}

/** Lexicographically less, or equal. */
export function neverRises(
  manager: TermManager,
  ranking: RankingFunction,
  before: State,
  after: State,
): Term {
  const equal = ranking.map((component) => {
    const [a, b] = ordered(manager, component, before, after);
    return a === undefined || b === undefined ? manager.false : manager.eq(a, b);
  });
  return manager.or(descends(manager, ranking, before, after), manager.and(...equal));
}

/** Not greater after than before. */
export function atMost(manager: TermManager, component: Component, { before, after }: Step): Term {
  const [a, b] = ordered(manager, component, before, after);
  return a === undefined || b === undefined
    ? manager.false
    : manager.not(less(manager, component, a, b));
}

/** The values of two states, without their common addends, such that the first should be the greater one. */
function ordered(
  manager: TermManager,
  component: Component,
  before: State,
  after: State,
): readonly [Term | undefined, Term | undefined] {
  const [a, b] = comparable(manager, component, before, after);
  return component.grows ? [b, a] : [a, b];
}

/**
 * Sums that differ only in the order of addends are equal, which solvers do not see: `b + c + (a - 1)` is compared
 * with `a + b + c` as `a - 1` with `a`.
 */
function comparable(
  manager: TermManager,
  component: Component,
  before: State,
  after: State,
): readonly [Term | undefined, Term | undefined] {
  const [x, y] = [component.addends?.(before), component.addends?.(after)];
  const width = component.read(before)?.width;
  if (x === undefined || y === undefined || width === undefined)
    return [component.read(before), component.read(after)];
  return [sumOf(manager, without(x, y), width), sumOf(manager, without(y, x), width)];
}

/** The addends that the other sum does not have, with multiplicity. */
function without(some: readonly Addend[], others: readonly Addend[]): readonly Addend[] {
  const left = [...others];
  return some.filter(({ factor, value }) => {
    const same = left.findIndex((other) => other.factor === factor && other.value === value);
    if (same >= 0) left.splice(same, 1);
    return same < 0;
  });
}

export function sumOf(manager: TermManager, addends: readonly Addend[], width: number): Term {
  let sum = manager.constant(width, 0n);
  for (const { factor, value } of addends) {
    const size = manager.constant(width, factor < 0n ? -factor : factor);
    const product = manager.mul(size, value);
    sum = factor < 0n ? manager.sub(sum, product) : manager.add(sum, product);
  }
  return sum;
}

function less(manager: TermManager, { isSigned }: Component, a: Term, b: Term): Term {
  return isSigned ? manager.slt(a, b) : manager.ult(a, b);
}
