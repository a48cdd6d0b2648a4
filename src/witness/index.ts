/** Verification witnesses, format 2.0 and 2.1: types, reader, writer. */
export type {
  CorrectnessWitness,
  Invariant,
  Location,
  Segment,
  ViolationWitness,
  Waypoint,
  Witness,
  WitnessFile,
  WitnessMetadata,
} from "./format.ts";
export { formatWitness } from "./format-witness.ts";
export { identifyWitness, parseWitness, type WitnessIdentity } from "./parse-witness.ts";
