/** The text of a witness, with the metadata of its format about task and producer. */
import { createHash, randomUUID } from "node:crypto";
import { invariant } from "../../ground/util/errors.ts";
import {
  formatAutomaton,
  formatWitness,
  requiredVersion,
  type ViolationWitness,
  type Witness,
  type WitnessMetadata,
} from "../../ground/witness/index.ts";
import { readWitness } from "../validator/index.ts";

/** 1.0 is GraphML, 2.x are YAML. */
export const WITNESS_FORMATS = ["1.0", "2.0", "2.1"] as const;
export type WitnessFormat = (typeof WITNESS_FORMATS)[number];

export interface WitnessFacts {
  readonly format: WitnessFormat;
  readonly programFile: string;
  /** Hexadecimal SHA-256 of the program's bytes. */
  readonly programHash: string;
  readonly propertyText: string;
  readonly dataModel: "ILP32" | "LP64";
  readonly producer: WitnessMetadata["producer"];
}

/** Witnesses of programs with threads need format 2.2, regardless of the requested one. */
export function witnessDocument(witness: Witness, facts: WitnessFacts): string {
  const { format, programFile, programHash, propertyText, dataModel, producer } = facts;
  const required = requiredVersion(witness);
  const metadata: WitnessMetadata = {
    formatVersion: format === "1.0" || required > format ? required : format,
    uuid: randomUUID(),
    creationTime: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
    producer,
    task: {
      inputFiles: [programFile],
      inputFileHashes: { [programFile]: programHash },
      specification: propertyText.trim(),
      dataModel,
      language: "C",
    },
  };
  return format === "1.0" && required === "2.0"
    ? formatAutomaton(witness, metadata)
    : formatWitness(witness, metadata);
}

/** Format 2 has no witnesses of lost or unfreed blocks (SV-COMP 2026: only format 1.0 counts). */
export function usualFormat(subproperty: string | undefined): WitnessFormat {
  const isOfBlocks = subproperty === "valid-memtrack" || subproperty === "valid-memcleanup";
  return isOfBlocks ? "1.0" : "2.0";
}

/**
 * Returns a violation witness as read from a file of a format: automata have no columns, and no
 * waypoints to avoid.
 */
export function asReadFrom(format: WitnessFormat, witness: ViolationWitness): ViolationWitness {
  if (format !== "1.0" || requiredVersion(witness) !== "2.0") return witness;
  const facts = {
    format,
    programFile: "",
    programHash: "",
    propertyText: "",
    dataModel: "LP64" as const,
    producer: { name: "Agon", version: "" },
  };
  const read = readWitness(witnessDocument(witness, facts), "witness.graphml").witness;
  invariant(read.kind === "violation", "a violation stays one");
  return read;
}

/** Hexadecimal. */
export function sha256Of(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
