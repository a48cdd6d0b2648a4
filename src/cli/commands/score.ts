import { type Evaluation, isComplete } from "../../competition/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EDITION_USAGE, editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { evaluateSpool } from "../open-spool.ts";
import { renderStandings } from "../render/standings.ts";

export const command: Command = {
  name: "score",
  summary: "compute scores and ranks from the stored results",
  usage: `
Usage: agon score SPOOL [--edition E] [--json]

Applies the rules of the competition's edition, or of another one, to what the
spool holds; nothing is executed. The categories are the competition's.

  ${EDITION_USAGE}
  --json            everything, with exact fractions and the rules behind every point`,
  examples: [
    "agon score agon-demo",
    "agon score agon-demo --edition svcomp-2019",
    "agon score agon-demo --json",
  ],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], {
      edition: { type: "string" },
      json: { type: "boolean" },
    });
    const { evaluation } = evaluateSpool(args.operands.SPOOL, editionOption(args));
    process.stdout.write(
      args.flag("json") ? `${JSON.stringify(toJson(evaluation))}\n` : renderStandings(evaluation),
    );
    return EXIT_CODES.done.code;
  },
};

function toJson(evaluation: Evaluation): unknown {
  const { competition, edition, standings, judgements, progress } = evaluation;
  return {
    version: 1,
    name: competition.name,
    edition: edition.id,
    complete: isComplete(progress),
    validationsNotPlanned: progress.notPlanned,
    voidTasks: competition.voidTasks,
    categories: standings.map(({ category, tasks, maxScore, scores }) => ({
      name: category.name,
      tasks,
      maxScore: String(maxScore),
      scores: scores.map(({ score, ...rest }) => ({ ...rest, score: String(score) })),
    })),
    runs: judgements.map(({ category, result, validations, final }) => ({
      run: result.run,
      tool: result.tool,
      category: category.name,
      task: result.task,
      status: final.status,
      resultCategory: final.category,
      points: final.points,
      cpuTimeSeconds: result.cpuTimeSeconds,
      trace: final.trace,
      validations: validations.map(({ run, tool, status }) => ({ run, tool, status })),
    })),
  };
}
