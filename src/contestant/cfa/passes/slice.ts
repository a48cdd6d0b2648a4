/**
 * Backward slicing (Weiser: "Program slicing", TSE 1984, with the control dependence of Ferrante,
 * Ottenstein, Warren, TOPLAS 1987): edges that cannot influence whether given edges are executed
 * are left out.
 *
 * Data dependence is flow-insensitive. Variables that no pointer designates are distinguished; all
 * other memory counts as one variable.
 */

import type {
  CallArgument,
  CallEdge,
  CfaEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
  MemoryObject,
} from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { forEachLoad } from "../model/expression-properties.ts";
import { zero } from "../model/expressions.ts";
import { INTRINSIC_FACTS } from "../model/intrinsic-facts.ts";
import { type Intrinsic, intrinsicOf } from "../model/intrinsics.ts";
import { calleesOf, callGraph, functionsReachedFrom } from "../queries/call-graph.ts";
import { type ControlDependence, controlDependence } from "../queries/control-dependence.ts";
import { type Replacement, rewriteProgram } from "./rewrite.ts";

/** All memory that pointers may designate. */
const MEMORY: unique symbol = Symbol("memory");
type Location = MemoryObject | typeof MEMORY;

/** The assignment of an argument to a parameter. */
interface Passing {
  readonly call: CallEdge;
  readonly value: Expression;
}

/**
 * The slice of a program for a set of its edges. An execution of the program that ends, and is free
 * of undefined behaviour, reaches a target edge with the same relevant values as the slice on the
 * same inputs. The slice may continue where the program does not: after an endless loop, or an
 * operation without defined behaviour. So if no path leads to the targets in the slice, none does
 * in the program.
 */
export function slice(program: CfaProgram, targets: Iterable<CfaEdge>): CfaProgram {
  const slicer = new Slicer(program);
  for (const edge of targets) slicer.addEdge(edge);
  slicer.close();
  const sliced = rewriteProgram(program, (edge) => slicer.rewrite(edge));
  const reached = functionsReachedFrom(callGraph(sliced), sliced.main.name);
  return rewriteProgram(
    sliced,
    (operation) => ({ operation }),
    (name) => reached.has(name),
  );
}

class Slicer {
  readonly #program: CfaProgram;
  readonly #edges = new Set<CfaEdge>();
  readonly #locations = new Set<Location>();
  readonly #functions = new Set<string>();
  /** Functions whose results are used. */
  readonly #results = new Set<string>();
  readonly #work: CfaEdge[] = [];
  readonly #writers = new Map<Location, CfaEdge[]>();
  readonly #callers = new Map<string, CallEdge[]>();
  /** Arguments of calls, by the parameter that receives them. */
  readonly #passed = new Map<Location, Passing[]>();
  readonly #control = new Map<string, ControlDependence>();
  readonly #addressTaken: ReadonlySet<string>;

  constructor(program: CfaProgram) {
    this.#program = program;
    this.#addressTaken = callGraph(program).addressTaken;
    for (const [name, cfa] of program.functions) {
      const control = controlDependence(cfa);
      this.#control.set(name, control);
      for (const node of cfa.nodes) {
        for (const edge of node.leaving) {
          this.#note(edge);
          if (mayEndExecution(program, edge) || isEndless(node, control)) this.addEdge(edge);
          if (edge.kind === "return" && edge.value?.kind === "record") this.addEdge(edge);
        }
      }
    }
  }

