/** Determines which techniques of a configuration can decide a task, and why the others cannot. */
import type { CfaProgram } from "../cfa/index.ts";
import type { Specification } from "../specification/index.ts";
import { createsThreads, hasOneThread, mayWait, techniqueOf } from "../techniques/index.ts";

import { type Configuration, FALLBACKS, type PlannedShare } from "./configurations.ts";

export interface Applicable {
  /** The configuration without techniques that do not apply. */
  readonly configuration: Configuration;
  /** Why none of its own techniques applies, for an answer without any. */
  readonly reason: string;
}

export function applicable(
  configuration: Configuration,
  program: CfaProgram,
  specification: Specification,
): Applicable {
  const facts = {
    createsThreads: createsThreads(program),
    hasOneThread: hasOneThread(program),
    mayWait: mayWait(program),
  };
  const obstacle = ({ technique }: PlannedShare): string | undefined =>
    techniqueOf(technique).supports(specification, facts);
  const canDecide = (planned: PlannedShare): boolean => obstacle(planned) === undefined;
  const own = configuration.techniques.filter(canDecide);
  const techniques = own.length > 0 ? own : FALLBACKS.filter(canDecide);
  const byObstacle = new Map<string, string[]>();
  for (const planned of configuration.techniques) {
    const text = obstacle(planned) ?? "";
    byObstacle.set(text, [...(byObstacle.get(text) ?? []), planned.technique]);
  }
  const reasons = [...byObstacle].map(
    ([text, ids]) => `${text}: not supported by ${ids.join(", ")}`,
  );
  return { configuration: { ...configuration, techniques }, reason: reasons.join("; ") };
}
