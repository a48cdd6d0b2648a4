/**
 * The parts of the result pages, in Node and in the browser: data files, queries, addresses, other
 * rules.
 */
export {
  type AutomataFile,
  type AutomatonPlace,
  neighbourhood,
  placeOf,
} from "./automaton.ts";
export {
  type CategoryPart,
  CategoryPartBuilder,
  categoryPart,
  decodePart,
  encodePart,
  type PartRun,
  type PartTask,
} from "./category-part.ts";
export { type Check, checksIn } from "./check-table.ts";
export { CHANGES, type Change, compareRuns, type Pair, taskQuality } from "./compare-runs.ts";
export { cellsAt, JOINED_TOOLS, joinedRuns, TaskFinder } from "./earlier-runs.ts";
export {
  type FigureRequest,
  figurePlot,
  figureRequest,
  limitOf,
  lookOf,
  quantilesOf,
  requestLink,
  scatterPairsOf,
} from "./figure.ts";
export { type FigureFormat, figureFile } from "./figure-file.ts";
export { filterRows } from "./filter-rows.ts";
export { layoutGraph, type Point } from "./layered-layout.ts";
export { coverageIn } from "./log-coverage.ts";
export {
  type DataFileEntry,
  type EarlierEntry,
  MANIFEST_FORMAT,
  type Manifest,
  type PartEntry,
  readStandings,
  type SiteTool,
  type StoredStanding,
  type SystemFact,
  storeStanding,
} from "./manifest.ts";
export type { QuantileSeries } from "./quantile-series.ts";
export {
  formatQuery,
  formatTerm,
  parseQuery,
  QUERY_KEYS,
  type QueryKey,
  type Term,
} from "./query.ts";
export { type Recount, recount } from "./recount.ts";
export { regressionOf } from "./regression.ts";
export { basesBelow, earlierPartsIn, type Side, sideChoices, sideOf } from "./result-side.ts";
export { formatRoute, parseRoute, type Route } from "./route.ts";
export { findColumn, RUN_COLUMNS, type RunColumn } from "./run-columns.ts";
export type {
  DetailsFile,
  ExecutionDetails,
  InvariantDetails,
  LogDetails,
  RunDetails,
  SourcesFile,
  ValidationDetails,
  WaypointDetails,
  WitnessDetails,
} from "./run-details.ts";
export { FIGURE_COLUMNS, type FigureColumn, figuresByResult } from "./run-figures.ts";
export { latexStatistics } from "./run-statistics.ts";
export {
  type Cell,
  type PartView,
  pointsOfCell,
  RunStore,
  resultOf,
  statusOf,
  taskOf,
  toolOf,
} from "./run-store.ts";
export {
  SCATTER_CLASSES,
  type ScatterPairs,
  type ScatterPoints,
  scatterPoints,
} from "./scatter-points.ts";
export { formatSort, parseSort, type SortKey, sortRows } from "./sort-rows.ts";
export { readTracks, type ShownTrack, storeTrack } from "./stored-tracks.ts";
export { techniqueTable } from "./techniques.ts";
export { withLooks } from "./tool-looks.ts";
export { undefinedBehaviour } from "./undefined-behaviour.ts";
export { changedEdition, explainRun, type RuleChanges, type RunShift, WhatIf } from "./what-if.ts";
