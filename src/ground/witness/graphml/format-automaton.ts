/**
 * Writes witnesses as automata (format 1.0, GraphML), as far as positions can express it. A
 * violation is a chain of edges, one per waypoint; a correctness witness has a node for every loop,
 * which holds the invariant.
 */
import { escapeHtml } from "../../util/html.ts";
import type {
  CorrectnessWitness,
  Invariant,
  ViolationWitness,
  Waypoint,
  Witness,
  WitnessMetadata,
} from "../format.ts";
import { GRAPH_KEYS } from "./graph-keys.ts";

type Data = readonly (readonly [key: string, value: string])[];

interface Element {
  readonly name: "node" | "edge";
  readonly attributes: Readonly<Record<string, string>>;
  readonly data: Data;
}

const KEYS: Readonly<Record<"graph" | "node" | "edge", readonly string[]>> = {
  graph: GRAPH_KEYS,
  node: ["entry", "violation", "cyclehead", "invariant", "invariant.scope"],
  edge: [
    "startline",
    "assumption",
    "assumption.scope",
    "assumption.resultfunction",
    "control",
    "enterLoopHead",
  ],
};

const ARCHITECTURES = { ILP32: "32bit", LP64: "64bit" } as const;

/** Equal arguments give equal texts; the version in the metadata does not count. */
export function formatAutomaton(witness: Witness, metadata: WitnessMetadata): string {
  const elements =
    witness.kind === "violation" ? violationElements(witness) : correctnessElements(witness);
  const graphData = graphDataOf(witness, metadata);
  const used = new Set(
    [...graphData, ...elements.flatMap(({ data }) => [...data])].map(([key]) => key),
  );
  const lines = [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    ...Object.entries(KEYS).flatMap(([domain, keys]) =>
      keys
        .filter((key) => used.has(key))
        .map((key) => ` <key id="${key}" for="${domain}" attr.name="${key}" attr.type="string"/>`),
    ),
    ' <graph edgedefault="directed">',
    ...graphData.map(([key, value]) => `  ${dataText(key, value)}`),
    ...elements.map(elementText),
    " </graph>",
    "</graphml>",
  ];
  return `${lines.join("\n")}\n`;
}

function graphDataOf(witness: Witness, { producer, task, creationTime }: WitnessMetadata): Data {
  const [program = ""] = task.inputFiles;
  const architecture = task.dataModel === undefined ? undefined : ARCHITECTURES[task.dataModel];
  const specifications = task.specification
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return [
    ["witness-type", `${witness.kind}_witness`],
    ["sourcecodelang", task.language],
    ["producer", `${producer.name} ${producer.version}`],
    ...specifications.map((line) => ["specification", line] as const),
    ["programfile", program],
    ["programhash", task.inputFileHashes[program] ?? ""],
    ...(architecture === undefined ? [] : [["architecture", architecture] as const]),
    ["creationtime", creationTime],
  ];
}

function violationElements({ segments }: ViolationWitness): readonly Element[] {
  if (segments.some(({ cycle }) => cycle === true)) return lassoElements(segments);
  const edges = segments.flatMap(({ follow }, index) => {
    const [before, after] = [segments[index - 1]?.follow, segments[index + 1]?.follow];
    // An assumption right before the target and the target share an edge.
    if (isAssumedAt(before, follow)) return [];
    return edgesOfWaypoint(follow).slice(0, isAssumedAt(follow, after) ? 1 : undefined);
  });
  const nodes = Array.from({ length: edges.length + 1 }, (_, index): Element => {
    const data: [string, string][] = [];
    if (index === 0) data.push(["entry", "true"]);
    if (index === edges.length) data.push(["violation", "true"]);
    return { name: "node", attributes: { id: `N${index}` }, data };
  });
  const chain = edges.map((data, index): Element => {
    return { name: "edge", attributes: { source: `N${index}`, target: `N${index + 1}` }, data };
  });
  return [...nodes, ...chain];
}

/**
 * Writes a witness of non-termination: a chain to the cycle head, which holds the recurrent set,
 * and a chain back to it.
 */
