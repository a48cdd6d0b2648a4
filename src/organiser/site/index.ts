/** Static export of results: a folder that works from a disk and from any web host. */
export { checkSite } from "./check-site.ts";
export { earlierResults } from "./preparation/earlier-results.ts";
export { exportSite, taskRootOf } from "./preparation/export-site.ts";
export { figureFromLink } from "./preparation/figure-from-link.ts";
export { siteOfCompetition } from "./preparation/site-of-competition.ts";
export { siteOfFiles } from "./preparation/site-of-files.ts";
export { type SpoolSiteOptions, siteOfSpool } from "./preparation/site-of-spool.ts";
export type { ExecutedStep } from "./preparation/waypoint-values.ts";
export { isTableState } from "./result-table/result-table-page.ts";
export {
  RESULT_FORMATS,
  type ResultFormat,
  writeResultTables,
} from "./result-table/write-tables.ts";
export { type LiveState, liveSite } from "./serve-site.ts";
export type { Attachment, EarlierResults, SiteData } from "./site-data.ts";
export { writeSite } from "./write-site.ts";
