/**
 * Functions of the program that it hands to functions which nobody defines, such as handlers of interrupts: as an
 * argument, as what such a function returns, or in a variable that nobody defines. Where what it hands over is a
 * variable that no pointer designates, it is any value that the program ever gives to it, whatever the order of
 * statements (Andersen, "Program analysis and specialization for the C programming language", 1994).
 */
import type { CType, FunctionSymbol } from "../../cfront/index.ts";
import type { CallEdge, CfaProgram, Expression, FunctionCfa, MemoryObject } from "../model/cfa.ts";
import { addressedObject } from "../model/expression-properties.ts";
import { type CallGraph, calleesOf, functionsReachedFrom } from "../queries/call-graph.ts";
import { isOfEnvironment, isTrackedPlace } from "./memory-calls.ts";

/** A value that is computed, or read from memory that pointers reach. */
const UNKNOWN: unique symbol = Symbol("unknown");
type Value = Expression | typeof UNKNOWN;

/**
 * The names of functions that nobody's functions may get; "any" where that is not known. Not among them is what only
 * memory leads to, nor what is handed over as data, such as `void *` or a number: an address to look at or to store.
 */
export function givenFunctions(program: CfaProgram, graph: CallGraph): ReadonlySet<string> | "any" {
  return new GivenFunctions(program, graph).find();
}

class GivenFunctions {
  readonly #program: CfaProgram;
  readonly #graph: CallGraph;
  readonly #values = new Map<MemoryObject, Value[]>();
  readonly #results = new Map<string, Value[]>();
  readonly #given: Value[] = [];

  constructor(program: CfaProgram, graph: CallGraph) {
    this.#program = program;
    this.#graph = graph;
    for (const object of program.globals) {
      for (const { value } of object.initial) note(this.#values, object, value);
    }
    // The environment may call what it gets, so that all counts as called whose address is taken.
    const roots = [program.main.name, ...graph.addressTaken];
    const called = new Set(roots.flatMap((root) => [...functionsReachedFrom(graph, root)]));
    for (const name of called) this.#noteFunction(program.functions.get(name));
  }

  #noteFunction(fn: FunctionCfa | undefined): void {
    for (const edge of (fn?.nodes ?? []).flatMap(({ leaving }) => leaving)) {
      if (edge.kind === "assign") this.#noteAt(edge.address, edge.value);
      else if (edge.kind === "call") this.#noteCall(edge);
      else if (edge.kind === "return" && edge.value?.kind === "scalar") {
        note(this.#results, edge.source.functionName, edge.value.value);
      }
    }
  }

  find(): ReadonlySet<string> | "any" {
    const names = new Set<string>();
    const seen = new Set<MemoryObject>();
    for (const value of this.#given) {
      if (value === UNKNOWN) return "any";
      if (value.kind === "integer") continue;
      if (value.kind === "cast") this.#given.push(value.operand);
      else if (value.kind === "conditional") this.#given.push(value.whenTrue, value.whenFalse);
      else if (value.kind === "address") {
        if ("size" in value.target || names.has(value.target.name)) continue;
        names.add(value.target.name);
        this.#giveResults(value.target);
      } else if (value.kind === "load" && isTrackedPlace(value.address)) {
        const object = addressedObject(value.address) as MemoryObject;
        if (seen.has(object)) continue;
        seen.add(object);
        this.#given.push(...(this.#values.get(object) ?? []));
      } else return "any";
    }
    return names;
  }

  /** Who calls a function gets what it returns. */
  #giveResults({ name, type }: FunctionSymbol): void {
    if (isFunctionPointer(type.result)) this.#given.push(...(this.#results.get(name) ?? []));
  }

  #noteAt(address: Expression, value: Value): void {
    const object = addressedObject(address);
    if (object === undefined) return;
    note(this.#values, object, value);
    if (isOfEnvironment(object) && isFunctionPointer(object.type)) this.#given.push(value);
  }

  #noteCall(edge: CallEdge): void {
    if (edge.result !== undefined) this.#noteAt(edge.result.address, UNKNOWN);
    const values = edge.arguments.map(
      (one): Value => (one.kind === "scalar" ? one.value : UNKNOWN),
    );
    // What memory leads to may be a function of nobody's.
    if (edge.callee.kind !== "address") this.#giveArguments(edge, values);
    for (const name of calleesOf(this.#program, edge, this.#graph.addressTaken)) {
      const fn = this.#program.functions.get(name) as FunctionCfa;
      for (const [index, value] of values.entries()) {
        const parameter = fn.parameters[index];
        if (parameter !== undefined) note(this.#values, parameter, value);
      }
      if (fn.isExternal) this.#giveArguments(edge, values, fn.symbol.type.parameters);
    }
  }

  #giveArguments(
    { functionArguments = [], passesVariableArguments }: CallEdge,
    values: readonly Value[],
    declared: readonly { readonly type: CType }[] = [],
  ): void {
    const fixed = values.length - (passesVariableArguments ? 1 : 0);
    // Variable arguments are passed in memory, or not at all where nobody reads them.
    if (functionArguments.some((index) => index >= fixed)) this.#given.push(UNKNOWN);
    for (const [index, value] of values.slice(0, fixed).entries()) {
      const type = declared[index]?.type;
      const isDeclared = type !== undefined && isFunctionPointer(type);
      if (isDeclared || functionArguments.includes(index)) this.#given.push(value);
    }
  }
}

function note<K>(table: Map<K, Value[]>, key: K, value: Value): void {
  const values = table.get(key);
  if (values === undefined) table.set(key, [value]);
  else values.push(value);
}

function isFunctionPointer(type: CType): boolean {
  return type.kind === "pointer" && type.target.kind === "function";
}
