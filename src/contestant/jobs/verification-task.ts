import type { Property } from "../../ground/model/index.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import { invariant } from "../../ground/util/errors.ts";
import { findConfiguration, type VerificationOptions } from "../plan/index.ts";
import { type LoadedProgram, leanProgram, loadProgram } from "../program/index.ts";
import { errorLabels, specificationOf, withoutVacuous } from "../specification/index.ts";
import { createsThreads } from "../techniques/index.ts";
import { loadBuild } from "./program-build.ts";
import type { VerificationJob } from "./verification-job.ts";

/** The program and the property of a job, read. */
export interface VerificationTask {
  readonly configuration: VerificationOptions["configuration"];
  readonly loaded: LoadedProgram;
  readonly property: Pick<Property, "formulas">;
  readonly hasThreads: boolean;
  /** Whether a violation is explained in words. */
  readonly explains: boolean;
}

/** @throws InputError when program or property are faulty. */
export function readTask(job: VerificationJob): VerificationTask {
  const configuration = findConfiguration(job.configuration);
  invariant(configuration !== undefined, `unknown configuration ${job.configuration}`);
  const { formulas } = parseProperty(job.propertyText, job.propertyFile);
  const building = { errorLabels: errorLabels({ formulas }) };
  const loaded = leanProgram(
    job.build === undefined
      ? loadProgram(job.programFile, job.programText, job.dataModel, building)
      : loadBuild(job.build, job.dataModel, building),
    specificationOf({ formulas }),
  );
  const explains = job.explains === true;
  const hasThreads = createsThreads(loaded.program);
  const property = {
    formulas: explains ? withoutVacuous(formulas, loaded.program, hasThreads) : formulas,
  };
  return { configuration, loaded, property, hasThreads, explains };
}
