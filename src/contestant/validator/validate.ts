/**
 * The validator's pipeline: does the witness belong to this task, and is it valid? FALSE means that
 * a violation witness is confirmed or a correctness witness refuted, TRUE the opposite; everything
 * else is UNKNOWN with the reason.
 */

import type { Property } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { baseNameOf } from "../../ground/util/path.ts";
import { type WitnessFile, waypointsOf } from "../../ground/witness/index.ts";
import { proveRaceFreedom } from "../concurrency/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import {
  asksOnlyFor,
  isReachSafety,
  isReplayable,
  type Specification,
  specificationOf,
  specificationText,
  withinMemory,
} from "../specification/index.ts";
import { exploreSchedules, hasOneThread } from "../techniques/index.ts";
import type { ClaimReport } from "./claim-report.ts";
import { validateCorrectness } from "./correctness-validator.ts";
import type { ValidationOptions } from "./options.ts";
import { validateTermination } from "./termination-validator.ts";
import { type FailedWaypoint, validateViolation } from "./violation-validator.ts";
import { placeText } from "./waypoint-follower.ts";

export type ValidationAnswer =
  | {
      readonly verdict: "true";
      /** Why a violation witness is refuted, and the waypoint that decides it. */
      readonly reason?: string;
      readonly waypoint?: FailedWaypoint;
      readonly claims?: readonly ClaimReport[];
    }
  | {
      readonly verdict: "false";
      readonly subproperty: string;
      /** Why a correctness witness is refuted. */
      readonly reason?: string;
      readonly claims?: readonly ClaimReport[];
    }
  | {
      readonly verdict: "unknown";
      readonly reason: string;
      /** The claims of a correctness witness, each with its result. */
      readonly claims?: readonly ClaimReport[];
    };

export function validate(
  loaded: LoadedProgram,
  property: Property,
  file: WitnessFile,
  options: ValidationOptions,
): ValidationAnswer {
  const mismatch = taskMismatch(file, options) ?? strangeFile(file, loaded.program.fileName);
  if (mismatch !== undefined) return { verdict: "unknown", reason: mismatch };
  const { witness } = file;
  const { memoryBytes = Number.POSITIVE_INFINITY } = options;
  const specification = withinMemory(specificationOf(property), memoryBytes);
  if (witness.kind === "correctness") {
    const isTermination = asksOnlyFor(specification, "cycle");
    if (!isReachSafety(specification) && !isTermination) {
      // Invariants would be further claims.
      const isPlain = witness.invariants.length === 0 && witness.contracts === undefined;
      if (asksOnlyFor(specification, "race") && isPlain) {
        return raceFreedomOf(loaded, specification, options);
      }
      const reason = `proofs of ${specificationText(specification)} are not supported`;
      return { verdict: "unknown", reason };
    }
    const result = isTermination
      ? validateTermination(loaded, witness, options)
      : validateCorrectness(loaded, specification, witness, options);
    const { reason, claims } = result;
    switch (result.verdict) {
      case "confirmed":
        return { verdict: "true", claims };
      case "refuted":
        return {
          verdict: "false",
          subproperty: specificationText(specification),
          reason: reason ?? "",
          claims,
        };
      case "unknown":
        return { verdict: "unknown", reason: reason ?? "no reason", claims };
    }
  }
  if (!isReplayable(specification)) {
    return {
      verdict: "unknown",
      reason: `property ${specificationText(specification)} is not supported`,
    };
  }
  const result = validateViolation(loaded, specification, witness, options);
  switch (result.verdict) {
    case "confirmed":
      return { verdict: "false", subproperty: result.subproperty };
    case "refuted": {
      const { reason, waypoint } = result;
      return { verdict: "true", reason, ...defined({ waypoint }) };
    }
    case "unknown":
      return { verdict: "unknown", reason: result.reason };
  }
}

/** Share of the time for the static analysis of races. */
const STATIC_SHARE = 0.5;

/** Whether the program itself shows that it has no race: such witnesses may be empty. */
function raceFreedomOf(
  { program }: LoadedProgram,
  specification: Specification,
  { budget }: ValidationOptions,
): ValidationAnswer {
  if (hasOneThread(program)) return { verdict: "true" };
  const part = budget.part(budget.remainingSeconds() * STATIC_SHARE);
  const answer = proveRaceFreedom(program, { isExhausted: () => part.isExhausted });
  if (answer.kind !== "race-free") {
    const explored = exploreSchedules({ program, specification }, budget);
    if (explored.kind === "true") return { verdict: "true" };
    if (explored.kind === "false") {
      return { verdict: "false", subproperty: explored.subproperty, reason: "accesses race" };
    }
  }
  switch (answer.kind) {
    case "race-free":
      return { verdict: "true" };
    case "possible-races":
      return { verdict: "unknown", reason: "cannot prove that these accesses are ordered" };
    case "unknown":
      return { verdict: "unknown", reason: answer.reason };
  }
}

/**
 * Returns a location in a file that is neither the program nor, under the name it had for the
 * producer, an input file.
 */
function strangeFile({ witness, metadata }: WitnessFile, program: string): string | undefined {
  const known = new Set([program, ...metadata.task.inputFiles].map(baseNameOf));
  const locations =
    witness.kind === "violation"
      ? // Automata do not name files.
        (witness.automaton === undefined ? witness.segments : []).flatMap((segment) =>
          waypointsOf(segment).map(({ location }) => location),
        )
      : witness.invariants.map(({ location }) => location);
  const strange = locations.find(({ file }) => !known.has(baseNameOf(file)));
  if (strange === undefined) return undefined;
  return `${placeText(strange)} is in ${strange.file}, which is no file of the task (${baseNameOf(program)})`;
}

/** Returns why the witness belongs to another task; undefined when it fits. */
function taskMismatch(file: WitnessFile, options: ValidationOptions): string | undefined {
  const { task } = file.metadata;
  const hashes = Object.values(task.inputFileHashes).map((hash) => hash.toLowerCase());
  const { programHash } = options;
  // Format 1.0 had SHA-1 in its first years: hashes of another algorithm are not comparable.
  const comparable = hashes.filter((hash) => hash.length === 64);
  if (programHash !== undefined && comparable.length > 0 && !comparable.includes(programHash)) {
    return "the witness is for a program with another SHA-256 hash";
  }
  if (task.dataModel !== undefined && task.dataModel !== options.dataModel) {
    return `the witness is for data model ${task.dataModel}`;
  }
  return undefined;
}
