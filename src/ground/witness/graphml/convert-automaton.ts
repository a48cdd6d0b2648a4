/**
 * Converts witness automata (format 1.0) to format 2.x. An automaton follows operations, format 2
 * names positions; the parts that cannot be converted are listed.
 *
 * A violation automaton is followed along a shortest path from its entry to a violation node, or
 * along its stem and a shortest cycle (termination). Results of calls and branches are converted
 * exactly; other assumptions hold after an operation and are placed before the next one. Invariants
 * are placed where the automaton leaves their node.
 */

import type { DataModel } from "../../model/index.ts";
import { defined } from "../../util/defined.ts";
import type {
  CorrectnessWitness,
  Invariant,
  Location,
  Segment,
  Waypoint,
  Witness,
  WitnessMetadata,
} from "../format.ts";
import type { Automaton, AutomatonEdge, AutomatonNode } from "./automaton.ts";

export interface AutomatonConversion {
  /** Undefined when no path leads to a violation, or no edge gives its position. */
  readonly witness: Witness | undefined;
  /** Metadata as far as the automaton has it. */
  readonly metadata: WitnessMetadata;
  /** One sentence each. */
  readonly losses: readonly string[];
}

/** `uuid`: for the new file, since automata have none. */
export function convertAutomaton(automaton: Automaton, uuid: string): AutomatonConversion {
  const losses: string[] = [];
  const metadata = metadataOf(automaton, uuid);
  const file = metadata.task.inputFiles[0] ?? "program.c";
  const witness =
    automaton.kind === "violation"
      ? convertViolation(automaton, file, losses)
      : convertCorrectness(automaton, file, losses);
  return { witness, metadata, losses };
}

/** Whether a path leads from the entry to a violation node, which may be the entry itself. */
export function leadsToViolation(automaton: Automaton): boolean {
  const { kind, nodes, entry } = automaton;
  if (kind !== "violation") return false;
  const isViolation = (node: AutomatonNode): boolean => node.isViolation;
  return (
    nodes.get(entry)?.isViolation === true ||
    shortestPath(automaton, entry, isViolation) !== undefined
  );
}

const DATA_MODELS: Readonly<Record<string, DataModel>> = { "32bit": "ILP32", "64bit": "LP64" };

function metadataOf({ data }: Automaton, uuid: string): WitnessMetadata {
  const first = (key: string): string => data.get(key)?.[0] ?? "";
  const path = first("programfile");
  const file = path.slice(path.lastIndexOf("/") + 1);
  const dataModel = DATA_MODELS[first("architecture")];
  return {
    formatVersion: "2.0",
    uuid,
    creationTime: first("creationtime"),
    producer: { name: first("producer"), version: "unknown" },
    task: {
      inputFiles: file === "" ? [] : [file],
      inputFileHashes: file === "" ? {} : { [file]: first("programhash") },
      specification: (data.get("specification") ?? []).join("\n"),
      ...defined({ dataModel }),
      language: first("sourcecodelang"),
    },
  };
}

function convertViolation(
  automaton: Automaton,
  file: string,
  losses: string[],
): Witness | undefined {
  const { nodes, entry } = automaton;
  const path = shortestPath(automaton, entry, ({ isViolation }) => isViolation);
  if (path === undefined) {
    const head = [...nodes.values()].find(({ isCycleHead }) => isCycleHead)?.id;
    if (head !== undefined) return convertLasso(automaton, head, file, losses);
    const ends = deadEnds(automaton).map((id) => `'${id}'`);
    const where = ends.length === 0 ? "" : `: none leaves ${ends.slice(0, 3).join(", ")}`;
    losses.push(`everything: no path leads from the entry to a violation node${where}`);
    return undefined;
  }
  reportLeftOut(automaton, path, losses);
  const segments = segmentsOf(path, file, losses);
  // The target is at the last edge itself.
  if (path.at(-1)?.enterFunction !== undefined && segments.at(-1)?.follow.type === "function_enter")
    segments.pop();
  const last = path.findLast(({ startLine }) => startLine !== undefined);
  if (last === undefined) {
    losses.push("everything: no edge on the path has a position");
    return undefined;
  }
  segments.push({ avoid: [], follow: { type: "target", location: locationOf(last, file) } });
  return { kind: "violation", segments };
}

