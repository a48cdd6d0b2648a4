/** Ranks and scores under other rules, beside the official ones. */
import type { VNode } from "preact";
import { formatRoute, type Manifest } from "../../../src/explorer/index.ts";
import { type CategoryStanding, inTreeOrder, type ToolScore } from "../../../src/scoring/index.ts";
import { formatScore } from "../../../src/tables/index.ts";
import { count, ScrollBox, ToolLink } from "../ui/basics.tsx";

interface Move {
  readonly category: string;
  readonly tool: string;
}

/** Verifiers whose rank is another. */
export function movesOf(
  before: readonly CategoryStanding[],
  now: readonly CategoryStanding[],
): readonly Move[] {
  const official = scoresOf(before);
  return now.flatMap(({ category, scores }) =>
    scores
      .filter(({ tool, rank }) => official.get(category.name)?.get(tool)?.rank !== rank)
      .map(({ tool }) => ({ category: category.name, tool })),
  );
}

type ScoresByTool = ReadonlyMap<string, ToolScore>;

function scoresOf(standings: readonly CategoryStanding[]): ReadonlyMap<string, ScoresByTool> {
  return new Map(
    standings.map(({ category, scores }) => [
      category.name,
      new Map(scores.map((score) => [score.tool, score])),
    ]),
  );
}

const FIRST_COLUMN = 250;
const COLUMN = 142;

/** Its columns have one width, so that each row is laid out by itself. */
export function ChangedRanks({
  before,
  now,
  tools,
}: {
  before: readonly CategoryStanding[];
  now: readonly CategoryStanding[];
  tools: Manifest["tools"];
}): VNode {
  const official = scoresOf(before);
  const changed = scoresOf(now);
  return (
    <ScrollBox label="Scores and ranks under the changed rules">
      <table
        class="matrix ranks"
        style={{
          "--first-column": `${FIRST_COLUMN}px`,
          "--column": `${COLUMN}px`,
          "--columns": tools.length,
        }}
      >
        <caption>Rank and score under the changed rules; ▲ ▼ against the official ones</caption>
        <thead>
          <tr>
            <th scope="col">Category</th>
            {tools.map(({ id }) => (
              <th key={id} scope="col">
                <ToolLink id={id} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inTreeOrder(now).map(({ standing: { category, maxScore }, level }) => (
            <tr key={category.name} class={category.kind === "meta" ? "meta" : ""}>
              <th scope="row" class={`level${Math.min(level, 3)}`}>
                <a href={formatRoute(["c", category.name])}>{category.name}</a>
                <span class="note">max. score {formatScore(maxScore)}</span>
              </th>
              {tools.map(({ id }) => (
                <Cell
                  key={id}
                  score={changed.get(category.name)?.get(id)}
                  official={official.get(category.name)?.get(id)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Of the same elements whatever it says: texts are changed faster than elements. */
function Cell({
  score,
  official,
}: {
  score: ToolScore | undefined;
  official: ToolScore | undefined;
}): VNode {
  if (score === undefined || score.state !== "scored") return <td class="nothing">–</td>;
  const steps =
    official?.rank === undefined || score.rank === undefined ? 0 : official.rank - score.rank;
  const difference =
    official === undefined ? 0 : Math.round(score.score.toNumber() - official.score.toNumber());
  const move = steps === 0 ? "" : `${steps > 0 ? "▲" : "▼"} ${Math.abs(steps)}`;
  return (
    <td class={steps === 0 ? "" : steps > 0 ? "up" : "down"}>
      <span class="rank">{score.rank === undefined ? "" : `${score.rank}. `}</span>
      <span class="points">{formatScore(score.score)}</span>
      <span class="move">{move}</span>
      <span class="time">{difference === 0 ? "" : signed(difference)}</span>
    </td>
  );
}

function signed(difference: number): string {
  return `${difference > 0 ? "+" : ""}${count(difference)}`;
}
