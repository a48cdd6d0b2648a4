/** Tables of results and their text forms; pure. */
export { tableToCsv, tableToHtml, tableToMarkdown, tableToText } from "./export.ts";
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
  alternativeRankingTable,
  confirmationTable,
  effortTable,
  topToolsTable,
} from "./report-tables.ts";
export { runRecordTable, runTable } from "./run-table.ts";
export { describeTasks, scoreTable, standingsTable } from "./score-table.ts";
export { type Statistics, statisticsOf } from "./statistics.ts";
export type { Column, Table } from "./table.ts";
