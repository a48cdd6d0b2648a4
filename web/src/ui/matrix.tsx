/** Categories by verifiers: points over CPU time, medals, and warnings. */
import type { VNode } from "preact";
import { formatRoute, type Manifest } from "../../../src/organiser/explorer/index.ts";
import {
  type CategoryStanding,
  inTreeOrder,
  type ToolScore,
} from "../../../src/organiser/scoring/index.ts";
import {
  medalIn,
  STATE_WORDS,
  scoreForPeople,
  secondsForPeople,
  standingsTable,
  type Table,
  tasksForPeople,
} from "../../../src/organiser/tables/index.ts";
import { change, route } from "../state.ts";
import { count, MedalMark, ScoreBar, ScrollBox } from "./basics.tsx";
import { partsOf } from "./paper.ts";

export function Matrix({
  standings,
  tools,
  label,
}: {
  standings: readonly CategoryStanding[];
  tools: Manifest["tools"];
  label: string;
}): VNode {
  const { order, dense } = route.value.query;
  const shown = order === "rank" ? byRank(tools, standings) : tools;
  return (
    <>
      <div class="matrix-bar">
        <Toggle label="Order by rank" name="order" value="rank" />
        <Toggle label="Compact" name="dense" value="1" />
      </div>
      {partsOf(shown).map((part) => (
        <ScrollBox key={part[0]?.id} label={label}>
          <MatrixTable standings={standings} tools={part} isDense={dense !== undefined} />
        </ScrollBox>
      ))}
    </>
  );
}

function MatrixTable({
  standings,
  tools,
  isDense,
}: {
  standings: readonly CategoryStanding[];
  tools: Manifest["tools"];
  isDense: boolean;
}): VNode {
  return (
    <table class={isDense ? "matrix dense" : "matrix"}>
      <caption>Points, CPU time of the correct results, share of the maximal score</caption>
      <thead>
        <tr>
          <th scope="col">Category</th>
          {tools.map(({ id, name, version, horsConcours, exclusion }) => (
            <th key={id} scope="col">
              <a href={formatRoute(["v", id])}>{name}</a>
              <span class="note" title={version}>
                {version}
                {exclusion !== undefined
                  ? ` excluded: ${exclusion}`
                  : horsConcours === true && " hors concours"}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inTreeOrder(standings).map(({ standing, level }) => (
          <Row key={standing.category.name} standing={standing} level={level} tools={tools} />
        ))}
      </tbody>
    </table>
  );
}

/** A choice about the matrix that is part of the address. */
function Toggle({ label, name, value }: { label: string; name: string; value: string }): VNode {
  const isOn = route.value.query[name] === value;
  return (
    <label class="toggle">
      <input
        type="checkbox"
        checked={isOn}
        onChange={() => change({ [name]: isOn ? undefined : value })}
      />
      {label}
    </label>
  );
}

/**
 * Orders by the points in Overall, or else in the last category; verifiers without points there
 * come last.
 */
function byRank(
  tools: Manifest["tools"],
  standings: readonly CategoryStanding[],
): Manifest["tools"] {
  const overall =
    standings.find(({ category }) => /(^|\.)Overall$/.test(category.name)) ?? standings.at(-1);
  const points = new Map(overall?.scores.map((score) => [score.tool, score]));
  const place = (id: string): number => {
    const score = points.get(id);
    return score?.state === "scored" ? score.score.toNumber() : Number.NEGATIVE_INFINITY;
  };
  return [...tools].sort((a, b) => place(b.id) - place(a.id) || 0);
}

function Row({
  standing,
  level,
  tools,
}: {
  standing: CategoryStanding;
  level: number;
  tools: Manifest["tools"];
}): VNode {
  const { category, tasks, maxScore, scores } = standing;
  const byTool = new Map(scores.map((score) => [score.tool, score]));
  return (
    <tr class={category.kind === "meta" ? "meta" : ""}>
      <th scope="row" class={`level${Math.min(level, 3)}`}>
        <a href={formatRoute(["c", category.name])}>{category.name}</a>
        {category.demonstration === true && " (demonstration)"}
        <span class="note">
          {tasksForPeople(tasks)}, max. score {scoreForPeople(maxScore)}
        </span>
      </th>
      {tools.map(({ id }) => (
        <Cell key={id} standing={standing} score={byTool.get(id)} />
      ))}
    </tr>
  );
}

function Cell({
  standing,
  score,
}: {
  standing: CategoryStanding;
  score: ToolScore | undefined;
}): VNode {
  if (score === undefined || score.state !== "scored") {
    const state = score === undefined || score.state === "scored" ? "not-listed" : score.state;
    return (
      <td class="nothing" title={STATE_WORDS[state]}>
        –
      </td>
    );
  }
  const { tally } = score;
  const kind = medalIn(standing, score);
  const wrong = tally.wrongTrue + tally.wrongFalse;
  const unconfirmed = tally.unconfirmedTrue + tally.unconfirmedFalse;
  const link = formatRoute(["runs"], { c: standing.category.name, q: `v:${score.tool}` });
  return (
    <td class={kind === undefined ? "" : `with-${kind}`} title={shareOf(standing, score)}>
      {kind !== undefined && <MedalMark kind={kind} />}
      <a href={link} class="points">
        {scoreForPeople(score.score)}
      </a>
      <span class="time">{secondsForPeople(tally.cpuTimeOfCorrectSeconds)}</span>
      {wrong + unconfirmed > 0 && (
        <span class="flags">
          {wrong > 0 && <span class="bad">{count(wrong)} wrong</span>}
          {wrong > 0 && unconfirmed > 0 && " · "}
          {unconfirmed > 0 && <span class="weak">{count(unconfirmed)} unconfirmed</span>}
        </span>
      )}
      <ScoreBar score={score.score} maximum={standing.maxScore} />
    </td>
  );
}

/** Maximum of the cell. */
function shareOf({ maxScore, tasks }: CategoryStanding, { score }: ToolScore): string {
  const maximum = `${scoreForPeople(score)} of at most ${scoreForPeople(maxScore)} points`;
  if (maxScore.numerator <= 0n || tasks.valid === 0) return maximum;
  const share = score.dividedBy(maxScore).toNumber();
  const normalised = score.toNumber() / tasks.valid;
  return `${maximum} (${(share * 100).toFixed(1)} %), normalised: ${normalised.toFixed(3)} per task`;
}

export function matrixTable(title: string, standings: readonly CategoryStanding[]): () => Table {
  return () => standingsTable(title, standings);
}
