/** The editions without witnesses: a right answer alone earned the points. */
import type { Edition, ScoringSchema } from "../../../ground/model/index.ts";
import { CATEGORIES_2012, CATEGORIES_2013 } from "./categories-2012-2013.ts";
import { CATEGORIES_2014, NO_META_CATEGORIES } from "./categories-2014-2016.ts";
import { limits, NORMALISED_ALL_TASKS } from "./common-rules.ts";
import { MEMSAFETY, TERMINATION, UNREACH_CALL, UNREACH_LABEL } from "./properties.ts";

const NO_VALIDATION: Pick<Edition, "validation" | "limits"> = {
  validation: { procedure: "none", confirmation: "equal-status" },
  limits: limits(4),
};

function schema(wrongFalse: number, wrongTrue: number): ScoringSchema {
  return {
    correctTrue: 2,
    correctFalse: 1,
    unconfirmedTrue: 0,
    unconfirmedFalse: 0,
    wrongTrue,
    wrongFalse,
  };
}

/** SV-COMP 2012, the first edition (report, section 3 and Table 1). */
export const edition2012: Edition = {
  id: "svcomp-2012",
  year: 2012,
  name: "SV-COMP 2012",
  scoring: schema(-2, -4),
  properties: [UNREACH_LABEL],
  witnessTable: {
    source: "SV-COMP 2012 report, section 3: an error path in any readable form",
    rules: [],
  },
  ...NO_VALIDATION,
  meta: {
    score: "plain-sum",
    countVoidTasks: true,
    negativeTotals: "zero",
    missingChildren: "zero",
  },
  categories: CATEGORIES_2012,
  doubts: [],
};

/** SV-COMP 2013: negative totals are kept, meta categories normalised. */
export const edition2013: Edition = {
  id: "svcomp-2013",
  year: 2013,
  name: "SV-COMP 2013",
  scoring: schema(-4, -8),
  properties: [UNREACH_LABEL, MEMSAFETY],
  witnessTable: { source: "SV-COMP 2013: no exchange format for witnesses", rules: [] },
  ...NO_VALIDATION,
  meta: NORMALISED_ALL_TASKS,
  categories: CATEGORIES_2013,
  doubts: [
    "The points for wrong results are of medium confidence: the results page only shows that they are harsher than in 2012.",
    "Only three categories of the results page are available, and no Overall.",
  ],
};

/** SV-COMP 2014: witnesses as a demonstration. */
export const edition2014: Edition = {
  id: "svcomp-2014",
  year: 2014,
  name: "SV-COMP 2014",
  scoring: schema(-4, -8),
  properties: [UNREACH_LABEL, UNREACH_CALL, MEMSAFETY, TERMINATION],
  witnessTable: { source: "SV-COMP 2014: witnesses as a demonstration only", rules: [] },
  ...NO_VALIDATION,
  meta: NORMALISED_ALL_TASKS,
  categories: CATEGORIES_2014,
  doubts: [
    "The points for wrong results are of medium confidence, as for 2013.",
    NO_META_CATEGORIES,
  ],
};
