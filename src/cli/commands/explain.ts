import type { Judgement } from "../../competition/index.ts";
import { type Command, UsageError } from "../command.ts";
import { EDITION_USAGE, editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { explain } from "../explanation.ts";
import { findByRun, findByTask } from "../find-judgement.ts";
import { parseWordsAndMore } from "../more-words.ts";
import { evaluateSpool } from "../open-spool.ts";
import { renderExplanation } from "../render/explanation.ts";

export const command: Command = {
  name: "explain",
  summary: "tell why a run got its points",
  usage: `
Usage: agon explain SPOOL RUN [--edition E] [--json]
       agon explain SPOOL TOOL TASK [--edition E] [--json]

RUN is the beginning of a run's id; a validation run stands for the run whose
witness it checked. TOOL is the id of a participant. TASK is a task as tables
show it, or the name of its definition file.

Prints the command line, the answer, what the witness is, each validator's
answer, and every rule that was applied, with its source.

  ${EDITION_USAGE}
  --json            the same as JSON`,
  examples: [
    "agon explain agon-demo agon-thorough sum-off-by-one",
    "agon explain agon-demo 3f2a91 --edition svcomp-2019",
  ],
  run: async (words) => {
    const { args, more } = parseWordsAndMore(words, ["SPOOL", "RUN"], {
      edition: { type: "string" },
      json: { type: "boolean" },
    });
    if (more.length > 1) throw new UsageError(`unexpected word '${more[1]}'`);
    const { SPOOL, RUN } = args.operands;
    const { spool, evaluation } = evaluateSpool(SPOOL, editionOption(args));
    const [task] = more;
    const found =
      task === undefined
        ? findByRun(evaluation.judgements, RUN)
        : findByTask(evaluation.judgements, RUN, task);
    const explanation = explain(evaluation, found as readonly [Judgement, ...Judgement[]], spool);
    process.stdout.write(
      args.flag("json") ? `${JSON.stringify(explanation)}\n` : renderExplanation(explanation),
    );
    return EXIT_CODES.done.code;
  },
};
