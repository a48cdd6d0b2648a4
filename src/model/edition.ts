import type { Limits } from "./limits.ts";

/** Points per result; runs of any other result category get 0. */
export interface ScoringSchema {
  readonly correctTrue: number;
  readonly correctFalse: number;
  readonly unconfirmedTrue: number;
  readonly unconfirmedFalse: number;
  readonly wrongTrue: number;
  readonly wrongFalse: number;
}

export type WitnessVersion = "1.0" | "2.0" | "2.1" | "2.2" | "SV-LIB";

/** One cell of an edition's table of witness formats. */
export type WitnessRequirement =
  /** The result counts only if a validator confirms a witness in one of these versions. */
  | { readonly kind: "required"; readonly versions: readonly WitnessVersion[] }
  /** Validators run, without effect on the points. */
  | { readonly kind: "demonstration"; readonly versions: readonly WitnessVersion[] }
  /** Not required and not expected: the verdict alone counts. */
  | { readonly kind: "none" };

/** One row; rows are tried in order and the first whose property, category and answer match decides. */
export interface WitnessRule {
  readonly property: string;
  /** Patterns of names of base categories; `*` stands for any text. */
  readonly categories: readonly string[];
  /** Only answers that name this subproperty (violations); absent: all. */
  readonly subproperty?: string;
  readonly correctness: WitnessRequirement;
  readonly violation: WitnessRequirement;
}

/** The rules of one year, as data. */
export interface Edition {
  /** E.g. 2026. */
  readonly year: number;
  /** E.g. `SV-COMP 2026`. */
  readonly name: string;
  readonly scoring: ScoringSchema;
  readonly witnessTable: {
    /** Named in explanations, e.g. `SV-COMP 2026 rules, table of witness formats`. */
    readonly source: string;
    readonly rules: readonly WitnessRule[];
  };
  readonly limits: {
    readonly verification: Limits;
    readonly violationValidation: Limits;
    readonly correctnessValidation: Limits;
  };
  readonly meta: {
    /** Since 2013 normalised by the number of tasks; 2012 the plain sum. */
    readonly score: "normalised" | "plain-sum";
    /** Whether void tasks count for n of a category (before 2025). */
    readonly countVoidTasks: boolean;
  };
}
