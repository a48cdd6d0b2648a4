/**
 * The laws of the shape domain, on programs with lists. Without folding and joining, its states
 * follow an execution edge by edge and represent the interpreter's memory: objects are places,
 * values are their contents. The reached states of the analysis cover each of these states, since
 * folding and joining rely on entailment only; and entailment is an order that may be incomplete:
 * it recognises most of the segments from which a node was removed.
 */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entails } from "../../src/contestant/abstract-interpretation/domains/shape/entailment.ts";
import {
  type JoinOptions,
  joinedGraphs,
} from "../../src/contestant/abstract-interpretation/domains/shape/graph-join.ts";
import {
  materialise,
  type Names,
  type SegmentEnd,
  spliceOut,
} from "../../src/contestant/abstract-interpretation/domains/shape/materialisation.ts";
import { ShapeContext } from "../../src/contestant/abstract-interpretation/domains/shape/shape-context.ts";
import { ShapeEdges } from "../../src/contestant/abstract-interpretation/domains/shape/shape-edges.ts";
import type { ShapeGraph } from "../../src/contestant/abstract-interpretation/domains/shape/shape-graph.ts";
import type { Link } from "../../src/contestant/abstract-interpretation/domains/shape/shape-object.ts";
import { ShapeOperators } from "../../src/contestant/abstract-interpretation/domains/shape/shape-operators.ts";
import type { ShapeState } from "../../src/contestant/abstract-interpretation/domains/shape/shape-state.ts";
import {
  isNumber,
  type ObjectId,
  ShapePointer,
} from "../../src/contestant/abstract-interpretation/domains/shape/shape-value.ts";
import { CaseSplit } from "../../src/contestant/abstract-interpretation/framework/edge-analysis.ts";
import { analyseShapes } from "../../src/contestant/abstract-interpretation/index.ts";
import type {
  AssumeEdge,
  CfaEdge,
  CfaProgram,
  MemoryObject,
} from "../../src/contestant/cfa/index.ts";
import {
  compileProgram,
  UndefinedEvaluation,
  type View,
} from "../../src/contestant/interpreter/index.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import { buildProgram } from "../support/run-c.ts";

const SEED = Number(process.env.AGON_SEED ?? 1);
const RUNS = Number(process.env.AGON_PROGRAMS ?? 3);
const MAX_STEPS = 400;

const SAFETY = specificationOf({
  formulas: ["G valid-free", "G valid-deref", "G valid-memtrack"].flatMap(
    (formula) => parseProperty(`CHECK( init(main()), LTL(${formula}) )`, "p.prp").formulas,
  ),
});

const folder = new URL("../shapes/safe/", import.meta.url);
const PROGRAMS = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(new URL(name, folder), "utf8"),
}));

/** The analysis cannot prove a step. */
class Doubt extends Error {}

/** Without folding: the states of single executions. */
function exactAnalysis(program: CfaProgram) {
  const context = new ShapeContext(program.machine.pointerBits / 8, (_check, reason) => {
    throw new Doubt(reason);
  });
  const edges = new ShapeEdges(program, context, SAFETY);
  const operators = new ShapeOperators(context, {
    leaks: edges.leaks,
    heads: new Set(),
    leastNodes: 2,
    thresholds: [],
  });
  return { context, edges, operators };
}

/** All successors over an edge, as far as they can take it. */
function postOf(edges: ShapeEdges, start: ShapeState, edge: CfaEdge): ShapeState[] {
  const work = [start.fork()];
  const after: ShapeState[] = [];
  for (let state = work.pop(); state !== undefined; state = work.pop()) {
    const others: ShapeState[] = [];
    const unchanged = state.fork();
    try {
      if (edge.kind === "assume") {
        const all = edge.source.leaving as readonly AssumeEdge[];
        if (!edges.branches(state, all).includes(edge)) continue;
      }
      const next = edges.post(state, edge, others);
      after.push(...others);
      if (next !== undefined) after.push(next);
    } catch (split) {
      if (!(split instanceof CaseSplit)) throw split;
      work.push(...edges.split(unchanged, split));
    }
  }
  return after.map((state) => {
    let at: ShapeState | undefined = state;
    while (at !== undefined && at.node === at.frame.fn.exit && at.frame.call !== undefined) {
      at = edges.leave(at);
    }
    return at ?? state;
  });
}

/**
 * The part of a graph that does not hold in the interpreter's memory; undefined when all of it
 * does.
 */
