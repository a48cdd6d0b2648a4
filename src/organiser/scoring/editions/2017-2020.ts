/** Both kinds of witnesses are mandatory; a correct TRUE without confirmation has one point. */
import type { Category, Edition, EditionProperty } from "../../../ground/model/index.ts";
import {
  CATEGORIES_2017,
  CATEGORIES_2018,
  CATEGORIES_2019,
  CATEGORIES_2020,
} from "./categories-2017-2020.ts";
import {
  limits,
  NORMALISED_ALL_TASKS,
  schemaSince2016,
  VALIDATION_UNTIL_2025,
} from "./common-rules.ts";
import {
  ASSERT_JAVA,
  MEMCLEANUP,
  MEMSAFETY,
  NO_OVERFLOW,
  TERMINATION,
  UNREACH_CALL,
} from "./properties.ts";
import { NONE, required, row } from "./witness-cells.ts";

interface Differences {
  readonly properties: readonly EditionProperty[];
  readonly categories: readonly Category[];
  readonly doubts: readonly string[];
}

const WITHOUT_CORRECTNESS_VALIDATION = ["*MemSafety*", "*ConcurrencySafety*", "*Termination*"];

function mergeEdition(year: number, differences: Differences): Edition {
  return {
    id: `svcomp-${year}`,
    year,
    name: `SV-COMP ${year}`,
    scoring: schemaSince2016(1),
    witnessTable: {
      source: `SV-COMP ${year} rules, witnesses`,
      rules: [
        // Java had no validators.
        ...(differences.properties.includes(ASSERT_JAVA)
          ? [row(ASSERT_JAVA.name, ["*"], NONE, NONE)]
          : []),
        row("*", WITHOUT_CORRECTNESS_VALIDATION, NONE, required("1.0")),
        row("*", ["*"], required("1.0"), required("1.0")),
      ],
    },
    validation: { procedure: "merge", confirmation: "equal-status" },
    limits: limits(8, VALIDATION_UNTIL_2025),
    meta: NORMALISED_ALL_TASKS,
    properties: differences.properties,
    categories: differences.categories,
    doubts: [
      "Which categories were excluded from correctness validation is reconstructed: the report of 2017 says 'a few', and all three winners of its ConcurrencySafety have the maximal score.",
      ...differences.doubts,
    ],
  };
}

const SINCE_2017 = [UNREACH_CALL, MEMSAFETY, NO_OVERFLOW, TERMINATION];
const SINCE_2019 = [UNREACH_CALL, MEMSAFETY, MEMCLEANUP, NO_OVERFLOW, TERMINATION, ASSERT_JAVA];

export const edition2017: Edition = mergeEdition(2017, {
  properties: SINCE_2017,
  categories: CATEGORIES_2017,
  doubts: [],
});

export const edition2018: Edition = mergeEdition(2018, {
  properties: SINCE_2017,
  categories: CATEGORIES_2018,
  doubts: [
    "Base categories are those of the published benchmark definitions; their names reveal the families, and Overall is that of 2017 and 2019.",
  ],
});

export const edition2019: Edition = mergeEdition(2019, {
  properties: SINCE_2019,
  categories: CATEGORIES_2019,
  doubts: [],
});

/** The point for unconfirmed TRUE was to go in 2020, but an exception of the jury kept it. */
export const edition2020: Edition = mergeEdition(2020, {
  properties: SINCE_2019,
  categories: CATEGORIES_2020,
  doubts: [],
});
