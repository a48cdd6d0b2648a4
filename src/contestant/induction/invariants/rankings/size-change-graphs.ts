/**
 * Size-change graphs (Lee, Jones, Ben-Amram: "The size-change principle for program termination", POPL 2001): the
 * effect of calls on numbers. A set of them is closed under composition; no chain of calls is endless if each graph
 * of the closure that is its own square has an arc from a number to itself on which it decreases (theorem 4 there).
 */

/** The relation between a number after a call and one before it. */
export const NONE = 0;
export const NEVER_RISES = 1;
export const FALLS = 2;

/** The effect of a chain of calls on numbers. Functions are numbered. */
export interface SizeChange {
  readonly caller: number;
  readonly callee: number;
  /** Row by row, from each number of the caller to each number of the callee. */
  readonly arcs: Uint8Array;
}

/** Number of graphs of chains: there may be exponentially many. */
const MAX_GRAPHS = 400;

/**
 * Whether no chain of calls is endless; false also where there are too many graphs.
 * @param sizes - how many numbers each function has
 */
export function areWellFounded(sizes: readonly number[], changes: readonly SizeChange[]): boolean {
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

/** Whether a chain may be repeated for ever: it is its own square, and no number decreases in place. */
function isEndless(sizes: readonly number[], change: SizeChange): boolean {
  if (change.caller !== change.callee) return false;
  const { arcs } = composed(sizes, change, change);
  if (arcs.some((arc, index) => arc !== change.arcs[index])) return false;
  const size = sizes[change.caller] as number;
  return !Array.from({ length: size }).some((_, i) => change.arcs[i * size + i] === FALLS);
}

export function composed(
  sizes: readonly number[],
  first: SizeChange,
  second: SizeChange,
): SizeChange {
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
