/**
 * The exact results of a recursive function whose arguments take few values: it is executed for each of them, and
 * results are kept (memo functions: Michie, Nature 218, 1968). Executions that {@link Tabulation} follows to their
 * end only compute a result from arguments.
 */
import { type FunctionCfa, type IntegerValueType, integer } from "../../../cfa/index.ts";
import type { Term, TermManager } from "../../../smt/index.ts";
import type { Questions } from "../rankings/ranking-function.ts";
import type { Tabulation } from "./tabulation.ts";

/** Combinations of arguments. */
const MAX_ENTRIES = 2_048n;
/** Parts into which one question divides an interval. */
const PARTS = 16n;

export interface TableContext extends Questions {
  readonly manager: TermManager;
  readonly tabulation: Tabulation;
}

/** An argument, in an interval that contains all of its values. */
interface Argument {
  readonly term: Term;
  readonly type: IntegerValueType;
  readonly low: bigint;
  readonly high: bigint;
}

/**
 * The result as a term over the arguments; undefined when these may have too many values, or values for which no
 * return is known.
 * @param path - when the call happens
 */
export function exhaustiveTable(
  context: TableContext,
  fn: FunctionCfa,
  path: Term,
  terms: readonly Term[],
): Term | undefined {
  const { manager, tabulation, proveAll, counterexample } = context;
  const { result, parameters } = fn;
  if (result?.kind !== "int" || terms.length === 0) return undefined;
  const types: IntegerValueType[] = [];
  for (const [index, { scalar }] of parameters.entries()) {
    if (scalar?.kind !== "int" || scalar.bits !== terms[index]?.width) return undefined;
    types.push(scalar);
  }
  const call = (values: readonly bigint[]) =>
    tabulation.call(
      fn,
      values.map((value, index) => integer(types[index] as IntegerValueType, value)),
    );
  const some = counterexample(path, manager.false, terms);
  if (typeof some === "string") return undefined;
  const seen = some.map((value, index) => asTyped(types[index] as IntegerValueType, value));
  if (call(seen) === undefined) return undefined;

  const args: Argument[] = [];
  let entries = 1n;
  for (const [index, type] of types.entries()) {
    const arg = inInterval(context, path, terms[index] as Term, type, seen[index] as bigint);
    if (arg === undefined) return undefined;
    entries *= arg.high - arg.low + 1n;
    if (entries > MAX_ENTRIES) return undefined;
    args.push(arg);
  }
  const unknown: Term[] = [];
  const row = (values: readonly bigint[]): Term | undefined => {
    const returned = call(values);
    if (returned !== undefined) return word(manager, result.bits, returned.value);
    const isOther = args.map(({ term }, index) =>
      manager.not(manager.eq(term, word(manager, term.width, values[index] as bigint))),
    );
    unknown.push(manager.or(...isOther));
    return undefined;
  };
  const table = decision(manager, args, [], row);
  return proveAll(path, unknown).every(Boolean) ? table : undefined;
}

/** Searches in both directions from a value that the argument has in some execution. */
function inInterval(
  { manager, proveAll }: TableContext,
  path: Term,
  term: Term,
  type: IntegerValueType,
  seen: bigint,
): Argument | undefined {
  const high = leastBound(seen, (bounds) =>
    proveAll(
      path,
      bounds.map((bound) => atMost(manager, type, term, bound)),
    ),
  );
  if (high === undefined) return undefined;
  const opposite = leastBound(-seen, (bounds) =>
    proveAll(
      path,
      bounds.map((bound) => manager.not(atMost(manager, type, term, -bound - 1n))),
    ),
  );
  return opposite === undefined ? undefined : { term, type, low: -opposite, high };
}

/**
 * The least upper bound that can be proved, from a value that is no less than it.
 * @param hold - decides which of several numbers are upper bounds
 */
function leastBound(
  seen: bigint,
  hold: (bounds: readonly bigint[]) => readonly boolean[],
): bigint | undefined {
  const doubled: bigint[] = [];
  for (let distance = 1n; distance <= MAX_ENTRIES; distance *= 2n)
    doubled.push(seen + distance - 1n);
  // Mostly there are more values than a table can have: one question decides that.
  if (hold(doubled.slice(-1))[0] !== true) return undefined;
  const first = hold(doubled).indexOf(true);
  if (first < 0) return undefined;
  let high = doubled[first] as bigint;
  let low = first === 0 ? high : (doubled[first - 1] as bigint) + 1n;
  while (low < high) {
    const step = (high - low + PARTS - 1n) / PARTS;
    const inner: bigint[] = [];
    for (let bound = low; bound < high; bound += step) inner.push(bound);
    const proved = hold(inner).indexOf(true);
    if (proved >= 0) high = inner[proved] as bigint;
    const refuted = inner[(proved < 0 ? inner.length : proved) - 1];
    if (refuted === undefined) return high;
    low = refuted + 1n;
  }
  return high;
}

/** Comparisons that select the row of a table by the arguments; undefined where any result will do. */
function decision(
  manager: TermManager,
  [first, ...others]: readonly Argument[],
  values: readonly bigint[],
  row: (values: readonly bigint[]) => Term | undefined,
): Term | undefined {
  if (first === undefined) return row(values);
  const { term, type } = first;
  const between = (low: bigint, high: bigint): Term | undefined => {
    if (low === high) return decision(manager, others, [...values, low], row);
    const middle = (low + high) >> 1n;
    const lower = between(low, middle);
    const upper = between(middle + 1n, high);
    if (lower === undefined || upper === undefined) return lower ?? upper;
    return manager.ite(atMost(manager, type, term, middle), lower, upper);
  };
  return between(first.low, first.high);
}

/** Also for bounds that are not values of the type. */
function atMost(manager: TermManager, type: IntegerValueType, term: Term, bound: bigint): Term {
  const least = type.signed ? -(2n ** BigInt(type.bits - 1)) : 0n;
  const greatest = least + 2n ** BigInt(type.bits) - 1n;
  if (bound < least) return manager.false;
  if (bound >= greatest) return manager.true;
  const constant = word(manager, type.bits, bound);
  return type.signed ? manager.sle(term, constant) : manager.ule(term, constant);
}

function word(manager: TermManager, width: number, value: bigint): Term {
  return manager.constant(width, BigInt.asUintN(width, value));
}

/** @param value - not negative */
function asTyped({ bits, signed }: IntegerValueType, value: bigint): bigint {
  return signed ? BigInt.asIntN(bits, value) : value;
}
