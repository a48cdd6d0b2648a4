/**
 * Measures of a loop within another one: two visits of the inner head may lie in different iterations of the outer
 * loop. The order on all visits has the outer measure first, where that is known not to rise on the way from the outer
 * head to the inner one and back, to fall on one of them, and to rest while the inner loop goes on.
 */
import type { Term, TermManager } from "../../smt/index.ts";
import type { State } from "../../symbolic/index.ts";
import type { Measure } from "../invariants/rankings/measure.ts";
import { descends, isWithinLimit, neverRises } from "../invariants/rankings/measure-order.ts";
import type { Descent, ProveAll } from "./loop-abstraction.ts";

/** The measure of the inner loop for all visits of its head; undefined when none is known. */
export function nestedMeasure(
  manager: TermManager,
  proveAll: ProveAll,
  outer: Descent,
  inner: Descent & { readonly order: Measure },
): Measure | undefined {
  const { measure, head, back } = outer;
  const onWay = inner.head.path.term;
  const onWayBack = manager.and(back.path.term, onWay);
  const holds = (path: Term, goal: Term): boolean => proveAll(path, [goal])[0] === true;
  const isKnown =
    holds(onWay, manager.and(...measure.map((part) => isWithinLimit(manager, part, inner.head)))) &&
    holds(inner.back.path.term, isEqual(manager, measure, inner.head, inner.back)) &&
    holds(onWay, neverRises(manager, measure, head, inner.head)) &&
    holds(onWayBack, neverRises(manager, measure, inner.head, back)) &&
    (holds(onWayBack, descends(manager, measure, inner.head, back)) ||
      holds(onWay, descends(manager, measure, head, inner.head)));
  if (isKnown) return [...measure, ...inner.order];
  // Or the order of the inner loop goes on falling on the way round.
  const { order } = inner;
  const isOwn =
    holds(onWay, manager.and(...order.map((part) => isWithinLimit(manager, part, inner.head)))) &&
    holds(onWay, neverRises(manager, order, head, inner.head)) &&
    holds(onWayBack, neverRises(manager, order, inner.head, back)) &&
    (holds(onWayBack, descends(manager, order, inner.head, back)) ||
      holds(onWay, descends(manager, order, head, inner.head)));
  return isOwn ? order : undefined;
}

function isEqual(manager: TermManager, measure: Measure, a: State, b: State): Term {
  return manager.and(
    ...measure.map((part) => {
      const [x, y] = [part.read(a), part.read(b)];
      return x === undefined || y === undefined ? manager.false : manager.eq(x, y);
    }),
  );
}
