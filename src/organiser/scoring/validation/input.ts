/** Input and output of the three procedures of validation for one run. */
import type {
  Answer,
  BaseCategory,
  Edition,
  ResultCategory,
  RunResult,
  WitnessRequirement,
} from "../../../ground/model/index.ts";

/** Facts about the witness that a verification run produced. */
export type WitnessFacts =
  /**
   * The witness was not read: for results of other systems, only the tools' answers are available.
   */
  | { readonly state: "unexamined" }
  | { readonly state: "missing" }
  /** `reason`: the first finding of the reader or linter. */
  | { readonly state: "invalid"; readonly reason: string }
  | {
      readonly state: "present";
      readonly kind: "violation" | "correctness";
      /** E.g. `2.0`. */
      readonly version: string;
    };

/** Until 2025 a run could deliver one witness in each; validators and linters took one of them. */
export type WitnessFormat = "graphml" | "yaml";

/** The answer of a witness linter, as its tool-info module gives it. */
export interface LinterAnswer {
  readonly tool: string;
  readonly status: string;
  /** Absent: the linter does not name the file that it read. */
  readonly format?: WitnessFormat;
}

/** The answer of a validator about the run's witness. */
export type ValidatorAnswer = Pick<RunResult, "tool" | "phase" | "status"> & {
  readonly format?: WitnessFormat;
};

/** One rule that was applied. */
export interface AppliedRule {
  readonly source: string;
  /** The rule and its consequence here. */
  readonly text: string;
}

/** A correct result before validation. */
export interface CorrectResult {
  readonly edition: Edition;
  readonly category: BaseCategory;
  /** Status text of the verification run. */
  readonly status: string;
  readonly answer: Answer;
  readonly requirement: Exclude<WitnessRequirement, { readonly kind: "none" }>;
  readonly witness: WitnessFacts;
  readonly lints: readonly LinterAnswer[];
  /** Answers about the kind of witness that the answer needs. */
  readonly validations: readonly ValidatorAnswer[];
}

export interface Judgement {
  readonly status: string;
  readonly category: ResultCategory;
}

/** Records a rule that applied. */
export type Note = (text: string) => void;

export type ValidationProcedureFunction = (result: CorrectResult, note: Note) => Judgement;
