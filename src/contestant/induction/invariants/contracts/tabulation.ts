/** Execution of calls with constant arguments, as long as the result depends on nothing else. */
import {
  type CallEdge,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  type FunctionCfa,
  INT,
  type IntegerConstant,
  integer,
  type MemoryObject,
} from "../../../cfa/index.ts";

import { type CallSink, EdgeSemantics, type Passed } from "../../../semantics/index.ts";
import {
  type ConstantCarriers,
  ConstantFrame,
  constantAlgebra,
  known,
  NotKnown,
  notKnown,
} from "../scalars/constant-algebra.ts";

/** One call: its arguments and its result. */
export interface Observation {
  readonly values: readonly bigint[];
  readonly result: bigint;
}

const NOTHING = integer(INT, 0n);
/** Edges of all executions together. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 300;

/** Executes functions on constants, and caches their results if they depend on nothing else. */
export class Tabulation implements CallSink<ConstantCarriers> {
  readonly #semantics: EdgeSemantics<ConstantCarriers>;
  readonly #known = new Map<string, IntegerConstant | undefined>();
  /** Calls whose recursion is too deep. */
  readonly #deep = new Set<string>();
  #steps = 0;
  #depth = 0;
  #isTooDeep = false;

  /** Variables of static storage that calls read and change. */
  readonly #shared: Map<MemoryObject, IntegerConstant> | undefined;

  /** @param errorFunctions - these are not executed */
  constructor(
    program: CfaProgram,
    errorFunctions: ReadonlySet<string> = new Set(),
    shared?: Map<MemoryObject, IntegerConstant>,
  ) {
    this.#shared = shared;
    this.#semantics = new EdgeSemantics(program, constantAlgebra(errorFunctions));
  }

  /**
   * The result of a call; undefined when it is not known, or depends on more than the arguments. {@link NOTHING}
   * represents a missing result.
   */
  call(fn: FunctionCfa, values: readonly IntegerConstant[]): IntegerConstant | undefined {
    const key = `${fn.name} ${values.map(({ value }) => value).join(" ")}`;
    if (this.#depth === 0) this.#isTooDeep = false;
    if (this.#deep.has(key) || this.#depth >= MAX_DEPTH) this.#isTooDeep = true;
    if (this.#shared === undefined && this.#known.has(key)) return this.#known.get(key);
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
    if (result === undefined && this.#isTooDeep) this.#deep.add(key);
    return result;
  }

  /** Whether the last call was given up because calls were nested too deeply. */
  get wasTooDeep(): boolean {
    return this.#isTooDeep;
  }

  #run(fn: FunctionCfa, values: readonly IntegerConstant[]): IntegerConstant | undefined {
    const stackFrame = new ConstantFrame(fn, this.#shared);
    for (const [index, parameter] of fn.parameters.entries()) {
      stackFrame.write(parameter, values[index]);
    }
    const writesAt = new Map<CfaNode, number>();
    for (let node = fn.entry; node !== fn.exit; ) {
      if (this.#steps++ > MAX_STEPS) return undefined;
      if (node.loop !== undefined && this.#shared === undefined) {
        // A loop iteration that changes nothing never ends, and would use up the steps of all calls.
        if (writesAt.get(node) === stackFrame.writes) return undefined;
        writesAt.set(node, stackFrame.writes);
      }
      const isChoice = node.leaving.length > 1;
      if (isChoice && node.leaving.some(({ kind }) => kind !== "assume")) return undefined;
      const edge = node.leaving.find((candidate) => this.#take(candidate, stackFrame));
      if (edge === undefined) return undefined;
      node = edge.target;
    }
    return fn.result === undefined ? NOTHING : stackFrame.returned;
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

/** All combinations of values, given the possible values of each argument. */
export function* combinations(
  domains: readonly (readonly bigint[])[],
): Generator<readonly bigint[]> {
  const [first, ...rest] = domains;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const value of first) for (const others of combinations(rest)) yield [value, ...others];
}
