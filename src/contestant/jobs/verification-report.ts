import type { Witness } from "../../ground/witness/index.ts";
import type { LoopShapes, Plan, ProgramFeatures, TechniqueReport } from "../plan/index.ts";
import type { ProgramCheckId } from "../specification/index.ts";
import type { Explanation, LoopRanking, Trace } from "../story/index.ts";

/** A violation beside the first one. */
export interface FurtherViolation {
  readonly explanation: Explanation;
  readonly trace?: Trace;
}

export interface FurtherViolations {
  readonly violations: readonly FurtherViolation[];
  /** Why there may be more; undefined when no execution violates at any other place. */
  readonly mayBeMore?: string;
}

/** One of several questions about a program with threads. */
export interface AnsweredQuestion {
  readonly checks: readonly ProgramCheckId[];
  readonly verdict: "true" | "false" | "unknown";
  readonly reason: string;
}

/** The result of a verification, as plain data that can leave its thread or process. */
export type VerificationReport = {
  /** In the order in which they ran; those of two threads one after the other. */
  readonly techniques: readonly TechniqueReport[];
  /** Absent when the property is not supported. */
  readonly strategy?: { readonly features: ProgramFeatures; readonly plan: Plan };
  /** For a program with threads and several checks: the questions that were answered. */
  readonly questions?: readonly AnsweredQuestion[];
} & (
  | {
      readonly verdict: "true";
      readonly witness: Witness;
      readonly reason: string;
      /** The shapes of memory at the loops; for proofs by shape analysis. */
      readonly shapes?: readonly LoopShapes[];
      /** For a proof of termination: why loops end. */
      readonly measures?: readonly LoopRanking[];
    }
  | {
      readonly verdict: "false";
      readonly witness: Witness;
      readonly subproperty: string;
      /** Absent when it was not requested. */
      readonly trace?: Trace;
      /** The explanation in words; absent when it was not requested. */
      readonly explanation?: Explanation;
      /** Present when all violations were requested. */
      readonly further?: FurtherViolations;
    }
  | { readonly verdict: "unknown"; readonly reason: string }
);
