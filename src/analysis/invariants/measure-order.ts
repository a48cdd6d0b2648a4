/** The orders of measures, as conditions on two states. */
import type { Term, TermManager } from "../../smt/index.ts";
import type { State } from "../memory/state.ts";
import type { Component, Measure, Step } from "./measure.ts";

/** Whether a state is within the limit of a part. */
export function isWithinLimit(manager: TermManager, part: Component, state: State): Term {
  const value = part.read(state);
  if (part.limit === undefined) return manager.true;
  if (value === undefined) return manager.false;
  const limit = manager.constant(value.width, part.limit);
  return part.grows ? manager.sle(value, limit) : manager.sle(limit, value);
}

/** Lexicographically less after than before; `isLimited`: and within the limit of the part that falls. */
export function descends(
  manager: TermManager,
  measure: Measure,
  before: State,
  after: State,
  isLimited = false,
): Term {
  let equal = manager.true;
  const cases: Term[] = [];
  for (const component of measure) {
    const [a, b] = ordered(component, before, after);
    if (a === undefined || b === undefined) return manager.false;
    const limit = isLimited ? isWithinLimit(manager, component, before) : manager.true;
    cases.push(manager.and(equal, less(manager, component, b, a), limit));
    equal = manager.and(equal, manager.eq(a, b));
  }
  return manager.or(...cases);
}

/** The same, or equal. */
export function neverRises(
  manager: TermManager,
  measure: Measure,
  before: State,
  after: State,
): Term {
  const equal = measure.map((component) => {
    const [a, b] = ordered(component, before, after);
    return a === undefined || b === undefined ? manager.false : manager.eq(a, b);
  });
  return manager.or(descends(manager, measure, before, after), manager.and(...equal));
}

/** Not greater after than before. */
export function atMost(manager: TermManager, component: Component, { before, after }: Step): Term {
  const [a, b] = ordered(component, before, after);
  return a === undefined || b === undefined
    ? manager.false
    : manager.not(less(manager, component, a, b));
}

/** The values of two states, such that the first should be the greater one. */
function ordered(
  component: Component,
  before: State,
  after: State,
): readonly [Term | undefined, Term | undefined] {
  const [a, b] = [component.read(before), component.read(after)];
  return component.grows ? [b, a] : [a, b];
}

function less(manager: TermManager, { isSigned }: Component, a: Term, b: Term): Term {
  return isSigned ? manager.slt(a, b) : manager.ult(a, b);
}