/**
 * Converts a witness of non-termination: the stem to the cycle head, and a shortest cycle through
 * it.
 */
function convertLasso(
  automaton: Automaton,
  head: string,
  file: string,
  losses: string[],
): Witness | undefined {
  const isHead = ({ id }: AutomatonNode): boolean => id === head;
  const stem = shortestPath(automaton, automaton.entry, isHead);
  const cycle = shortestPath(automaton, head, isHead);
  if (stem === undefined || cycle === undefined) {
    losses.push("everything: no path leads from the entry to the cycle head and back to it");
    return undefined;
  }
  reportLeftOut(automaton, [...stem, ...cycle], losses);
  const repeated = segmentsOf(cycle, file, losses);
  const place = cycle.find(({ startLine }) => startLine !== undefined);
  const recurrent = automaton.nodes.get(head)?.invariant;
  if (place !== undefined && (recurrent !== undefined || repeated.length === 0)) {
    const location = locationOf(place, file);
    const follow: Waypoint = { type: "assumption", location, expression: recurrent ?? "1" };
    repeated.unshift({ avoid: [], follow });
  }
  if (repeated.length === 0) {
    losses.push("everything: no edge of the cycle has a position");
    return undefined;
  }
  const cycleSegments = repeated.map((segment): Segment => ({ ...segment, cycle: true }));
  return {
    kind: "violation",
    segments: [...segmentsOf(stem, file, losses), ...cycleSegments],
  };
}

function segmentsOf(path: readonly AutomatonEdge[], file: string, losses: string[]): Segment[] {
  return path.flatMap((edge, index) =>
    waypointsOfEdge(edge, path[index + 1], file, losses).map((follow) => ({ avoid: [], follow })),
  );
}

/** A shortest path with at least one edge (breadth first), avoiding sinks. */
function shortestPath(
  { nodes, edges }: Automaton,
  from: string,
  isGoal: (node: AutomatonNode) => boolean,
): readonly AutomatonEdge[] | undefined {
  const bySource = new Map<string, AutomatonEdge[]>();
  for (const edge of edges) {
    const others = bySource.get(edge.source);
    if (others === undefined) bySource.set(edge.source, [edge]);
    else others.push(edge);
  }
  const reachedBy = new Map<string, AutomatonEdge | undefined>([[from, undefined]]);
  const queue = [from];
  for (let at = 0; at < queue.length; at++) {
    const source = queue[at] as string;
    for (const edge of bySource.get(source) ?? []) {
      const target = nodes.get(edge.target);
      if (target === undefined || target.isSink) continue;
      if (isGoal(target)) return [...pathTo(source, reachedBy), edge];
      if (reachedBy.has(edge.target)) continue;
      reachedBy.set(edge.target, edge);
      queue.push(edge.target);
    }
  }
  return undefined;
}

function pathTo(
  node: string,
  reachedBy: ReadonlyMap<string, AutomatonEdge | undefined>,
): readonly AutomatonEdge[] {
  const path: AutomatonEdge[] = [];
  for (let edge = reachedBy.get(node); edge !== undefined; edge = reachedBy.get(edge.source)) {
    path.push(edge);
  }
  return path.reverse();
}

/** Reachable nodes whose only successors are sinks. */
function deadEnds({ nodes, edges, entry }: Automaton): readonly string[] {
  const reached = new Set([entry]);
  // Grows during the iteration.
  for (const node of reached) {
    for (const { source, target } of edges) if (source === node) reached.add(target);
  }
  const left = new Set(edges.map(({ source }) => source));
  return [...reached].filter((id) => !left.has(id) && nodes.get(id)?.isSink !== true);
}

