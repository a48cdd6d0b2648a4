/**
 * Pages that need no script, for readers in twenty years, for search engines and for paper: a page
 * per verifier, a page per task, and all rankings as one document. Computations over runs are left
 * to the explorer.
 */

import { type Html, html, safeHref } from "../../ground/util/html.ts";
import {
  type CategoryPart,
  formatRoute,
  type PartRun,
  type PartTask,
  RunStore,
} from "../explorer/index.ts";
import { type CategoryStanding, inTreeOrder, type ToolScore } from "../scoring/index.ts";
import {
  formatMemory,
  grouped,
  medalIn,
  STATE_WORDS,
  scoreForPeople,
  secondsForPeople,
  tasksForPeople,
} from "../tables/index.ts";
import { type SiteFile, sha256, slug } from "./data-file.ts";
import { documentStart, medal } from "./fragments.ts";
import type { SiteData } from "./site-data.ts";

type Verifier = SiteData["tools"][number];

/** Sites with more runs have pages of tasks only on request: each run is a row somewhere. */
export const TASK_PAGES_RUNS = 20_000;

export const PRINT_PAGE = "print/rankings.html";

const TASK_LIST = "t/index.html";

/** The page of a verifier, relative to the site. */
export function verifierPage(tool: string): string {
  return `v/${pageName(tool)}.html`;
}

/** Address of the ranking of a category, relative to the site. */
export function rankingLink(category: string): string {
  return `${PRINT_PAGE}#${slug(category)}`;
}

/** A name that is safe in addresses and, by a few digits of a hash, unique per text. */
function pageName(text: string): string {
  const safe = slug(text).slice(0, 80);
  return safe === text ? safe : `${safe}.${sha256(text).slice(0, 8)}`;
}

/**
 * Pages of verifiers and the rankings.
 * @param style Path of the style sheet, relative to the site.
 * @param hasTasks Whether there is a list of tasks.
 */
export function* staticPages(
  data: SiteData,
  style: string,
  hasTasks: boolean,
): Generator<SiteFile> {
  for (const tool of data.tools) {
    yield page(data, style, verifierPage(tool.id), tool.name, verifierBody(data, tool));
  }
  yield page(data, style, PRINT_PAGE, `Rankings of ${data.title}`, rankingsBody(data, hasTasks));
}

/** Pages of the tasks of a category; their links are collected for {@link taskList}. */
export class TaskPages {
  readonly #data: SiteData;
  readonly #style: string;
  readonly #used = new Set<string>();
  readonly #links: { readonly category: string; readonly task: string; readonly path: string }[] =
    [];

  constructor(data: SiteData, style: string) {
    this.#data = data;
    this.#style = style;
  }

