import type { YamlMap, YamlValue } from "../util/yaml-reader.ts";
import type { FormatVersion, Segment, Waypoint } from "./format.ts";
import { readLocation } from "./read-location.ts";

const TYPES = ["assumption", "branching", "function_enter", "function_return", "target"] as const;

/** `\result OP CONSTANT`, the only form of a constraint of a function_return. */
const RESULT_CONSTRAINT =
  /^\s*\\result\s*(==|!=|<=|>=|<|>)\s*\(?\s*[-+]?\s*(0[xX][\da-fA-F.pP+-]+|\.?\d[\d.eE+-]*|'(\\.[^']*|[^'\\])')[uUlLfF]*\s*\)?\s*$/;

const SEGMENT_RULE = "segment-structure";

/** One waypoint with its action and the mapping that holds its fields. */
export interface Step {
  readonly action: "follow" | "avoid" | "cycle";
  readonly waypoint: Waypoint;
  readonly self: YamlMap;
}

/** A segment with its waypoints in the order of the file. */
export interface SegmentItem {
  readonly segment: Segment;
  readonly steps: readonly Step[];
  readonly value: YamlValue;
}

/**
 * Checks the order of segments: targets close safety witnesses, cycles close witnesses of
 * non-termination. It is given the segments one by one, so that witnesses of any length can be
 * checked.
 */
export class SegmentOrder {
  #hasCycle = false;
  #last: SegmentItem | undefined;
  #hasBroken = false;

  next(value: YamlValue, item: SegmentItem | undefined): void {
    if (!this.#hasCycle && this.#last?.segment.follow.type === "target") {
      this.#last.value.fault("only the final segment may have a target", SEGMENT_RULE);
    }
    this.#last = item;
    if (item === undefined) {
      this.#hasBroken = true;
      return;
    }
    const { segment } = item;
    if (this.#hasCycle && segment.cycle !== true) {
      value.fault(
        "after the first cycle segment all segments must be cycle segments",
        SEGMENT_RULE,
      );
    }
    this.#hasCycle ||= segment.cycle === true;
    if (this.#hasCycle && segment.follow.type === "target") {
      value.fault("a witness with cycle waypoints has no target", SEGMENT_RULE);
    }
  }

