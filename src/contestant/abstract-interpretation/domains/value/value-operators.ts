/** Merging, covering and abstracting states of the value analysis. */
import type { CfaNode, IntegerValueType } from "../../../cfa/index.ts";
import type { PartitionKey } from "../../framework/reached-set.ts";
import type { StateOperators } from "../../framework/state-operators.ts";
import { IntervalLattice } from "../interval/interval-lattice.ts";
import { fullRange, type Range } from "../interval/range.ts";
import { AbstractState } from "./abstract-state.ts";
import type { ControlStates } from "./control-states.ts";
import type { PlacedObject } from "./program-layout.ts";
import { StateNumbers } from "./state-numbers.ts";
import { coarsened } from "./thresholds.ts";
import type { Transfer } from "./transfer.ts";
import { type Integer, IntegerSymbol, isInteger, type Value } from "./value.ts";

/** Widening from threshold to threshold may take long: after this many joins, they are given up. */
const JOINS_WITH_THRESHOLDS = 60;

export interface ValueOperatorsOptions {
  /** Constants of the program, ascending: thresholds for splitting or widening ranges. */
  readonly thresholds: readonly Integer[];
  /**
   * Precision adjustment: distinct values of a cell at a node, after which it is known only up to thresholds.
   * Infinity: cells keep their values.
   */
  readonly maxValues: number;
  /** Distinguishes states at one node with one call stack; default: not at all. */
  readonly controlStates?: ControlStates;
  /** Joins two ranges; default: the smallest one with both. */
  readonly either?: (a: Range, b: Range) => Range;
}

/** Values of a slot at a node. */
interface SeenValues {
  readonly all: Set<Integer | string>;
  /** One of them. */
  last: Integer | undefined;
}

export class ValueOperators implements StateOperators<AbstractState> {
  readonly #transfer: Transfer;
  readonly #options: ValueOperatorsOptions;
  readonly #intervals: IntervalLattice;
  readonly #withoutThresholds = new IntervalLattice([]);
  /** Whether a cell has taken too many values. */
  hasCoarsened = false;
  /** By node and slot. */
  readonly #seen = new Map<CfaNode, (SeenValues | undefined)[]>();
  readonly #numbers = new StateNumbers();

  constructor(transfer: Transfer, options: ValueOperatorsOptions) {
    this.#transfer = transfer;
    this.#options = options;
    this.#intervals = new IntervalLattice(options.thresholds);
  }

  adjust(state: AbstractState): void {
    state.prune();
    // A state without splits is one execution, which may take any number of values.
    if (state.hasSplit && Number.isFinite(this.#options.maxValues)) this.#coarsenMany(state);
  }

  partition(state: AbstractState): PartitionKey {
    const { node, frame } = state;
    const place = `${node.id}|${frame.key}`;
    return this.#options.controlStates?.partition(state, place) ?? place;
  }

  key(state: AbstractState): number {
    return this.#numbers.numberOf(state);
  }

  covers(reached: AbstractState, fresh: AbstractState): boolean {
    return reached.covers(fresh);
  }

  join(reached: AbstractState, fresh: AbstractState, widens: boolean): AbstractState {
    const intervals =
      reached.joins >= JOINS_WITH_THRESHOLDS ? this.#withoutThresholds : this.#intervals;
    return AbstractState.join(
      reached,
      fresh,
      this.#transfer.evaluator.newSymbol,
      (before, joined) => (widens ? intervals.widenRange(before, joined) : joined),
      widens,
      this.#options.either,
    );
  }

  // ------------------------------------------------------ precision adjustment

  /** Reduces cells that take too many values at a node to thresholds. */
  #coarsenMany(state: AbstractState): void {
    const { maxValues } = this.#options;
    let seen = this.#seen.get(state.node);
    if (seen === undefined) {
      seen = [];
      this.#seen.set(state.node, seen);
    }
    const { slots } = state;
    for (let slot = 0; slot < slots.length; slot++) {
      const content = slots[slot] as Value;
      const isSymbol = content instanceof IntegerSymbol;
      if (!isSymbol && !isInteger(content)) continue;
      let values = seen[slot];
      // Most slots have not changed.
      if (values !== undefined && values.last === content) continue;
      if (values === undefined) {
        values = { all: new Set(), last: undefined };
        seen[slot] = values;
      }
      const value = isSymbol ? rangeText(state, content) : content;
      if (values.all.size < maxValues) values.all.add(value);
      else if (!values.all.has(value)) {
        const { low, high } = state.rangeOf(content);
        this.#coarsen(state, slot, { low, high, excluded: [] });
        continue;
      }
      if (!isSymbol) values.last = content;
    }
  }

  #coarsen(state: AbstractState, slot: number, values: Range): void {
    this.hasCoarsened = true;
    const type = this.#typeOf(state, slot);
    if (type === undefined) return;
    state.slots[slot] = this.#transfer.evaluator.within(
      state,
      coarsened(this.#options.thresholds, values, fullRange(type)),
    );
  }

  /** The type of a slot that holds integers. */
  #typeOf(state: AbstractState, slot: number): IntegerValueType | undefined {
    const { layout } = this.#transfer;
    const find = (objects: readonly PlacedObject[], base: number): IntegerValueType | undefined => {
      const owner = objects.findLast((placed) => placed.slot + base <= slot);
      const type = owner?.layout.cells[slot - base - owner.slot]?.type;
      return type?.kind === "int" ? type : undefined;
    };
    if (slot < layout.staticSize) return find([...layout.statics, ...layout.blocks], 0);
    let { frame } = state;
    while (frame.base > slot && frame.caller !== undefined) frame = frame.caller;
    return find(frame.layout.objects, frame.base);
  }
}

/** The facts about a symbol alone. */
function rangeText(state: AbstractState, symbol: IntegerSymbol): string {
  const { low, high } = state.rangeOf(symbol);
  return `${low}:${high}+${state.offsetOf(symbol)?.offset ?? 0}`;
}