function mismatch(program: CfaProgram, graph: ShapeGraph, view: View): string | undefined {
  const pointer = { kind: "pointer", bits: program.machine.pointerBits } as const;
  const places = new Map<ObjectId, bigint>();
  const addressOf = (object: MemoryObject): bigint | undefined => {
    try {
      return view.evaluate({ kind: "address", type: pointer, target: object });
    } catch (error) {
      if (error instanceof UndefinedEvaluation) return undefined;
      throw error;
    }
  };
  const named = [...graph.statics, ...(graph.frames.at(-1)?.objects ?? [])];
  for (const [object, id] of named) {
    const address = graph.object(id).isValid ? addressOf(object) : undefined;
    if (address !== undefined) places.set(id, address);
  }
  const symbols = new Map<unknown, bigint>();
  for (const [id, start] of places) {
    const { name, edges, segment } = graph.object(id);
    if (segment !== undefined) return `'${name}' is a segment`;
    for (const { offset, type, value } of edges) {
      if (type === undefined || type.kind === "float") continue;
      const at = { kind: "integer", type: pointer, value: start + BigInt(offset) } as const;
      let bits: bigint;
      try {
        bits = view.evaluate({ kind: "load", type, address: at });
      } catch (error) {
        if (error instanceof UndefinedEvaluation) continue;
        throw error;
      }
      const number = type.kind === "int" && type.signed ? BigInt.asIntN(type.bits, bits) : bits;
      const where = `${name}+${offset} holds ${number}`;
      if (isNumber(value)) {
        const { low, high } = graph.rangeOf(value);
        if (number < BigInt(low) || number > BigInt(high)) return `${where}, not ${low} to ${high}`;
        if ((symbols.get(value) ?? number) !== number) return `${where}, and elsewhere another`;
        symbols.set(value, number);
      } else if (value instanceof ShapePointer && graph.object(value.target).isValid) {
        const target = places.get(value.target);
        const base = number - BigInt(value.low);
        if (target !== undefined && target !== base) return `${where}, not ${target}`;
        places.set(value.target, base);
      }
    }
  }
  const heap = [...places].filter(([id]) => graph.object(id).storage === "heap");
  const isApart = new Set(heap.map(([, address]) => address)).size === heap.length;
  return isApart ? undefined : "two blocks at one place";
}

/** The exact states along one execution. */
function follow(
  program: CfaProgram,
  below: (limit: number) => number,
  onState: (state: ShapeState) => void,
): number {
  const { edges } = exactAnalysis(program);
  let states: readonly ShapeState[] = [edges.initial()];
  let steps = 0;
  let failure: unknown;
  const compare = (edge: CfaEdge, view: View): "stop" | undefined => {
    if (++steps > MAX_STEPS) return "stop";
    const reasons: string[] = [];
    const here = states.find(({ node, frame, graph }) => {
      if (node !== edge.source || frame.depth !== view.depth) return false;
      const reason = mismatch(program, graph, view);
      if (reason !== undefined) reasons.push(reason);
      return reason === undefined;
    });
    const where = program.text.slice(edge.range.start, edge.range.end).slice(0, 80);
    if (here === undefined) {
      failure = new Error(`no state holds the execution at '${where}': ${reasons.join(" | ")}`);
      return "stop";
    }
    try {
      onState(here);
      states = postOf(edges, here, edge);
    } catch (error) {
      if (!(error instanceof Doubt)) failure = error;
      return "stop";
    }
    return undefined;
  };
  const compiled = compileProgram(program, {
    errorFunctions: new Set(["reach_error"]),
    overflow: "wrap",
    maxSteps: 100_000,
    observer: { onEdge: compare },
  });
  const most = 2 + below(3);
  compiled.run({ nondet: () => BigInt(below(most)) });
  if (failure !== undefined) throw failure;
  return Math.min(steps, MAX_STEPS);
}

test.each(PROGRAMS)("the reached states cover executions of $name", ({ text }) => {
  const program = buildProgram(text, "LP64");
  const pointerBytes = program.machine.pointerBits / 8;
  const { reached, isProved } = reachedGraphs(program);
  const { operators } = exactAnalysis(program);
  let steps = 0;
  let covered = 0;
  for (let run = 0; run < RUNS; run++) {
    steps += follow(program, randomIntegers(SEED + run), (state) => {
      const abstract = reached.get(operators.partition(state));
      if (!isProved || abstract === undefined) return;
      const adjusted = state.fork();
      operators.adjust(adjusted);
      const isCovered = abstract.some((graph) => entails(adjusted.graph, graph, pointerBytes));
      expect(isCovered, `at ${state.node.functionName}:${state.node.id}`).toBe(true);
      covered++;
    });
  }
  expect(steps).toBeGreaterThan(10);
  expect(covered > 0).toBe(isProved);
});

/** An end of a segment with a reference from outside, at which accesses open it. */
function endOf(graph: ShapeGraph, segment: ObjectId): SegmentEnd | undefined {
  for (const { id, edges } of graph.objects) {
    if (id === segment) continue;
    for (const { value } of edges) {
      if (!(value instanceof ShapePointer) || value.target !== segment) continue;
      if (value.spec === "first" || value.spec === "last") return value.spec;
    }
  }
  return undefined;
}

