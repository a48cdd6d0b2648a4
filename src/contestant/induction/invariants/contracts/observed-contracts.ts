/**
 * Contracts that sampled calls of recursive integer functions obeyed (dynamic invariant detection: Ernst et al.,
 * IEEE TSE 27, 2001). Only guesses, like all contract hints.
 */
import {
  type CallGraph,
  type CfaProgram,
  callGraph,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  functionsReachedFrom,
  type IntegerValueType,
  integer,
  type MemoryObject,
} from "../../../cfa/index.ts";

import { RESULT } from "../../../symbolic/index.ts";
import type { ContractHint } from "./contract-hints.ts";
import { functionLaws, resultOf } from "./function-laws.ts";
import { silentRegions } from "./function-regions.ts";
import { tableHints } from "./function-tables.ts";
import { changedIntegers, type Effects, effectHints, observedEffects } from "./observed-effects.ts";
import { combinations, type Observation, Tabulation } from "./tabulation.ts";

/** Values that are tried for each parameter of a function with more parameters than one. */
const VALUES_OF_MANY: Readonly<Record<number, number>> = { 2: 14, 3: 7 };
const FIRST_ARGUMENT = -2;
const LAST_ARGUMENT = 64;
/** The behaviour of a function may change around its constants. */
const NEIGHBOURHOOD = 12;
const MAX_CONSTANTS = 6;

export type ContractKind = "tables" | "exact" | "laws";

/** Hints for recursive functions whose integer result depends only on up to three integers. */
export class ObservedContracts {
  /** Successive attempts need the same hints: functions are sampled once. */
  static readonly #ofPrograms = new WeakMap<CfaProgram, ObservedContracts>();

  static ofProgram(program: CfaProgram): ObservedContracts {
    const known = ObservedContracts.#ofPrograms.get(program) ?? new ObservedContracts(program);
    ObservedContracts.#ofPrograms.set(program, known);
    return known;
  }

  readonly #program: CfaProgram;
  readonly #graph: CallGraph;
  readonly #recursive: readonly FunctionCfa[];
  readonly #observed = new Map<FunctionCfa, Observed>();
  readonly #effects = new Map<FunctionCfa, Effects>();

  constructor(program: CfaProgram) {
    this.#program = program;
    const graph = callGraph(program, "direct");
    this.#graph = graph;
    this.#recursive = [...program.functions.values()].filter(({ name }) =>
      [...(graph.callees.get(name) ?? [])].some((callee) =>
        functionsReachedFrom(graph, callee).has(name),
      ),
    );
  }

  /** Whether there are recursive functions at all. */
  get isRecursive(): boolean {
    return this.#recursive.length > 0;
  }

  /**
   * Hints by the names of functions.
   * @param kind - `tables`: only results of functions of one parameter for small arguments, which cost little;
   *   `exact`: no bounds by parameters
   */
  of(kind: ContractKind): Map<string, readonly ContractHint[]> {
    const result = new Map<string, readonly ContractHint[]>();
    for (const fn of this.#recursive) {
      const hints = this.#hintsFor(fn, kind);
      if (hints.length > 0) result.set(fn.name, hints);
    }
    return result;
  }

  #effectsOf(
    fn: FunctionCfa,
    changed: readonly MemoryObject[],
    kind: Exclude<ContractKind, "tables">,
  ): ContractHint[] {
    const known = this.#effects.get(fn) ?? observedEffects(this.#program, fn, changed);
    this.#effects.set(fn, known);
    const returned = fn.result?.kind === "int" ? standInFor(fn.result) : undefined;
    return effectHints(this.#program, known, returned, kind === "exact" ? kind : "all");
  }

  #hintsFor(fn: FunctionCfa, kind: ContractKind): ContractHint[] {
    const { result } = fn;
    const changed = changedIntegers(this.#program, this.#graph, fn);
    if (changed === undefined) return [];
    if (changed.length > 0) return kind === "tables" ? [] : this.#effectsOf(fn, changed, kind);
    if (result?.kind !== "int") return [];
    const types = fn.parameters.map(({ scalar }) => scalar);
    const integers = types.filter((type) => type?.kind === "int");
    const most = kind === "tables" ? 1 : 3;
    const isSuitable = types.length > 0 && types.length <= most && integers.length === types.length;
    if (!isSuitable) return [];
    const program = this.#program;
    const known = this.#observed.get(fn) ?? observe(program, fn, integers);
    this.#observed.set(fn, known);
    const { observations, silent } = known;
    const returned = standInFor(result);
    const subject = resultOf(program, returned);
    const [parameter] = fn.parameters;
    const inTable = observations.filter(({ values: [x] }) => x !== undefined && x <= LAST_ARGUMENT);
    return [
      ...(types.length === 1 && parameter !== undefined
        ? tableHints(program, fn, returned, inTable)
        : []),
      ...(kind === "tables"
        ? []
        : [
            ...functionLaws(program, fn, subject, observations, kind === "exact" ? kind : "all"),
            ...silentRegions(program, fn, observations, silent),
          ]),
    ];
  }
}

function standInFor(result: IntegerValueType): MemoryObject {
  return { ...RESULT, size: result.bits / 8, scalar: result };
}

interface Observed {
  readonly observations: readonly Observation[];
  /** Arguments of calls without an end. */
  readonly silent: readonly (readonly bigint[])[];
}

/** Results of calls, and arguments with which calls go so deep that most of them have no end. */
function observe(
  program: CfaProgram,
  fn: FunctionCfa,
  types: readonly IntegerValueType[],
): Observed {
  const tabulation = new Tabulation(program);
  const constants = decidingConstants(fn);
  const domains = types.map((type) => argumentsOf(type, constants, types.length));
  const observations: Observation[] = [];
  const silent: (readonly bigint[])[] = [];
  for (const values of combinations(domains)) {
    const passed = values.map((value, index) => integer(types[index] as IntegerValueType, value));
    const returned = tabulation.call(fn, passed);
    if (returned === undefined) {
      if (tabulation.wasTooDeep) silent.push(values);
    } else observations.push({ values, result: returned.value });
  }
  return { observations, silent };
}

/** In ascending order. */
function argumentsOf(
  type: IntegerValueType,
  constants: readonly bigint[],
  parameters: number,
): bigint[] {
  const limit = VALUES_OF_MANY[parameters];
  const last = limit === undefined ? LAST_ARGUMENT : FIRST_ARGUMENT + limit - 1;
  const found = new Set<bigint>();
  for (let value = FIRST_ARGUMENT; value <= last; value++) found.add(BigInt(value));
  const reach = limit === undefined ? NEIGHBOURHOOD : 1;
  for (const constant of constants) {
    for (let near = -reach; near <= reach; near++) found.add(constant + BigInt(near));
  }
  const [low, high] = [
    type.signed ? -(2n ** BigInt(type.bits - 1)) : 0n,
    2n ** BigInt(type.signed ? type.bits - 1 : type.bits) - 1n,
  ];
  return [...found]
    .filter((value) => low <= value && value <= high)
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** Constants that the function compares with, other than very small ones. */
function decidingConstants(fn: FunctionCfa): readonly bigint[] {
  const found = new Set<bigint>();
  const visit = (part: Expression): void => {
    if (part.kind !== "compare" || part.right.kind !== "integer") return;
    const { value } = part.right;
    if (value > 3n || value < -3n) found.add(value);
  };
  for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
    for (const expression of expressionsOf(edge)) forEachSubexpression(expression, visit);
  }
  return [...found].slice(0, MAX_CONSTANTS);
}
