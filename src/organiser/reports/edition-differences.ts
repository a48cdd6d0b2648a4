import type { Edition } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { evaluateSpool } from "../competition/index.ts";
import type { ToolScore } from "../scoring/index.ts";

/** A score that another edition's rules change. */
export interface ScoreDifference {
  readonly category: string;
  readonly tool: string;
  /** By the competition's own rules; exact fractions. */
  readonly own: ScoreAndRank;
  readonly other: ScoreAndRank;
}

export interface ScoreAndRank {
  readonly score: string;
  readonly rank?: number;
}

/** Changes of scores when another edition's rules are applied to the same results. */
export interface EditionDifferences {
  /** Id of the other edition. */
  readonly edition: string;
  readonly scores: readonly ScoreDifference[];
  /** Runs per category, and how many of them get another status or other points. */
  readonly runs: { readonly all: number; readonly changed: number };
  /** Validation runs that the other edition requires and that were not made. */
  readonly notPlanned: number;
}

/** Scores the results of a spool by both editions' rules. */
export function editionDifferences(spool: string, edition: Edition): EditionDifferences {
  const { evaluation: own } = evaluateSpool(spool);
  const { evaluation: other } = evaluateSpool(spool, edition);
  const scores = own.standings.flatMap(({ category, scores: before }) => {
    const after = other.standings.find((standing) => standing.category.name === category.name);
    return before.flatMap((score) => {
      const now = after?.scores.find(({ tool }) => tool === score.tool);
      if (now === undefined) return [];
      const difference = {
        category: category.name,
        tool: score.tool,
        own: scoreAndRank(score),
        other: scoreAndRank(now),
      };
      const { own: a, other: b } = difference;
      return a.score === b.score && a.rank === b.rank ? [] : [difference];
    });
  });
  const judged = own.judgements.map(({ judged: run }) => run);
  const changed = judged.filter((run, index) => {
    const now = other.judgements[index]?.judged;
    return now?.status !== run.status || String(now.points) !== String(run.points);
  });
  return {
    edition: edition.id,
    scores,
    runs: { all: judged.length, changed: changed.length },
    notPlanned: other.progress.notPlanned,
  };
}

function scoreAndRank({ score, rank }: ToolScore): ScoreAndRank {
  return { score: String(score), ...defined({ rank }) };
}