function lassoElements(segments: ViolationWitness["segments"]): readonly Element[] {
  const stem = segments.filter(({ cycle }) => cycle !== true);
  const [first, ...others] = segments.filter(({ cycle }) => cycle === true);
  const set = first?.follow.type === "assumption" ? first.follow : undefined;
  const repeated = set === undefined && first !== undefined ? [first, ...others] : others;
  const place = [["startline", String(first?.follow.location.line)] as const];
  const edgesOf = (some: ViolationWitness["segments"]): readonly Data[] =>
    some.flatMap(({ follow }) => edgesOfWaypoint(follow));
  const toHead = [...edgesOf(stem), place];
  // An edge from a node to itself is not allowed, so a cycle has at least two edges.
  const around = [...edgesOf(repeated), place, place];
  const head = toHead.length;
  const last = head + around.length;
  const nodes = Array.from({ length: last }, (_, index): Element => {
    const data: [string, string][] = [];
    if (index === 0) data.push(["entry", "true"]);
    if (index === head) data.push(["cyclehead", "true"]);
    if (index === head && set !== undefined) data.push(["invariant", set.expression]);
    return { name: "node", attributes: { id: `N${index}` }, data };
  });
  const chain = [...toHead, ...around].map((data, index): Element => {
    const target = index + 1 === last ? head : index + 1;
    return { name: "edge", attributes: { source: `N${index}`, target: `N${target}` }, data };
  });
  return [...nodes, ...chain];
}

function isAssumedAt(before: Waypoint | undefined, target: Waypoint | undefined): boolean {
  return (
    before?.type === "assumption" &&
    target?.type === "target" &&
    before.location.line === target.location.line &&
    before.location.column === target.location.column
  );
}

/** The edges of a segment in format 1.0, which cannot avoid and which names lines. */
function edgesOfWaypoint(follow: Waypoint): readonly Data[] {
  const place = ["startline", String(follow.location.line)] as const;
  const scope =
    follow.location.function === undefined
      ? []
      : [["assumption.scope", follow.location.function] as const];
  switch (follow.type) {
    case "assumption":
      // The assumption holds after its edge and before the next one, which is at the same position.
      return [[place, ["assumption", `${follow.expression};`], ...scope], [place]];
    case "branching":
      return [[place, ["control", `condition-${follow.outcome}`]]];
    case "function_return": {
      const { constraint, callee } = follow;
      if (constraint === undefined || callee === undefined) return [[place]];
      const result = ["assumption.resultfunction", callee] as const;
      return [[place, ["assumption", `${constraint};`], ...scope, result]];
    }
    case "function_enter":
    case "target":
      return [[place]];
  }
}

function correctnessElements({ invariants }: CorrectnessWitness): readonly Element[] {
  const loops = invariants.filter(
    ({ type, format }) => type === "loop_invariant" && format === "c_expression",
  );
  return [
    { name: "node", attributes: { id: "N0" }, data: [["entry", "true"]] },
    ...loops.map(invariantNode),
    ...loops.flatMap(invariantEdges),
  ];
}

function invariantNode({ expression, location }: Invariant, index: number): Element {
  const scope =
    location.function === undefined ? [] : [["invariant.scope", location.function] as const];
  return {
    name: "node",
    attributes: { id: `N${index + 1}` },
    data: [["invariant", expression], ...scope],
  };
}

/** Edges to the head of the loop, and from there into the loop or out of it. */
function invariantEdges({ location }: Invariant, index: number): readonly Element[] {
  const id = `N${index + 1}`;
  const place = ["startline", String(location.line)] as const;
  const edge = (source: string, target: string, more: Data): Element => {
    return { name: "edge", attributes: { source, target }, data: [place, ...more] };
  };
  return [
    edge("N0", id, [["enterLoopHead", "true"]]),
    edge(id, "N0", [["control", "condition-true"]]),
    edge(id, "N0", [["control", "condition-false"]]),
  ];
}

function elementText({ name, attributes, data }: Element): string {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  if (data.length === 0) return `  <${name}${words.join("")}/>`;
  const children = data.map(([key, value]) => `   ${dataText(key, value)}`);
  return [`  <${name}${words.join("")}>`, ...children, `  </${name}>`].join("\n");
}

function dataText(key: string, value: string): string {
  return `<data key="${key}">${escapeHtml(value)}</data>`;
}
