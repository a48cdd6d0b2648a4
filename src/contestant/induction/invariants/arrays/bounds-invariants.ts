/**
 * Candidate invariants about positions in blocks: the distance of a pointer from the start of its block, its
 * relations with other pointers, counters and the size of the block, and elements that stay unchanged (the end of a
 * string). With `p != end` as the condition of a loop, for example, the residue of the position and `p <= end`
 * imply that it stays inside. (Templates over pointers as in Malík, Hruška, Schrammel, Vojnar: "Template-based
 * verification of heap-manipulating programs", FMCAD 2018; here over offsets within separated regions.)
 */

import { gcd } from "../../../../ground/util/gcd.ts";
import type { Term, TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, MemoryCell, Region, State } from "../../../symbolic/index.ts";
import { congruenceOf, integerVariable, Pointer } from "../../../symbolic/index.ts";
import type { CandidateInvariant } from "../scalars/loop-invariants.ts";

export interface BoundsContext {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  /** Constants of the function. */
  readonly constants: readonly bigint[];
}

/**
 * The states of one iteration: before the loop, at an arbitrary visit of its head, and after an iteration from
 * there.
 */
export interface LoopStates {
  readonly entry: State;
  readonly head: State;
  readonly back: State;
}

/** A number of pointer width, on the executions where it has a meaning. */
interface Known {
  readonly value: Term;
  readonly given: Term;
}

/** A number that a state holds: an offset in a region, or an integer. */
interface Quantity {
  readonly cell: MemoryCell;
  /** Set for offsets. */
  readonly region: Region | undefined;
  at(state: State): Known | undefined;
  /** Constant amounts that iterations add to it. */
  readonly steps: readonly bigint[];
}

const MAX_QUANTITIES = 16;
const MAX_RESTING = 12;
/** A region with more values than this is not a record whose members are compared. */
const MAX_MEMBERS = 8;
const MAX_BLOCKS = 6;
const MAX_SUMMANDS = 5;
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

/** Pairs of each of the first ones with those behind it and with all of the second ones. */
function pairsOf<T>(first: readonly T[], second: readonly T[]): (readonly [T, T])[] {
  return first.flatMap((a, index) =>
    [...first.slice(index + 1), ...second].map((b) => [a, b] as const),
  );
}

// ------------------------------------------------------------------ quantities

