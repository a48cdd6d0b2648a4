/** Candidate invariants that relate counters and positions to the size of a block of any size. */

import { gcd } from "../../../../ground/util/gcd.ts";
import type { Term } from "../../../smt/index.ts";
import { congruenceOf, type Region, type State } from "../../../symbolic/index.ts";
import type { LoopStates } from "../loop-states.ts";
import type { CandidateInvariant } from "../scalars/loop-invariants.ts";
import {
  type BoundsContext,
  leavesOf,
  over,
  type Quantity,
  sizeOf,
  sizeQuantity,
  trailingZeros,
} from "./bounds-quantities.ts";

/** `w * i <= size`, and `w * i < size`, for elements of w bytes, where the size is certainly a multiple of w. */
export function belowSizes(
  context: BoundsContext,
  counter: Quantity,
  blocks: readonly Region[],
  states: LoopStates,
): CandidateInvariant[] {
  const { manager } = context;
  return blocks.flatMap((block) => {
    const size = sizeQuantity(context, block);
    return widthsOf(context, block, states).flatMap((width) => {
      const scaled = (value: Term): Term =>
        manager.mul(manager.constant(value.width, width), value);
      return [
        over(context, [counter, size], (value, bytes) => manager.ule(scaled(value), bytes)),
        over(context, [counter, size], (value, bytes) => manager.ult(scaled(value), bytes)),
      ];
    });
  });
}

/**
 * Possible widths of the elements of a block: divisors of its size. For a stand-in block the sizes of newly
 * allocated blocks count: they may happen to be multiples of more, for example when they are doubled.
 */
function widthsOf(context: BoundsContext, block: Region, states: LoopStates): bigint[] {
  const fresh = newSizes(context, block, states);
  const sizes = fresh.length === 0 ? [sizeOf(context, block, states.head)] : fresh;
  const units = sizes.map((size) => {
    const { modulus, residue } = congruenceOf(size);
    return modulus === 0n ? residue : fresh.length === 0 ? modulus : gcd(modulus, residue);
  });
  const unit = units.reduce(gcd) || 1n;
  const power = 1n << BigInt(trailingZeros(unit));
  const smaller = fresh.length === 0 ? [] : [1n, 2n, 4n, 8n].filter((width) => width < power);
  return [...new Set([unit, power, ...smaller])];
}

/** For a stand-in block: the sizes at the entry and of blocks allocated in an iteration. */
function newSizes(
  context: BoundsContext,
  block: Region,
  { entry, head, back }: LoopStates,
): Term[] {
  const usual = sizeOf(context, block, head);
  return [entry, back].flatMap((state) => {
    const size = state.contents.get(block)?.size;
    return size === undefined ? [] : leavesOf(size).filter((leaf) => leaf !== usual);
  });
}

/**
 * Properties of a stand-in block: a minimal size, its existence as soon as a counter has moved, and that positions
 * are at most the value of a counter.
 */
export function ofReplacedBlock(
  context: BoundsContext,
  block: Region,
  positions: readonly Quantity[],
  counters: readonly Quantity[],
  states: LoopStates,
): CandidateInvariant[] {
  const { manager, constants } = context;
  const { entry, head } = states;
  const sizes = newSizes(context, block, states);
  const size = sizeQuantity(context, block);
  const least = sizes
    .filter(({ op }) => op === "constant")
    .map((constant) => over(context, [size], (bytes) => manager.ule(constant, bytes)));
  const widths = sizes.length === 0 ? [] : widthsOf(context, block, states);
  const within = positions
    .filter(({ region }) => region === block)
    .flatMap((position) =>
      counters.flatMap((counter) =>
        widths.map((width) =>
          over(context, [position, counter], (offset, count) =>
            manager.ule(offset, manager.mul(manager.constant(count.width, width), count)),
          ),
        ),
      ),
    );
  const isThere = (state: State): Term => state.contents.get(block)?.live ?? manager.false;
  // A number that is doubled while it is at most c is at most 2c.
  const doubled = sizes.length === 0 ? [] : constants.filter((c) => c > 1n).map((c) => 2n * c);
  const limited = counters.flatMap((counter) =>
    doubled.map((limit) =>
      over(context, [counter], (count) => manager.ule(count, manager.constant(count.width, limit))),
    ),
  );
  const known = [...least, ...within, ...limited];
  if (isThere(head).op === "constant") return known;
  const there = { at: (state: State) => ({ value: isThere(state), given: manager.true }) };
  const sinceStart = counters.flatMap((counter) => {
    const first = counter.at(entry)?.value;
    return first === undefined
      ? []
      : [over(context, [counter, there], (at, live) => manager.or(live, manager.eq(at, first)))];
  });
  return [over(context, [there], (live) => live), ...known, ...sinceStart];
}
