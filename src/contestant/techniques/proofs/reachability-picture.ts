/** Shows the states that an exploration reached, as conditions in C. */

import { defined } from "../../../ground/util/defined.ts";
import { LineIndex } from "../../../ground/util/text-position.ts";
import type { PicturedPlace, ReachabilityPicture } from "../../analysis-core/index.ts";
import { type CfaProgram, pointerType } from "../../cfa/index.ts";
import type { Term } from "../../smt/index.ts";
import {
  clauseExpression,
  type Location,
  type ReachedGraph,
  type TransitionSystem,
} from "../../transition-systems/index.ts";

/** Maximal number of nodes that are shown. */
const MAX_NODES = 120;
/** Maximal number of conditions of one node or place that are shown. */
const MAX_CONDITIONS = 24;

/**
 * Shown for terms with operators or widths that C has not, or with variables that have no name at
 * the place.
 */
const UNSAID = "(not in C)";

export function pictureOf(
  program: CfaProgram,
  { locations, error, steps, start }: TransitionSystem,
  { nodes, predicates }: ReachedGraph,
): ReachabilityPicture {
  const lines = new LineIndex(program.text);
  const pointer = pointerType(program.machine.pointerBits / 8);
  const say = ({ variables }: Location, terms: Iterable<Term>): readonly string[] => {
    const told = new Set<string>();
    for (const term of terms) {
      if (told.size >= MAX_CONDITIONS) break;
      told.add(clauseExpression([term], variables, pointer)?.inC?.text ?? UNSAID);
    }
    return [...told];
  };
  const placeOf = (location: Location): PicturedPlace => {
    const { id, node, isLoopHead } = location;
    const fn = node && program.functions.get(node.functionName);
    const range = node?.loop?.keyword ?? node?.leaving[0]?.range;
    const isOwn = fn?.isLibrary === false && range !== undefined;
    const line = isOwn ? lines.positionOf(range.start).line : undefined;
    const kind = location === start ? "start" : location === error ? "error" : "place";
    return {
      id,
      kind: isLoopHead ? "loop" : kind,
      ...defined({ function: fn?.name, line }),
      predicates: say(location, predicates.get(location) ?? []),
    };
  };
  const shown = nodes.slice(0, MAX_NODES);
  const ids = new Set(shown.map(({ id }) => id));
  const pairs = new Map(
    steps.map(({ from, to }) => [`${from.id} ${to.id}`, [from.id, to.id] as const]),
  );
  return {
    places: [...locations, error].map(placeOf),
    steps: [...pairs.values()],
    nodes: shown.map(({ id, location, parent, holds, coveredBy }) => ({
      id,
      place: location.id,
      holds: say(location, holds()),
      ...defined({
        parent: parent !== undefined && ids.has(parent) ? parent : undefined,
        coveredBy: coveredBy !== undefined && ids.has(coveredBy) ? coveredBy : undefined,
      }),
    })),
    omitted: nodes.length - shown.length,
  };
}
