import type { BaseCategory, DataModel, Edition } from "../../ground/model/index.ts";
import type { LintProgram } from "./lint-program.ts";

/** The task against which the witness is checked; absent parts are not checked. */
export interface LintTask {
  readonly program?: LintProgram;
  /** Text of the property file. */
  readonly specification?: string;
  readonly dataModel?: DataModel;
  /** The competition whose table of witness formats applies, and the category. */
  readonly competition?: { readonly edition: Edition; readonly category: BaseCategory };
  /** GraphML: lines, offsets, function names and call stacks as well. */
  readonly isStrict: boolean;
  /** GraphML: edges from a node to itself are accepted. */
  readonly ignoresSelfLoops: boolean;
  /** Only the competition's own texts are accepted as specification. */
  readonly wantsCompetitionSpecification: boolean;
  /**
   * GraphML: checks that the reference linter counts as recent are left out
   * below 2 (hash of the program, form of creationtime) and below 1 (its presence).
   */
  readonly recentChecks: number;
}

/** A task without any information. */
export const NO_TASK: LintTask = {
  isStrict: false,
  ignoresSelfLoops: false,
  wantsCompetitionSpecification: false,
  recentChecks: 2,
};
