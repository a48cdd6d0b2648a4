/** Proves safety of calls and arithmetic for any number of threads. */

import type { GuardedInvariant } from "../../analysis-core/index.ts";
import { type CfaProgram, NoVisibleSteps, withVisibleSteps } from "../../cfa/index.ts";
import { proveThreadModularly } from "../../concurrency/index.ts";
import { interleavingFacts, WEAK_ORDERS } from "../../semantics/index.ts";
import {
  type SatSolverFactory,
  type Term,
  TermManager,
  UnsupportedFloatOperator,
} from "../../smt/index.ts";
import {
  clauseExpression,
  NoTransitionSystem,
  type ThreadSystem,
  threadStepsOf,
} from "../../transition-systems/index.ts";
import type { AnalysisResult, TechniqueTask, TimeBudget } from "../technique.ts";

export function proveByThreadModularity(
  { program, specification }: TechniqueTask,
  budget: Pick<TimeBudget, "remainingSeconds">,
  createSatSolver: SatSolverFactory,
  reportsShared = false,
): AnalysisResult {
  if (interleavingFacts(program).hasWeakOrders) return { kind: "unknown", reason: WEAK_ORDERS };
  const manager = new TermManager();
  const remainingSeconds = (): number => budget.remainingSeconds();
  try {
    const system = threadStepsOf(withVisibleSteps(program), manager, {
      ...specification.execution,
      classify: specification.classify,
      blockEnds: "loop-heads",
      checkBudget: () => {
        if (remainingSeconds() <= 0) throw new NoTransitionSystem("time limit");
      },
    });
    const answer = proveThreadModularly(manager, system, {
      createSatSolver,
      remainingSeconds,
      reportsShared,
    });
    if (answer.kind === "unknown") return answer;
    const { places, pairs, shared } = answer;
    const reason = `statements about ${places} places and ${pairs} pairs of places hold for any number of threads`;
    const guards = shared.flatMap((term) => saidInC(program, system, term) ?? []);
    return { kind: "true", reason, invariants: [], guards };
  } catch (error) {
    const isExpected =
      error instanceof NoVisibleSteps ||
      error instanceof NoTransitionSystem ||
      error instanceof UnsupportedFloatOperator;
    if (!isExpected) throw error;
    return { kind: "unknown", reason: error.message };
  }
}

/**
 * Returns undefined where the invariant concerns more than whole variables, or has no form in C.
 */
function saidInC(
  { machine: { pointerBits } }: CfaProgram,
  { locations }: ThreadSystem,
  term: Term,
): GuardedInvariant | undefined {
  const variables = new Set(locations.flatMap((location) => location.variables));
  const whole = [...variables].filter(({ object }) => object.scalar?.kind === "int");
  return clauseExpression([term], whole, { kind: "pointer", bits: pointerBits })?.inC;
}
