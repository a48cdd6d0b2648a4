/**
 * The objects that a block of a program may access by name: a function with all its callees, or a loop with its
 * callees.
 */
import {
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  calleesOf,
  callGraph,
  expressionsOf,
  type FunctionCfa,
  functionsReachedFrom,
  type MemoryObject,
  mentionedObjects,
  type WtoElement,
  weakTopologicalOrder,
} from "../../../cfa/index.ts";

/** A function, or a loop of one. */
export interface ValueBlock {
  readonly fn: FunctionCfa;
  readonly entry: CfaNode;
  /** Nodes of the loop; undefined for a function. */
  readonly loop: ReadonlySet<CfaNode> | undefined;
  /** The objects that its edges, and those of functions that it calls, mention. */
  readonly objects: ReadonlySet<MemoryObject>;
}

export class BlockExtents {
  /** By the nodes where blocks begin. */
  readonly functions: ReadonlyMap<FunctionCfa, ValueBlock>;
  readonly loops: ReadonlyMap<CfaNode, ValueBlock>;
  readonly #program: CfaProgram;
  readonly #graph: ReturnType<typeof callGraph>;
  readonly #mentioned = new Map<string, ReadonlySet<MemoryObject>>();

  constructor(program: CfaProgram, isBlock: (fn: FunctionCfa) => boolean) {
    this.#program = program;
    this.#graph = callGraph(program);
    const loops = new Map<CfaNode, ValueBlock>();
    const functions = new Map<FunctionCfa, ValueBlock>();
    for (const fn of program.functions.values()) {
      for (const element of weakTopologicalOrder(fn)) this.#addLoops(fn, element, loops);
      if (!isBlock(fn)) continue;
      const objects = this.#reachedFrom(fn.name);
      functions.set(fn, { fn, entry: fn.entry, loop: undefined, objects });
    }
    this.functions = functions;
    this.loops = loops;
  }

  #addLoops(fn: FunctionCfa, element: WtoElement, loops: Map<CfaNode, ValueBlock>): void {
    if (element.kind === "node") return;
    const { head, body } = element;
    const loop = new Set(nodesOf(element));
    const objects = new Set<MemoryObject>();
    for (const edge of [...loop].flatMap(({ leaving }) => leaving)) {
      for (const object of mentionedOn(edge)) objects.add(object);
      if (edge.kind !== "call") continue;
      for (const name of calleesOf(this.#program, edge, this.#graph.addressTaken)) {
        for (const object of this.#reachedFrom(name)) objects.add(object);
      }
    }
    loops.set(head, { fn, entry: head, loop, objects });
    for (const inner of body) this.#addLoops(fn, inner, loops);
  }

  /** The objects that a function and its possible callees mention. */
  #reachedFrom(name: string): ReadonlySet<MemoryObject> {
    const known = this.#mentioned.get(name);
    if (known !== undefined) return known;
    const objects = new Set<MemoryObject>();
    for (const callee of functionsReachedFrom(this.#graph, name)) {
      const { nodes = [] } = this.#program.functions.get(callee) ?? {};
      for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
        for (const object of mentionedOn(edge)) objects.add(object);
      }
    }
    this.#mentioned.set(name, objects);
    return objects;
  }
}

function nodesOf(element: WtoElement): readonly CfaNode[] {
  return element.kind === "node"
    ? [element.node]
    : [element.head, ...element.body.flatMap((inner) => nodesOf(inner))];
}

function mentionedOn(edge: CfaEdge): readonly MemoryObject[] {
  if (edge.kind === "declare") return [edge.object];
  if (edge.kind === "end-scope") return edge.objects;
  return expressionsOf(edge).flatMap((expression) => [...mentionedObjects(expression)]);
}
