/** Runs the stages of `agon c` on a C file, and formats the result. */

import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { InputError } from "../../ground/util/errors.ts";
import { MACHINE_MODELS, parseTranslationUnit } from "../cfront/index.ts";
import { automataDot, automataJson, automataText } from "./automata.ts";
import type { StageContext } from "./context.ts";
import { declaredTypesJson, declaredTypesText } from "./declared-types.ts";
import { evaluationJson, evaluationText } from "./evaluation.ts";
import { execute, executionJson, executionText } from "./execution.ts";
import type { CStageJob, CStageResult, Stage } from "./job.ts";
import { Positions } from "./positions.ts";
import { recordLayoutsJson, recordLayoutsText } from "./record-layouts.ts";
import { syntaxTreeJson, syntaxTreeText } from "./syntax-tree.ts";

type Printer = (context: StageContext) => string;

const PRINTERS: Readonly<
  Record<Exclude<Stage, "run">, Partial<Record<CStageJob["format"], Printer>>>
> = {
  parse: { text: syntaxTreeText, json: syntaxTreeJson },
  types: { text: declaredTypesText, json: declaredTypesJson },
  layout: { text: recordLayoutsText, json: recordLayoutsJson },
  cfa: { text: automataText, json: automataJson, dot: automataDot },
  evaluation: { text: evaluationText, json: evaluationJson },
};

/** Whether a stage can print in a format. */
export function hasFormat(stage: Stage, format: CStageJob["format"]): boolean {
  return stage === "run" ? format !== "dot" : PRINTERS[stage][format] !== undefined;
}

/**
 * Performs a job; warnings go to `warn`.
 * @throws InputError when the text is no program, with places in `job.text`; see {@link relocate}.
 */
export function runStage(job: CStageJob, warn: (warning: Diagnostic) => void): CStageResult {
  const { stage, format, dataModel, withHeaders } = job;
  const positions = positionsOf(job);
  const machine = MACHINE_MODELS[dataModel];
  // The suffix marks a file whose macros are already expanded.
  const name = job.isPreprocessed ? `${job.fileName}.i` : job.fileName;
  const parsed = parseTranslationUnit(name, job.text, machine);
  const { diagnostics } = parsed;
  if (diagnostics.some(({ severity }) => severity === "error")) throw new InputError(diagnostics);
  for (const warning of diagnostics) warn(positions.relocate(warning));
  const unit = { ...parsed.unit, fileName: job.fileName };
  const { automata } = job;
  const context: StageContext = { unit, machine, positions, withHeaders, automata };
  if (stage !== "run") {
    const printer = PRINTERS[stage][format] as Printer;
    return { text: printer(context), isSuccess: true };
  }
  const execution = execute(context, job.run);
  const print = format === "json" ? executionJson : executionText;
  const { outcome } = execution;
  const isSuccess = outcome.kind === "terminated" && outcome.exitCode === 0;
  return { text: print(context, execution), isSuccess };
}

/** Converts diagnostics about the text of a job to diagnostics about the user's file. */
export function relocate(job: CStageJob, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const positions = positionsOf(job);
  return diagnostics.map((one) => positions.relocate(one));
}

function positionsOf({ fileName, text, isPreprocessed }: CStageJob): Positions {
  return new Positions(fileName, text, isPreprocessed);
}
