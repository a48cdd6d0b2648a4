/** Functions whose calls are replaced by contracts. */
import { type CfaProgram, callGraph, type FunctionCfa } from "../../cfa/index.ts";

/** To each function, the functions that call each other in turn with it, and those that a proof summarises. */
export function recursionFamilies(
  program: CfaProgram,
  abstraction:
    | { readonly recursion: boolean; readonly summedUp?: ReadonlySet<FunctionCfa> }
    | undefined,
): ReadonlyMap<FunctionCfa, readonly FunctionCfa[]> {
  const families = abstraction?.recursion ? recursive(program) : new Map();
  const summedUp = [...(abstraction?.summedUp ?? [])];
  for (const fn of summedUp) families.set(fn, summedUp);
  return families;
}

function recursive(program: CfaProgram): Map<FunctionCfa, readonly FunctionCfa[]> {
  const graph = callGraph(program, "direct");
  const families = new Map<FunctionCfa, readonly FunctionCfa[]>();
  for (const component of graph.components) {
    if (!component.some((name) => graph.recursive.has(name))) continue;
    const family = component.flatMap((name) => program.functions.get(name) ?? []);
    for (const member of family) families.set(member, family);
  }
  return families;
}