function positionsOf(context: BoundsContext, cell: MemoryCell, states: LoopStates): Quantity[] {
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

function valueIn({ access }: BoundsContext, cell: MemoryCell, state: State): Term | Pointer {
  return access.readAt(state, cell.region, cell.offset, cell.size);
}

function integersOf(context: BoundsContext, cell: MemoryCell, states: LoopStates): Quantity[] {
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
function leavesOf(term: Term): Term[] {
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

// ------------------------------------------------------------------- templates

/** A condition on quantities, where all of them have a meaning. */
function over(
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

function sizeOf({ manager, access }: BoundsContext, region: Region, state: State): Term {
  const size = state.contents.get(region)?.size ?? region.symbolicSize;
  return size ?? manager.constant(access.pointerBits, BigInt(region.size ?? 0));
}

/** The size of a block while it is alive; the size of a stand-in block may differ at each visit. */
function sizeQuantity(context: BoundsContext, region: Region): Pick<Quantity, "at"> {
  return {
    at: (state) => {
      const given = state.contents.get(region)?.live ?? context.manager.true;
      return { value: sizeOf(context, region, state), given };
    },
  };
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

/** The order of two positions in one block. */
function ordered(context: BoundsContext, a: Quantity, b: Quantity): CandidateInvariant[] {
  if (a.region !== b.region) return [];
  const { manager } = context;
  return [
    over(context, [a, b], (x, y) => manager.sle(x, y)),
    over(context, [a, b], (x, y) => manager.sle(y, x)),
  ];
}

/** Two quantities move by equally many steps; or the first one has never moved further than the second one. */
function together(
  context: BoundsContext,
  a: Quantity,
  b: Quantity,
  { entry }: LoopStates,
): CandidateInvariant[] {
  const { manager } = context;
  const [first, second] = [a.at(entry)?.value, b.at(entry)?.value];
  if (first === undefined || second === undefined) return [];
  const [s] = a.steps;
  const [t] = b.steps;
  if (s === undefined || t === undefined || a.steps.length > 1 || b.steps.length > 1) return [];
  const times = (value: Term, factor: bigint): Term =>
    manager.mul(manager.constant(value.width, BigInt.asUintN(value.width, factor)), value);
  const [p, q] = [absolute(s), absolute(t)];
  const divisor = gcd(p, q);
  // Both distances in the same unit, both growing.
  const moved = (now: Term, before: Term, step: bigint): Term =>
    step > 0n ? manager.sub(now, before) : manager.sub(before, now);
  const left = (x: Term): Term => times(moved(x, first, s), q / divisor);
  const right = (y: Term): Term => times(moved(y, second, t), p / divisor);
  return [
    over(context, [a, b], (x, y) => manager.eq(left(x), right(y))),
    over(context, [a, b], (x, y) => manager.ule(left(x), right(y))),
    over(context, [a, b], (x, y) => manager.ule(right(y), left(x))),
  ];
}

/** `w * i <= size`, and `w * i < size`, for elements of w bytes, where the size is certainly a multiple of w. */
function belowSizes(
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
function ofReplacedBlock(
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

/** `i < n` for integers of one width, beside the orders that are always tried; and `-1 <= i`. */
function strictOrders(
  context: BoundsContext,
  cells: readonly MemoryCell[],
  others: readonly MemoryCell[],
  { head }: LoopStates,
): CandidateInvariant[] {
  const { manager } = context;
  const term = (cell: MemoryCell, state: State): Term | undefined => {
    const value = valueIn(context, cell, state);
    return value instanceof Pointer || value.width !== cell.size * 8 ? undefined : value;
  };
  const isInteger = (cell: MemoryCell): boolean => cell.size <= 8 && term(cell, head) !== undefined;
  const integers = cells.filter(isInteger).slice(0, MAX_QUANTITIES);
  const binary = (
    a: MemoryCell,
    b: MemoryCell,
    condition: (x: Term, y: Term) => Term,
  ): CandidateInvariant => ({
    text: undefined,
    at: (state) => {
      const [x, y] = [term(a, state), term(b, state)];
      return x === undefined || y === undefined ? manager.false : condition(x, y);
    },
  });
  const floors = integers.map(
    (cell): CandidateInvariant =>
      binary(cell, cell, (x) => {
        const minusOne = manager.constant(x.width, BigInt.asUintN(x.width, -1n));
        return manager.sle(minusOne, x);
      }),
  );
  const orders = pairsOf(integers, others.filter(isInteger)).flatMap(([a, b]) =>
    a.size !== b.size
      ? []
      : [
          binary(a, b, (x, y) => manager.slt(x, y)),
          binary(a, b, (x, y) => manager.slt(y, x)),
          binary(a, b, (x, y) => manager.ult(x, y)),
          binary(a, b, (x, y) => manager.ult(y, x)),
        ],
  );
  return [...floors, ...orders];
}

/** `x == y + z` up to their difference at the start: for a counter that advances with either of two others. */
function sums(
  context: BoundsContext,
  counters: readonly Quantity[],
  { entry }: LoopStates,
): CandidateInvariant[] {
  const { manager } = context;
  if (counters.length < 3 || counters.length > MAX_SUMMANDS) return [];
  return counters.flatMap((x) =>
    pairsOf(
      counters.filter((other) => other !== x),
      [],
    ).flatMap(([y, z]): CandidateInvariant[] => {
      const rest = (a: Term, b: Term, c: Term): Term => manager.sub(a, manager.add(b, c));
      const first = [x, y, z].map((counter) => counter.at(entry)?.value);
      if (first.includes(undefined)) return [];
      const start = rest(...(first as [Term, Term, Term]));
      return [over(context, [x, y, z], (a, b, c) => manager.eq(rest(a, b, c), start))];
    }),
  );
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

// --------------------------------------------------------------------- numbers

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function trailingZeros(value: bigint): number {
  let bits = 0;
  while (bits < 30 && ((value >> BigInt(bits)) & 1n) === 0n) bits++;
  return bits;
}
