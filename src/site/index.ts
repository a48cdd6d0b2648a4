/** Static export of results: pages that need no script and no server. */
export { renderSite } from "./render-site.ts";
export type { SiteData, SiteRun, SiteValidation } from "./site-data.ts";
export { type Attachment, writeSite } from "./write-site.ts";
