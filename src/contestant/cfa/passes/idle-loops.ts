/**
 * Removes loops without effect (dead code elimination: Muchnick, "Advanced compiler design and
 * implementation", 1997, section 18.10; with variables that are constant and tests that they
 * decide): a loop that only reads memory and assigns variables that are not read after it, that a
 * counter ends, and in which nothing can be undefined. An execution of the program is one of the
 * result with some more edges, and vice versa, up to the values of dead variables. So an execution
 * reaches the code after 10^9 irrelevant iterations.
 */
import type { CfaEdge, CfaNode, CfaProgram, FunctionCfa } from "../model/cfa.ts";
import {
  assignedObject,
  type CountedLoop,
  countedLoop,
  edgesFrom,
  isDefinedEdge,
  type Loop,
} from "../queries/counted-loops.ts";
import { isTracked, Liveness } from "../queries/liveness.ts";
import { ValueRanges } from "../queries/value-ranges.ts";
import {
  componentNodes,
  type WtoElement,
  weakTopologicalOrder,
} from "../queries/weak-topological-order.ts";
import { propagateConstants } from "./constant-propagation.ts";
import { rewriteProgram } from "./rewrite.ts";

type Component = WtoElement & { readonly kind: "component" };

/** Returns the program itself where it has no such loop. */
export function withoutIdleLoops(program: CfaProgram): CfaProgram {
  if (![...program.functions.values()].some((fn) => harmlessLoops(fn).length > 0)) return program;
  const simple = propagateConstants(program);
  /** By their heads: the node where control continues. */
  const idle = new Map<CfaNode, CfaNode>();
  for (const fn of simple.functions.values()) {
    const found = harmlessLoops(fn);
    if (found.length > 0) new IdleLoops(fn, idle).visit(weakTopologicalOrder(fn), []);
  }
  if (idle.size === 0) return program;
  return rewriteProgram(simple, (edge) => {
    const target = idle.get(edge.source);
    if (target === undefined) return { operation: edge };
    return edge === edge.source.leaving[0] ? { operation: { kind: "skip" }, target } : undefined;
  });
}

class IdleLoops {
  readonly #fn: FunctionCfa;
  readonly #found: Map<CfaNode, CfaNode>;
  readonly #liveness: Liveness;

  constructor(fn: FunctionCfa, found: Map<CfaNode, CfaNode>) {
    this.#fn = fn;
    this.#found = found;
    this.#liveness = new Liveness(fn);
  }

  visit(elements: readonly WtoElement[], enclosing: readonly CountedLoop[]): void {
    for (const element of elements) {
      if (element.kind === "node") continue;
      const loop = loopOf(element);
      const counted = countedLoop(this.#fn, loop, enclosing);
      const end = counted === undefined ? undefined : this.#idleEnd(element, counted, enclosing);
      if (end !== undefined) this.#found.set(element.head, end);
      else this.visit(element.body, counted === undefined ? enclosing : [...enclosing, counted]);
    }
  }

  /** Returns the node after the loop, if it has no effect. */
  #idleEnd(
    component: Component,
    counted: CountedLoop,
    enclosing: readonly CountedLoop[],
  ): CfaNode | undefined {
    const edges = edgesFrom(counted);
    if (!edges.every((edge) => isHarmless(edge, this.#fn))) return undefined;
    const ends = new Set(
      edges.filter(({ target }) => !counted.nodes.has(target)).map(({ target }) => behind(target)),
    );
    const [end] = ends;
    if (end === undefined || ends.size > 1) return undefined;
    const live = this.#liveness.liveAt(end);
    const isRead = edges
      .map(assignedObject)
      .some((object) => object !== undefined && live.has(object));
    if (isRead) return undefined;
    const loops = this.#countedWithin(component.body, [...enclosing, counted]);
    if (loops === undefined) return undefined;
    const ranges = new ValueRanges(this.#fn, loops);
    return edges.every((edge) => isDefinedEdge(edge, ranges)) ? end : undefined;
  }

  /** All loops, if each of them is counted. */
  #countedWithin(
    elements: readonly WtoElement[],
    enclosing: readonly CountedLoop[],
  ): readonly CountedLoop[] | undefined {
    let all = enclosing;
    for (const element of elements) {
      if (element.kind === "node") continue;
      const counted = countedLoop(this.#fn, loopOf(element), all);
      const within = counted && this.#countedWithin(element.body, [...all, counted]);
      if (within === undefined) return undefined;
      all = within;
    }
    return all;
  }
}

/** Loops in which every edge only reads, or assigns a variable that no pointer designates. */
function harmlessLoops(fn: FunctionCfa): readonly Component[] {
  const find = (elements: readonly WtoElement[]): Component[] =>
    elements.flatMap((element) => {
      if (element.kind === "node") return [];
      const isWhole = edgesFrom(loopOf(element)).every((edge) => isHarmless(edge, fn));
      return isWhole ? [element] : find(element.body);
    });
  return find(weakTopologicalOrder(fn));
}

function loopOf(component: Component): Loop {
  return { head: component.head, nodes: componentNodes(component) };
}

function isHarmless(edge: CfaEdge, fn: FunctionCfa): boolean {
  switch (edge.kind) {
    case "skip":
      return edge.open === undefined;
    case "assume":
      return true;
    case "assign":
    case "declare": {
      const object = assignedObject(edge);
      const isOwn = object !== undefined && isTracked(object) && fn.locals.includes(object);
      return isOwn && object.type.volatile !== true;
    }
    case "copy":
    case "clear":
    case "call":
    case "return":
    case "end-scope":
    case "unsupported":
      return false;
  }
}

/** Returns the node that control reaches without any effect. */
function behind(node: CfaNode): CfaNode {
  const seen = new Set<CfaNode>();
  let at = node;
  while (!seen.has(at) && at.leaving.length === 1 && at.leaving[0]?.kind === "skip") {
    if (at.leaving[0].open !== undefined) break;
    seen.add(at);
    at = at.leaving[0].target;
  }
  return at;
}
