import { randomUUID } from "node:crypto";
import { runPortfolio } from "../../contestant/portfolio.ts";
import type { VerificationReport } from "../../contestant/verification-report.ts";
import type { VerificationJob } from "../../contestant/worker.ts";
import { replaceDurably } from "../../execution/durable-file.ts";
import { CONFIGURATIONS, findConfiguration } from "../../verifier/configurations.ts";
import {
  formatAutomaton,
  formatWitness,
  requiredVersion,
  type WitnessMetadata,
} from "../../witness/index.ts";
import { type Options, parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import {
  answerExitCode,
  failureAnswer,
  formatAnswer,
  parseBytes,
  parseDataModel,
  parseSeconds,
  readTaskFile,
  type TaskFile,
} from "../contestant.ts";
import { standardError } from "../render/progress.ts";
import { LiveLine } from "../verify/live-line.ts";
import { renderReport } from "../verify/report-text.ts";
import { renderStrategy } from "../verify/strategy-text.ts";
import { verificationDocument } from "../verify/verification-document.ts";
import { AGON_VERSION } from "../version.ts";

const OPTIONS: Options = {
  property: { type: "string" },
  "data-model": { type: "string" },
  config: { type: "string" },
  witness: { type: "string" },
  "witness-format": { type: "string" },
  "time-limit": { type: "string" },
  "memory-limit": { type: "string" },
  seed: { type: "string" },
  cores: { type: "string" },
  explain: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  "exit-code": { type: "boolean" },
  json: { type: "boolean" },
};

async function run(words: readonly string[]): Promise<number> {
  const args = parseWords(words, ["PROGRAM"], OPTIONS);
  const propertyPath = args.text("property");
  if (propertyPath === undefined) throw new UsageError("--property FILE is missing");
  const name = args.text("config") ?? "default";
  const configuration = findConfiguration(name);
  if (configuration === undefined) {
    const known = CONFIGURATIONS.map((each) => each.name).join(", ");
    throw new UsageError(`unknown configuration '${name}'; known: ${known}`);
  }
  const dataModel = parseDataModel(args.text("data-model"));
  const timeLimitSeconds = parseSeconds(args.text("time-limit") ?? "900s");
  const memoryBytes = parseBytes(args.text("memory-limit") ?? "4GB");
  const cores = args.integer("cores", 1) ?? 1;
  const seed = args.integer("seed", 0) ?? 1;
  const asJson = args.flag("json");
  const isQuiet = args.flag("quiet");
  const witness = args.text("witness");
  const format = args.oneOf("witness-format", WITNESS_FORMATS) ?? "2.0";
  const start = performance.now();
  const line = isQuiet ? undefined : new LiveLine(standardError(), timeLimitSeconds);
  try {
    const program = readTaskFile(args.operands.PROGRAM, "the program");
    const property = readTaskFile(propertyPath, "the property file");
    const job: VerificationJob = {
      programFile: program.path,
      programText: program.text,
      propertyFile: property.path,
      propertyText: property.text,
      dataModel,
      configuration: configuration.name,
      timeLimitSeconds,
      seed,
      wantsTrace: asJson || !isQuiet,
      wantsWitness: asJson || !isQuiet || witness !== undefined,
    };
    const { report, cpuSeconds } = await runPortfolio(job, {
      cores,
      memoryBytes,
      onProgress: (message) => line?.tell(message),
    });
    line?.end();
    const isAnswered = report.verdict !== "unknown";
    if (isAnswered && witness !== undefined) {
      replaceDurably(witness, witnessText(report, format, job, program, property, words));
    }
    if (asJson) {
      const document = verificationDocument(job, report, {
        cpuSeconds,
        wallSeconds: (performance.now() - start) / 1000,
        witness: isAnswered ? witness : undefined,
      });
      console.log(JSON.stringify(document));
    } else {
      if (args.flag("explain")) process.stdout.write(renderStrategy(report));
      if (!isQuiet) process.stdout.write(renderReport(program.path, report));
      console.log(formatAnswer(report));
    }
    return answerExitCode(report, args.flag("exit-code"));
  } catch (error) {
    line?.end();
    const { answer, exitCode } = failureAnswer(error);
    console.log(asJson ? JSON.stringify({ version: 1, ...answer }) : formatAnswer(answer));
    return exitCode;
  }
}

const WITNESS_FORMATS = ["1.0", "2.0", "2.1"] as const;

function witnessText(
  { witness }: Extract<VerificationReport, { witness: unknown }>,
  format: (typeof WITNESS_FORMATS)[number],
  job: VerificationJob,
  program: TaskFile,
  property: TaskFile,
  words: readonly string[],
): string {
  // Programs with threads need 2.2, whatever was asked for.
  const required = requiredVersion(witness);
  const formatVersion = format === "1.0" || required > format ? required : format;
  const metadata: WitnessMetadata = {
    formatVersion,
    uuid: randomUUID(),
    creationTime: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
    producer: {
      name: "Agon",
      version: AGON_VERSION,
      configuration: job.configuration,
      commandLine: ["agon", "verify", ...words].join(" "),
    },
    task: {
      inputFiles: [program.path],
      inputFileHashes: { [program.path]: program.sha256 },
      specification: property.text.trim(),
      dataModel: job.dataModel,
      language: "C",
    },
  };
  return format === "1.0" && required === "2.0"
    ? formatAutomaton(witness, metadata)
    : formatWitness(witness, metadata);
}

export const command: Command = {
  name: "verify",
  summary: "verify a C program against a property",
  usage: `
Usage: agon verify PROGRAM --property FILE --data-model ILP32|LP64 [options]

  --config NAME        technique: ${CONFIGURATIONS.map(({ name }) => name).join(", ")}
  --witness FILE       write the witness of a TRUE or FALSE answer
  --witness-format V   2.0 (default), 2.1, or 1.0 (GraphML); witnesses of programs
                       with threads have format 2.2 in any case
  --time-limit TIME    CPU time, such as 20s or 15min (default 900s)
  --memory-limit SIZE  heap of the analysis, such as 4GB (the default)
  --seed N             seed of the random search
  -q, --quiet          no progress, no counterexample or invariants: only the answer
  --cores N            with 2, look for violations and proofs at the same time, in two
                       processes (default 1: one after the other)
  --explain            tell what was found in the program, which techniques were
                       chosen and why, and how each fared
  --exit-code          exit with 0 for TRUE, 10 for FALSE, 20 for UNKNOWN
  --json               print all that was found as one JSON document
                       (schema/verification.schema.json)

A violation is told step by step, a proof by its invariants. The last line of standard output is TRUE, FALSE(property) or UNKNOWN (reason).`,
  examples: [
    "agon verify examples/mini/loops/sum-first-n.c --property examples/mini/properties/unreach-call.prp --data-model ILP32",
  ],
  run,
};
