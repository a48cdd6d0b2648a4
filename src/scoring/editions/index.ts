import type { Edition } from "../../model/index.ts";
import { PlatformError } from "../../util/errors.ts";
import { edition2026 } from "./2026.ts";

/** The editions whose rules are known, oldest first. */
export const EDITIONS: readonly Edition[] = [edition2026];

/**
 * The rules of a year.
 *
 * @throws PlatformError `ERR_UNKNOWN_EDITION`; the hint names the known ones.
 */
export function findEdition(year: number): Edition {
  const found = EDITIONS.find((edition) => edition.year === year);
  if (found !== undefined) return found;
  throw new PlatformError("ERR_UNKNOWN_EDITION", `the rules of edition ${year} are not known`, {
    hint: `known editions: ${EDITIONS.map((edition) => edition.year).join(", ")}`,
  });
}
