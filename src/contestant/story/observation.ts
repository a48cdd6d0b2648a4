import type { CfaProgram } from "../cfa/index.ts";
import { compileProgram } from "../interpreter/index.ts";
import type { Specification } from "../specification/index.ts";
import { type RecordedExecution, replayOf } from "./recorded-execution.ts";

/**
 * Number of edges of an execution beyond which only its end is reported: observed programs run
 * slowly.
 */
export const MAX_OBSERVED_EDGES = 20_000_000;

/**
 * Returns how much of a violating execution can be observed: every edge, all but iterations that
 * only count, or only the end. Undefined when it does not violate the property.
 */
export function observationOf(
  program: CfaProgram,
  specification: Specification,
  execution: RecordedExecution,
): "every edge" | "most edges" | "the end" | undefined {
  const plain = compileProgram(program, specification.execution);
  const outcome = plain.run(...replayOf(execution));
  if (specification.observe(plain, outcome) === undefined) return undefined;
  if (plain.steps > MAX_OBSERVED_EDGES) return "the end";
  if (plain.jumps === 0) return "every edge";
  const options = { ...specification.execution, walksLoops: true, maxSteps: MAX_OBSERVED_EDGES };
  const walking = compileProgram(program, options).run(...replayOf(execution));
  return walking.kind === "limit" ? "most edges" : "every edge";
}
