/** Tables of results and their text forms; pure. */

export { buildRunSet } from "./benchexec/build-run-set.ts";
export { type ColumnDefinition, columnTitle, type TypedColumn } from "./benchexec/column.ts";
export { ColumnPacker, type PackedColumns, writeCsv } from "./benchexec/csv.ts";
export { writeLatexStatistics } from "./benchexec/latex-statistics.ts";
export { categoryAt, type PlacedRunSet, type RunSet, scoreOf } from "./benchexec/run-set.ts";
export type { RunSetFile, RunSetSurroundings } from "./benchexec/run-set-file.ts";
export { type ColumnStatistics, runSetStatistics } from "./benchexec/statistics.ts";
export {
  type FormattedFigures,
  type StatisticsRow,
  statisticsRows,
} from "./benchexec/statistics-rows.ts";
export {
  allRows,
  combineRunSets,
  regressionCount,
  resultCounts,
  rowsWithDifferences,
  shortName,
  type TableData,
} from "./benchexec/table-data.ts";
export {
  formatTableDefinition,
  parseTableDefinition,
  type ResultEntry,
  relevantForDiff,
  type TableDefinition,
  type UnionEntry,
} from "./benchexec/table-definition.ts";
export {
  idParts,
  type TableTask,
  type TaskProperty,
  TaskTable,
  type TaskVerdict,
} from "./benchexec/task-table.ts";
export { tableToCsv, tableToHtml, tableToMarkdown, tableToText, tableToTsv } from "./export.ts";
export { grouped, scoreForPeople, secondsForPeople, tasksForPeople } from "./for-people.ts";
export { tableToJson, tableToLatex } from "./latex-table.ts";
export {
  formatMemory,
  formatPercent,
  formatScore,
  formatSeconds,
  formatSignificant,
  type Medal,
  medalOf,
} from "./quantities.ts";
export {
  type RecordColumn,
  type Records,
  recordsToCsv,
  recordsToJson,
  recordsToTsv,
  runRecords,
  scoreRecords,
} from "./records.ts";
export {
  alternativeRankingTable,
  confirmationTable,
  effortTable,
  topToolsTable,
} from "./report-tables.ts";
export {
  CATEGORY_LETTERS,
  type ResultPageColumn,
  type ResultPageMeta,
  type ResultPageSet,
} from "./result-page.ts";
export { runRecordTable, runTable } from "./run-table.ts";
export { scoreRelations } from "./score-relations.ts";
export { describeTasks, scoreTable, standingsTable } from "./score-table.ts";
export { type Spread, spreadOf } from "./spread.ts";
export { medalIn, STATE_WORDS, winnersOf } from "./standing-words.ts";
export type { Table } from "./table.ts";
export { virtuesTable } from "./virtues-table.ts";
