import { RESULT_CATEGORIES, type Tool } from "../model/index.ts";
import type { CategoryStanding } from "../scoring/index.ts";
import { formatMemory, formatScore, formatSeconds } from "../tables/index.ts";
import { type Html, html } from "../util/html.ts";
import { chip, scrollBox, taskName, tile } from "./fragments.ts";
import { categoryPath, linkFrom, type Page, runsPath } from "./page.ts";
import type { SiteData, SiteRun, SiteValidation } from "./site-data.ts";

/** All runs of one tool in one base category, each with its explanation. */
export function runsPage(data: SiteData, standing: CategoryStanding, tool: Tool): Page {
  const { category } = standing;
  const path = runsPath(category.name, tool.id);
  const runs = data.runs.filter((run) => run.tool === tool.id && run.category === category.name);
  const score = standing.scores.find((candidate) => candidate.tool === tool.id);
  const count = (result: string): number =>
    runs.filter(({ resultCategory }) => resultCategory === result).length;
  return {
    path,
    title: `${tool.name} in ${category.name}`,
    lead: html`${tool.version !== undefined && `version ${tool.version}, `}${runs.length} runs`,
    above: [
      ["index.html", data.title],
      [categoryPath(category.name), category.name],
    ],
    body: html`<ul class="cards">
${score !== undefined && tile(formatScore(score.score), `of ${formatScore(standing.maxScore)} points`)}
${score !== undefined && tile(formatSeconds(score.tally.cpuTimeOfCorrectSeconds), "CPU time of correct")}
${RESULT_CATEGORIES.filter((result) => count(result) > 0).map((result) => tile(count(result), result))}
</ul>
<h2>Runs</h2>
${scrollBox("Runs", runTable(runs, path))}`,
  };
}

function runTable(runs: readonly SiteRun[], path: string): Html {
  return html`<table>
<thead><tr><th scope="col">Task</th><th scope="col">Expected</th><th scope="col">Status</th><th scope="col">Result</th><th scope="col" class="right">Points</th><th scope="col" class="right">CPU</th><th scope="col" class="right">Wall</th><th scope="col" class="right">Memory</th><th scope="col">Witness and validation</th><th scope="col">Explanation</th></tr></thead>
<tbody>
${runs.map((run) => runRow(run, path))}</tbody>
</table>`;
}

function runRow(run: SiteRun, path: string): Html {
  return html`<tr><th scope="row">${taskName(run.task)}</th>
<td class="plain">${run.expectedVerdict ?? "unknown"}</td>
<td class="plain">${linked(run.status, run.log, path)}</td>
<td>${chip(run.resultCategory)}</td>
<td class="right"><b>${run.points}</b></td>
<td class="right">${formatSeconds(run.cpuTimeSeconds)}</td>
<td class="right">${formatSeconds(run.wallTimeSeconds)}</td>
<td class="right">${formatMemory(run.memoryBytes)}</td>
<td>${checks(run, path)}</td>
<td>${explanation(run)}</td></tr>
`;
}

function checks({ witness, validations }: SiteRun, path: string): Html {
  const validation = ({ tool, status, cpuTimeSeconds, log }: SiteValidation): Html =>
    html`<li>${tool}: ${linked(status, log, path)}${
      cpuTimeSeconds !== undefined && ` (${formatSeconds(cpuTimeSeconds)})`
    }</li>`;
  return html`<ul class="checks">${
    witness !== undefined && html`<li>${linked("witness", witness, path)}</li>`
  }${validations.map(validation)}</ul>`;
}

function explanation({ trace }: SiteRun): Html | undefined {
  if (trace.length === 0) return undefined;
  return html`<details><summary>why</summary><ol>${trace.map(
    ({ text, source }) => html`<li>${text}<cite>${source}</cite></li>`,
  )}</ol></details>`;
}

function linked(text: string, target: string | undefined, path: string): Html {
  return target === undefined
    ? html`${text}`
    : html`<a href="${linkFrom(path, target)}">${text}</a>`;
}
