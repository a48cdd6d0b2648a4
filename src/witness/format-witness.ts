import { stringify } from "yaml";
import { invariant } from "../util/errors.ts";
import type {
  CorrectnessWitness,
  Invariant,
  Location,
  Segment,
  ViolationWitness,
  Waypoint,
  Witness,
  WitnessMetadata,
} from "./format.ts";

/**
 * Text of a witness file. Equal arguments give equal texts. What format 2.0
 * does not have (cycles, transition invariants, labels, extended
 * expressions) must come with format version 2.1.
 */
export function formatWitness(witness: Witness, metadata: WitnessMetadata): string {
  invariant(
    metadata.formatVersion !== "2.0" || !needsVersion21(witness),
    "the witness needs format version 2.1",
  );
  const entry = {
    entry_type: witness.kind === "violation" ? "violation_sequence" : "invariant_set",
    metadata: metadataFields(metadata),
    content:
      witness.kind === "violation"
        ? violationFields(witness, metadata.formatVersion)
        : correctnessFields(witness),
  };
  return stringify([entry], {
    lineWidth: 0,
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "PLAIN",
    aliasDuplicateObjects: false,
  });
}

function needsVersion21(witness: Witness): boolean {
  if (witness.kind === "violation") return witness.segments.some(({ cycle }) => cycle === true);
  return witness.invariants.some(
    ({ type, format, labels }) =>
      format !== "c_expression" || labels !== undefined || type.endsWith("transition_invariant"),
  );
}

function metadataFields({
  formatVersion,
  uuid,
  creationTime,
  producer,
  task,
}: WitnessMetadata): object {
  return {
    format_version: formatVersion,
    uuid,
    creation_time: creationTime,
    producer: {
      name: producer.name,
      version: producer.version,
      configuration: producer.configuration,
      command_line: producer.commandLine,
      description: producer.description,
    },
    task: {
      input_files: task.inputFiles,
      input_file_hashes: task.inputFileHashes,
      specification: task.specification,
      data_model: task.dataModel,
      language: task.language,
    },
  };
}

function violationFields(
  { segments }: ViolationWitness,
  version: WitnessMetadata["formatVersion"],
): readonly object[] {
  const resultFormat = version === "2.0" ? "acsl_expression" : "ext_c_expression";
  return segments.map((segment: Segment) => ({
    segment: [
      ...segment.avoid.map((waypoint) => waypointFields(waypoint, "avoid", resultFormat)),
      waypointFields(segment.follow, segment.cycle === true ? "cycle" : "follow", resultFormat),
    ],
  }));
}

function waypointFields(
  waypoint: Waypoint,
  action: "follow" | "avoid" | "cycle",
  resultFormat: string,
): object {
  const { type, location } = waypoint;
  const constraint = constraintFields(waypoint, resultFormat);
  return { waypoint: { type, action, constraint, location: locationFields(location) } };
}

function constraintFields(waypoint: Waypoint, resultFormat: string): object | undefined {
  switch (waypoint.type) {
    case "assumption":
      return { value: waypoint.expression, format: "c_expression" };
    case "branching":
      return { value: waypoint.outcome };
    case "function_return":
      return waypoint.constraint === undefined
        ? undefined
        : { value: waypoint.constraint, format: resultFormat };
    case "function_enter":
    case "target":
      return undefined;
  }
}

function correctnessFields({ invariants, unsupported }: CorrectnessWitness): readonly object[] {
  invariant(unsupported === undefined, "the witness lacks parts that were not read");
  return invariants.map(({ type, location, expression, format, labels }: Invariant) => ({
    invariant: { type, location: locationFields(location), value: expression, format, labels },
  }));
}

function locationFields({ file, line, column, function: functionName }: Location): object {
  return { file_name: file, line, column, function: functionName };
}
