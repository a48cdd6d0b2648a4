/** Editions as data, final statuses, scores, meta categories and ranks; all pure and exact. */
export { EDITIONS, findEdition } from "./editions/index.ts";
export {
  type AppliedRule,
  type FinalStatus,
  type FinalStatusInput,
  finalStatus,
  type WitnessFacts,
} from "./final-status.ts";
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
export { witnessRequirement } from "./witness-requirement.ts";
