/**
 * Proofs that abstract from memory: only variables that no pointer designates are followed, and a
 * read of other memory may return any value. Of that program, a slice for the calls that must not
 * be reached is explored with explicit values.
 */
import { analyseValues, type ExplorationAnswer } from "../../abstract-interpretation/index.ts";
import { type CfaEdge, calledName, slice, withArbitraryMemory } from "../../cfa/index.ts";
import { withoutEnvironmentMemory } from "../../environment/index.ts";
import type { TechniqueTask, TimeBudget } from "../technique.ts";

/**
 * Number of values of a cell at a node, beyond which the cell is only known up to the program's
 * constants.
 */
const PRECISIONS = [8, 100] as const;

/**
 * Whether the program calls functions without a definition: its environment has memory of its own.
 */
export function hasEnvironment({ program, specification }: TechniqueTask): boolean {
  const { errorFunctions } = specification.execution;
  return [...program.functions.values()].some(
    ({ isExternal, name }) => isExternal && !errorFunctions.has(name),
  );
}

/** @param task - a program without threads, with calls that must not be reached */
export function proveInArbitraryMemory(
  { program, specification }: TechniqueTask,
  budget: TimeBudget,
): ExplorationAnswer {
  // Where memory is arbitrary, objects of the environment add no information.
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
