/**
 * The Horn clauses of a program: a predicate for every node where paths meet, over the relevant integer variables
 * there, and one for the result and effect of each function. Memory behind pointers holds arbitrary values.
 */

import { type CfaProgram, callGraph, functionsReachedFrom } from "../../cfa/index.ts";

import { EdgeSemantics } from "../../semantics/index.ts";
import { BlockWalk, type ProgramClause } from "./block-walk.ts";
import { FunctionPredicates, type PlacePredicate } from "./function-predicates.ts";
import { type GlobalUse, globalUses } from "./global-use.ts";
import { HornAlgebra, type HornAlgebraOptions } from "./horn-algebra.ts";
import type { HornSystem, SmtText } from "./horn-system.ts";
import { inRange, numeral } from "./integer-encoder.ts";

export interface ProgramClauses extends HornSystem {
  readonly predicates: readonly PlacePredicate[];
  readonly clauses: readonly ProgramClause[];
}

/** Programs with more edges are not attempted. */
const MAX_EDGES = 20_000;

/** Undefined when the program is too large. */
export function programClauses(
  program: CfaProgram,
  options: HornAlgebraOptions,
): ProgramClauses | undefined {
  const graph = callGraph(program, "direct");
  const reached = functionsReachedFrom(graph, program.main.name);
  const functions = [...program.functions.values()].filter(({ name }) => reached.has(name));
  const edges = functions.flatMap(({ nodes }) => nodes.flatMap(({ leaving }) => leaving));
  if (edges.length > MAX_EDGES) return undefined;
  const component = new Map<string, number>();
  for (const [index, names] of graph.components.entries()) {
    for (const name of names) component.set(name, index);
  }
  const isRecursive = (a: string, b: string): boolean => component.get(a) === component.get(b);
  const frames = new Map<string, FunctionPredicates>();
  const uses = globalUses(program, functions, graph.callees);
  for (const fn of functions) {
    frames.set(
      fn.name,
      new FunctionPredicates(fn, fn === program.main, uses.get(fn.name) as GlobalUse),
    );
  }
  const clauses: ProgramClause[] = [];
  const algebra = new HornAlgebra(options);
  const { encoder } = algebra;
  const semantics = new EdgeSemantics(program, algebra);
  const { arithmetic } = options;
  const context = { arithmetic, encoder, semantics, frames, isRecursive, clauses };
  for (const frame of frames.values()) {
    for (const cut of frame.cuts) {
      new BlockWalk(context, frame, cut).run();
    }
  }
  const main = frames.get(program.main.name) as FunctionPredicates;
  clauses.push(startClause(program, main));
  const predicates = [...frames.values()].flatMap((frame) => frame.predicates());
  return { predicates, clauses };
}

function startClause(program: CfaProgram, main: FunctionPredicates): ProgramClause {
  const place = main.placeOf(program.main.entry) as PlacePredicate;
  const variables: string[] = [];
  const constraints: SmtText[] = [];
  const terms = place.variables.map((variable) => {
    if (variable.kind === "current" && main.globals.includes(variable.object)) {
      const [item] = variable.object.initial;
      if (item === undefined) return "0";
      if (item.value.kind === "integer" && item.offset === 0) return numeral(item.value.value);
    }
    const name = `v${variables.length}`;
    variables.push(name);
    if (variable.kind !== "result" && variable.object.scalar?.kind === "int") {
      constraints.push(inRange(name, variable.object.scalar));
    }
    return name;
  });
  return {
    variables,
    body: [],
    constraints,
    head: { predicate: place, arguments: terms },
    isBack: false,
  };
}
