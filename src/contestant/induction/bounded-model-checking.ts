/**
 * Bounded model checking with growing bounds and unwinding assertions (Clarke, Kroening, Lerda,
 * TACAS 2004).
 */
import type { CfaProgram } from "../cfa/index.ts";
import type { Claim, EngineAnswer, Phased } from "../symbolic/index.ts";
import { FIRST_CONCRETE_BOUND, Phase, runPhase } from "./exploration-phase.ts";
import { ProvedLemmas } from "./proved-lemmas.ts";

const BOUNDS = [1, 2, 4, 7, 12, 20, 35, 60, 100, 200, 400, 800, 1600, 3200, 10000, 100000];

/** @param leastBound - smaller bounds contain no violation, as an earlier call has reported by `onPhase` */
export function checkBounded(
  program: CfaProgram,
  options: Claim & Phased,
  leastBound = 0,
  mostBound: number = Number.POSITIVE_INFINITY,
): EngineAnswer {
  let reason = "no bound was tried";
  const lemmas = new ProvedLemmas(program, options);
  for (const [index, bound] of BOUNDS.entries()) {
    if (bound < leastBound) continue;
    if (bound > mostBound) break;
    if (options.remainingSeconds() <= 0)
      return { kind: "unknown", reason: `time limit; ${reason}` };
    options.onPhase?.(bound);
    const proved = lemmas.proved();
    if (proved === "suffice") return { kind: "true", invariants: [] };
    const concreteBound = FIRST_CONCRETE_BOUND * 4 ** index;
    const phase = new Phase(program, options, bound, concreteBound, undefined, proved);
    const answer = runPhase(phase);
    if (answer.kind !== "unknown") return answer;
    reason = answer.reason;
    if (!answer.retry) return { kind: "unknown", reason };
  }
  return { kind: "unknown", reason };
}
