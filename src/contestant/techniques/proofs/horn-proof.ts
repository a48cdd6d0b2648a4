/**
 * Proofs with invariants from Horn clauses: a solver guesses over mathematical
 * integers, and the inductive proof over bit-vectors (contestant/induction) decides
 * which of its guesses hold, and whether they suffice.
 */

import {
  type CfaProgram,
  type EntryCopies,
  pointerType,
  withEntryCopies,
} from "../../cfa/index.ts";
import { type InductionOptions, proveInductively } from "../../induction/index.ts";
import type { HornSolver } from "../../smt/index.ts";
import type { EngineAnswer } from "../../symbolic/index.ts";
import {
  type Arithmetic,
  type Condition,
  candidatesOf,
  hornScript,
  type ProgramClauses,
  programClauses,
  readModel,
  rememberedObjects,
  unrolledClauses,
  unrolledName,
} from "../../transition-systems/index.ts";
import type { TimeBudget } from "../technique.ts";

export interface HornProofOptions {
  readonly claim: Omit<InductionOptions, "confirm" | "remainingSeconds">;
  readonly budget: TimeBudget;
  readonly solve: HornSolver;
  readonly onProgress: (message: string) => void;
}

/** The answer, and the program to whose loops its invariants belong. */
export interface HornProof {
  readonly answer: EngineAnswer;
  readonly program: CfaProgram;
}

export interface Attempt {
  readonly arithmetic: Arithmetic;
  /** Share of the time that remains at its start, for the solver. */
  readonly share: number;
  /**
   * Bound on the cycles of the executions that the clauses describe (interpolants); undefined: all
   * executions.
   */
  readonly cycles?: number;
}

/** Invariants of all executions (Spacer). */
export const INVARIANTS: readonly Attempt[] = [
  { arithmetic: "unbounded", share: 0.3 },
  { arithmetic: "wrapping", share: 0.7 },
];

/**
 * Interpolants of bounded executions; those of the last cycle may be invariants (McMillan:
 * "Interpolation and SAT-based model checking", CAV 2003; sequences as in Vizel, Grumberg, FMCAD
 * 2009).
 */
export const INTERPOLANTS: readonly Attempt[] = [
  { arithmetic: "unbounded", share: 0.15, cycles: 2 },
  { arithmetic: "unbounded", share: 0.2, cycles: 4 },
  { arithmetic: "wrapping", share: 0.25, cycles: 3 },
  { arithmetic: "unbounded", share: 0.3, cycles: 8 },
  { arithmetic: "wrapping", share: 0.5, cycles: 6 },
];

export function proveByHornClauses(
  program: CfaProgram,
  attempts: readonly Attempt[],
  options: HornProofOptions,
): HornProof {
  const remembered = rememberedObjects(program);
  const copied = withEntryCopies(program, (fn) => remembered.get(fn.name) ?? []);
  const reasons: string[] = [];
  for (const attempt of attempts) {
    if (options.budget.isExhausted) break;
    const answer = runAttempt(copied, attempt, options);
    if (answer.kind === "true") return { answer, program: copied.program };
    const { arithmetic, cycles } = attempt;
    const name = `${arithmetic} integers${cycles === undefined ? "" : `, ${cycles} cycles`}`;
    if (answer.kind === "unknown") reasons.push(`${name}: ${answer.reason}`);
  }
  const reason = reasons.join("; ") || "time limit";
  return { answer: { kind: "unknown", reason }, program: copied.program };
}

function runAttempt(
  { program, copies }: EntryCopies,
  { arithmetic, share, cycles }: Attempt,
  { claim, budget, solve, onProgress }: HornProofOptions,
): EngineAnswer {
  const system = programClauses(program, {
    ...claim.specification.execution,
    arithmetic,
  });
  if (system === undefined) return { kind: "unknown", reason: "the program is too large" };
  const kind = cycles === undefined ? "Horn clauses" : `interpolants of ${cycles} cycles`;
  onProgress(`${kind} over ${arithmetic} integers`);
  const asked = cycles === undefined ? system : unrolledClauses(system, cycles);
  const solution = solve(hornScript(asked), budget.remainingSeconds() * share);
  budget.charge(solution.cpuSeconds);
  if (solution.kind === "unknown") return solution;
  if (solution.kind === "no-solution") {
    return { kind: "unknown", reason: "the abstraction has a counterexample" };
  }
  const found = readModel(solution.model);
  const model = cycles === undefined ? found : conditionsAfter(found, system.predicates, cycles);
  const pointer = pointerType(program.machine.pointerBits / 8);
  const { lemmas, contracts } = candidatesOf(system.predicates, model, copies, pointer);
  let answer: EngineAnswer = { kind: "unknown", reason: "time limit" };
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

/**
 * Returns the conditions found for the last two cycles; Houdini drops those that do not hold for
 * more cycles.
 */
function conditionsAfter(
  model: ReadonlyMap<string, Condition>,
  predicates: ProgramClauses["predicates"],
  cycles: number,
): Map<string, Condition> {
  return new Map(
    predicates.map(({ name }) => {
      const parts = [cycles, cycles - 1].flatMap(
        (level) => model.get(unrolledName(name, level)) ?? [],
      );
      return [name, { kind: "and", parts }];
    }),
  );
}

/**
 * Share of the remaining time for one check, which may take long with templates beside the
 * invariants.
 */
const CHECK_SHARE = 0.3;
