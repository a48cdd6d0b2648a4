import type { Witness } from "../witness/format.ts";
import type { Trace } from "./trace.ts";
import type { TechniqueReport } from "./verify.ts";

/** What a verification found, as plain data that can leave its thread or process. */
export type VerificationReport = {
  /** In the order in which they ran. */
  readonly techniques: readonly TechniqueReport[];
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
