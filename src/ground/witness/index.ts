/**
 * Verification witnesses: the model of formats 0.1 and 2.x (YAML) and of
 * format 1.0 (GraphML), readers, writer, conversion.
 */

export { type Annotation, annotationsOf } from "./annotations.ts";
export { convertToVersion } from "./convert-version.ts";
export {
  type Contract,
  type CorrectnessWitness,
  FORMAT_VERSIONS,
  type FormatVersion,
  type GhostInstrumentation,
  type GhostUpdate,
  type Invariant,
  type Location,
  type Segment,
  type ViolationWitness,
  type Waypoint,
  type Witness,
  type WitnessFile,
  type WitnessMetadata,
} from "./format.ts";
export { formatWitness } from "./format-witness.ts";
export {
  type Automaton,
  AutomatonBuilder,
  type AutomatonEdge,
  buildAutomaton,
} from "./graphml/automaton.ts";
export { convertAutomaton, leadsToViolation } from "./graphml/convert-automaton.ts";
export { formatAutomaton } from "./graphml/format-automaton.ts";
export { GRAPH_KEYS } from "./graphml/graph-keys.ts";
export {
  type ElementKind,
  type GraphmlElement,
  type GraphmlHandler,
  GraphmlReader,
  type GraphmlShell,
} from "./graphml/graphml-reader.ts";
export { identifyWitness } from "./identify-witness.ts";
export { parseWitness, readDocument } from "./parse-witness.ts";
export type { LocatedGhosts } from "./read-ghosts.ts";
export type { InvariantItem } from "./read-invariants.ts";
export type { SegmentItem, Step } from "./read-violation.ts";
export { requiredVersion, waypointsOf } from "./required-version.ts";
export { type EntryHeader, type PartListener, WitnessReader } from "./witness-reader.ts";
export { type WitnessPart, WitnessSplitter } from "./witness-splitter.ts";
