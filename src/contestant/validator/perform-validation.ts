/** Performs a validation, from the texts of witness and program to the answer. */

import { parseProperty } from "../../ground/properties/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { Budget, type Host, type PausingWork, reserveSeconds } from "../call/index.ts";
import type { DataModel } from "../cfront/index.ts";
import { loadProgram } from "../program/index.ts";
import { LazyCadical } from "../solver/index.ts";
import { errorLabels } from "../specification/index.ts";
import type { Ground } from "../techniques/index.ts";

import type { Engine } from "./options.ts";
import { readWitness } from "./read-witness.ts";
import { type ValidationAnswer, validate } from "./validate.ts";

/** The task and options of a validation. */
export interface ValidationJob {
  readonly witnessFile: string;
  readonly witnessText: string;
  readonly programFile: string;
  readonly programText: string;
  /** SHA-256 of the program, hexadecimal. */
  readonly programHash: string;
  /**
   * Whether to accept a witness for another version of the program, when all of it can be placed.
   */
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

/** @throws InputError when an input is faulty. */
export function* performValidation(
  job: ValidationJob,
  { clock, memoryBytes, tell }: Host<ValidationAnswer>,
): PausingWork<ValidationAnswer> {
  const property = parseProperty(job.propertyText, job.propertyFile);
  const witness = readWitness(job.witnessText, job.witnessFile);
  const loaded = loadProgram(job.programFile, job.programText, job.dataModel, {
    keepsBranches: witness.witness.kind === "violation",
    errorLabels: errorLabels(property),
  });
  const solvers = new LazyCadical();
  yield solvers.load();
  return validate(loaded, property, witness, {
    programHash: job.acceptsAnyHash ? undefined : job.programHash,
    dataModel: job.dataModel,
    budget: new Budget(job.timeLimitSeconds - reserveSeconds(job.timeLimitSeconds), clock),
    createSatSolver: () => solvers.create(),
    memoryBytes,
    seed: job.seed,
    engine: job.engine,
    ...defined({ without: job.without }),
    onProgress: (message) => tell({ kind: "progress", message }),
  });
}
