/**
 * What functions of one integer return, tried out: contracts for recursive
 * functions whose results follow no simple law, but matter for few arguments.
 * Only guesses, like all contract hints.
 */

import type {
  CallEdge,
  CfaEdge,
  CfaProgram,
  Expression,
  FunctionCfa,
  IntegerConstant,
  MemoryObject,
} from "../../cfa/model/cfa.ts";
import { addressOf, compare, conditional, integer } from "../../cfa/model/expressions.ts";
import { INT, pointerType } from "../../cfa/model/value-types.ts";
import { substitute } from "../../cfa/passes/substitute.ts";
import { callGraph, functionsReachedFrom } from "../../cfa/queries/call-graph.ts";
import type { ContractHint } from "./contract-hints.ts";

/** Arguments that are tried. */
const FIRST_ARGUMENT = -2;
const LAST_ARGUMENT = 64;
/** Edges of all executions together. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 300;

/** Hints of recursive functions of one integer parameter that depend on nothing else, by name. */
export function tabulatedContracts(program: CfaProgram): Map<string, readonly ContractHint[]> {
  const graph = callGraph(program, "direct");
  const result = new Map<string, readonly ContractHint[]>();
  for (const [name, fn] of program.functions) {
    const isRecursive = [...(graph.callees.get(name) ?? [])].some((callee) =>
      functionsReachedFrom(graph, callee).has(name),
    );
    if (!isRecursive) continue;
    const hints = hintsFor(program, fn);
    if (hints.length > 0) result.set(name, hints);
  }
  return result;
}

function hintsFor(program: CfaProgram, fn: FunctionCfa): ContractHint[] {
  const [parameter] = fn.parameters;
  const type = parameter?.scalar;
  if (fn.parameters.length !== 1 || parameter === undefined || type?.kind !== "int") return [];
  const { result } = fn;
  if (result?.kind !== "int") return [];
  const tabulation = new Tabulation(program);
  const values: { readonly argument: bigint; readonly result: bigint }[] = [];
  for (let argument = FIRST_ARGUMENT; argument <= LAST_ARGUMENT; argument++) {
    if (argument < 0 && !type.signed) continue;
    const value = tabulation.call(fn, [integer(type, argument)]);
    if (value !== undefined) values.push({ argument: BigInt(argument), result: value.value });
  }
  const returned: MemoryObject = {
    ...parameter,
    id: -1,
    kind: "temporary",
    name: "result",
    size: result.bits / 8,
    scalar: result,
    variable: undefined,
  };
  const pointer = pointerType(program.machine.pointerBits / 8);
  const x: Expression = { kind: "load", type, address: addressOf(parameter, pointer) };
  const r: Expression = { kind: "load", type: result, address: addressOf(returned, pointer) };
  const hint = (operator: "eq" | "le" | "ge", argument: bigint, value: bigint): ContractHint => ({
    kind: "ensures",
    condition: conditional(
      compare(operator, x, integer(type, argument)),
      compare("eq", r, integer(result, value)),
      integer(INT, 1n),
    ),
    result: returned,
  });
  const hints = values.map(({ argument, result: value }) => hint("eq", argument, value));
  // The ends of the table may be the beginnings of constant parts.
  const first = values[0]?.result;
  const rise = values.findIndex((entry) => entry.result !== first);
  const lowest = values[rise - 1];
  if (lowest !== undefined) hints.push(hint("le", lowest.argument, lowest.result));
  const last = values.at(-1);
  const highest = values.find((_, index) =>
    values.slice(index).every((entry) => entry.result === last?.result),
  );
  if (highest !== undefined) hints.push(hint("ge", highest.argument, highest.result));
  return hints;
}

/** Runs functions on constants, and keeps what they return. */
class Tabulation {
  readonly #program: CfaProgram;
  readonly #known = new Map<string, IntegerConstant | undefined>();
  #steps = 0;
  #depth = 0;

