import { statSync } from "node:fs";
import { AGON_VERSION } from "../../../ground/installation/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { openSpool, writeArchive } from "../../../organiser/competition/index.ts";
import { publishedNumbers } from "../../../organiser/reports/index.ts";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

export const command: Command = {
  usage: `
Usage: agon archive SPOOL -o FILE.tar [--logs] [--inputs] [--json]
       agon archive SPOOL -o FILE.tar --participant ID [--json]

Writes an archive with the definition, the rules, tasks and tools by hash, all run
results, the witnesses (each content once, with an index) and everything that is
published: scores, reports, runs. The same spool gives the same bytes, and SHA256SUMS
in it covers every file. 'agon reproduce' checks and recomputes.

With --participant it is the bundle that a team inspects: its runs with their outputs,
its witnesses, and the runs that checked them.

  -o, --output FILE   the archive
  --participant ID    only the data of this participant, with outputs
  --logs              with the outputs of all runs
  --inputs            with the contents of the tasks' files
  --json              print the manifest as JSON`,
  examples: ["agon archive agon-demo -o agon-demo.tar", "agon reproduce agon-demo.tar"],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], {
      output: { type: "string", short: "o" },
      participant: { type: "string" },
      logs: { type: "boolean" },
      inputs: { type: "boolean" },
      json: { type: "boolean" },
    });
    const output = args.text("output");
    if (output === undefined) throw new UsageError("-o FILE is missing");
    if (/\.(t?gz|bz2|xz|zst|zip)$/.test(output)) {
      throw new UsageError(`an archive is a plain tar file: name it .tar instead of '${output}'`);
    }
    const { spool, competition } = openSpool(args.operands.SPOOL);
    const participant = args.text("participant");
    if (
      participant !== undefined &&
      !competition.participants.some(({ id }) => id === participant)
    ) {
      const known = competition.participants.map(({ id }) => id).join(", ");
      throw new UsageError(`there is no participant '${participant}'; there are ${known}`);
    }
    const manifest = writeArchive(spool, competition, output, {
      withLogs: args.flag("logs") || participant !== undefined,
      ...defined({ participant }),
      withInputs: args.flag("inputs"),
      version: AGON_VERSION,
      published: publishedNumbers(args.operands.SPOOL, participant),
    });
    if (args.flag("json")) console.log(JSON.stringify(manifest));
    else {
      const megabytes = (statSync(output).size / 1e6).toFixed(1);
      console.log(
        `${output}: ${manifest.runs} runs, ${manifest.witnesses} witnesses, ${megabytes} MB`,
      );
    }
    return EXIT_CODES.done.code;
  },
};