function reportLeftOut(
  { edges, nodes }: Automaton,
  path: readonly AutomatonEdge[],
  losses: string[],
): void {
  const onPath = new Set(path);
  const toSinks = edges.filter(({ target }) => nodes.get(target)?.isSink === true).length;
  const others = edges.filter((edge) => !onPath.has(edge)).length - toSinks;
  if (toSinks > 0) losses.push(`${toSinks} edges to sinks`);
  if (others > 0) losses.push(`${others} edges that are not on the path to the violation`);
  const silent = path.filter((edge) => !saysSomething(edge)).length;
  if (silent > 0) losses.push(`${silent} edges that only name positions`);
  if (path.some(({ threadId }) => threadId !== undefined && threadId !== "0")) {
    losses.push("the threads of the edges");
  }
}

function saysSomething({
  assumption,
  control,
  enterFunction,
  createThread,
}: AutomatonEdge): boolean {
  return [assumption, control, enterFunction, createThread].some((part) => part !== undefined);
}

/** Waypoints in the order in which format 2 evaluates them at one position. */
function waypointsOfEdge(
  edge: AutomatonEdge,
  next: AutomatonEdge | undefined,
  file: string,
  losses: string[],
): readonly Waypoint[] {
  if (edge.startLine === undefined) {
    if (saysSomething(edge)) losses.push(`edge ${nameOf(edge)}: it has no position`);
    return [];
  }
  const location = locationOf(edge, file);
  const waypoints: Waypoint[] = [];
  if (edge.control !== undefined) {
    waypoints.push({ type: "branching", location, outcome: String(edge.control) });
  } else if (edge.enterFunction !== undefined && edge.enterFunction !== "main") {
    waypoints.push({ type: "function_enter", location });
  }
  for (const expression of splitAssumption(edge.assumption)) {
    const waypoint = assumptionWaypoint(edge, next, expression, file, losses);
    if (waypoint !== undefined) waypoints.push(waypoint);
  }
  return waypoints;
}

function assumptionWaypoint(
  edge: AutomatonEdge,
  next: AutomatonEdge | undefined,
  expression: string,
  file: string,
  losses: string[],
): Waypoint | undefined {
  if (expression.includes("\\result")) {
    return { type: "function_return", location: locationOf(edge, file), constraint: expression };
  }
  if (next?.startLine === undefined) {
    losses.push(
      `edge ${nameOf(edge)}: '${expression}', since the position of the next operation is unknown`,
    );
    return undefined;
  }
  losses.push(
    `edge ${nameOf(edge)}: '${expression}' holds after line ${edge.startLine}; ` +
      `it is placed before line ${next.startLine}`,
  );
  return { type: "assumption", location: locationOf(next, file), expression };
}

function splitAssumption(assumption: string | undefined): readonly string[] {
  return (assumption ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "1" && part !== "true");
}

function convertCorrectness(
  { nodes, edges }: Automaton,
  file: string,
  losses: string[],
): CorrectnessWitness {
  const invariants: Invariant[] = [];
  for (const { id, invariant, invariantScope } of nodes.values()) {
    if (invariant === undefined || /^\(*\s*(1|true)\s*\)*$/.test(invariant)) continue;
    const leaving = edges.filter(
      ({ source, startLine }) => source === id && startLine !== undefined,
    );
    const isLoopHead = edges.some(({ target, entersLoopHead }) => target === id && entersLoopHead);
    // The condition of the loop is evaluated where the loop head is left.
    const place = leaving.find(({ control }) => control !== undefined) ?? leaving[0];
    if (place === undefined) {
      losses.push(`the invariant of node ${id}: '${invariant}', since its position is unknown`);
      continue;
    }
    const location = locationOf(place, file);
    invariants.push({
      type: isLoopHead ? "loop_invariant" : "location_invariant",
      location: invariantScope === undefined ? location : { ...location, function: invariantScope },
      expression: invariant,
      format: "c_expression",
    });
  }
  losses.push("the automaton: format 2 keeps only the invariants and their positions");
  return { kind: "correctness", invariants };
}

function locationOf({ startLine }: AutomatonEdge, file: string): Location {
  return { file, line: startLine ?? 1 };
}

function nameOf({ source, target }: AutomatonEdge): string {
  return `${source} → ${target}`;
}
