import { basename, dirname, resolve } from "node:path";
import { resolveCompetition } from "../../competition/index.ts";
import { Spool } from "../../execution/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { quoteWord } from "../quote-word.ts";
import { runAndReport } from "../run-and-report.ts";

export const command: Command = {
  name: "run",
  summary: "run a competition, or continue one",
  usage: `
Usage: agon run FILE [options]

FILE is a competition definition (competition.yml). Runs that have a result in
the spool are not repeated, so running the same command again continues.

  --spool DIR         folder for everything the competition produces
                      (default: 'output' of the definition, else FILE with .spool)
  --jobs N            runs at a time (default: as many as physical cores and memory allow;
                      with more, runs share physical cores)
  --require-sandbox   refuse to run without bubblewrap and control groups
  --update            accept a definition that changed since the spool was begun;
                      results of unchanged runs are kept

Ctrl-C keeps what is finished, ends the runs at work and prints how to continue.`,
  examples: [
    "agon run examples/mini/competition.yml --spool /tmp/mini",
    "agon run examples/mini/competition.yml --spool /tmp/mini --jobs 1 --require-sandbox",
  ],
  run: async (words) => {
    const args = parseWords(words, ["FILE"], {
      spool: { type: "string" },
      jobs: { type: "string" },
      "require-sandbox": { type: "boolean" },
      update: { type: "boolean" },
    });
    const jobs = args.integer("jobs", 1);
    const file = args.operands.FILE;
    const resolution = resolveCompetition(file);
    const { output } = resolution.definition;
    const chosen = args.text("spool");
    const directory =
      chosen ?? (output === undefined ? defaultSpool(file) : resolve(dirname(file), output));
    return runAndReport(resolution, new Spool(resolve(directory)), {
      ...(jobs === undefined ? {} : { jobs }),
      requireSandbox: args.flag("require-sandbox"),
      update: args.flag("update"),
      resumeCommand: ["agon run", ...words.map(quoteWord)].join(" "),
    });
  },
};

/** In the current folder: the definition may lie where nobody may write. */
function defaultSpool(file: string): string {
  return `${basename(file).replace(/\.ya?ml$/, "")}.spool`;
}
