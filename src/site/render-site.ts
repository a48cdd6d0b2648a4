import { type Html, html } from "../util/html.ts";
import { categoryPage } from "./category-page.ts";
import { editionPage } from "./edition-page.ts";
import { type Page, renderPage } from "./page.ts";
import { runsPage } from "./runs-page.ts";
import type { SiteData } from "./site-data.ts";

/**
 * All pages of the site by their path inside it. A pure function of the data:
 * equal data give equal bytes. The pages need no script, load nothing and
 * may lie in any folder or archive.
 */
export function renderSite(data: SiteData): ReadonlyMap<string, string> {
  const pages: Page[] = [editionPage(data)];
  for (const standing of data.standings) {
    pages.push(categoryPage(data, standing));
    if (standing.category.kind === "meta") continue;
    for (const tool of data.tools) {
      const hasRuns = data.runs.some(
        (run) => run.tool === tool.id && run.category === standing.category.name,
      );
      if (hasRuns) pages.push(runsPage(data, standing, tool));
    }
  }
  const footer = footerOf(data);
  return new Map(pages.map((page) => [page.path, renderPage(page, footer)]));
}

function footerOf({ editionName }: SiteData): Html {
  return html`Scores computed by Agon from stored run results, by the rules of ${editionName}. Every page works without scripts and without a network.`;
}
