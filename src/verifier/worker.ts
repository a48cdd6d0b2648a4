/**
 * The thread in which a verification (or one lane of it) runs: a thread of its
 * own has a stack large enough for deeply recursive programs, and leaves the
 * main thread free to report.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { DataModel } from "../cfront/machine-model.ts";
import { parseProperty } from "../properties/index.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { InputError, invariant } from "../util/errors.ts";
import { Budget, reserveSeconds } from "./budget.ts";
import { findConfiguration } from "./configurations.ts";
import { loadProgram } from "./load-program.ts";
import { safetyPropertyOf } from "./safety-property.ts";
import type { Lane } from "./strategy.ts";
import { createTrace } from "./trace.ts";
import type { VerificationReport } from "./verification-report.ts";
import { type TechniqueReport, verify } from "./verify.ts";

/** What the main thread sends. */
export interface VerificationJob {
  readonly programFile: string;
  readonly programText: string;
  readonly propertyFile: string;
  readonly propertyText: string;
  readonly dataModel: DataModel;
  readonly configuration: string;
  /** CPU seconds of all processes together. */
  readonly timeLimitSeconds: number;
  readonly seed: number;
  /** Whether a counterexample is told step by step. */
  readonly wantsTrace: boolean;
}

/** What the thread gets: the job, or one lane of it. */
export interface LaneJob extends VerificationJob {
  readonly lane?: Lane;
  /** CPU seconds that this process may use, one number, which may grow; undefined: those of the job. */
  readonly allowance?: Float64Array;
}

async function run(job: LaneJob): Promise<VerificationReport> {
  const property = parseProperty(job.propertyText, job.propertyFile);
  const configuration = findConfiguration(job.configuration);
  invariant(configuration !== undefined, `unknown configuration ${job.configuration}`);
  const { program } = loadProgram(job.programFile, job.programText, job.dataModel);
  const solvers = await createCadical();
  const techniques: TechniqueReport[] = [];
  let strategy: VerificationReport["strategy"];
  const { allowance, lane, timeLimitSeconds } = job;
  const result = verify(program, property, {
    configuration,
    budget: new Budget(
      allowance === undefined
        ? timeLimitSeconds - reserveSeconds(timeLimitSeconds)
        : () => allowance[0] ?? 0,
    ),
    createSatSolver: () => solvers.create(),
    seed: job.seed,
    ...(lane === undefined ? {} : { lane }),
    onProgress: (message) => parentPort?.postMessage({ kind: "progress", message }),
    onPlan: (features, plan) => {
      strategy = { features, plan };
    },
    onTechnique: (report) => techniques.push(report),
  });
  const facts = { techniques, ...(strategy === undefined ? {} : { strategy }) };
  if (result.verdict !== "unknown") parentPort?.postMessage({ kind: "decided" });
  if (result.verdict !== "false") return { ...result, ...facts };
  // The choices name edges, which only this thread knows.
  const { choices, turns, ...answer } = result;
  // Steps are told of one thread only.
  const safety = job.wantsTrace && turns === undefined ? safetyPropertyOf(property) : undefined;
  const trace = safety === undefined ? undefined : createTrace(program, safety, choices);
  return { ...answer, ...facts, ...(trace === undefined ? {} : { trace }) };
}

run(workerData as LaneJob).then(
  (result) => parentPort?.postMessage({ kind: "result", result }),
  (error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    parentPort?.postMessage({ kind: "input-error", diagnostics: error.diagnostics });
  },
);
