/**
 * Recursion by size change: in every endless chain of calls within calls some number would fall again and again, though
 * it is passed on by way of ever other parameters (Lee, Jones, Ben-Amram: "The size-change principle for program
 * termination", POPL 2001). What a call does to the numbers is a graph, proved on bits; the graphs are composed until
 * no new one appears, and each that is its own square must let a number fall that stays where it is.
 */
import type { Term } from "../../smt/index.ts";
import { type MeasureContext, type Scalar, type Step, wideOf } from "./measure.ts";

/** A call within a call. Functions are numbers. */
export interface CallStep extends Step {
  readonly caller: number;
  readonly callee: number;
}

const NONE = 0;
const NEVER_RISES = 1;
const FALLS = 2;

/** What a chain of calls does to numbers. */
interface SizeChange {
  readonly caller: number;
  readonly callee: number;
  /** Of each number of the caller, in turn, to each number of the callee. */
  readonly arcs: Uint8Array;
}

/** Pairs of numbers that are asked of one call. */
const MAX_PAIRS = 100;
/** Graphs of chains: they may be exponentially many. */
const MAX_GRAPHS = 400;

/**
 * Whether no chain of calls is endless.
 * @param scalars - the numbers of each function
 */
export function endsBySizeChange(
  context: MeasureContext,
  scalars: readonly (readonly Scalar[])[],
  calls: readonly CallStep[],
): boolean {
  const sizes = scalars.map(({ length }) => length);
  const changes: SizeChange[] = [];
  for (const call of calls) {
    const [from, to] = [scalars[call.caller] ?? [], scalars[call.callee] ?? []];
    if (from.length * to.length > MAX_PAIRS) return false;
    changes.push({ ...call, arcs: arcsOf(context, from, to, call) });
  }
  return areWellFounded(sizes, changes);
}

function arcsOf(
  context: MeasureContext,
  from: readonly Scalar[],
  to: readonly Scalar[],
  { path, before, after }: CallStep,
): Uint8Array {
  const { manager, kind, proveAll } = context;
  const pairs = from.flatMap((one) => to.map((other) => [one, other] as const));
  const ask = (condition: (a: Term, b: Term, one: Scalar) => Term): readonly boolean[] =>
    proveAll(
      path,
      pairs.map(([one, other]) => {
        const width = Math.max(one.bits, other.bits) + 1;
        const a = wideOf(context, one.read(before), one.isSigned, width);
        const b = wideOf(context, other.read(after), other.isSigned, width);
        return a === undefined || b === undefined ? manager.false : condition(a, b, one);
      }),
    );
  const falls = ask((a, b, { isSigned }) => {
    const less = manager.slt(b, a);
    // Where signed arithmetic ends an execution, only a limit makes a signed number well-founded.
    const isLimited = kind === "bounds" && isSigned;
    return isLimited ? manager.and(less, manager.sle(manager.constant(a.width, 0), a)) : less;
  });
  const neverRises = ask((a, b) => manager.sle(b, a));
  return Uint8Array.from(pairs, (_, index) =>
    falls[index] === true ? FALLS : neverRises[index] === true ? NEVER_RISES : NONE,
  );
}

/** Whether every graph of the closure that is its own square has a number that falls and stays where it is. */
function areWellFounded(sizes: readonly number[], changes: readonly SizeChange[]): boolean {
  const known = new Map<string, SizeChange>();
  const waiting = [...changes];
  for (let change = waiting.pop(); change !== undefined; change = waiting.pop()) {
    const key = `${change.caller} ${change.callee} ${change.arcs.join("")}`;
    if (known.has(key)) continue;
    if (known.size >= MAX_GRAPHS || isEndless(sizes, change)) return false;
    known.set(key, change);
    for (const other of known.values()) {
      if (change.callee === other.caller) waiting.push(composed(sizes, change, other));
      if (other.callee === change.caller) waiting.push(composed(sizes, other, change));
    }
  }
  return true;
}

/** Whether a chain may be repeated for ever: it is its own square, and nothing falls where it is. */
function isEndless(sizes: readonly number[], change: SizeChange): boolean {
  if (change.caller !== change.callee) return false;
  const { arcs } = composed(sizes, change, change);
  if (arcs.some((arc, index) => arc !== change.arcs[index])) return false;
  const size = sizes[change.caller] as number;
  return !Array.from({ length: size }).some((_, i) => change.arcs[i * size + i] === FALLS);
}

function composed(sizes: readonly number[], first: SizeChange, second: SizeChange): SizeChange {
  const [from, through, to] = [
    sizes[first.caller] as number,
    sizes[first.callee] as number,
    sizes[second.callee] as number,
  ];
  const arcs = new Uint8Array(from * to);
  for (let i = 0; i < from; i++) {
    for (let j = 0; j < through; j++) {
      const arc = first.arcs[i * through + j] as number;
      if (arc === NONE) continue;
      for (let k = 0; k < to; k++) {
        const next = second.arcs[j * to + k] as number;
        if (next === NONE) continue;
        arcs[i * to + k] = Math.max(arcs[i * to + k] as number, arc, next);
      }
    }
  }
  return { caller: first.caller, callee: second.callee, arcs };
}
