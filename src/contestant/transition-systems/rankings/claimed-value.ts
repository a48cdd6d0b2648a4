import type { Term } from "../../smt/index.ts";

/** A part of an order at a location, as something that falls. */
export interface ClaimedValue {
  /** Signed, over the variables of the location. */
  readonly value: Term;
  /** The least value from which it falls. */
  readonly limit: bigint | undefined;
}
