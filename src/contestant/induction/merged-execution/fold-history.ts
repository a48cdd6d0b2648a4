/**
 * The fold of a loop as an array that the program does not have: a variable's value at every visit of the loop
 * head, indexed by the counter of the loop. Each entry is computed from the one before as an iteration computes the
 * variable; this is an invariant of all entries. So the fold is a function of the index, and other loops can be
 * compared with it without a theory of sums (a history variable in the sense of Owicki, Gries, CACM 19(5), 1976;
 * Abadi, Lamport: "The existence of refinement mappings", TCS 82(2), 1991). Nothing in the program depends on it,
 * so facts proved with it hold without it.
 */
import { Substitution, type Term } from "../../smt/index.ts";
import type { MemoryCell, Region, State, SymbolicMemory } from "../../symbolic/index.ts";
import { integerVariable, Pointer, UnsupportedFeature } from "../../symbolic/index.ts";
import {
  type ArrayCandidate,
  addedTo,
  type Pattern,
} from "../invariants/arrays/array-candidate.ts";
import {
  type Counter,
  countersIn,
  entryOf,
  type FoldContext,
  FoldRelations,
  type History,
  offsetOf,
} from "../invariants/arrays/fold-relations.ts";
import { integerIn } from "../invariants/scalars/loop-examples.ts";
import type { CandidateInvariant } from "../invariants/scalars/loop-invariants.ts";

/** An element that an iteration reads. */
interface Read {
  readonly region: Region;
  readonly offset: Term;
  readonly size: number;
}

/** The update of a variable in an iteration. */
interface Fold {
  readonly cell: MemoryCell;
  readonly counter: Counter;
  /** The value after an iteration, as a term over those of the head. */
  readonly value: Term;
  readonly index: Term;
  readonly next: Term;
  readonly elements: readonly (Read & { readonly term: Term })[];
}

const MAX_READS = 8;

export interface HistoryContext extends FoldContext {
  readonly memory: SymbolicMemory;
  /** Folds of earlier loops, where they may be compared; grows. */
  readonly histories: History[] | undefined;
}

export class FoldHistory {
  readonly #context: HistoryContext;
  readonly #reads: Read[] = [];
  #fold: Fold | undefined;
  #history: History | undefined;
  #first: { readonly value: Term; readonly index: Term } | undefined;
  #isSought: boolean;
  #relations: FoldRelations;
  #related: readonly CandidateInvariant[] = [];

  /**
   * @param isPossible - whether the loop may have its own history
   * @param entry - the state before the first iteration
   */
  constructor(context: HistoryContext, isPossible: boolean, entry: State) {
    this.#context = context;
    this.#isSought = isPossible && context.histories !== undefined;
    this.#relations = new FoldRelations(context, context.histories ?? [], entry);
  }

