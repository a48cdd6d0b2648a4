import type { Edition } from "../../ground/model/index.ts";

/** Limit where an edition sets none: no validator could read more within its own limits. */
const DEFAULT_WITNESS_BYTES = 100_000_000;

/** Greatest size of a witness in bytes. */
export function witnessLimit({ validation }: Pick<Edition, "validation">): number {
  return validation.witnessBytes ?? DEFAULT_WITNESS_BYTES;
}
