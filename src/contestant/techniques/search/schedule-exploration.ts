/**
 * Explores all schedules and inputs of a program with threads, and replays the violation that it
 * finds.
 */
import { intrinsicOf, type MemoryObject, mentionedFunctions } from "../../cfa/index.ts";
import {
  compileProgram,
  type ExplorationOptions,
  type ExploredExecution,
  ReplayScheduler,
  type StartedExploration,
  startExploration,
} from "../../interpreter/index.ts";
import { interleavingFacts } from "../../semantics/index.ts";
import { asksOnlyFor, isReachSafety, type Specification } from "../../specification/index.ts";
import type { AnalysisResult, TechniqueTask, TimeBudget } from "../technique.ts";
import { inputValuesOf } from "./input-values.ts";
import { ReplayInputs } from "./inputs.ts";
import { layoutMatters } from "./layout-matters.ts";
import { isViolatedElsewhere } from "./other-implementation.ts";
import { risingObjects } from "./rising-values.ts";
import { threadNumbersMatter } from "./thread-numbers.ts";

/** Maximal number of steps of one execution. Longer ones are those of endless loops. */
const MAX_STEPS = 2_000_000;
/** 20 bytes each, and the table is at most half full. */
const MAX_STATES = 8_000_000;

/**
 * Interrupted explorations that more time may continue: of maximal states, and of all. They are
 * released with their task.
 */
const interrupted = new WeakMap<TechniqueTask, Kept>();

type Kept = Map<"greatest" | "all", StartedExploration>;

/**
 * TRUE when the exploration was complete, FALSE with an execution that was replayed. Another call
 * continues where the time ended.
 */
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
  const layout = layoutMatters(program) ?? threadNumbersMatter(program);
  if (layout !== undefined) {
    return { kind: "unknown", reason: `${layout}, which implementations choose` };
  }
  const { errorFunctions } = specification.execution;
  const { hasWeakOrders, beyond } = interleavingFacts(program);
  if (hasWeakOrders) {
    const found = exploreFor(task, budget, NOTHING);
    return found.kind === "true" && beyond !== undefined
      ? { kind: "unknown", reason: beyond }
      : found;
  }
  const rising = isReachSafety(specification) ? risingObjects(program, errorFunctions) : NOTHING;
  if (rising.size > 0) {
    const greatest = exploreFor(task, budget, rising);
    if (greatest.kind !== "unknown" || budget.isExhausted) return greatest;
  }
  return exploreFor(task, budget, NOTHING);
}

const NOTHING: ReadonlySet<MemoryObject> = new Set();

/** @param rising - variables whose larger values subsume smaller ones (rising-values.ts) */
function exploreFor(
  task: TechniqueTask,
  budget: Pick<TimeBudget, "isExhausted">,
  rising: ReadonlySet<MemoryObject>,
): AnalysisResult {
  const kept: Kept = interrupted.get(task) ?? new Map();
  const kind = rising.size > 0 ? "greatest" : "all";
  const exploration = kept.get(kind) ?? start(task, rising);
  const found = exploration.continue(() => budget.isExhausted);
  if (found.kind === "open" && found.isInterrupted) kept.set(kind, exploration);
  else kept.delete(kind);
  interrupted.set(task, kept);
  const figures = `${found.states} states, ${found.executions} executions`;
  switch (found.kind) {
    case "complete": {
      const names = [...rising].map(({ name }) => `'${name}'`).join(", ");
      const part =
        rising.size > 0 ? `, of states that differ in ${names} those with the largest` : "";
      const reason = `all schedules were explored${part}: ${figures}`;
      return { kind: "true", reason, invariants: [] };
    }
    case "open":
      return { kind: "unknown", reason: `${found.reason} (${figures})` };
    case "violation":
      return replay(task, found) ?? { kind: "unknown", reason: "no replay of what was found" };
  }
}

function start(task: TechniqueTask, rising: ReadonlySet<MemoryObject>): StartedExploration {
  const { program, specification } = task;
  // With weak memory orders, interleavings are all executions only of programs without races.
  const detectsRaces =
    specification.execution.detectsRaces === true || interleavingFacts(program).hasWeakOrders;
  const rules = { ...specification.execution, detectsRaces, maxSteps: MAX_STEPS };
  return startExploration(program, {
    ...(rising.size > 0 ? { rising, rules: { ...rules, overflow: "stop" } } : { rules }),
    valuesOf: inputValuesOf(program),
    violates: (run, outcome) => specification.observe(run, outcome) !== undefined,
    doubts: specification.doubts,
    isShown: (execution) => replay(task, execution) !== undefined,
    maxStates: MAX_STATES,
    seeksDeadlocks: asksOnlyFor(specification, "deadlock"),
    ...shownAtEnd(specification),
  });
}

/** Returns the parts of the final state that an exploration must inspect for the specification. */
export function shownAtEnd(specification: Specification): Pick<ExplorationOptions, "showsAtEnd"> {
  if (specification.checks.has("unfreed")) return { showsAtEnd: "blocks" };
  const isNothing = asksOnlyFor(specification, "call", "overflow", "race", "dereference", "free");
  return isNothing ? { showsAtEnd: "nothing" } : {};
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
