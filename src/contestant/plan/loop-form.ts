import { type CfaProgram, withRecursionAsLoops } from "../cfa/index.ts";
import { isReachSafety, type Specification } from "../specification/index.ts";
import { createsThreads } from "../techniques/index.ts";

/**
 * What is analysed in place of a program whose loops are written as recursion on pointers, where nothing is asked about
 * memory or about the end; or the program itself. Executions and counterexamples are of the program.
 */
export function loopForm(program: CfaProgram, specification: Specification): CfaProgram {
  if (!isReachSafety(specification) || createsThreads(program)) return program;
  return withRecursionAsLoops(program) ?? program;
}