  /** Call after the last segment. */
  finish(): void {
    if (this.#hasCycle || this.#hasBroken || this.#last === undefined) return;
    const { segment, value } = this.#last;
    if (segment.follow.type !== "target") {
      value.fault("the follow waypoint of the final segment must be of type target", SEGMENT_RULE);
    }
  }
}

/** Reads one element of a violation_sequence; undefined after a fault. */
export function readSegment(value: YamlValue, version: FormatVersion): SegmentItem | undefined {
  const map = value.asMap();
  map?.allowOnly(["segment"]);
  const list = map?.require("segment");
  const steps = list?.asList()?.map((item) => readStep(item, version));
  if (list === undefined || steps === undefined) return undefined;
  if (steps.length === 0) return list.fault("a segment has at least one waypoint", SEGMENT_RULE);
  const complete = steps.filter((step) => step !== undefined);
  const segment = arrange(complete, list, version);
  return segment === undefined || complete.length < steps.length
    ? undefined
    : { segment, steps: complete, value };
}

/** The waypoints of one segment in their parts. */
function arrange(
  steps: readonly Step[],
  list: YamlValue,
  version: FormatVersion,
): Segment | undefined {
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const avoid: Waypoint[] = [];
  const concurrent: Waypoint[] = [];
  for (const step of steps.slice(0, -1)) {
    const { action, waypoint, self } = step;
    if (action === "avoid") {
      if (waypoint.type === "target") self.fault("a target cannot be avoided", SEGMENT_RULE);
      if (concurrent.length > 0) {
        self.fault("avoid waypoints stand before the waypoints to follow", SEGMENT_RULE);
      }
      avoid.push(waypoint);
    } else if (isRace(step, last, version)) {
      concurrent.push(waypoint);
    } else {
      const message = `only the last waypoint of a segment may have the action ${action}`;
      self.fault(message, SEGMENT_RULE);
    }
  }
  if (last.action === "avoid") {
    const message = "the last waypoint of a segment must have the action follow";
    return last.self.fault(message, SEGMENT_RULE);
  }
  const threads = [...concurrent, last.waypoint].map(({ thread = 0 }) => thread);
  if (concurrent.length > 0 && new Set(threads).size < threads.length) {
    list.fault("the targets of a data race belong to different threads", "thread-id");
  }
  return {
    avoid,
    follow: last.waypoint,
    ...(last.action === "cycle" ? { cycle: true } : {}),
    ...(concurrent.length === 0 ? {} : { concurrent }),
  };
}

/** 2.2: the final segment of a data race has several targets to follow. */
function isRace(step: Step, last: Step, version: FormatVersion): boolean {
  return (
    version === "2.2" &&
    step.action === "follow" &&
    last.action === "follow" &&
    step.waypoint.type === "target" &&
    last.waypoint.type === "target"
  );
}

function readStep(value: YamlValue, version: FormatVersion): Step | undefined {
  const outer = value.asMap();
  outer?.allowOnly(["waypoint"]);
  const self = outer?.require("waypoint")?.asMap();
  if (self === undefined) return undefined;
  const threadKey = version === "2.2" ? ["thread_id"] : [];
  self.allowOnly(["type", "action", ...threadKey, "location", "constraint"]);
  const type = self.require("type")?.asOneOf(TYPES);
  const action = self.require("action")?.asOneOf(["follow", "avoid", "cycle"]);
  if (action === "cycle" && version === "2.0") {
    self.warn("cycle waypoints need format_version 2.1", "format-version");
  }
  if (action === "cycle" && type === "target") {
    self.fault("a target cannot be part of a cycle", SEGMENT_RULE);
  }
  const thread = version === "2.2" ? self.get("thread_id")?.asInteger(0) : undefined;
  const location = readLocation(self);
  if (type === undefined || action === undefined || location === undefined) return undefined;
  const waypoint = readWaypoint(self, type, location);
  if (waypoint === undefined) return undefined;
  return {
    action,
    waypoint: thread === undefined ? waypoint : { ...waypoint, thread },
    self,
  };
}

function readWaypoint(
  self: YamlMap,
  type: (typeof TYPES)[number],
  location: Waypoint["location"],
): Waypoint | undefined {
  switch (type) {
    case "function_enter":
    case "target":
      self.get("constraint")?.fault(`a ${type} has no constraint`, "constraint-presence");
      return { type, location };
    case "function_return":
      if (self.get("constraint") === undefined) return { type, location };
      return readResultConstraint(self, location);
    case "assumption": {
      const { map, value } = readConstraint(self);
      if (map === undefined || value === undefined) return undefined;
      const format = readFormat(map, ["c_expression", "ext_c_expression"] as const);
      const expression = value.asWritten();
      if (expression === undefined) return undefined;
      return { type, location, expression, ...(format === "ext_c_expression" ? { format } : {}) };
    }
    case "branching": {
      const { map, value } = readConstraint(self);
      map?.get("format")?.warn("the constraint of a branching has no format", "branching-format");
      const outcome = value?.asWritten();
      if (outcome === undefined) return undefined;
      if (!/^(true|false|default|-?\d+)$/.test(outcome)) {
        return value?.fault("expected true, false, default or an integer", "branching-outcome");
      }
      return { type, location, outcome };
    }
  }
}

function readResultConstraint(self: YamlMap, location: Waypoint["location"]): Waypoint | undefined {
  const { map, value } = readConstraint(self);
  const constraint = value?.asWritten();
  if (map === undefined || constraint === undefined) return undefined;
  readFormat(map, ["acsl_expression", "ext_c_expression"]);
  if (!RESULT_CONSTRAINT.test(constraint)) {
    return value?.fault("expected '\\result' compared with a constant", "result-constraint");
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

function readFormat<T extends string>(constraint: YamlMap, formats: readonly T[]): T | undefined {
  const format = constraint.get("format");
  if (format === undefined) {
    constraint.warn("the constraint has no format", "constraint-format");
    return undefined;
  }
  return format.asOneOf(formats);
}
