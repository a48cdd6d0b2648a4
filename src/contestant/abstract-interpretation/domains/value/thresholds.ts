/** Constants that a program compares with: thresholds for splitting or widening ranges. */
import { type CfaProgram, expressionsOf, forEachSubexpression } from "../../../cfa/index.ts";

import { type Range, range, withinClass } from "../interval/range.ts";
import { canonical, type Integer } from "./value.ts";

/** In ascending order; each compared constant with its neighbours. */
export function thresholdsOf(program: CfaProgram): readonly Integer[] {
  const found = new Set<bigint>([-1n, 0n, 1n]);
  for (const fn of program.functions.values()) {
    for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
      for (const expression of expressionsOf(edge)) {
        forEachSubexpression(expression, (part) => {
          if (part.kind !== "compare") return;
          for (const side of [part.left, part.right]) {
            if (side.kind !== "integer") continue;
            for (const step of [-1n, 0n, 1n]) found.add(side.value + step);
          }
        });
      }
    }
  }
  return [...found].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).map(canonical);
}

/** The range with bounds that have moved extended to the next threshold. */
export function widenTo(
  thresholds: readonly Integer[],
  before: Range,
  joined: Range,
  full: Range,
): Range {
  const low =
    joined.low < before.low
      ? (thresholds.findLast((t) => t <= joined.low && t >= full.low) ?? full.low)
      : joined.low;
  const high =
    joined.high > before.high
      ? (thresholds.find((t) => t >= joined.high && t <= full.high) ?? full.high)
      : joined.high;
  const excluded = joined.excluded.filter((hole) => low < hole && hole < high);
  const widened = { low, high, excluded };
  return joined.residue === undefined ? widened : (withinClass(widened, joined.residue) as Range);
}

/** The smallest range between thresholds that contains all the values. */
export function coarsened(thresholds: readonly Integer[], values: Range, full: Range): Range {
  const low = thresholds.findLast((t) => t <= values.low && t >= full.low) ?? full.low;
  const high = thresholds.find((t) => t >= values.high && t <= full.high) ?? full.high;
  return range(low, high);
}
