/** Executions that follow the violation witnesses of a competition, for the pages of counterexamples. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInWorker } from "../../contestant/jobs/index.ts";
import type {
  TestificationJob,
  TestificationResult,
} from "../../contestant/testification/index.ts";
import { sha256 } from "../../ground/files/index.ts";
import { InputError } from "../../ground/util/errors.ts";
import type { Evaluation, Judgement } from "../../organiser/competition/index.ts";
import type { Spool } from "../../organiser/execution/index.ts";
import type { ExecutedStep } from "../../organiser/site/index.ts";
import { readViolationWitness } from "./testification.ts";

const MEMORY_BYTES = 2e9;

/**
 * For C programs of one file with the content that the competition used. Witnesses that cannot be
 * followed are left out.
 * @param secondsEach CPU time for each witness.
 * @returns By name of the run.
 */
export async function followWitnesses(
  { judgements }: Evaluation,
  spool: Spool,
  taskRoot: string,
  secondsEach: number,
): Promise<ReadonlyMap<string, readonly ExecutedStep[]>> {
  const executions = new Map<string, readonly ExecutedStep[]>();
  for (const judgement of judgements) {
    const job = await jobOf(judgement, spool, taskRoot, secondsEach);
    if (job === undefined) continue;
    const steps = await stepsOf(job);
    if (steps.length > 0) executions.set(judgement.result.run, steps);
  }
  return executions;
}

async function stepsOf(job: TestificationJob): Promise<readonly ExecutedStep[]> {
  const worker = new URL("../../contestant/testification/testification-worker.js", import.meta.url);
  try {
    const options = { memoryBytes: MEMORY_BYTES, onProgress: () => undefined };
    const result = await runInWorker<TestificationResult>(worker, job, options);
    return result.task === "execution" ? result.steps : [];
  } catch (error) {
    // A program that Agon cannot read.
    if (error instanceof InputError) return [];
    throw error;
  }
}

async function jobOf(
  { task, result, witness }: Judgement,
  spool: Spool,
  taskRoot: string,
  timeLimitSeconds: number,
): Promise<TestificationJob | undefined> {
  if (witness.state !== "present" || witness.kind !== "violation") return undefined;
  const [programFile, ...others] = task.inputFiles;
  const { dataModel } = task;
  if (result.witness === undefined || programFile === undefined || others.length > 0) {
    return undefined;
  }
  if (dataModel === undefined || task.language !== "C") return undefined;
  const read = (path: string): string | undefined => {
    const file = join(taskRoot, path);
    if (!existsSync(file)) return undefined;
    const bytes = readFileSync(file);
    const expected = task.files.find((each) => each.path === path)?.sha256;
    return sha256(bytes) === expected ? bytes.toString("utf8") : undefined;
  };
  const [programText, propertyText] = [read(programFile), read(task.propertyFile)];
  if (programText === undefined || propertyText === undefined) return undefined;
  const given = await readable(spool.fileOf(result.witness));
  if (given === undefined) return undefined;
  return {
    task: "execution",
    witness: given,
    programFile,
    programText,
    propertyFile: task.propertyFile,
    propertyText,
    dataModel,
    timeLimitSeconds,
    seed: 1,
  };
}

async function readable(path: string): Promise<TestificationJob["witness"] | undefined> {
  try {
    return (await readViolationWitness(path)).witness;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
