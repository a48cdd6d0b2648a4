import { type CfaProgram, withRecursionAsLoops } from "../cfa/index.ts";
import { isReachSafety, type Specification } from "../specification/index.ts";
import { createsThreads } from "../techniques/index.ts";

/**
 * Returns the form of the program that is analysed where loops are written as recursion on
 * pointers, and the specification does not ask about memory or termination; otherwise the program
 * itself. Executions and counterexamples are those of the program.
 */
export function loopForm(program: CfaProgram, specification: Specification): CfaProgram {
  if (!isReachSafety(specification) || createsThreads(program)) return program;
  return withRecursionAsLoops(program) ?? program;
}
