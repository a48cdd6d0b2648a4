/**
 * Converts functions that call themselves last, and change variables of their callers through
 * pointers, to loops over these variables. Executions are the same, step by step, except for
 * activations.
 */
import type { CfaProgram, FunctionCfa } from "../model/cfa.ts";
import { numberProgram } from "../model/finish.ts";
import { callGraph } from "../queries/call-graph.ts";
import { NewObjects } from "./growing-function.ts";
import { isBody, withBodies } from "./inlining.ts";
import { greatestNumber, tailCallsAsLoop } from "./tail-calls.ts";

/**
 * Returns the program in which such functions are loops, in place of the calls where pointers are
 * passed; undefined when no pointer is: then `withTailCallsAsLoops` suffices.
 */
export function withRecursionAsLoops(program: CfaProgram): CfaProgram | undefined {
  const { components, recursive } = callGraph(program);
  // Runs at every start of the verifier: most programs have none.
  if (![...program.functions.values()].some((fn) => recursive.has(fn.name) && takesPointers(fn)))
    return undefined;
  const functions = new Map(program.functions);
  const objects = new NewObjects(program);
  const made = new Set<FunctionCfa>();
  /** The bodies that replace calls. */
  const bodies = new Map<string, FunctionCfa>();
  let isInPlace = false;
  // A function without callees comes first.
  for (const [name = "", ...others] of components) {
    const fn = functions.get(name);
    if (fn === undefined || others.length > 0 || fn.isLibrary) continue;
    const whole = bodies.size > 0 ? withBodies(fn, bodies, objects) : undefined;
    const loop = fn === program.main ? undefined : tailCallsAsLoop(whole ?? fn, objects);
    const changed = loop ?? whole;
    if (changed === undefined) continue;
    isInPlace ||= whole !== undefined;
    functions.set(name, changed);
    made.add(changed);
    if (takesPointers(fn) && fn !== program.main && isBody(changed)) bodies.set(name, changed);
  }
  if (!isInPlace) return undefined;
  numberProgram(made, 1 + greatestNumber(program));
  const main = functions.get(program.main.name) ?? program.main;
  return { ...program, functions, main };
}

function takesPointers({ parameters }: FunctionCfa): boolean {
  return parameters.some(({ scalar }) => scalar?.kind === "pointer");
}
