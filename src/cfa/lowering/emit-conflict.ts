import type { GraphBuilder } from "../model/graph.ts";
import type { OrderConflict } from "./evaluation-order.ts";

/** Says at the current node that evaluation in another order is undefined, or may give another result. */
export function emitConflict(graph: GraphBuilder, { kind, what }: OrderConflict): void {
  graph.emit(
    kind === "undefined"
      ? { kind: "unsupported", reason: `unsequenced side effects on ${what} (C11 6.5p2)` }
      : { kind: "skip", open: `the order of evaluation may matter for ${what}` },
  );
}
