import { evaluateSpool, type Judgement } from "../../../organiser/competition/index.ts";
import { explain, explainFileRun, isResultFile } from "../../../organiser/reports/index.ts";
import type { Arguments } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { findFileRun } from "../find-file-run.ts";
import { findByRun, findByTask } from "../find-judgement.ts";
import { parseWordsAndMore } from "../more-words.ts";
import { renderExplanation } from "../render/explanation.ts";
import { renderFileExplanation } from "../render/file-explanation.ts";
import {
  RESULTS_OPTIONS,
  RESULTS_USAGE,
  readScoredResults,
  rejectFileOptions,
} from "../results-option.ts";

export const command: Command = {
  usage: `
Usage: agon explain SPOOL RUN [--edition E] [--json]
       agon explain SPOOL TOOL TASK [--edition E] [--json]
       agon explain RESULT.xml… [TOOL] TASK --edition E [options]

RUN is the beginning of a run's id; a validation run selects the run whose
witness it checked. TOOL is the id of a participant. TASK is a task as in tables,
or the name of its definition file.

Prints the command line, the answer, the facts about the witness, each validator's
answer, and every rule that was applied, with its source. For result files (of
verifiers, validators and linters together, as for 'agon score') it prints their
content: the last line of the run's log is from the folder or archive of logs
beside the file (NAME.logfiles, NAME.logfiles.zip).

  ${RESULTS_USAGE}

  --json            the same as JSON`,
  examples: [
    "agon explain agon-demo agon-bmc sum-off-by-one",
    "agon explain agon-demo 3f2a91 --edition svcomp-2019",
    "agon explain --edition svcomp-2026 cbmc.*.xml.bz2 validators/*-cbmc.*.xml.bz2 sum-off-by-one",
  ],
  run: async (words) => {
    const { args, more } = parseWordsAndMore(words, ["SPOOL", "RUN"], {
      ...RESULTS_OPTIONS,
      json: { type: "boolean" },
    });
    const all = [args.operands.SPOOL, args.operands.RUN, ...more];
    if (all.some(isResultFile)) {
      printFileRun(all, args);
      return EXIT_CODES.done.code;
    }
    rejectFileOptions(args);
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

function printFileRun(operands: readonly string[], args: Arguments<string>): void {
  const words = operands.filter((operand) => !isResultFile(operand));
  if (words.length === 0) throw new UsageError("TASK is missing");
  if (words.length > 2) throw new UsageError(`unexpected word '${words[2]}'`);
  const results = readScoredResults(operands.filter(isResultFile), args);
  const warn = (message: string): void => console.error(`agon: warning: ${message}`);
  const explanation = explainFileRun(results, findFileRun(results, words), warn);
  process.stdout.write(
    args.flag("json") ? `${JSON.stringify(explanation)}\n` : renderFileExplanation(explanation),
  );
}
