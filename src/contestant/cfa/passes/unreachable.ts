/**
 * Removes code that no execution reaches, as far as constant conditions and the call graph show it
 * (Wegman, Zadeck: "Constant propagation with conditional branches", TOPLAS 1991, find the
 * conditions: see constant-propagation.ts).
 */

import type { AssumeEdge, CfaEdge, CfaProgram } from "../model/cfa.ts";
import { constantTruth } from "../model/expressions.ts";
import { callGraph, functionsReachedFrom } from "../queries/call-graph.ts";
import { rewriteProgram } from "./rewrite.ts";

/**
 * Leaves out branches that a constant condition excludes, code that is reachable only through them,
 * and functions that are no longer called.
 */
export function removeUnreachable(program: CfaProgram): CfaProgram {
  const pruned = rewriteProgram(program, (operation) =>
    isExcluded(operation) ? undefined : { operation },
  );
  const reached = functionsReachedFrom(callGraph(pruned), pruned.main.name);
  return rewriteProgram(
    pruned,
    (operation) => ({ operation }),
    (name) => reached.has(name),
  );
}

/** Whether the edge is one of a pair on a constant condition, and the wrong one. */
function isExcluded(edge: CfaEdge): boolean {
  return edge.kind === "assume" && edge.source.leaving.length > 1 && isContradicted(edge);
}

function isContradicted({ condition, truth }: AssumeEdge): boolean {
  const known = constantTruth(condition);
  return known !== undefined && known !== truth;
}
