/**
 * The call graph. Calls through pointers may reach every function whose address is taken (the
 * analysis AT in Milanova, Rountev, Ryder: "Precise call graphs for C programs with function
 * pointers", ASE 2004); components are found by Tarjan's algorithm ("Depth-first search and linear
 * graph algorithms", 1972), without recursion.
 */
import { stronglyConnected } from "../../../ground/util/strongly-connected.ts";
import type { CallEdge, CfaProgram, Expression } from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { forEachSubexpression } from "../model/expression-properties.ts";
import { intrinsicOf } from "../model/intrinsics.ts";

export interface CallGraph {
  /** Functions with a body that the function may call directly, by name. */
  readonly callees: ReadonlyMap<string, ReadonlySet<string>>;
  /** Functions whose address the program takes other than to call them. */
  readonly addressTaken: ReadonlySet<string>;
  /** Strongly connected components, callees before callers. */
  readonly components: readonly (readonly string[])[];
  /** Functions that may call themselves, also indirectly. */
  readonly recursive: ReadonlySet<string>;
}

/** @param calls - `direct`: calls through pointers are ignored */
export function callGraph(program: CfaProgram, calls: "all" | "direct" = "all"): CallGraph {
  const addressTaken = calls === "all" ? addressTakenFunctions(program) : new Set<string>();
  const callees = new Map<string, ReadonlySet<string>>();
  for (const [name, { nodes }] of program.functions) {
    const called = new Set<string>();
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      if (edge.kind !== "call") continue;
      for (const callee of calleesOf(program, edge, addressTaken)) called.add(callee);
    }
    callees.set(name, called);
  }
  const components = stronglyConnected(callees.keys(), (name) => callees.get(name) ?? []);
  const recursive = new Set(
    components
      .filter(([first = "", ...others]) => others.length > 0 || callees.get(first)?.has(first))
      .flat(),
  );
  return { callees, addressTaken, components, recursive };
}

/** Functions with a body that control may enter at the call. */
export function calleesOf(
  program: CfaProgram,
  { callee }: CallEdge,
  addressTaken: ReadonlySet<string>,
): Iterable<string> {
  if (callee.kind !== "address") return addressTaken;
  const { name } = callee.target;
  if (program.functions.has(name)) return [name];
  // A function without a model may call back; so may one that creates or awaits threads.
  const kind = intrinsicOf(name)?.kind;
  return kind === undefined || kind === "thread" ? addressTaken : [];
}

/** Functions that `main` may call, directly or indirectly; `main` included. */
export function functionsReachedFrom(graph: CallGraph, start: string): Set<string> {
  const reached = new Set<string>([start]);
  // Sets may grow while they are iterated over.
  for (const name of reached) {
    for (const callee of graph.callees.get(name) ?? []) reached.add(callee);
  }
  return reached;
}

function addressTakenFunctions(program: CfaProgram): Set<string> {
  const taken = new Set<string>();
  const look = (expression: Expression): void =>
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "address" || "size" in part.target) return;
      if (program.functions.has(part.target.name)) taken.add(part.target.name);
    });
  for (const { initial } of program.globals) for (const { value } of initial) look(value);
  for (const { nodes } of program.functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      for (const expression of expressionsOf(edge)) {
        const isDirectCall =
          edge.kind === "call" && expression === edge.callee && expression.kind === "address";
        if (!isDirectCall) look(expression);
      }
    }
  }
  return taken;
}
