/**
 * The verifier's pipeline: techniques in the order of the configuration, each
 * within its budget. FALSE is said only after the interpreter has replayed the
 * counterexample, and TRUE only by a technique with a complete argument.
 */
import { checkBounded, type InputChoice } from "../analysis/bmc/bounded-model-checker.ts";
import type { CfaProgram } from "../cfa/cfa.ts";
import { compileProgram } from "../interpreter/index.ts";
import type { Property } from "../model/index.ts";
import type { SatSolver } from "../smt/solver.ts";
import type { Witness } from "../witness/format.ts";
import type { Budget } from "./budget.ts";
import type { Configuration, Technique } from "./configurations.ts";
import { searchViolation } from "./falsifier.ts";
import { ReplayInputs } from "./inputs.ts";
import { createViolationWitness } from "./violation-witness.ts";

export interface VerificationOptions {
  readonly configuration: Configuration;
  readonly budget: Budget;
  readonly createSatSolver: () => SatSolver;
  /** Seed of the random search. */
  readonly seed: number;
  /** Told what the verifier does, for people. */
  readonly onProgress?: (message: string) => void;
}

export type VerificationResult =
  | { readonly verdict: "true"; readonly witness: Witness; readonly reason: string }
  | { readonly verdict: "false"; readonly witness: Witness; readonly subproperty: string }
  | { readonly verdict: "unknown"; readonly reason: string };

/** Steps of a replay; a counterexample is never longer than what found it could afford. */
const REPLAY_STEPS = 2_000_000_000;

export function verify(
  program: CfaProgram,
  property: Property,
  options: VerificationOptions,
): VerificationResult {
  const errorFunctions = errorFunctionsOf(property);
  if (errorFunctions === undefined) {
    return { verdict: "unknown", reason: `property ${property.kind} is not supported` };
  }
  const reasons: string[] = [];
  for (const { technique, share } of options.configuration.techniques) {
    const remaining = options.budget.remainingSeconds();
    if (remaining <= 0) break;
    const budget = options.budget.part(remaining * share);
    const result = TECHNIQUES[technique](program, errorFunctions, budget, options);
    if (result.verdict !== "unknown") return result;
    reasons.push(`${technique}: ${result.reason}`);
  }
  return { verdict: "unknown", reason: reasons.join("; ") || "time limit" };
}

/** The functions whose call violates the property; undefined when it is about something else. */
export function errorFunctionsOf(property: Property): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const formula of property.formulas) {
    if (formula.kind !== "unreach-call") return undefined;
    names.add(formula.functionName);
  }
  return names.size === 0 ? undefined : names;
}

type TechniqueRun = (
  program: CfaProgram,
  errorFunctions: ReadonlySet<string>,
  budget: Budget,
  options: VerificationOptions,
) => VerificationResult;

const TECHNIQUES: Readonly<Record<Technique, TechniqueRun>> = {
  "random-search": (program, errorFunctions, budget, { seed, onProgress }) => {
    onProgress?.("random search");
    const found = searchViolation(program, errorFunctions, budget, seed);
    switch (found.kind) {
      case "violation":
        return confirmed(program, errorFunctions, found.choices);
      case "exhausted":
        return proved("the program has a single execution, which was followed to its end");
      case "nothing":
        return { verdict: "unknown", reason: `${found.runs} runs without a violation` };
    }
  },
  "bounded-model-checking": (program, errorFunctions, budget, options) => {
    let found: VerificationResult | undefined;
    const answer = checkBounded(program, {
      errorFunctions,
      createSatSolver: options.createSatSolver,
      remainingSeconds: () => budget.remainingSeconds(),
      onPhase: (bound) => options.onProgress?.(`bounded model checking, bound ${bound}`),
      confirm: (choices) => {
        if (!replays(program, errorFunctions, choices)) return false;
        found = confirmed(program, errorFunctions, choices);
        return found.verdict === "false";
      },
    });
    if (answer.kind === "true") return proved("every execution was explored");
    if (answer.kind === "false" && found !== undefined) return found;
    const reason = answer.kind === "unknown" ? answer.reason : "no replay";
    return { verdict: "unknown", reason };
  },
};

function replays(
  program: CfaProgram,
  errorFunctions: ReadonlySet<string>,
  choices: readonly InputChoice[],
): boolean {
  const compiled = compileProgram(program, {
    errorFunctions,
    overflow: "wrap",
    maxSteps: REPLAY_STEPS,
  });
  return compiled.run(new ReplayInputs(choices)).kind === "error-reached";
}

function confirmed(
  program: CfaProgram,
  errorFunctions: ReadonlySet<string>,
  choices: readonly InputChoice[],
): VerificationResult {
  const witness = createViolationWitness(program, errorFunctions, new ReplayInputs(choices));
  if (witness === undefined)
    return { verdict: "unknown", reason: "the counterexample does not replay" };
  return { verdict: "false", witness, subproperty: "unreach-call" };
}

/** A proof by exhaustion needs no invariant: the validator repeats it. */
function proved(reason: string): VerificationResult {
  return { verdict: "true", witness: { kind: "correctness", invariants: [] }, reason };
}
