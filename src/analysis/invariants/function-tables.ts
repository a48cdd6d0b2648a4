/**
 * What functions of one integer return, tried out: contracts for recursive
 * functions whose results follow no simple law, but matter for few arguments.
 * Only guesses, like all contract hints.
 */

import {
  addressOf,
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  callGraph,
  compare,
  conditional,
  type Expression,
  type FunctionCfa,
  functionsReachedFrom,
  INT,
  type IntegerConstant,
  integer,
  type MemoryObject,
  pointerType,
} from "../../cfa/index.ts";

import { type CallSink, EdgeSemantics, type Passed } from "../../semantics/index.ts";
import {
  type ConstantCarriers,
  ConstantFrame,
  constantAlgebra,
  known,
  NotKnown,
  notKnown,
} from "./constant-algebra.ts";
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
class Tabulation implements CallSink<ConstantCarriers> {
  readonly #semantics: EdgeSemantics<ConstantCarriers>;
  readonly #known = new Map<string, IntegerConstant | undefined>();
  #steps = 0;
  #depth = 0;

  constructor(program: CfaProgram) {
    this.#semantics = new EdgeSemantics(program, constantAlgebra());
  }

  /** What a call returns; undefined when it is not known, or depends on more than the arguments. */
  call(fn: FunctionCfa, values: readonly IntegerConstant[]): IntegerConstant | undefined {
    const key = `${fn.name} ${values.map(({ value }) => value).join(" ")}`;
    if (this.#known.has(key)) return this.#known.get(key);
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth++;
    let result: IntegerConstant | undefined;
    try {
      result = this.#run(fn, values);
    } catch (error) {
      if (!(error instanceof NotKnown)) throw error;
    } finally {
      this.#depth--;
    }
    this.#known.set(key, result);
    return result;
  }

  #run(fn: FunctionCfa, values: readonly IntegerConstant[]): IntegerConstant | undefined {
    const stackFrame = new ConstantFrame(fn);
    for (const [index, parameter] of fn.parameters.entries()) {
      stackFrame.write(parameter, values[index]);
    }
    for (let node = fn.entry; node !== fn.exit; ) {
      if (this.#steps++ > MAX_STEPS) return undefined;
      const edge = node.leaving.find((candidate) => this.#take(candidate, stackFrame));
      if (edge === undefined) return undefined;
      node = edge.target;
    }
    return stackFrame.returned;
  }

  /** False when the edge is not taken. */
  #take(edge: CfaEdge, stackFrame: ConstantFrame): boolean {
    if (edge.kind !== "call") return this.#semantics.step(edge, stackFrame, undefined);
    this.#semantics.call(edge, stackFrame, undefined, this);
    return true;
  }

  enter(
    edge: CallEdge,
    fn: FunctionCfa,
    stackFrame: ConstantFrame,
    _frame: undefined,
    passed: readonly Passed<ConstantCarriers>[],
  ): void {
    const values = passed.map((argument) =>
      argument.kind === "scalar" ? known(argument.value) : notKnown(),
    );
    const returned = known(this.call(fn, values));
    this.#semantics.resultStore(edge)?.(stackFrame, undefined, returned);
  }

  goOn(): void {
    notKnown();
  }
}
