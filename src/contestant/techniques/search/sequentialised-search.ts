/** Bounded model checking of threads: prepares the program, and replays the result. */

import {
  mentionedFunctions,
  type PossibleRaces,
  type RacingSteps,
  withRacingSteps,
} from "../../cfa/index.ts";
import {
  checkSequentialised,
  escapedLocals,
  type Move,
  possibleRaces,
} from "../../concurrency/index.ts";
import { compileProgram, ReplayScheduler } from "../../interpreter/index.ts";
import { interleavingFacts, WEAK_ORDERS } from "../../semantics/index.ts";
import type { SatSolverFactory } from "../../smt/index.ts";
import type { InputChoice } from "../../symbolic/index.ts";
import type { AnalysisResult, TechniqueTask, TimeBudget } from "../technique.ts";
import { GuidedSchedule } from "./guided-schedule.ts";
import { ReplayInputs } from "./inputs.ts";
import { isViolatedElsewhere } from "./other-implementation.ts";
import { threadNumbersMatter } from "./thread-numbers.ts";

/** Maximal number of steps of a replay. */
const MAX_STEPS = 2_000_000;
/** Share of the time for the analysis of races. */
const RACE_SHARE = 0.2;

export function checkThreads(
  task: TechniqueTask,
  budget: TimeBudget,
  createSatSolver: SatSolverFactory,
  onPhase: (bound: number) => void = () => {},
): AnalysisResult {
  const { program, specification } = task;
  const races = budget.part(budget.remainingSeconds() * RACE_SHARE);
  const racing = possibleRaces(program, () => races.isExhausted);
  const steps = withRacingSteps(program, racing);
  const unlocksCommute = areOfScalars(racing) && ![...mentionedFunctions(program)].some(triesLock);
  let found: AnalysisResult | undefined;
  const escaped = escapedLocals(program, () => races.isExhausted);
  const threads = { ...steps, unlocksCommute, escaped };
  const answer = checkSequentialised(threads, {
    specification,
    createSatSolver,
    onPhase,
    remainingSeconds: () => budget.remainingSeconds(),
    confirm: (choices, moves) => {
      found = replay(task, steps, choices, moves);
      return found !== undefined;
    },
  });
  if (answer.kind === "true") {
    if (interleavingFacts(program).hasWeakOrders) return { kind: "unknown", reason: WEAK_ORDERS };
    const numbers = threadNumbersMatter(program);
    if (numbers !== undefined) return { kind: "unknown", reason: numbers };
    return { kind: "true", reason: "all schedules were executed symbolically", invariants: [] };
  }
  if (answer.kind === "false" && found !== undefined) return found;
  return { kind: "unknown", reason: answer.kind === "unknown" ? answer.reason : "no replay" };
}

/** Whether races concern objects that are no locks. */
function areOfScalars(races: PossibleRaces): boolean {
  if (races === "all") return false;
  const objects = [...races.values()].flatMap(({ read, written }) => [...read, ...written]);
  return objects.every((object) => object?.scalar !== undefined);
}

function triesLock(name: string): boolean {
  return /^(pthread_mutex|mtx)_(trylock|timedlock)$/.test(name);
}

/** Returns undefined when the execution in the interpreter does not violate the property. */
function replay(
  { program, specification }: TechniqueTask,
  steps: RacingSteps,
  chosen: readonly InputChoice[],
  moves: readonly Move[],
): AnalysisResult | undefined {
  const choices = chosen.flatMap(({ edge, value }): InputChoice[] => {
    const origin = steps.originOf(edge);
    return origin === undefined ? [] : [{ edge: origin, value }];
  });
  const guide = new GuidedSchedule(moves, steps);
  const options = { ...specification.execution, maxSteps: MAX_STEPS };
  const observed = compileProgram(program, { ...options, observer: guide });
  observed.run(new ReplayInputs(choices), guide);
  const { turns } = observed;
  const compiled = compileProgram(program, options);
  const outcome = compiled.run(new ReplayInputs(choices), new ReplayScheduler(turns));
  const violation = specification.observe(compiled, outcome);
  if (violation === undefined) return undefined;
  if (!isViolatedElsewhere(program, specification, choices, MAX_STEPS, turns)) return undefined;
  return { kind: "false", subproperty: violation.subproperty, choices, turns: compiled.turns };
}
