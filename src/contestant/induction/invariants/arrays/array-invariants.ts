/**
 * Loop invariants about all elements of a part of an array: "for every k with lo <= k < i: p(a[k])" (Flanagan,
 * Qadeer: "Predicate abstraction for software verification", POPL 2002). They are proved for an arbitrary k, and
 * used for those k whose element is read.
 */

import type { Term, TermManager } from "../../../smt/index.ts";
import type {
  ArrayFact,
  KnownElements,
  MemoryAccess,
  MemoryCell,
  Region,
  State,
} from "../../../symbolic/index.ts";
import { lastWritten, Pointer, UnsupportedFeature } from "../../../symbolic/index.ts";
import {
  type ArrayCandidate,
  type ArrayContext,
  type ArrayScope,
  addedTo,
  type Instance,
  type Pattern,
  resized,
} from "./array-candidate.ts";
import { orderCandidates, orderedElements, type ReadPredicate } from "./array-orders.ts";
import type { ArrayPredicate } from "./array-predicates.ts";
import { dividedBy } from "./divided-term.ts";

type Guard = (state: State, index: Term) => Term | undefined;

/** States before a loop, at its head, and back there after an iteration. */
export interface LoopStates {
  readonly entry: State;
  readonly head: State;
  readonly back: State;
}

const MAX_COUNTERS = 5;
const MAX_STRIDE = 16n;
const MAX_CANDIDATES = 400;

/**
 * Candidates on the arrays that a loop changes, and on those that it only reads: there a counter bounds the
 * elements that the loop has read ("none before `i` is larger than `max`").
 */
export function arrayCandidates(
  context: ArrayContext,
  scope: ArrayScope & LoopStates,
  anyIndex: (width: number) => Term,
): ArrayCandidate[] {
  const { arrays, entry, head } = scope;
  // Candidates assumed at enclosing loops may hold within them.
  const result = context.assumed.filter(({ patterns }) =>
    patterns.some(({ region }) => arrays.has(region)),
  );
  const isOfInterest = (pattern: Pattern): boolean =>
    arrays.has(pattern.region) || canBeKnown(context, pattern, head);
  const compared: ReadPredicate[] = [];
  const said = new Set<Term>();
  const values = context.predicates.flatMap((predicate) => {
    const value = valueOfPredicate(context, predicate, entry);
    const says = value.at(head, anyIndex(value.width))?.holds;
    // The candidate is trivial; or a duplicate, such as one about the old contents of an array that the loop only
    // reads.
    if (says === undefined || says === context.manager.true || said.has(says)) return [];
    said.add(says);
    const patterns = value.patternsIn(head);
    compared.push({ ...predicate, patterns: patterns.filter(isOfInterest) });
    return { value, patterns };
  });
  const ordered = orderedElements(context, compared, scope);
  const orders = orderCandidates(context, ordered, scope);
  // Where an order is established, an iteration preserves few other properties.
  const isOrdered = ({ patterns }: { readonly patterns: readonly Pattern[] }): boolean =>
    patterns.some(({ region }) => ordered.some((elements) => elements.region === region));
  const sizes = elementSizes(values);
  const unchanged = unchangedElements(context, scope, sizes).map((value) => ({
    value,
    patterns: value.patternsIn(head),
  }));
  const limit = result.length + MAX_CANDIDATES;
  for (const { value, patterns } of [...values, ...unchanged].filter((one) => !isOrdered(one))) {
    const isChanged = patterns.some(({ region }) => arrays.has(region));
    if (!isChanged && !patterns.every(isOfInterest)) continue;
    const { whole, passed, ahead } = guards(context, scope, {
      ...value,
      most: greatestIndex(context, value, patterns),
    });
    const seen = new Set<Term>();
    for (const within of isChanged ? [...whole, ...passed, ...ahead] : passed) {
      if (result.length >= limit) break;
      const part = within(head, anyIndex(value.width));
      if (part === undefined || part === context.manager.false || seen.has(part)) continue;
      seen.add(part);
      result.push({
        width: value.width,
        patterns,
        within,
        at: (state, index) => {
          const instance = value.at(state, index);
          const guard = within(state, index);
          if (instance === undefined || guard === undefined) return undefined;
          return { ...instance, holds: context.manager.implies(guard, instance.holds) };
        },
      });
    }
  }
  return [...result, ...orders];
}

/**
 * Whether facts about all elements of a region are supported: in smaller regions each element has its own chunk.
 */
function canBeKnown({ access }: ArrayContext, { region, size }: Pattern, state: State): boolean {
  const content = access.contentOf(state, region);
  const isSmall = region.size !== undefined && region.size <= access.maxCandidates * size;
  if (isSmall && !content.isArray) return false;
  try {
    content.asArray();
    return true;
  } catch (error) {
    if (!(error instanceof UnsupportedFeature)) throw error;
    return false;
  }
}

