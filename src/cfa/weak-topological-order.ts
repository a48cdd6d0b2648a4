import type { CfaNode, FunctionCfa } from "./cfa.ts";

/** An element of a weak topological order: a node, or a loop with its head and its body in order. */
export type WtoElement =
  | { readonly kind: "node"; readonly node: CfaNode }
  | { readonly kind: "component"; readonly head: CfaNode; readonly body: readonly WtoElement[] };

export function weakTopologicalOrder(fn: FunctionCfa): WtoElement[] {
  const number = new Map<CfaNode, number>();
  const stack: CfaNode[] = [];
  let count = 0;
  const get = (n: CfaNode): number => number.get(n) ?? 0;
  const visit = (v: CfaNode, partition: WtoElement[]): number => {
    stack.push(v);
    number.set(v, ++count);
    let head = count;
    let loop = false;
    for (const { target } of v.leaving) {
      const min = get(target) === 0 ? visit(target, partition) : get(target);
      if (min <= head) { head = min; loop = true; }
    }
    if (head === get(v)) {
      number.set(v, Number.POSITIVE_INFINITY);
      let element = stack.pop() as CfaNode;
      if (loop) {
        while (element !== v) { number.set(element, 0); element = stack.pop() as CfaNode; }
        const body: WtoElement[] = [];
        for (const { target } of v.leaving) if (get(target) === 0) visit(target, body);
        partition.push({ kind: "component", head: v, body: body.reverse() });
      } else partition.push({ kind: "node", node: v });
    }
    return head;
  };
  const result: WtoElement[] = [];
  visit(fn.entry, result);
  return result.reverse();
}
