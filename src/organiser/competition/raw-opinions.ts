import type { RunResult } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { LINT_PHASE, type RawOpinion, type WitnessFacts } from "../scoring/index.ts";
import { isLinterModule } from "../tools/index.ts";
import type { ResolvedCompetition } from "./resolved.ts";

/** Identifiers of the validators that are linters. */
export function lintersOf({
  validators,
}: Pick<ResolvedCompetition, "validators">): ReadonlySet<string> {
  return new Set(validators.filter(({ tool }) => isLinterModule(tool)).map(({ id }) => id));
}

/** The answers of validators and linters about a witness, before any rule is applied. */
export function rawOpinions(
  validations: readonly RunResult[],
  witness: WitnessFacts,
  linters: ReadonlySet<string>,
): readonly RawOpinion[] {
  const format = witness.state === "present" && witness.version === "1.0" ? "graphml" : "yaml";
  return validations.map(({ tool, phase, status, cpuTimeSeconds }) => ({
    tool,
    ...(linters.has(tool) ? { phase: LINT_PHASE, format } : { phase }),
    status,
    ...defined({ cpuTimeSeconds }),
  }));
}
