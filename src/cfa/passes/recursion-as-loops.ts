/**
 * Programs whose loops were written as functions that call themselves last, and change variables of their callers
 * through pointers: loops over these variables again. Executions are the same, step by step, but for activations.
 */
import type { CfaProgram, FunctionCfa } from "../model/cfa.ts";
import { numberProgram } from "../model/finish.ts";
import { callGraph } from "../queries/call-graph.ts";
import { NewObjects } from "./growing-function.ts";
import { isBody, withBodies } from "./inlining.ts";
import { greatestNumber, tailCallsAsLoop } from "./tail-calls.ts";

/**
 * The program in which such functions are loops, in place of the calls where pointers are passed; undefined when no
 * pointer is: then there is nothing to be said that `withTailCallsAsLoops` does not.
 */
export function withRecursionAsLoops(program: CfaProgram): CfaProgram | undefined {
  const functions = new Map(program.functions);
  const objects = new NewObjects(program);
  const made = new Set<FunctionCfa>();
  /** What stands in place of calls. */
  const bodies = new Map<string, FunctionCfa>();
  let isInPlace = false;
  // Who calls nobody comes first.
  for (const [name = "", ...others] of callGraph(program).components) {
    const fn = functions.get(name);
    if (fn === undefined || others.length > 0 || fn.isLibrary) continue;
    const whole = bodies.size > 0 ? withBodies(fn, bodies, objects) : undefined;
    const loop = fn === program.main ? undefined : tailCallsAsLoop(whole ?? fn, objects);
    const changed = loop ?? whole;
    if (changed === undefined) continue;
    isInPlace ||= whole !== undefined;
    functions.set(name, changed);
    made.add(changed);
    const takesPointers = fn.parameters.some(({ scalar }) => scalar?.kind === "pointer");
    if (takesPointers && fn !== program.main && isBody(changed)) bodies.set(name, changed);
  }
  if (!isInPlace) return undefined;
  numberProgram(made, 1 + greatestNumber(program));
  const main = functions.get(program.main.name) ?? program.main;
  return { ...program, functions, main };
}
