import { fixFile, lintFile } from "../../../contestant/jobs/index.ts";
import {
  type Finding,
  isFault,
  LintProgram,
  type LintReport,
  type LintTask,
  NO_TASK,
  RULES,
} from "../../../contestant/lint/index.ts";
import { readProgramFile, readTaskFile } from "../../../ground/files/index.ts";
import type { BaseCategory, Edition } from "../../../ground/model/index.ts";
import { parseProperty } from "../../../ground/properties/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { formatDiagnostic } from "../../../ground/util/diagnostic.ts";
import { type Arguments, type Options, parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { parseDataModel } from "../contestant.ts";
import { EDITION_USAGE, editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { runReferenceLinter } from "../reference-linter.ts";

const OPTIONS: Options = {
  program: { type: "string" },
  property: { type: "string" },
  "data-model": { type: "string" },
  edition: { type: "string" },
  category: { type: "string" },
  strict: { type: "boolean" },
  "ignore-self-loops": { type: "boolean" },
  fix: { type: "boolean" },
  json: { type: "boolean" },
};

export const command: Command = {
  usage: `
Usage: agon lint WITNESS [--program FILE] [--property FILE] [--data-model ILP32|LP64] [options]
       agon lint --rules
       agon lint --reference --witness WITNESS [PROGRAM] [options of witnesslint]

Reads GraphML (1.0) and YAML (0.1, 2.0, 2.1, 2.2) of any size, also compressed
with gzip. Every finding has a place in the witness, a severity and the name of
a rule. Errors and warnings make a witness faulty; notes do not.

  --program FILE        check hash, locations, expressions and names against it
  --property FILE       the specification must be this property's
  --data-model M        ILP32 or LP64: the data model must be this
  ${EDITION_USAGE}
  --category C          with --edition: the version must be accepted there, such
                        as C.unreach-call.Loops
  --strict              GraphML: also lines, offsets, function names and the
                        consistency of call stacks along all paths
  --ignore-self-loops   GraphML: accept edges from a node to itself
  --fix                 correct the file where that is safe
  --json                print the findings as JSON
  --rules               list the rules
  --reference           command line, output and exit codes of witnesslint:
                        0 valid, 1 faulty, 5 no witness, 6 no program, 7 internal

Exits with 0 for a valid witness and with 1 for a faulty one.`,
  examples: [
    "agon lint witness.yml --program program.c --property unreach-call.prp --data-model ILP32",
    "agon lint witness.yml --edition svcomp-2027 --category C.unreach-call.Loops",
    "agon lint --reference --strictChecking --witness witness.graphml program.c",
  ],
  run,
};

async function run(words: readonly string[]): Promise<number> {
  if (words.includes("--reference")) {
    return runReferenceLinter(words.filter((word) => word !== "--reference"));
  }
  if (words.includes("--rules")) return listRules();
  const args = parseWords(words, ["WITNESS"], OPTIONS);
  const path = args.operands.WITNESS;
  const task = taskOf(args);
  let report = await lintFile(path, task);
  let fixed: readonly Finding[] = [];
  if (args.flag("fix")) {
    fixed = await fixFile(path, report.findings);
    if (fixed.length > 0) report = await lintFile(path, task);
  }
  if (args.flag("json")) printJson(path, report, fixed);
  else printReport(path, report, fixed);
  return report.isValid ? EXIT_CODES.done.code : EXIT_CODES.negative.code;
}

function taskOf(args: Arguments<string>): LintTask {
  const programPath = args.text("program");
  const propertyPath = args.text("property");
  const property =
    propertyPath === undefined ? undefined : readTaskFile(propertyPath, "the property file");
  const dataModel = args.text("data-model");
  const competition = competitionOf(args, property?.name);
  // A property file with faults is a fault of the command line.
  if (property !== undefined) parseProperty(property.text, property.path);
  return {
    ...NO_TASK,
    isStrict: args.flag("strict"),
    ignoresSelfLoops: args.flag("ignore-self-loops"),
    ...(programPath === undefined
      ? {}
      : { program: new LintProgram(readProgramFile(programPath)) }),
    ...defined({ specification: property?.text }),
    ...(dataModel === undefined ? {} : { dataModel: parseDataModel(dataModel) }),
    ...(competition === undefined ? {} : { competition, wantsCompetitionSpecification: true }),
  };
}

function competitionOf(
  args: Arguments<string>,
  propertyFile: string | undefined,
): LintTask["competition"] {
  const edition = editionOption(args);
  const name = args.text("category");
  if (edition === undefined && name === undefined) return undefined;
  if (edition === undefined || name === undefined) {
    throw new UsageError("--edition and --category belong together");
  }
  return { edition, category: categoryOf(edition, name, propertyFile) };
}

/** User-defined categories are named like the edition's: LANGUAGE.PROPERTY.NAME. */
function categoryOf(edition: Edition, name: string, propertyFile?: string): BaseCategory {
  const known = edition.categories.find((category) => category.name === name);
  if (known?.kind === "base") return known;
  const property = propertyFile?.replace(/\.prp$/, "") ?? name.split(".")[1];
  if (known !== undefined || property === undefined) {
    throw new UsageError(`'${name}' is not a base category of ${edition.name}`);
  }
  return { kind: "base", name, property };
}

function listRules(): number {
  for (const [rule, explanation] of Object.entries(RULES)) {
    console.log(`${rule.padEnd(22)} ${explanation}`);
  }
  return EXIT_CODES.done.code;
}

/** Longer lines are useless on a terminal. */
const MAX_LINE = 300;

function printReport(path: string, report: LintReport, fixed: readonly Finding[]): void {
  const explained = new Set<string>();
  for (const finding of report.findings) {
    const { code, hint, sourceLine = "", message, fix } = finding;
    const { hint: _, sourceLine: __, ...bare } = finding;
    const shown = { ...bare, message: `${message} [${code}]` };
    const withLine = sourceLine.length <= MAX_LINE && sourceLine !== "";
    console.log(formatDiagnostic(withLine ? { ...shown, sourceLine } : shown));
    if (hint !== undefined && !explained.has(code)) console.log(`  rule: ${hint}`);
    if (fix !== undefined) console.log(`  fix: ${fix.description} (--fix)`);
    explained.add(code);
  }
  if (report.omitted > 0) console.log(`${path}: ${report.omitted} more findings are not shown`);
  for (const { line, fix } of fixed) console.log(`${path}:${line}: fixed: ${fix?.description}`);
  console.log(summary(path, report));
}

function summary(path: string, { isValid, findings, omitted, kind, version }: LintReport): string {
  const faults = findings.filter(isFault).length + omitted;
  const what = [kind, "witness", version].filter((part) => part !== undefined).join(" ");
  return isValid ? `${path}: valid ${what}` : `${path}: faulty ${what}, ${faults} faults`;
}

function printJson(path: string, report: LintReport, fixed: readonly Finding[]): void {
  const { findings, ...facts } = report;
  const plain = ({ code, sourceLine: _, hint, ...finding }: Finding): object => ({
    rule: code,
    ...finding,
    explanation: hint,
  });
  console.log(
    JSON.stringify(
      { version: 1, file: path, ...facts, findings: findings.map(plain), fixed: fixed.map(plain) },
      undefined,
      2,
    ),
  );
}
