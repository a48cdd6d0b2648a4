/** Only confirmed results count; linters judge the witnesses before the validators do. */

import type {
  Edition,
  EditionProperty,
  ValidationTrackRules,
  WitnessRule,
} from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import {
  CATEGORIES_2021,
  CATEGORIES_2022,
  CATEGORIES_2023,
  CATEGORIES_2024,
} from "./categories-2021-2024.ts";
import { CATEGORIES_2025 } from "./categories-2025.ts";
import {
  limits,
  NORMALISED_ALL_TASKS,
  NORMALISED_VALID_TASKS,
  schemaSince2016,
  VALIDATION_UNTIL_2025,
} from "./common-rules.ts";
import {
  ASSERT_JAVA,
  MEMCLEANUP,
  MEMSAFETY,
  NO_DATA_RACE,
  NO_OVERFLOW,
  RUNTIME_EXCEPTION,
  TERMINATION,
  UNREACH_CALL,
} from "./properties.ts";
import { trackRules } from "./validation-track-rules.ts";
import { NONE, required, row, subpropertyRow } from "./witness-cells.ts";

/** Names of run sets whose TRUE results the organisers' scripts do not change. */
const WITHOUT_CORRECTNESS_VALIDATION = [
  "*-Arrays*",
  "*-Floats*",
  "*-Heap*",
  "*MemSafety*",
  "*MemCleanup*",
  "*NoDataRace*",
  "*ConcurrencySafety-*",
  "*Termination*",
  "*-Java*",
];

const GRAPHML = required("1.0");
const ANY = required("1.0", "2.0");

/** 2021–2023: data races and Java were not merged with validation results at all. */
const TABLE_UNTIL_2023: readonly WitnessRule[] = [
  row("no-data-race", ["*"], NONE, NONE),
  row("assert_java", ["*"], NONE, NONE),
  row("*", WITHOUT_CORRECTNESS_VALIDATION, NONE, GRAPHML),
  row("*", ["*"], GRAPHML, GRAPHML),
];

const TABLE_SINCE_2024: readonly WitnessRule[] = [
  row("*", WITHOUT_CORRECTNESS_VALIDATION, NONE, ANY),
  row("*", ["*"], ANY, ANY),
];

const SUPPORT_UNTIL_2023: readonly WitnessRule[] = [
  row("*", WITHOUT_CORRECTNESS_VALIDATION, NONE, GRAPHML),
  row("unreach-call", ["*"], GRAPHML, GRAPHML),
  row("no-overflow", ["*"], GRAPHML, GRAPHML),
  row("*", ["*"], NONE, GRAPHML),
];

const SUPPORT_SINCE_2024: readonly WitnessRule[] = [
  row("*", ["*ConcurrencySafety-*", "*NoDataRace*"], NONE, GRAPHML),
  row("unreach-call", ["*-Arrays*", "*-Floats*", "*-Heap*"], NONE, ANY),
  row("unreach-call", ["*"], ANY, ANY),
  row("no-overflow", ["*"], ANY, ANY),
  subpropertyRow("valid-memsafety", "valid-free", ["*"], ANY),
  subpropertyRow("valid-memsafety", "valid-deref", ["*"], ANY),
  row("*", ["*"], NONE, GRAPHML),
];

type Differences = Pick<Edition, "properties" | "doubts" | "validation" | "meta" | "categories"> & {
  readonly cores: number;
  readonly table: readonly WitnessRule[];
  readonly track?: ValidationTrackRules;
};

function perFormatEdition(year: number, differences: Differences): Edition {
  const { cores, table, track, ...rest } = differences;
  return {
    id: `svcomp-${year}`,
    year,
    name: `SV-COMP ${year}`,
    scoring: schemaSince2016(0),
    witnessTable: {
      source: `SV-COMP ${year} rules and post-processing, witnesses`,
      rules: table,
    },
    limits: limits(cores, VALIDATION_UNTIL_2025),
    ...defined({ validationTrack: track }),
    ...rest,
  };
}

const PROPERTIES: readonly EditionProperty[] = [
  UNREACH_CALL,
  MEMSAFETY,
  MEMCLEANUP,
  NO_OVERFLOW,
  NO_DATA_RACE,
  TERMINATION,
  ASSERT_JAVA,
];
const EQUAL: Edition["validation"] = { procedure: "per-format", confirmation: "equal-status" };
const SAME_ANSWER: Edition["validation"] = { procedure: "per-format", confirmation: "same-answer" };

const UNTIL_2023: Pick<Differences, "cores" | "properties" | "table" | "validation" | "meta"> = {
  cores: 8,
  properties: PROPERTIES,
  table: TABLE_UNTIL_2023,
  validation: EQUAL,
  meta: NORMALISED_ALL_TASKS,
};

export const edition2021: Edition = perFormatEdition(2021, {
  ...UNTIL_2023,
  categories: CATEGORIES_2021,
  doubts: [],
});

export const edition2022: Edition = perFormatEdition(2022, {
  ...UNTIL_2023,
  categories: CATEGORIES_2022,
  doubts: [],
});

export const edition2023: Edition = perFormatEdition(2023, {
  ...UNTIL_2023,
  categories: CATEGORIES_2023,
  track: trackRules({
    wrongWitnessFactor: 2,
    classification: "verdict",
    support: SUPPORT_UNTIL_2023,
  }),
  doubts: [
    "That data races and Java were not merged with validation results is inferred from the scripts of 2022.",
    "The witnesses supported in the first validation track are taken from 2025, for format 1.0.",
  ],
});

export const edition2024: Edition = perFormatEdition(2024, {
  cores: 8,
  properties: PROPERTIES,
  table: TABLE_SINCE_2024,
  validation: SAME_ANSWER,
  meta: NORMALISED_ALL_TASKS,
  categories: CATEGORIES_2024,
  track: trackRules({
    wrongWitnessFactor: 1,
    classification: "vote",
    support: SUPPORT_SINCE_2024,
  }),
  doubts: [
    "The witness table and the comparison of answers are those of 2025; the number of cores is that of 2023.",
  ],
});

/** SV-COMP 2025, the 14th edition: void tasks no longer count for n. */
export const edition2025: Edition = perFormatEdition(2025, {
  cores: 4,
  properties: [...PROPERTIES, RUNTIME_EXCEPTION],
  table: TABLE_SINCE_2024,
  validation: SAME_ANSWER,
  meta: NORMALISED_VALID_TASKS,
  categories: CATEGORIES_2025,
  track: trackRules({
    wrongWitnessFactor: 1,
    classification: "vote",
    support: SUPPORT_SINCE_2024,
  }),
  doubts: [],
});