/** A property of the element with an index. */
interface ElementProperty {
  readonly width: number;
  readonly isSigned: boolean;
  patternsIn(state: State): Pattern[];
  at(state: State, index: Term): Instance | undefined;
}

function valueOfPredicate(
  context: ArrayContext,
  { condition, index, isOfBefore }: ArrayPredicate,
  entry: State,
): ElementProperty {
  const { manager, access, record } = context;
  const type = index.scalar as { bits: number; signed: boolean };
  /** An expression with a value for the index. */
  const within = <T>(state: State, value: Term, evaluate: (probe: State) => T) => {
    const probe = state.fork();
    access.writeAt(probe, context.regionOf(index), 0, index.size, value);
    const result = evaluate(probe);
    return {
      result,
      known: probe.isEmpty ? manager.false : addedTo(manager, probe.path, state.path),
    };
  };
  const evaluate = (state: State, value: Term): Instance | undefined => {
    const mark = record.mark();
    const { endsAtOverflow } = access;
    // An operation for an arbitrary index happens in no execution, so it ends none.
    access.endsAtOverflow = false;
    try {
      if (!isOfBefore) {
        const { result, known } = within(state, value, (probe) =>
          context.condition(condition, probe),
        );
        return known === manager.false ? undefined : { known, holds: result };
      }
      const now = within(state, value, (probe) => context.value(condition.left, probe));
      const before = within(entry, value, (probe) => context.value(condition.right, probe));
      const known = manager.and(now.known, before.known);
      if (known === manager.false) return undefined;
      if (now.result instanceof Pointer || before.result instanceof Pointer) return undefined;
      return { known, holds: manager.eq(now.result, before.result) };
    } catch (error) {
      if (!(error instanceof UnsupportedFeature)) throw error;
      return undefined;
    } finally {
      access.endsAtOverflow = endsAtOverflow;
      record.reset(mark);
    }
  };
  /** The elements that are read for an index. */
  const loads = (state: State, value: bigint): { region: Region; offset: Term; size: number }[] => {
    const found: { region: Region; offset: Term; size: number }[] = [];
    const before = access.onLoad;
    access.onLoad = (region, offset, size) => found.push({ region, offset, size });
    evaluate(state, manager.constant(type.bits, value));
    access.onLoad = before;
    return found;
  };
  return {
    width: type.bits,
    isSigned: type.signed,
    at: evaluate,
    patternsIn: (state) => {
      const [first, second] = [loads(state, 4n), loads(state, 5n)];
      return first.flatMap(({ region, offset, size }, position): Pattern[] => {
        const next = second[position];
        if (next?.region !== region) return [];
        const step = manager.sub(next.offset, offset);
        if (step.op !== "constant" || step.value === 0n) return [];
        const stride = BigInt.asIntN(step.width, step.value);
        const start = manager.sub(offset, manager.constant(step.width, 4n * stride));
        return [{ region, size, start, stride }];
      });
    },
  };
}

/** Elements that have the same value as before the loop, by their offset. */
function unchangedElements(
  context: ArrayContext,
  { arrays, cells, entry }: ArrayScope & { readonly entry: State },
  sizes: ReadonlyMap<Region, number>,
): ElementProperty[] {
  const { manager, access } = context;
  const bits = access.pointerBits;
  return [...arrays].flatMap((region) => {
    const size = sizes.get(region);
    if (size === undefined) return [];
    const offsetOf = (index: Term): Term =>
      manager.mul(resized(manager, index, bits), manager.constant(bits, size));
    return [32, 64]
      .filter((width) => width <= bits || cells.some((cell) => cell.size * 8 === width))
      .map(
        (width): ElementProperty => ({
          width,
          isSigned: true,
          patternsIn: () => [
            { region, size, start: manager.constant(bits, 0n), stride: BigInt(size) },
          ],
          at: (state, index) => {
            const [now, before] = [state.fork(), entry.fork()];
            const a = access.readElement(now, region, offsetOf(index), size);
            const b = access.readElement(before, region, offsetOf(index), size);
            const known = manager.and(
              addedTo(manager, now.path, state.path),
              addedTo(manager, before.path, entry.path),
            );
            return { known, holds: manager.eq(a as Term, b as Term) };
          },
        }),
      );
  });
}

/** Sizes in bytes of the elements of regions, as far as predicates read them. */
function elementSizes(
  values: readonly { readonly patterns: readonly Pattern[] }[],
): ReadonlyMap<Region, number> {
  const sizes = new Map<Region, number>();
  for (const { region, size } of values.flatMap(({ patterns }) => patterns)) {
    if (!sizes.has(region)) sizes.set(region, size);
  }
  return sizes;
}

