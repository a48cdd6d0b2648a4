/** The thread in which a validation runs; see the verifier's worker. */

import { parentPort, workerData } from "node:worker_threads";
import type { DataModel } from "../cfront/index.ts";
import { parseProperty } from "../properties/index.ts";
import { createCadical } from "../solver/index.ts";
import { errorLabels } from "../specification/index.ts";
import type { Ground } from "../techniques/index.ts";
import { defined } from "../util/defined.ts";
import { InputError } from "../util/errors.ts";
import {
  Budget,
  type CallOrigin,
  CpuClock,
  loadProgram,
  memoryLimit,
  reserveSeconds,
} from "../verifier/index.ts";

import type { Engine } from "./options.ts";
import { readWitness } from "./read-witness.ts";
import { type ValidationAnswer, validate } from "./validate.ts";

/** What the main thread sends. */
export interface ValidationJob {
  readonly witnessFile: string;
  readonly witnessText: string;
  readonly programFile: string;
  readonly programText: string;
  /** SHA-256 of the program, hexadecimal. */
  readonly programHash: string;
  /** Accept a witness for another version of the program, when all it says can be placed. */
  readonly acceptsAnyHash: boolean;
  readonly propertyFile: string;
  readonly propertyText: string;
  readonly dataModel: DataModel;
  /** CPU seconds of the call. */
  readonly timeLimitSeconds: number;
  readonly seed: number;
  readonly engine: Engine;
  readonly without?: Ground;
}

async function run(job: ValidationJob & CallOrigin): Promise<ValidationAnswer> {
  const property = parseProperty(job.propertyText, job.propertyFile);
  const witness = readWitness(job.witnessText, job.witnessFile);
  const loaded = loadProgram(job.programFile, job.programText, job.dataModel, {
    keepsBranches: witness.witness.kind === "violation",
    errorLabels: errorLabels(property),
  });
  const solvers = await createCadical();
  return validate(loaded, property, witness, {
    programHash: job.acceptsAnyHash ? undefined : job.programHash,
    dataModel: job.dataModel,
    budget: new Budget(
      job.timeLimitSeconds - reserveSeconds(job.timeLimitSeconds),
      new CpuClock(job.clockOriginSeconds),
    ),
    createSatSolver: () => solvers.create(),
    memoryBytes: memoryLimit(),
    seed: job.seed,
    engine: job.engine,
    ...defined({ without: job.without }),
    onProgress: (message) => parentPort?.postMessage({ kind: "progress", message }),
  });
}

run(workerData as ValidationJob & CallOrigin).then(
  (result) => parentPort?.postMessage({ kind: "result", result }),
  (error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    parentPort?.postMessage({ kind: "input-error", diagnostics: error.diagnostics });
  },
);
