import { existsSync, readFileSync, statSync } from "node:fs";
import type { FileReference } from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { InputError } from "../../../ground/util/errors.ts";
import {
  identifyWitness,
  parseWitness,
  type Waypoint,
  type Witness,
} from "../../../ground/witness/index.ts";
import type { InvariantDetails, WaypointDetails, WitnessDetails } from "../../explorer/index.ts";

/** Larger witnesses are linked, but neither read nor shown. */
const READ_BYTES = 4_000_000;
const SHOWN_BYTES = 60_000;

/** The data of a witness file on the pages; every fault of the file becomes a finding. */
export function witnessDetails(
  file: string,
  reference: FileReference,
  path: string | undefined,
): WitnessDetails {
  const base = {
    ...defined({ path }),
    sha256: reference.sha256,
    waypoints: [],
    invariants: [],
  };
  if (!existsSync(file)) return { ...base, findings: ["the file is missing"] };
  const { size } = statSync(file);
  if (size > READ_BYTES)
    return { ...base, findings: [`${size} bytes: too large to be shown here`] };
  const text = readFileSync(file, "utf8");
  const shown = { ...base, ...(size > SHOWN_BYTES ? {} : { text }) };
  const name = reference.path.slice(reference.path.lastIndexOf("/") + 1);
  const identity = identifyWitness([text], name);
  const identified =
    identity.state === "present" ? { kind: identity.kind, version: identity.version } : {};
  try {
    const { metadata, witness, warnings } = parseWitness(text, name);
    const { producer } = metadata;
    return {
      ...shown,
      ...identified,
      kind: witness.kind,
      version: metadata.formatVersion,
      producer: `${producer.name} ${producer.version}`.trim(),
      findings: warnings.map(({ message, line }) => describe(message, line)),
      ...contentOf(witness),
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return {
      ...shown,
      ...identified,
      findings: error.diagnostics.map(({ message, line }) => describe(message, line)),
    };
  }
}

function describe(message: string, line: number | undefined): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}

function contentOf(witness: Witness): {
  readonly waypoints: readonly WaypointDetails[];
  readonly invariants: readonly InvariantDetails[];
} {
  if (witness.kind === "correctness") {
    const invariants = witness.invariants.map(({ type, location, expression }) => ({
      ...placeOf(location),
      type,
      expression,
    }));
    return { waypoints: [], invariants };
  }
  const waypoints = witness.segments.flatMap(({ avoid, follow, cycle }, index) => [
    ...avoid.map((waypoint) => waypointDetails(waypoint, index + 1, "avoid")),
    waypointDetails(follow, index + 1, cycle === true ? "cycle" : "follow"),
  ]);
  return { waypoints, invariants: [] };
}

function waypointDetails(
  waypoint: Waypoint,
  segment: number,
  action: WaypointDetails["action"],
): WaypointDetails {
  const text = textOf(waypoint);
  return {
    ...placeOf(waypoint.location),
    segment,
    action,
    type: waypoint.type,
    ...defined({ text }),
  };
}

function textOf(waypoint: Waypoint): string | undefined {
  switch (waypoint.type) {
    case "assumption":
      return waypoint.expression;
    case "branching":
      return waypoint.outcome;
    case "function_return":
      return waypoint.constraint;
    case "function_enter":
    case "target":
      return undefined;
  }
}

function placeOf({ file, line, column }: Waypoint["location"]): {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
} {
  return { file, line, ...defined({ column }) };
}
