/** Facts about one thread at a point of its execution: an element of the analysis of threads. */
import type { LockType, Target, Value } from "../../pointers/index.ts";

/** A lock that the thread certainly holds. */
export interface HeldLock {
  /** Its address. */
  readonly value: Value;
  /** The possible targets of the address. */
  readonly targets: readonly Target[];
  readonly type: LockType | "once";
  readonly mode: "exclusive" | "shared";
  /** Number of releases that it needs: recursive mutexes. */
  readonly count: number;
}

/** Values of scalars, by place and `offset:size`. */
export type Cells = ReadonlyMap<string, ReadonlyMap<string, Value>>;

export interface Fact {
  readonly holds: boolean;
  readonly depends: ReadonlySet<string>;
}

export interface ThreadState {
  readonly cells: Cells;
  /** Conditions that were tested, by their text. */
  readonly facts: ReadonlyMap<string, Fact>;
  readonly locks: readonly HeldLock[];
  /** Number of open atomic blocks of the thread. */
  readonly atomic: number;
  /** Threads that the thread may have created. */
  readonly created: ReadonlySet<string>;
  /** Threads that have certainly ended, if they ever existed. */
  readonly joined: ReadonlySet<string>;
  /** Blocks whose latest instance no other thread has a pointer to. */
  readonly fresh: ReadonlySet<string>;
}

export const EMPTY_STATE: ThreadState = {
  cells: new Map(),
  facts: new Map(),
  locks: [],
  atomic: 0,
  created: new Set(),
  joined: new Set(),
  fresh: new Set(),
};

/** States with the same signature are merged where they meet. */
export function lockSignature({ locks, atomic }: ThreadState): string {
  const held = locks.map(({ value, type, mode, count }) => `${value.key}${type}${mode}${count}`);
  return `${atomic}|${held.sort().join("|")}`;
}

/**
 * Covers both. `b` has the same locks.
 * @returns `a` itself when it covers `b`
 */
export function mergeStates(a: ThreadState, b: ThreadState): ThreadState {
  const cells = mergeCells(a.cells, b.cells);
  const facts = kept(a.facts, (name, { holds }) => b.facts.get(name)?.holds === holds);
  const created = [...b.created].every((id) => a.created.has(id))
    ? a.created
    : new Set([...a.created, ...b.created]);
  const joined = intersection(a.joined, b.joined);
  const fresh = intersection(a.fresh, b.fresh);
  const isSame =
    cells === a.cells &&
    facts === a.facts &&
    created === a.created &&
    joined === a.joined &&
    fresh === a.fresh;
  return isSame ? a : { ...a, cells, facts, created, joined, fresh };
}

function mergeCells(a: Cells, b: Cells): Cells {
  if (a === b) return a;
  let isSame = true;
  const merged = new Map<string, ReadonlyMap<string, Value>>();
  for (const [place, cells] of a) {
    const others = b.get(place);
    const common =
      others === undefined ? undefined : kept(cells, (at, { key }) => others.get(at)?.key === key);
    if (common !== cells) isSame = false;
    if (common !== undefined && common.size > 0) merged.set(place, common);
  }
  return isSame ? a : merged;
}

export function intersection<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  if (a === b || [...a].every((each) => b.has(each))) return a;
  return new Set([...a].filter((each) => b.has(each)));
}

/** The entries that pass the test; the same map when all do. */
function kept<K, V>(
  map: ReadonlyMap<K, V>,
  test: (key: K, value: V) => boolean,
): ReadonlyMap<K, V> {
  let isSame = true;
  const result = new Map<K, V>();
  for (const [key, value] of map) {
    if (test(key, value)) result.set(key, value);
    else isSame = false;
  }
  return isSame ? map : result;
}

/** Forgets everything that depends on executions with these names, because they happen again. */
export function forget(state: ThreadState, names: ReadonlySet<string>): ThreadState {
  const isGone = ({ depends }: { readonly depends: ReadonlySet<string> }): boolean => {
    for (const name of names) if (depends.has(name)) return true;
    return false;
  };
  let { cells } = state;
  for (const [place, inside] of state.cells) {
    const rest = kept(inside, (_, value) => !isGone(value));
    if (rest !== inside) cells = new Map(cells).set(place, rest);
  }
  const facts = kept(state.facts, (_, fact) => !isGone(fact));
  const isHeld = ({ value }: HeldLock): boolean => !isGone(value);
  const locks = state.locks.every(isHeld) ? state.locks : state.locks.filter(isHeld);
  if (cells === state.cells && facts === state.facts && locks === state.locks) return state;
  return { ...state, cells, facts, locks };
}

export function withCell(state: ThreadState, place: string, at: string, value: Value): ThreadState {
  const inside = new Map(state.cells.get(place)).set(at, value);
  return { ...state, cells: new Map(state.cells).set(place, inside) };
}

/** Without the cells of a place that the test rejects. */
export function withoutCells(
  state: ThreadState,
  place: string,
  isKept: (offset: number, size: number) => boolean,
): ThreadState {
  const inside = state.cells.get(place);
  if (inside === undefined) return state;
  const rest = kept(inside, (at) => {
    const [offset, size] = at.split(":").map(Number) as [number, number];
    return isKept(offset, size);
  });
  return rest === inside ? state : { ...state, cells: new Map(state.cells).set(place, rest) };
}
