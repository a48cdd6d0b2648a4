import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { replaceDurably } from "../../execution/durable-file.ts";
import { CONFIGURATIONS, findConfiguration } from "../../verifier/configurations.ts";
import type { VerificationResult } from "../../verifier/verify.ts";
import type { VerificationJob } from "../../verifier/worker.ts";
import { formatWitness } from "../../witness/index.ts";
import { type Command, UsageError } from "../command.ts";
import {
  type Answer,
  answerExitCode,
  failureAnswer,
  formatAnswer,
  parseBytes,
  parseDataModel,
  parseSeconds,
  readTaskFile,
  type TaskFile,
} from "../contestant.ts";
import { runInWorker } from "../run-in-worker.ts";
import { AGON_VERSION } from "../version.ts";

const OPTIONS = {
  property: { type: "string" },
  "data-model": { type: "string" },
  config: { type: "string", default: "default" },
  witness: { type: "string" },
  "time-limit": { type: "string", default: "900s" },
  "memory-limit": { type: "string", default: "4GB" },
  seed: { type: "string", default: "1" },
  "exit-code": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: OPTIONS,
    allowPositionals: true,
  });
  const [programPath, ...others] = positionals;
  if (programPath === undefined || others.length > 0) {
    throw new UsageError("expected exactly one program; see 'agon help verify'");
  }
  if (values.property === undefined) throw new UsageError("--property FILE is missing");
  const configuration = findConfiguration(values.config);
  if (configuration === undefined) {
    const known = CONFIGURATIONS.map(({ name }) => name).join(", ");
    throw new UsageError(`unknown configuration '${values.config}'; known: ${known}`);
  }
  const dataModel = parseDataModel(values["data-model"]);
  let answer: Answer;
  let exitCode: number;
  const timeLimitSeconds = parseSeconds(values["time-limit"]);
  const memoryBytes = parseBytes(values["memory-limit"]);
  try {
    const program = readTaskFile(programPath, "the program");
    const property = readTaskFile(values.property, "the property file");
    const job: VerificationJob = {
      programFile: program.path,
      programText: program.text,
      propertyFile: property.path,
      propertyText: property.text,
      dataModel,
      configuration: configuration.name,
      timeLimitSeconds,
      seed: Number(values.seed),
    };
    const result = await runInWorker<VerificationResult>(
      new URL("../../verifier/worker.js", import.meta.url),
      job,
      {
        memoryBytes,
        onProgress: (message) => console.error(message),
      },
    );
    if (result.verdict !== "unknown" && values.witness !== undefined) {
      replaceDurably(values.witness, witnessText(result, job, program, property, words));
    }
    answer = result;
    exitCode = answerExitCode(answer, values["exit-code"]);
  } catch (error) {
    ({ answer, exitCode } = failureAnswer(error));
  }
  console.log(values.json ? JSON.stringify({ version: 1, ...answer }) : formatAnswer(answer));
  return exitCode;
}

function witnessText(
  result: Extract<VerificationResult, { witness: unknown }>,
  job: VerificationJob,
  program: TaskFile,
  property: TaskFile,
  words: readonly string[],
): string {
  return formatWitness(result.witness, {
    formatVersion: "2.0",
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
  });
}

export const command: Command = {
  name: "verify",
  summary: "verify a C program against a property",
  usage: `
Usage: agon verify PROGRAM --property FILE --data-model ILP32|LP64 [options]

  --config NAME        technique: ${CONFIGURATIONS.map(({ name }) => name).join(", ")}
  --witness FILE       write the witness of a TRUE or FALSE answer (format 2.0)
  --time-limit TIME    CPU time, such as 20s or 15min (default 900s)
  --memory-limit SIZE  heap of the analysis, such as 4GB (the default)
  --seed N             seed of the random search
  --exit-code          exit with 0 for TRUE, 10 for FALSE, 20 for UNKNOWN
  --json               print the answer as JSON

The last line of standard output is TRUE, FALSE(property) or UNKNOWN (reason).`,
  examples: [
    "agon verify examples/mini/loops/sum-first-n.c --property examples/mini/properties/unreach-call.prp --data-model ILP32",
  ],
  run,
};
