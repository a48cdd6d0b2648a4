/**
 * Proofs that forget memory: what variables do that no pointer designates, while everything else may hold anything
 * whenever it is read. Of that, a slice for the calls that must not be reached is followed with known values.
 */
import { analyseValues, type ExplorationAnswer } from "../../abstract-interpretation/index.ts";
import { type CfaEdge, calledName, slice, withArbitraryMemory } from "../../cfa/index.ts";
import { withoutEnvironmentMemory } from "../../environment/index.ts";
import type { TechniqueTask, TimeBudget } from "../technique.ts";

/** Values of a cell at a node before it is known up to the program's constants only. */
const PRECISIONS = [8, 100] as const;

/** Whether functions belong to the program that nobody defines: its environment has memory of its own. */
export function hasEnvironment({ program, specification }: TechniqueTask): boolean {
  const { errorFunctions } = specification.execution;
  return [...program.functions.values()].some(
    ({ isExternal, name }) => isExternal && !errorFunctions.has(name),
  );
}

/** @param task - asks for calls that must not be reached, of a program without threads */
export function proveInArbitraryMemory(
  { program, specification }: TechniqueTask,
  budget: TimeBudget,
): ExplorationAnswer {
  // Where memory is arbitrary, objects of the environment say nothing.
  const abstract = withArbitraryMemory(withoutEnvironmentMemory(program));
  const { errorFunctions } = specification.execution;
  const calls = [...abstract.functions.values()]
    .flatMap(({ nodes }) => nodes.flatMap(({ leaving }): readonly CfaEdge[] => leaving))
    .filter((edge) => errorFunctions.has(calledName(edge) ?? ""));
  const sliced = slice(abstract, calls);
  let answer: ExplorationAnswer = { kind: "unknown", reason: "time limit" };
  for (const maxValues of PRECISIONS) {
    const part = budget.part(budget.remainingSeconds() / 2);
    answer = analyseValues(sliced, {
      specification,
      maxValues,
      remainingSeconds: () => part.remainingSeconds(),
      confirm: () => false,
      endsWhenIncomplete: true,
    });
    if (answer.kind !== "unknown") break;
  }
  return answer;
}
