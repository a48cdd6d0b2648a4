/**
 * Selects the functions that are analysed as blocks: those that are worth remembering the results of their calls,
 * and that pass only numbers, unless the domain supports more. Recursive functions are always blocks, because they
 * cannot be inlined at their calls.
 */
import {
  type CfaProgram,
  callGraph,
  type FunctionCfa,
  type ValueType,
  weakTopologicalOrder,
} from "../cfa/index.ts";

/** Edges of a function with those of the functions in it: smaller functions are inlined at their calls. */
const MIN_EDGES = 60;

/** @param mayBe - decides by the types that calls of a function pass */
export function blockFunctions(
  program: CfaProgram,
  mayBe: (fn: FunctionCfa) => boolean = passesNumbers,
): ReadonlySet<FunctionCfa> {
  const { components, recursive } = callGraph(program, "direct");
  const blocks = new Set<FunctionCfa>();
  const sizes = new Map<string, number>();
  // Callees come first.
  for (const name of components.flat()) {
    const fn = program.functions.get(name);
    if (fn === undefined) continue;
    let size = 0;
    let hasLoop = weakTopologicalOrder(fn).some(({ kind }) => kind === "component");
    for (const { leaving } of fn.nodes) {
      for (const edge of leaving) {
        size++;
        if (edge.kind !== "call" || edge.callee.kind !== "address") continue;
        const callee = program.functions.get(edge.callee.target.name);
        if (callee === undefined) continue;
        if (blocks.has(callee)) hasLoop = true;
        else size += sizes.get(callee.name) ?? 0;
      }
    }
    sizes.set(name, size);
    const isWorthIt = hasLoop || size >= MIN_EDGES || recursive.has(name);
    if (isWorthIt && fn !== program.main && mayBe(fn)) {
      blocks.add(fn);
    }
  }
  return blocks;
}

/** The address of variable arguments is a parameter as well. */
function passesNumbers({ parameters, result }: FunctionCfa): boolean {
  const isNumber = (type: ValueType): boolean =>
    type.kind === "int" || (type.kind === "float" && type.format !== "ldouble");
  if (result !== undefined && (result.kind === "record" || !isNumber(result))) return false;
  return parameters.every(({ scalar }) => scalar !== undefined && isNumber(scalar));
}