  /** Runs an iteration, and notes the elements that it reads while a fold is looked for. */
  watch<T>(iterate: () => T): T {
    if (!this.#isSought) return iterate();
    const { access } = this.#context;
    const { onLoad } = access;
    access.onLoad = (region, offset, size) => {
      onLoad?.(region, offset, size);
      const isKnown = this.#reads.some(
        (read) => read.region === region && read.offset === offset && read.size === size,
      );
      if (!isKnown && this.#reads.length < MAX_READS) this.#reads.push({ region, offset, size });
    };
    try {
      return iterate();
    } finally {
      access.onLoad = onLoad;
    }
  }

  /**
   * Candidates that relate the loop to earlier ones, and to its own history; undefined when the loop must be
   * restarted with a history.
   * @param cells - the relevant cells
   */
  candidates(
    cells: readonly MemoryCell[],
    head: State,
    back: State,
  ): readonly CandidateInvariant[] | undefined {
    this.#related = this.#relations.candidates(cells, head, back);
    if (this.begins(this.#related, cells, head, back)) return undefined;
    return [...this.#entries, ...this.#related];
  }

  /**
   * Whether the loop turns out to fold elements, and nothing relates it to earlier loops; then it must be
   * restarted.
   * @param kept - the invariants found so far
   */
  begins(
    kept: readonly CandidateInvariant[],
    cells: readonly MemoryCell[],
    head: State,
    back: State,
  ): boolean {
    if (!this.#isSought || this.#related.some((relation) => kept.includes(relation))) return false;
    this.#fold = this.#foldIn(cells, head, back);
    if (this.#fold === undefined) return false;
    this.#isSought = false;
    const region = this.#context.memory.newRegion("automatic", "history", {});
    this.#history = { region, size: this.#fold.cell.size };
    return true;
  }

  #foldIn(cells: readonly MemoryCell[], head: State, back: State): Fold | undefined {
    const { access } = this.#context;
    const [counter] = countersIn(this.#context, cells, head, back);
    const index = counter && integerIn(access, counter.cell, head);
    if (counter === undefined || index?.op !== "variable") return undefined;
    for (const cell of cells) {
      const [value, next] = [integerIn(access, cell, head), integerIn(access, cell, back)];
      if (cell === counter.cell || value?.op !== "variable" || next === undefined) continue;
      const parts = subterms(next);
      const elements = this.#elementsAt(head).filter(({ term }) => parts.has(term));
      if (!parts.has(value) || elements.length === 0) continue;
      return { cell, counter, value, index, next, elements };
    }
    return undefined;
  }

  /** The elements that were read, with their values at the head. */
  #elementsAt(head: State): (Read & { readonly term: Term })[] {
    return this.#reads.flatMap((read) => {
      const term = this.#element(read, head.fork(), read.offset);
      return term === undefined || term.op === "constant" ? [] : [{ ...read, term }];
    });
  }

  #element({ region, size }: Read, state: State, offset: Term): Term | undefined {
    try {
      const value = this.#context.access.readElement(state, region, offset, size);
      return value instanceof Pointer ? undefined : value;
    } catch (error) {
      if (!(error instanceof UnsupportedFeature)) throw error;
      return undefined;
    }
  }

  /** The state before the first iteration. */
  enter(state: State): State {
    const entry = state.fork();
    this.#write(entry);
    this.#relations = new FoldRelations(this.#context, this.#context.histories ?? [], entry);
    const fold = this.#fold;
    if (fold === undefined) return entry;
    const { access } = this.#context;
    const value = integerIn(access, fold.cell, entry);
    const index = integerIn(access, fold.counter.cell, entry);
    this.#first = value && index && { value, index };
    return entry;
  }

  /** After one more iteration. */
  advance(back: State): void {
    this.#write(back);
    this.read(back);
  }

  /** Adds facts about entries that candidates mention to a state. */
  read(state: State): void {
    this.#relations.read(state);
  }

  /** Stores the value at a visit of the head. */
  #write(state: State): void {
    if (this.#fold === undefined || this.#history === undefined) return;
    const { access, manager } = this.#context;
    const { cell, counter } = this.#fold;
    const { region, size } = this.#history;
    const value = integerIn(access, cell, state);
    const index = integerIn(access, counter.cell, state);
    if (value === undefined || index === undefined) return;
    const offset = offsetOf(this.#context, this.#history, index);
    state
      .writable(region, access.contentOf(state, region))
      .writeElement(offset, size, value, manager.true);
  }

  /** The entries of the first and of the last visit have their values. */
  get #entries(): CandidateInvariant[] {
    const [fold, history, first] = [this.#fold, this.#history, this.#first];
    if (fold === undefined || history === undefined || first === undefined) return [];
    const { manager, access } = this.#context;
    const says = (state: State, index: Term | undefined, value: Term | undefined): Term =>
      index === undefined || value === undefined
        ? manager.false
        : manager.eq(entryOf(this.#context, history, state.fork(), index), value);
    return [
      { text: undefined, at: (state) => says(state, first.index, first.value) },
      {
        text: undefined,
        at: (state) =>
          says(
            state,
            integerIn(access, fold.counter.cell, state),
            integerIn(access, fold.cell, state),
          ),
      },
    ];
  }

  /** Each entry is computed from the one before. */
  get recurrence(): ArrayCandidate[] {
    const [fold, history, first] = [this.#fold, this.#history, this.#first];
    if (fold === undefined || history === undefined || first === undefined) return [];
    const { manager, access } = this.#context;
    const { width } = fold.index;
    const { isFalling, cell } = fold.counter;
    const { region, size } = history;
    const one = manager.constant(width, isFalling ? (1n << BigInt(width)) - 1n : 1n);
    const isSigned = integerVariable(cell)?.isSigned ?? true;
    const less = (a: Term, b: Term): Term => (isSigned ? manager.slt(a, b) : manager.ult(a, b));
    const within = (state: State, index: Term): Term | undefined => {
      const now = integerIn(access, cell, state);
      if (now === undefined) return undefined;
      return isFalling
        ? manager.and(less(now, index), manager.not(less(first.index, index)))
        : manager.and(manager.not(less(index, first.index)), less(index, now));
    };
    const stride = BigInt(isFalling ? -size : size);
    const patterns = [0n, stride].map((start): Pattern => {
      const bits = access.pointerBits;
      return {
        region,
        size,
        stride: BigInt(size),
        start: manager.constant(bits, BigInt.asUintN(bits, start)),
      };
    });
    const at: ArrayCandidate["at"] = (state, index) => {
      const guard = within(state, index);
      if (guard === undefined) return undefined;
      const probe = state.fork();
      const before = entryOf(this.#context, history, probe, index);
      const after = entryOf(this.#context, history, probe, manager.add(index, one));
      const made = this.#made(fold, probe, index, before);
      if (made === undefined || probe.isEmpty) return undefined;
      return {
        known: addedTo(manager, probe.path, state.path),
        holds: manager.implies(guard, manager.eq(after, made)),
      };
    };
    return [{ width, patterns, within, at }];
  }

  /** The result of an iteration for a value, with another counter. */
  #made(fold: Fold, state: State, index: Term, value: Term): Term | undefined {
    const { manager } = this.#context;
    const places = new Substitution(manager, new Map([[fold.index, index]]));
    const bindings = new Map([
      [fold.index, index],
      [fold.value, value],
    ]);
    for (const read of fold.elements) {
      const element = this.#element(read, state, places.apply(read.offset));
      if (element === undefined) return undefined;
      bindings.set(read.term, element);
    }
    return new Substitution(manager, bindings).apply(fold.next);
  }

  /** Makes the history available to other loops, if it was proved to be one. */
  finish(kept: readonly ArrayCandidate[]): void {
    const history = this.#history;
    if (history === undefined) return;
    if (kept.some(({ patterns }) => patterns[0]?.region === history.region)) {
      this.#context.histories?.push(history);
    }
  }
}

function subterms(root: Term): ReadonlySet<Term> {
  const found = new Set([root]);
  for (const term of found) for (const argument of term.args) found.add(argument);
  return found;
}
