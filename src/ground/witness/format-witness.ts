import { invariant } from "../util/errors.ts";
import { yamlText } from "../util/yaml-text.ts";
import type {
  Contract,
  CorrectnessWitness,
  FormatVersion,
  GhostInstrumentation,
  Invariant,
  Location,
  Segment,
  ViolationWitness,
  Waypoint,
  Witness,
  WitnessMetadata,
} from "./format.ts";
import { isOlder, requiredVersion } from "./required-version.ts";

/**
 * Text of a witness file. Equal arguments give equal texts. The parts that the version in the
 * metadata cannot express must have been removed before (see convert-version.ts).
 */
export function formatWitness(witness: Witness, metadata: WitnessMetadata): string {
  const required = requiredVersion(witness);
  invariant(
    !isOlder(metadata.formatVersion, required),
    `the witness needs format version ${required}`,
  );
  return yamlText(entriesOf(witness, metadata));
}

function entriesOf(witness: Witness, metadata: WitnessMetadata): readonly object[] {
  const { formatVersion } = metadata;
  const fields = metadataFields(metadata);
  if (witness.kind === "violation") {
    const content = violationFields(witness, formatVersion);
    return [{ entry_type: "violation_sequence", metadata: fields, content }];
  }
  const content = correctnessFields(witness);
  const invariantSet = { entry_type: "invariant_set", metadata: fields, content };
  if (witness.ghosts === undefined) return [invariantSet];
  const ghosts = {
    entry_type: "ghost_instrumentation",
    metadata: { ...fields, uuid: siblingUuid(metadata.uuid) },
    content: ghostFields(witness.ghosts),
  };
  return [invariantSet, ghosts];
}

/** Every entry has its own identifier, which differs in the last digit. */
function siblingUuid(uuid: string): string {
  const digit = Number.parseInt(uuid.slice(-1), 16);
  return Number.isNaN(digit) ? uuid : uuid.slice(0, -1) + ((digit + 1) % 16).toString(16);
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
  version: FormatVersion,
): readonly object[] {
  return segments.map((segment: Segment) => {
    const { avoid, concurrent = [], follow, cycle } = segment;
    return {
      segment: [
        ...avoid.map((waypoint) => waypointFields(waypoint, "avoid", version)),
        ...concurrent.map((waypoint) => waypointFields(waypoint, "follow", version)),
        waypointFields(follow, cycle === true ? "cycle" : "follow", version),
      ],
    };
  });
}

function waypointFields(
  waypoint: Waypoint,
  action: "follow" | "avoid" | "cycle",
  version: FormatVersion,
): object {
  const { type, location, thread } = waypoint;
  const constraint = constraintFields(waypoint, version);
  return {
    waypoint: { type, action, thread_id: thread, constraint, location: locationFields(location) },
  };
}

function constraintFields(waypoint: Waypoint, version: FormatVersion): object | undefined {
  switch (waypoint.type) {
    case "assumption":
      return { value: waypoint.expression, format: waypoint.format ?? "c_expression" };
    case "branching":
      return { value: waypoint.outcome };
    case "function_return":
      if (waypoint.constraint === undefined) return undefined;
      return { value: waypoint.constraint, format: resultFormat(version) };
    case "function_enter":
    case "target":
      return undefined;
  }
}

/** The name that a version gives to expressions with `\result`. */
function resultFormat(version: FormatVersion): string {
  return version === "2.0" ? "acsl_expression" : "ext_c_expression";
}

function correctnessFields({ invariants, contracts = [] }: CorrectnessWitness): readonly object[] {
  return [
    ...invariants.map(({ type, location, expression, format, labels }: Invariant) => ({
      invariant: { type, location: locationFields(location), value: expression, format, labels },
    })),
    ...contracts.map(({ location, requires, ensures, format, labels }: Contract) => ({
      contract: {
        type: "function_contract",
        location: locationFields(location),
        requires,
        ensures,
        format,
        labels,
      },
    })),
  ];
}

function ghostFields({ variables, updates }: GhostInstrumentation): object {
  const format = "c_expression";
  return {
    ghost_variables: variables.map(({ name, type, initial }) => ({
      name,
      type,
      scope: "global",
      initial: { value: initial, format },
    })),
    ghost_updates: updates.map(({ location, assignments }) => ({
      location: locationFields(location),
      updates: assignments.map(({ variable, expression }) => ({
        variable,
        value: expression,
        format,
      })),
    })),
  };
}

function locationFields({ file, line, column, function: functionName }: Location): object {
  return { file_name: file, line, column, function: functionName };
}
