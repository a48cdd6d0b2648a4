/** Validators ranked on the witnesses of one kind and version: a track of the competition. */
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { formatRoute, readTracks, type ShownTrack } from "../../../src/organiser/explorer/index.ts";
import type { ValidationStanding, ValidatorScore } from "../../../src/organiser/scoring/index.ts";
import {
  formatScore,
  medalOf,
  scoreForPeople,
  secondsForPeople,
  type Table,
} from "../../../src/organiser/tables/index.ts";
import { change, type Manifest, route, toolName } from "../state.ts";
import { count, Empty, MedalMark, NotHere, PageHead, ScrollBox } from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { Select } from "../ui/select.tsx";

/** As in addresses: `violation-2.0`. */
export function trackName({ track: { kind, version } }: ShownTrack): string {
  return `${kind}-${version}`;
}

function trackTitle({ track: { kind, version } }: ShownTrack): string {
  return `${kind === "violation" ? "Violation" : "Correctness"} witnesses ${version}`;
}

export function TrackPage({ data, name }: { data: Manifest; name: string }): VNode {
  const tracks = useMemo(() => readTracks(data.tracks ?? [], data.categories), [data]);
  const track = tracks.find((each) => trackName(each) === name);
  if (track === undefined) {
    return <NotHere>There is no track of validators “{name}” here.</NotHere>;
  }
  const { standings } = track;
  const wanted = route.value.query.c ?? "";
  const standing =
    standings.find(({ category }) => category.name === wanted) ??
    standings.find(({ category }) => /^(C\.)?Overall$/.test(category.name)) ??
    standings[0];
  return (
    <>
      <PageHead
        title={trackTitle(track)}
        above={[
          [formatRoute([]), data.title],
          [formatRoute(["validation"]), "Validation"],
        ]}
        lead="Validators ranked on the witnesses of the verifiers: points for confirming correct ones and for refuting wrong ones, both kinds with equal weight in a category."
      >
        <Select
          label="Track"
          value={name}
          options={tracks.map((each) => [trackName(each), trackTitle(each)] as const)}
          onChange={(value) => {
            location.hash = formatRoute(["tracks", value]);
          }}
        />
        {standing !== undefined && (
          <>
            <Select
              label="Category"
              value={standing.category.name}
              options={standings.map(({ category }) => [category.name, category.name] as const)}
              onChange={(c) => change({ c })}
            />
            <ExportMenu
              exports={tableExports(fileName("validators", name, standing.category.name), () =>
                rankingTable(standing),
              )}
            />
          </>
        )}
      </PageHead>
      {standing === undefined ? (
        <Empty>
          Validators answered, but about no witness that is known to be correct or wrong: tasks
          without expected verdict, or void ones.
        </Empty>
      ) : (
        <>
          <Ranking standing={standing} />
          <h2>All categories</h2>
          <Categories standings={standings} data={data} />
        </>
      )}
    </>
  );
}

function byRank(scores: readonly ValidatorScore[]): readonly ValidatorScore[] {
  const last = scores.length + 1;
  return [...scores].sort((a, b) => (a.rank ?? last) - (b.rank ?? last));
}

function Ranking({ standing }: { standing: ValidationStanding }): VNode {
  const { correct, wrong, unknown } = standing.witnesses;
  return (
    <ScrollBox label={`Validators in ${standing.category.name}`}>
      <table class="small-rows ranking">
        <caption>
          {standing.category.name}: {count(correct)} correct and {count(wrong)} wrong witnesses,{" "}
          {count(unknown)} void
        </caption>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Validator</th>
            {["Score", "On correct", "On wrong", "CPU time"].map((title) => (
              <th key={title} scope="col" class="right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byRank(standing.scores).map((score) => {
            const medal = standing.hasMedals ? medalOf(score.rank, score.score) : undefined;
            return (
              <tr key={score.validator}>
                <td>
                  {score.rank === undefined ? "–" : `${score.rank}.`}{" "}
                  {medal !== undefined && <MedalMark kind={medal} />}
                </td>
                <th scope="row">{toolName(score.validator)}</th>
                <td class="right">
                  {score.rank === undefined ? (
                    <span class="nothing">{score.hasResults ? "not ranked" : "no results"}</span>
                  ) : (
                    scoreForPeople(score.score)
                  )}
                </td>
                <td class="right">{scoreForPeople(score.pointsOnCorrect)}</td>
                <td class="right">{scoreForPeople(score.pointsOnWrong)}</td>
                <td class="right">{secondsForPeople(score.cpuTimeSeconds)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Categories({
  standings,
  data,
}: {
  standings: readonly ValidationStanding[];
  data: Manifest;
}): VNode {
  const ids = [
    ...new Set(standings.flatMap(({ scores }) => scores.map(({ validator }) => validator))),
  ];
  const shown = data.validators.map(({ id }) => id).filter((id) => ids.includes(id));
  return (
    <ScrollBox label="Scores of validators in all categories">
      <table class="matrix">
        <caption>Rank and score</caption>
        <thead>
          <tr>
            <th scope="col">Category</th>
            {shown.map((id) => (
              <th key={id} scope="col">
                {toolName(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standings.map(({ category, witnesses, scores }) => (
            <tr key={category.name} class={category.kind === "meta" ? "meta" : ""}>
              <th scope="row">
                <a href={formatRoute(route.value.path, { c: category.name })}>{category.name}</a>
                <span class="note">{count(witnesses.correct + witnesses.wrong)} witnesses</span>
              </th>
              {shown.map((id) => {
                const score = scores.find(({ validator }) => validator === id);
                return score?.rank === undefined ? (
                  <td key={id} class="nothing">
                    –
                  </td>
                ) : (
                  <td key={id}>
                    <span class="rank">{score.rank}.</span>{" "}
                    <span class="points">{scoreForPeople(score.score)}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function rankingTable({ category, scores }: ValidationStanding): Table {
  const titles = [
    "rank",
    "validator",
    "score",
    "points on correct",
    "points on wrong",
    "CPU time (s)",
  ];
  return {
    title: `Validators in ${category.name}`,
    columns: titles.map((title, index) => ({ title, align: index === 1 ? "left" : "right" })),
    rows: byRank(scores).map(
      ({ rank, validator, score, pointsOnCorrect, pointsOnWrong, cpuTimeSeconds }) => [
        rank === undefined ? "" : String(rank),
        validator,
        rank === undefined ? "" : formatScore(score),
        formatScore(pointsOnCorrect),
        formatScore(pointsOnWrong),
        String(cpuTimeSeconds ?? ""),
      ],
    ),
  };
}
