import {
  type Evaluation,
  evaluateResultFiles,
  type FileEvaluation,
  isComplete,
} from "../../competition/index.ts";
import type { CategoryStanding } from "../../scoring/index.ts";
import { formatDiagnostic } from "../../util/diagnostic.ts";
import type { Arguments } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EDITION_USAGE, editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { parseWordsAndMore } from "../more-words.ts";
import { evaluateSpool } from "../open-spool.ts";
import { renderStanding, renderStandings } from "../render/standings.ts";

export const command: Command = {
  name: "score",
  summary: "compute scores and ranks from stored results",
  usage: `
Usage: agon score SPOOL [--edition E] [--json]
       agon score --edition E --category C FILE.xml[.gz|.bz2]… [--json]

Applies the rules of the competition's edition, or of another one, to what the
spool holds; nothing is executed. The categories are the competition's.

The second form takes BenchExec's result files of any tools for one category,
which may be one of the edition or have any name. Statuses and result categories
are those of the files: for editions with witness validation use the files with
the validators' answers merged in, as they are published.

  ${EDITION_USAGE}
  --category C      name of the base category that the files are results for
  --json            everything, with exact fractions and the rules behind every point`,
  examples: [
    "agon score agon-demo",
    "agon score agon-demo --edition svcomp-2019",
    "agon score --edition svcomp-2025 --category C.no-data-race.Main a.results.xml.bz2 b.results.xml.bz2",
  ],
  run: async (words) => {
    const { args, more } = parseWordsAndMore(words, ["SPOOL"], {
      category: { type: "string" },
      edition: { type: "string" },
      json: { type: "boolean" },
    });
    const operands = [args.operands.SPOOL, ...more];
    if (operands.some(isResultFile)) return scoreFiles(operands, args);
    if (more.length > 0) throw new UsageError(`unexpected word '${more[0]}'`);
    if (args.text("category") !== undefined) {
      throw new UsageError("--category is for result files (.xml, .xml.gz, .xml.bz2)");
    }
    const { evaluation } = evaluateSpool(args.operands.SPOOL, editionOption(args));
    print(args, toJson(evaluation), () => renderStandings(evaluation));
    return EXIT_CODES.done.code;
  },
};

function isResultFile(operand: string): boolean {
  return /\.xml(\.gz|\.bz2)?$/.test(operand);
}

function scoreFiles(files: readonly string[], args: Arguments<string>): number {
  const edition = editionOption(args);
  const category = args.text("category");
  if (edition === undefined || category === undefined) {
    throw new UsageError("result files need --edition and --category");
  }
  const isMeta = edition.categories.some(({ name, kind }) => name === category && kind === "meta");
  if (isMeta) {
    throw new UsageError(`${category} is a meta category: give the files of one base category`);
  }
  const evaluation = evaluateResultFiles(files, edition, category);
  for (const warning of evaluation.warnings) console.error(formatDiagnostic(warning));
  const { standing, tools } = evaluation;
  print(args, filesToJson(evaluation), () => renderStanding(standing, tools));
  return EXIT_CODES.done.code;
}

function print(args: Arguments<string>, json: unknown, text: () => string): void {
  process.stdout.write(args.flag("json") ? `${JSON.stringify(json)}\n` : text());
}

function toJson(evaluation: Evaluation): unknown {
  const { competition, edition, standings, judgements, progress } = evaluation;
  return {
    version: 1,
    name: competition.name,
    edition: edition.id,
    complete: isComplete(progress),
    validationsNotPlanned: progress.notPlanned,
    voidTasks: competition.voidTasks,
    categories: standings.map(standingToJson),
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

function filesToJson({ edition, tools, standing, judgedRuns, warnings }: FileEvaluation): unknown {
  return {
    version: 1,
    edition: edition.id,
    tools,
    categories: [standingToJson(standing)],
    runs: judgedRuns,
    warnings,
  };
}

function standingToJson({ category, tasks, maxScore, scores }: CategoryStanding): unknown {
  return {
    name: category.name,
    tasks,
    maxScore: String(maxScore),
    scores: scores.map(({ score, ...rest }) => ({ ...rest, score: String(score) })),
  };
}
