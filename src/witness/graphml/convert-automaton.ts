/**
 * From witness automata (format 1.0) to format 2.x. An automaton follows
 * operations, format 2 names places: what does not carry over is listed.
 *
 * A violation automaton is followed along a shortest path from its entry to a
 * violation node. Results of calls and branches carry over exactly; other
 * assumptions hold after an operation and are placed before the next one.
 * Invariants are placed where the automaton leaves their node.
 */
import type { DataModel } from "../../model/index.ts";
import type {
  CorrectnessWitness,
  Invariant,
  Location,
  Segment,
  Waypoint,
  Witness,
  WitnessMetadata,
} from "../format.ts";
import type { Automaton, AutomatonEdge } from "./automaton.ts";

export interface AutomatonConversion {
  /** Undefined when there is no path to a violation, or nothing says where it is. */
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
      ...(dataModel === undefined ? {} : { dataModel }),
      language: first("sourcecodelang"),
    },
  };
}

function convertViolation(
  automaton: Automaton,
  file: string,
  losses: string[],
): Witness | undefined {
  const path = pathToViolation(automaton);
  if (path === undefined) {
    losses.push("everything: no path leads from the entry to a violation node");
    return undefined;
  }
  reportLeftOut(automaton, path, losses);
  const segments: Segment[] = [];
  const follow = (waypoint: Waypoint): void => void segments.push({ avoid: [], follow: waypoint });
  for (const [index, edge] of path.entries()) {
    const isLast = index === path.length - 1;
    for (const waypoint of waypointsOfEdge(edge, path[index + 1], file, losses)) {
      // The target is at the last edge itself.
      if (!(isLast && waypoint.type === "function_enter")) follow(waypoint);
    }
  }
  const last = path.findLast(({ startLine }) => startLine !== undefined);
  if (last === undefined) {
    losses.push("everything: no edge on the path says where it is");
    return undefined;
  }
  follow({ type: "target", location: locationOf(last, file) });
  return { kind: "violation", segments };
}

/** A shortest path (breadth first) that avoids sinks. */
function pathToViolation({ entry, nodes, edges }: Automaton): readonly AutomatonEdge[] | undefined {
  const bySource = new Map<string, AutomatonEdge[]>();
  for (const edge of edges) {
    const others = bySource.get(edge.source);
    if (others === undefined) bySource.set(edge.source, [edge]);
    else others.push(edge);
  }
  const reachedBy = new Map<string, AutomatonEdge | undefined>([[entry, undefined]]);
  const queue = [entry];
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at] as string;
    if (nodes.get(node)?.isViolation === true) return pathTo(node, reachedBy);
    for (const edge of bySource.get(node) ?? []) {
      if (reachedBy.has(edge.target) || nodes.get(edge.target)?.isSink === true) continue;
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
  if (silent > 0) losses.push(`${silent} edges that only name places`);
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

/** In the order in which format 2 evaluates them at one place. */
function waypointsOfEdge(
  edge: AutomatonEdge,
  next: AutomatonEdge | undefined,
  file: string,
  losses: string[],
): readonly Waypoint[] {
  if (edge.startLine === undefined) {
    if (saysSomething(edge)) losses.push(`edge ${nameOf(edge)}: it does not say where it is`);
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
    losses.push(`edge ${nameOf(edge)}: '${expression}', since nothing says what comes next`);
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
      losses.push(`the invariant of node ${id}: '${invariant}', since nothing says where it holds`);
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
  losses.push("the automaton: format 2 keeps the invariants and where they hold");
  return { kind: "correctness", invariants };
}

function locationOf({ startLine }: AutomatonEdge, file: string): Location {
  return { file, line: startLine ?? 1 };
}

function nameOf({ source, target }: AutomatonEdge): string {
  return `${source} → ${target}`;
}
