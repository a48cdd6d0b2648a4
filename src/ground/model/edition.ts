import type { Category } from "./category.ts";
import type { Limits } from "./limits.ts";
import type { PropertyName } from "./property.ts";

/** Points per result; runs of any other result category get 0. */
export interface ScoringSchema {
  readonly correctTrue: number;
  readonly correctFalse: number;
  readonly unconfirmedTrue: number;
  readonly unconfirmedFalse: number;
  readonly wrongTrue: number;
  readonly wrongFalse: number;
}

/** Versions of witness formats: 1.0 is GraphML, 2.x are YAML. */
export const WITNESS_VERSIONS = ["1.0", "2.0", "2.1", "2.2", "SV-LIB"] as const;

export type WitnessVersion = (typeof WITNESS_VERSIONS)[number];

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
  /** Name of the property, or `*` for any. */
  readonly property: string;
  /** Patterns of names of base categories; `*` stands for any text. */
  readonly categories: readonly string[];
  /** Only answers that name this subproperty (violations); absent: all. */
  readonly subproperty?: string;
  readonly correctness: WitnessRequirement;
  readonly violation: WitnessRequirement;
}

/** A property of an edition; its name is the base name of the `.prp` file. */
export interface EditionProperty {
  readonly name: string;
  /** The meaning of the property; absent when Agon does not know it (`correct-tags` of SV-LIB). */
  readonly kind?: PropertyName;
  /** Names that a verdict may give as violated instead of the whole property. */
  readonly subproperties?: readonly string[];
}

/**
 * How linters and validators change a correct result:
 * `none`: witnesses play no part (until 2014);
 * `merge`: every validator's answer is compared, "invalid" from any of them is final (2015–2020);
 * `per-format`: linters decide on validity, each format is judged on its own (2021–2025);
 * `single-witness`: one witness, whose version must be in the table (since 2026).
 */
export const VALIDATION_PROCEDURES = ["none", "merge", "per-format", "single-witness"] as const;

export type ValidationProcedure = (typeof VALIDATION_PROCEDURES)[number];

export interface ValidationRules {
  readonly procedure: ValidationProcedure;
  /**
   * Condition for a confirmation: exactly the verifier's status, or the same answer up to the
   * subproperty (which must agree for valid-memsafety).
   */
  readonly confirmation: "equal-status" | "same-answer";
  /** Larger witnesses are invalid; absent: Agon's limit for all editions applies. */
  readonly witnessBytes?: number;
}

/** Points for an answer of a validator about one kind of witness. */
export interface ValidatorPoints {
  readonly answerTrue: number;
  readonly answerFalse: number;
}

/** The validation track: validators are scored on witnesses of known quality. */
export interface ValidationTrackRules {
  readonly points: Readonly<
    Record<"correct" | "wrong", Readonly<Record<"violation" | "correctness", ValidatorPoints>>>
  >;
  /** Multiplies the points for wrong witnesses (2 in 2023, 1 since). */
  readonly wrongWitnessFactor: number;
  /**
   * Condition for a generated witness to be correct: its type agrees with the expected verdict, or
   * the vote of the validators says so as well.
   */
  readonly classification: "verdict" | "vote";
  /** Answers needed on both sides together, and how many times one side must outnumber the other. */
  readonly vote: { readonly minimumAnswers: number; readonly ratio: number };
  /** The witnesses that are scored: `required` cells only. */
  readonly support: readonly WitnessRule[];
}

/** How base categories combine to meta categories. */
export interface MetaScoreRules {
  /** Since 2013 normalised by the number of tasks; 2012 the plain sum. */
  readonly score: "normalised" | "plain-sum";
  /** Whether void tasks count for n of a category (before 2025). */
  readonly countVoidTasks: boolean;
  /** 2012: a negative total of a category becomes 0. */
  readonly negativeTotals: "kept" | "zero";
  /**
   * Effect of a child without results: no score in the meta category, or 0 points from it (2012).
   */
  readonly missingChildren: "no-score" | "zero";
}

/** The rules of one year, as data. */
export interface Edition {
  /** Name of the edition file; absent for editions that Agon knows. */
  readonly file?: string;
  /** E.g. `svcomp-2026`: the value of `--edition`. */
  readonly id: string;
  /** E.g. 2026. */
  readonly year: number;
  /** E.g. `SV-COMP 2026`. */
  readonly name: string;
  readonly scoring: ScoringSchema;
  readonly properties: readonly EditionProperty[];
  readonly witnessTable: {
    /** The source that explanations name, e.g. `SV-COMP 2026 rules, table of witness formats`. */
    readonly source: string;
    readonly rules: readonly WitnessRule[];
  };
  readonly validation: ValidationRules;
  /** Limits of validation are those of verification in editions without validation. */
  readonly limits: {
    readonly verification: Limits;
    readonly violationValidation: Limits;
    readonly correctnessValidation: Limits;
  };
  readonly meta: MetaScoreRules;
  /** Absent before 2023. */
  readonly validationTrack?: ValidationTrackRules;
  /** The tree of categories in table order; empty where no source is available. */
  readonly categories: readonly Category[];
  /** Points on which the sources are silent or of medium confidence, in sentences. */
  readonly doubts: readonly string[];
}
