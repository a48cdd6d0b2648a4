/**
 * Proofs that every execution ends: every loop has a measure that each iteration lowers
 * (invariants/loop-measures.ts), given the invariants that are inductive, or is unrolled to its end.
 */
import type { CfaProgram } from "../../cfa/index.ts";
import type { EngineSpecification } from "../../specification/index.ts";
import type { LoopInvariants } from "../core/loop-invariants.ts";
import type { MeasureKind } from "../invariants/loop-measures.ts";
import { type EngineAnswer, type InductionOptions, within } from "./claim.ts";
import { FIRST_CONCRETE_BOUND, Phase, runPhase } from "./exploration-phase.ts";
import { INDUCTION_RECURSION, PEELS } from "./inductive-proof.ts";

/** Of the time that is left, for an attempt that is not the last one. */
const ATTEMPT_SHARE = 0.5;

/**
 * TRUE, or unknown. Signed arithmetic wraps around in the first proof, which any measure may
 * carry. In the second one executions end at signed overflow, and every measure has a limit.
 * @param options - of a specification that asks for termination only
 */
export function proveTermination(program: CfaProgram, options: InductionOptions): EngineAnswer {
  const reasons: string[] = [];
  let invariants: readonly LoopInvariants[] = [];
  const attempts = PEELS.flatMap((peel) => [
    { peel, measures: "values" as const },
    { peel, measures: "bounds" as const },
  ]);
  for (const [index, { peel, measures }] of attempts.entries()) {
    if (options.remainingSeconds() <= 0) break;
    const isLast = index === attempts.length - 1;
    const seconds = options.remainingSeconds() * (isLast ? 1 : ATTEMPT_SHARE);
    const claim = {
      ...within(options, seconds),
      specification: terminating(options.specification, measures),
    };
    const answer = runPhase(
      new Phase(
        program,
        claim,
        INDUCTION_RECURSION,
        FIRST_CONCRETE_BOUND,
        { peel, window: 1, measures },
        options.lemmas?.(),
      ),
    );
    if (answer.kind === "true") return answer;
    if (answer.kind === "unknown") {
      reasons.push(answer.reason);
      invariants = [...invariants, ...(answer.invariants ?? [])];
    }
  }
  return { kind: "unknown", reason: reasons[0] ?? "time limit", invariants };
}

/** The specification with overflows as the kind of measure needs them. */
function terminating(
  { execution, classify }: EngineSpecification,
  measures: MeasureKind,
): EngineSpecification {
  if (measures === "values") return { execution: { ...execution, overflow: "wrap" }, classify };
  return {
    execution: { ...execution, overflow: "stop" },
    classify: (obligation) =>
      obligation.check === "overflow" ? "ends-execution" : classify(obligation),
  };
}
