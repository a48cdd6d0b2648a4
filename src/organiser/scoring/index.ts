/**
 * Editions as data, final statuses, scores, meta categories, ranks and the
 * numbers of the reports; all pure and exact.
 */
export type { CategoryTask, TaskCounts } from "./category-sizes.ts";
export { checkRunColumns } from "./columns/check-columns.ts";
export {
  LINT_PHASE,
  type RawOpinion,
  type RawRun,
  RUN_COLUMNS_FORMAT,
  type RunColumns,
  RunColumnsBuilder,
  type RunColumnsMetadata,
  rawRunsOf,
} from "./columns/run-columns.ts";
export { type Outcome, scoreColumns } from "./columns/score-columns.ts";
export { formatEdition } from "./edition-file/format-edition.ts";
export { parseEdition } from "./edition-file/read-edition.ts";
export { EDITIONS, findEdition } from "./editions/index.ts";
export { ExactSum, exactRational, unitsOf } from "./exact-sum.ts";
export { type FinalStatus, finalStatus } from "./final-status.ts";
export { overlapWarnings } from "./overlaps.ts";
export { pointsOf } from "./points.ts";
export type { ToolScore } from "./ranking.ts";
export {
  type AlternativeRanking,
  type RankingCandidate,
  rankCorrectVerifiers,
  rankGreenVerifiers,
  rankingCandidates,
  rankNewVerifiers,
} from "./reports/alternative-rankings.ts";
export {
  type ConfirmationRate,
  confirmationRate,
  confirmationRates,
} from "./reports/confirmation-rate.ts";
export { type Effort, effortOf } from "./reports/effort.ts";
export {
  plainQuantiles,
  type QuantileMeasure,
  type ScoreQuantiles,
  scoreQuantiles,
} from "./reports/quantile.ts";
export { topTools } from "./reports/top-tools.ts";
export { type Virtues, virtuesOf } from "./reports/virtues.ts";
export { splitOpinions } from "./split-opinions.ts";
export {
  type CategoryStanding,
  categoryWeights,
  computeStandings,
  computeStandingsOfTallies,
  type StandingsInput,
} from "./standings.ts";
export {
  type Answers,
  answerOf,
  type JudgedRun,
  Measure,
  type Tally,
  TallyBuilder,
  tallyRuns,
} from "./tally.ts";
export { inTreeOrder } from "./tree-order.ts";
export type {
  AppliedRule,
  LinterAnswer,
  ValidatorAnswer,
  WitnessFacts,
} from "./validation/input.ts";
export { rejectionOfStatus } from "./validation/rejection.ts";
export {
  type ValidationStanding,
  ValidationStandings,
  type ValidatorScore,
} from "./validation-track/validation-standings.ts";
export type {
  ValidationTask,
  ValidationTrack,
  ValidatorRun,
} from "./validation-track/witness-class.ts";
export { witnessLimit } from "./witness-limit.ts";
