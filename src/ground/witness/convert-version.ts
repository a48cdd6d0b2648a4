import { invariant } from "../util/errors.ts";
import type {
  CorrectnessWitness,
  FormatVersion,
  Location,
  Segment,
  ViolationWitness,
  Waypoint,
  Witness,
} from "./format.ts";
import { isExtendedInvariant, isOlder, requiredVersion, waypointsOf } from "./required-version.ts";

/** A witness in another version, and the parts that this version cannot express. */
export interface Conversion {
  /** Undefined when too little is left for a witness. */
  readonly witness: Witness | undefined;
  /** One sentence each, in the order of the witness. */
  readonly losses: readonly string[];
}

/** Leaves out the parts that a version of format 2 cannot express. Newer versions lose nothing. */
export function convertToVersion(witness: Witness, version: FormatVersion): Conversion {
  if (!isOlder(version, requiredVersion(witness))) return { witness, losses: [] };
  const losses: string[] = [];
  const result =
    witness.kind === "violation"
      ? convertViolation(witness, version, losses)
      : convertCorrectness(witness, losses);
  if (result !== undefined) {
    invariant(!isOlder(version, requiredVersion(result)), "the conversion left something over");
  }
  return { witness: result, losses };
}

function convertViolation(
  { segments }: ViolationWitness,
  version: FormatVersion,
  losses: string[],
): ViolationWitness | undefined {
  if (version === "2.0" && segments.some(({ cycle }) => cycle === true)) {
    losses.push("cycles: format 2.0 has no witnesses of non-termination");
    return undefined;
  }
  const kept = segments.flatMap((segment) => convertSegment(segment, version, losses) ?? []);
  return { kind: "violation", segments: kept };
}

/**
 * A segment whose follow waypoint cannot be expressed is left out: the rest then constrains less,
 * not more.
 */
function convertSegment(
  segment: Segment,
  version: FormatVersion,
  losses: string[],
): Segment | undefined {
  const { avoid, follow, cycle, concurrent = [] } = segment;
  if (waypointsOf(segment).some(({ thread }) => thread !== undefined)) {
    losses.push(`${describe(follow)}: the threads of its waypoints`);
  }
  for (const waypoint of concurrent) {
    losses.push(`${describe(waypoint)}: one of several targets that are not ordered`);
  }
  const isSayable = (waypoint: Waypoint): boolean => {
    const isExtended = waypoint.type === "assumption" && waypoint.format !== undefined;
    if (isExtended && version === "2.0") {
      losses.push(`${describe(waypoint)}: '${waypoint.expression}' is not a plain C expression`);
      return false;
    }
    return true;
  };
  const keptAvoid = avoid.filter(isSayable).map(withoutThread);
  if (!isSayable(follow)) return undefined;
  return {
    avoid: keptAvoid,
    follow: withoutThread(follow),
    ...(cycle === true ? { cycle } : {}),
  };
}

function withoutThread({ thread: _, ...waypoint }: Waypoint): Waypoint {
  return waypoint;
}

/** Converts to 2.0, the only version that cannot express everything about correctness. */
function convertCorrectness(
  { invariants, contracts = [], ghosts }: CorrectnessWitness,
  losses: string[],
): CorrectnessWitness {
  const ghostNames = (ghosts?.variables ?? []).map(({ name }) => name);
  const mentionsGhost = (expression: string): string | undefined =>
    ghostNames.find((name) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(expression));
  const kept = invariants.flatMap((original) => {
    const { labels, ...invariantOf20 } = original;
    const place = `${original.type} at ${describeLocation(original.location)}`;
    const ghost = mentionsGhost(original.expression);
    if (ghost !== undefined) {
      losses.push(`${place}: mentions the ghost variable ${ghost}`);
      return [];
    }
    // An extended expression without the new functions is a plain one.
    const isPlain = !original.expression.includes("\\");
    const plain = { ...invariantOf20, ...(isPlain ? { format: "c_expression" as const } : {}) };
    if (isExtendedInvariant(plain)) {
      losses.push(`${place}: '${original.expression}'`);
      return [];
    }
    if (labels !== undefined) losses.push(`${place}: its labels ${labels.join(", ")}`);
    return [plain];
  });
  for (const { location } of contracts) {
    losses.push(`function_contract at ${describeLocation(location)}`);
  }
  for (const name of ghostNames) losses.push(`ghost variable ${name} and its updates`);
  return { kind: "correctness", invariants: kept };
}

function describe({ type, location }: Waypoint): string {
  return `${type} at ${describeLocation(location)}`;
}

/** `line 3` or `line 3, column 5`. */
function describeLocation({ line, column }: Location): string {
  return column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
}
