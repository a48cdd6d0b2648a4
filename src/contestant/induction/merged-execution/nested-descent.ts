/**
 * Ranking functions of nested loops: two visits of the inner head may lie in different iterations of the outer
 * loop. The order on all visits begins with the outer ranking function, if it is proved not to rise on the way from
 * the outer head to the inner one and back, to decrease on one of them, and to stay equal while the inner loop goes
 * on.
 */
import type { Term, TermManager } from "../../smt/index.ts";
import type { State } from "../../symbolic/index.ts";
import type { RankingFunction } from "../invariants/rankings/ranking-function.ts";
import { descends, isWithinLimit, neverRises } from "../invariants/rankings/ranking-order.ts";
import type { Descent, ProveAll } from "./loop-context.ts";

/** The ranking function of the inner loop for all visits of its head; undefined when none is known. */
export function nestedRanking(
  manager: TermManager,
  proveAll: ProveAll,
  outer: Descent,
  inner: Descent & { readonly order: RankingFunction },
): RankingFunction | undefined {
  const { ranking, head, back } = outer;
  const onWay = inner.head.path.term;
  const onWayBack = manager.and(back.path.term, onWay);
  const holds = (path: Term, goal: Term): boolean => proveAll(path, [goal])[0] === true;
  const isKnown =
    holds(onWay, manager.and(...ranking.map((part) => isWithinLimit(manager, part, inner.head)))) &&
    holds(inner.back.path.term, isEqual(manager, ranking, inner.head, inner.back)) &&
    holds(onWay, neverRises(manager, ranking, head, inner.head)) &&
    holds(onWayBack, neverRises(manager, ranking, inner.head, back)) &&
    (holds(onWayBack, descends(manager, ranking, inner.head, back)) ||
      holds(onWay, descends(manager, ranking, head, inner.head)));
  if (isKnown) return [...ranking, ...inner.order];
  // Or the order of the inner loop continues to decrease on the way round.
  const { order } = inner;
  const isOwn =
    holds(onWay, manager.and(...order.map((part) => isWithinLimit(manager, part, inner.head)))) &&
    holds(onWay, neverRises(manager, order, head, inner.head)) &&
    holds(onWayBack, neverRises(manager, order, inner.head, back)) &&
    (holds(onWayBack, descends(manager, order, inner.head, back)) ||
      holds(onWay, descends(manager, order, head, inner.head)));
  return isOwn ? order : undefined;
}

function isEqual(manager: TermManager, ranking: RankingFunction, a: State, b: State): Term {
  return manager.and(
    ...ranking.map((part) => {
      const [x, y] = [part.read(a), part.read(b)];
      return x === undefined || y === undefined ? manager.false : manager.eq(x, y);
    }),
  );
}
