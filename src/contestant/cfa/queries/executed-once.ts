/** Edges that no execution passes more than once: outside of loops, in functions that one such edge calls. */
import type { CfaEdge, CfaProgram, FunctionCfa } from "../model/cfa.ts";
import { callGraph } from "./call-graph.ts";
import { calledName } from "./called-name.ts";
import { componentNodes, weakTopologicalOrder } from "./weak-topological-order.ts";

export function executedOnce(program: CfaProgram): ReadonlySet<CfaEdge> {
  const { addressTaken, recursive } = callGraph(program);
  /** The one call of a function; undefined where there are several. */
  const calls = new Map<string, CfaEdge | undefined>();
  for (const { nodes } of program.functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      const name = calledName(edge);
      if (name !== undefined) calls.set(name, calls.has(name) ? undefined : edge);
    }
  }
  const once = new Set<CfaEdge>();
  const work: FunctionCfa[] = recursive.has(program.main.name) ? [] : [program.main];
  for (let fn = work.pop(); fn !== undefined; fn = work.pop()) {
    const repeated = new Set(
      weakTopologicalOrder(fn).flatMap((element) =>
        element.kind === "component" ? [...componentNodes(element)] : [],
      ),
    );
    for (const node of fn.nodes) {
      if (repeated.has(node)) continue;
      for (const edge of node.leaving) {
        once.add(edge);
        const called = program.functions.get(calledName(edge) ?? "");
        if (called === undefined || called === program.main) continue;
        const isOnly = calls.get(called.name) === edge && !addressTaken.has(called.name);
        if (isOnly && !recursive.has(called.name)) work.push(called);
      }
    }
  }
  return once;
}
