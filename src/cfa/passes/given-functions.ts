/**
 * Functions of the program that calls give to functions which nobody defines, such as handlers of interrupts. Where
 * the argument is a variable that no pointer designates, it is any value that the program ever gives to it, whatever the
 * order of statements (Andersen, "Program analysis and specialization for the C programming language", 1994).
 */
import type { FunctionSymbol } from "../../cfront/index.ts";
import type { CallEdge, CfaProgram, Expression, FunctionCfa, MemoryObject } from "../model/cfa.ts";
import { type CallGraph, calleesOf, functionsReachedFrom } from "../queries/call-graph.ts";
import { isTrackedPlace } from "./memory-calls.ts";

/** A value that is computed, or read from memory that pointers reach. */
const UNKNOWN: unique symbol = Symbol("unknown");

/**
 * The names of functions that nobody's functions may get for parameters that are functions; "any" where that is not
 * known. Not among them is what only memory leads to.
 */
export function givenFunctions(program: CfaProgram, graph: CallGraph): ReadonlySet<string> | "any" {
  return new GivenFunctions(program, graph).find();
}

class GivenFunctions {
  readonly #program: CfaProgram;
  readonly #graph: CallGraph;
  readonly #values = new Map<MemoryObject, (Expression | typeof UNKNOWN)[]>();
  readonly #seen = new Set<MemoryObject>();
  readonly #given: (Expression | typeof UNKNOWN)[] = [];

  constructor(program: CfaProgram, graph: CallGraph) {
    this.#program = program;
    this.#graph = graph;
    for (const object of program.globals) {
      for (const { value } of object.initial) this.#note(object, value);
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
    }
  }

  find(): ReadonlySet<string> | "any" {
    const names = new Set<string>();
    for (const value of this.#given) {
      if (value === UNKNOWN) return "any";
      if (value.kind === "integer") continue;
      if (value.kind === "cast") this.#given.push(value.operand);
      else if (value.kind === "address") {
        if (!("size" in value.target)) names.add(value.target.name);
      } else if (value.kind === "load" && isTrackedPlace(value.address))
        this.#followVariable(value.address);
      else return "any";
    }
    return names;
  }

  #followVariable(address: Expression): void {
    if (address.kind !== "address" || !("size" in address.target)) return;
    if (this.#seen.has(address.target)) return;
    this.#seen.add(address.target);
    this.#given.push(...(this.#values.get(address.target) ?? []));
  }

  #note(object: MemoryObject, value: Expression | typeof UNKNOWN): void {
    const values = this.#values.get(object);
    if (values === undefined) this.#values.set(object, [value]);
    else values.push(value);
  }

  #noteAt(address: Expression, value: Expression | typeof UNKNOWN): void {
    if (address.kind !== "address" || !("size" in address.target)) return;
    this.#note(address.target, value);
  }

  #noteCall(edge: CallEdge): void {
    if (edge.result !== undefined) this.#noteAt(edge.result.address, UNKNOWN);
    for (const name of calleesOf(this.#program, edge, this.#graph.addressTaken)) {
      const fn = this.#program.functions.get(name) as FunctionCfa;
      for (const [index, argument] of edge.arguments.entries()) {
        const value = argument.kind === "scalar" ? argument.value : UNKNOWN;
        const parameter = fn.parameters[index];
        if (parameter !== undefined) this.#note(parameter, value);
        if (fn.isExternal && takesFunction(fn.symbol, index)) this.#given.push(value);
      }
    }
  }
}

function takesFunction({ type: { parameters } }: FunctionSymbol, index: number): boolean {
  const declared = parameters[index]?.type;
  return declared?.kind === "pointer" && declared.target.kind === "function";
}
