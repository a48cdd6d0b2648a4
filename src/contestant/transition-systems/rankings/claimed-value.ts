import type { Term } from "../../smt/index.ts";

/** A component of an order at a location, as a decreasing value. */
export interface ClaimedValue {
  /** Signed, over the variables of the location. */
  readonly value: Term;
  /** The least value from which it decreases. */
  readonly limit: bigint | undefined;
}
