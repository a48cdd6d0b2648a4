import type { Edition } from "../../ground/model/index.ts";

/** Where an edition sets no limit: no validator could read more within its own limits. */
export const DEFAULT_WITNESS_BYTES = 100_000_000;

/** Bytes that a witness may have. */
export function witnessLimit({ validation }: Pick<Edition, "validation">): number {
  return validation.witnessBytes ?? DEFAULT_WITNESS_BYTES;
}
