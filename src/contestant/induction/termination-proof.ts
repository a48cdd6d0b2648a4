/**
 * Termination proofs: every loop has a ranking function that each iteration lowers
 * (invariants/rankings/loop-rankings.ts), given the inductive invariants, or is unrolled to its end.
 */

import { defined } from "../../ground/util/defined.ts";
import type { LoopInvariants } from "../analysis-core/index.ts";
import type { CfaNode, CfaProgram } from "../cfa/index.ts";
import type { EngineSpecification } from "../specification/index.ts";
import { type EngineAnswer, within } from "../symbolic/index.ts";
import { FIRST_CONCRETE_BOUND, Phase, runPhase } from "./exploration-phase.ts";
import type { InductionOptions } from "./induction-options.ts";
import { INDUCTION_RECURSION, PEELS } from "./inductive-proof.ts";
import type { ClaimedPart } from "./invariants/rankings/loop-rankings.ts";
import type { RankingKind } from "./invariants/rankings/ranking-function.ts";
import type { Templates } from "./invariants/scalars/loop-invariants.ts";

/** Share of the remaining time for an attempt that is not the last one. */
const ATTEMPT_SHARE = 0.4;

/**
 * Few invariants suffice for most ranking functions; the others, and ranking functions by cases, cost much more.
 */
interface Attempt {
  readonly peel: number;
  readonly rankings: RankingKind;
  readonly templates: Templates;
}

export interface RankingClaims {
  /** Claimed ranking functions, which are checked; then none is synthesised except in library functions. */
  readonly claims?: ReadonlyMap<CfaNode, readonly ClaimedPart[]>;
  readonly kinds?: readonly RankingKind[];
  /** The attempts that are made: those that take little time, the others, or (by default) all. */
  readonly effort?: "little" | "much";
}

/**
 * TRUE, or unknown. The first proof, in which signed arithmetic wraps around, accepts any ranking function. In the
 * second one executions end at signed overflow, and every ranking function has a limit.
 * @param options - with a specification that asks for termination only
 */
export function proveTermination(
  program: CfaProgram,
  options: InductionOptions,
  { claims, kinds = ["values", "bounds"], effort }: RankingClaims = {},
): EngineAnswer {
  const reasons: string[] = [];
  let invariants: readonly LoopInvariants[] = [];
  const all = PEELS.flatMap((peel) =>
    kinds.map((rankings): Attempt => ({ peel, rankings, templates: "all" })),
  );
  const cheap = (["few", "cases"] as const).flatMap((templates) =>
    kinds.map((rankings): Attempt => ({ peel: 0, rankings, templates })),
  );
  // For a claimed ranking function there are no cases.
  const few = cheap.slice(0, kinds.length);
  const byCases = claims === undefined ? cheap.slice(kinds.length) : [];
  const attempts = [
    ...(effort === "much" ? [] : few),
    ...(effort === "little" ? [] : [...byCases, ...all]),
  ];
  for (const [index, { peel, rankings, templates }] of attempts.entries()) {
    if (options.remainingSeconds() <= 0) break;
    const isLast = index === attempts.length - 1;
    const seconds = options.remainingSeconds() * (isLast ? 1 : ATTEMPT_SHARE);
    const claim = {
      ...within(options, seconds),
      specification: terminating(options.specification, rankings),
    };
    const answer = runPhase(
      new Phase(
        program,
        claim,
        INDUCTION_RECURSION,
        FIRST_CONCRETE_BOUND,
        { peel, window: 1, rankings, templates, ...defined({ claimedRankings: claims }) },
        options.lemmas?.(),
      ),
    );
    if (answer.kind === "true") {
      // Facts that hold behind the iterations that were executed individually need not hold in them.
      const kept = answer.invariants.map((entry) =>
        peel > 0 ? { ...entry, invariants: [] } : entry,
      );
      return { ...answer, invariants: kept };
    }
    if (answer.kind === "unknown") {
      reasons.push(answer.reason);
      invariants = [...invariants, ...(answer.invariants ?? [])];
    }
  }
  return { kind: "unknown", reason: reasons[0] ?? "time limit", invariants };
}

/** The specification with the treatment of overflows that the kind of ranking function needs. */
export function terminating(
  { execution, classify }: EngineSpecification,
  rankings: RankingKind,
): EngineSpecification {
  if (rankings === "values") return { execution: { ...execution, overflow: "wrap" }, classify };
  return {
    execution: { ...execution, overflow: "stop" },
    classify: (obligation) =>
      obligation.check === "overflow" ? "ends-execution" : classify(obligation),
  };
}
