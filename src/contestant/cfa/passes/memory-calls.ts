/** The meaning of calls where memory is arbitrary (forget-memory.ts). */
import type { CfaProgram, Expression, FunctionCfa, MemoryObject } from "../model/cfa.ts";
import { addressedObject } from "../model/expression-properties.ts";
import { INTRINSIC_FACTS } from "../model/intrinsic-facts.ts";
import { type Intrinsic, intrinsicOf } from "../model/intrinsics.ts";
import { type CallGraph, functionsReachedFrom } from "../queries/call-graph.ts";
import { calledName } from "../queries/called-name.ts";
import { isTracked } from "../queries/liveness.ts";

/**
 * Whether the address is that of a scalar that no pointer designates, and that does not belong to
 * the environment.
 */
export function isTrackedPlace(address: Expression): boolean {
  const object = addressedObject(address);
  return object !== undefined && isTracked(object) && !isOfEnvironment(object);
}

/** Whether the program only declares a variable, such as a clock of the kernel. */
export function isOfEnvironment({ variable }: MemoryObject): boolean {
  return variable?.isExternOnly === true;
}

/**
 * Whether a function is a library model that, with all its callees, only changes memory and returns
 * a value.
 */
export function isOfMemory(program: CfaProgram, graph: CallGraph, name: string): boolean {
  return [...functionsReachedFrom(graph, name)].every((one) => {
    const fn = program.functions.get(one);
    return fn?.isLibrary === true && !fn.isExternal && onlyChangesMemory(program, fn);
  });
}

/**
 * Whether a function itself neither ends the execution nor changes a followed variable of others.
 */
function onlyChangesMemory(program: CfaProgram, { nodes, locals }: FunctionCfa): boolean {
  const own: ReadonlySet<unknown> = new Set(locals);
  const isOwn = (address: Expression | undefined): boolean =>
    address?.kind !== "address" || !isTrackedPlace(address) || own.has(address.target);
  return nodes.every(({ leaving }) =>
    leaving.every((edge) => {
      if (edge.kind === "skip") return edge.open === undefined;
      if (edge.kind === "assign") return isOwn(edge.address);
      if (edge.kind !== "call") return true;
      const name = calledName(edge);
      if (name === undefined || !isOwn(edge.result?.address)) return false;
      const intrinsic = intrinsicOf(name);
      return program.functions.has(name) || (intrinsic !== undefined && returns(intrinsic));
    }),
  );
}

function returns(intrinsic: Intrinsic): boolean {
  const isEnd = ["assume", "abort", "exit", "unreachable"].includes(intrinsic.kind);
  return !isEnd && INTRINSIC_FACTS[intrinsic.kind].withArbitraryMemory !== "unsupported";
}
