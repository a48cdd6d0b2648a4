import type { VNode } from "preact";
import { figureRequest, formatRoute } from "../../../src/organiser/explorer/index.ts";
import {
  type CategoryStanding,
  rankCorrectVerifiers,
  rankGreenVerifiers,
  rankingCandidates,
  rankNewVerifiers,
  type ToolScore,
} from "../../../src/organiser/scoring/index.ts";
import {
  formatSignificant,
  medalIn,
  STATE_WORDS,
  scoreForPeople,
  secondsForPeople,
  standingsTable,
  tasksForPeople,
} from "../../../src/organiser/tables/index.ts";
import { earlierResults, runsOf } from "../data/loaded-runs.ts";
import { change, type Manifest, route, standings, toolName } from "../state.ts";
import {
  Await,
  count,
  MedalMark,
  NotHere,
  PageHead,
  ScoreBar,
  ScrollBox,
  ToolLink,
} from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { Matrix } from "../ui/matrix.tsx";
import { Hardest } from "./hardest.tsx";
import { QuantileFigure, Sample } from "./quantile.tsx";

export function CategoryPage({ data, name }: { data: Manifest; name: string }): VNode {
  const standing = standings.value.find(({ category }) => category.name === name);
  if (standing === undefined) return <NotHere>There is no category “{name}”.</NotHere>;
  const { category, tasks, maxScore } = standing;
  const below =
    category.kind === "meta"
      ? standings.value.filter((other) => category.children.includes(other.category.name))
      : [];
  const parents = data.categories.filter(
    (other) => other.kind === "meta" && other.children.includes(name),
  );
  return (
    <>
      <PageHead
        title={name}
        above={[
          [formatRoute([]), data.title],
          ...parents
            .slice(0, 1)
            .map((parent) => [formatRoute(["c", parent.name]), parent.name] as const),
        ]}
        lead={
          <>
            {category.kind === "base" && `Property ${category.property}, `}
            {tasksForPeople(tasks)}, max. score {scoreForPeople(maxScore)}
            {category.demonstration === true && "; a demonstration: counts in no other category"}.
          </>
        }
      >
        <a class="button" href={formatRoute(["runs"], { c: name })}>
          All runs
        </a>
        <ExportMenu
          exports={tableExports(fileName(name, "ranking"), () => standingsTable(name, [standing]))}
        />
      </PageHead>
      <h2>Ranking</h2>
      <Ranking standing={standing} />
      <Plot data={data} name={name} />
      {below.length > 0 && (
        <>
          <h2>Categories inside</h2>
          <Matrix standings={below} tools={data.tools} label={`Categories inside ${name}`} />
        </>
      )}
      <Hardest name={name} />
    </>
  );
}

function Plot({ data, name }: { data: Manifest; name: string }): VNode {
  const store = runsOf(name);
  const query = { ...route.value.query, c: name };
  const request = figureRequest({ path: ["plot", "quantile"], query }, data);
  return (
    <>
      <h2>Score-based quantile plot</h2>
      <Await loading={store.value}>
        {(value) =>
          request !== undefined && (
            <QuantileFigure data={data} store={value} request={request} hasExportKey={false} />
          )
        }
      </Await>
    </>
  );
}

