/**
 * All schedules and inputs of a program with threads, executed one after the other with states matched
 * (VeriSoft: Godefroid, POPL 1997), without the switches that no execution can tell: threads run up to the next
 * access that conflicts with another thread's (interpreter/explore.ts).
 */
import { intrinsicOf, mentionedFunctions } from "../cfa/index.ts";
import { compileProgram, explore, ReplayScheduler } from "../interpreter/index.ts";
import { asksOnlyFor } from "../specification/index.ts";
import { inputValuesOf } from "./search/input-values.ts";
import { ReplayInputs } from "./search/inputs.ts";
import {
  type AnalysisResult,
  propertyText,
  type Technique,
  type TechniqueContext,
  type TechniqueTask,
} from "./technique.ts";

/** Of one execution. Longer ones are those of loops that nothing ends. */
const MAX_STEPS = 2_000_000;
/** 16 bytes each, and the table is at most half full. */
const MAX_STATES = 8_000_000;

export const exploration: Technique = {
  id: "exploration",
  title: "exploration of all schedules",
  source: "VeriSoft: Godefroid, POPL 1997; reduction by conflicts that are found on the way",
  direction: "both",
  lane: "proof",
  grounds: {
    true: "every schedule with every input was executed up to equivalent ones, and none came to a limit or to anything unsupported or undefined",
    false: "an execution with recorded inputs and turns of its threads was replayed",
  },
  provesBy: "execution",
  defaultShare: 0.5,
  briefSeconds: 2,
  capSeconds: 300,
  configurations: [
    {
      name: "explore",
      description: "executes all schedules of programs with threads, with states matched",
    },
  ],
  supports: (specification, { createsThreads }) => {
    if (!createsThreads) return "programs without threads";
    const isSupported =
      asksOnlyFor(specification, "call", "overflow") ||
      asksOnlyFor(specification, "race") ||
      asksOnlyFor(specification, "deadlock");
    return isSupported ? undefined : propertyText(specification);
  },
  run: exploreTask,
};

function exploreTask(
  { program, specification }: TechniqueTask,
  { budget, onProgress }: TechniqueContext,
): AnalysisResult {
  const choice = [...mentionedFunctions(program)].find((name) => {
    const kind = intrinsicOf(name)?.kind;
    return kind === "open-result" || kind === "library-choice";
  });
  if (choice !== undefined) {
    return { kind: "unknown", reason: "the library may choose results, which is not explored" };
  }
  onProgress("exploration of all schedules");
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
        const { subproperty } = violation;
        return { kind: "false", subproperty, choices, turns: compiled.turns };
      }
      return { kind: "unknown", reason: "no replay of what was found" };
    }
  }
}
