/** Violation witnesses become mandatory; correctness witnesses do not exist or are a demonstration. */
import type { Edition } from "../../../ground/model/index.ts";
import { CATEGORIES_2015, CATEGORIES_2016, NO_META_CATEGORIES } from "./categories-2014-2016.ts";
import {
  limits,
  NORMALISED_ALL_TASKS,
  schemaSince2016,
  VALIDATION_UNTIL_2025,
} from "./common-rules.ts";
import { MEMSAFETY, NO_OVERFLOW, TERMINATION, UNREACH_CALL, UNREACH_LABEL } from "./properties.ts";
import { demonstration, NONE, required, row } from "./witness-cells.ts";

const UNCONFIRMED =
  "The scripts of the time called unconfirmed results 'witness unconfirmed' or 'witness timeout'; here they are correct-unconfirmed, with the same 0 points.";

/** SV-COMP 2015. */
export const edition2015: Edition = {
  id: "svcomp-2015",
  year: 2015,
  name: "SV-COMP 2015",
  scoring: {
    correctTrue: 2,
    correctFalse: 1,
    unconfirmedTrue: 0,
    unconfirmedFalse: 0,
    wrongTrue: -12,
    wrongFalse: -6,
  },
  properties: [UNREACH_LABEL, UNREACH_CALL, MEMSAFETY, TERMINATION],
  witnessTable: {
    source: "SV-COMP 2015 rules: violation witnesses",
    rules: [row("*", ["*"], NONE, required("1.0"))],
  },
  validation: { procedure: "merge", confirmation: "equal-status" },
  limits: limits(4, VALIDATION_UNTIL_2025),
  meta: NORMALISED_ALL_TASKS,
  categories: CATEGORIES_2015,
  doubts: [
    NO_META_CATEGORIES,
    UNCONFIRMED,
    "The limits of the witness check are those of 2016.",
    "Categories without support of the witness checker are not documented; a violation witness is required everywhere.",
  ],
};

/** SV-COMP 2016. */
export const edition2016: Edition = {
  id: "svcomp-2016",
  year: 2016,
  name: "SV-COMP 2016",
  // Unconfirmed TRUE does not occur: correctness witnesses are a demonstration.
  scoring: schemaSince2016(0),
  properties: [UNREACH_LABEL, UNREACH_CALL, MEMSAFETY, NO_OVERFLOW, TERMINATION],
  witnessTable: {
    source: "SV-COMP 2016 rules: violation witnesses, correctness witnesses as a demonstration",
    rules: [row("*", ["*"], demonstration("1.0"), required("1.0"))],
  },
  validation: { procedure: "merge", confirmation: "equal-status" },
  limits: limits(8, VALIDATION_UNTIL_2025),
  meta: NORMALISED_ALL_TASKS,
  categories: CATEGORIES_2016,
  doubts: [
    NO_META_CATEGORIES,
    UNCONFIRMED,
    "Categories without support of the validators are not documented; a violation witness is required everywhere.",
  ],
};