  *of(part: CategoryPart): Generator<SiteFile> {
    const store = new RunStore([part], this.#data.edition.scoring);
    const count = part.tasks.length;
    for (const [index, task] of part.tasks.entries()) {
      const runs = part.tools.flatMap((_, tool) => store.run(tool * count + index) ?? []);
      const path = this.#free(`t/${pageName(task.id)}`);
      this.#links.push({ category: part.category, task: task.id, path });
      const body = taskBody(this.#data, part.category, task, runs);
      yield page(this.#data, this.#style, path, task.id, body);
    }
  }

  /** The list of all pages, which is written last. */
  list(): SiteFile {
    const categories = [...new Set(this.#links.map(({ category }) => category))];
    const body = html`${categories.map(
      (category) => html`<h2>${category}</h2>
<ul class="columns-list">${this.#links
        .filter((link) => link.category === category)
        .map(({ task, path }) => html`<li><a href="${path.slice(2)}">${task}</a></li>\n`)}</ul>
`,
    )}`;
    return page(this.#data, this.#style, TASK_LIST, "Tasks", body);
  }

  /** A task may belong to several categories. */
  #free(name: string): string {
    let path = `${name}.html`;
    for (let number = 2; this.#used.has(path); number++) path = `${name}-${number}.html`;
    this.#used.add(path);
    return path;
  }
}

/** Facts with their labels; those without text are left out. */
function factList(facts: readonly (readonly [label: string, text: string])[]): Html {
  return html`<div class="card"><dl class="facts">${facts.map(
    ([label, text]) => text !== "" && html`<dt>${label}</dt><dd>${text}</dd>\n`,
  )}</dl></div>`;
}

function verifierBody({ standings }: SiteData, tool: Verifier): Html {
  const facts: (readonly [string, string])[] = [
    ["Version", tool.version ?? ""],
    ["Options", (tool.options ?? []).join(" ")],
    ...(tool.facts ?? []).map(([label, text]) => [label, text] as const),
    ["Techniques", (tool.techniques ?? []).join(", ")],
    ["Frameworks and solvers", (tool.frameworks ?? []).join(", ")],
    ["Hors concours", tool.horsConcours === true ? "yes" : ""],
    ["Excluded", tool.exclusion ?? ""],
  ];
  const archives = (tool.logArchives ?? []).map(
    (path) => html` <a href="../${safeHref(path)}">${path}</a>`,
  );
  return html`${factList(facts)}${
    archives.length > 0 && html`\n<p class="lead">All outputs and witnesses:${archives}</p>`
  }
<h2>Scores</h2>
<div class="scroll" role="region" aria-label="Scores by category" tabindex="0"><table class="small-rows">
<thead><tr><th scope="col">Category</th>${[
    ...["Score", "of", "Rank", "Correct true", "Correct false", "Wrong true", "Wrong false"],
    ...["Unconfirmed", "CPU time of correct"],
  ].map((title) => html`<th scope="col" class="right">${title}</th>`)}</tr></thead>
<tbody>
${inTreeOrder(standings).map(({ standing }) => scoreRow(standing, tool.id))}</tbody>
</table></div>`;
}

function scoreRow(standing: CategoryStanding, tool: string): Html {
  const { category, maxScore, scores } = standing;
  const name = html`<th scope="row"><a href="../${rankingLink(category.name)}">${category.name}</a></th>`;
  const score = scores.find((each) => each.tool === tool);
  if (score === undefined || score.state !== "scored") {
    const state = score === undefined || score.state === "scored" ? "not-listed" : score.state;
    return html`<tr>${name}<td class="nothing" colspan="9">${STATE_WORDS[state]}</td></tr>\n`;
  }
  const { tally } = score;
  const kind = medalIn(standing, score);
  return html`<tr>${name}${numbers([
    html`<b>${scoreForPeople(score.score)}</b>`,
    scoreForPeople(maxScore),
    html`${kind !== undefined && medal(kind)} ${rankOf(score)}`,
    tally.correctTrue,
    tally.correctFalse,
    tally.wrongTrue,
    tally.wrongFalse,
    tally.unconfirmedTrue + tally.unconfirmedFalse,
    secondsForPeople(tally.cpuTimeOfCorrectSeconds),
  ])}</tr>\n`;
}

function rankOf({ rank }: ToolScore): string {
  return rank === undefined ? "hors concours" : String(rank);
}

function numbers(values: readonly (Html | string | number)[]): readonly Html[] {
  return values.map(
    (value) =>
      html`<td class="right">${typeof value === "number" ? grouped(String(value)) : value}</td>`,
  );
}

function rankingsBody({ standings, tools }: SiteData, hasTasks: boolean): Html {
  const nameOf = (id: string): string => tools.find((tool) => tool.id === id)?.name ?? id;
  const tasksLink = hasTasks && html`<p><a href="../${TASK_LIST}">All tasks</a></p>\n`;
  return html`${tasksLink}${inTreeOrder(standings).map(({ standing }) => {
    const { category, tasks, maxScore, scores } = standing;
    const worst = scores.length + 1;
    const scored = scores
      .filter(({ state }) => state === "scored")
      .sort((a, b) => (a.rank ?? worst) - (b.rank ?? worst));
    return html`<section class="ranking-section" id="${slug(category.name)}">
<h2>${category.name}</h2>
<p class="lead">${tasksForPeople(tasks)}, max. score ${scoreForPeople(maxScore)}</p>
<div class="scroll" role="region" aria-label="Ranking of ${category.name}" tabindex="0"><table class="small-rows">
<thead><tr><th scope="col">Verifier</th>${[
      ...["Rank", "Score", "Correct", "Unconfirmed", "Wrong", "CPU time of correct"],
    ].map((title) => html`<th scope="col" class="right">${title}</th>`)}</tr></thead>
<tbody>
${scored.map((score) => {
  const { tally, tool } = score;
  const kind = medalIn(standing, score);
  return html`<tr><th scope="row">${kind !== undefined && medal(kind)} <a href="../${verifierPage(tool)}">${nameOf(tool)}</a></th>${numbers(
    [
      rankOf(score),
      html`<b>${scoreForPeople(score.score)}</b>`,
      tally.correctTrue + tally.correctFalse,
      tally.unconfirmedTrue + tally.unconfirmedFalse,
      tally.wrongTrue + tally.wrongFalse,
      secondsForPeople(tally.cpuTimeOfCorrectSeconds),
    ],
  )}</tr>\n`;
})}</tbody>
</table></div>
</section>
`;
  })}`;
}

function taskBody(
  { tools }: SiteData,
  category: string,
  task: PartTask,
  runs: readonly PartRun[],
): Html {
  const nameOf = (id: string): string => tools.find((tool) => tool.id === id)?.name ?? id;
  const facts: (readonly [string, string])[] = [
    ["Category", category],
    ["Expected verdict", task.expected ?? "unknown"],
    ["Void", task.voidReason ?? ""],
  ];
  return html`${factList(facts)}
<h2>Answers</h2>
<div class="scroll" role="region" aria-label="Answers" tabindex="0"><table class="small-rows">
<thead><tr><th scope="col">Verifier</th><th scope="col">Status</th><th scope="col">Result</th>${[
    ...["Points", "CPU time", "Wall time", "Memory"],
  ].map((title) => html`<th scope="col" class="right">${title}</th>`)}</tr></thead>
<tbody>
${runs.map(
  (run) =>
    html`<tr><th scope="row"><a href="../${verifierPage(run.tool)}">${nameOf(run.tool)}</a></th><td>${run.status}</td><td>${run.resultCategory}</td>${numbers(
      [
        run.points,
        secondsForPeople(run.cpuTimeSeconds),
        secondsForPeople(run.wallTimeSeconds),
        formatMemory(run.memoryBytes),
      ],
    )}</tr>\n`,
)}</tbody>
</table></div>`;
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

/** A link to the page in the explorer with more details. */
function explorerLink(path: string, title: string, data: SiteData): string {
  if (path.startsWith("v/")) {
    const id = data.tools.find((tool) => verifierPage(tool.id) === path)?.id ?? "";
    return formatRoute(["v", id]);
  }
  return path === TASK_LIST || path === PRINT_PAGE ? formatRoute([]) : formatRoute(["t", title]);
}

function page(data: SiteData, style: string, path: string, title: string, body: Html): SiteFile {
  const more = `../index.html${explorerLink(path, title, data)}`;
  return {
    path,
    content: html`${documentStart(POLICY, `${title} · ${data.title}`)}
<link rel="stylesheet" href="../${style}">
</head>
<body class="plain">
<main class="page">
<header class="page-head">
<nav class="crumbs" aria-label="Breadcrumb"><a href="../index.html">${data.title}</a> / <a href="../${PRINT_PAGE}">rankings</a></nav>
<h1>${title}</h1>
<p class="lead">By the rules of ${data.edition.name}. <a href="${more}">More of it in the explorer</a></p>
</header>
${body}
</main>
</body>
</html>
`.text,
  };
}
