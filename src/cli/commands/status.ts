import { isComplete, surveyProgress } from "../../competition/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { openSpool } from "../open-spool.ts";
import { describeProgress } from "../render/standings.ts";

export const command: Command = {
  name: "status",
  summary: "tell how far a competition has come",
  usage: `
Usage: agon status SPOOL [--json]

Exits with 0 when every run has its result, with 5 when some are missing.`,
  examples: ["agon status agon-demo", "agon status agon-demo --json"],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], { json: { type: "boolean" } });
    const { spool, competition } = openSpool(args.operands.SPOOL);
    const progress = surveyProgress(competition, spool);
    const complete = isComplete(progress);
    if (args.flag("json")) {
      console.log(JSON.stringify({ version: 1, name: competition.name, complete, ...progress }));
    } else {
      console.log(`${competition.name}: ${complete ? "complete" : "incomplete"}`);
      console.log(describeProgress(progress));
    }
    return complete ? EXIT_CODES.done.code : EXIT_CODES.partial.code;
  },
};
