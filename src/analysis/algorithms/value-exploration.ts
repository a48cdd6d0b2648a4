/**
 * Reachability by a configurable program analysis (Beyer, Henzinger, Théoduloz:
 * "Configurable software verification", CAV 2007) over abstract states: call
 * stacks are followed exactly, values are known or ranges. Two configurations:
 *
 * - `separate`: states are never merged, a state is dropped when an equal one
 *   was seen. The precision is adjusted while exploring ("Program analysis with
 *   dynamic precision adjustment", ASE 2008): cells that take too many values
 *   are known up to the constants of the program only.
 * - `join`: states at one node with one stack are merged, with widening at
 *   loop heads (Cousot, Cousot 1977): an interval analysis with equalities.
 *
 * TRUE only when everything was explored and nothing gave reason to doubt. A
 * violation is a candidate: the caller replays it.
 */
import type { AssumeEdge, CfaEdge, CfaNode, CfaProgram } from "../../cfa/model/cfa.ts";
import { type WtoElement, weakTopologicalOrder } from "../../cfa/queries/weak-topological-order.ts";
import type { LoopInvariants } from "../core/loop-invariants.ts";
import { AbstractState, type Trail } from "../domains/value/abstract-state.ts";
import { OPPOSITE, Parting } from "../domains/value/parting.ts";
import { fullRange, type Range } from "../domains/value/range.ts";
import { coarsened, thresholdsOf, widenTo } from "../domains/value/thresholds.ts";
import { Transfer } from "../domains/value/transfer.ts";
import { type Integer, IntegerSymbol, isInteger, type Value } from "../domains/value/value.ts";
import { loopInvariantsOf } from "../invariants/value-invariants.ts";

export interface ExplorationOptions {
  readonly errorFunctions: ReadonlySet<string>;
  readonly overflowIsViolation: boolean;
  readonly merge: "separate" | "join";
  /** With `separate`: distinct values of a cell at a node after which it is known up to thresholds only. */
  readonly maxValues: number;
  readonly remainingSeconds: () => number;
  /** With `join`: told what seems to hold at loops (where something gave reason to doubt, it need not); then doubts do not end the exploration at once. */
  readonly onInvariants?: (invariants: readonly LoopInvariants[]) => void;
  /** Replays a candidate; true when the violation really happens. */
  readonly confirm: (choices: readonly ChosenInput[]) => boolean;
  /** Whether the exploration ends as soon as it cannot be a proof any more; default: with `join`. */
  readonly endsInDoubt?: boolean;
  /** What the environment returns on an edge, where only some of its values are explored. */
  readonly inputs?: ReadonlyMap<CfaEdge, Value>;
}

/** A value that the environment returns on an edge: the bits of the result. */
export interface ChosenInput {
  readonly edge: CfaEdge;
  readonly value: bigint;
}

export type ExplorationAnswer =
  | { readonly kind: "true"; readonly states: number }
  | { readonly kind: "false" }
  | { readonly kind: "unknown"; readonly reason: string };

/** Joins at a loop head before bounds are widened. */
const JOINS_BEFORE_WIDENING = 3;
/** Time for invariants when a proof has become impossible: of what is left, and at most. */
const INVARIANT_SHARE = 0.3;
const INVARIANT_SECONDS = 1;
/** Steps without a stored state, after which an execution that nothing parts is stored as well. */
const STORE_INTERVAL = 4000;
/** Characters of all keys; a safeguard for memory. */
const MAX_KEY_CHARACTERS = 700_000_000;
/** Candidates that did not replay, after which no more are tried. */
const MAX_CANDIDATES = 20;

class Confirmed extends Error {}
class OutOfBudget extends Error {}

export function exploreValues(program: CfaProgram, options: ExplorationOptions): ExplorationAnswer {
  return new Exploration(program, options).run();
}

