/** Parts of an array: all of it, the elements that a counter has passed, and those ahead of it. */

import type { Term } from "../../../smt/index.ts";
import { type MemoryCell, Pointer, type State } from "../../../symbolic/index.ts";
import type { LoopStates } from "../loop-states.ts";
import { type ArrayContext, type ArrayScope, type Pattern, resized } from "./array-candidate.ts";
import type { ElementProperty } from "./element-properties.ts";

type Guard = (state: State, index: Term) => Term | undefined;

const MAX_COUNTERS = 5;
const MAX_STRIDE = 16n;

/** Parts of an array: all of it, the elements that a counter has passed, and those ahead of it. */
interface Guards {
  readonly whole: readonly Guard[];
  readonly passed: readonly Guard[];
  readonly ahead: readonly Guard[];
}

/** The greatest index before offsets wrap around, after which other indices denote the same elements. */
export function greatestIndex(
  { access }: ArrayContext,
  { width }: ElementProperty,
  patterns: readonly Pattern[],
): bigint | undefined {
  const stride = Math.max(1, ...patterns.map((pattern) => Math.abs(Number(pattern.stride))));
  const count = (1n << BigInt(access.pointerBits)) / BigInt(stride);
  return count < 1n << BigInt(width - 1) ? count - 1n : undefined;
}

/** The parts that the counters of a loop bound. */
export function guards(
  context: ArrayContext,
  { cells, entry, head, back }: ArrayScope & LoopStates,
  { width, isSigned, most }: ElementProperty & { readonly most: bigint | undefined },
): Guards {
  const { manager, access } = context;
  const less = (a: Term, b: Term): Term => (isSigned ? manager.slt(a, b) : manager.ult(a, b));
  const read = (cell: MemoryCell, state: State): Term | undefined => {
    const value = access.readAt(state, cell.region, cell.offset, cell.size);
    return value instanceof Pointer ? undefined : resized(manager, value, width);
  };
  /** The number of indices that a counter moves in an iteration, where it is more than one. */
  const strideOf = (cell: MemoryCell): bigint | undefined => {
    const [before, after] = [read(cell, head), read(cell, back)];
    if (before === undefined || after === undefined) return undefined;
    const step = manager.sub(after, before);
    if (step.op !== "constant") return undefined;
    const distance = BigInt.asIntN(width, step.value);
    const stride = distance < 0n ? -distance : distance;
    return stride > 1n && stride <= MAX_STRIDE ? stride : undefined;
  };
  const zero = manager.constant(width, 0n);
  const whole: Guard[] = [() => manager.true, (_, index) => manager.not(less(index, zero))];
  const passed: Guard[] = [];
  const ahead: Guard[] = [];
  const counters = cells.filter((cell) => cell.size * 8 <= width && cell.size >= 4);
  for (const cell of counters.slice(0, MAX_COUNTERS)) {
    const first = read(cell, entry);
    if (first === undefined) continue;
    const bounded =
      (condition: (counter: Term, index: Term) => Term): Guard =>
      (state, index) => {
        const counter = read(cell, state);
        return counter === undefined ? undefined : condition(counter, index);
      };
    const from = (low: Term, index: Term): Term => manager.not(less(index, low));
    const isPlace = (k: Term): Term =>
      most === undefined ? manager.true : manager.ule(k, manager.constant(width, most));
    passed.push(
      bounded((counter, k) => manager.and(from(first, k), less(k, counter))),
      bounded((counter, k) => manager.and(from(zero, k), less(k, counter))),
      bounded((counter, k) => manager.and(less(counter, k), manager.not(less(first, k)))),
    );
    const stride = strideOf(cell);
    if (stride !== undefined) {
      // Elements that are written in turn have separate properties.
      const inTurn = (distance: Term): Term =>
        manager.eq(manager.urem(distance, manager.constant(width, stride)), zero);
      passed.push(
        bounded((counter, k) =>
          manager.and(from(first, k), less(k, counter), inTurn(manager.sub(k, first))),
        ),
        bounded((counter, k) =>
          manager.and(less(counter, k), from(k, first), inTurn(manager.sub(first, k))),
        ),
      );
    }
    ahead.push(
      bounded((counter, k) => manager.and(from(counter, k), isPlace(k))),
      bounded((counter, k) => manager.and(manager.not(less(counter, k)), isPlace(k))),
    );
    for (const factor of context.factors) {
      const scale = manager.constant(width, factor);
      passed.push(
        bounded((counter, k) => manager.and(from(zero, k), less(k, manager.mul(scale, counter)))),
      );
      ahead.push(
        bounded((counter, k) => manager.and(from(manager.mul(scale, counter), k), isPlace(k))),
      );
    }
  }
  return { whole, passed, ahead };
}
