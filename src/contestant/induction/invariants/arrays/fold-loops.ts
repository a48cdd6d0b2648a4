/**
 * Loops that fold elements of arrays into variables: sums, products, maxima, counts. Where a program folds more
 * than once, the results of two loops may be equal. This only decides which candidates are tried.
 */
import {
  type CfaNode,
  type CfaProgram,
  calledName,
  componentNodes,
  expressionsOf,
  type FunctionCfa,
  isTracked,
  Liveness,
  type MemoryObject,
  type WtoElement,
  weakTopologicalOrder,
} from "../../../cfa/index.ts";
import { indexVariables, readsElement } from "./array-predicates.ts";

/** Number of folds in a function that is called from several places. */
const OFTEN = 2;

/** Whether more than one loop, or one loop more than once, folds elements. */
export function foldsRepeatedly(program: CfaProgram): boolean {
  const own = [...program.functions.values()].filter(({ isLibrary }) => !isLibrary);
  const calls = new Map<string, number>();
  for (const edge of own.flatMap(({ nodes }) => nodes.flatMap(({ leaving }) => leaving))) {
    const name = calledName(edge);
    if (name !== undefined) calls.set(name, (calls.get(name) ?? 0) + 1);
  }
  let folds = 0;
  for (const fn of own) {
    folds +=
      (foldsOf(fn) + (isRecursiveFold(fn) ? 1 : 0)) * Math.min(calls.get(fn.name) ?? 1, OFTEN);
  }
  return folds > 1;
}

/** Whether a function reads elements and calls itself: it may fold the rest of an array. */
function isRecursiveFold(fn: FunctionCfa): boolean {
  const edges = fn.nodes.flatMap(({ leaving }) => leaving);
  return (
    fn.result?.kind === "int" &&
    edges.some((edge) => calledName(edge) === fn.name) &&
    edges.some((edge) => expressionsOf(edge).some((expression) => readsElement(expression)))
  );
}

/** Number of innermost loops of a function that fold elements. */
function foldsOf(fn: FunctionCfa): number {
  const liveness = new Liveness(fn);
  const visit = (elements: readonly WtoElement[]): number => {
    let folds = 0;
    for (const element of elements) {
      if (element.kind === "node") continue;
      if (element.body.some(({ kind }) => kind === "component")) folds += visit(element.body);
      else if (isFold(element.head, componentNodes(element), liveness)) folds++;
    }
    return folds;
  };
  return visit(weakTopologicalOrder(fn));
}

/** Whether a loop reads elements, and assigns a variable that is not an index and is live after an iteration. */
function isFold(head: CfaNode, nodes: ReadonlySet<CfaNode>, liveness: Liveness): boolean {
  const edges = [...nodes].flatMap(({ leaving }) =>
    leaving.filter(({ target }) => nodes.has(target)),
  );
  const expressions = edges.flatMap((edge) => expressionsOf(edge));
  if (!expressions.some((expression) => readsElement(expression))) return false;
  const indices = new Set<MemoryObject>(expressions.flatMap(indexVariables));
  const live = liveness.liveAt(head);
  return edges.some((edge) => {
    if (edge.kind !== "assign" || edge.address.kind !== "address") return false;
    const { target } = edge.address;
    if (target.kind === "function" || target.scalar?.kind !== "int" || indices.has(target)) {
      return false;
    }
    return !isTracked(target) || live.has(target);
  });
}
