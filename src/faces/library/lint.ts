import { lintFile } from "../../contestant/jobs/index.ts";
import { LintProgram, type LintReport, NO_TASK } from "../../contestant/lint/index.ts";
import { readProgramFile } from "../../ground/files/index.ts";
import { defined } from "../../ground/util/defined.ts";

export interface LintOptions {
  /** Path of the program: the witness's locations are checked against it. */
  readonly program?: string;
  /** Text of the property file. */
  readonly property?: string;
  readonly dataModel?: "ILP32" | "LP64";
  /** GraphML: check lines, offsets, function names and call stacks as well. */
  readonly isStrict?: boolean;
}

export type LintResult = LintReport;

/**
 * Checks the form of a witness, and its locations against the program: `agon lint`. @throws
 * InputError when a file cannot be read.
 */
export function lint(witness: string, options: LintOptions = {}): Promise<LintResult> {
  const { program, property, dataModel, isStrict = false } = options;
  return lintFile(witness, {
    ...NO_TASK,
    isStrict,
    ...defined({
      program: program === undefined ? undefined : new LintProgram(readProgramFile(program)),
      specification: property,
      dataModel,
    }),
  });
}
