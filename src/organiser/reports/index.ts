/**
 * Reports on scored results: one form for spools and for files of other systems, and the reports,
 * documents and explanations made from it.
 */
export {
  type EditionDifferences,
  editionDifferences,
  type ScoreAndRank,
} from "./edition-differences.ts";
export { type AnsweredRun, type Explanation, explain } from "./explanation.ts";
export { explainFileRun, type FileExplanation } from "./file-explanation.ts";
export { lastLineOf } from "./last-line.ts";
export { recordsToParquet } from "./parquet.ts";
export { type Difference, differencesOf, publishedNumbers } from "./published-numbers.ts";
export { REPORTS, type Report, reportTable, runsInCategories } from "./report-table.ts";
export { scoreDocument } from "./score-document.ts";
export {
  findStanding,
  isResultFile,
  type ScoredResults,
  type ScoredRun,
  type StoredResults,
  scoreEvaluation,
  scoreResultFiles,
  scoreStored,
  storedResults,
} from "./scored-results.ts";
export { type ScoredTrack, validationTracks } from "./validation-tracks.ts";
