/**
 * Proofs with invariants from Horn clauses: a solver guesses over mathematical
 * integers, and the inductive proof over bit-vectors (analysis/bmc) decides
 * which of its guesses hold, and whether they suffice.
 */
import {
  type BmcAnswer,
  type BmcOptions,
  proveInductively,
} from "../analysis/bmc/bounded-model-checker.ts";
import { hornScript } from "../analysis/horn/horn-system.ts";
import type { Arithmetic } from "../analysis/horn/integer-encoder.ts";
import { candidatesOf } from "../analysis/horn/invariant-candidates.ts";
import { readModel } from "../analysis/horn/model-reader.ts";
import { programClauses, rememberedObjects } from "../analysis/horn/program-clauses.ts";
import type { CfaProgram } from "../cfa/cfa.ts";
import { type EntryCopies, withEntryCopies } from "../cfa/entry-copies.ts";
import type { HornSolver } from "../smt/horn-solver.ts";
import { Budget } from "./budget.ts";

export interface HornProofOptions {
  readonly claim: Omit<BmcOptions, "confirm" | "remainingSeconds">;
  readonly budget: Budget;
  readonly solve: HornSolver;
  readonly onProgress: (message: string) => void;
}

/** The answer, and the program whose loops its invariants speak of. */
export interface HornProof {
  readonly answer: BmcAnswer;
  readonly program: CfaProgram;
}

interface Attempt {
  readonly arithmetic: Arithmetic;
  /** Of the time that is left when it starts, for the solver. */
  readonly share: number;
}

const ATTEMPTS: readonly Attempt[] = [
  { arithmetic: "unbounded", share: 0.3 },
  { arithmetic: "wrapping", share: 0.7 },
];

export function proveByHornClauses(program: CfaProgram, options: HornProofOptions): HornProof {
  const remembered = rememberedObjects(program);
  const copied = withEntryCopies(program, (fn) => remembered.get(fn.name) ?? []);
  const reasons: string[] = [];
  for (const attempt of ATTEMPTS) {
    if (options.budget.isExhausted) break;
    const answer = runAttempt(copied, attempt, options);
    if (answer.kind === "true") return { answer, program: copied.program };
    if (answer.kind === "unknown") reasons.push(`${attempt.arithmetic} integers: ${answer.reason}`);
  }
  const reason = reasons.join("; ") || "time limit";
  return { answer: { kind: "unknown", reason }, program: copied.program };
}

function runAttempt(
  { program, copies }: EntryCopies,
  { arithmetic, share }: Attempt,
  { claim, budget, solve, onProgress }: HornProofOptions,
): BmcAnswer {
  const system = programClauses(program, {
    errorFunctions: claim.errorFunctions,
    overflowIsError: claim.overflow === "stop",
    arithmetic,
  });
  if (system === undefined) return { kind: "unknown", reason: "the program is too large" };
  onProgress(`Horn clauses over ${arithmetic} integers`);
  const solution = solve(hornScript(system), budget.remainingSeconds() * share);
  Budget.charge(solution.cpuSeconds);
  if (solution.kind === "unknown") return solution;
  if (solution.kind === "no-solution") {
    return { kind: "unknown", reason: "the abstraction has a counterexample" };
  }
  const model = readModel(solution.model);
  const { lemmas, contracts } = candidatesOf(system.predicates, model, copies);
  let answer: BmcAnswer = { kind: "unknown", reason: "time limit" };
  for (const guessesNothing of [true, false]) {
    onProgress(`checking ${guessesNothing ? "" : "and completing "}the invariants bit-precisely`);
    const part = budget.part(budget.remainingSeconds() * CHECK_SHARE);
    answer = proveInductively(program, {
      ...claim,
      remainingSeconds: () => part.remainingSeconds(),
      confirm: () => false,
      lemmas: () => lemmas,
      contracts,
      guessesNothing,
    });
    if (answer.kind === "true") break;
  }
  return answer;
}

/** Of the time that is left, for one check; with templates beside the invariants it may take long. */
const CHECK_SHARE = 0.3;