function Ranking({ standing }: { standing: CategoryStanding }): VNode {
  const worst = standing.scores.length + 1;
  const rows = [...standing.scores].sort((a, b) => (a.rank ?? worst) - (b.rank ?? worst));
  const hasEnergy = rows.some(({ tally }) => (tally.cpuEnergyJoules ?? 0) > 0);
  const others = alternativeRanks(standing);
  return (
    <ScrollBox label="Ranking">
      <table class="ranking">
        <thead>
          <tr>
            <th scope="col">Verifier</th>
            {[
              "Rank",
              "Score",
              "Correct true",
              "Correct false",
              "Unconfirmed",
              "Wrong true",
              "Wrong false",
              "Unknown",
              "CPU of correct",
              "CPU of all",
              ...(hasEnergy ? ["Energy of all"] : []),
              "Other ranks",
            ].map((title) => (
              <th key={title} scope="col" class="right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((score) => (
            <RankingRow
              key={score.tool}
              standing={standing}
              score={score}
              hasEnergy={hasEnergy}
              others={others.get(score.tool) ?? []}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/**
 * Ranks by the alternative rankings of the reports: fewest wrong results and least energy per
 * point, and, where earlier results show which verifiers are new, by score among those.
 */
function alternativeRanks(
  standing: CategoryStanding,
): ReadonlyMap<string, readonly (readonly [name: string, rank: number])[]> {
  const candidates = rankingCandidates(standing);
  const [last] = earlierResults();
  const known = new Set(last?.tools.map(({ id }) => id));
  const fresh = new Set(candidates.map(({ tool }) => tool).filter((tool) => !known.has(tool)));
  const ranks = new Map<string, (readonly [string, number])[]>();
  for (const [name, { rows }] of [
    ["correct", rankCorrectVerifiers(candidates)],
    ["green", rankGreenVerifiers(candidates)],
    ...(last === undefined ? [] : [["new", rankNewVerifiers(candidates, fresh)] as const]),
  ] as const) {
    for (const { tool, rank } of rows) ranks.set(tool, [...(ranks.get(tool) ?? []), [name, rank]]);
  }
  return ranks;
}

function RankingRow({
  standing,
  score,
  hasEnergy,
  others,
}: {
  standing: CategoryStanding;
  score: ToolScore;
  hasEnergy: boolean;
  others: readonly (readonly [name: string, rank: number])[];
}): VNode {
  const { tally, tool } = score;
  if (score.state !== "scored") {
    return (
      <tr>
        <th scope="row">
          <ToolLink id={tool} />
        </th>
        <td class="nothing" colSpan={hasEnergy ? 12 : 11}>
          {STATE_WORDS[score.state]}
        </td>
      </tr>
    );
  }
  const kind = medalIn(standing, score);
  const isChosen = route.value.query.hl === tool;
  const link = (words: string): string =>
    formatRoute(["runs"], { c: standing.category.name, q: `v:${tool} ${words}` });
  const figure = (value: number, words: string, className = ""): VNode => (
    <td class={`right ${value > 0 ? className : ""}`}>
      {value === 0 ? <span class="nothing">0</span> : <a href={link(words)}>{count(value)}</a>}
    </td>
  );
  return (
    <tr class={isChosen ? "chosen" : ""}>
      <th scope="row">
        <button
          type="button"
          class="quiet swatch"
          aria-pressed={isChosen}
          aria-label={`Emphasise ${toolName(tool)} in the plot`}
          title="Emphasise its graph in the plot below"
          onClick={() => change({ hl: isChosen ? "" : tool })}
        >
          <Sample tool={tool} />
        </button>
        {kind !== undefined && <MedalMark kind={kind} />}
        <ToolLink id={tool} />
      </th>
      <td class="right">{score.rank ?? "hors concours"}</td>
      <td class="right">
        <b>{scoreForPeople(score.score)}</b>
        <ScoreBar score={score.score} maximum={standing.maxScore} />
      </td>
      {figure(tally.correctTrue, "s:correct status:true")}
      {figure(tally.correctFalse, "s:correct status:false")}
      {figure(tally.unconfirmedTrue + tally.unconfirmedFalse, "s:correct-unconfirmed", "weak-cell")}
      {figure(tally.wrongTrue, "s:wrong status:true", "bad-cell")}
      {figure(tally.wrongFalse, "s:wrong status:false", "bad-cell")}
      {figure(withoutAnswer(tally), "s:unknown,error,missing")}
      <td class="right">{secondsForPeople(tally.cpuTimeOfCorrectSeconds)}</td>
      <td class="right">{secondsForPeople(tally.cpuTimeSeconds)}</td>
      {hasEnergy && (
        <td class="right">
          {tally.cpuEnergyJoules === undefined
            ? ""
            : `${formatSignificant(tally.cpuEnergyJoules / 1000, 2)} kJ`}
        </td>
      )}
      <td
        class="right"
        title="Correct: wrong results per point; green: energy per point; new: score"
      >
        {others.length > 0 && score.rank !== undefined && (
          <RankLine
            ranks={[score.rank, ...others.map(([, rank]) => rank)]}
            last={standing.scores.length}
          />
        )}
        {others.length === 0 ? (
          <span class="nothing">–</span>
        ) : (
          <span class="note">{others.map(([name, rank]) => `${name} ${rank}`).join(" · ")}</span>
        )}
      </td>
    </tr>
  );
}

/** Runs that give neither TRUE nor FALSE. */
function withoutAnswer(tally: ToolScore["tally"]): number {
  const { runs, correctTrue, correctFalse, unconfirmedTrue, unconfirmedFalse } = tally;
  const { wrongTrue, wrongFalse } = tally;
  return (
    runs - correctTrue - correctFalse - unconfirmedTrue - unconfirmedFalse - wrongTrue - wrongFalse
  );
}

/**
 * The rank by score and by the alternative rankings, the first rank on top. The numbers are beside
 * it.
 */
function RankLine({ ranks, last }: { ranks: readonly number[]; last: number }): VNode {
  const points = ranks.map(
    (rank, index) => [4 + index * 14, 3 + ((rank - 1) / Math.max(1, last - 1)) * 12] as const,
  );
  return (
    <svg class="rank-line" viewBox={`0 0 ${ranks.length * 14 - 6} 18`} aria-hidden="true">
      <polyline points={points.map((point) => point.join()).join(" ")} />
      {points.map(([x, y], index) => (
        <circle key={x} cx={x} cy={y} r={index === 0 ? 2.6 : 1.8} />
      ))}
    </svg>
  );
}
