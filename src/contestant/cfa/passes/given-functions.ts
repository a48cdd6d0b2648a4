/**
 * Functions of the program that it passes to functions without a definition, such as interrupt
 * handlers: as an argument, as the result of such a function, or in a variable without a
 * definition. Where it passes a variable that no pointer designates, the values are all those that
 * the program ever assigns to it, in any order of statements (Andersen, "Program analysis and
 * specialization for the C programming language", 1994).
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
 * Returns the names of functions that functions without a definition may get; "any" where that is
 * not known. Functions that are only reachable through memory are not included, nor those passed as
 * data, such as `void *` or a number: an address to read or to store.
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
    // The environment may call functions that it gets, so that all functions with a taken address
    // count as called.
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

  /** The caller of a function gets its result. */
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
    // A pointer in memory may lead to a function without a definition.
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
    // Variable arguments are passed in memory, or not at all where they are not read.
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
