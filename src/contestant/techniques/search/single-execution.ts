/**
 * Decides whether a program without inputs has only one execution, independent of choices of the
 * implementation. The interpreter tracks them during the execution
 * (contestant/interpreter/codegen/openness.ts). This file checks objects whose declaration was
 * jumped over. As a second opinion the program is also executed as another implementation might.
 */
import {
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  type MemoryObject,
} from "../../cfa/index.ts";
import {
  compileProgram,
  type InputSource,
  type InterpreterOptions,
} from "../../interpreter/index.ts";
import type { Specification } from "../../specification/index.ts";

/** Bound on the work for one function. */
const MAX_VISITS = 20_000_000;

/**
 * Returns false when another execution cannot be excluded, or the execution is not finished within
 * the given steps.
 */
export function hasSingleExecution(
  program: CfaProgram,
  specification: Specification,
  maxSteps: number,
): boolean {
  // Agon's own models of library functions declare what they use.
  const own = [...program.functions.values()].filter(({ isLibrary }) => !isLibrary);
  if (own.some(mayMissDeclaration)) return false;
  const options = { ...specification.execution, maxSteps };
  return (
    endsWell(program, specification, { ...options, tracksOpenness: true }) &&
    endsWell(program, specification, { ...options, implementation: "other" })
  );
}

/** Whether the execution without inputs ends without a violation. */
function endsWell(
  program: CfaProgram,
  specification: Specification,
  options: InterpreterOptions,
): boolean {
  let asked = false;
  const inputs: InputSource = {
    nondet: () => {
      asked = true;
      return 0n;
    },
  };
  const compiled = compileProgram(program, options);
  const outcome = compiled.run(inputs);
  const hasEnded = outcome.kind === "terminated" || outcome.kind === "aborted";
  if (!hasEnded || asked || specification.observe(compiled, outcome) !== undefined) return false;
  return !specification.doubts(compiled);
}

function edgesOf(fn: FunctionCfa): CfaEdge[] {
  return fn.nodes.flatMap((node) => node.leaving);
}

/**
 * Whether some path uses a local object without passing its declaration since its block was
 * entered.
 */
function mayMissDeclaration(fn: FunctionCfa): boolean {
  const edges = edgesOf(fn);
  const declared = new Set<MemoryObject>();
  const starts = new Map<MemoryObject, CfaNode[]>();
  for (const edge of edges) {
    if (edge.kind === "declare") declared.add(edge.object);
    if (edge.kind !== "end-scope") continue;
    for (const object of edge.objects) {
      starts.set(object, [...(starts.get(object) ?? []), edge.target]);
    }
  }
  if (declared.size * edges.length > MAX_VISITS) return true;
  const uses = new Map(edges.map((edge) => [edge, objectsIn(edge)] as const));
  for (const object of declared) {
    const seen = new Set<CfaNode>();
    const work = [fn.entry, ...(starts.get(object) ?? [])];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      for (const edge of node.leaving) {
        if (edge.kind === "declare" && edge.object === object) continue;
        if (uses.get(edge)?.has(object)) return true;
        work.push(edge.target);
      }
    }
  }
  return false;
}

function objectsIn(edge: CfaEdge): ReadonlySet<MemoryObject> {
  const found = new Set<MemoryObject>();
  for (const expression of expressionsOf(edge)) {
    forEachSubexpression(expression, (part) => {
      if (part.kind === "address" && part.target.kind !== "function") found.add(part.target);
    });
  }
  return found;
}
