import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { automataOf } from "../../../contestant/inspection/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { openSpool, RUN_COLUMNS_ENDING } from "../../../organiser/competition/index.ts";
import { Spool } from "../../../organiser/execution/index.ts";
import { isResultFile } from "../../../organiser/reports/index.ts";
import {
  type Attachment,
  checkSite,
  type SiteData,
  type SpoolSiteOptions,
  siteOfCompetition,
  siteOfFiles,
  siteOfSpool,
  taskRootOf,
  writeSite,
} from "../../../organiser/site/index.ts";
import type { Arguments } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { parseSeconds } from "../contestant.ts";
import { earlierOption } from "../earlier-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { followWitnesses } from "../follow-witnesses.ts";
import { parseWordsAndMore } from "../more-words.ts";
import {
  fmToolsOption,
  RESULTS_OPTIONS,
  RESULTS_USAGE,
  readScoredResults,
  rejectFileOptions,
} from "../results-option.ts";

export const command: Command = {
  usage: `
Usage: agon site SPOOL [-o DIR] [--tasks DIR] [--values TIME] [--single-file] [--edition E]
                       [--earlier RESULTS]… [--task-pages | --no-task-pages]
                       [--details | --no-details]
       agon site FILE.xml[.gz|.bz2]… --edition E [--category C] -o DIR
       agon site check DIR [--json]

Writes a folder that works from a disk (file://), from any web host and from any
path on it: index.html, which can be read without scripts, the explorer, and the
data. Nothing is loaded from anywhere else. Equal results give equal bytes.

The second form takes BenchExec's result files of any tools, as 'agon score' does.

'check' compares every file of a site with its hash and follows every link.

  -o, --output DIR  the folder (default: SPOOL/site); other files in it are kept
  --tasks DIR       folder of the tasks, for the programs beside the witnesses (default:
                    where the competition found them); only files with the hashes of
                    the competition are shown
  --values TIME     follow every violation witness with an execution, for at most this CPU time
                    each (e.g. 10s): the pages of counterexamples show the values of all variables
                    (programs of one file; the same bytes again unless a limit is met)
  --single-file     everything in DIR/index.html, with excerpts of the logs
  --details         logs, witnesses, command lines and programs with every run (default: of up to
                    100,000 verification runs; more take an hour and gigabytes a million)
  --no-details      none of them: times, answers, scores and ranks, without reading witnesses
  --task-pages      a page without scripts for every task, too (t/…; default: for up to
                    20,000 runs); those of verifiers (v/…) and print/rankings.html, which
                    is made for paper, are always there except in a single file
  --no-task-pages   none of them
  --title T         title of the pages
  --doi DOI         DOI of the archived results, e.g. 10.5281/zenodo.1; for citations
  --licence L       licence of the results, e.g. CC-BY-4.0
  --earlier RESULTS results of the same tasks in another year or of other versions: a site
                    (a folder), a spool, or a file of columns (.agonruns, see agon export);
                    the newest first. Pages of tasks show their history, 'Compare' offers
                    the earlier verifiers
  --json            the findings of 'check' as JSON
  ${RESULTS_USAGE}`,
  examples: [
    "agon site agon-demo -o pages",
    "agon site --edition svcomp-2020 --category NoOverflows-Main a.results.xml.bz2 -o pages",
    "agon site 2026-spool --earlier 2025-pages --earlier 2024.agonruns -o 2026-pages",
    "agon site check pages",
  ],
  run: async (words) => {
    if (words[0] === "check") return check(words.slice(1));
    const { args, more } = parseWordsAndMore(words, ["SPOOL or FILE"], {
      output: { type: "string", short: "o" },
      tasks: { type: "string" },
      values: { type: "string" },
      "single-file": { type: "boolean" },
      ...RESULTS_OPTIONS,
      "task-pages": { type: "boolean" },
      "no-task-pages": { type: "boolean" },
      details: { type: "boolean" },
      "no-details": { type: "boolean" },
      title: { type: "string" },
      doi: { type: "string" },
      licence: { type: "string" },
      earlier: { type: "string", multiple: true },
    });
    const operands = [args.operands["SPOOL or FILE"], ...more];
    const isFiles = operands.some(isResultFile);
    const plan = isFiles ? ofFiles(operands, args) : await ofSpool(operands, args);
    const { folder, attachments } = plan;
    const earlier = earlierOption(args);
    const data = earlier.length === 0 ? plan.data : { ...plan.data, earlier };
    const singleFile = args.flag("single-file");
    const { files } = await writeSite(folder, data, attachments, {
      singleFile,
      ...(args.flag("task-pages") ? { taskPages: true } : {}),
      ...(args.flag("no-task-pages") ? { taskPages: false } : {}),
    });
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    console.log(
      `${relative(process.cwd(), join(folder, "index.html"))}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`,
    );
    return EXIT_CODES.done.code;
  },
};

