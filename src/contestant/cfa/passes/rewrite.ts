/** Programs made from others by changing their edges; the original stays as it is. */
import { invariant } from "../../../ground/util/errors.ts";
import type { CfaEdge, CfaNode, CfaProgram, FunctionCfa } from "../model/cfa.ts";
import { numberProgram } from "../model/finish.ts";
import { type Operation, reversePostorder } from "../model/graph.ts";

/** The replacement of an edge; `target` is a node of the original, the old one when undefined. */
export interface Replacement {
  readonly operation: Operation;
  readonly target?: CfaNode;
}

/**
 * Returns the program with every edge replaced, or left out where `rewrite` returns undefined.
 * Unreachable nodes disappear, and functions that are not in `kept`, too. Objects are those of the
 * original program.
 */
export function rewriteProgram(
  program: CfaProgram,
  rewrite: (edge: CfaEdge) => Replacement | undefined,
  kept: (name: string) => boolean = () => true,
): CfaProgram {
  const functions = new Map<string, FunctionCfa>();
  for (const [name, cfa] of program.functions) {
    if (kept(name)) functions.set(name, rewriteFunction(cfa, rewrite));
  }
  numberProgram(functions.values());
  const main = functions.get(program.main.name);
  invariant(main !== undefined, "main is kept");
  return { ...program, functions, main };
}

function rewriteFunction(
  cfa: FunctionCfa,
  rewrite: (edge: CfaEdge) => Replacement | undefined,
): FunctionCfa {
  const copies = new Map<CfaNode, CfaNode>();
  const copy = (node: CfaNode): CfaNode => {
    let result = copies.get(node);
    if (result === undefined) {
      result = { ...node, leaving: [], entering: [] };
      copies.set(node, result);
    }
    return result;
  };
  for (const node of cfa.nodes) {
    const source = copy(node);
    for (const edge of node.leaving) {
      const replacement = rewrite(edge);
      if (replacement === undefined) continue;
      const target = copy(replacement.target ?? edge.target);
      const { id, range } = edge;
      source.leaving.push({ ...replacement.operation, id, range, source, target });
    }
  }
  const entry = copy(cfa.entry);
  const exit = copy(cfa.exit);
  const reached = reversePostorder(entry);
  for (const node of reached) for (const edge of node.leaving) edge.target.entering.push(edge);
  const nodes = reached.includes(exit) ? reached : [...reached, exit];
  return { ...cfa, entry, exit, nodes };
}
