import { type CategoryStanding, type JudgedRun, tallyRuns } from "../scoring/index.ts";

/**
 * The score table as relations (RSF), as the organisers publish it: a line
 * `CATEGORY⇥TOOL⇥KEY⇥VALUE` per figure, `CATEGORY⇥KEY⇥VALUE` for the sizes.
 * Scores and sums are not rounded beyond doubles; tools that are not scored
 * are left out. CPU times and energies are those of correct results, empty
 * when one of them was not measured.
 *
 * @param runsOf The runs of a tool that count in a category, at any depth.
 */
export function scoreRelations(
  standings: readonly CategoryStanding[],
  runsOf: (tool: string, category: string) => readonly JudgedRun[],
): string {
  return standings
    .flatMap((standing) => [...sizeLines(standing), ...scoreLines(standing, runsOf)])
    .map((line) => `${line.join("\t")}\n`)
    .join("");
}

type Line = readonly (string | number)[];

function sizeLines({ category, tasks, maxScore }: CategoryStanding): readonly Line[] {
  return [
    [category.name, "TASKSTOTAL", tasks.valid + tasks.void],
    [category.name, "TASKSTRUE", tasks.expectedTrue],
    [category.name, "TASKSFALSE", tasks.expectedFalse],
    [category.name, "MAXSCORE", maxScore.toNumber()],
  ];
}

function scoreLines(
  { category, scores }: CategoryStanding,
  runsOf: (tool: string, category: string) => readonly JudgedRun[],
): readonly Line[] {
  return scores.flatMap(({ tool, state, score, tally }) => {
    if (state !== "scored") return [];
    const runs = runsOf(tool, category.name);
    const secondsFor = (answer: "true" | "false"): number | undefined =>
      tallyRuns(runs, answer).cpuTimeOfCorrectSeconds;
    const figures: readonly (readonly [key: string, value: number | undefined])[] = [
      ["SCORE", score.toNumber()],
      ["CPUTIMESUCCESS", tally.cpuTimeOfCorrectSeconds],
      ["CPUTIMESUCCESSTRUE", secondsFor("true")],
      ["CPUTIMESUCCESSFALSE", secondsFor("false")],
      ["CPUENERGYSUCCESS", tally.cpuEnergyOfCorrectJoules],
      ["CORRECTTRUE", tally.correctTrue],
      ["CORRECTFALSE", tally.correctFalse],
      ["UNCONFIRMEDTRUE", tally.unconfirmedTrue],
      ["UNCONFIRMEDFALSE", tally.unconfirmedFalse],
      ["INCORRECTTRUE", tally.wrongTrue],
      ["INCORRECTFALSE", tally.wrongFalse],
    ];
    return figures.map(([key, value]) => [category.name, tool, key, value ?? ""]);
  });
}
