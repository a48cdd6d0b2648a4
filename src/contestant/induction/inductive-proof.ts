/**
 * Proofs by guessed loop invariants and contracts, of which the inductive ones are kept (Houdini: Flanagan, Leino,
 * FME 2001).
 */

import type { LoopInvariants } from "../analysis-core/index.ts";
import { type CfaProgram, withRecursionAsLoops, withTailCallsAsLoops } from "../cfa/index.ts";
import type { Check } from "../specification/index.ts";
import type { Assertion } from "../symbolic/index.ts";
import { type EngineAnswer, within } from "../symbolic/index.ts";
import { FIRST_CONCRETE_BOUND, Phase, runPhase } from "./exploration-phase.ts";
import type { InductionOptions } from "./induction-options.ts";
import type { Templates } from "./invariants/scalars/loop-invariants.ts";

/** Numbers of iterations without a decision that are executed before a loop is generalised. */
export const PEELS: readonly number[] = [0, 40];
/** Nested stack frames that an inductive proof follows. */
export const INDUCTION_RECURSION = 4;

interface Attempt {
  readonly peel: number;
  readonly templates: Templates;
  /** Share of the remaining time. */
  readonly share: number;
  /** Replaces the program. */
  readonly program?: CfaProgram;
}

/**
 * The attempts of a proof. Properties of all elements of an array, which accesses within bounds seldom depend on,
 * are tried last. More can be guessed for loops than for recursions.
 */
function attemptsFor(program: CfaProgram, options: InductionOptions): readonly Attempt[] {
  const { specification } = options;
  // Where only contracts are tried, no further attempt that inlines calls is needed.
  const peels = options.guessesNothing === true && (options.contracts?.size ?? 0) > 0 ? [0] : PEELS;
  const attempts = peels.map((peel): Attempt => ({ peel, templates: "all", share: 1 }));
  const looping = loopingProgram(program, options);
  if (looping !== undefined) {
    attempts.unshift({ peel: 0, templates: "all", share: 0.5, program: looping });
  }
  const isViolation = (check: Check): boolean => specification.classify({ check }) === "violation";
  const isOfMemory = isViolation("dereference") || isViolation("unfreed");
  return isOfMemory ? [{ peel: 0, templates: "bounds", share: 0.75 }, ...attempts] : attempts;
}

/**
 * The program with tail calls as loops, if that changes it and no property of the changed functions is asked for.
 */
function loopingProgram(
  program: CfaProgram,
  { assertions, summedUp, guessesNothing }: InductionOptions,
): CfaProgram | undefined {
  if (summedUp !== undefined || guessesNothing === true) return undefined;
  const asked = [...(assertions?.keys() ?? [])].map(({ functionName }) => functionName);
  for (const pass of [withRecursionAsLoops, withTailCallsAsLoops]) {
    const looping = pass(program);
    const isSame = (name: string): boolean =>
      looping?.functions.get(name) === program.functions.get(name);
    if (looping !== undefined && asked.every(isSame)) return looping;
  }
  return undefined;
}

/**
 * Proof attempts with generalised loops (see loop-abstraction.ts): TRUE, or unknown. The exploration covers every
 * execution, so it is a proof when no violation, no cut recursion, no unsupported construct and no undefined
 * behaviour is satisfiable in it.
 */
export function proveInductively(program: CfaProgram, options: InductionOptions): EngineAnswer {
  let reason = "no attempt was made";
  let proved: ReadonlySet<Assertion> = new Set();
  const invariants: LoopInvariants[] = [];
  for (const { share, program: other, ...proof } of attemptsFor(program, options)) {
    if (options.remainingSeconds() <= 0)
      return { kind: "unknown", reason: `time limit; ${reason}`, proved, invariants };
    const answer = runPhase(
      new Phase(
        other ?? program,
        within(options, options.remainingSeconds() * share),
        INDUCTION_RECURSION,
        FIRST_CONCRETE_BOUND,
        { ...proof, window: 1 },
        options.lemmas?.(),
      ),
    );
    if (answer.kind !== "unknown") return answer;
    reason = answer.reason;
    proved = new Set([...proved, ...(answer.proved ?? [])]);
    invariants.push(...(answer.invariants ?? []));
  }
  return { kind: "unknown", reason, proved, invariants };
}
