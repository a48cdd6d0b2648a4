/**
 * Removes marks from calls of comparators in the models of `qsort` and `bsearch`, which call them
 * an open number of times. That cannot be observed when all possible comparators only read memory,
 * and terminate.
 */
import { COMPARATOR_EFFECTS } from "../library/sorting-models.ts";
import type {
  CallEdge,
  CfaEdge,
  Expression,
  FunctionCfa,
  MemoryObject,
  SkipEdge,
} from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { forEachSubexpression } from "../model/expression-properties.ts";
import { intrinsicOf } from "../model/intrinsics.ts";

type Functions = ReadonlyMap<string, FunctionCfa>;

/** Changes the functions of a complete program. */
export function settleComparators(functions: Functions, globals: readonly MemoryObject[]): void {
  const marks = ["qsort", "bsearch"].flatMap((name) => {
    const fn = functions.get(name);
    return fn?.isLibrary === true ? edgesOf(fn).filter(isMark) : [];
  });
  if (marks.length === 0) return;
  const comparators = addressTaken(functions, globals).filter(isComparator);
  if (comparators.some((fn) => mayHaveEffects(functions, fn))) return;
  for (const mark of marks) delete (mark as { open?: string }).open;
}

function edgesOf(fn: FunctionCfa): CfaEdge[] {
  return fn.nodes.flatMap(({ leaving }) => leaving);
}

function isMark(edge: CfaEdge): edge is SkipEdge {
  return edge.kind === "skip" && edge.open === COMPARATOR_EFFECTS;
}

function isComparator({ parameters, result }: FunctionCfa): boolean {
  return (
    parameters.length === 2 &&
    parameters.every(({ scalar }) => scalar?.kind === "pointer") &&
    result?.kind === "int"
  );
}

/** Functions whose address has other uses than as the callee of a call. */
function addressTaken(functions: Functions, globals: readonly MemoryObject[]): FunctionCfa[] {
  const taken = new Set<FunctionCfa>();
  const look = (expression: Expression): void =>
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "address" || part.target.kind !== "function") return;
      const fn = functions.get(part.target.name);
      if (fn !== undefined) taken.add(fn);
    });
  for (const { initial } of globals) for (const { value } of initial) look(value);
  for (const fn of functions.values()) {
    for (const edge of edgesOf(fn)) {
      for (const expression of expressionsOf(edge)) {
        const isCallee =
          edge.kind === "call" && expression === edge.callee && expression.kind === "address";
        if (!isCallee) look(expression);
      }
    }
  }
  return [...taken];
}

/** Whether the function or its callees do more than read memory and return. */
function mayHaveEffects(functions: Functions, fn: FunctionCfa): boolean {
  const called = new Set([fn]);
  // Sets may grow while they are iterated over.
  for (const next of called) {
    // Library models terminate; for the program's own loops that is unknown.
    if (!next.isLibrary && hasCycle(next)) return true;
    for (const edge of edgesOf(next)) {
      if (!isHarmless(functions, edge)) return true;
      const callee = edge.kind === "call" ? calledFunction(functions, edge) : undefined;
      if (callee === fn) return true;
      if (callee !== undefined) called.add(callee);
    }
  }
  return [...called].some((other) => callsItself(functions, other));
}

function calledFunction(functions: Functions, { callee }: CallEdge): FunctionCfa | undefined {
  if (callee.kind !== "address" || callee.target.kind !== "function") return undefined;
  return functions.get(callee.target.name);
}

function isHarmless(functions: Functions, edge: CfaEdge): boolean {
  switch (edge.kind) {
    case "skip":
    case "assume":
    case "return":
    case "declare":
    case "end-scope":
      return true;
    case "assign":
    case "clear":
      return isOwn(edge.address);
    case "copy":
      return isOwn(edge.to);
    case "call":
      if (edge.result !== undefined && !isOwn(edge.result.address)) return false;
      return calledFunction(functions, edge) !== undefined || isPureIntrinsic(edge);
    case "unsupported":
      return false;
  }
}

/** Whether the address lies in an object of the stack frame. */
function isOwn(address: Expression): boolean {
  if (address.kind === "binary" && address.operator === "add") return isOwn(address.left);
  if (address.kind === "cast" && address.type.kind === "pointer") return isOwn(address.operand);
  if (address.kind !== "address" || address.target.kind === "function") return false;
  const { kind } = address.target;
  return kind === "local" || kind === "parameter" || kind === "temporary";
}

function isPureIntrinsic({ callee }: CallEdge): boolean {
  if (callee.kind !== "address" || callee.target.kind !== "function") return false;
  switch (intrinsicOf(callee.target.name)?.kind) {
    case "float":
    case "bits":
    case "fegetround":
    case "open-result":
    case "library-choice":
      return true;
    default:
      return false;
  }
}

function hasCycle(fn: FunctionCfa): boolean {
  const entered = new Map(fn.nodes.map((node) => [node, node.entering.length] as const));
  const work = fn.nodes.filter((node) => node.entering.length === 0);
  let left = fn.nodes.length;
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    left--;
    for (const { target } of node.leaving) {
      const count = (entered.get(target) ?? 0) - 1;
      entered.set(target, count);
      if (count === 0) work.push(target);
    }
  }
  return left > 0;
}

/** Whether calls lead from the function back to it. */
function callsItself(functions: Functions, fn: FunctionCfa): boolean {
  const reached = new Set<FunctionCfa>();
  const work = [fn];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    for (const edge of edgesOf(next)) {
      const callee = edge.kind === "call" ? calledFunction(functions, edge) : undefined;
      if (callee === fn) return true;
      if (callee === undefined || reached.has(callee)) continue;
      reached.add(callee);
      work.push(callee);
    }
  }
  return false;
}
