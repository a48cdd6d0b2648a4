/**
 * Relations between a variable and the fold of another loop: a history (merged-execution/fold-history.ts) contains
 * the value of that fold before each index, and a loop over the same indices may compute the same value, the rest
 * of it, or a value larger by its number of iterations.
 */
import type { Term, TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, MemoryCell, Region, State } from "../../../symbolic/index.ts";
import type { ReturnCandidate } from "../contracts/contract-candidates.ts";
import { integerIn } from "../scalars/loop-examples.ts";
import type { CandidateInvariant } from "../scalars/loop-invariants.ts";
import { resized } from "./array-candidate.ts";

/**
 * The values of a variable at the visits of a loop head, indexed by the counter; its region is not part of the
 * program.
 */
export interface History {
  readonly region: Region;
  /** Bytes of an entry. */
  readonly size: number;
}

export interface FoldContext {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
}

/** A variable by which a loop counts its iterations. */
export interface Counter {
  readonly cell: MemoryCell;
  readonly isFalling: boolean;
}

const MAX_COUNTERS = 2;
const MAX_FOLDED = 4;
const MAX_HISTORIES = 4;
/** Lengths of arrays whose fold is known: without elements the sum, with one element the maximum. */
const MIN_LENGTHS: readonly bigint[] = [0n, 1n];

/** Cells that every iteration changes by one. */
export function countersIn(
  { manager, access }: FoldContext,
  cells: readonly MemoryCell[],
  head: State,
  back: State,
): Counter[] {
  return cells
    .flatMap((cell) => {
      const [before, after] = [integerIn(access, cell, head), integerIn(access, cell, back)];
      if (before === undefined || after === undefined || cell.size < 4) return [];
      const step = manager.sub(after, before);
      if (step.op !== "constant") return [];
      const distance = BigInt.asIntN(step.width, step.value);
      return distance === 1n || distance === -1n ? [{ cell, isFalling: distance < 0n }] : [];
    })
    .slice(0, MAX_COUNTERS);
}

/** The offset of the entry for an index. */
export function offsetOf({ manager, access }: FoldContext, { size }: History, index: Term): Term {
  const bits = access.pointerBits;
  return manager.mul(resized(manager, index, bits), manager.constant(bits, size));
}

/** The entry for an index; facts about it are added to the state. */
export function entryOf(context: FoldContext, history: History, state: State, index: Term): Term {
  const { region, size } = history;
  const offset = offsetOf(context, history, index);
  return context.access.readElement(state, region, offset, size) as Term;
}

/** Candidates: a function returns the value of a fold before the index given by a parameter. */
export class FoldedResults {
  readonly #context: FoldContext;
  readonly #histories: readonly History[];
  readonly #parameters: readonly MemoryCell[];

  constructor(
    context: FoldContext,
    histories: readonly History[],
    parameters: readonly MemoryCell[],
  ) {
    this.#context = context;
    this.#histories = histories.slice(-MAX_HISTORIES);
    this.#parameters = parameters.filter(({ size }) => size === 4 || size === 8);
  }

  /** Reads the entries that candidates mention, so that facts about them are added to the state. */
  read(state: State): void {
    for (const cell of this.#parameters) {
      const index = integerIn(this.#context.access, cell, state);
      if (index === undefined) continue;
      for (const history of this.#histories) entryOf(this.#context, history, state, index);
    }
  }

  get candidates(): ReturnCandidate[] {
    const { manager, access } = this.#context;
    return this.#histories.flatMap((history) =>
      this.#parameters.flatMap((cell) =>
        MIN_LENGTHS.map(
          (least): ReturnCandidate => ({
            at: (called, result) => {
              const index = integerIn(access, cell, called);
              if (index === undefined || result?.width !== history.size * 8) return manager.false;
              const entry = entryOf(this.#context, history, called.fork(), index);
              const isLong = manager.sle(manager.constant(index.width, least), index);
              return manager.implies(isLong, manager.eq(result, entry));
            },
          }),
        ),
      ),
    );
  }
}

/** Relations between cells that a loop changes and histories that are complete where it begins. */
export class FoldRelations {
  readonly #context: FoldContext;
  readonly #histories: readonly History[];
  /** The indices at which histories are read, for a visit of the head. */
  readonly #indices: ((state: State) => Term | undefined)[] = [];
  readonly #entry: State;

  constructor(context: FoldContext, histories: readonly History[], entry: State) {
    this.#context = context;
    this.#entry = entry;
    this.#histories = histories
      .filter(({ region }) => entry.contents.has(region))
      .slice(-MAX_HISTORIES);
  }

  /** @returns the candidates, strongest first */
  candidates(cells: readonly MemoryCell[], head: State, back: State): CandidateInvariant[] {
    this.#indices.length = 0;
    if (this.#histories.length === 0) return [];
    const counters = countersIn(this.#context, cells, head, back);
    const counted = new Set(counters.map(({ cell }) => cell));
    const folded = cells.filter((cell) => !counted.has(cell)).slice(0, MAX_FOLDED);
    return counters.flatMap((counter) =>
      this.#histories.flatMap((history) =>
        folded
          .filter(({ size }) => size === history.size)
          .flatMap((cell) => this.#ofCell(history, counter, cell)),
      ),
    );
  }

  /** Reads the entries that candidates mention, so that facts about them are added to the state. */
  read(state: State): void {
    for (const indexOf of this.#indices) {
      const index = indexOf(state);
      if (index === undefined) continue;
      for (const history of this.#histories) entryOf(this.#context, history, state, index);
    }
  }

  #ofCell(history: History, { cell: counter, isFalling }: Counter, cell: MemoryCell) {
    const { manager, access } = this.#context;
    // A decreasing counter has not been at its current index yet.
    const indexOf = (state: State): Term | undefined => {
      const value = integerIn(access, counter, state);
      return value && manager.add(value, manager.constant(value.width, isFalling ? 1n : 0n));
    };
    const start = indexOf(this.#entry);
    const first = integerIn(access, cell, this.#entry);
    if (start === undefined || first === undefined) return [];
    this.#indices.push(indexOf, () => start);
    const candidate = (
      holds: (value: Term, entry: Term, passed: Term, before: Term) => Term,
    ): CandidateInvariant => ({
      text: undefined,
      at: (state) => {
        const [value, index] = [integerIn(access, cell, state), indexOf(state)];
        if (value === undefined || index === undefined) return manager.false;
        const probe = state.fork();
        const [now, before] = [index, start].map((at) =>
          entryOf(this.#context, history, probe, at),
        ) as [Term, Term];
        const passed = resized(manager, manager.sub(index, start), value.width);
        return holds(value, now, passed, before);
      },
    });
    // Written so that the amount added by an iteration occurs twice on one side, or is added on both.
    const relative = ([manager.sub, manager.add] as const).flatMap((_, isLeft) =>
      [0n, 1n, -1n].map((each) =>
        candidate((value, now, passed, before) => {
          const together = (a: Term, b: Term): Term =>
            isLeft === 0 ? manager.sub(a, b) : manager.add(a, b);
          const factor = manager.constant(passed.width, BigInt.asUintN(passed.width, each));
          const more = manager.mul(factor, passed);
          return manager.eq(together(value, now), manager.add(together(first, before), more));
        }),
      ),
    );
    return [candidate((value, now) => manager.eq(value, now)), ...relative];
  }
}
