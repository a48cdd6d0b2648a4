import { spawnSync } from "node:child_process";
import { amount } from "../../../ground/util/amount.ts";
import { defined } from "../../../ground/util/defined.ts";
import { formatDiagnostic } from "../../../ground/util/diagnostic.ts";
import {
  type BenchmarkFiles,
  checkBenchmarkDefinition,
  checkDefinition,
  checkTasks,
  checkTool,
  type Finding,
} from "../../../organiser/checks/index.ts";
import {
  evaluateSpool,
  qualifications,
  resolveCompetition,
} from "../../../organiser/competition/index.ts";
import { prepareHost, runInDelegatedScope } from "../../../organiser/execution/index.ts";
import { tableToText } from "../../../organiser/tables/index.ts";
import { type Arguments, parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { parseWordsAndMore } from "../more-words.ts";
import { readCProgram } from "../read-c-program.ts";

export const command: Command = {
  usage: `
Usage: agon check tasks PATH… [--no-gcc] [--json]
       agon check tool DIR|ARCHIVE --module MODULE [--entry FILE.yml] [--module-path DIR]…
                       [--no-smoke-test] [--json]
       agon check tool … --entry FILE.yml --benchmark FILE.xml --reference FILE.xml
                       --category-structure FILE.yml
       agon check definition competition.yml|BENCHMARK.xml [--json]
       agon check qualification SPOOL [--json]

'tasks' reads task sets, task definitions, or all in a folder: files exist, properties
are valid, programs are parsed, compiled by gcc if it is installed, and have a main,
nothing occurs twice, licences are named. 'tool' checks the layout, the licence, the
executable, the version and the command line that the module makes, and at the entry in
FM-Tools; then it runs smoketest.sh and a verifier on two tiny tasks, in the sandbox
(not with --no-smoke-test). --benchmark is its benchmark definition, which must be
the one that follows from the entry, the category structure and the --reference with
all categories. 'definition' reads a competition and all it names, and warns of limits
that exceed this machine and of categories with fewer than three participants.
'qualification' prints which participants of a (training) run parsed and started more
than half of the tasks. Programs whose names contain the verdict (x_true-unreach-call.c, until
2018) are tasks without a definition.

Exits with 1 for errors, and with 0 when there are only warnings.`,
  examples: [
    "agon check tasks examples/mini",
    "agon check definition examples/mini/competition.yml",
    "agon check qualification agon-demo",
  ],
  run: async (words) => {
    const [what, ...rest] = words;
    if (what === "tasks") return tasks(rest);
    if (what === "tool") return tool(rest);
    if (what === "definition") return definition(rest);
    if (what === "qualification") return qualification(rest);
    throw new UsageError(
      "expected 'tasks', 'tool', 'definition' or 'qualification'; see 'agon help check'",
    );
  },
};

function tasks(words: readonly string[]): number {
  const { args, more } = parseWordsAndMore(words, ["PATH"], {
    "no-gcc": { type: "boolean" },
    json: { type: "boolean" },
  });
  const hasGcc = !args.flag("no-gcc") && spawnSync("gcc", ["--version"]).status === 0;
  const { findings, definitions, programs } = checkTasks([args.operands.PATH, ...more], {
    withCompiler: hasGcc,
    readProgram: readCProgram,
  });
  const compiled = hasGcc ? "compiled" : "not compiled (no gcc)";
  const summary = `${definitions} task definitions, ${programs} files, ${compiled}`;
  return report(findings, summary, args.flag("json"));
}

async function tool(words: readonly string[]): Promise<number> {
  const args = parseWords(words, ["DIR"], {
    module: { type: "string" },
    entry: { type: "string" },
    "module-path": { type: "string", multiple: true },
    "no-smoke-test": { type: "boolean" },
    benchmark: { type: "string" },
    reference: { type: "string" },
    "category-structure": { type: "string" },
    json: { type: "boolean" },
  });
  const module = args.text("module");
  if (module === undefined) throw new UsageError("--module is missing; see 'agon tool list'");
  const entry = args.text("entry");
  const benchmark = benchmarkOf(args);
  const runsTool = !args.flag("no-smoke-test");
  if (runsTool) {
    const codeOfScope = await runInDelegatedScope();
    if (codeOfScope !== undefined) return codeOfScope;
  }
  const host = runsTool ? await prepareHost({ sandbox: false }) : undefined;
  const { findings, passed } = await checkTool(args.operands.DIR, {
    module,
    searchPath: args.list("module-path"),
    ...defined({ entry, host, benchmark }),
  });
  return report(findings, passed.map((line) => `ok: ${line}`).join("\n"), args.flag("json"));
}

function benchmarkOf(args: Arguments<string>): BenchmarkFiles | undefined {
  const definition = args.text("benchmark");
  if (definition === undefined) return undefined;
  const reference = args.text("reference");
  const categoryStructure = args.text("category-structure");
  if (reference === undefined || categoryStructure === undefined || !args.text("entry")) {
    throw new UsageError("--benchmark needs --reference, --category-structure and --entry");
  }
  return { definition, reference, categoryStructure };
}

function definition(words: readonly string[]): number {
  const args = parseWords(words, ["FILE"], { json: { type: "boolean" } });
  if (args.operands.FILE.endsWith(".xml")) {
    return benchmarkDefinition(args.operands.FILE, args.flag("json"));
  }
  const resolution = resolveCompetition(args.operands.FILE);
  const { competition, warnings } = resolution;
  const findings = checkDefinition(resolution);
  const counts = competition.categories
    .filter(({ kind }) => kind === "base")
    .map(({ name }) => {
      const members = competition.tasks.filter(({ categories }) => categories.includes(name));
      return { category: name, tasks: members.length };
    });
  const tools = [...competition.participants, ...competition.validators].map(
    ({ id, tool: module, version }) => ({ id, module, version }),
  );
  if (args.flag("json")) {
    console.log(
      JSON.stringify({
        version: 1,
        name: competition.name,
        categories: counts,
        tools,
        warnings,
        findings,
      }),
    );
    return EXIT_CODES.done.code;
  }
  for (const warning of warnings) console.error(formatDiagnostic(warning));
  console.log(`${competition.name}, edition ${competition.edition.id}`);
  for (const { category, tasks: count } of counts) console.log(`  ${category}: ${count} tasks`);
  for (const { id, module, version } of tools) console.log(`  ${id}: ${module}, ${version}`);
  return report(findings, "", false);
}

function benchmarkDefinition(file: string, isJson: boolean): number {
  const { tool: module, runSets, warnings } = checkBenchmarkDefinition(file);
  if (isJson) {
    console.log(JSON.stringify({ version: 1, tool: module, runSets, warnings }));
    return EXIT_CODES.done.code;
  }
  for (const warning of warnings) console.error(formatDiagnostic(warning));
  console.log(`benchmark definition for ${module}`);
  for (const { runDefinition, taskSet, runs } of runSets) {
    console.log(`  ${runDefinition || "(unnamed)"}, tasks ${taskSet}: ${runs} runs`);
  }
  return EXIT_CODES.done.code;
}

function qualification(words: readonly string[]): number {
  const args = parseWords(words, ["SPOOL"], { json: { type: "boolean" } });
  const rows = qualifications(evaluateSpool(args.operands.SPOOL).evaluation);
  if (args.flag("json")) console.log(JSON.stringify({ version: 1, qualifications: rows }));
  else {
    const left = (title: string): { title: string; align: "left" } => ({ title, align: "left" });
    const right = (title: string): { title: string; align: "right" } => ({ title, align: "right" });
    process.stdout.write(
      tableToText({
        title: "qualification",
        columns: [
          left("tool"),
          left("category"),
          right("tasks"),
          right("started"),
          left("qualified"),
          left("failures"),
        ],
        rows: rows.map(({ tool: id, category, tasks: count, started, isQualified, failures }) => [
          id,
          category,
          String(count),
          String(started),
          isQualified ? "yes" : "NO",
          Object.entries(failures)
            .map(([status, number]) => `${number} × ${status}`)
            .join(", "),
        ]),
      }),
    );
  }
  return rows.every(({ isQualified }) => isQualified)
    ? EXIT_CODES.done.code
    : EXIT_CODES.negative.code;
}

function report(findings: readonly Finding[], summary: string, asJson: boolean): number {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  if (asJson) console.log(JSON.stringify({ version: 1, findings }));
  else {
    for (const { severity, file, message } of findings)
      console.log(`${file}: ${severity}: ${message}`);
    if (summary !== "") console.log(summary);
    const warnings = findings.length - errors;
    console.log(`${amount(errors, "error")}, ${amount(warnings, "warning")}`);
  }
  return errors === 0 ? EXIT_CODES.done.code : EXIT_CODES.negative.code;
}
