/**
 * Non-termination by lassos: an execution without undefined behaviour that returns to a state
 * (Gupta, Henzinger, Majumdar, Rybalchenko, Xu: "Proving non-termination", POPL 2008, with
 * recurrent sets of one state). Where a state would return only after too many steps, the execution
 * enters a set that no step leaves.
 */
import { ValueCycleSearch } from "../abstract-interpretation/index.ts";
import { withoutIdleState } from "../cfa/index.ts";
import { compileProgram } from "../interpreter/index.ts";
import { LassoInputs } from "./search/lasso-inputs.ts";
import { type Lasso, LassoSearch } from "./search/lasso-search.ts";
import { constantsOf, PROFILES, RandomInputs, type RandomProfile } from "./search/random-inputs.ts";
import { searchRecurrentSet } from "./search/recurrent-search.ts";
import type { AnalysisResult, Technique, TechniqueContext, TechniqueTask } from "./technique.ts";
import { terminationOfOneThread } from "./termination.ts";

export const nonTermination: Technique = {
  id: "non-termination",
  title: "lassos",
  source:
    "Gupta, Henzinger, Majumdar, Rybalchenko, Xu, POPL 2008; closed sets: Chen, Cook, Fuhs, Nimkar, O'Hearn, TACAS 2014",
  direction: "falsification",
  grounds: {
    false:
      "the interpreter came to a state for the second time, or into a set of states that no step leaves, as was proved",
  },
  defaultShare: 0.2,
  briefSeconds: 1,
  configurations: [
    { name: "non-termination", description: "search for executions that never end" },
  ],
  supports: terminationOfOneThread,
  run: (task, context) => {
    const program = withoutIdleState(task.program);
    const lasso = searchLasso({ ...task, program }, context);
    if (lasso === undefined) return { kind: "unknown", reason: "no execution repeated a state" };
    return endless(lasso);
  },
};

function endless(lasso: Lasso): AnalysisResult {
  return { kind: "false", subproperty: "termination", choices: lasso.choices, lasso };
}

/** Steps of an execution before it is suspected of not terminating, and the maximum. */
const FIRST_STEPS = 20_000;
const MAX_STEPS = 2_000_000;
/**
 * Number of short executions that are watched from the start, and the largest share of the time for
 * them.
 */
const BRIEF_RUNS = 200;
const BRIEF_SHARE = 0.2;
/** Number of these executions before anything else is tried. */
const FIRST_RUNS = 60;
/** Share of the then remaining time for closed recurrent sets. */
const SETS_SHARE = 0.4;
/**
 * Shares of the remaining time for cycles of a value analysis: those that are found soon, and
 * others.
 */
const CYCLES_SHARE = 0.15;
const LATER_CYCLES_SHARE = 0.4;
const CYCLE_STEPS = 200_000;

/** Most conditions are decided either way with these inputs. */
const COIN: RandomProfile = { zero: 4, small: 4, constant: 1, extreme: 0, uniform: 0 };

/**
 * Number of executions with one bound; an execution that reaches the bound is watched for a
 * repeated state.
 */
const RUNS_A_LEVEL = 40;

/** Executes with random inputs and growing bounds on the steps. */
function searchLasso(
  { program, specification }: TechniqueTask,
  { budget, seed, onProgress, createSatSolver }: TechniqueContext,
): Lasso | undefined {
  onProgress("searching for a repeated state");
  const constants = constantsOf(program);
  const search = new LassoSearch(program, specification, () => budget.isExhausted);
  const inputsOf = (run: number) =>
    run === 0
      ? { nondet: () => 0n }
      : new RandomInputs(
          seed + run,
          constants,
          PROFILES[run % PROFILES.length] as (typeof PROFILES)[number],
        );
  // Non-terminating executions often begin like terminating ones: the inputs differ only in the
  // end.
  const brief = (first: number, end: number): Lasso | undefined => {
    const part = budget.part(budget.remainingSeconds() * BRIEF_SHARE);
    for (let count = first; count < end && !part.isExhausted; count++) {
      const inputs =
        count % 2 === 0 ? inputsOf(count) : new RandomInputs(seed + count, constants, COIN);
      const lasso = search.follow(inputs, FIRST_STEPS);
      if (lasso !== undefined) return lasso;
    }
    return undefined;
  };
  const closed = (): Lasso | undefined => {
    onProgress("searching for a set of states that no execution leaves");
    const part = budget.part(budget.remainingSeconds() * SETS_SHARE);
    return searchRecurrentSet({ program, specification }, { budget: part, createSatSolver });
  };
  const cycles = new ValueCycleSearch(program, specification);
  const around = (share: number): Lasso | undefined => {
    onProgress("searching for cycles of known states");
    const part = budget.part(budget.remainingSeconds() * share);
    let lasso: Lasso | undefined;
    cycles.run(
      (cycle) => {
        lasso = search.follow(new LassoInputs(cycle), CYCLE_STEPS);
        return lasso !== undefined;
      },
      () => part.remainingSeconds(),
    );
    return lasso;
  };
  const soon =
    brief(0, FIRST_RUNS) ??
    around(CYCLES_SHARE) ??
    closed() ??
    brief(FIRST_RUNS, BRIEF_RUNS) ??
    around(LATER_CYCLES_SHARE);
  if (soon !== undefined) return soon;
  onProgress("searching for a state that is repeated after many steps");
  let run = 0;
  for (let maxSteps = FIRST_STEPS; maxSteps <= MAX_STEPS; maxSteps *= 10) {
    const compiled = compileProgram(program, { ...specification.execution, maxSteps });
    for (let count = 0; count < RUNS_A_LEVEL; count++, run++) {
      if (budget.isExhausted) return undefined;
      const outcome = compiled.run(inputsOf(run));
      if (outcome.kind !== "limit" || outcome.what !== "steps") continue;
      const lasso = search.follow(inputsOf(run), maxSteps);
      if (lasso !== undefined) return lasso;
    }
  }
  return undefined;
}
