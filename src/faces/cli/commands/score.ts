import { scoreDocument } from "../../../organiser/reports/index.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { parseWordsAndMore } from "../more-words.ts";
import { renderScoredResults, renderStandings } from "../render/standings.ts";
import { renderTracks } from "../render/tracks.ts";
import {
  chosenStanding,
  RESULTS_OPTIONS,
  RESULTS_USAGE,
  readScoredResults,
} from "../results-option.ts";

export const command: Command = {
  usage: `
Usage: agon score SPOOL [--edition E] [--category C] [--json]
       agon score --edition E [--category C] FILE.xml[.gz|.bz2]… [--json]

Applies the rules of the competition's edition, or of another one, to the results
of the spool; nothing is executed. The categories are the competition's.

The second form takes BenchExec's result files of any tools. Files of validators
and linters (X-validate-violation-witnesses-2.0-VERIFIER.…) are merged into those
of the verifiers by the edition's rules. Where there are none, correct answers are
unconfirmed; with --merged, and for published files, which are merged already,
statuses and result categories are those of the files.
Of several files for the same runs the newest counts.

  ${RESULTS_USAGE}
  --validation      the validation track: validators scored on the verifiers' witnesses,
                    by kind and version of the witnesses (editions since 2023)
  --json            everything, with exact fractions and the rules behind every point
                    (docs/scores.md)`,
  examples: [
    "agon score agon-demo",
    "agon score agon-demo --edition svcomp-2019",
    "agon score --edition svcomp-2025 --category no-data-race.NoDataRace-Main a.results.xml.bz2 b.results.xml.bz2",
    "agon score --edition svcomp-2025 --void-tasks void.txt results-verified/*.xml.bz2 results-validated/*.xml.bz2",
  ],
  run: async (words) => {
    const { args, more } = parseWordsAndMore(words, ["SPOOL"], {
      ...RESULTS_OPTIONS,
      json: { type: "boolean" },
      validation: { type: "boolean" },
    });
    const results = readScoredResults([args.operands.SPOOL, ...more], args);
    const category = args.text("category");
    const { competition, progress } = results;
    if (args.flag("json")) {
      process.stdout.write(`${JSON.stringify(scoreDocument(results))}\n`);
    } else if (args.flag("validation")) {
      process.stdout.write(renderTracks(results, category));
    } else if (competition === undefined || progress === undefined) {
      process.stdout.write(
        renderScoredResults(results.standings, results.tools, results.voidTasks),
      );
    } else if (category === undefined) {
      process.stdout.write(
        renderStandings({
          competition,
          progress,
          edition: results.edition,
          standings: results.standings,
        }),
      );
    } else {
      process.stdout.write(
        renderScoredResults([chosenStanding(results, category)], results.tools, results.voidTasks),
      );
    }
    return EXIT_CODES.done.code;
  },
};
