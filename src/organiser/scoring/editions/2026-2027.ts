/** One witness a run, in a version that the table of its category names. */
import type { Category, Edition, WitnessRule } from "../../../ground/model/index.ts";
import { CATEGORIES_2026, CATEGORIES_2027 } from "./categories-2027.ts";
import { limits, NORMALISED_VALID_TASKS, schemaSince2016 } from "./common-rules.ts";
import {
  CORRECT_TAGS,
  MEMCLEANUP,
  MEMSAFETY,
  NO_DATA_RACE,
  NO_OVERFLOW,
  NO_RUNTIME_EXCEPTION,
  TERMINATION,
  UNREACH_CALL,
  VALID_ASSERT,
} from "./properties.ts";
import { trackRules } from "./validation-track-rules.ts";
import { demonstration, NONE, required, row, subpropertyRow } from "./witness-cells.ts";

const SV_LIB: WitnessRule = row("correct-tags", ["*"], required("SV-LIB"), required("SV-LIB"));

const OLD_VIOLATION = required("1.0");
const ANY_VIOLATION = required("1.0", "2.0", "2.1");
const CORRECTNESS_2026 = required("2.0", "2.1");

/** Rules page of 2026, section Witnesses. */
const TABLE_2026: readonly WitnessRule[] = [
  row("unreach-call", ["*.Arrays", "*.Floats", "*.Heap"], NONE, ANY_VIOLATION),
  row("unreach-call", ["*Concurrency*"], demonstration("2.1"), OLD_VIOLATION),
  row("unreach-call", ["*"], CORRECTNESS_2026, ANY_VIOLATION),
  row("valid-memsafety", ["*Concurrency*"], NONE, OLD_VIOLATION),
  subpropertyRow("valid-memsafety", "valid-memtrack", ["*"], OLD_VIOLATION),
  row("valid-memsafety", ["*"], NONE, ANY_VIOLATION),
  row("valid-memcleanup", ["*"], NONE, OLD_VIOLATION),
  row("no-overflow", ["*Concurrency*"], demonstration("2.1"), OLD_VIOLATION),
  row("no-overflow", ["*"], CORRECTNESS_2026, ANY_VIOLATION),
  row("no-data-race", ["*"], NONE, OLD_VIOLATION),
  row("termination", ["*"], demonstration("2.1"), required("1.0", "2.1")),
  row("valid-assert", ["*"], demonstration("1.0"), OLD_VIOLATION),
  row("no-runtime-exception", ["*"], NONE, OLD_VIOLATION),
  SV_LIB,
];

const FROM_2_0 = ["2.0", "2.1", "2.2"] as const;
const FROM_2_1 = ["2.1", "2.2"] as const;

/** Category structure and rules of 2027 as of mid-2026. */
const TABLE_2027: readonly WitnessRule[] = [
  row("unreach-call", ["*.Arrays", "*.Heap"], NONE, required(...FROM_2_0)),
  row("unreach-call", ["*.Floats"], demonstration(...FROM_2_0), required(...FROM_2_0)),
  row("unreach-call", ["*.Concurrency"], required(...FROM_2_1), required("2.2")),
  row("unreach-call", ["*.Huawei*"], demonstration(...FROM_2_1), demonstration("2.2")),
  row("unreach-call", ["*"], required(...FROM_2_0), required(...FROM_2_0)),
  // Format 2 has no witnesses of lost memory: the verdict alone counts.
  subpropertyRow("valid-memsafety", "valid-memtrack", ["*"], NONE),
  row("valid-memsafety", ["*.Concurrency", "*.Huawei*"], NONE, demonstration("2.2")),
  row("valid-memsafety", ["*"], NONE, required(...FROM_2_0)),
  row("valid-memcleanup", ["*"], NONE, NONE),
  row("no-overflow", ["*.Concurrency"], required(...FROM_2_1), required("2.2")),
  row("no-overflow", ["*.Huawei*"], demonstration(...FROM_2_1), demonstration("2.2")),
  row("no-overflow", ["*"], required(...FROM_2_0), required(...FROM_2_0)),
  row("no-data-race", ["*"], NONE, required("2.2")),
  row("termination", ["*"], required(...FROM_2_1), required(...FROM_2_1)),
  row("valid-assert", ["*"], NONE, NONE),
  row("no-runtime-exception", ["*"], NONE, NONE),
  SV_LIB,
];

const PROPERTIES = [
  NO_OVERFLOW,
  TERMINATION,
  UNREACH_CALL,
  NO_DATA_RACE,
  MEMCLEANUP,
  MEMSAFETY,
  VALID_ASSERT,
  NO_RUNTIME_EXCEPTION,
  CORRECT_TAGS,
];

/** The wall-time guard of 15 min is part of the rules page. */
const LIMITS: Edition["limits"] = (() => {
  const shared = limits(4, { violationSeconds: 90, correctnessSeconds: 300 });
  return { ...shared, verification: { ...shared.verification, wallTimeSeconds: 900 } };
})();

function singleWitnessEdition(
  year: number,
  table: readonly WitnessRule[],
  categories: readonly Category[],
  doubts: readonly string[],
): Edition {
  return {
    id: `svcomp-${year}`,
    year,
    name: `SV-COMP ${year}`,
    scoring: schemaSince2016(0),
    properties: PROPERTIES,
    witnessTable: { source: `SV-COMP ${year} rules, table of witness formats`, rules: table },
    validation: { procedure: "single-witness", confirmation: "same-answer" },
    limits: LIMITS,
    meta: NORMALISED_VALID_TASKS,
    validationTrack: trackRules({
      wrongWitnessFactor: 1,
      classification: "vote",
      support: table,
    }),
    categories,
    doubts,
  };
}

/** SV-COMP 2026, the 15th edition. */
export const edition2026: Edition = singleWitnessEdition(2026, TABLE_2026, CATEGORIES_2026, [
  "The organisers' category structure of 2026 does not list SV-LIB, which the report has; its categories are those of 2027.",
  "Inactive tools could still deliver correctness witnesses of format 1.0; the table does not know the label.",
]);

/** SV-COMP 2027, the 16th edition, as announced in mid-2026. */
export const edition2027: Edition = singleWitnessEdition(2027, TABLE_2027, CATEGORIES_2027, [
  "The format of Java witnesses is undecided; none is required here.",
  "The categories for Python and MoXI are announced, without tasks or formats.",
]);
