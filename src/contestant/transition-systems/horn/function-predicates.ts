/**
 * The predicates of a function: at the nodes where its paths meet, over which variables, and one for its results.
 */
import {
  type CfaEdge,
  type CfaNode,
  componentHeads,
  type FunctionCfa,
  Liveness,
  type MemoryObject,
  weakTopologicalOrder,
} from "../../cfa/index.ts";

import { type GlobalUse, remembered } from "./global-use.ts";
import type { Predicate } from "./horn-system.ts";
import { isFollowed } from "./integer-encoder.ts";

/** The meaning of an argument of a predicate. */
export type PredicateVariable =
  /** The current value of the variable at the node. */
  | { readonly kind: "current"; readonly object: MemoryObject }
  /** The value of the variable when the function was called. */
  | { readonly kind: "initial"; readonly object: MemoryObject }
  /** The result of the function. */
  | { readonly kind: "result" };

/** A predicate of a node in the program. */
export interface PlacePredicate extends Predicate {
  readonly variables: readonly PredicateVariable[];
  readonly function: FunctionCfa;
  /** Undefined: the predicate of the function's calls as a whole, from entry to return. */
  readonly node: CfaNode | undefined;
  readonly isLoopHead: boolean;
}

export class FunctionPredicates {
  readonly fn: FunctionCfa;
  readonly cuts: readonly CfaNode[];
  readonly globals: readonly MemoryObject[];
  readonly written: readonly MemoryObject[];
  /** Parameters that are arguments of the predicates. */
  readonly parameters: readonly MemoryObject[];
  /** Variables whose initial values are arguments beside the current ones. */
  readonly remembered: ReadonlySet<MemoryObject>;
  readonly summary: PlacePredicate;
  readonly #liveness: Liveness;
  readonly #order: ReadonlyMap<CfaNode, number>;
  readonly #places = new Map<CfaNode, PlacePredicate>();

  constructor(fn: FunctionCfa, isMain: boolean, use: GlobalUse) {
    const { used, written } = use;
    this.fn = fn;
    this.globals = [...used];
    this.written = [...written];
    this.#liveness = new Liveness(fn);
    this.#order = depthFirstNumbers(fn);
    this.parameters = isMain ? [] : fn.parameters.filter(isFollowed);
    this.remembered = new Set(isMain ? [] : remembered(fn, use));
    const heads = componentHeads(weakTopologicalOrder(fn));
    this.cuts = fn.nodes.filter(
      (node) =>
        node !== fn.exit &&
        (node === fn.entry ||
          heads.has(node) ||
          (node.entering.length > 1 && this.#order.has(node))),
    );
    for (const node of this.cuts) {
      const variables = this.#variablesAt(node);
      const place = { name: `p${node.id}`, arity: variables.length, variables, function: fn, node };
      this.#places.set(node, { ...place, isLoopHead: heads.has(node) });
    }
    const initial = [...this.parameters, ...this.globals].map(
      (object) => ({ kind: "initial", object }) as const,
    );
    const final = this.written.map((object) => ({ kind: "current", object }) as const);
    const result = fn.result?.kind === "int" ? [{ kind: "result" } as const] : [];
    const variables = [...initial, ...final, ...result];
    this.summary = {
      name: `s${fn.entry.id}`,
      arity: variables.length,
      variables,
      function: fn,
      node: undefined,
      isLoopHead: false,
    };
  }

  predicates(): PlacePredicate[] {
    return [...this.#places.values(), this.summary];
  }

  placeOf(node: CfaNode): PlacePredicate | undefined {
    return this.#places.get(node);
  }

  /** Whether an edge leads back in the depth-first order. */
  isBack({ source, target }: CfaEdge): boolean {
    return (this.#order.get(target) ?? 0) <= (this.#order.get(source) ?? 0);
  }

  #variablesAt(node: CfaNode): PredicateVariable[] {
    const live = this.#liveness.liveAt(node);
    const isKept = (object: MemoryObject): boolean =>
      isFollowed(object) &&
      (live.has(object) || (this.parameters.includes(object) && !this.remembered.has(object)));
    return [
      ...[...this.remembered].map((object) => ({ kind: "initial", object }) as const),
      ...this.globals.map((object) => ({ kind: "current", object }) as const),
      ...this.fn.locals.filter(isKept).map((object) => ({ kind: "current", object }) as const),
    ];
  }
}

/** Reverse postorder: an edge to a smaller or equal number closes a cycle. */
function depthFirstNumbers(fn: FunctionCfa): Map<CfaNode, number> {
  const finished: CfaNode[] = [];
  const seen = new Set([fn.entry]);
  const stack = [{ node: fn.entry, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = top.node.leaving[top.next++];
    if (edge === undefined) {
      finished.push(top.node);
      stack.pop();
    } else if (!seen.has(edge.target)) {
      seen.add(edge.target);
      stack.push({ node: edge.target, next: 0 });
    }
  }
  return new Map(finished.reverse().map((node, index) => [node, index]));
}
