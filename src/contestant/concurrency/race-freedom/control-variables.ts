/**
 * Variables that decide how often loops create or await threads. Executions are distinguished by their values, so
 * that such loops are unrolled when their bounds are known.
 */
import {
  type CfaNode,
  type CfaProgram,
  callGraph,
  constantAddress,
  expressionsOf,
  type FunctionCfa,
  forEachLoad,
  intrinsicOf,
  isSynchronisation,
  type MemoryObject,
  type WtoElement,
  weakTopologicalOrder,
} from "../../cfa/index.ts";
import { threadEffectOf } from "../../pointers/index.ts";

/** The variables of each function, without those of conditions in `undecided`. */
export function controlVariables(
  program: CfaProgram,
  functions: Iterable<FunctionCfa>,
  undecided: ReadonlySet<CfaNode>,
): Map<FunctionCfa, ControlledLoops> {
  const handles = handlers(program);
  const result = new Map<FunctionCfa, ControlledLoops>();
  for (const fn of functions) {
    const found: ControlledLoops = { variables: new Set(), exits: new Set() };
    forEachLoop(weakTopologicalOrder(fn), (nodes) => {
      const doesHandle = [...nodes].some(({ leaving }) =>
        leaving.some(
          (edge) =>
            edge.kind === "call" &&
            (edge.callee.kind !== "address" || handles.has(edge.callee.target.name)),
        ),
      );
      if (doesHandle) addExits(nodes, undecided, found);
    });
    result.set(fn, found);
  }
  return result;
}

export interface ControlledLoops {
  readonly variables: Set<MemoryObject>;
  /** Nodes with conditions that end the loops. */
  readonly exits: Set<CfaNode>;
}

function addExits(
  nodes: ReadonlySet<CfaNode>,
  undecided: ReadonlySet<CfaNode>,
  found: ControlledLoops,
): void {
  for (const node of nodes) {
    if (undecided.has(node)) continue;
    const leaves = node.leaving.some((edge) => edge.kind === "assume" && !nodes.has(edge.target));
    if (!leaves) continue;
    found.exits.add(node);
    for (const expression of node.leaving.flatMap(expressionsOf)) {
      forEachLoad(expression, ({ address }) => {
        const place = constantAddress(address);
        if (place !== undefined && place.object.scalar?.kind === "int") {
          found.variables.add(place.object);
        }
      });
    }
  }
}

/** Functions, including library functions, that may create or await threads. */
function handlers(program: CfaProgram): ReadonlySet<string> {
  const { callees } = callGraph(program);
  const found = new Set<string>();
  for (const name of callees.keys()) {
    if (!isSynchronisation(name)) continue;
    const kind = threadEffectOf(name)?.kind;
    if (kind === "create" || kind === "join") found.add(name);
  }
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const [name, called] of callees) {
      if (isSynchronisation(name) || intrinsicOf(name) !== undefined) continue;
      if ([...called].some((each) => found.has(each))) found.add(name);
    }
  }
  return found;
}

function forEachLoop(
  elements: readonly WtoElement[],
  visit: (nodes: ReadonlySet<CfaNode>) => void,
): Set<CfaNode> {
  const all = new Set<CfaNode>();
  for (const element of elements) {
    if (element.kind === "node") {
      all.add(element.node);
      continue;
    }
    const nodes = forEachLoop(element.body, visit);
    nodes.add(element.head);
    visit(nodes);
    for (const node of nodes) all.add(node);
  }
  return all;
}
