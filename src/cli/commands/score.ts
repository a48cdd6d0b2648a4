import { type Evaluation, isComplete } from "../../competition/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { evaluateSpool } from "../open-spool.ts";
import { renderStandings } from "../render/standings.ts";

export const command: Command = {
  name: "score",
  summary: "compute scores and ranks from the stored results",
  usage: `
Usage: agon score SPOOL [--json]

Applies the rules of the competition's edition to what the spool holds; nothing
is executed. Scores in JSON are exact fractions.`,
  examples: ["agon score agon-demo", "agon score agon-demo --json"],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], { json: { type: "boolean" } });
    const { evaluation } = evaluateSpool(args.operands.SPOOL);
    process.stdout.write(
      args.flag("json") ? `${JSON.stringify(toJson(evaluation))}\n` : renderStandings(evaluation),
    );
    return EXIT_CODES.done.code;
  },
};

function toJson({ competition, standings, judgements, progress }: Evaluation): unknown {
  return {
    version: 1,
    name: competition.name,
    edition: competition.edition,
    complete: isComplete(progress),
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
