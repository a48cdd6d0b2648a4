import {
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  calledName,
  callGraph,
  type Expression,
  type FunctionCfa,
  functionsReachedFrom,
  intrinsicOf,
  type WtoElement,
  weakTopologicalOrder,
} from "../cfa/index.ts";

/** Iterations of a loop that are quickly unrolled. */
const MAX_TURNS = 16n;

/**
 * Whether heap blocks are allocated in loops, and each of these loops ends where a variable is
 * compared with a small constant: then there are few blocks, and the lists and trees that they form
 * are unrolled completely. This is a heuristic, on which no verdict relies.
 */
export function makesFewBlocks(program: CfaProgram): boolean {
  const graph = callGraph(program, "direct");
  if (graph.recursive.size > 0) return false;
  const makers = new Set(
    [...program.functions.values()]
      .filter((fn) => edgesOf(fn.nodes).some((edge) => isAllocation(program, edge)))
      .map(({ name }) => name),
  );
  const makes = (edge: CfaEdge): boolean => {
    if (isAllocation(program, edge)) return true;
    const name = calledName(edge);
    if (name === undefined || !program.functions.has(name)) return false;
    return [...functionsReachedFrom(graph, name)].some((reached) => makers.has(reached));
  };
  const own = [...program.functions.values()].filter(({ isLibrary }) => !isLibrary);
  const loops = own.flatMap(loopsOf).filter((nodes) => edgesOf(nodes).some(makes));
  return loops.length > 0 && loops.every(isLeftAtSmallConstant);
}

type Nodes = Iterable<CfaNode>;

function edgesOf(nodes: Nodes): readonly CfaEdge[] {
  return [...nodes].flatMap(({ leaving }) => leaving);
}

function isAllocation({ functions }: CfaProgram, edge: CfaEdge): boolean {
  const name = calledName(edge);
  if (name === undefined || functions.has(name)) return false;
  const kind = intrinsicOf(name)?.kind;
  return kind === "malloc" || kind === "calloc" || kind === "realloc";
}

/** Returns the nodes of each loop, including those of its inner loops. */
function loopsOf(fn: FunctionCfa): readonly ReadonlySet<CfaNode>[] {
  const loops: ReadonlySet<CfaNode>[] = [];
  const collect = (elements: readonly WtoElement[]): CfaNode[] =>
    elements.flatMap((element) => {
      if (element.kind === "node") return [element.node];
      const nodes = [element.head, ...collect(element.body)];
      loops.push(new Set(nodes));
      return nodes;
    });
  collect(weakTopologicalOrder(fn));
  return loops;
}

function isLeftAtSmallConstant(nodes: ReadonlySet<CfaNode>): boolean {
  return edgesOf(nodes).some(
    (edge) =>
      edge.kind === "assume" && !nodes.has(edge.target) && comparesWithSmall(edge.condition),
  );
}

function comparesWithSmall(condition: Expression): boolean {
  if (condition.kind !== "compare") return false;
  const sides = [condition.left, condition.right];
  const isSmall = (side: Expression): boolean =>
    side.kind === "integer" &&
    side.type.kind === "int" &&
    side.value > 1n &&
    side.value <= MAX_TURNS;
  return sides.some(isSmall) && sides.some((side) => side.kind === "load");
}