  /** Enters the edge into the tables of writes and calls. */
  #note(edge: CfaEdge): void {
    for (const location of writtenLocations(this.#program, edge)) {
      entry(this.#writers, location).push(edge);
    }
    if (edge.kind !== "call") return;
    for (const name of calleesOf(this.#program, edge, this.#addressTaken)) {
      entry(this.#callers, name).push(edge);
      for (const [index, argument] of edge.arguments.entries()) {
        const parameter = this.#program.functions.get(name)?.parameters[index];
        if (argument.kind !== "scalar" || parameter === undefined) continue;
        const location = locationOf(parameter);
        entry(this.#passed, location).push({ call: edge, value: argument.value });
      }
    }
  }

  addEdge(edge: CfaEdge): void {
    if (this.#edges.has(edge)) return;
    this.#edges.add(edge);
    this.#work.push(edge);
  }

  /** Adds all dependencies of the slice. */
  close(): void {
    for (let edge = this.#work.pop(); edge !== undefined; edge = this.#work.pop()) {
      const { source } = edge;
      this.#addFunction(source.functionName);
      // Both outcomes of a test belong together.
      if (edge.kind === "assume") for (const other of source.leaving) this.addEdge(other);
      const { decidedBy } = this.#control.get(source.functionName) as ControlDependence;
      for (const branch of decidedBy.get(source) ?? []) {
        for (const test of branch.leaving) this.addEdge(test);
      }
      const needed = this.#withNeededArguments(edge);
      for (const location of readLocations(this.#program, needed)) this.#addLocation(location);
      if (edge.kind !== "call") continue;
      for (const name of calleesOf(this.#program, edge, this.#addressTaken)) {
        this.#addFunction(name);
        if (edge.result !== undefined) this.#addResults(name);
      }
    }
  }

  #addLocation(location: Location): void {
    if (this.#locations.has(location)) return;
    this.#locations.add(location);
    for (const edge of this.#writers.get(location) ?? []) this.addEdge(edge);
    for (const { call, value } of this.#passed.get(location) ?? []) {
      if (this.#edges.has(call)) {
        forEachLoad(value, ({ address }) => this.#addLocation(locationAt(address)));
      }
    }
  }

  /** Returns the edge without arguments for parameters that nothing in the slice reads. */
  #withNeededArguments<E extends CfaEdge>(edge: E): E {
    if (edge.kind !== "call" || !hasBody(this.#program, edge)) return edge;
    const [name = ""] = calleesOf(this.#program, edge, this.#addressTaken);
    const { parameters } = this.#program.functions.get(name) as FunctionCfa;
    const passed = edge.arguments.map((argument, index): CallArgument => {
      const parameter = parameters[index];
      const isNeeded = parameter === undefined || this.#locations.has(locationOf(parameter));
      if (isNeeded || argument.kind !== "scalar") return argument;
      return { ...argument, value: zero(argument.value.type) };
    });
    return { ...edge, arguments: passed };
  }

  /** The function is executed in the slice: its calls stay. */
  #addFunction(name: string): void {
    if (this.#functions.has(name)) return;
    this.#functions.add(name);
    for (const call of this.#callers.get(name) ?? []) this.addEdge(call);
  }

  #addResults(name: string): void {
    if (this.#results.has(name)) return;
    this.#results.add(name);
    for (const { leaving } of this.#program.functions.get(name)?.nodes ?? []) {
      for (const edge of leaving) {
        if (edge.kind === "return" && edge.value !== undefined) this.addEdge(edge);
      }
    }
  }

  rewrite(edge: CfaEdge): Replacement | undefined {
    if (this.#edges.has(edge)) return { operation: this.#withNeededArguments(edge) };
    switch (edge.kind) {
      case "assign":
      case "copy":
      case "clear":
      case "call":
        return { operation: { kind: "skip" } };
      case "assume": {
        const { source } = edge;
        if (source.leaving.length === 1) return { operation: { kind: "skip" } };
        // One path past the code that the test decides.
        if (edge !== source.leaving[0]) return undefined;
        const control = this.#control.get(source.functionName) as ControlDependence;
        const target = control.postDominator.get(source) as CfaNode;
        return { operation: { kind: "skip" }, target };
      }
      case "return": {
        // The result is not used, and its operands may be missing.
        if (edge.value?.kind !== "scalar") return { operation: edge };
        const value = zero(edge.value.value.type);
        return { operation: { ...edge, value: { kind: "scalar", value } } };
      }
      case "skip":
      case "declare":
      case "end-scope":
      case "unsupported":
        return { operation: edge };
    }
  }
}

function entry<K, V>(table: Map<K, V[]>, key: K): V[] {
  let list = table.get(key);
  if (list === undefined) {
    list = [];
    table.set(key, list);
  }
  return list;
}

/** Where no path leads to the exit, there are no post-dominators: such tests are kept. */
function isEndless(node: CfaNode, { postDominator }: ControlDependence): boolean {
  return (
    node.leaving.length > 1 &&
    node.leaving.some(
      ({ target, source }) =>
        !postDominator.has(source) || (target.leaving.length > 0 && !postDominator.has(target)),
    )
  );
}

function intrinsicAt(program: CfaProgram, { callee }: CallEdge): Intrinsic | undefined {
  if (callee.kind !== "address" || program.functions.has(callee.target.name)) return undefined;
  return intrinsicOf(callee.target.name);
}

function hasBody(program: CfaProgram, { callee }: CallEdge): boolean {
  return callee.kind === "address" && program.functions.has(callee.target.name);
}

/** Whether execution may end at the edge, or its effect is unknown or has further parts. */
function mayEndExecution(program: CfaProgram, edge: CfaEdge): boolean {
  if (edge.kind === "unsupported" || (edge.kind === "skip" && edge.open !== undefined)) return true;
  if (edge.kind !== "call" || hasBody(program, edge)) return false;
  const intrinsic = intrinsicAt(program, edge);
  return intrinsic === undefined || INTRINSIC_FACTS[intrinsic.kind].mayStop;
}

function locationAt(address: Expression): Location {
  if (address.kind !== "address" || !("size" in address.target)) return MEMORY;
  return locationOf(address.target);
}

function locationOf(object: MemoryObject): Location {
  return object.isAddressTaken ? MEMORY : object;
}

function writtenLocations(program: CfaProgram, edge: CfaEdge): Location[] {
  switch (edge.kind) {
    case "assign":
      return [locationAt(edge.address)];
    case "copy":
    case "clear":
    case "end-scope":
      return [MEMORY];
    case "declare":
      return [locationOf(edge.object)];
    case "call": {
      const result: Location[] = edge.result === undefined ? [] : [locationAt(edge.result.address)];
      // Writes of functions with a body are recorded at their edges.
      return hasBody(program, edge) || isPure(intrinsicAt(program, edge))
        ? result
        : [...result, MEMORY];
    }
    case "skip":
    case "assume":
    case "return":
    case "unsupported":
      return [];
  }
}

/** Intrinsics that neither read nor write memory. */
function isPure(intrinsic: Intrinsic | undefined): boolean {
  return intrinsic !== undefined && !INTRINSIC_FACTS[intrinsic.kind].usesMemory;
}

function readLocations(program: CfaProgram, edge: CfaEdge): Location[] {
  const locations: Location[] = [];
  for (const expression of expressionsOf(edge)) {
    forEachLoad(expression, ({ address }) => locations.push(locationAt(address)));
  }
  const readsMemory =
    edge.kind === "copy" ||
    (edge.kind === "return" && edge.value?.kind === "record") ||
    (edge.kind === "call" &&
      (edge.arguments.some(({ kind }) => kind === "record") ||
        (!hasBody(program, edge) && !isPure(intrinsicAt(program, edge)))));
  return readsMemory ? [...locations, MEMORY] : locations;
}
