/** Explores all schedules and inputs of a program with threads, and replays what is found. */
import { intrinsicOf, mentionedFunctions } from "../../cfa/index.ts";
import { compileProgram, explore, ReplayScheduler } from "../../interpreter/index.ts";
import type { AnalysisResult, TechniqueTask, TimeBudget } from "../technique.ts";
import { inputValuesOf } from "./input-values.ts";
import { ReplayInputs } from "./inputs.ts";
import { layoutMatters } from "./layout-matters.ts";
import { isViolatedElsewhere } from "./other-implementation.ts";

/** Of one execution. Longer ones are those of loops that nothing ends. */
const MAX_STEPS = 2_000_000;
/** 16 bytes each, and the table is at most half full. */
const MAX_STATES = 8_000_000;

/** TRUE when the exploration was complete, FALSE with an execution that was replayed. */
export function exploreSchedules(
  { program, specification }: TechniqueTask,
  budget: Pick<TimeBudget, "isExhausted">,
): AnalysisResult {
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
  const rules = { ...specification.execution, maxSteps: MAX_STEPS };
  const found = explore(program, {
    rules,
    valuesOf: inputValuesOf(program),
    violates: (run, outcome) => specification.observe(run, outcome) !== undefined,
    maxStates: MAX_STATES,
    isExhausted: () => budget.isExhausted,
  });
  const figures = `${found.states} states, ${found.executions} executions`;
  switch (found.kind) {
    case "complete":
      return {
        kind: "true",
        reason: `all schedules were explored: ${figures}`,
        invariants: [],
      };
    case "open":
      return { kind: "unknown", reason: `${found.reason} (${figures})` };
    case "violation": {
      const compiled = compileProgram(program, rules);
      const { inputs: choices } = found;
      for (const schedule of found.schedules) {
        const outcome = compiled.run(new ReplayInputs(choices), new ReplayScheduler(schedule));
        const violation = specification.observe(compiled, outcome);
        if (violation === undefined) continue;
        if (!isViolatedElsewhere(program, specification, choices, MAX_STEPS, schedule)) continue;
        const { subproperty } = violation;
        return { kind: "false", subproperty, choices, turns: compiled.turns };
      }
      return { kind: "unknown", reason: "no replay of what was found" };
    }
  }
}
