import type { Tool } from "../model/index.ts";
import type { CategoryStanding, ToolScore } from "../scoring/index.ts";
import { describeTasks, formatScore, formatSeconds } from "../tables/index.ts";
import { type Html, html } from "../util/html.ts";
import { chip, medal, medalIn, STATE_WORDS, scoreBar, scrollBox, taskName } from "./fragments.ts";
import { categoryPath, linkFrom, type Page, runsPath } from "./page.ts";
import type { SiteData, SiteRun } from "./site-data.ts";

/** One category: its ranking, and its children or the statuses of its tasks. */
export function categoryPage(data: SiteData, standing: CategoryStanding): Page {
  const { category, tasks, maxScore } = standing;
  const path = categoryPath(category.name);
  return {
    path,
    title: category.name,
    lead: html`${category.kind === "base" && `property ${category.property}, `}${describeTasks(tasks)}, max. score ${formatScore(maxScore)}${
      category.demonstration === true && ", demonstration: counts in no other category"
    }`,
    above: [["index.html", data.title]],
    body: html`<h2>Ranking</h2>
${scrollBox("Ranking", ranking(data, standing, path))}
${category.kind === "meta" ? childList(data, category.children, path) : taskOverview(data, category.name, path)}`,
  };
}

function ranking(data: SiteData, standing: CategoryStanding, path: string): Html {
  const worst = standing.scores.length + 1;
  const rows = [...standing.scores].sort((a, b) => (a.rank ?? worst) - (b.rank ?? worst));
  return html`<table>
<thead><tr><th scope="col">Tool</th><th scope="col" class="right">Rank</th><th scope="col" class="right">Score</th><th scope="col" class="right">Correct true</th><th scope="col" class="right">Correct false</th><th scope="col" class="right">Unconfirmed</th><th scope="col" class="right">Wrong true</th><th scope="col" class="right">Wrong false</th><th scope="col" class="right">CPU of correct</th><th scope="col" class="right">CPU of all</th></tr></thead>
<tbody>
${rows.map((score) => rankingRow(data, standing, score, path))}</tbody>
</table>`;
}

function rankingRow(
  { tools }: SiteData,
  standing: CategoryStanding,
  score: ToolScore,
  path: string,
): Html {
  const tool = tools.find(({ id }) => id === score.tool);
  const name = tool?.name ?? score.tool;
  if (score.state !== "scored") {
    return html`<tr><th scope="row">${name}</th><td class="nothing" colspan="9">${STATE_WORDS[score.state]}</td></tr>\n`;
  }
  const { tally } = score;
  const kind = medalIn(standing, score);
  const { category } = standing;
  const label =
    category.kind === "base"
      ? html`<a href="${linkFrom(path, runsPath(category.name, score.tool))}">${name}</a>`
      : html`${name}`;
  const wrong = (count: number): Html =>
    count > 0 ? html`<span class="bad">${count}</span>` : html`0`;
  return html`<tr><th scope="row">${kind && medal(kind)}${label}</th>
<td class="right">${score.rank ?? rankWord(tool)}</td>
<td class="right"><b>${formatScore(score.score)}</b>${scoreBar(score.score, standing.maxScore)}</td>
<td class="right">${tally.correctTrue}</td><td class="right">${tally.correctFalse}</td>
<td class="right">${tally.unconfirmedTrue + tally.unconfirmedFalse}</td>
<td class="right">${wrong(tally.wrongTrue)}</td><td class="right">${wrong(tally.wrongFalse)}</td>
<td class="right">${formatSeconds(tally.cpuTimeOfCorrectSeconds)}</td><td class="right">${formatSeconds(tally.cpuTimeSeconds)}</td></tr>
`;
}

function rankWord(tool: Tool | undefined): string {
  return tool?.horsConcours === true ? "hors concours" : "–";
}

function childList(data: SiteData, children: readonly string[], path: string): Html {
  const rows = children.flatMap((name) => {
    const child = data.standings.find(({ category }) => category.name === name);
    if (child === undefined) return [];
    return [
      html`<tr><th scope="row"><a href="${linkFrom(path, categoryPath(name))}">${name}</a></th><td>${describeTasks(child.tasks)}</td><td class="right">${formatScore(child.maxScore)}</td></tr>\n`,
    ];
  });
  return html`<h2>Categories inside</h2>
${scrollBox(
  "Categories inside",
  html`<table><thead><tr><th scope="col">Category</th><th scope="col">Tasks</th><th scope="col" class="right">Max. score</th></tr></thead>
<tbody>
${rows}</tbody></table>`,
)}`;
}

/** Tasks by tools: every status at a glance. */
function taskOverview(data: SiteData, category: string, path: string): Html {
  const byTask = new Map<string, Map<string, SiteRun>>();
  for (const run of data.runs) {
    if (run.category !== category) continue;
    const runs = byTask.get(run.task) ?? new Map<string, SiteRun>();
    byTask.set(run.task, runs.set(run.tool, run));
  }
  const tools = data.tools.filter(({ id }) => [...byTask.values()].some((runs) => runs.has(id)));
  const rows = [...byTask].map(([task, runs]) => {
    const expected = [...runs.values()][0]?.expectedVerdict ?? "unknown";
    const cells = tools.map(({ id }) => {
      const run = runs.get(id);
      if (run === undefined) return html`<td class="nothing">–</td>`;
      return html`<td>${chip(run.resultCategory, run.status)}<span class="note">${formatSeconds(run.cpuTimeSeconds)}</span></td>`;
    });
    return html`<tr><th scope="row">${taskName(task)}</th><td class="plain">${expected}</td>${cells}</tr>\n`;
  });
  return html`<h2>Tasks</h2>
${scrollBox(
  "Statuses of all tools on all tasks",
  html`<table><caption>Status and CPU time; the tool's name leads to all details of its runs</caption>
<thead><tr><th scope="col">Task</th><th scope="col">Expected</th>${tools.map(
    ({ id, name }) =>
      html`<th scope="col"><a href="${linkFrom(path, runsPath(category, id))}">${name}</a></th>`,
  )}</tr></thead>
<tbody>
${rows}</tbody></table>`,
)}`;
}
