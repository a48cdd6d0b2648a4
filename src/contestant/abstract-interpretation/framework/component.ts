/** Domains that follow along: components of a product that do not decide where control goes. */

import type { Position, Step } from "../../analysis-core/index.ts";
import type { Lattice } from "./lattice.ts";

/**
 * A domain with its transfer relation. Its elements are never changed. The
 * first component of a product (`product.ts`) takes each step first: it knows
 * whether a call leads into a function.
 */
export interface Component<D> {
  readonly lattice: Lattice<D>;
  /** At the entry of `main`. */
  initial(): D;
  /**
   * What holds after a step; undefined when no execution takes it. Whatever the
   * domain has no better answer for is an element that covers everything.
   * @param after - where the first component stands now: its state, for strengthening
   */
  post(element: D, step: Step, after: Position): D | undefined;
}
