import { GRAPH_KEYS } from "../../ground/witness/index.ts";

/** The data keys of format 1.0 and the kind of element that each belongs to. */
export const KEY_DOMAINS: ReadonlyMap<string, "graph" | "node" | "edge"> = new Map([
  ...GRAPH_KEYS.map((key) => [key, "graph"] as const),
  ...["entry", "sink", "violation", "invariant", "invariant.scope", "cyclehead"].map(
    (key) => [key, "node"] as const,
  ),
  ...[
    "assumption",
    "assumption.scope",
    "assumption.resultfunction",
    "control",
    "startline",
    "endline",
    "startoffset",
    "endoffset",
    "enterLoopHead",
    "enterFunction",
    "returnFromFunction",
    "threadId",
    "createThread",
  ].map((key) => [key, "edge"] as const),
]);

/** Data of violation witnesses only. */
export const VIOLATION_KEYS: ReadonlySet<string> = new Set([
  "sink",
  "violation",
  "assumption",
  "assumption.scope",
  "assumption.resultfunction",
]);

/** Data of correctness witnesses only; termination witnesses may have `invariant`. */
export const CORRECTNESS_KEYS: ReadonlySet<string> = new Set(["invariant", "invariant.scope"]);

/** Truth values whose default must be false. */
export const FALSE_BY_DEFAULT: ReadonlySet<string> = new Set([
  "entry",
  "sink",
  "violation",
  "enterLoopHead",
]);
