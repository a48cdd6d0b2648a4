import type { CategoryStanding, ToolScore } from "../scoring/index.ts";
import { describeTasks, formatScore } from "../tables/index.ts";
import { type Html, html } from "../util/html.ts";
import {
  flags,
  medal,
  medalIn,
  pointsAndTime,
  STATE_WORDS,
  scoreBar,
  scrollBox,
} from "./fragments.ts";
import { categoryPath, linkFrom, type Page, runsPath } from "./page.ts";
import type { SiteData } from "./site-data.ts";

const PATH = "index.html";

/** The first page: podium, matrix of categories and tools, facts. */
export function editionPage(data: SiteData): Page {
  return {
    path: PATH,
    title: data.title,
    lead: html`${data.tools.length} tools, ${data.runs.length} runs, scored by the rules of ${data.editionName}`,
    above: [],
    body: html`${podiums(data)}
<h2>Scores</h2>
${scrollBox("Scores of all tools in all categories", matrix(data))}
<h2>Facts</h2>
<div class="card"><dl>
${data.facts.map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>\n`)}</dl></div>`,
  };
}

/** The best three of every overall category. */
function podiums(data: SiteData): Html | undefined {
  const overall = data.standings.filter(
    ({ category, hasMedals }) => hasMedals && /Overall$/.test(category.name),
  );
  const cards = overall.flatMap((standing) => {
    const winners = standing.scores
      .flatMap((score) => {
        const kind = medalIn(standing, score);
        return kind === undefined ? [] : [{ score, kind }];
      })
      .sort((a, b) => (a.score.rank ?? 0) - (b.score.rank ?? 0));
    if (winners.length === 0) return [];
    return [
      html`<li class="card podium"><h3><a href="${linkFrom(PATH, categoryPath(standing.category.name))}">${standing.category.name}</a></h3>
<ol>${winners.map(
        ({ score, kind }) =>
          html`<li>${medal(kind)}<b>${toolName(data, score.tool)}</b><span>${formatScore(score.score)} of ${formatScore(standing.maxScore)} points</span></li>`,
      )}</ol></li>`,
    ];
  });
  return cards.length === 0 ? undefined : html`<ul class="cards">${cards}</ul>`;
}

function matrix(data: SiteData): Html {
  return html`<table class="matrix">
<caption>Points, CPU time of the correct results, share of the maximal score</caption>
<thead><tr><th scope="col">Category</th>${data.tools.map(
    ({ name, version, horsConcours }) =>
      html`<th scope="col">${name}<span class="note">${version}${horsConcours === true && " hors concours"}</span></th>`,
  )}</tr></thead>
<tbody>
${inTreeOrder(data.standings).map(({ standing, level }) => matrixRow(data, standing, level))}</tbody>
</table>`;
}

function matrixRow(data: SiteData, standing: CategoryStanding, level: number): Html {
  const { category } = standing;
  const isDemonstration = category.demonstration === true;
  return html`<tr${category.kind === "meta" && html` class="meta"`}>
<th scope="row" class="level${Math.min(level, 3)}"><a href="${linkFrom(PATH, categoryPath(category.name))}">${category.name}</a>${
    isDemonstration && " (demonstration)"
  }<span class="note">${describeTasks(standing.tasks)}, max. score ${formatScore(standing.maxScore)}</span></th>
${data.tools.map(({ id }) => matrixCell(standing, id))}</tr>
`;
}

function matrixCell(standing: CategoryStanding, tool: string): Html {
  const { category, maxScore } = standing;
  const score = standing.scores.find((candidate) => candidate.tool === tool);
  if (score === undefined || score.state !== "scored") return emptyCell(score);
  const kind = medalIn(standing, score);
  const target =
    category.kind === "base" ? runsPath(category.name, tool) : categoryPath(category.name);
  return html`<td>${kind && medal(kind)}<a href="${linkFrom(PATH, target)}">${pointsAndTime(score)}</a>${flags(score)}${scoreBar(score.score, maxScore)}</td>
`;
}

function emptyCell(score: ToolScore | undefined): Html {
  const state = score === undefined || score.state === "scored" ? "not-listed" : score.state;
  return html`<td class="nothing" title="${STATE_WORDS[state]}">–</td>\n`;
}

/** Parents before their children; a category with several parents appears below the first. */
function inTreeOrder(
  standings: readonly CategoryStanding[],
): readonly { readonly standing: CategoryStanding; readonly level: number }[] {
  const byName = new Map(standings.map((standing) => [standing.category.name, standing]));
  const inner = new Set(
    standings.flatMap(({ category }) => (category.kind === "meta" ? category.children : [])),
  );
  const visited = new Set<string>();
  const visit = (
    standing: CategoryStanding,
    level: number,
  ): readonly { readonly standing: CategoryStanding; readonly level: number }[] => {
    const { category } = standing;
    if (visited.has(category.name)) return [];
    visited.add(category.name);
    const children = category.kind === "meta" ? category.children : [];
    return [
      { standing, level },
      ...children.flatMap((name) => {
        const child = byName.get(name);
        return child === undefined ? [] : visit(child, level + 1);
      }),
    ];
  };
  return standings
    .filter(({ category }) => !inner.has(category.name))
    .flatMap((standing) => visit(standing, 0));
}

function toolName(data: SiteData, id: string): string {
  return data.tools.find((tool) => tool.id === id)?.name ?? id;
}
