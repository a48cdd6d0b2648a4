import { resolve } from "node:path";
import {
  describeProgress,
  isComplete,
  mergeSpool,
  openSpool,
  surveyProgress,
} from "../../../organiser/competition/index.ts";
import { Spool } from "../../../organiser/execution/index.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { parseWordsAndMore } from "../more-words.ts";

export const command: Command = {
  usage: `
Usage: agon merge TARGET SPOOL... [--json]

Copies results, logs and witnesses from each SPOOL to TARGET, which may be new.
All must have been started with the same definition, as by 'agon run --shard'. A
run that has a result keeps it, so merging again changes nothing. Exits with 0
when then every run has its result, with 5 when some are missing.`,
  examples: ["agon merge all part-1 part-2 part-3"],
  run: async (words) => {
    const { args, more } = parseWordsAndMore(words, ["TARGET"], { json: { type: "boolean" } });
    if (more.length === 0) throw new UsageError("SPOOL is missing");
    const sources = more.map((directory) => openSpool(directory).spool);
    const target = new Spool(resolve(args.operands.TARGET));
    let taken = 0;
    let known = 0;
    for (const source of sources) {
      const report = await mergeSpool(target, source);
      taken += report.taken;
      known += report.known;
    }
    const progress = surveyProgress(openSpool(target.directory).competition, target);
    const complete = isComplete(progress);
    if (args.flag("json")) {
      console.log(JSON.stringify({ version: 1, taken, known, complete, ...progress }));
    } else {
      console.log(`${taken} results taken, ${known} were there already`);
      console.log(describeProgress(progress));
    }
    return complete ? EXIT_CODES.done.code : EXIT_CODES.partial.code;
  },
};
