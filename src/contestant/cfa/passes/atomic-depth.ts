/** Determines where in a function an atomic block is open. */
import type { CfaNode, FunctionCfa } from "../model/cfa.ts";
import { intrinsicOf } from "../model/intrinsics.ts";

/** By the conventions of SV-COMP, the bodies of functions with such names are atomic blocks. */
export function isAtomicFunction({ name, isLibrary }: FunctionCfa): boolean {
  return !isLibrary && name.startsWith("__VERIFIER_atomic_");
}

/**
 * The nodes that control reaches within atomic blocks of the function itself. Undefined when blocks
 * are not nested like brackets, on every path: one that is begun or ended for the caller, or under
 * a condition.
 */
export function nodesInAtomicBlocks(fn: FunctionCfa): ReadonlySet<CfaNode> | undefined {
  const outside = isAtomicFunction(fn) ? 1 : 0;
  const depths = new Map<CfaNode, number>([[fn.entry, outside]]);
  // Maps may grow while they are iterated over.
  for (const [node, depth] of depths) {
    for (const edge of node.leaving) {
      const kind =
        edge.kind === "call" && edge.callee.kind === "address"
          ? intrinsicOf(edge.callee.target.name)?.kind
          : undefined;
      const change = kind === "atomic-begin" ? 1 : kind === "atomic-end" ? -1 : 0;
      const next = depth + change;
      if (next < outside || (depths.get(edge.target) ?? next) !== next) return undefined;
      depths.set(edge.target, next);
    }
  }
  if ((depths.get(fn.exit) ?? outside) !== outside) return undefined;
  return new Set([...depths].flatMap(([node, depth]) => (depth > 0 ? [node] : [])));
}
