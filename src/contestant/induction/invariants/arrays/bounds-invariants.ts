/**
 * Candidate invariants about positions in blocks: the distance of a pointer from the start of its block, its
 * relations with other pointers, counters and the size of the block, and elements that stay unchanged (the end of a
 * string). With `p != end` as the condition of a loop, for example, the residue of the position and `p <= end`
 * imply that it stays inside. (Templates over pointers as in Malík, Hruška, Schrammel, Vojnar: "Template-based
 * verification of heap-manipulating programs", FMCAD 2018; here over offsets within separated regions.)
 */

import { gcd } from "../../../../ground/util/gcd.ts";
import type { Term } from "../../../smt/index.ts";
import { type MemoryCell, Pointer, type Region, type State } from "../../../symbolic/index.ts";
import type { LoopStates } from "../loop-states.ts";
import type { CandidateInvariant } from "../scalars/loop-invariants.ts";
import { belowSizes, ofReplacedBlock } from "./block-sizes.ts";
import {
  absolute,
  type BoundsContext,
  integersOf,
  MAX_QUANTITIES,
  over,
  pairsOf,
  positionsOf,
  type Quantity,
  sizeQuantity,
  trailingZeros,
} from "./bounds-quantities.ts";
import { ordered, strictOrders, sums, together } from "./quantity-relations.ts";

const MAX_RESTING = 12;
/** A region with more values than this is not a record whose members are compared. */
const MAX_MEMBERS = 8;
const MAX_BLOCKS = 6;
const MAX_PINNED = 4;
const MAX_TARGETS = 4;

/** Blocks whose size is a term. */
function blocksOfAnySize(state: State): Region[] {
  return [...state.contents.keys()].filter(
    ({ symbolicSize, hasEnded }) => symbolicSize !== undefined && !hasEnded,
  );
}

/** Candidates for the cells that a loop changes. */
export function boundsCandidates(
  context: BoundsContext,
  cells: readonly MemoryCell[],
  states: LoopStates,
): CandidateInvariant[] {
  const { head } = states;
  const positions = cells.flatMap((cell) => positionsOf(context, cell, states));
  const blocks = blocksOfAnySize(head).slice(0, MAX_BLOCKS);
  const others = restingCells(cells, head);
  const resting = others.flatMap((cell) => positionsOf(context, cell, states));
  const counters = cells.flatMap((cell) => integersOf(context, cell, states));
  const few = counters.slice(0, MAX_QUANTITIES);
  const indices = few.flatMap((counter) => indexBeforeEnds(context, counter, resting, states));
  if (positions.length === 0 && blocks.length === 0) return indices;
  const changed = positions.slice(0, MAX_QUANTITIES);
  return [
    ...indices,
    ...changed.flatMap((position) => insideOf(context, position, states)),
    ...changed.flatMap((position) => beforeEnds(context, position, states)),
    ...changed.flatMap((position) => residues(context, position, states)),
    ...pairsOf(changed, resting).flatMap(([a, b]) => ordered(context, a, b)),
    ...pairsOf([...changed, ...few], []).flatMap(([a, b]) => together(context, a, b, states)),
    ...few.flatMap((counter) => belowSizes(context, counter, blocks, states)),
    ...blocks.flatMap((block) => ofReplacedBlock(context, block, changed, few, states)),
    ...strictOrders(context, cells, others, states),
    ...sums(context, counters, states),
    ...pinnedElements(context, states),
    ...cells.flatMap((cell) => sameBlocks(context, cell, states)),
  ];
}

/**
 * Scalars that the loop does not change, including members of records: variables come first, the latest ones before
 * others.
 */
function restingCells(changed: readonly MemoryCell[], state: State): MemoryCell[] {
  const isChanged = new Map<Region, Set<number>>();
  for (const { region, offset } of changed) {
    isChanged.set(region, (isChanged.get(region) ?? new Set()).add(offset));
  }
  const rank = ({ kind, id }: Region): number => (kind === "automatic" ? 0 : 1e9) - id;
  const result: MemoryCell[] = [];
  for (const [region, { chunks, isArray }] of [...state.contents].toSorted(
    ([a], [b]) => rank(a) - rank(b),
  )) {
    if (region.hasEnded || isArray || chunks.size > MAX_MEMBERS) continue;
    for (const [offset, { size, value }] of chunks) {
      if (isChanged.get(region)?.has(offset)) continue;
      if (!(value instanceof Pointer) && (value.op === "constant" || value.width !== size * 8))
        continue;
      result.push({ region, offset, size });
    }
    if (result.length >= MAX_RESTING) break;
  }
  return result.slice(0, MAX_RESTING);
}

