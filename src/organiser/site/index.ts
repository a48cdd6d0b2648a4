/** Static export of results: a folder that opens from a disk and from any web host. */
export { type AppAssets, readAppAssets } from "./app-assets.ts";
export { type BuildOptions, buildSite } from "./build-site.ts";
export { checkSite, type SiteCheck } from "./check-site.ts";
export type { SiteFile } from "./data-file.ts";
export { earlierResults } from "./preparation/earlier-results.ts";
export { exportSite, taskRootOf } from "./preparation/export-site.ts";
export { figureFromLink, type LinkedFigure } from "./preparation/figure-from-link.ts";
export { siteOfCompetition } from "./preparation/site-of-competition.ts";
export { siteOfFiles } from "./preparation/site-of-files.ts";
export {
  type AutomataReader,
  type SpoolSite,
  type SpoolSiteOptions,
  siteOfSpool,
} from "./preparation/site-of-spool.ts";
export type { ExecutedStep } from "./preparation/waypoint-values.ts";
export { readEarlierSite } from "./read-site.ts";
export { isTableState, renderResultTable } from "./result-table/result-table-page.ts";
export {
  RESULT_FORMATS,
  type ResultFormat,
  type ResultTableOptions,
  writeResultTables,
} from "./result-table/write-tables.ts";
export { type LiveSite, type LiveState, liveSite } from "./serve-site.ts";
export type { Attachment, EarlierResults, SiteData, SitePart } from "./site-data.ts";
export { type SiteManifest, writeSite } from "./write-site.ts";