interface Plan {
  readonly folder: string;
  readonly data: SiteData;
  readonly attachments: readonly Attachment[];
}

/**
 * Options that read every result: they show details of single runs, or apply the rules of another
 * edition, which may require other validations.
 */
const WITH_DETAILS = ["edition", "values", "single-file", "details"] as const;

async function ofSpool(operands: readonly string[], args: Arguments<string>): Promise<Plan> {
  const needs = WITH_DETAILS.filter((option) =>
    option === "edition" || option === "values"
      ? args.text(option) !== undefined
      : args.flag(option),
  );
  if (args.flag("no-details") && needs.length > 0) {
    throw new UsageError(`--no-details and --${needs[0]} exclude each other`);
  }
  if (needs.length === 0 && operands.length === 1 && !isColumns(operands[0])) {
    rejectFileOptions(args);
    const { competition, spool } = openSpool(operands[0] ?? "");
    const { data, attachments } = siteOfCompetition(competition, spool, {
      automataOf,
      ...fmToolsOf(args),
      ...tasksOf(spool, args),
      ...(args.flag("no-details") ? { details: false } : {}),
    });
    return planOf(spool, args, data, attachments);
  }
  const evaluation = readScoredResults(operands, args).evaluation?.();
  if (evaluation === undefined) throw new UsageError("a spool or result files are expected");
  const spool = new Spool(resolve(operands[0] ?? ""));
  const tasks = tasksOf(spool, args);
  const values = args.text("values");
  if (values !== undefined && tasks.taskRoot === undefined) {
    throw new UsageError("--values needs the programs: --tasks DIR");
  }
  const executions =
    values === undefined || tasks.taskRoot === undefined
      ? undefined
      : await followWitnesses(evaluation, spool, tasks.taskRoot, parseSeconds(values));
  const site = siteOfSpool(evaluation, spool, {
    automataOf,
    singleFile: args.flag("single-file"),
    ...fmToolsOf(args),
    ...tasks,
    ...defined({ executions }),
  });
  return planOf(spool, args, site.data, site.attachments);
}

function isColumns(operand = ""): boolean {
  return operand.endsWith(RUN_COLUMNS_ENDING);
}

function tasksOf(spool: Spool, args: Arguments<string>): { readonly taskRoot?: string } {
  const taskRoot = args.text("tasks");
  if (taskRoot === undefined) return taskRootOf(spool);
  if (!existsSync(taskRoot)) throw new UsageError(`--tasks: there is no folder '${taskRoot}'`);
  return { taskRoot: resolve(taskRoot) };
}

function planOf(
  spool: Spool,
  args: Arguments<string>,
  data: SiteData,
  attachments: readonly Attachment[],
): Plan {
  const folder = resolve(args.text("output") ?? spool.path("site"));
  return { folder, data: titled(data, args), attachments };
}

function ofFiles(operands: readonly string[], args: Arguments<string>): Plan {
  const output = args.text("output");
  if (output === undefined) throw new UsageError("result files need -o DIR");
  if (args.text("values") !== undefined) {
    throw new UsageError("--values goes with a spool: result files have no witnesses beside them");
  }
  const data = siteOfFiles(readScoredResults(operands, args), operands, fmToolsOption(args));
  return { folder: resolve(output), data: titled(data, args), attachments: [] };
}

function fmToolsOf(args: Arguments<string>): Pick<SpoolSiteOptions, "fmTools"> {
  const fmTools = fmToolsOption(args);
  return defined({ fmTools });
}

function titled(data: SiteData, args: Arguments<string>): SiteData {
  const title = args.text("title");
  const facts = [
    ["DOI", args.text("doi")],
    ["Licence of the results", args.text("licence")],
  ] as const;
  return {
    ...data,
    ...defined({ title }),
    facts: [
      ...data.facts,
      ...facts.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const])),
    ],
  };
}

async function check(words: readonly string[]): Promise<number> {
  const { args, more } = parseWordsAndMore(words, ["DIR"], { json: { type: "boolean" } });
  if (more.length > 0) throw new UsageError(`unexpected word '${more[0]}'`);
  const result = await checkSite(args.operands.DIR);
  if (args.flag("json")) console.log(JSON.stringify({ version: 1, ...result }));
  else {
    for (const fault of result.faults) console.log(fault);
    const verdict = result.faults.length === 0 ? "sound" : `${result.faults.length} faults`;
    console.log(
      `${result.files} files, ${(result.bytes / 1e6).toFixed(1)} MB, ${result.links} links: ${verdict}`,
    );
  }
  return result.faults.length === 0 ? EXIT_CODES.done.code : EXIT_CODES.negative.code;
}
