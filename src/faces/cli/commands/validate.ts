import { parseArgs } from "node:util";
import { lastSeconds } from "../../../contestant/call/index.ts";
import { runWherePossible } from "../../../contestant/jobs/index.ts";
import {
  describeClaim,
  ENGINES,
  type ValidationAnswer,
  type ValidationJob,
} from "../../../contestant/validator/index.ts";
import { readProgramFile, readWitnessText } from "../../../ground/files/index.ts";
import { type Command, UsageError } from "../command.ts";
import {
  type Answer,
  answerExitCode,
  failureAnswer,
  formatAnswer,
  parseBytes,
  parseDataModel,
  parseSeconds,
} from "../contestant.ts";
import { readProperty } from "../read-property.ts";

const OPTIONS = {
  property: { type: "string" },
  "data-model": { type: "string" },
  "time-limit": { type: "string", default: "90s" },
  "memory-limit": { type: "string", default: "4GB" },
  seed: { type: "string", default: "1" },
  engine: { type: "string", default: "all" },
  "any-hash": { type: "boolean", default: false },
  "exit-code": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: OPTIONS,
    allowPositionals: true,
  });
  const [witnessPath, programPath, ...others] = positionals;
  if (witnessPath === undefined || programPath === undefined || others.length > 0) {
    throw new UsageError("expected a witness and a program; see 'agon help validate'");
  }
  if (values.property === undefined) throw new UsageError("--property FILE|NAME is missing");
  const dataModel = parseDataModel(values["data-model"]);
  const timeLimitSeconds = parseSeconds(values["time-limit"]);
  const memoryBytes = parseBytes(values["memory-limit"]);
  const engine = ENGINES.find((name) => name === values.engine);
  if (engine === undefined) {
    throw new UsageError(`unknown engine '${values.engine}'; known: ${ENGINES.join(", ")}`);
  }
  let answer: Answer | ValidationAnswer;
  let exitCode: number;
  try {
    const witnessText = await readWitnessText(witnessPath);
    const program = readProgramFile(programPath);
    const property = readProperty(values.property);
    const job: ValidationJob = {
      witnessFile: witnessPath,
      witnessText,
      programFile: program.path,
      programText: program.text,
      programHash: program.sha256,
      acceptsAnyHash: values["any-hash"],
      propertyFile: property.path,
      propertyText: property.text,
      dataModel,
      timeLimitSeconds,
      seed: Number(values.seed),
      engine,
    };
    answer = await runWherePossible<ValidationAnswer>(
      new URL("../../../contestant/validator/validation-worker.js", import.meta.url),
      job,
      {
        memoryBytes,
        endSeconds: lastSeconds(timeLimitSeconds),
        onProgress: (message) => console.error(message),
      },
    );
    exitCode = answerExitCode(answer, values["exit-code"]);
  } catch (error) {
    ({ answer, exitCode } = failureAnswer(error));
  }
  if (values.json) console.log(JSON.stringify({ version: 1, ...answer }));
  else {
    for (const line of reportLines(answer)) console.log(line);
    console.log(formatAnswer(answer));
  }
  return exitCode;
}

/** The text above the answer. */
function reportLines(answer: Answer | ValidationAnswer): string[] {
  const claims = "claims" in answer ? (answer.claims ?? []) : [];
  const lines = claims.map(describeClaim);
  if (answer.verdict === "unknown" || answer.reason === undefined) return lines;
  return [...lines, `the witness is refuted: ${answer.reason}`];
}

export const command: Command = {
  usage: `
Usage: agon validate WITNESS PROGRAM --property FILE|NAME --data-model ILP32|LP64 [options]

  --property P         a property file, or a property of a competition by its name, such as
                       unreach-call; required
  --time-limit TIME    CPU time, such as 90s (the default) or 5min
  --memory-limit SIZE  memory of the process, such as 4GB (the default)
  --seed N             seed for the inputs that the witness leaves open
  --engine NAME        execution: single executions only, which confirm violations and
                       refute proofs; symbolic: no guesses; all (the default): both
  --any-hash           accept a witness for another version of the program
  --exit-code          exit with 0 for TRUE, 10 for FALSE, 20 for UNKNOWN
  --json               print the answer as JSON

The last line of standard output is FALSE(property) when a violation witness is
confirmed or a correctness witness refuted, TRUE when a correctness witness is
confirmed or a violation witness refuted, else UNKNOWN (reason). The lines above it
show the outcome for every invariant, with an execution when it is refuted, and the
waypoint that refutes a violation witness; with --json they are keys of the answer.`,
  examples: ["agon validate witness.yml program.c --property unreach-call.prp --data-model ILP32"],
  run,
};
