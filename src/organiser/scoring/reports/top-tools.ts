import type { Rational } from "../../../ground/util/rational.ts";
import type { CategoryStanding } from "../standings.ts";

/** A row of the tables of the best tools (reports since 2012). */
export interface TopTool {
  readonly rank: number;
  readonly tool: string;
  readonly score: Rational;
  /** CPU time of the correct results. */
  readonly cpuTimeSeconds: number | undefined;
  readonly cpuEnergyJoules: number | undefined;
  /** Numbers of results. */
  readonly solved: number;
  readonly unconfirmed: number;
  readonly falseAlarms: number;
  readonly wrongProofs: number;
}

/** The tools of a category with a rank up to `last` (3, in 2012: 5), best first. */
export function topTools({ scores }: CategoryStanding, last = 3): readonly TopTool[] {
  return scores
    .flatMap(({ rank, tool, score, tally }) =>
      rank === undefined || rank > last
        ? []
        : [
            {
              rank,
              tool,
              score,
              cpuTimeSeconds: tally.cpuTimeOfCorrectSeconds,
              cpuEnergyJoules: tally.cpuEnergyOfCorrectJoules,
              solved: tally.correctTrue + tally.correctFalse,
              unconfirmed: tally.unconfirmedTrue + tally.unconfirmedFalse,
              falseAlarms: tally.wrongFalse,
              wrongProofs: tally.wrongTrue,
            },
          ],
    )
    .sort((a, b) => a.rank - b.rank);
}
