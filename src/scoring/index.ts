/** Editions as data, final statuses, scores, meta categories and ranks; all pure and exact. */

export type { CategoryTask, TaskCounts } from "./category-sizes.ts";
export { EDITIONS, findEdition } from "./editions/index.ts";
export { ExactSum, exactRational } from "./exact-sum.ts";
export { type FinalStatus, type FinalStatusInput, finalStatus } from "./final-status.ts";
export { pointsOf } from "./points.ts";
export type { ToolScore } from "./ranking.ts";
export {
  type CategoryStanding,
  categoryWeights,
  computeStandings,
  type StandingsInput,
} from "./standings.ts";
export { type Answers, answerOf, type JudgedRun, type Tally, tallyRuns } from "./tally.ts";
export type {
  AppliedRule,
  LinterAnswer,
  ValidatorAnswer,
  WitnessFacts,
  WitnessFormat,
} from "./validation/input.ts";
export { type Answer, witnessRequirement } from "./witness-requirement.ts";
