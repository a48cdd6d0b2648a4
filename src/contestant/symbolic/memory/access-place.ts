import type { Term } from "../../smt/index.ts";
import type { Region } from "./region.ts";
import { UnsupportedFeature } from "./unsupported.ts";

/** One place that an access may refer to, on the executions where `condition` holds. */
export interface Place {
  readonly condition: Term;
  readonly region: Region;
  /** Bytes; a term where the region is treated as an array. */
  readonly offset: number | Term;
}

export function numericOffset({ offset, region }: Place): number {
  if (typeof offset === "number") return offset;
  throw new UnsupportedFeature(`symbolic access to several elements of '${region.name}'`);
}
