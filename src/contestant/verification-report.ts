import type { Plan, ProgramFeatures, TechniqueReport, Trace } from "../verifier/index.ts";

import type { Witness } from "../witness/index.ts";

/** What a verification found, as plain data that can leave its thread or process. */
export type VerificationReport = {
  /** In the order in which they ran; those of two processes one after the other. */
  readonly techniques: readonly TechniqueReport[];
  /** Absent when the property is not supported. */
  readonly strategy?: { readonly features: ProgramFeatures; readonly plan: Plan };
} & (
  | { readonly verdict: "true"; readonly witness: Witness; readonly reason: string }
  | {
      readonly verdict: "false";
      readonly witness: Witness;
      readonly subproperty: string;
      /** Absent when it was not asked for. */
      readonly trace?: Trace;
    }
  | { readonly verdict: "unknown"; readonly reason: string }
);
