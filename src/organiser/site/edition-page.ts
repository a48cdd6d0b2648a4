import { type Html, html } from "../../ground/util/html.ts";
import { formatRoute } from "../explorer/index.ts";
import { type CategoryStanding, inTreeOrder, type ToolScore } from "../scoring/index.ts";
import {
  medalIn,
  STATE_WORDS,
  scoreForPeople,
  tasksForPeople,
  winnersOf,
} from "../tables/index.ts";
import { flags, medal, pointsAndTime, scoreBar } from "./fragments.ts";
import type { SiteData } from "./site-data.ts";
import { PRINT_PAGE, rankingLink, verifierPage } from "./static-pages.ts";

/**
 * The first page without scripts: podium, matrix of categories and tools, facts.
 *
 * @param hasPages Whether there are plain pages to link to.
 */
export function editionPage(data: SiteData, hasPages: boolean): Html {
  return html`<header class="page-head">
<h1>${data.title}</h1>
<p class="lead">${data.tools.length} verifiers, scored by the rules of ${data.edition.name}</p>
</header>
${podiums(data)}
<h2>Scores</h2>
<div class="scroll" role="region" aria-label="Scores of all tools in all categories" tabindex="0">${matrix(data, hasPages)}</div>
<h2>Facts</h2>
<div class="card"><dl class="facts">
${data.facts.map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>\n`)}</dl></div>
<noscript><p class="note">This page works without scripts${
    hasPages &&
    html`, as do the <a href="${PRINT_PAGE}">rankings of all categories</a> and the pages of the verifiers`
  }. Single runs, plots and witnesses need them.</p></noscript>`;
}

/** The best three of every overall category. */
function podiums(data: SiteData): Html | undefined {
  const overall = data.standings.filter(
    ({ category, hasMedals }) => hasMedals && /Overall$/.test(category.name),
  );
  const cards = overall.flatMap((standing) => {
    const winners = winnersOf(standing);
    if (winners.length === 0) return [];
    return [
      html`<li class="card podium"><h3><a href="${categoryLink(standing)}">${standing.category.name}</a></h3>
<ol>${winners.map(
        ({ score, kind }) =>
          html`<li>${medal(kind)}<b>${toolName(data, score.tool)}</b><span>${scoreForPeople(score.score)} of ${scoreForPeople(standing.maxScore)} points</span></li>`,
      )}</ol></li>`,
    ];
  });
  return cards.length === 0 ? undefined : html`<ul class="cards">${cards}</ul>`;
}

function matrix(data: SiteData, hasPages: boolean): Html {
  return html`<table class="matrix">
<caption>Points, CPU time of the correct results, share of the maximal score</caption>
<thead><tr><th scope="col">Category</th>${data.tools.map(
    ({ id, name, version, horsConcours, exclusion }) =>
      html`<th scope="col">${hasPages ? html`<a href="${verifierPage(id)}">${name}</a>` : name}<span class="note">${version}${exclusion === undefined ? horsConcours === true && " hors concours" : ` excluded: ${exclusion}`}</span></th>`,
  )}</tr></thead>
<tbody>
${inTreeOrder(data.standings).map(({ standing, level }) => matrixRow(data, standing, level, hasPages))}</tbody>
</table>`;
}

function matrixRow(
  data: SiteData,
  standing: CategoryStanding,
  level: number,
  hasPages: boolean,
): Html {
  const { category } = standing;
  const isDemonstration = category.demonstration === true;
  const link = hasPages ? rankingLink(category.name) : categoryLink(standing);
  const byTool = new Map(standing.scores.map((score) => [score.tool, score]));
  return html`<tr${category.kind === "meta" && html` class="meta"`}>
<th scope="row" class="level${Math.min(level, 3)}"><a href="${link}">${category.name}</a>${
    isDemonstration && " (demonstration)"
  }<span class="note">${tasksForPeople(standing.tasks)}, max. score ${scoreForPeople(standing.maxScore)}</span></th>
${data.tools.map(({ id }) => matrixCell(standing, byTool.get(id)))}</tr>
`;
}

function matrixCell(standing: CategoryStanding, score: ToolScore | undefined): Html {
  const { category, maxScore } = standing;
  if (score === undefined || score.state !== "scored") return emptyCell(score);
  const kind = medalIn(standing, score);
  const target = formatRoute(["runs"], { c: category.name, q: `v:${score.tool}` });
  return html`<td>${kind && medal(kind)}<a href="${target}">${pointsAndTime(score)}</a>${flags(score)}${scoreBar(score.score, maxScore)}</td>
`;
}

function emptyCell(score: ToolScore | undefined): Html {
  const state = score === undefined || score.state === "scored" ? "not-listed" : score.state;
  return html`<td class="nothing" title="${STATE_WORDS[state]}">–</td>\n`;
}

function categoryLink({ category }: CategoryStanding): string {
  return formatRoute(["c", category.name]);
}

function toolName(data: SiteData, id: string): string {
  return data.tools.find((tool) => tool.id === id)?.name ?? id;
}
