import type { Expression } from "../model/cfa.ts";
import { constantTruth } from "../model/expressions.ts";
import type { PlacePair } from "./accesses.ts";
import type { OrderConflict } from "./evaluation-order.ts";
import type { Lowering } from "./lowering.ts";
import { overlapTest } from "./overlap-test.ts";

/**
 * Marks at the current node that evaluation in another order is undefined, or may give another
 * result.
 */
export function emitConflict(lower: Lowering, { kind, what, onlyFor }: OrderConflict): void {
  const { graph } = lower;
  if (kind === "undefined") {
    graph.emit({ kind: "unsupported", reason: `unsequenced side effects on ${what} (C11 6.5p2)` });
    return;
  }
  const open = `the order of evaluation may matter for ${what}`;
  const tests = onlyFor && distinct(onlyFor).map((pair) => overlapTest(lower, pair));
  if (tests?.every((test) => test !== undefined) !== true) {
    graph.emit({ kind: "skip", open });
    return;
  }
  for (const test of tests) openWhere(lower, test, open);
}

function openWhere({ graph }: Lowering, test: Expression, open: string): void {
  if (constantTruth(test) === false) return;
  const [overlap, next] = [graph.newNode(), graph.newNode()];
  graph.assume(test, true, undefined, overlap);
  if (constantTruth(test) === undefined) graph.assume(test, false, undefined, next);
  graph.moveTo(overlap);
  graph.emit({ kind: "skip", open }, next);
}

/** Places that are both read and written occur for each access. */
function distinct(pairs: readonly PlacePair[]): readonly PlacePair[] {
  const areSame = ({ places: [a, b] }: PlacePair, { places: [c, d] }: PlacePair): boolean =>
    (a === c && b === d) || (a === d && b === c);
  return pairs.filter((pair, index) => pairs.findIndex((other) => areSame(pair, other)) === index);
}
