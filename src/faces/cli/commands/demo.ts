import { join, resolve } from "node:path";
import { resolveCompetition } from "../../../organiser/competition/index.ts";
import { packageRoot, Spool } from "../../../organiser/execution/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { runAndReport } from "../run-and-report.ts";

export const command: Command = {
  usage: `
Usage: agon demo [--spool DIR]

Runs examples/mini/demo.yml: five techniques of verification, witnesses and
validators on small C programs, in about a minute on two cores. Prints the
ranking and the address of the pages.

  --spool DIR   folder for the results (default: agon-demo)`,
  examples: ["agon demo", "agon demo --spool /tmp/demo"],
  run: async (words) => {
    const args = parseWords(words, [], { spool: { type: "string" } });
    const directory = args.text("spool") ?? "agon-demo";
    const file = join(packageRoot(), "examples", "mini", "demo.yml");
    return runAndReport(resolveCompetition(file), new Spool(resolve(directory)), {
      requireSandbox: false,
      // After an upgrade of Agon the tools of the demo differ: repeat their runs.
      update: true,
      resumeCommand: ["agon demo", ...words].join(" "),
    });
  },
};
