import type { CfaEdge } from "../model/cfa.ts";

/** The function that an edge calls by its name; undefined for other edges, and for calls through pointers. */
export function calledName(edge: CfaEdge): string | undefined {
  if (edge.kind !== "call" || edge.callee.kind !== "address") return undefined;
  const { target } = edge.callee;
  return target.kind === "function" ? target.name : undefined;
}
