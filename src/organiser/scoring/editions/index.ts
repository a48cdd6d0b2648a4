import type { Edition } from "../../../ground/model/index.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import { edition2012, edition2013, edition2014 } from "./2012-2014.ts";
import { edition2015, edition2016 } from "./2015-2016.ts";
import { edition2017, edition2018, edition2019, edition2020 } from "./2017-2020.ts";
import { edition2021, edition2022, edition2023, edition2024, edition2025 } from "./2021-2025.ts";
import { edition2026, edition2027 } from "./2026-2027.ts";

/** The editions whose rules are known, oldest first. */
export const EDITIONS: readonly Edition[] = [
  edition2012,
  edition2013,
  edition2014,
  edition2015,
  edition2016,
  edition2017,
  edition2018,
  edition2019,
  edition2020,
  edition2021,
  edition2022,
  edition2023,
  edition2024,
  edition2025,
  edition2026,
  edition2027,
];

/**
 * The rules of a year, by the year or by name: 2026, `2026`, `svcomp-2026`.
 *
 * @throws PlatformError `ERR_UNKNOWN_EDITION`; the hint names the known ones.
 */
export function findEdition(yearOrId: number | string): Edition {
  const text = String(yearOrId).toLowerCase();
  const found = EDITIONS.find(({ year, id }) => text === id || text === String(year));
  if (found !== undefined) return found;
  throw new PlatformError("ERR_UNKNOWN_EDITION", `the rules of edition ${yearOrId} are not known`, {
    hint: `known editions: ${EDITIONS.map(({ id }) => id).join(", ")}`,
  });
}
