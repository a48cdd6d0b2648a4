/**
 * The linter behind the command line, output and exit codes of witnesslint, so that it takes its
 * place in existing pipelines (BenchExec's tool-info module
 * `witnesslint` among them). Findings and their messages are Agon's own.
 */

import { existsSync } from "node:fs";
import { lintFile } from "../../contestant/jobs/index.ts";
import {
  LintProgram,
  type LintReport,
  type LintTask,
  NO_TASK,
} from "../../contestant/lint/index.ts";
import { readProgramFile, writeAll } from "../../ground/files/index.ts";
import { AGON_VERSION } from "../../ground/installation/index.ts";
import { type Options, parseWords } from "./arguments.ts";
import { UsageError } from "./command.ts";

const CODES = { valid: 0, faulty: 1, noWitness: 5, noProgram: 6, internal: 7 } as const;

const OPTIONS: Options = {
  witness: { type: "string" },
  loglevel: { type: "string" },
  strictChecking: { type: "boolean" },
  ignoreSelfLoops: { type: "boolean" },
  svcomp: { type: "boolean" },
  excludeRecentChecks: { type: "string" },
  "expected-type": { type: "string" },
  "expected-version": { type: "string" },
  version: { type: "boolean" },
};

/** Lowest first. */
const LEVELS = ["debug", "info", "warning", "error", "critical"] as const;

export async function runReferenceLinter(words: readonly string[]): Promise<number> {
  if (words.includes("--version")) {
    console.log(`This is version ${AGON_VERSION} of the witness linter.`);
    return CODES.valid;
  }
  const program = operandOf(words);
  const args = parseWords(
    withDefaultRecency(words),
    program === undefined ? [] : ["PROGRAM"],
    OPTIONS,
  );
  const witness = args.text("witness");
  if (witness === undefined) throw new UsageError("--witness is missing");
  const level = args.oneOf("loglevel", LEVELS) ?? "warning";
  if (!existsSync(witness)) return finish(CODES.noWitness, `no such file: ${witness}`);
  if (program !== undefined && !existsSync(program)) {
    return finish(CODES.noProgram, `no such file: ${program}`);
  }
  try {
    print(`Running witnesslint version ${AGON_VERSION} (agon)\n`);
    const task: LintTask = {
      ...NO_TASK,
      isStrict: args.flag("strictChecking"),
      ignoresSelfLoops: args.flag("ignoreSelfLoops"),
      wantsCompetitionSpecification: args.flag("svcomp"),
      recentChecks: args.integer("excludeRecentChecks", 0) ?? NO_TASK.recentChecks,
      ...(program === undefined ? {} : { program: new LintProgram(readProgramFile(program)) }),
    };
    const report = await lintFile(witness, task);
    printFindings(report, level);
    printOverview(witness, report, {
      type: args.text("expected-type"),
      version: args.text("expected-version"),
    });
    return finish(report.isValid ? CODES.valid : CODES.faulty);
  } catch (error) {
    return finish(CODES.internal, error instanceof Error ? error.message : String(error));
  }
}

/** `--excludeRecentChecks` without a number means 1. */
function withDefaultRecency(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const isBare = word === "--excludeRecentChecks" && !/^\d+$/.test(words[index + 1] ?? "");
    return isBare ? [`${word}=1`] : [word];
  });
}

/** The one word that is neither an option nor an option's value. */
function operandOf(words: readonly string[]): string | undefined {
  const withValue = Object.entries(OPTIONS).flatMap(([name, { type }]) =>
    type === "string" ? [`--${name}`] : [],
  );
  return words.find((word, index) => {
    if (word.startsWith("-")) return false;
    const before = words[index - 1] ?? "";
    const isRecency = before === "--excludeRecentChecks" && !/^\d+$/.test(word);
    return !withValue.includes(before) || isRecency;
  });
}

function printFindings({ findings }: LintReport, level: (typeof LEVELS)[number]): void {
  for (const { severity, code, line, message } of findings) {
    const own = code === "xml-syntax" ? "critical" : severity === "note" ? "info" : "warning";
    if (LEVELS.indexOf(own) < LEVELS.indexOf(level)) continue;
    const place = line === undefined ? "" : ` line ${line}:`;
    printTo(STANDARD_ERROR, `${own.toUpperCase().padEnd(8)}:${place} ${message}`);
  }
}

function printOverview(
  file: string,
  { kind, version, producer, creationTime }: LintReport,
  expected: { readonly type: string | undefined; readonly version: string | undefined },
): void {
  const type = kind === undefined ? "None" : `${kind}_witness`;
  print("Overview of checked witness:");
  print(`Witness File: ${file}`);
  print(`Witness Type: ${type}`);
  print(`Witness Version: ${version ?? "None"}`);
  print(`Producer: ${producer ?? "None"}`);
  print(`Creation Time: ${creationTime ?? "None"}`);
  print(`Witness Type-Match: ${match(type, expected.type)}`);
  print(`Witness Version-Match: ${match(version, expected.version)}`);
}

function match(found: string | undefined, expected: string | undefined): string {
  if (expected === undefined) return "Unknown";
  return found === expected ? "True" : "False";
}

function finish(code: number, message?: string): number {
  if (message !== undefined) print(message);
  print(`\nwitnesslint finished with exit code ${code}`);
  return code;
}

const STANDARD_OUTPUT = 1;
const STANDARD_ERROR = 2;

/** Both streams may be one pipe: every line is written before the next one, however busy the reader is. */
function printTo(stream: number, line: string): void {
  writeAll(stream, `${line}\n`);
}

function print(line: string): void {
  printTo(STANDARD_OUTPUT, line);
}
