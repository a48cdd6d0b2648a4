/**
 * The JSON document of `agon score --json`, described in `docs/scores.md` and
 * by `schema/scores.schema.json`. Keys are only added within a version.
 */

import type { Tool } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { isComplete } from "../competition/index.ts";
import {
  type CategoryStanding,
  type ConfirmationRate,
  confirmationRates,
  type Effort,
  effortOf,
  type JudgedRun,
  type ToolScore,
} from "../scoring/index.ts";
import { medalOf } from "../tables/index.ts";
import { runsInCategories } from "./report-table.ts";
import type { ScoredResults } from "./scored-results.ts";
import { type ScoredTrack, validationTracks } from "./validation-tracks.ts";

/** Value of `format`; the number changes when old readers would misread new documents. */
const SCORES_FORMAT = "agon-scores/1";

export function scoreDocument(results: ScoredResults): unknown {
  const { progress, name, edition, tools, standings, runs, warnings } = results;
  const runsOf = runsInCategories(results);
  return {
    format: SCORES_FORMAT,
    name,
    edition: edition.id,
    ...(progress === undefined
      ? {}
      : { complete: isComplete(progress), validationsNotPlanned: progress.notPlanned }),
    voidTasks: results.voidTasks,
    tools: tools.map(toolToJson),
    categories: standings.map((standing) => standingToJson(standing, runsOf)),
    validation: validationTracks(results).map(trackToJson),
    runs: runs.map(({ raw: _, source: __, ...run }) => run),
    warnings,
  };
}

function toolToJson({ id, name, version, horsConcours, exclusion }: Tool): unknown {
  return {
    id,
    name,
    ...defined({ version }),
    horsConcours: horsConcours === true,
    ...defined({ exclusion }),
  };
}

function standingToJson(
  standing: CategoryStanding,
  runsOf: ReturnType<typeof runsInCategories>,
): unknown {
  const { category, tasks, maxScore, hasMedals, scores } = standing;
  return {
    name: category.name,
    kind: category.kind,
    ...(category.kind === "base"
      ? { property: category.property }
      : { children: category.children, answers: category.answers ?? "all" }),
    demonstration: category.demonstration === true,
    tasks,
    maxScore: String(maxScore),
    maxScoreNumber: maxScore.toNumber(),
    hasMedals,
    scores: scores.map((score) => scoreToJson(score, hasMedals, runsOf(score.tool, category.name))),
  };
}

function trackToJson({ track, standings }: ScoredTrack): unknown {
  return {
    ...track,
    categories: standings.map(({ category, witnesses, hasMedals, scores }) => ({
      name: category.name,
      witnesses,
      hasMedals,
      scores: scores.map(({ validator, score, rank, hasResults, ...points }) => ({
        validator,
        hasResults,
        ...defined({ rank }),
        score: String(score),
        scoreNumber: score.toNumber(),
        pointsOnCorrect: points.pointsOnCorrect.toNumber(),
        pointsOnWrong: points.pointsOnWrong.toNumber(),
        ...defined({ cpuTimeSeconds: points.cpuTimeSeconds }),
      })),
    })),
  };
}

function scoreToJson(
  { score, tool, state, rank, tally, cutTotal }: ToolScore,
  hasMedals: boolean,
  runs: readonly JudgedRun[],
): unknown {
  const medal = hasMedals ? medalOf(rank, score) : undefined;
  return {
    tool,
    state,
    ...defined({ rank, medal }),
    score: String(score),
    scoreNumber: score.toNumber(),
    ...defined({ cutTotal }),
    tally,
    ...(state === "scored"
      ? {
          confirmation: mapAnswers(confirmationRates(tally), rateToJson),
          effort: mapAnswers(effortOf(runs), effortToJson),
        }
      : {}),
  };
}

function mapAnswers<T>(
  answers: Readonly<Record<"true" | "false", T>>,
  map: (value: T) => unknown,
): unknown {
  return { true: map(answers.true), false: map(answers.false) };
}

function rateToJson({ rate, ...counts }: ConfirmationRate): unknown {
  return { ...counts, ...defined({ rate: rate?.toNumber() }) };
}

function effortToJson({ results, cpuTimeSeconds, cpuEnergyJoules }: Effort): unknown {
  return {
    results,
    ...defined({
      cpuTimeSeconds: cpuTimeSeconds?.toNumber(),
      cpuEnergyJoules: cpuEnergyJoules?.toNumber(),
    }),
  };
}
