/** Domains that accompany another one: components of a product that do not decide the control flow. */

import type { Position, Step } from "../../analysis-core/index.ts";
import type { Lattice } from "./lattice.ts";

/**
 * A domain with its transfer relation. Its elements are immutable. The first component of a product (`product.ts`)
 * takes each step first: it decides whether a call leads into a function.
 */
export interface Component<D> {
  readonly lattice: Lattice<D>;
  /** At the entry of `main`. */
  initial(): D;
  /**
   * The element after a step; undefined when no execution takes it. Where the domain has no better answer, it
   * returns an element that covers everything.
   * @param after - the state of the first component after the step, for strengthening
   */
  post(element: D, step: Step, after: Position): D | undefined;
}
