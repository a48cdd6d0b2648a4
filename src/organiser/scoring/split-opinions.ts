import { defined } from "../../ground/util/defined.ts";
import { LINT_PHASE, type RawOpinion } from "./columns/run-columns.ts";
import type { LinterAnswer, ValidatorAnswer } from "./validation/input.ts";

/** Separates linters from validators, as the rules need them. */
export function splitOpinions(opinions: readonly Omit<RawOpinion, "cpuTimeSeconds">[]): {
  readonly lints: readonly LinterAnswer[];
  readonly validations: readonly ValidatorAnswer[];
} {
  const lints: LinterAnswer[] = [];
  const validations: ValidatorAnswer[] = [];
  for (const { tool, phase, status, format } of opinions) {
    const answer = { tool, status, ...defined({ format }) };
    if (phase === LINT_PHASE) lints.push(answer);
    else validations.push({ ...answer, phase });
  }
  return { lints, validations };
}
