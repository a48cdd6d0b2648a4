/** Ranks and scores under other rules, beside the official ones. */
import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { defined } from "../../../src/ground/util/defined.ts";
import { formatRoute, type Manifest } from "../../../src/organiser/explorer/index.ts";
import {
  type CategoryStanding,
  inTreeOrder,
  type ToolScore,
} from "../../../src/organiser/scoring/index.ts";
import { scoreForPeople } from "../../../src/organiser/tables/index.ts";
import { count, ScrollBox, ToolLink } from "../ui/basics.tsx";
import { sightOf, useRowsSoFar } from "../ui/in-sight.ts";
import { partsOf } from "../ui/paper.ts";

interface Move {
  readonly category: string;
  readonly tool: string;
}

/** Verifiers whose rank differs. */
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

/** In pixels. */
const SIZE = { firstColumn: 250, column: 142, row: 62 };

/**
 * An element with its content: while the content is the same, so is the element, and it is not
 * compared again.
 */
interface Shown {
  readonly text: string;
  readonly node: VNode;
}

interface ShownRow {
  /** The standing of its newest cells. */
  readonly standing: CategoryStanding;
  /** Whether all of its cells show this standing. */
  readonly isComplete: boolean;
  readonly cells: readonly Shown[];
  readonly node: VNode;
}

interface Ranks {
  readonly before: readonly CategoryStanding[];
  readonly now: readonly CategoryStanding[];
  readonly tools: Manifest["tools"];
}

export function ChangedRanks({ before, now, tools }: Ranks): VNode {
  return (
    <>
      {partsOf(tools).map((part) => (
        <RankTable
          // On paper it is another table than on the screen, also the first part.
          key={`${part.length} ${part[0]?.id}`}
          before={before}
          now={part === tools ? now : now.map((standing) => onlyOf(standing, part))}
          tools={part}
        />
      ))}
    </>
  );
}

function onlyOf(standing: CategoryStanding, tools: Manifest["tools"]): CategoryStanding {
  const ids = new Set(tools.map(({ id }) => id));
  return { ...standing, scores: standing.scores.filter(({ tool }) => ids.has(tool)) };
}

/**
 * A table with columns of equal width, so that each row is laid out by itself. Visible cells are
 * updated at once after an answer, the other cells of thousands a few rows at a time.
 */
function RankTable({ before, now, tools }: Ranks): VNode {
  const official = useMemo(() => scoresOf(before), [before]);
  const rows = useMemo(() => inTreeOrder(now), [now]);
  const box = useRef<HTMLElement>(null);
  const known = useRef<ReadonlyMap<string, ShownRow>>(new Map());
  const complete = useRowsSoFar(now, rows.length);
  const sight = complete === 0 ? sightOf(box.current, SIZE) : undefined;
  const head = useMemo(
    () => (
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
    ),
    [tools],
  );
  const shown = rows.map(({ standing, level }, index): ShownRow => {
    const old = known.current.get(standing.category.name);
    if (old?.standing === standing && (old.isComplete || index >= complete)) return old;
    const isSeen = sight !== undefined && index >= sight.rows[0] && index < sight.rows[1];
    if (old !== undefined && !isSeen && index >= complete) return old;
    const columns = old === undefined || index < complete ? undefined : sight?.columns;
    const scores = official.get(standing.category.name);
    return shownRow(standing, level, scores, { old, ...defined({ columns }) });
  });
  known.current = new Map(shown.map((row) => [row.standing.category.name, row]));
  return (
    <ScrollBox label="Scores and ranks under the changed rules" box={box}>
      <table
        class="matrix ranks"
        style={{
          "--first-column": `${SIZE.firstColumn}px`,
          "--column": `${SIZE.column}px`,
          "--columns": tools.length,
        }}
      >
        <caption>Rank and score under the changed rules; ▲ ▼ against the official ones</caption>
        {head}
        <tbody>{shown.map(({ node }) => node)}</tbody>
      </table>
    </ScrollBox>
  );
}

/** With `columns`, only cells in these are updated. */
function shownRow(
  standing: CategoryStanding,
  level: number,
  official: ScoresByTool | undefined,
  { old, columns }: { old: ShownRow | undefined; columns?: readonly [number, number] },
): ShownRow {
  const { category, maxScore, scores } = standing;
  const cells = scores.map((score, index): Shown => {
    const known = old?.cells[index];
    const isSeen = columns === undefined || (index >= columns[0] && index < columns[1]);
    return known !== undefined && !isSeen
      ? known
      : shownCell(score, official?.get(score.tool), known);
  });
  const node = (
    <tr key={category.name} class={category.kind === "meta" ? "meta" : ""}>
      <th scope="row" class={`level${Math.min(level, 3)}`}>
        <a href={formatRoute(["c", category.name])}>{category.name}</a>
        <span class="note">max. score {scoreForPeople(maxScore)}</span>
      </th>
      {cells.map((cell) => cell.node)}
    </tr>
  );
  return { standing, isComplete: columns === undefined, cells, node };
}

/** Consists of the same elements for every content: texts are changed faster than elements. */
function shownCell(score: ToolScore, official: ToolScore | undefined, old?: Shown): Shown {
  const { tool, state } = score;
  if (state !== "scored") {
    if (old?.text === "") return old;
    return {
      text: "",
      node: (
        <td key={tool} class="nothing">
          –
        </td>
      ),
    };
  }
  const steps =
    official?.rank === undefined || score.rank === undefined ? 0 : official.rank - score.rank;
  const difference =
    official === undefined ? 0 : Math.round(score.score.toNumber() - official.score.toNumber());
  const move = steps === 0 ? "" : `${steps > 0 ? "▲" : "▼"} ${Math.abs(steps)}`;
  const rank = score.rank === undefined ? "" : `${score.rank}. `;
  const points = scoreForPeople(score.score);
  const text = [rank, points, move, difference].join("\n");
  if (old?.text === text) return old;
  const node = (
    <td key={tool} class={steps === 0 ? "" : steps > 0 ? "up" : "down"}>
      <span class="rank">{rank}</span>
      <span class="points">{points}</span>
      <span class="move">{move}</span>
      <span class="time">{difference === 0 ? "" : signed(difference)}</span>
    </td>
  );
  return { text, node };
}

function signed(difference: number): string {
  return `${difference > 0 ? "+" : ""}${count(difference)}`;
}
