/**
 * Rankings beside the scores (report of 2019, Table 9): by wrong results, by energy, and of new
 * tools. Only tools with a positive score take part.
 */
import { Rational } from "../../../ground/util/rational.ts";
import { exactRational } from "../exact-sum.ts";
import { assignRanks } from "../ranking.ts";
import type { CategoryStanding } from "../standings.ts";

export interface RankingCandidate {
  readonly tool: string;
  /** Score in Overall, in score points (sp). */
  readonly quality: Rational;
  /** Over all runs; undefined: not measured. */
  readonly cpuTimeSeconds: number | undefined;
  readonly cpuEnergyJoules: number | undefined;
  /** Number of correct results. */
  readonly solved: number;
  readonly wrong: number;
}

export interface AlternativeRow extends RankingCandidate {
  readonly rank: number;
  /** In the unit of the ranking; exact. */
  readonly measure: Rational;
}

export interface AlternativeRanking {
  readonly name: "Correct Verifiers" | "Green Verifiers" | "New Verifiers";
  /** Errors, joules or nothing per score point. */
  readonly unit: "E/sp" | "J/sp" | "sp";
  /** Best first, all of them. */
  readonly rows: readonly AlternativeRow[];
  /** The last tool's value; undefined when no tool takes part. */
  readonly worst: Rational | undefined;
}

/** The ranked tools of an overall category as candidates. */
export function rankingCandidates(overall: CategoryStanding): readonly RankingCandidate[] {
  return overall.scores
    .filter(({ rank }) => rank !== undefined)
    .map(({ tool, score, tally }) => ({
      tool,
      quality: score,
      cpuTimeSeconds: tally.cpuTimeSeconds,
      cpuEnergyJoules: tally.cpuEnergyJoules,
      solved: tally.correctTrue + tally.correctFalse,
      wrong: tally.wrongTrue + tally.wrongFalse,
    }));
}

/** Low failure rate: wrong results per score point. */
export function rankCorrectVerifiers(candidates: readonly RankingCandidate[]): AlternativeRanking {
  return ranking("Correct Verifiers", "E/sp", candidates, ({ wrong, quality }) =>
    Rational.of(wrong).dividedBy(quality),
  );
}

/** Low energy consumption: joules per score point. Tools without measured energy take no part. */
export function rankGreenVerifiers(candidates: readonly RankingCandidate[]): AlternativeRanking {
  return ranking("Green Verifiers", "J/sp", candidates, ({ cpuEnergyJoules, quality }) =>
    cpuEnergyJoules === undefined ? undefined : exactRational(cpuEnergyJoules).dividedBy(quality),
  );
}

/** First-time participants by score, best first. */
export function rankNewVerifiers(
  candidates: readonly RankingCandidate[],
  newTools: ReadonlySet<string>,
): AlternativeRanking {
  return ranking("New Verifiers", "sp", candidates, ({ tool, quality }) =>
    newTools.has(tool) ? quality : undefined,
  );
}

function ranking(
  name: AlternativeRanking["name"],
  unit: AlternativeRanking["unit"],
  candidates: readonly RankingCandidate[],
  measureOf: (candidate: RankingCandidate) => Rational | undefined,
): AlternativeRanking {
  const measured = candidates.flatMap((candidate) => {
    if (candidate.quality.numerator <= 0n) return [];
    const measure = measureOf(candidate);
    return measure === undefined ? [] : [{ ...candidate, measure }];
  });
  const isBetterWhenLarge = unit === "sp";
  const ranks = assignRanks(measured, (a, b) => {
    const byMeasure = a.measure.compare(b.measure) * (isBetterWhenLarge ? -1 : 1);
    // Among equal measures (no wrong results at all) the higher quality is first.
    return byMeasure !== 0 ? byMeasure : b.quality.compare(a.quality);
  });
  const rows = [...ranks].map(([candidate, rank]) => ({ ...candidate, rank }));
  return { name, unit, rows, worst: rows.at(-1)?.measure };
}
