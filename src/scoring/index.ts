/** Editions as data, final statuses, scores, meta categories and ranks; all pure and exact. */
export { EDITIONS, findEdition } from "./editions/index.ts";
export { type FinalStatus, type FinalStatusInput, finalStatus } from "./final-status.ts";
export { pointsOf } from "./points.ts";
export type { ToolScore } from "./ranking.ts";
export {
  type CategoryStanding,
  type CategoryTask,
  computeStandings,
  type StandingsInput,
  type TaskCounts,
} from "./standings.ts";
export { type JudgedRun, type Tally, tallyRuns } from "./tally.ts";
export type {
  AppliedRule,
  LinterAnswer,
  ValidatorAnswer,
  WitnessFacts,
  WitnessFormat,
} from "./validation/input.ts";
export { type Answer, witnessRequirement } from "./witness-requirement.ts";
