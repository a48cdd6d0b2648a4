/** A competition from its definition file to its standings. */

export { surveyActivity } from "./activity.ts";
export { openArchive, writeArchive } from "./archive/index.ts";
export { CANCELLED, cancelCompetition } from "./cancel.ts";
export { type Circumstances, circumstancesOf } from "./circumstances.ts";
export { CHANGES, type Change, type Comparison, compareRuns } from "./compare-runs.ts";
export { coveredBaseCategories } from "./definition.ts";
export { parseCompetition } from "./definition-file.ts";
export { describeProgress } from "./describe-progress.ts";
export type { Driver } from "./driver.ts";
export { describeEditions, readEditionReference } from "./edition-reference.ts";
export {
  type Evaluation,
  evaluate,
  isComplete,
  type Judgement,
  type Progress,
} from "./evaluate.ts";
export {
  evaluateResultFiles,
  type FileEvaluation,
  type FileEvaluationOptions,
} from "./evaluate-files.ts";
export type { FileJudgedRun } from "./file-judgement.ts";
export { readFmToolsFolder } from "./fm-tools-folder.ts";
export { readLock } from "./lock-file.ts";
export { mergeSpool } from "./merge.ts";
export { obfuscateCompetition } from "./obfuscation/obfuscate-competition.ts";
export {
  MAP_FILE,
  type ObfuscationMap,
  type ObfuscationRequest,
  TaskObfuscator,
} from "./obfuscation/obfuscate-tasks.ts";
export { evaluateSpool, openSpool } from "./open-spool.ts";
export { checkFreeze, enterPhase, PHASES, readPhases } from "./phases.ts";
export { readPlaces } from "./places.ts";
export { qualifications } from "./qualification.ts";
export { lintersOf, rawOpinions } from "./raw-opinions.ts";
export { isUrl, readUrl } from "./read-url.ts";
export { repairSpool } from "./repair.ts";
export { isReproduction, repeatSample, type SampleOptions } from "./repeat-sample.ts";
export { REPETITION_OUTCOMES, type RepeatedRun } from "./rerun-sample.ts";
export { type Resolution, resolveCompetition } from "./resolve.ts";
export type { ResolvedCompetition, ResolvedTask, ResolvedTool, VoidTask } from "./resolved.ts";
export { participantTools } from "./resolved.ts";
export { readResultPieces } from "./result-file.ts";
export { openRunColumns, RUN_COLUMNS_ENDING, writeRunColumns } from "./run-column-file.ts";
export { type RunOptions, runCompetition } from "./run-competition.ts";
export type { RunEvent } from "./run-event.ts";
export { runPool } from "./run-pool.ts";
export { surveyProgress } from "./run-queue.ts";
export { parseShard, type Shard } from "./shard.ts";
export { type SlurmOptions, slurmDriver } from "./slurm-driver.ts";
export { runWorker } from "./spool-worker.ts";
export { storedColumns } from "./stored-columns.ts";
export { readInput, readInputBytes, taskFolder } from "./task-folder.ts";