class Exploration {
  readonly #options: ExplorationOptions;
  readonly #transfer: Transfer;
  readonly #thresholds: readonly Integer[];
  readonly #doubts: string[] = [];
  readonly #heads = new Set<CfaNode>();
  readonly #order = new Map<CfaNode, number>();
  readonly #seen = new Set<string>();
  readonly #reached = new Map<string, { state: AbstractState; joins: number }>();
  readonly #valueCounts = new Map<CfaNode, Map<number, Set<Integer | string>>>();
  readonly #queue: AbstractState[] = [];
  #queueStart = 0;
  readonly #waiting = new Map<string, AbstractState>();
  #keyCharacters = 0;
  /** Seconds that are left for others. */
  #reserve: number | undefined;
  #steps = 0;
  #candidates = 0;
  #stored = 0;

  constructor(program: CfaProgram, options: ExplorationOptions) {
    this.#options = options;
    this.#thresholds = thresholdsOf(program);
    for (const fn of program.functions.values()) this.#number(weakTopologicalOrder(fn));
    this.#transfer = new Transfer(
      program,
      { add: (reason) => this.#doubt(reason) },
      {
        errorFunctions: options.errorFunctions,
        overflowIsViolation: options.overflowIsViolation,
        onViolation: (state) => this.#candidate(state),
        inputs: options.inputs ?? new Map(),
      },
    );
  }

