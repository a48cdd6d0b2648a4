/**
 * The thread that generates tests, reduces witnesses and explains executions; compare the
 * verifier's worker.
 */
import { parentPort, workerData } from "node:worker_threads";
import { parseProperty } from "../../ground/properties/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import type { ViolationWitness } from "../../ground/witness/index.ts";
import { Budget, type CallOrigin, CpuClock, reserveSeconds } from "../call/index.ts";
import type { DataModel } from "../cfront/index.ts";
import { loadProgram } from "../program/index.ts";
import {
  isReachSafety,
  isReplayable,
  specificationOf,
  specificationText,
} from "../specification/index.ts";
import { createTrace, type TraceStep } from "../story/index.ts";
import { replayViolation } from "../validator/index.ts";
import { generateTest, type TestSuite } from "./harness.ts";
import { inputsOfExecution, inputsOfWaypoints } from "./inputs.ts";
import { type Reduction, reduceWitness } from "./reduce-witness.ts";
import { residualProgram } from "./residual-program.ts";

/** The message of the main thread. */
export interface TestificationJob {
  readonly task: "test" | "reduce" | "execution";
  readonly witness: ViolationWitness;
  readonly programFile: string;
  readonly programText: string;
  readonly propertyFile: string;
  readonly propertyText: string;
  readonly dataModel: DataModel;
  readonly timeLimitSeconds: number;
  readonly seed: number;
}

export type TestificationResult =
  | {
      readonly task: "test";
      readonly suite: TestSuite;
      /** Inputs of an execution that the replay confirmed, or those in the waypoints. */
      readonly inputsFrom: "execution" | "waypoints";
      /** Why the replay did not confirm. */
      readonly reason?: string;
    }
  | {
      /**
       * An execution that follows the witness, with the values of variables; none where the replay
       * finds none.
       */
      readonly task: "execution";
      readonly steps: readonly TraceStep[];
      readonly reason?: string;
    }
  | {
      readonly task: "reduce";
      readonly reduction: Reduction;
      readonly residual?: { readonly text: string; readonly remarks: readonly string[] };
    };

function run(job: TestificationJob & CallOrigin): TestificationResult {
  const property = parseProperty(job.propertyText, job.propertyFile);
  const loaded = loadProgram(job.programFile, job.programText, job.dataModel, {
    keepsBranches: true,
  });
  const clock = new CpuClock(job.clockOriginSeconds);
  const budget = new Budget(job.timeLimitSeconds - reserveSeconds(job.timeLimitSeconds), clock);
  const specification = specificationOf(property);
  const { witness, seed, dataModel } = job;
  if (job.task === "reduce") {
    if (!isReachSafety(specification)) {
      const reason = `property ${specificationText(specification)} is not supported`;
      return { task: "reduce", reduction: { kind: "unknown", reason } };
    }
    const reduction = reduceWitness(loaded, specification, witness, budget, seed);
    if (reduction.kind === "unknown") return { task: "reduce", reduction };
    return { task: "reduce", reduction, residual: residualProgram(loaded.unit, reduction.witness) };
  }
  const replay = isReplayable(specification)
    ? replayViolation(loaded, specification, witness, budget, seed)
    : ({
        verdict: "unknown",
        reason: `no replay for ${specificationText(specification)}`,
      } as const);
  if (job.task === "execution") {
    if (replay.verdict === "unknown")
      return { task: "execution", steps: [], reason: replay.reason };
    const options = { withValues: true };
    const trace = createTrace(loaded.program, specification, replay.inputs, options);
    return { task: "execution", steps: trace?.steps ?? [] };
  }
  const request = { unit: loaded.unit, property, dataModel, witness };
  if (replay.verdict === "unknown") {
    const inputs = inputsOfWaypoints(witness, loaded.unit);
    const suite = generateTest({ ...request, inputs });
    return { task: "test", suite, inputsFrom: "waypoints", reason: replay.reason };
  }
  const { inputs, choosesMemory } = inputsOfExecution(replay.inputs);
  const stdin = createTrace(loaded.program, specification, replay.inputs)?.stdin;
  const suite = { ...generateTest({ ...request, inputs }), ...defined({ stdin }) };
  const remarks = choosesMemory
    ? [
        ...suite.remarks,
        "the violation may depend on uninitialised memory, whose contents are arbitrary",
      ]
    : suite.remarks;
  return { task: "test", suite: { ...suite, remarks }, inputsFrom: "execution" };
}

Promise.resolve()
  .then(() => run(workerData as TestificationJob & CallOrigin))
  .then(
    (result) => parentPort?.postMessage({ kind: "result", result }),
    (error: unknown) => {
      if (!(error instanceof InputError)) throw error;
      parentPort?.postMessage({ kind: "input-error", diagnostics: error.diagnostics });
    },
  );