/** `offset <= size` and `offset < size`; the position is not before, or not behind, its start. */
function insideOf(
  context: BoundsContext,
  position: Quantity,
  { entry }: LoopStates,
): CandidateInvariant[] {
  const { manager } = context;
  const size = sizeQuantity(context, position.region as Region);
  const result = [
    over(context, [position, size], (offset, bytes) => manager.ule(offset, bytes)),
    over(context, [position, size], (offset, bytes) => manager.ult(offset, bytes)),
  ];
  const first = position.at(entry)?.value;
  if (first === undefined) return result;
  if (first.op !== "constant") {
    result.push(over(context, [position], (offset) => manager.ule(offset, first)));
  }
  if (first.op !== "constant" || first.value !== 0n) {
    result.push(over(context, [position], (offset) => manager.ule(first, offset)));
  }
  return result;
}

/** The position is not behind a zero that was written before the loop, such as the end of a string. */
function beforeEnds(
  context: BoundsContext,
  position: Quantity,
  { entry }: LoopStates,
): CandidateInvariant[] {
  return endsIn(position.region as Region, entry).map((end) =>
    over(context, [position], (offset) => context.manager.ule(offset, end)),
  );
}

/** The same for an index added to a pointer that does not change. */
function indexBeforeEnds(
  context: BoundsContext,
  counter: Quantity,
  pointers: readonly Quantity[],
  { entry }: LoopStates,
): CandidateInvariant[] {
  const { manager } = context;
  const first = counter.at(entry)?.value;
  const isIndex = first?.op === "constant" && first.value === 0n && counter.steps.includes(1n);
  if (!isIndex) return [];
  return pointers.flatMap((pointer) =>
    endsIn(pointer.region as Region, entry).map((end) =>
      over(context, [counter, pointer], (index, offset) =>
        manager.ule(index, manager.sub(end, offset)),
      ),
    ),
  );
}

/** Positions where zeros were written last. */
function endsIn(region: Region, entry: State): readonly Term[] {
  const writes = entry.contents.get(region)?.possibleWrites(MAX_PINNED) ?? [];
  return writes
    .filter(({ value }) => value.op === "constant" && value.value === 0n)
    .map(({ offset }) => offset);
}

/** The distance from the start stays a multiple of the amount that iterations add. */
function residues(
  context: BoundsContext,
  position: Quantity,
  { entry }: LoopStates,
): CandidateInvariant[] {
  const { manager } = context;
  const first = position.at(entry)?.value;
  if (first === undefined || position.steps.length === 0) return [];
  const width = position.steps.map(absolute).reduce(gcd);
  const bits = trailingZeros(width);
  const low = (term: Term): Term => manager.extract(term, bits - 1, 0);
  const result =
    bits === 0 ? [] : [over(context, [position], (offset) => manager.eq(low(offset), low(first)))];
  if (width === 1n << BigInt(bits)) return result;
  const modulus = manager.constant(first.width, width);
  const zero = manager.constant(first.width, 0n);
  const distance = over(context, [position], (offset) =>
    manager.eq(manager.urem(manager.sub(offset, first), modulus), zero),
  );
  return [...result, distance];
}

/**
 * A pointer is null, or in a block, only where it was before the loop: the result of `calloc`, for example, is null
 * where the product of its arguments is not a size, and so is a pointer that advances from there.
 */
function sameBlocks(
  { manager, access }: BoundsContext,
  cell: MemoryCell,
  { entry, head }: LoopStates,
): CandidateInvariant[] {
  const read = (state: State): Term | Pointer =>
    access.readAt(state, cell.region, cell.offset, cell.size);
  const [now, before] = [read(head), read(entry)];
  if (!(now instanceof Pointer) || !(before instanceof Pointer)) return [];
  if (now.targets.length < 2 || now.targets.length > MAX_TARGETS) return [];
  const guardOf = (pointer: Pointer, region: Region): Term =>
    pointer.targets.find((target) => target.region === region)?.guard ?? manager.false;
  // Blocks that an iteration makes have a name after it, but none at the head: there are no facts about unknown
  // memory.
  const named = now.targets.filter(({ region }) => region.kind !== "wild");
  return named.map(({ region }) => ({
    text: undefined,
    at: (state: State): Term => {
      const value = read(state);
      if (!(value instanceof Pointer)) return manager.false;
      return manager.implies(guardOf(value, region), guardOf(before, region));
    },
  }));
}

/** Elements that were written last before the loop keep their values, as the end of a string does. */
function pinnedElements(context: BoundsContext, { entry, head }: LoopStates): CandidateInvariant[] {
  const { manager, access } = context;
  return blocksOfAnySize(head).flatMap((region) => {
    const before = entry.contents.get(region);
    if (before === undefined || head.contents.get(region) === before) return [];
    return before.latestWrites(MAX_PINNED).flatMap(({ offset, size, value }) =>
      value.op !== "constant"
        ? []
        : [
            {
              text: undefined,
              at: (state: State): Term => {
                const content = state.contents.get(region);
                if (content === undefined) return manager.false;
                const now = access.readElement(state.fork(), region, offset, size);
                return now instanceof Pointer ? manager.false : manager.eq(now, value);
              },
            },
          ],
    );
  });
}
