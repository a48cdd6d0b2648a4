/** Common part of `agon testgen` and `agon reduce`. */

import { runInWorker } from "../../contestant/jobs/index.ts";
import type {
  TestificationJob,
  TestificationResult,
} from "../../contestant/testification/index.ts";
import { readProgramFile, readTaskFile, readWitness } from "../../ground/files/index.ts";
import { InputError } from "../../ground/util/errors.ts";
import {
  convertAutomaton,
  type ViolationWitness,
  type WitnessMetadata,
} from "../../ground/witness/index.ts";
import type { Arguments, Options } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { parseBytes, parseDataModel, parseSeconds } from "./contestant.ts";

export const TESTIFICATION_OPTIONS: Options = {
  property: { type: "string" },
  "data-model": { type: "string" },
  "time-limit": { type: "string" },
  "memory-limit": { type: "string" },
  seed: { type: "string" },
};

export const TESTIFICATION_USAGE: string = `  --time-limit TIME    CPU time of the replay (default 90s)
  --memory-limit SIZE  heap of the replay (default 4GB)
  --seed N             seed for the inputs that the witness leaves open (default 1)`;

/** @throws InputError when a file is faulty or the witness is not one of a violation. */
export async function runTestification(
  task: TestificationJob["task"],
  args: Arguments<"WITNESS" | "PROGRAM">,
): Promise<TestificationResult> {
  const propertyPath = args.text("property");
  if (propertyPath === undefined) throw new UsageError("--property FILE is missing");
  const property = readTaskFile(propertyPath, "the property file");
  const program = readProgramFile(args.operands.PROGRAM);
  const { witness } = await readViolationWitness(args.operands.WITNESS);
  const job: TestificationJob = {
    task,
    witness,
    programFile: program.path,
    programText: program.text,
    propertyFile: property.path,
    propertyText: property.text,
    dataModel: parseDataModel(args.text("data-model")),
    timeLimitSeconds: parseSeconds(args.text("time-limit") ?? "90s"),
    seed: args.integer("seed", 0) ?? 1,
  };
  return runInWorker<TestificationResult>(
    new URL("../../contestant/testification/testification-worker.js", import.meta.url),
    job,
    {
      memoryBytes: parseBytes(args.text("memory-limit") ?? "4GB"),
      onProgress: (message) => console.error(message),
    },
  );
}

/** A violation witness of any format, and its metadata. */
export async function readViolationWitness(
  path: string,
): Promise<{ readonly witness: ViolationWitness; readonly metadata: WitnessMetadata }> {
  const read = await readWitness(path);
  const { witness, metadata } =
    read.format === "graphml" ? convertAutomaton(read.automaton, "") : read.file;
  if (witness?.kind === "violation") return { witness, metadata };
  const message =
    witness === undefined ? "no path leads to a violation" : "this is a correctness witness";
  const hint = "only violation witnesses can be executed";
  throw new InputError([{ severity: "error", code: "no-violation", message, hint, file: path }]);
}
