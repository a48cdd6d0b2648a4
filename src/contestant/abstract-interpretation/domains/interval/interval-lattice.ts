/** Intervals of integers with holes as a lattice; undefined is the empty one. */
import type { Lattice } from "../../framework/lattice.ts";
import { widenTo } from "../value/thresholds.ts";
import type { Integer } from "../value/value.ts";
import { contains, fullRange, hull, type Range } from "./range.ts";

export class IntervalLattice implements Lattice<Range | undefined> {
  readonly #thresholds: readonly Integer[];

  /** @param thresholds - ascending: where widening stops, before it goes on to the bounds of a type */
  constructor(thresholds: readonly Integer[]) {
    this.#thresholds = thresholds;
  }

  leq(a: Range | undefined, b: Range | undefined): boolean {
    return a === undefined || (b !== undefined && contains(b, a));
  }

  join(a: Range | undefined, b: Range | undefined): Range | undefined {
    if (a === undefined || b === undefined) return a ?? b;
    return hull(a, b);
  }

  widen(before: Range | undefined, grown: Range | undefined): Range | undefined {
    if (before === undefined || grown === undefined) return before ?? grown;
    return this.widenRange(before, hull(before, grown));
  }

  /** @param joined - a range that contains the one before */
  widenRange(before: Range, joined: Range): Range {
    return widenTo(this.#thresholds, before, joined, enclosingType(joined));
  }

  isBottom(element: Range | undefined): boolean {
    return element === undefined;
  }

  show(element: Range | undefined): string {
    if (element === undefined) return "⊥";
    const { low, high, excluded, residue } = element;
    const holes = [...excluded].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const members = residue === undefined ? "" : `:${residue.value} mod ${residue.modulus}`;
    return `[${low}:${high}:${holes.join(";")}${members}]`;
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
