/** Proves with the values of each thread, analysed separately. */
import { analyseThreadValues } from "../../concurrency/index.ts";
import { asksOnlyFor, type Specification } from "../../specification/index.ts";
import {
  type AnalysisResult,
  propertyText,
  type TechniqueTask,
  type TimeBudget,
} from "../technique.ts";

/**
 * Whether the property is supported: undefined behaviour of synchronisation functions is not
 * checked.
 */
export function knowsValuesOfThreads(specification: Specification): boolean {
  return asksOnlyFor(specification, "call", "overflow", "dereference", "free", "leak", "unfreed");
}

export function proveByThreadValues(
  { program, specification }: TechniqueTask,
  budget: Pick<TimeBudget, "remainingSeconds">,
): AnalysisResult {
  if (!knowsValuesOfThreads(specification)) {
    return { kind: "unknown", reason: propertyText(specification) };
  }
  const answer = analyseThreadValues(program, {
    specification,
    remainingSeconds: () => budget.remainingSeconds(),
  });
  if (answer.kind === "unknown") return answer;
  const { threads, passes, states, guards } = answer;
  return {
    kind: "true",
    reason: `the values that ${threads} threads publish to each other exclude violations`,
    invariants: [],
    guards,
    statistics: { threads, passes, states },
  };
}
