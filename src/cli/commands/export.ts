import { relative, resolve } from "node:path";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EDITION_USAGE, editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { exportBenchExec } from "../export-benchexec.ts";
import { evaluateSpool } from "../open-spool.ts";

const FORMATS = ["benchexec-xml"] as const;

export const command: Command = {
  name: "export",
  summary: "write results in the formats of other systems",
  usage: `
Usage: agon export SPOOL --format benchexec-xml -o DIR [--edition E] [--tasks DIR]

benchexec-xml: result files that BenchExec's tools (table-generator …) read, one
per participant and category, and one per validator, participant and category.
Statuses and result categories are the final ones, with the validators' answers
merged in. Logs are copied beside the files.

  -o, --output DIR  folder for the files
  --tasks DIR       folder of the tasks: names in the files lead there, so that
                    other tools find programs and properties
                    (default: names as in the competition)
  ${EDITION_USAGE}`,
  examples: ["agon export agon-demo --format benchexec-xml -o results --tasks examples/mini"],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], {
      edition: { type: "string" },
      format: { type: "string" },
      output: { type: "string", short: "o" },
      tasks: { type: "string" },
    });
    if (args.oneOf("format", FORMATS) === undefined) {
      throw new UsageError(`--format is missing: ${FORMATS.join(", ")}`);
    }
    const output = args.text("output");
    if (output === undefined) throw new UsageError("--output is missing");
    const { spool, evaluation } = evaluateSpool(args.operands.SPOOL, editionOption(args));
    const tasks = args.text("tasks");
    const files = exportBenchExec(evaluation, spool, {
      output,
      ...(tasks === undefined ? {} : { tasks }),
    });
    for (const file of files) console.log(relative(process.cwd(), resolve(output, file)));
    return EXIT_CODES.done.code;
  },
};
