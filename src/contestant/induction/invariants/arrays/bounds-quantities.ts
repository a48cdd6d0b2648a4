/**
 * Numbers that a state holds and that bounds speak of: the offset of a pointer in its block, an integer, and the
 * size of a block.
 */

import type { Term, TermManager } from "../../../smt/index.ts";
import {
  integerVariable,
  type MemoryAccess,
  type MemoryCell,
  Pointer,
  type Region,
  type State,
} from "../../../symbolic/index.ts";
import type { LoopStates } from "../loop-states.ts";
import type { CandidateInvariant } from "../scalars/loop-invariants.ts";

export interface BoundsContext {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  /** Constants of the function. */
  readonly constants: readonly bigint[];
}

/** A number of pointer width, on the executions where it has a meaning. */
interface Known {
  readonly value: Term;
  readonly given: Term;
}

/** A number that a state holds: an offset in a region, or an integer. */
export interface Quantity {
  readonly cell: MemoryCell;
  /** Set for offsets. */
  readonly region: Region | undefined;
  at(state: State): Known | undefined;
  /** Constant amounts that iterations add to it. */
  readonly steps: readonly bigint[];
}

/** The offsets of a pointer in the blocks that it may point to at the head. */
export function positionsOf(
  context: BoundsContext,
  cell: MemoryCell,
  states: LoopStates,
): Quantity[] {
  const pointer = valueIn(context, cell, states.head);
  if (!(pointer instanceof Pointer)) return [];
  return pointer.targets.flatMap(({ region }): Quantity[] => {
    if (region.kind === "null" || region.kind === "wild" || region.kind === "function") return [];
    const at = (state: State): Known | undefined => offsetIn(context, cell, region, state);
    return [{ cell, region, at, steps: stepsOf(context.manager, at, states) }];
  });
}

function offsetIn(
  { manager, access }: BoundsContext,
  cell: MemoryCell,
  region: Region,
  state: State,
): Known | undefined {
  const value = access.readAt(state, cell.region, cell.offset, cell.size);
  if (!(value instanceof Pointer)) return undefined;
  const target = value.targets.find((one) => one.region === region);
  // A pointer to another region has no position in this one.
  if (target === undefined) {
    return { value: manager.constant(access.pointerBits, 0n), given: manager.false };
  }
  return { value: target.offset, given: target.guard };
}

/** The value of a cell in a state. */
export function valueIn({ access }: BoundsContext, cell: MemoryCell, state: State): Term | Pointer {
  return access.readAt(state, cell.region, cell.offset, cell.size);
}

/** The integer in a cell, as a number of pointer width; none where the cell has no integer of its size. */
export function integersOf(
  context: BoundsContext,
  cell: MemoryCell,
  states: LoopStates,
): Quantity[] {
  const { manager, access } = context;
  const width = cell.size * 8;
  const bits = access.pointerBits;
  const isInteger = (state: State): boolean => {
    const value = valueIn(context, cell, state);
    return !(value instanceof Pointer) && value.width === width;
  };
  if (cell.size < 4 || width > bits || !isInteger(states.head)) return [];
  const isSigned = integerVariable(cell)?.isSigned ?? false;
  const at = (state: State): Known | undefined => {
    if (!isInteger(state)) return undefined;
    const value = valueIn(context, cell, state) as Term;
    const wide = isSigned ? manager.signExtend(value, bits) : manager.zeroExtend(value, bits);
    return { value: wide, given: manager.true };
  };
  const narrow = (state: State): Known | undefined =>
    isInteger(state)
      ? { value: valueIn(context, cell, state) as Term, given: manager.true }
      : undefined;
  return [{ cell, region: undefined, at, steps: stepsOf(manager, narrow, states) }];
}

/** The amounts that iterations add: constants only, none of them 0. */
function stepsOf(
  manager: TermManager,
  at: (state: State) => Known | undefined,
  { head, back }: LoopStates,
): bigint[] {
  const before = at(head)?.value;
  const after = at(back)?.value;
  if (before === undefined || after === undefined || before.width !== after.width) return [];
  const steps = new Set<bigint>();
  for (const leaf of leavesOf(after)) {
    const step = manager.sub(leaf, before);
    if (step.op === "constant") steps.add(BigInt.asIntN(step.width, step.value));
  }
  steps.delete(0n);
  return [...steps];
}

const MAX_LEAVES = 32;

/** The alternatives of an ite-tree. */
export function leavesOf(term: Term): Term[] {
  const leaves: Term[] = [];
  const seen = new Set<Term>();
  const stack = [term];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (seen.has(top) || seen.size > 4 * MAX_LEAVES) continue;
    seen.add(top);
    if (top.op === "ite") stack.push(top.args[1] as Term, top.args[2] as Term);
    else leaves.push(top);
  }
  return leaves.slice(0, MAX_LEAVES);
}

/** A condition on quantities, where all of them have a meaning. */
export function over(
  { manager }: BoundsContext,
  quantities: readonly Pick<Quantity, "at">[],
  condition: (...values: Term[]) => Term,
): CandidateInvariant {
  return {
    text: undefined,
    at: (state) => {
      const known = quantities.map((quantity) => quantity.at(state));
      if (known.some((one) => one === undefined)) return manager.false;
      const all = known as Known[];
      const given = manager.and(...all.map((one) => one.given));
      if (given === manager.false) return manager.true;
      return manager.implies(given, condition(...all.map(({ value }) => value)));
    },
  };
}

/** The size of a block in bytes. */
export function sizeOf({ manager, access }: BoundsContext, region: Region, state: State): Term {
  const size = state.contents.get(region)?.size ?? region.symbolicSize;
  return size ?? manager.constant(access.pointerBits, BigInt(region.size ?? 0));
}

/** The size of a block while it is alive; the size of a stand-in block may differ at each visit. */
export function sizeQuantity(context: BoundsContext, region: Region): Pick<Quantity, "at"> {
  return {
    at: (state) => {
      const given = state.contents.get(region)?.live ?? context.manager.true;
      return { value: sizeOf(context, region, state), given };
    },
  };
}

/** Pairs of each of the first ones with those behind it and with all of the second ones. */
export function pairsOf<T>(first: readonly T[], second: readonly T[]): (readonly [T, T])[] {
  return first.flatMap((a, index) =>
    [...first.slice(index + 1), ...second].map((b) => [a, b] as const),
  );
}

/** The absolute value. */
export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Number of zero bits at the end of a number, at most 30. */
export function trailingZeros(value: bigint): number {
  let bits = 0;
  while (bits < 30 && ((value >> BigInt(bits)) & 1n) === 0n) bits++;
  return bits;
}

/** Number of quantities that are related to each other. */
export const MAX_QUANTITIES = 16;
