/**
 * Properties of the element with an index: a predicate of the program, or that the element is the one before the
 * loop.
 */

import type { Term } from "../../../smt/index.ts";
import { Pointer, type Region, type State, UnsupportedFeature } from "../../../symbolic/index.ts";
import {
  type ArrayContext,
  type ArrayScope,
  addedTo,
  type Instance,
  type Pattern,
  resized,
} from "./array-candidate.ts";
import type { ArrayPredicate } from "./array-predicates.ts";

/** A property of the element with an index. */
export interface ElementProperty {
  readonly width: number;
  readonly isSigned: boolean;
  patternsIn(state: State): Pattern[];
  at(state: State, index: Term): Instance | undefined;
}

/** A predicate of the program, for the element with an index. */
export function valueOfPredicate(
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
export function unchangedElements(
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
export function elementSizes(
  values: readonly { readonly patterns: readonly Pattern[] }[],
): ReadonlyMap<Region, number> {
  const sizes = new Map<Region, number>();
  for (const { region, size } of values.flatMap(({ patterns }) => patterns)) {
    if (!sizes.has(region)) sizes.set(region, size);
  }
  return sizes;
}
