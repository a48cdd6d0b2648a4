/** Rules that several editions share. */
import type { Edition, MetaScoreRules, ScoringSchema } from "../../../ground/model/index.ts";

/** The schema since 2016; before 2021 a correct TRUE without confirmation still had a point. */
export function schemaSince2016(unconfirmedTrue: number): ScoringSchema {
  return {
    correctTrue: 2,
    correctFalse: 1,
    unconfirmedTrue,
    unconfirmedFalse: 0,
    wrongTrue: -32,
    wrongFalse: -16,
  };
}

/** Beyer 2013, page 597: scores of a category are normalised by its number of tasks. */
export const NORMALISED_ALL_TASKS: MetaScoreRules = {
  score: "normalised",
  countVoidTasks: true,
  negativeTotals: "kept",
  missingChildren: "no-score",
};

/** Since 2025 void tasks do not count for the number of tasks. */
export const NORMALISED_VALID_TASKS: MetaScoreRules = {
  ...NORMALISED_ALL_TASKS,
  countVoidTasks: false,
};

const VERIFICATION = { cpuTimeSeconds: 900, memoryBytes: 15e9 } as const;
const VALIDATION = { memoryBytes: 7e9, cores: 2 } as const;

/** 15 min of CPU time and 15 GB in every year; cores and the time of validators changed. */
export function limits(
  cores: number,
  validation?: { readonly violationSeconds: number; readonly correctnessSeconds: number },
): Edition["limits"] {
  const verification = { ...VERIFICATION, cores };
  if (validation === undefined) {
    return {
      verification,
      violationValidation: verification,
      correctnessValidation: verification,
    };
  }
  return {
    verification,
    violationValidation: { cpuTimeSeconds: validation.violationSeconds, ...VALIDATION },
    correctnessValidation: { cpuTimeSeconds: validation.correctnessSeconds, ...VALIDATION },
  };
}

/** 10 % of the verification time for violation witnesses, all of it for correctness witnesses. */
export const VALIDATION_UNTIL_2025 = { violationSeconds: 90, correctnessSeconds: 900 } as const;