  #number(elements: readonly WtoElement[]): void {
    for (const element of elements) {
      if (element.kind === "node") {
        this.#order.set(element.node, this.#order.size);
        continue;
      }
      this.#heads.add(element.head);
      this.#order.set(element.head, this.#order.size);
      this.#number(element.body);
    }
  }

  #doubt(reason: string): void {
    if (this.#doubts.length < 5 && !this.#doubts.includes(reason)) this.#doubts.push(reason);
    // Without hope of a proof, the search for a violation has better engines.
    const { merge, endsInDoubt = merge === "join", onInvariants } = this.#options;
    if (!endsInDoubt) return;
    if (onInvariants === undefined) throw new OutOfBudget();
    // What holds at loops may help others all the same.
    const left = this.#options.remainingSeconds();
    this.#reserve ??= left - Math.min(left * INVARIANT_SHARE, INVARIANT_SECONDS);
  }

  run(): ExplorationAnswer {
    try {
      this.#arrive(this.#transfer.initial());
      for (let state = this.#next(); state !== undefined; state = this.#next()) this.#follow(state);
    } catch (error) {
      if (error instanceof Confirmed) return { kind: "false" };
      if (error instanceof OutOfBudget) {
        return { kind: "unknown", reason: this.#doubts[0] ?? "time or memory limit" };
      }
      throw error;
    }
    this.#options.onInvariants?.(loopInvariantsOf(this.#transfer.layout, this.#reached.values()));
    const [doubt] = this.#doubts;
    return doubt === undefined
      ? { kind: "true", states: this.#stored }
      : { kind: "unknown", reason: doubt };
  }

  #next(): AbstractState | undefined {
    if (this.#options.merge === "join") return this.#nextJoined();
    const state = this.#queue[this.#queueStart++];
    if (this.#queueStart > 10_000 && this.#queueStart * 2 > this.#queue.length) {
      this.#queue.splice(0, this.#queueStart);
      this.#queueStart = 0;
    }
    return state;
  }

  /** Inner calls first, then nodes in weak topological order. */
  #nextJoined(): AbstractState | undefined {
    let best: string | undefined;
    let bestState: AbstractState | undefined;
    for (const [key, state] of this.#waiting) {
      if (bestState === undefined || this.#precedes(state, bestState)) {
        best = key;
        bestState = state;
      }
    }
    if (best !== undefined) this.#waiting.delete(best);
    return bestState?.fork();
  }

  #precedes(a: AbstractState, b: AbstractState): boolean {
    if (a.frame.depth !== b.frame.depth) return a.frame.depth > b.frame.depth;
    return (this.#order.get(a.node) ?? 0) < (this.#order.get(b.node) ?? 0);
  }

  // ---------------------------------------------------------------- following

  /** Follows all executions of a state until they arrive at a cut node or end. */
  #follow(start: AbstractState): void {
    const work = [start];
    start.hasMoved = false;
    for (let state = work.pop(); state !== undefined; state = work.pop()) {
      let last = this.#steps;
      for (;;) {
        if (
          (++this.#steps & 0xfff) === 0 &&
          this.#options.remainingSeconds() <= (this.#reserve ?? 0)
        ) {
          throw new OutOfBudget();
        }
        if (state.hasMoved && this.#isCut(state, last)) {
          last = this.#steps;
          const goesOn = this.#arrive(state);
          if (!goesOn) break;
        }
        try {
          if (!this.#advance(state, work)) break;
          state.hasMoved = true;
        } catch (parting) {
          if (!(parting instanceof Parting)) throw parting;
          const { symbol, operator, bound } = parting;
          // Not stored again where it stands: the precision of a store may undo the parting.
          state.hasMoved = false;
          const other = state.fork();
          state.hasParted = true;
          other.hasParted = true;
          if (other.assume(symbol, OPPOSITE[operator], bound)) work.push(other);
          if (!state.assume(symbol, operator, bound)) break;
        }
      }
    }
  }

  #isCut(state: AbstractState, last: number): boolean {
    const { node } = state;
    if (this.#options.merge === "join") return node.entering.length > 1 || this.#heads.has(node);
    return this.#heads.has(node) && (state.hasParted || this.#steps - last > STORE_INTERVAL);
  }

  /** Takes one step; false when the execution ends. */
  #advance(state: AbstractState, work: AbstractState[]): boolean {
    const { node } = state;
    if (node === state.frame.layout.fn.exit) return this.#transfer.leave(state);
    const first = node.leaving[0];
    if (first === undefined) return false;
    if (first.kind !== "assume") return this.#transfer.step(state, first);
    return this.#branch(state, node.leaving as readonly AssumeEdge[], work);
  }

  #branch(state: AbstractState, edges: readonly AssumeEdge[], work: AbstractState[]): boolean {
    const { evaluator } = this.#transfer;
    const targets: CfaNode[] = [];
    evaluator.beginStep();
    for (const { condition, truth, target } of edges) {
      const holds = evaluator.compileTest(condition)(state);
      if (evaluator.overflow) {
        this.#candidate(state);
        return false;
      }
      if (holds === undefined || holds === truth) targets.push(target);
    }
    const [first, ...rest] = targets;
    if (first === undefined) return false;
    for (const target of rest) {
      const other = state.fork();
      other.node = target;
      other.hasParted = true;
      other.hasMoved = true;
      work.push(other);
    }
    if (rest.length > 0) state.hasParted = true;
    state.node = first;
    return true;
  }

  // ------------------------------------------------------------------ storing

  /** Stores a state at a cut node; true when the same state is to be followed at once. */
  #arrive(state: AbstractState): boolean {
    state.prune();
    return this.#options.merge === "join" ? this.#arriveJoined(state) : this.#arriveSeparate(state);
  }

  #arriveSeparate(state: AbstractState): boolean {
    if (state.hasParted) this.#adjustPrecision(state);
    const key = state.key();
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    this.#stored++;
    this.#keyCharacters += key.length;
    if (this.#keyCharacters > MAX_KEY_CHARACTERS) throw new OutOfBudget();
    if (!state.hasParted && this.#stored > 1) return true;
    state.hasParted = false;
    this.#queue.push(state);
    return false;
  }

  #adjustPrecision(state: AbstractState): void {
    const { maxValues } = this.#options;
    if (!Number.isFinite(maxValues)) return;
    let counts = this.#valueCounts.get(state.node);
    if (counts === undefined) {
      counts = new Map();
      this.#valueCounts.set(state.node, counts);
    }
    for (const [slot, content] of state.slots.entries()) {
      const isSymbol = content instanceof IntegerSymbol;
      if (!isSymbol && !isInteger(content)) continue;
      const { low, high } = state.rangeOf(content);
      const value = isSymbol ? `${low}:${high}` : content;
      let values = counts.get(slot);
      if (values === undefined) {
        values = new Set();
        counts.set(slot, values);
      }
      if (values.size < maxValues) values.add(value);
      else if (!values.has(value)) this.#coarsen(state, slot, { low, high, excluded: [] });
    }
  }

  #coarsen(state: AbstractState, slot: number, values: Range): void {
    const type = this.#typeOf(state, slot);
    if (type === undefined) return;
    state.slots[slot] = this.#transfer.evaluator.within(
      state,
      coarsened(this.#thresholds, values, fullRange(type)),
    );
  }

  #typeOf(state: AbstractState, slot: number): Parameters<typeof fullRange>[0] | undefined {
    const find = (
      objects: readonly { slot: number; layout: { cells: readonly { type: unknown }[] } }[],
      base: number,
    ) => {
      const owner = objects.findLast((placed) => placed.slot + base <= slot);
      return owner?.layout.cells[slot - base - owner.slot]?.type;
    };
    let type: unknown;
    if (slot < this.#transfer.layout.staticSize) type = find(this.#transfer.layout.statics, 0);
    else {
      let frame = state.frame;
      while (frame.base > slot && frame.caller !== undefined) frame = frame.caller;
      type = find(frame.layout.objects, frame.base);
    }
    const value = type as { kind?: string } | undefined;
    return value?.kind === "int" ? (value as Parameters<typeof fullRange>[0]) : undefined;
  }

  #arriveJoined(state: AbstractState): boolean {
    const key = `${state.node.id}|${state.frame.key}`;
    const entry = this.#reached.get(key);
    if (entry === undefined) {
      this.#stored++;
      this.#reached.set(key, { state, joins: 0 });
      this.#waiting.set(key, state);
      return false;
    }
    if (entry.state.covers(state)) return false;
    const isWidened = this.#heads.has(state.node) && entry.joins >= JOINS_BEFORE_WIDENING;
    entry.joins++;
    const rounds = entry.joins;
    entry.state = AbstractState.join(
      entry.state,
      state,
      this.#transfer.evaluator.newSymbol,
      (before, joined) => {
        if (!isWidened) return joined;
        const full = enclosingType(joined);
        // Thresholds one after the other may take long: at some time, give them up.
        return rounds > 60
          ? widenTo([], before, joined, full)
          : widenTo(this.#thresholds, before, joined, full);
      },
      isWidened,
    );
    this.#waiting.set(key, entry.state);
    return false;
  }

  // --------------------------------------------------------------- violations

  #candidate(state: AbstractState): void {
    if (this.#candidates++ < MAX_CANDIDATES) {
      if (this.#options.confirm(choicesOf(state))) throw new Confirmed();
    }
    this.#doubt("a violation that could not be replayed");
  }
}

/** The smallest integer type that holds a range. */
function enclosingType({ low, high }: Range): Range {
  for (const bits of [8, 16, 32, 64, 128]) {
    for (const signed of [true, false]) {
      const full = fullRange({ kind: "int", bits, signed });
      if (full.low <= low && high <= full.high) return full;
    }
  }
  throw new RangeError("a range beyond 128 bits");
}

/** The inputs on the way to a state, in order; what is open takes the smallest value of its range. */
function choicesOf(state: AbstractState): ChosenInput[] {
  const settled = new Map<IntegerSymbol, Integer>();
  const choices: ChosenInput[] = [];
  for (let trail: Trail | undefined = state.trail; trail !== undefined; trail = trail.before) {
    if (trail.kind === "settled") {
      if (!settled.has(trail.symbol)) settled.set(trail.symbol, trail.value);
      continue;
    }
    const { edge, bits, value } = trail;
    let chosen: Integer = 0;
    if (isInteger(value)) chosen = value;
    else if (value instanceof IntegerSymbol) {
      chosen = settled.get(value) ?? state.rangeOf(value)?.low ?? 0;
    }
    choices.push({ edge, value: BigInt.asUintN(bits, BigInt(chosen)) });
  }
  return choices.reverse();
}
