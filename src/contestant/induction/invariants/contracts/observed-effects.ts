/**
 * The amounts by which sampled calls of recursive functions changed variables of static storage, beside their
 * results: counters of calls and of moves. Only guesses, like all contract hints.
 */
import {
  addressOf,
  binary,
  type CallGraph,
  type CfaProgram,
  compare,
  type Expression,
  type FunctionCfa,
  functionsReachedFrom,
  type IntegerConstant,
  type IntegerValueType,
  integer,
  type MemoryObject,
  mentionedObjects,
  type PointerValueType,
  pointerType,
} from "../../../cfa/index.ts";

import type { ContractHint } from "./contract-hints.ts";
import { functionLaws, type LawKind, resultOf, type Subject } from "./function-laws.ts";
import { combinations, type Observation, Tabulation } from "./tabulation.ts";

const MAX_CHANGED = 2;
const FIRST_ARGUMENT = -2n;
/** Number of values per sampled parameter, by the number of such parameters: no results are cached. */
const VALUES: readonly number[] = [1, 14, 8, 5];
const MAX_VARIED = 3;
/** The value of other parameters, and the distance between the first values of variables. */
const ELSEWHERE = 1n;
const FIRST_VALUES = 3n;

/**
 * Integers of static storage that a function changes, itself or in its calls; undefined where there are too many.
 */
export function changedIntegers(
  program: CfaProgram,
  graph: CallGraph,
  fn: FunctionCfa,
): readonly MemoryObject[] | undefined {
  const changed = new Set<MemoryObject>();
  for (const name of functionsReachedFrom(graph, fn.name)) {
    for (const { leaving } of program.functions.get(name)?.nodes ?? []) {
      for (const edge of leaving) {
        if (edge.kind !== "assign" || edge.address.kind !== "address") continue;
        const { target } = edge.address;
        if (target.kind === "global" && target.scalar?.kind === "int") changed.add(target);
      }
    }
  }
  const isFollowed = [...changed].every(({ isAddressTaken }) => !isAddressTaken);
  return isFollowed && changed.size <= MAX_CHANGED ? [...changed] : undefined;
}

/** Results of calls, and the amount by which each variable was changed. */
export interface Effects {
  /** The function, with only those parameters that were given several values. */
  readonly fn: FunctionCfa;
  readonly results: readonly Observation[];
  readonly changes: ReadonlyMap<MemoryObject, readonly Observation[]>;
}

/** @param returned - denotes the result, if there is one */
export function effectHints(
  program: CfaProgram,
  { fn, results, changes }: Effects,
  returned: MemoryObject | undefined,
  kind: LawKind,
): ContractHint[] {
  const pointer = pointerType(program.machine.pointerBits / 8);
  const laws = [...changes].flatMap(([object, observations]) =>
    functionLaws(program, fn, changeOf(object, pointer), observations, kind),
  );
  if (returned !== undefined) {
    laws.push(...functionLaws(program, fn, resultOf(program, returned), results, kind));
  }
  return laws;
}

/**
 * The difference of the values of a variable after and before; for signed ones, with the condition that it does not
 * overflow.
 */
function changeOf(object: MemoryObject, pointer: PointerValueType): Subject {
  const type = object.scalar as IntegerValueType;
  const load = (of: MemoryObject): Expression => ({
    kind: "load",
    type,
    address: addressOf(of, pointer),
  });
  const after: MemoryObject = { ...object, id: -1, name: `${object.name}'`, variable: undefined };
  const before = load(object);
  const limit = (1n << BigInt(type.bits - 1)) - 1n;
  const room = (end: bigint, sum: Expression): Expression =>
    binary("sub", type, integer(type, end), sum);
  return {
    type,
    value: binary("sub", type, load(after), before),
    hint: (condition) => ({ kind: "ensures", condition, afterwards: new Map([[after, object]]) }),
    required: (sum) =>
      type.signed
        ? [compare("le", before, room(limit, sum)), compare("ge", before, room(-limit - 1n, sum))]
        : [],
  };
}

/** All parameters if they are few, otherwise those that conditions of the function depend on. */
function variedParameters(fn: FunctionCfa): ReadonlySet<MemoryObject> {
  if (fn.parameters.length <= MAX_VARIED) return new Set(fn.parameters);
  const looked = new Set<MemoryObject>();
  for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
    if (edge.kind !== "assume") continue;
    for (const object of mentionedObjects(edge.condition)) looked.add(object);
  }
  return new Set(fn.parameters.filter((parameter) => looked.has(parameter)));
}

/** Samples a function; undefined where parameters are not integers, or too many of them matter. */
export function observedEffects(
  program: CfaProgram,
  fn: FunctionCfa,
  changed: readonly MemoryObject[],
): Effects {
  const results: Observation[] = [];
  const changes = new Map<MemoryObject, Observation[]>(changed.map((object) => [object, []]));
  const types = fn.parameters.flatMap(({ scalar }) => (scalar?.kind === "int" ? [scalar] : []));
  const varied = variedParameters(fn);
  const effects: Effects = { fn: { ...fn, parameters: [...varied] }, results, changes };
  const isSuitable = types.length === fn.parameters.length && varied.size > 0;
  if (!isSuitable || varied.size > MAX_VARIED) return effects;
  const shared = new Map<MemoryObject, IntegerConstant>();
  const tabulation = new Tabulation(program, new Set(), shared);
  const domains = fn.parameters.map((parameter, index) => {
    if (!varied.has(parameter)) return [ELSEWHERE];
    const count = VALUES[varied.size] as number;
    const all = Array.from({ length: count }, (_, step) => FIRST_ARGUMENT + BigInt(step));
    return types[index]?.signed === true ? all : all.filter((value) => value >= 0n);
  });
  let start = 0n;
  for (const all of combinations(domains)) {
    // Changes that do not depend on the start values hold for any value.
    start = (start + 1n) % FIRST_VALUES;
    for (const object of changed) {
      shared.set(object, integer(object.scalar as IntegerValueType, start));
    }
    const passed = all.map((value, index) => integer(types[index] as IntegerValueType, value));
    const returned = tabulation.call(fn, passed);
    if (returned === undefined) continue;
    const values = all.filter((_, index) => varied.has(fn.parameters[index] as MemoryObject));
    results.push({ values, result: returned.value });
    for (const [object, observations] of changes) {
      const after = (shared.get(object) as IntegerConstant).value;
      observations.push({ values, result: after - start });
    }
  }
  return effects;
}
