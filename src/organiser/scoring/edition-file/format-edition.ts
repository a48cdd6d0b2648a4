import { stringify } from "yaml";
import type { Category, Edition, WitnessRule } from "../../../ground/model/index.ts";
import { EDITION_FORMAT } from "./read-edition.ts";
import { formatRequirement } from "./read-witness-rules.ts";

/** Writes an edition as an edition file: for reading the rules, or as a start for a new edition. */
export function formatEdition(edition: Edition): string {
  const { file: _, witnessTable, validationTrack, categories, ...rest } = edition;
  const document = {
    format: EDITION_FORMAT,
    ...rest,
    witnessTable: { source: witnessTable.source, rules: witnessTable.rules.map(plainRule) },
    ...(validationTrack === undefined
      ? {}
      : {
          validationTrack: {
            ...validationTrack,
            support: validationTrack.support.map(plainRule),
          },
        }),
    categories: categories.map(plainCategory),
  };
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 100 });
}

function plainRule({ correctness, violation, ...rest }: WitnessRule): unknown {
  return {
    ...rest,
    correctness: formatRequirement(correctness),
    violation: formatRequirement(violation),
  };
}

/** The keys show whether it is a base or a meta category. */
function plainCategory({ kind: _, ...rest }: Category): unknown {
  return rest;
}
