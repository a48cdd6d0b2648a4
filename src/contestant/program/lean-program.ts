import { withoutIdleLoops } from "../cfa/index.ts";
import { withEnvironmentMemory } from "../environment/index.ts";
import { asksOnlyFor, type Specification } from "../specification/index.ts";
import { createsThreads } from "../techniques/index.ts";
import type { LoadedProgram } from "./load-program.ts";

/**
 * Returns the program without loops that have no effect, and with objects for the pointers of its
 * environment, where the specification asks only for calls of functions; otherwise the program
 * itself.
 * @param isForViolation - only executions count, no proofs
 */
export function leanProgram<Program extends Pick<LoadedProgram, "program">>(
  loaded: Program,
  specification: Specification,
  isForViolation = false,
): Program {
  if (!asksOnlyFor(specification, "call") || createsThreads(loaded.program)) return loaded;
  const { errorFunctions } = specification.execution;
  const busy = withoutIdleLoops(loaded.program);
  const program = withEnvironmentMemory(busy, errorFunctions, isForViolation) ?? busy;
  return program === loaded.program ? loaded : { ...loaded, program };
}
