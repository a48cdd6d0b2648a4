/** Explores all schedules and inputs of a program with threads, and replays what is found. */
import { intrinsicOf, type MemoryObject, mentionedFunctions } from "../../cfa/index.ts";
import {
  compileProgram,
  type ExploredExecution,
  explore,
  ReplayScheduler,
} from "../../interpreter/index.ts";
import { isReachSafety } from "../../specification/index.ts";
import type { AnalysisResult, TechniqueTask, TimeBudget } from "../technique.ts";
import { inputValuesOf } from "./input-values.ts";
import { ReplayInputs } from "./inputs.ts";
import { layoutMatters } from "./layout-matters.ts";
import { isViolatedElsewhere } from "./other-implementation.ts";
import { risingObjects } from "./rising-values.ts";

/** Of one execution. Longer ones are those of loops that nothing ends. */
const MAX_STEPS = 2_000_000;
/** 16 bytes each, and the table is at most half full. */
const MAX_STATES = 8_000_000;

/** TRUE when the exploration was complete, FALSE with an execution that was replayed. */
export function exploreSchedules(
  task: TechniqueTask,
  budget: Pick<TimeBudget, "isExhausted">,
): AnalysisResult {
  const { program, specification } = task;
  const choice = [...mentionedFunctions(program)].find((name) => {
    const kind = intrinsicOf(name)?.kind;
    return kind === "open-result" || kind === "library-choice";
  });
  if (choice !== undefined) {
    return { kind: "unknown", reason: "the library may choose results, which is not explored" };
  }
  const layout = layoutMatters(program);
  if (layout !== undefined) {
    return { kind: "unknown", reason: `${layout}, which implementations choose` };
  }
  const { errorFunctions } = specification.execution;
  const rising = isReachSafety(specification) ? risingObjects(program, errorFunctions) : NOTHING;
  if (rising.size > 0) {
    const greatest = exploreFor(task, budget, rising);
    if (greatest.kind !== "unknown") return greatest;
  }
  return exploreFor(task, budget, NOTHING);
}

const NOTHING: ReadonlySet<MemoryObject> = new Set();

/** @param rising - of which larger values are only worse (rising-values.ts) */
function exploreFor(
  task: TechniqueTask,
  budget: Pick<TimeBudget, "isExhausted">,
  rising: ReadonlySet<MemoryObject>,
): AnalysisResult {
  const { program, specification } = task;
  const rules = { ...specification.execution, maxSteps: MAX_STEPS };
  const hasOrder = rising.size > 0;
  const found = explore(program, {
    ...(hasOrder ? { rising, rules: { ...rules, overflow: "stop" } } : { rules }),
    valuesOf: inputValuesOf(program),
    violates: (run, outcome) => specification.observe(run, outcome) !== undefined,
    isShown: (execution) => replay(task, execution) !== undefined,
    maxStates: MAX_STATES,
    isExhausted: () => budget.isExhausted,
  });
  const figures = `${found.states} states, ${found.executions} executions`;
  switch (found.kind) {
    case "complete": {
      const names = [...rising].map(({ name }) => `'${name}'`).join(", ");
      const part = hasOrder ? `, of states that differ in ${names} those with the largest` : "";
      const reason = `all schedules were explored${part}: ${figures}`;
      return { kind: "true", reason, invariants: [] };
    }
    case "open":
      return { kind: "unknown", reason: `${found.reason} (${figures})` };
    case "violation":
      return replay(task, found) ?? { kind: "unknown", reason: "no replay of what was found" };
  }
}

function replay(
  { program, specification }: TechniqueTask,
  { inputs: choices, schedules }: ExploredExecution,
): AnalysisResult | undefined {
  const compiled = compileProgram(program, { ...specification.execution, maxSteps: MAX_STEPS });
  for (const schedule of schedules) {
    const outcome = compiled.run(new ReplayInputs(choices), new ReplayScheduler(schedule));
    const violation = specification.observe(compiled, outcome);
    if (violation === undefined) continue;
    if (!isViolatedElsewhere(program, specification, choices, MAX_STEPS, schedule)) continue;
    const { subproperty } = violation;
    return { kind: "false", subproperty, choices, turns: compiled.turns };
  }
  return undefined;
}
