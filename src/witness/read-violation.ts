import type { YamlMap, YamlValue } from "../util/yaml-reader.ts";
import type { Location, Segment, ViolationWitness, Waypoint } from "./format.ts";
import { readLocation } from "./read-location.ts";
import type { FormatVersion } from "./read-metadata.ts";

const TYPES = ["assumption", "branching", "function_enter", "function_return", "target"] as const;

/** `\result OP CONSTANT`, the only constraint of a function_return. */
const RESULT_CONSTRAINT =
  /^\s*\\result\s*(==|!=|<=|>=|<|>)\s*\(?\s*[-+]?\s*(0[xX][\da-fA-F.pP+-]+|\.?\d[\d.eE+-]*|'(\\.[^']*|[^'\\])')[uUlLfF]*\s*\)?\s*$/;

/** One waypoint with its action, still to be arranged into a segment. */
interface Step {
  readonly action: "follow" | "avoid" | "cycle";
  readonly waypoint: Waypoint;
  readonly self: YamlMap;
}

/** Reads the content of a violation_sequence; undefined after a fault. */
export function readViolation(
  content: YamlValue,
  version: FormatVersion,
): ViolationWitness | undefined {
  const values = content.asList();
  if (values === undefined) return undefined;
  if (values.length === 0) return content.fault("a violation_sequence has at least one segment");
  const segments = values.map((value) => readSegment(value, version));
  checkOrder(values, segments);
  const complete = segments.filter((segment) => segment !== undefined);
  return complete.length === segments.length
    ? { kind: "violation", segments: complete }
    : undefined;
}

/** Targets close safety witnesses; cycles close witnesses of non-termination. */
function checkOrder(
  values: readonly YamlValue[],
  segments: readonly (Segment | undefined)[],
): void {
  const firstCycle = segments.findIndex((segment) => segment?.cycle === true);
  for (const [index, segment] of segments.entries()) {
    const value = values[index];
    if (segment === undefined || value === undefined) continue;
    const isFinal = index === segments.length - 1;
    const isTarget = segment.follow.type === "target";
    if (firstCycle >= 0) {
      if (isTarget) value.fault("a witness with cycle waypoints has no target");
      if (index > firstCycle && segment.cycle !== true) {
        value.fault("after the first cycle segment all segments must be cycle segments");
      }
    } else if (isFinal && !isTarget) {
      value.fault("the follow waypoint of the final segment must be of type target");
    } else if (!isFinal && isTarget) {
      value.fault("only the final segment may have a target");
    }
  }
}

function readSegment(value: YamlValue, version: FormatVersion): Segment | undefined {
  const map = value.asMap();
  map?.allowOnly(["segment"]);
  const list = map?.require("segment");
  const steps = list?.asList()?.map((item) => readStep(item, version));
  if (list === undefined || steps === undefined) return undefined;
  if (steps.length === 0) return list.fault("a segment has at least one waypoint");
  const avoid: Waypoint[] = [];
  for (const step of steps.slice(0, -1)) {
    if (step === undefined) continue;
    if (step.action !== "avoid") {
      step.self.fault(`only the last waypoint of a segment may have the action ${step.action}`);
    }
    if (step.waypoint.type === "target") step.self.fault("a target cannot be avoided");
    avoid.push(step.waypoint);
  }
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  if (last.action === "avoid") {
    return last.self.fault("the last waypoint of a segment must have the action follow");
  }
  return {
    avoid,
    follow: last.waypoint,
    ...(last.action === "cycle" ? { cycle: true } : {}),
  };
}

function readStep(value: YamlValue, version: FormatVersion): Step | undefined {
  const outer = value.asMap();
  outer?.allowOnly(["waypoint"]);
  const self = outer?.require("waypoint")?.asMap();
  if (self === undefined) return undefined;
  self.allowOnly(["type", "action", "location", "constraint"]);
  const type = self.require("type")?.asOneOf(TYPES);
  const action = self.require("action")?.asOneOf(["follow", "avoid", "cycle"]);
  if (action === "cycle" && version === "2.0") self.warn("cycle waypoints need format_version 2.1");
  const location = readLocation(self);
  if (type === undefined || action === undefined || location === undefined) return undefined;
  const waypoint = readWaypoint(self, type, location);
  return waypoint === undefined ? undefined : { action, waypoint, self };
}

function readWaypoint(
  self: YamlMap,
  type: (typeof TYPES)[number],
  location: Location,
): Waypoint | undefined {
  switch (type) {
    case "function_enter":
    case "target":
      self.get("constraint")?.fault(`a ${type} has no constraint`);
      return { type, location };
    case "function_return":
      if (self.get("constraint") === undefined) return { type, location };
      return readResultConstraint(self, location);
    case "assumption": {
      const { map, value } = readConstraint(self);
      if (map === undefined || value === undefined) return undefined;
      checkFormat(map, ["c_expression", "ext_c_expression"]);
      const expression = value.asWritten();
      return expression === undefined ? undefined : { type, location, expression };
    }
    case "branching": {
      const { map, value } = readConstraint(self);
      map?.get("format")?.warn("the constraint of a branching has no format");
      const outcome = value?.asWritten();
      if (outcome === undefined) return undefined;
      if (!/^(true|false|default|-?\d+)$/.test(outcome)) {
        return value?.fault("expected true, false, default or an integer");
      }
      return { type, location, outcome };
    }
  }
}

function readResultConstraint(self: YamlMap, location: Location): Waypoint | undefined {
  const { map, value } = readConstraint(self);
  const constraint = value?.asWritten();
  if (map === undefined || constraint === undefined) return undefined;
  checkFormat(map, ["acsl_expression", "ext_c_expression"]);
  if (!RESULT_CONSTRAINT.test(constraint)) {
    return value?.fault("expected '\\result' compared with a constant");
  }
  return { type: "function_return", location, constraint };
}

function readConstraint(self: YamlMap): {
  readonly map: YamlMap | undefined;
  readonly value: YamlValue | undefined;
} {
  const map = self.require("constraint")?.asMap();
  map?.allowOnly(["value", "format"]);
  return { map, value: map?.require("value") };
}

function checkFormat(constraint: YamlMap, formats: readonly string[]): void {
  const format = constraint.get("format");
  if (format === undefined) constraint.warn("the constraint has no format");
  else format.asOneOf(formats);
}