/** Parts of an array: all of it, the elements that a counter has passed, and those ahead of it. */
interface Guards {
  readonly whole: readonly Guard[];
  readonly passed: readonly Guard[];
  readonly ahead: readonly Guard[];
}

/** The greatest index before offsets wrap around, after which other indices denote the same elements. */
function greatestIndex(
  { access }: ArrayContext,
  { width }: ElementProperty,
  patterns: readonly Pattern[],
): bigint | undefined {
  const stride = Math.max(1, ...patterns.map((pattern) => Math.abs(Number(pattern.stride))));
  const count = (1n << BigInt(access.pointerBits)) / BigInt(stride);
  return count < 1n << BigInt(width - 1) ? count - 1n : undefined;
}

function guards(
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

/** The condition that proves a candidate in a state, for an arbitrary index. */
export function goalOf(
  manager: TermManager,
  candidate: ArrayCandidate,
  state: State,
  index: Term,
): Term {
  const instance = candidate.at(state, index);
  return instance === undefined ? manager.false : manager.implies(instance.known, instance.holds);
}

/** Number of elements written before a loop for which facts are instantiated at its head. */
const MAX_WRITTEN = 4;
/** Maximal depth of facts that are instances of facts. */
const MAX_DEPTH = 2;

/**
 * Adds the properties of all elements at a loop head as facts about the arrays there: those that are arbitrary, and
 * others.
 */
export function attachFacts(
  manager: TermManager,
  candidates: readonly ArrayCandidate[],
  head: State,
  access: MemoryAccess,
  bases: ReadonlyMap<Region, KnownElements>,
): void {
  const arrays = new Map(bases);
  const written: { region: Region; offset: Term; size: number }[] = [];
  for (const { region } of candidates.flatMap(({ patterns }) => patterns)) {
    if (arrays.has(region)) continue;
    const elements: KnownElements = { facts: [] };
    arrays.set(region, elements);
    const content = head.writable(region, access.contentOf(head, region));
    const last = lastWritten(content.asArray(), MAX_WRITTEN);
    written.push(...last.map((element) => ({ region, ...element })));
    content.know(elements);
  }
  let depth = 0;
  const atHead = head.fork();
  const variables = [...head.contents.keys()].filter(({ hasEnded }) => !hasEnded);
  for (const [region, elements] of arrays) {
    elements.facts = candidates.flatMap((candidate): ArrayFact[] => {
      const patterns = candidate.patterns.filter((pattern) => pattern.region === region);
      if (patterns.length === 0) return [];
      const instances = new Map<Term, Term | undefined>();
      const instanceFor = (index: Term): Term | undefined => {
        if (instances.has(index)) return instances.get(index);
        if (depth >= MAX_DEPTH) return undefined;
        // Prevents recursion while the instance is being made.
        instances.set(index, undefined);
        depth++;
        const instance = alive(variables, () => candidate.at(atHead, index));
        depth--;
        const says =
          instance === undefined ? undefined : manager.and(instance.known, instance.holds);
        instances.set(index, says);
        return says;
      };
      return [
        {
          instantiate: (offset, size) => {
            const says = patterns
              .filter((pattern) => pattern.size === size)
              .flatMap((pattern) => indexOf(manager, pattern, offset, candidate.width) ?? [])
              .flatMap((index) => instanceFor(index) ?? []);
            return says.length === 0 ? undefined : manager.and(...says);
          },
        },
      ];
    });
  }
  // The loop looks for values that were stored before it: facts about them are needed although no other code reads
  // them.
  for (const { region, offset, size } of written) access.readElement(head, region, offset, size);
}

/** Evaluates an expression in an earlier state, whose variables may have ended since. */
function alive<T>(regions: readonly Region[], evaluate: () => T): T {
  const ended = regions.filter(({ hasEnded }) => hasEnded);
  for (const region of ended) region.hasEnded = false;
  try {
    return evaluate();
  } finally {
    for (const region of ended) region.hasEnded = true;
  }
}

/** An index for which a pattern may denote the element at an offset; any guess is sound. */
function indexOf(
  manager: TermManager,
  { start, stride }: Pattern,
  offset: Term,
  width: number,
): Term | undefined {
  const quotient = dividedBy(manager, manager.sub(offset, start), stride);
  return quotient === undefined ? undefined : resized(manager, whole(quotient, width), width);
}

/** The term whose low bits the given one is, if it has this width. */
function whole(term: Term, width: number): Term {
  const low = term.op === "signExtend" ? (term.args[0] as Term) : term;
  if (low.op !== "extract" || low.low > 0) return term;
  const [from] = low.args as [Term];
  return from.width === width ? from : term;
}