  constructor(program: CfaProgram) {
    this.#program = program;
  }

  /** What a call returns; undefined when it is not known, or depends on more than the arguments. */
  call(fn: FunctionCfa, values: readonly IntegerConstant[]): IntegerConstant | undefined {
    const key = `${fn.name} ${values.map(({ value }) => value).join(" ")}`;
    if (this.#known.has(key)) return this.#known.get(key);
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth++;
    const result = this.#run(fn, values);
    this.#depth--;
    this.#known.set(key, result);
    return result;
  }

  #run(fn: FunctionCfa, values: readonly IntegerConstant[]): IntegerConstant | undefined {
    const variables = new Map<MemoryObject, IntegerConstant>();
    for (const [index, parameter] of fn.parameters.entries()) {
      const value = values[index];
      if (value === undefined || parameter.isAddressTaken) return undefined;
      variables.set(parameter, value);
    }
    for (let node = fn.entry; ; ) {
      if (this.#steps++ > MAX_STEPS) return undefined;
      const edge = node.leaving.find((candidate) => this.#isTaken(candidate, variables));
      if (edge === undefined) return undefined;
      if (edge.kind === "return") {
        return edge.value?.kind === "scalar" ? constant(edge.value.value, variables) : undefined;
      }
      if (!this.#follow(edge, fn, variables)) return undefined;
      node = edge.target;
    }
  }

  #isTaken(edge: CfaEdge, variables: Variables): boolean {
    if (edge.kind !== "assume") return true;
    const value = constant(edge.condition, variables);
    return value !== undefined && (value.value !== 0n) === edge.truth;
  }

  /** False when nothing is known behind the edge. */
  #follow(edge: CfaEdge, fn: FunctionCfa, variables: Map<MemoryObject, IntegerConstant>): boolean {
    switch (edge.kind) {
      case "skip":
        return edge.open === undefined;
      case "assume":
      case "end-scope":
        return true;
      case "declare":
        variables.delete(edge.object);
        return true;
      case "assign": {
        const value = constant(edge.value, variables);
        return edge.bitField === undefined && store(edge.address, value, fn, variables);
      }
      case "call":
        return this.#called(edge, fn, variables);
      default:
        return false;
    }
  }

  #called(edge: CallEdge, fn: FunctionCfa, variables: Map<MemoryObject, IntegerConstant>): boolean {
    const { callee, result } = edge;
    if (callee.kind !== "address" || callee.target.kind !== "function") return false;
    const called = this.#program.functions.get(callee.target.name);
    if (called === undefined || called.parameters.length !== edge.arguments.length) return false;
    const values: IntegerConstant[] = [];
    for (const argument of edge.arguments) {
      const value = argument.kind === "scalar" ? constant(argument.value, variables) : undefined;
      if (value === undefined) return false;
      values.push(value);
    }
    const returned = this.call(called, values);
    if (returned === undefined) return false;
    return result === undefined || store(result.address, returned, fn, variables);
  }
}

type Variables = ReadonlyMap<MemoryObject, IntegerConstant>;

function constant(expression: Expression, variables: Variables): IntegerConstant | undefined {
  const value = substitute(expression, ({ address, type, bitField }) => {
    if (address.kind !== "address" || address.target.kind === "function") return undefined;
    const known = variables.get(address.target);
    const isWhole = bitField === undefined && type.kind === "int" && known?.type === type;
    return isWhole ? known : undefined;
  });
  return value.kind === "integer" ? value : undefined;
}

/** False when the place is no local variable. */
function store(
  address: Expression,
  value: IntegerConstant | undefined,
  { locals }: FunctionCfa,
  variables: Map<MemoryObject, IntegerConstant>,
): boolean {
  if (value === undefined || address.kind !== "address" || address.target.kind === "function") {
    return false;
  }
  const object = address.target;
  if (object.isAddressTaken || !locals.includes(object)) return false;
  variables.set(object, value);
  return true;
}
