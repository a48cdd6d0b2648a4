import type { RunResult, RunSpecification } from "../../ground/model/index.ts";
import type { DriverDescription, Work } from "./driver.ts";

/** Facts that are known when work starts. */
export interface Begin {
  readonly verificationRuns: number;
  /** Validation runs that results of an earlier start require. */
  readonly knownValidationRuns: number;
  readonly resumedResults: number;
  readonly unsupported: number;
}

export type RunEvent =
  | ({
      readonly kind: "begin";
      readonly driver: DriverDescription;
    } & Begin)
  | { readonly kind: "start"; readonly specification: RunSpecification }
  | {
      readonly kind: "result";
      readonly result: RunResult;
      /** Validation runs that the result requires. */
      readonly newRuns: number;
    };

/** The same work, with its events reported. */
export function watched(work: Work, tell: (event: RunEvent) => void): Work {
  return {
    take: () => work.take(),
    put: (runs) => work.put(runs),
    started: (specification, cores) => {
      work.started(specification, cores);
      tell({ kind: "start", specification });
    },
    finished: (result) => {
      const further = work.finished(result);
      tell({ kind: "result", result, newRuns: further.length });
      return further;
    },
    calledForBy: (result) => work.calledForBy(result),
  };
}