/** Names that no graph has. */
function namesBeside(
  graphs: readonly ShapeGraph[],
  { context }: ReturnType<typeof exactAnalysis>,
): Names {
  let last = Math.max(0, ...graphs.flatMap(({ objects }) => [...objects].map(({ id }) => id)));
  return {
    pointerBytes: context.pointerBytes,
    newObject: () => ++last,
    newSymbol: () => context.newSymbol(),
  };
}

/** Offsets of the lists' pointers, by the sizes of nodes, in the form for joins. */
function linksIn(graphs: readonly ShapeGraph[]): ReadonlyMap<number, readonly Link[]> {
  const links = new Map<number, Link[]>();
  for (const { objects } of graphs) {
    for (const { size, segment } of objects) {
      if (segment !== undefined) links.set(size, [...(links.get(size) ?? []), segment.link]);
    }
  }
  return links;
}

/** Analyses a program; returns the reached graphs by place, and whether memory is proved to be safe. */
function reachedGraphs(program: CfaProgram): {
  readonly reached: ReadonlyMap<string | number, readonly ShapeGraph[]>;
  readonly isProved: boolean;
} {
  const reached = new Map<string, ShapeGraph[]>();
  let looks = 0;
  const { kind } = analyseShapes(program, {
    specification: SAFETY,
    remainingSeconds: () => 600 - ++looks,
    leastNodes: 2,
    onReached: ({ node, frame, graph }) => {
      const key = `${node.id}|${frame.key}`;
      reached.set(key, [...(reached.get(key) ?? []), graph]);
    },
  });
  return { reached, isProved: kind === "true" };
}

test("entailment is an order, below which opened segments stay", () => {
  let opens = 0;
  for (const { name, text } of PROGRAMS) {
    const program = buildProgram(text, "ILP32");
    const pointerBytes = program.machine.pointerBits / 8;
    const below = (a: ShapeGraph, b: ShapeGraph): boolean => entails(a, b, pointerBytes);
    for (const graphs of reachedGraphs(program).reached.values()) {
      const names = namesBeside(graphs, exactAnalysis(program));
      const some = graphs.slice(0, 6);
      for (const a of some) {
        expect(below(a, a), name).toBe(true);
        for (const b of some) {
          if (!below(a, b)) continue;
          for (const c of some) if (below(b, c)) expect(below(a, c), name).toBe(true);
        }
        for (const { id, segment } of [...a.objects]) {
          if (segment === undefined || a.object(id).owner !== undefined) continue;
          const end = endOf(a, id);
          if (end === undefined) continue;
          const opened = a.fork();
          materialise(opened, id, end, names);
          opens++;
          expect(below(opened, a), `${name}: a list without its ${end} node`).toBe(true);
          if (segment.least > 0) continue;
          const emptied = a.fork();
          spliceOut(emptied, id, pointerBytes);
          expect(below(emptied, a), `${name}: no list`).toBe(true);
        }
      }
    }
  }
  expect(opens).toBeGreaterThan(20);
});

test("a join holds what both hold, and the executions that come there", () => {
  let joins = 0;
  let executions = 0;
  for (const { name, text } of PROGRAMS) {
    const program = buildProgram(text, "LP64");
    const pointerBytes = program.machine.pointerBits / 8;
    const below = (a: ShapeGraph, b: ShapeGraph): boolean => entails(a, b, pointerBytes);
    const { operators } = exactAnalysis(program);
    /** By place: graphs, and their joins. */
    const joined = new Map<string | number, { graph: ShapeGraph; joins: ShapeGraph[] }[]>();
    for (const [place, graphs] of reachedGraphs(program).reached) {
      const names = namesBeside(graphs, exactAnalysis(program));
      const options: JoinOptions = {
        names,
        links: linksIn(graphs),
        isCareful: false,
        widen: (_, both) => both,
      };
      const some = graphs.slice(0, 5).map((graph) => ({ graph, joins: [] as ShapeGraph[] }));
      joined.set(place, some);
      for (const left of some) {
        for (const right of some) {
          const join = left === right ? undefined : joinedGraphs(left.graph, right.graph, options);
          if (join === undefined) continue;
          joins++;
          left.joins.push(join);
          right.joins.push(join);
          for (const { graph } of some) {
            const isBelow = below(graph, left.graph) || below(graph, right.graph);
            if (isBelow) expect(below(graph, join), name).toBe(true);
          }
        }
      }
    }
    for (let run = 0; run < RUNS; run++) {
      follow(program, randomIntegers(SEED + run), (state) => {
        const here = joined.get(operators.partition(state));
        if (here === undefined) return;
        const adjusted = state.fork();
        operators.adjust(adjusted);
        for (const { graph, joins: above } of here) {
          if (above.length === 0 || !below(adjusted.graph, graph)) continue;
          executions++;
          for (const join of above) expect(below(adjusted.graph, join), name).toBe(true);
        }
      });
    }
  }
  expect(joins).toBeGreaterThan(20);
  expect(executions).toBeGreaterThan(20);
});
