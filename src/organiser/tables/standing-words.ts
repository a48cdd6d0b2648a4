/** The state of a tool in a category in words, the same in all tables and pages. */
import type { CategoryStanding, ToolScore } from "../scoring/index.ts";
import { type Medal, medalOf } from "./quantities.ts";

/** The medal of a tool in a category, if it has one. */
export function medalIn(standing: CategoryStanding, score: ToolScore): Medal | undefined {
  return standing.hasMedals ? medalOf(score.rank, score.score) : undefined;
}

/** The tools with a medal in a category, best first. */
export function winnersOf(
  standing: CategoryStanding,
): readonly { readonly score: ToolScore; readonly kind: Medal }[] {
  return standing.scores
    .flatMap((score) => {
      const kind = medalIn(standing, score);
      return kind === undefined ? [] : [{ score, kind }];
    })
    .sort((a, b) => (a.score.rank ?? 0) - (b.score.rank ?? 0));
}

/** Words for the cell of a tool without score. */
export const STATE_WORDS: Readonly<Record<Exclude<ToolScore["state"], "scored">, string>> = {
  "opted-out": "opted out",
  "not-listed": "does not take part",
  incomplete: "no complete results",
};
