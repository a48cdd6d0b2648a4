/** Intervals of floats that are not NaN, and any float, as a lattice. There is no bottom. */
import type { Lattice } from "../../framework/lattice.ts";
import { ANY, FloatRange } from "../value/value.ts";

type Floats = FloatRange | typeof ANY;

export const FLOAT_INTERVALS: Lattice<Floats> = {
  leq: (a, b) => b === ANY || (a !== ANY && b.low <= a.low && a.high <= b.high),
  join: (a, b) => {
    if (a === ANY || b === ANY) return ANY;
    if (FLOAT_INTERVALS.leq(b, a)) return a;
    return new FloatRange(Math.min(a.low, b.low), Math.max(a.high, b.high));
  },
  // Bounds could be halved without end.
  widen: (before, grown) => (FLOAT_INTERVALS.leq(grown, before) ? before : ANY),
  isBottom: () => false,
  show: (element) => (element === ANY ? "⊤" : `[${element.low}:${element.high}]`),
};
