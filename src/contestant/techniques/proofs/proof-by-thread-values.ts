/** Values of every thread by itself, from the program to an answer. */
import { analyseThreadValues } from "../../concurrency/index.ts";
import { asksOnlyFor, type Specification } from "../../specification/index.ts";
import {
  type AnalysisResult,
  propertyText,
  type TechniqueTask,
  type TimeBudget,
} from "../technique.ts";

/** What functions of synchronisation leave undefined is not looked at. */
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
    reason: `what ${threads} threads publish to each other excludes violations`,
    invariants: [],
    guards,
    statistics: { threads, passes, states },
  };
}
