import type { VNode } from "preact";
import { formatDuration } from "../../../src/ground/util/duration.ts";
import { formatRoute } from "../../../src/organiser/explorer/index.ts";
import type { CategoryStanding } from "../../../src/organiser/scoring/index.ts";
import { scoreForPeople, scoreTable, winnersOf } from "../../../src/organiser/tables/index.ts";
import { type Manifest, standings, toolName } from "../state.ts";
import { count, MedalMark, PageHead, Tile } from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { Matrix, matrixTable } from "../ui/matrix.tsx";
import { Since } from "./since.tsx";

export function EditionPage({ data }: { data: Manifest }): VNode {
  const runs = data.parts.reduce((sum, part) => sum + part.runs, 0);
  const tasks = data.parts.reduce((sum, part) => sum + part.tasks, 0);
  const all = standings.value;
  const cpuTime = cpuTimeOf(all);
  return (
    <>
      <PageHead
        title={data.title}
        lead={
          <>
            Scored by the rules of {data.edition.name}.{" "}
            <a href={formatRoute(["rules"])}>What if the rules were others?</a>
          </>
        }
      >
        <ExportMenu
          exports={tableExports(fileName(data.title, "scores"), matrixTable(data.title, all), () =>
            scoreTable(data.title, all, data.tools),
          )}
        />
      </PageHead>
      <ul class="cards">
        <Tile
          value={count(data.tools.length)}
          label={data.tools.length === 1 ? "verifier" : "verifiers"}
        />
        <Tile
          value={count(data.parts.length)}
          label={data.parts.length === 1 ? "base category" : "base categories"}
        />
        <Tile value={count(tasks)} label="tasks in categories" />
        <Tile value={count(runs)} label="runs" />
        {cpuTime !== undefined && (
          <Tile value={formatDuration(cpuTime)} label="CPU time of all verifiers" />
        )}
        {data.validators.length > 0 && (
          <Tile
            value={count(data.validators.length)}
            label={data.validators.length === 1 ? "validator" : "validators"}
          />
        )}
      </ul>
      <Podiums all={all} />
      <h2>Scores</h2>
      <Matrix standings={all} tools={data.tools} label="Scores of all tools in all categories" />
      <Since data={data} />
      <h2>Dates and data</h2>
      <div class="card">
        <dl class="facts">
          {data.facts
            .filter(([label]) => EDITION_FACTS.has(label))
            .map(([label, text]) => (
              <>
                <dt key={label}>{label}</dt>
                <dd>{text}</dd>
              </>
            ))}
        </dl>
        <p>
          <a href={formatRoute(["about"])}>Provenance, hashes of all data, how to cite</a>
        </p>
      </div>
    </>
  );
}

/** CPU time of all runs that contribute to the scores; undefined where a time is unknown. */
function cpuTimeOf(all: readonly CategoryStanding[]): number | undefined {
  let sum = 0;
  for (const { category, scores } of all) {
    if (category.kind === "meta") continue;
    for (const { tally } of scores) {
      if (tally.runs > 0 && tally.cpuTimeSeconds === undefined) return undefined;
      sum += tally.cpuTimeSeconds ?? 0;
    }
  }
  return sum > 0 ? sum : undefined;
}

/** The facts that readers of results ask for; the page "About" lists all of them. */
const EDITION_FACTS: ReadonlySet<string> = new Set([
  "Runs",
  "First and last start",
  "Limits of verification",
  "Host",
  "Source",
  "DOI",
  "Licence of the results",
]);

/** The best three of every category with medals, the overall ones first. */
function Podiums({ all }: { all: readonly CategoryStanding[] }): VNode | null {
  const withMedals = all
    .filter(({ hasMedals, category }) => hasMedals && category.kind === "meta")
    .sort(
      (a, b) => Number(/Overall$/.test(b.category.name)) - Number(/Overall$/.test(a.category.name)),
    );
  const cards = withMedals.flatMap((standing) => {
    const winners = winnersOf(standing);
    if (winners.length === 0) return [];
    return [
      <li key={standing.category.name} class="card podium">
        <h3>
          <a href={formatRoute(["c", standing.category.name])}>{standing.category.name}</a>
          <span class="note">of {scoreForPeople(standing.maxScore)}</span>
        </h3>
        <ol>
          {winners.map(({ score, kind }) => {
            const share =
              standing.maxScore.numerator > 0n
                ? score.score.dividedBy(standing.maxScore).toNumber()
                : 0;
            return (
              <li key={score.tool}>
                <MedalMark kind={kind} />
                <a href={formatRoute(["v", score.tool])}>{toolName(score.tool)}</a>
                <svg class="bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
                  <rect width="100" height="3" />
                  <rect width={Math.max(0, Math.min(1, share)) * 100} height="3" class={kind} />
                </svg>
                <b class="number">{scoreForPeople(score.score)}</b>
              </li>
            );
          })}
        </ol>
      </li>,
    ];
  });
  if (cards.length === 0) return null;
  return (
    <>
      <h2>Medals</h2>
      <ul class="cards">{cards}</ul>
    </>
  );
}
